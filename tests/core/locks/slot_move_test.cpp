// SPDX-License-Identifier: Apache-2.0
// What is held stays held while its slot is on the way from one master of a cluster to another, whichever of its keys
// has gone first.
#include "lockscope/fair_lock.hpp"
#include "lockscope/name_look.hpp"
#include "lockscope/read_write_lock.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "support/cancellable.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;

namespace {

namespace asio = boost::asio;

const std::string name = "{moves}";

/// Does it get in? It may also be told that nobody can tell at the moment.
template <typename Attempt>
bool succeeds(Attempt attempt)
{
    try {
        return attempt();
    } catch (const Error& error) {
        if (!error.transient() && error.errc() != Errc::outcome_unknown)
            throw;
        return false;
    }
}

bool gets_in(Lock lock)
{
    return succeeds([&] { return lock.try_lock(); });
}

} // namespace

class SlotMoveTest : public QObject
{
    Q_OBJECT

    std::optional<SandboxCluster> m_cluster;
    std::optional<Client> m_reader, m_writer;

    std::string message;
    Errc code = Errc::ok;

    RedisClient look(int node) { return RedisClient(m_cluster->node(node).endpoint()); }
    void move(const std::string& key, int from, int to)
    {
        const Endpoint& target = m_cluster->node(to).endpoint();
        QCOMPARE(look(from).text({"MIGRATE", target.host, std::to_string(target.port), key, "0", "5000"}),
                 std::string("OK"));
    }

private slots:
    void initTestCase()
    {
        m_cluster.emplace(SandboxClusterOptions{.node_timeout = 60s, .password = {}, .arguments = {}});
    }
    void init()
    {
        ClientOptions options;
        options.command_timeout = 1s; // who is told to try again does so for that long
        m_reader.emplace(m_cluster->endpoint(), options);
        m_writer.emplace(m_cluster->endpoint(), options);
    }
    void cleanup()
    {
        m_reader.reset();
        m_writer.reset();
    }

    void aReaderKeepsOutAWriter_data()
    {
        QTest::addColumn<bool>("lockGoesFirst");
        QTest::newRow("the lock goes first") << true;
        QTest::newRow("the reader's deadline goes first") << false;
    }
    void aReaderKeepsOutAWriter()
    {
        QFETCH(bool, lockGoesFirst);
        ReadLock reader = m_reader->read_write_lock(name).read();
        WriteLock writer = m_writer->read_write_lock(name).write();
        reader.lock();
        const unsigned slot = SandboxCluster::key_slot(name);
        const int from = m_cluster->master_of(slot);
        const int to = (from + 1) % 3;
        std::vector<std::string> keys = look(from).keys();
        QCOMPARE(keys.size(), std::size_t(2));
        if ((keys.front() == name) != lockGoesFirst)
            std::swap(keys.front(), keys.back());

        m_cluster->start_migration(slot, from, to);
        QVERIFY(!gets_in(writer));
        for (const std::string& key : keys) {
            move(key, from, to);
            QVERIFY(!gets_in(writer));
        }
        m_cluster->finish_migration(slot, to);
        QCOMPARE(look(to).hash(name).at("mode"), std::string("read"));
        QVERIFY(!writer.try_lock());
        QVERIFY(reader.is_held());
        QCOMPARE(reader.release(), 0);
        QVERIFY(writer.try_lock_for(patience));
        QCOMPARE(writer.release(), 0);
        QVERIFY(until([&] { return look(to).keys().empty(); }));
    }

    void aLookAtANameFollowsItsSlot()
    {
        const auto looked = [this] {
            return asio::co_spawn(m_reader->executor(), async_look_at(*m_reader, name), asio::use_future).get();
        };
        const unsigned slot = SandboxCluster::key_slot(name);
        const int from = m_cluster->master_of(slot);
        const int to = (from + 1) % 3;
        look(from).expect({"SET", name, "3"});
        m_cluster->start_migration(slot, from, to);
        move(name, from, to);
        const NameLook there = looked();
        QCOMPARE(there.type, std::string("string"));
        QCOMPARE(there.number.value_or(0), 3);
        RedisClient target = look(to);
        target.expect({"ASKING"});
        target.expect({"DEL", name});
        QVERIFY(looked().is_nothing());
        m_cluster->finish_migration(slot, to);
    }

