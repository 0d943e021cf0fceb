// SPDX-License-Identifier: Apache-2.0
// What is held stays held while its slot is on the way from one master of a cluster to another, whichever of its keys
// has gone first.
#include "lockscope/read_write_lock.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "support/lock_suite.hpp"

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
        if (!error.transient())
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
        m_reader.emplace(m_cluster->endpoint());
        m_writer.emplace(m_cluster->endpoint());
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
        QCOMPARE(look(to).hash(name).at("mode"), std::string("read"));
        m_cluster->finish_migration(slot, to);
        QVERIFY(!writer.try_lock());
        QVERIFY(reader.is_held());
        QCOMPARE(reader.release(), 0);
        QVERIFY(writer.try_lock_for(patience));
        QCOMPARE(writer.release(), 0);
        QVERIFY(until([&] { return look(to).keys().empty(); }));
    }
};

QTEST_GUILESS_MAIN(SlotMoveTest)
#include "slot_move_test.moc"
