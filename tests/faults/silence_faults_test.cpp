// SPDX-License-Identifier: Apache-2.0
// The link falls silent: nothing comes back, and nobody says why. Whoever calls hears in time that it is not known, and
// what arrives when nobody wants it any more changes nothing.
#include "crowd.hpp"
#include "support/request_faults.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;

class SilenceFaultsTest : public QObject
{
    Q_OBJECT

    Server m_server;
    std::optional<FaultProxy> m_proxy;

    /// Is anything there but the counter of a fenced lock?
    [[nodiscard]] bool is_taken()
    {
        const std::vector<std::string> keys = m_server.redis.keys();
        return std::any_of(keys.begin(), keys.end(),
                           [](const std::string& key) { return key != "redisson_lock_token:{lock}"; });
    }

private slots:
    void init()
    {
        m_server.empty();
        m_proxy.emplace(m_server.endpoint());
    }
    void cleanup() { m_proxy.reset(); }

    void everyCallEndsInTime_data() { add_lock_sides(); }
    void everyCallEndsInTime()
    {
        QFETCH(int, kind);
        // Whoever forgets what its caller wants waits for a connection or an answer, and that is long.
        ClientOptions options;
        options.connect_timeout = options.command_timeout = 60s;
        options.outage_patience = 500ms;
        Client client(m_proxy->endpoint(), options);
        const auto lock = kind_at(kind).make(client);
        lock->lock();
        m_proxy->set_mode(FaultProxy::Mode::black_hole);
        const auto released = Clock::now();
        QVERIFY(thrown([&] { return lock->release(); }) != Errc::ok);
        QVERIFY2(since(released) < options.outage_patience + soon, std::to_string(since(released).count()).c_str());
        QVERIFY(!lock->is_held());
        const auto asked = Clock::now();
        QVERIFY(thrown([&] { return lock->acquire({1s, {}, {}}); }) != Errc::ok);
        QVERIFY2(since(asked) < 1s + 1s + soon, std::to_string(since(asked).count()).c_str());
        QVERIFY(!lock->is_held());
    }

    void whatArrivesLateFindsNobodyWhoWantsIt_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("isGivenUp");
        for (std::size_t i = 0; i < lock_sides().size(); ++i) {
            QTest::newRow((lock_sides()[i].name + ", released").c_str()) << static_cast<int>(i) << false;
            QTest::newRow((lock_sides()[i].name + ", given up").c_str()) << static_cast<int>(i) << true;
        }
    }
    void whatArrivesLateFindsNobodyWhoWantsIt()
    {
        QFETCH(int, kind);
        QFETCH(bool, isGivenUp);
        Client client(m_proxy->endpoint(), impatient(500ms));
        const auto lock = kind_at(kind).make(client);
        QVERIFY(gets(*lock)); // so that it is connected, and the server knows the scripts
        QCOMPARE(lock->release(), 0);
        constexpr milliseconds lease{45678}; // says which request it is
        m_proxy->inject(Fault::hold_requests, FaultProxy::with_word(std::to_string(lease.count())));
        if (isGivenUp) {
            QVERIFY(thrown([&] { return lock->acquire({50ms, lease, {}}); }) != Errc::ok);
            QVERIFY(!lock->is_held());
            // Over another connection. Before anything is sent there, the server has ended the first one.
            QVERIFY(until([&] { return thrown([&] { client.ping(); }) == Errc::ok; }));
        } else {
            QVERIFY(lock->acquire({{}, lease, {}})); // at the second try
            QCOMPARE(lock->release(), 0);
        }
        QCOMPARE(m_proxy->injected(), 1);
        m_proxy->release_held();
        QVERIFY(!until([&] { return is_taken(); }, 300ms));
        QVERIFY(is_tidy(m_server.redis));
    }
};

QTEST_GUILESS_MAIN(SilenceFaultsTest)
#include "silence_faults_test.moc"
