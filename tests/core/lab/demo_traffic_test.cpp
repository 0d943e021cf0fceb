// SPDX-License-Identifier: Apache-2.0
#include "lockscope/client.hpp"
#include "lockscope/demo_traffic.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/sandbox.hpp"
#include "support/redis_client.hpp"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <optional>
#include <set>

using namespace lockscope;
using test::RedisClient;

namespace {

constexpr int patience_ms = 60000;

/// Everything that was ever seen of a traffic.
class Sightings
{
public:
    explicit Sightings(Client& client) : m_client(client) {}

    template <typename Condition>
    bool include(Condition condition)
    {
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < patience_ms) {
            for (const auto& state : list_locks(m_client, "*"))
                m_all.push_back(state);
            if (std::any_of(m_all.begin(), m_all.end(), condition))
                return true;
        }
        return false;
    }
    bool include_type(LockType type, LockMode mode = LockMode::none)
    {
        return include([=](const LockState& s) { return s.type == type && s.mode == mode && s.is_held(); });
    }

private:
    Client& m_client;
    std::vector<LockState> m_all;
};

} // namespace

class DemoTrafficTest : public QObject
{
    Q_OBJECT

private slots:
    void showsEveryTypeAndCondition()
    {
        Sandbox sandbox;
        DemoTraffic traffic(sandbox.endpoint());
        Client client(sandbox.endpoint());
        Sightings seen(client);

        QVERIFY(seen.include_type(LockType::reentrant));
        QVERIFY(seen.include_type(LockType::fenced));
        QVERIFY(seen.include_type(LockType::fair));
        QVERIFY(seen.include_type(LockType::read_write, LockMode::read));
        QVERIFY(seen.include_type(LockType::read_write, LockMode::write));
        QVERIFY(seen.include([](const LockState& s) { return s.is_held() && s.ttl.count() == -1; }));
        QVERIFY(seen.include([](const LockState& s) { return !s.holders.empty() && s.holders.front().count == 3; }));
        QVERIFY(seen.include([](const LockState& s) { return s.holders.size() > 1; }));
        QVERIFY(
            seen.include([](const LockState& s) { return s.type == LockType::reentrant && s.waiting_clients > 0; }));
        QVERIFY(seen.include([](const LockState& s) { return s.waiters.size() > 1; }));
        QVERIFY(seen.include([](const LockState& s) {
            return std::any_of(s.waiters.begin(), s.waiters.end(),
                               [](const Waiter& w) { return w.subscribed.has_value() && !*w.subscribed; });
        }));
        QVERIFY(seen.include([](const LockState& s) {
            return std::any_of(s.waiters.begin(), s.waiters.end(),
                               [](const Waiter& w) { return w.subscribed == true; });
        }));
    }

    void aDozenClientsIntroduceThemselves()
    {
        Sandbox sandbox;
        DemoTraffic traffic(sandbox.endpoint());
        RedisClient redis(sandbox.endpoint());
        QTRY_VERIFY_WITH_TIMEOUT(redis.text({"CLIENT", "LIST"}).find("name=orders-1") != std::string::npos,
                                 patience_ms);
        std::set<std::string> clients;
        const auto count = [&] {
            const QString list = QString::fromStdString(redis.text({"CLIENT", "LIST"}));
            for (const auto& line : list.split('\n')) {
                const QString name = line.section(" name=", 1).section(' ', 0, 0);
                if (!name.isEmpty())
                    clients.insert(name.toStdString());
            }
            return clients.size();
        };
        QTRY_VERIFY_WITH_TIMEOUT(count() >= 12, patience_ms);
    }

    void stopsQuickly_data()
    {
        QTest::addColumn<QByteArray>("fault");
        QTest::newRow("server well") << QByteArray();
        QTest::newRow("server paused") << QByteArray("pause");
        QTest::newRow("server dead") << QByteArray("kill");
    }
    void stopsQuickly()
    {
        QFETCH(QByteArray, fault);
        Sandbox sandbox;
        std::optional<DemoTraffic> traffic(std::in_place, sandbox.endpoint());
        RedisClient redis(sandbox.endpoint());
        QTRY_VERIFY_WITH_TIMEOUT(redis.integer({"DBSIZE"}) > 5, patience_ms);
        if (fault == "pause")
            sandbox.pause_server();
        if (fault == "kill")
            sandbox.kill_server();
        QElapsedTimer clock;
        clock.start();
        traffic.reset();
        QVERIFY2(clock.elapsed() < 15000, qPrintable(QString::number(clock.elapsed())));
    }

    void goesOnAfterTheServerCameBack()
    {
        Sandbox sandbox;
        DemoTraffic traffic(sandbox.endpoint());
        QTRY_VERIFY_WITH_TIMEOUT(RedisClient(sandbox.endpoint()).integer({"DBSIZE"}) > 5, patience_ms);
        sandbox.restart(); // Without data.
        QTRY_VERIFY_WITH_TIMEOUT(RedisClient(sandbox.endpoint()).integer({"DBSIZE"}) > 5, patience_ms);
    }
};

QTEST_GUILESS_MAIN(DemoTrafficTest)
#include "demo_traffic_test.moc"
