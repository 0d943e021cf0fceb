// SPDX-License-Identifier: Apache-2.0
// Locks made of several others: all of them (multi lock), or the majority of several servers (RedLock).
#include "interop/multi_interop.hpp"
#include "lockscope/red_lock.hpp"

#include <QTest>

#include <array>

using namespace lockscope;
using namespace lockscope::test;

/// Three servers.
class RedInteropTest : public InteropTest
{
    Q_OBJECT

    static constexpr std::size_t nodes = 3;
    std::array<std::unique_ptr<Server>, nodes> m_servers;
    using Clients = std::array<std::unique_ptr<Client>, nodes>;
    Clients m_clients;

    Clients new_clients(const ClientOptions& options = {})
    {
        Clients clients;
        for (std::size_t i = 0; i < nodes; ++i)
            clients[i] = std::make_unique<Client>(m_servers[i]->endpoint(), options);
        return clients;
    }
    RedLock ours_of(const Clients& clients)
    {
        std::vector<Lock> members;
        for (const auto& node : clients)
            members.push_back(node->reentrant_lock(name()));
        return RedLock(members);
    }
    RedLock ours() { return ours_of(m_clients); }
    JavaLock theirs() { return theirs_of(stage().java(version()), usual_watchdog); }
    JavaLock theirs_of(JavaPeer& java, milliseconds watchdog)
    {
        std::vector<std::string> clients;
        for (const auto& server : m_servers) {
            const std::string port = std::to_string(server->endpoint().port);
            clients.push_back("node-" + port);
            java.connect(clients.back(), "redis://127.0.0.1:" + port, watchdog);
        }
        return {stage().new_owner(java, watchdog), java_object("red", clients, name())};
    }
    int holders()
    {
        int all = 0;
        for (const auto& server : m_servers)
            all += server->redis.exists(name()) ? 1 : 0;
        return all;
    }
    bool is_somebody_waiting()
    {
        return until([&] {
            return std::any_of(m_servers.begin(), m_servers.end(), [&](const auto& server) {
                return server->redis.subscribers(lock_channel_of(name())) > 0;
            });
        });
    }

public:
    explicit RedInteropTest(InteropStage& stage) : InteropTest(stage)
    {
        for (auto& server : m_servers)
            server = std::make_unique<Server>(SandboxOptions{.tcp = true, .arguments = {}});
        m_clients = new_clients();
    }

private slots:
    void javaEntersWhenWeRelease()
    {
        RedLock held = ours();
        held.lock(30s);
        QVERIFY(holders() >= 2);
        const JavaLock waiting = theirs();
        QVERIFY(!waiting.try_lock());
        const JavaCommand entering = waiting.start_lock();
        QVERIFY(is_somebody_waiting());
        QVERIFY(!entering.is_done());
        const auto start = Clock::now();
        QCOMPARE(held.release(), 0);
        QVERIFY(is_prompt(start, entering));
        waiting.unlock();
        QVERIFY(until([&] { return holders() == 0; }));
    }

    void weEnterWhenJavaReleases()
    {
        const JavaLock held = theirs();
        held.lock();
        QVERIFY(!ours().try_lock());
        GroupWaiter waiting(ours());
        const auto start = Clock::now();
        held.unlock();
        QVERIFY(is_prompt(start, waiting.entered_at()));
        QVERIFY(holders() >= 2);
        QCOMPARE(waiting.release(), 0);
        QVERIFY(until([&] { return holders() == 0; }));
    }

    void oneBusyServerOfThreeHindersNeither()
    {
        ReentrantLock busy = m_clients[0]->reentrant_lock(name());
        busy.lock(30s);
        RedLock held = ours();
        QVERIFY(held.try_lock_for(5s, 30s));
        const JavaLock other = theirs();
        QVERIFY(!other.try_lock());
        QCOMPARE(held.release(), 0);
        QVERIFY(other.try_lock_for(10s));
        QVERIFY(!ours().try_lock());
        other.unlock();
        busy.unlock();
        QVERIFY(until([&] { return holders() == 0; }));
    }

    void entriesAreCountedByBoth()
    {
        RedLock first = ours();
        first.lock(30s);
        first.lock(30s);
        const JavaLock second = theirs();
        QVERIFY(!second.try_lock());
        QCOMPARE(first.release(), 1);
        QVERIFY(!second.try_lock());
        QCOMPARE(first.release(), 0);

        QVERIFY(second.try_lock_for(10s));
        QVERIFY(second.try_lock_for(10s));
        QVERIFY(!first.try_lock());
        second.unlock();
        QVERIFY(!first.try_lock());
        second.unlock();
        QVERIFY(until([&] { return holders() == 0; }));
    }

    void whatADeadJavaHeldIsOursWhenTheLeaseEnds()
    {
        const auto java = stage().another_java(version());
        theirs_of(*java, short_watchdog).lock();
        QVERIFY(!ours().try_lock());
        GroupWaiter waiting(ours());
        const auto start = Clock::now();
        java->kill();
        QVERIFY(waiting.entered_at() < start + short_watchdog + prompt);
        QCOMPARE(waiting.release(), 0);
        QVERIFY(until([&] { return holders() == 0; }));
    }

    void whatADeadClientOfOursHeldIsJavasWhenTheLeaseEnds()
    {
        Clients mortal = new_clients(quick_options());
        ours_of(mortal).lock();
        const JavaLock rival = theirs();
        const JavaCommand entering = rival.start_lock();
        QVERIFY(is_somebody_waiting());
        QVERIFY(!entering.is_done());
        const auto start = Clock::now();
        mortal = {};
        QVERIFY(entering.answer().expect_success().at < start + short_watchdog + prompt);
        rival.unlock();
        QVERIFY(until([&] { return holders() == 0; }));
    }
};

int main(int argc, char** argv)
{
    return run_interop<MultiInterop, RedInteropTest>(argc, argv);
}
#include "group_interop_test.moc"
