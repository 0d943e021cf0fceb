// SPDX-License-Identifier: Apache-2.0
// With exactly the rights that docs/permissions.md lists for the user of the Sentinels, the master is found and
// followed; and what becomes of it with one fewer.
#include "asked_sentinels.hpp"
#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox_sentinel.hpp"
#include "support/documented_acl.hpp"
#include "support/errors.hpp"
#include "support/failover.hpp"
#include "support/printing.hpp"
#include "support/until.hpp"

#include <QTest>

#include <optional>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

const std::string user = "watch";

/// Everything that is ever asked of a sentinel.
class Asked : public AskedSentinels
{
public:
    explicit Asked(const Endpoint& endpoint) : AskedSentinels(options(endpoint)) {}

private:
    static ConnectionOptions options(const Endpoint& endpoint)
    {
        ConnectionOptions options;
        options.endpoint = endpoint;
        options.client_name = "tested";
        options.keepalive = 100ms;
        return options;
    }
};

} // namespace

class SentinelAclTest : public QObject
{
    Q_OBJECT

    std::optional<SandboxSentinel> m_servers;

    RedisClient sentinel(int index) { return RedisClient(m_servers->sentinel(index).endpoint()); }
    [[nodiscard]] static Rules rights()
    {
        Rules rules = documented_rules(user);
        std::erase_if(rules, [](const std::string& rule) { return rule[0] != '+' && rule[0] != '&'; });
        return rules;
    }
    /// The way to the deployment by one of its sentinels, as a user with exactly these rights on all of them.
    [[nodiscard]] Endpoint with(const Rules& rules)
    {
        Endpoint endpoint = m_servers->endpoint();
        endpoint.more.clear();
        for (int i = 0; i < m_servers->sentinels(); ++i) {
            RedisClient redis = sentinel(i);
            static_cast<void>(user_with(redis, endpoint, user, rules));
            redis.expect({"ACL", "LOG", "RESET"});
        }
        endpoint.sentinel_user = user;
        endpoint.sentinel_password = "secret";
        return endpoint;
    }
    [[nodiscard]] std::vector<std::string> refused()
    {
        std::vector<std::string> objects;
        for (int i = 0; i < m_servers->sentinels(); ++i) {
            for (const auto& entry : sentinel(i).expect({"ACL", "LOG"}).elements) {
                for (std::size_t field = 0; field + 1 < entry.elements.size(); field += 2) {
                    if (entry.elements[field].text == "object")
                        objects.push_back(entry.elements[field + 1].text);
                }
            }
        }
        return objects;
    }
    /// Without a sign of life for so long, a server counts as dead.
    void set_down_after(std::chrono::milliseconds limit)
    {
        for (int i = 0; i < m_servers->sentinels(); ++i)
            sentinel(i).expect({"SENTINEL", "SET", m_servers->endpoint().service, "down-after-milliseconds",
                                std::to_string(limit.count())});
    }
    /// The error for the name of a master that there is not.
    [[nodiscard]] static Error misnamed(Endpoint endpoint)
    {
        endpoint.service = "nobody";
        return Asked(endpoint).refusal();
    }

private slots:
    void initTestCase()
    {
        SandboxSentinelOptions options;
        options.down_after = std::chrono::minutes(10); // nobody is to take over from one that is only slow
        m_servers.emplace(options);
    }
    void cleanupTestCase() { m_servers.reset(); }

    void exactlyTheseRightsSuffice()
    {
        const Endpoint endpoint = with(documented_rules(user));
        Asked asked(endpoint);
        QCOMPARE(asked.find(), m_servers->master_address());
        QVERIFY(
            until([&] { return asked.listening() == 3; })); // the others were learned of, and nobody must not listen
        const Error error = misnamed(endpoint);
        QVERIFY2(error.message().find("it knows \"mymaster\"") != std::string::npos
                     || error.message().find("it knows mymaster") != std::string::npos,
                 error.what());
        QTest::qWait(300); // the connections are idle, and a PING asks whether they live
        QCOMPARE(refused(), std::vector<std::string>());
        QCOMPARE(asked.listening(), std::size_t(3));
    }

    void aPasswordThatIsChangedMeanwhileCanBeTold()
    {
        Client client(with(documented_rules(user)));
        client.ping();
        for (int i = 0; i < m_servers->sentinels(); ++i)
            sentinel(i).expect({"ACL", "SETUSER", user, "resetpass", ">new"});
        RedisClient master(m_servers->master().endpoint());
        QVERIFY(until([&] { // for a moment they are not asked again
            master.expect({"CLIENT", "KILL", "SKIPME", "yes"});
            return thrown([&] { client.ping(); }) == Errc::authentication;
        }));
        client.use_sentinel_password("new");
        QVERIFY(until([&] { return thrown([&] { client.ping(); }) == Errc::ok; }));
    }

    /// So none of them stands in the manual in vain.
    void eachOfThemIsMissed_data()
    {
        QTest::addColumn<std::string>("right");
        for (const std::string& right : rights())
            QTest::newRow(right.c_str()) << right;
    }
    void eachOfThemIsMissed()
    {
        QFETCH(std::string, right);
        const Endpoint endpoint = with(without(documented_rules(user), right));
        Asked asked(endpoint);
        std::optional<Error> failure;
        try {
            QCOMPARE(asked.find(), m_servers->master_address());
        } catch (const Error& error) {
            failure = error;
        }
        if (right == "+sentinel|masters")
            static_cast<void>(misnamed(endpoint));
        QVERIFY(until([&] {
            const std::vector<std::string> objects = refused();
            return std::find(objects.begin(), objects.end(), right.substr(1)) != objects.end();
        }));
        const bool is_needed = right == "+sentinel|get-master-addr-by-name";
        QCOMPARE(failure.has_value(), is_needed);
        if (failure) {
            QCOMPARE(failure->errc(), Errc::no_permission);
            QVERIFY2(failure->message().find(right.substr(1)) != std::string::npos, failure->what());
        }
    }

    /// Whoever may not listen notices by the lost connection.
    void aFailoverIsFollowed_data()
    {
        QTest::addColumn<std::string>("missing");
        QTest::newRow("with all of them") << std::string();
        QTest::newRow("without the channel") << std::string("&+switch-master");
    }
    void aFailoverIsFollowed()
    {
        QFETCH(std::string, missing);
        m_servers->wait_until_agreed();
        m_servers->wait_until_synchronised();
        const Rules all = documented_rules(user);
        Client client(with(missing.empty() ? all : without(all, missing)));
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        set_down_after(SandboxSentinelOptions().down_after);
        lose_master(*m_servers);
        set_down_after(std::chrono::minutes(10));
        QCOMPARE(lock.release(), 0);
        QVERIFY(lock.try_lock());
        QCOMPARE(lock.release(), 0);
        m_servers->restart_old();
    }
};

QTEST_GUILESS_MAIN(SentinelAclTest)
#include "sentinel_acl_test.moc"
