// SPDX-License-Identifier: Apache-2.0
// Locks, their waiters, renewals and losses, and the monitor, where everything is encrypted: the server has no plain
// port.
#include "lockscope/encryption.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/server_check.hpp"
#include "support/lock_suite.hpp"
#include "support/losses.hpp"
#include "support/timing.hpp"
#include "support/tls_server.hpp"

#include <QTest>

#include <mutex>
#include <set>

using namespace lockscope;
using namespace lockscope::test;

class TlsLocksTest : public QObject
{
    Q_OBJECT

    Certificates m_ca;
    std::optional<TlsServer> m_server;
    std::optional<Client> m_client;

    RedisClient& redis() { return m_server->redis(); }
    Endpoint with_own_certificate()
    {
        CertificateWish wish;
        wish.use = CertificateWish::Use::client;
        wish.passphrase = "open sesame";
        const auto own = m_ca.make(wish);
        Endpoint endpoint = m_server->endpoint();
        endpoint.tls.certificate_file = own.certificate;
        endpoint.tls.key_file = own.key;
        endpoint.tls.key_passphrase = wish.passphrase;
        return endpoint;
    }
    static ClientOptions brief()
    {
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        return options;
    }

private slots:
    void initTestCase() { m_server.emplace(m_ca, CertificateWish{}, TlsServer::Clients::must_show_one); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        redis().expect({"FLUSHALL"});
        m_client.emplace(with_own_certificate(), brief());
    }
    void cleanup() { m_client.reset(); }

    void locksAndReleases()
    {
        auto lock = m_client->reentrant_lock("a");
        lock.lock();
        QVERIFY(lock.is_held());
        QVERIFY(redis().exists("a"));
        lock.release();
        QVERIFY(!redis().exists("a"));
    }

    void wakesWhoWaitsByMessage_data()
    {
        QTest::addColumn<bool>("fair");
        QTest::newRow("reentrant") << false;
        QTest::newRow("fair") << true;
    }
    void wakesWhoWaitsByMessage()
    {
        QFETCH(bool, fair);
        Client other(m_client->endpoint());
        const auto with = [fair](Client& client, auto action) {
            if (fair) {
                auto lock = client.fair_lock("a");
                action(lock);
            } else {
                auto lock = client.reentrant_lock("a");
                action(lock);
            }
        };
        // With a lease that nobody would wait for: only the message can wake him.
        with(other, [](auto& lock) { lock.lock(10min); });
        auto waiter = in_thread([&] { with(*m_client, [](auto& lock) { lock.lock(); }); });
        QVERIFY(until([&] { return !redis().channels().empty(); }));
        QVERIFY(!is_ready(waiter, 100ms));
        with(other, [](auto& lock) { lock.unlock(); });
        QVERIFY(is_ready(waiter, patience));
    }

    void renewsWhatIsHeld()
    {
        auto lock = m_client->reentrant_lock("a");
        lock.lock();
        QVERIFY(are_renewed(redis(), {"a"}, 2));
    }

    void tellsLosses()
    {
        const Losses losses(*m_client);
        auto lock = m_client->reentrant_lock("a");
        lock.lock();
        redis().expect({"DEL", "a"});
        QVERIFY(until([&] { return losses.count() == 1; }));
        QCOMPARE(losses.first().lock, std::string("a"));
    }

    void survivesARestartOfTheServer()
    {
        auto lock = m_client->reentrant_lock("a");
        lock.lock();
        lock.release();
        m_server->restart();
        QVERIFY(lock.try_lock_for(10s));
        lock.release();
    }

    void everyConnectionIsEncrypted()
    {
        std::mutex mutex;
        std::optional<MonitorStatus> status;
        Monitor monitor(*m_client, {}, [&](const MonitorBatch& batch) {
            const std::scoped_lock guard(mutex);
            if (batch.status)
                status = batch.status;
        });
        monitor.start();
        Client other(m_client->endpoint());
        other.reentrant_lock("a").lock(10min);
        auto waiter = in_thread([&] { return m_client->reentrant_lock("a").try_lock_for(10min); });
        m_client->reentrant_lock("b").lock(); // renewals
        const auto kinds = [&] {
            std::set<std::string> all;
            for (const auto& client : redis().clients()) {
                const std::string name = client.at("name");
                // Only TLS clients have a port; the one who asks has come over the unix socket.
                if (name.find(m_client->id()) != std::string::npos && client.at("addr").starts_with("127.0.0.1:"))
                    all.insert(name.substr(name.find(m_client->id()) + m_client->id().size()));
            }
            return all;
        };
        const std::set<std::string> wanted{"", "-messages", "-monitor", "-renewals"};
        QVERIFY(until([&] { return kinds() == wanted; }));
        QVERIFY(until([&] {
            const std::scoped_lock guard(mutex);
            return status && status->link == MonitorStatus::Link::live && status->encryption;
        }));
        {
            const std::scoped_lock guard(mutex);
            QVERIFY(status->encryption->verified);
        }
        monitor.stop();
        other.reentrant_lock("a").force_unlock();
        QVERIFY(waiter.get());
    }

    void theCheckTellsOfTheEncryption()
    {
        const ServerCheck check = check_server(*m_client);
        QVERIFY(check.encryption && check.encryption->verified && check.encryption->own_valid_until);
        QCOMPARE(check.encryption->protocol, std::string("TLS 1.3"));
        QCOMPARE(encryption_of(*m_client), check.encryption);

        Client plain(m_server->socket());
        plain.ping();
        QVERIFY(!encryption_of(plain));
        QVERIFY(!check_server(plain).encryption);
    }

    void aRefusalIsNoOutageToSitOut()
    {
        Endpoint endpoint = m_client->endpoint();
        endpoint.tls.server_name = "cache.example";
        Client client(endpoint); // would wait for a server that is gone, for fifteen seconds
        const auto start = Clock::now();
        QCOMPARE(thrown([&] {
                     client.reentrant_lock("a").lock();
                     return 0;
                 }),
                 Errc::tls);
        QVERIFY(since(start) < 10s);
    }
};

QTEST_GUILESS_MAIN(TlsLocksTest)
#include "tls_locks_test.moc"
