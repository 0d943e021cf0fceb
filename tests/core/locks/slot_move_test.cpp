// SPDX-License-Identifier: Apache-2.0
// What is held stays held while its slot is on the way from one master of a cluster to another, whichever of its keys
// has gone first.
#include "lockscope/read_write_lock.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;

namespace {

const std::string name = "{moves}";

/// Does it get in just now? It may also be told that nobody can tell at the moment.
bool gets_in(Lock lock)
{
    try {
        return lock.try_lock();
    } catch (const Error& error) {
        if (!error.transient() && error.errc() != Errc::outcome_unknown)
            throw;
        return false;
    }
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
    void initTestCase() { m_cluster.emplace(); }
    void init()
    {
        ClientOptions options;
        options.command_timeout = 500ms; // who is told to try again does so for that long
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
};

QTEST_GUILESS_MAIN(SlotMoveTest)
#include "slot_move_test.moc"