    void whoDoesNotWaitIsToldSoon()
    {
        Client holder(m_cluster->endpoint()), other(m_cluster->endpoint());
        WriteLock held = holder.read_write_lock(name).write();
        WriteLock wanted = other.read_write_lock(name).write();
        held.lock();
        const unsigned slot = SandboxCluster::key_slot(name);
        const int from = m_cluster->master_of(slot);
        const int to = (from + 1) % 3;
        QVERIFY(!wanted.try_lock()); // Connections are open.
        m_cluster->start_migration(slot, from, to);
        milliseconds took{};
        const auto measure = [&] {
            const Clock::time_point start = Clock::now();
            try {
                static_cast<void>(wanted.try_lock());
                took = milliseconds::max();
            } catch (const Error& error) {
                took = since(start);
                message = error.what();
                code = error.errc();
            }
            return took;
        };
        QVERIFY2(shortest(1s, measure) < 1s, std::to_string(took.count()).c_str());
        QCOMPARE(code, Errc::master_down);
        QVERIFY2(message.find("The lock {moves} could not be tried. Its slot is on its way to another node") == 0,
                 message.c_str());
        auto waiting = in_thread([&] { return wanted.try_lock_for(60s) && wanted.release() == 0; });
        move(name, from, to);
        m_cluster->finish_migration(slot, to);
        QVERIFY(!is_ready(waiting));
        QCOMPARE(held.release(), 0);
        QVERIFY(is_ready(waiting, patience));
        QVERIFY(waiting.get());
    }

    // Nobody answers whoever leaves a queue then; when somebody does, the same owner may have come back.
    void whatIsGivenBackMeanwhileDoesNotEndTheNextHold()
    {
        constexpr int count = 40; // each of them might be overtaken
        Client holder(m_cluster->endpoint()), other(m_cluster->endpoint());
        const OwnerId owner{other.id(), 1};
        const auto lock_name = [](int i) { return name + std::to_string(i); };
        const auto wait_for_each = [&] {
            std::vector<Cancellable<bool>> waits;
            for (int i = 0; i < count; ++i)
                waits.emplace_back(other.executor(), other.fair_lock(lock_name(i)).async_try_lock_for(owner, 60s));
            return waits;
        };
        for (int i = 0; i < count; ++i)
            QVERIFY(holder.fair_lock(lock_name(i)).try_lock_for(patience, 10min));
        const unsigned slot = SandboxCluster::key_slot(name);
        const int from = m_cluster->master_of(slot);
        const int to = (from + 1) % 3;
        auto first_waits = wait_for_each();
        QVERIFY(until([&] { return look(from).keys().size() == 3 * count; }));
        m_cluster->start_migration(slot, from, to);
        for (int i = 0; i < count; ++i)
            move("redisson_lock_queue:" + lock_name(i), from, to);
        // Nobody's lease or wait ends by itself: a busy machine may take long for all this.
        for (auto& wait : first_waits)
            wait.cancel();
        for (auto& wait : first_waits)
            QVERIFY(thrown([&] { return wait.get(); }) != Errc::ok);
        for (int i = 0; i < count; ++i)
            look(from).expect({"DEL", lock_name(i)}); // as a lease that ends: nobody is told
        QCOMPARE(look(from).keys().size(), std::size_t(count));
        auto second_waits = wait_for_each();
        while (m_cluster->migrate_keys(slot, from, to) > 0) {}
        m_cluster->finish_migration(slot, to);
        for (auto& wait : second_waits)
            QVERIFY(wait.get());
        const auto is_one_lost = [&] {
            for (int i = 0; i < count; ++i)
                if (look(to).hash(lock_name(i)).empty())
                    return true;
            return false;
        };
        QVERIFY(!until(is_one_lost, 300ms));
        for (int i = 0; i < count; ++i)
            QCOMPARE(
                asio::co_spawn(other.executor(), other.fair_lock(lock_name(i)).async_unlock(owner), asio::use_future)
                    .get(),
                0);
    }
};

QTEST_GUILESS_MAIN(SlotMoveTest)
#include "slot_move_test.moc"
