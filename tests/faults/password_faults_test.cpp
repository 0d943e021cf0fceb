// SPDX-License-Identifier: Apache-2.0
// The password of a server is changed while locks are held and waited for, and every connection is ended.
#include "crowd.hpp"

#include "support/errors.hpp"
#include "support/lock_suite.hpp"
#include "support/server.hpp"
#include "support/timing.hpp"

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;

namespace {

/// Renewed every two seconds, and long enough for whoever is slow to be told of a password.
constexpr milliseconds lease{6000};

} // namespace

class PasswordFaultsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server.empty();
        redis().expect({"ACL", "SETUSER", "app", "reset", "on", ">old", "~*", "&*", "+@all"});
    }
    void cleanup() { redis().expect({"ACL", "DELUSER", "app"}); }

    /// As operators are told to do it: for a while both passwords are right.
    void whoHoldsAndWhoWaitsGoOnWithTheNewOne_data() { add_lock_sides(); }
    void whoHoldsAndWhoWaitsGoOnWithTheNewOne()
    {
        QFETCH(int, kind);
        Client client(endpoint(), options());
        Client other(endpoint(), options());
        const auto lock = kind_at(kind).make(client);
        lock->lock();
        const std::stop_token lost = lock->loss_token();
        auto waiting = in_thread([&] {
            const auto others = kind_at(kind).rival(other);
            return others->acquire({60s, {}, {}}) && others->release() == 0;
        });
        QVERIFY(until([&] { return redis().scripts() > 2; }));
        redis().expect({"ACL", "SETUSER", "app", ">new"});
        client.use_password("new");
        other.use_password("new");
        redis().expect({"ACL", "SETUSER", "app", "<old"});
        redis().expect({"CLIENT", "KILL", "USER", "app"});
        QVERIFY(are_renewed(redis(), {"lock"}));
        QVERIFY(!lost.stop_requested());
        QCOMPARE(lock->release(), 0);
        QVERIFY(is_ready(waiting, patience));
        QVERIFY(waiting.get());
        QVERIFY(is_tidy(redis()));
    }

    /// The watchdog is refused meanwhile.
    void aHolderThatIsToldLateKeepsItsLock_data() { add_lock_sides(); }
    void aHolderThatIsToldLateKeepsItsLock()
    {
        QFETCH(int, kind);
        ClientOptions patient = options();
        patient.watchdog_lease = 60s;
        Client client(endpoint(), patient);
        const auto lock = kind_at(kind).make(client);
        lock->lock();
        redis().expect({"ACL", "SETUSER", "app", "resetpass", ">new"});
        redis().expect({"CLIENT", "KILL", "USER", "app"});
        QVERIFY(until([&] { return thrown([&] { client.ping(); }) == Errc::authentication; }));
        client.use_password("new");
        QVERIFY(until([&] { return thrown([&] { client.ping(); }) == Errc::ok; }));
        QVERIFY(lock->is_held());
        QVERIFY(until([&] { return thrown([&] { QCOMPARE(lock->release(), 0); }) == Errc::ok; }));
        QVERIFY(is_tidy(redis()));
    }

    void theWrongOneIsSaidAndNotShown()
    {
        Client client(endpoint(), options());
        client.ping();
        client.use_password("not-the-secret");
        redis().expect({"CLIENT", "KILL", "USER", "app"});
        QVERIFY(until([&] { return thrown([&] { client.ping(); }) == Errc::authentication; }));
        try {
            client.ping();
            QFAIL("the server took a wrong password");
        } catch (const Error& error) {
            QVERIFY(std::string(error.what()).find("not-the-secret") == std::string::npos);
        }
    }

private:
    [[nodiscard]] Endpoint endpoint() const
    {
        Endpoint endpoint = m_server.endpoint();
        endpoint.user = "app";
        endpoint.password = "old";
        return endpoint;
    }
    static ClientOptions options()
    {
        ClientOptions options;
        options.watchdog_lease = lease;
        return options;
    }
    RedisClient& redis() { return m_server.redis; }

    Server m_server;
};

QTEST_GUILESS_MAIN(PasswordFaultsTest)
#include "password_faults_test.moc"
