// SPDX-License-Identifier: Apache-2.0
// What is between a client and its server loses requests and replies, or falls silent.
#include "crowd.hpp"
#include "support/fault_proxy.hpp"

using namespace lockscope;
using namespace lockscope::test;

class LinkFaultsTest : public QObject
{
    Q_OBJECT

    Server m_server;

private slots:
    void init() { m_server.empty(); }

    void aPartitionLongerThanTheLeaseIsToldInTime_data() { add_lock_sides(); }
    void aPartitionLongerThanTheLeaseIsToldInTime()
    {
        QFETCH(int, kind);
        FaultProxy proxy(m_server.endpoint());
        ClientOptions options;
        options.command_timeout = 300ms;
        options.watchdog_lease = brief_lease;
        Client cut(proxy.endpoint(), options);
        Client other(m_server.endpoint());
        const auto lock = kind_at(kind).make(cut);
        lock->lock();
        const FencingToken token = lock->token();
        std::atomic<bool> told{false};
        const std::stop_callback telling(lock->loss_token(), [&] { told = true; });
        const auto others = kind_at(kind).rival(other);
        proxy.set_mode(FaultProxy::Mode::black_hole);
        QCOMPARE(thrown([&] { return others->acquire({20s, {}, {}}); }), Errc::ok); // the lease ends on the server
        QVERIFY2(!lock->is_held(), "somebody else holds it, and the holder does not know");
        QVERIFY(until([&] { return told.load(); }, 2s)); // as soon as its thread runs
        QVERIFY(is_fenced_off(token, others->token()));
        QCOMPARE(others->release(), 0);
        proxy.set_mode(FaultProxy::Mode::forward);
        QCOMPARE(thrown([&] { return lock->acquire({20s, {}, {}}); }), Errc::ok); // and all is well again
        QCOMPARE(thrown([&] { return lock->release(); }), Errc::ok);
        QVERIFY(is_tidy(m_server.redis));
    }

    void repliesAreLostAtRandom_data() { add_lock_kinds(); }
    void repliesAreLostAtRandom()
    {
        QFETCH(int, kind);
        FaultProxy proxy(m_server.endpoint());
        Crowd crowd(proxy.endpoint(), kind_at(kind));
        for (int i = 0; i < 12; ++i) {
            QVERIFY2(crowd.goes_on(3), crowd.seen().c_str());
            const auto fault =
                i % 2 ? FaultProxy::Fault::reset_before_forwarding : FaultProxy::Fault::swallow_and_reset;
            proxy.inject(fault, FaultProxy::any_script(), 1, i % 5);
            QVERIFY(proxy.wait_injected(i + 1));
        }
        QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
        QVERIFY(crowd.ends());
        QVERIFY2(crowd.was_perfect(), crowd.seen().c_str());
        QVERIFY(is_tidy(m_server.redis));
    }

    /// The connection for commands may reach another server later than the one for messages does, and nobody tells what
    /// this server says of the lock.
    void looksAgainWhenItsCommandsGoElsewhere_data() { add_lock_sides(); }
    void looksAgainWhenItsCommandsGoElsewhere()
    {
        QFETCH(int, kind);
        Client holder(m_server.endpoint());
        Client waiter(m_server.endpoint());
        const auto lock = kind_at(kind).rival(holder);
        QVERIFY(lock->acquire({{}, 60s, {}}));
        m_server.redis.reset_stats();
        std::vector<std::future<bool>> waiting;
        for (int i = 0; i < 2; ++i) {
            waiting.push_back(in_thread([&] {
                const auto waiters = kind_at(kind).make(waiter);
                return waiters->acquire({60s, {}, {}}) && waiters->release() == 0;
            }));
        }
        QVERIFY(until([&] { return m_server.redis.scripts() > 1; }));
        const auto is_of_lock = [](const std::string& channel) { return channel.find("{lock}") != std::string::npos; };
        QVERIFY(kind_at(kind).name == "spin" || until([&] {
                    const std::vector<std::string> channels = m_server.redis.channels();
                    return std::any_of(channels.begin(), channels.end(), is_of_lock);
                }));
        m_server.redis.expect({"FLUSHALL"});
        m_server.redis.expect({"CLIENT", "KILL", "TYPE", "normal"});
        for (auto& each : waiting) {
            QVERIFY(is_ready(each, 5s));
            QVERIFY(each.get());
        }
        QVERIFY(is_tidy(m_server.redis));
    }
};

QTEST_GUILESS_MAIN(LinkFaultsTest)
#include "link_faults_test.moc"
