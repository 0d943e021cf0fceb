// SPDX-License-Identifier: Apache-2.0
#include "lockctl_fixture.hpp"

using namespace lockscope;
using namespace lockscope::tests;

/// lockctl evict and repair.
class LockctlQueueTest : public QObject, private LockctlFixture
{
    Q_OBJECT

    const std::string m_carol = "0c0c0c0c-1111-4222-8333-444444444444:3";

    void queue(const std::string& owner, int seconds_left)
    {
        const auto now = std::stoll(m_redis->list({"TIME"}).front());
        m_redis->expect({"RPUSH", locks::queue_key("f"), owner});
        if (seconds_left != 0)
            m_redis->expect({"ZADD", locks::timeout_key("f"), std::to_string((now + seconds_left) * 1000), owner});
    }
    std::vector<std::string> queued() { return m_redis->list({"LRANGE", locks::queue_key("f"), "0", "-1"}); }
    std::vector<AuditEntry> audit() const
    {
        return AuditLog(m_state.path().toStdString() + "/lockscope/audit.jsonl").read();
    }
    static QByteArray bytes(const std::string& text) { return QByteArray::fromStdString(text); }

private slots:
    void init()
    {
        start_server();
        hold_by_hand("f", alice);
    }
    void cleanup() { stop_server(); }

    void wrongUsage_data()
    {
        QTest::addColumn<QList<QByteArray>>("words");
        QTest::newRow("no owner") << QList<QByteArray>{"evict", "f", "--reason", "x", "--yes"};
        QTest::newRow("no name") << QList<QByteArray>{"repair", "--reason", "x", "--yes"};
        QTest::newRow("evict without reason") << QList<QByteArray>{"evict", "f", "o", "--yes"};
        QTest::newRow("repair without reason") << QList<QByteArray>{"repair", "f", "--yes"};
    }
    void wrongUsage()
    {
        QFETCH(QList<QByteArray>, words);
        const auto result = run(words);
        QCOMPARE(result.code, 2);
        QVERIFY(result.output.isEmpty());
        QVERIFY(!result.errors.isEmpty());
    }

    void explainsItself()
    {
        const auto help = run({"--help"}).output;
        QVERIFY(help.contains("evict") && help.contains("repair"));
        QVERIFY(run({"evict", "--help"}).output.contains("--alive"));
        QVERIFY(run({"repair", "--help"}).output.contains("--yes"));
    }

    void theDeadAreNoWaiters()
    {
        queue(bob, -10);
        queue(m_carol, 600);
        const auto shown = run({"show", "f"});
        QVERIFY2(shown.output.contains("1 waiter (1 silent) +1 dead"), shown.output);
    }

    void evictsAGhost()
    {
        queue(bob, 300);
        queue(m_carol, 600);
        const auto result = run({"--json", "evict", "f", bytes(bob), "--reason", "it died", "--yes"});
        QCOMPARE(result.code, 0);
        const auto work = result.object()["queue"].toObject();
        QCOMPARE(work["was_alive"], QJsonValue(false));
        QCOMPARE(work["mends"].toArray()[0].toObject()["what"], QJsonValue("evicted"));
        QVERIFY(queued() == std::vector{m_carol});
        QCOMPARE(audit().back().reason, std::string("it died"));
        QCOMPARE(audit().back().action, std::string("evict-waiter"));
    }

    void evictTakesOwnersAsTheyArePrinted()
    {
        const std::string owner = "no uuid\xff";
        queue(owner, 300);
        QCOMPARE(run({"evict", "f", "no uuid\\xff", "--reason", "x", "--yes"}).code, 0);
        QVERIFY(queued().empty());
    }

    void whoIsAliveNeedsMore()
    {
        queue(bob, 300);
        const Subscriber waiter(m_sandbox->endpoint(), {locks::fair_channel("f", bob)});
        const auto kept = run({"evict", "f", bytes(bob), "--reason", "x", "--yes"});
        QCOMPARE(kept.code, 1);
        QVERIFY(kept.errors.contains("is alive") && kept.errors.contains("--alive"));
        QVERIFY(kept.output.contains(bytes(bob))); // What is there.
        QVERIFY(queued() == std::vector{bob});

        const auto gone = run({"evict", "f", bytes(bob), "--reason", "x", "--yes", "--alive"});
        QCOMPARE(gone.code, 0);
        QVERIFY(gone.output.contains("It was alive"));
        QVERIFY(queued().empty());
    }

    void whoIsNotThereIsSaidNotToBe()
    {
        queue(m_carol, 300);
        const auto result = run({"evict", "f", bytes(bob), "--alive", "--reason", "x", "--yes"});
        QCOMPARE(result.code, 1);
        QVERIFY(result.errors.contains("is not in the queue"));
        QVERIFY(result.output.contains(bytes(m_carol)));
        QCOMPARE(run({"evict", "nothing", "o", "--reason", "x", "--yes"}).code, 1);
        QCOMPARE(run({"repair", "nothing", "--reason", "x", "--yes"}).code, 1);
    }

    void withoutYesItSaysWhatItWouldDo()
    {
        queue(bob, -5);
        queue(m_carol, 0);
        const auto before = queued();
        const auto lines = audit().size();
        const auto evict = run({"evict", "f", bytes(bob), "--reason", "x"});
        QCOMPARE(evict.code, 2);
        QVERIFY(evict.output.isEmpty());
        QVERIFY(evict.errors.contains("place 1 of 2") && evict.errors.contains("Nobody listens"));
        const auto repair = run({"repair", "f", "--reason", "x"});
        QCOMPARE(repair.code, 2);
        QVERIFY(repair.output.isEmpty());
        QVERIFY(repair.errors.contains("2 things") && repair.errors.contains("deadline has passed"));
        QVERIFY(queued() == before);
        QCOMPARE(audit().size(), lines);
    }

    void repairsAQueue()
    {
        queue(bob, 0);
        queue(m_carol, 600);
        m_redis->expect({"ZADD", locks::timeout_key("f"), "5", "nobody"});
        const Subscriber waiter(m_sandbox->endpoint(), {locks::fair_channel("f", m_carol)});

        const auto shown = run({"show", "f", "--json"}).object();
        QCOMPARE(shown["strays"].toArray()[0].toObject()["owner"], QJsonValue("nobody"));

        const auto result = run({"--json", "repair", "f", "--reason", "broken", "--yes"});
        QCOMPARE(result.code, 0);
        const auto mends = result.object()["queue"].toObject()["mends"].toArray();
        QCOMPARE(mends.size(), 2);
        QCOMPARE(mends[0].toObject()["what"], QJsonValue("without-deadline"));
        QCOMPARE(mends[1].toObject()["what"], QJsonValue("stray"));
        QVERIFY(queued() == std::vector{m_carol});
        QCOMPARE(audit().back().action, std::string("repair-queue"));
    }

    void aGhostIsRemovedByRepair()
    {
        queue(bob, 300);
        const auto result = run({"repair", "f", "--reason", "x", "--yes"});
        QCOMPARE(result.code, 0);
        QVERIFY(result.output.contains("1 waiter removed"));
        QVERIFY(queued().empty());
    }

    void nothingToRepairIsDone_data()
    {
        QTest::addColumn<bool>("confirmed");
        QTest::newRow("asked") << false;
        QTest::newRow("with --yes") << true;
    }
    void nothingToRepairIsDone()
    {
        QFETCH(bool, confirmed);
        queue(bob, 300);
        const Subscriber waiter(m_sandbox->endpoint(), {locks::fair_channel("f", bob)});
        QList<QByteArray> words{"repair", "f", "--reason", "x"};
        if (confirmed)
            words << "--yes";
        const auto result = run(words);
        QCOMPARE(result.code, 0);
        QVERIFY(result.output.contains("nothing to repair"));
        QVERIFY(queued() == std::vector{bob});
    }

    /// No client writes such, but somebody may have, and it blocks the queue as any other.
    void anEntryTooLongToBeReadCanBeEvicted()
    {
        const std::string owner(1500, 'w');
        queue(bob, 300);
        queue(owner, 0);
        const QList<QByteArray> evict{"evict", "f", bytes(owner), "--alive", "--reason", "x"};
        const auto asked = run(evict);
        QCOMPARE(asked.code, 2);
        QVERIFY2(asked.errors.contains("repeat it with --yes"), asked.errors);
        const auto result = run(evict + QList<QByteArray>{"--yes"});
        QVERIFY2(result.code == 0, result.errors);
        QVERIFY(queued() == std::vector{bob});
        const auto again = run(evict + QList<QByteArray>{"--yes"});
        QCOMPARE(again.code, 1);
        QVERIFY2(again.errors.contains("is not in the queue"), again.errors);
    }

    void ofALongQueueTheFrontIsRepaired()
    {
        std::vector<std::string> words{"RPUSH", locks::queue_key("f")};
        for (int i = 0; i < 1001; ++i)
            words.push_back("w" + std::to_string(i));
        m_redis->expect(words);
        const QList<QByteArray> repair{"repair", "f", "--reason", "x"};
        const auto asked = run(repair);
        QCOMPARE(asked.code, 2);
        QVERIFY2(asked.errors.contains("change 1000 things"), asked.errors);
        QVERIFY2(asked.errors.contains("Only the first 1000 of 1001 waiters are looked at"), asked.errors);
        QCOMPARE(run(repair + QList<QByteArray>{"--yes"}).code, 0);
        QVERIFY(queued() == std::vector<std::string>{"w1000"});
    }

    void aQueueThatCannotBeComparedIsNotPlanned()
    {
        const QByteArray why("longer than the 1024 bytes");
        m_redis->expect({"RPUSH", locks::queue_key("f"), std::string(1500, 'w'), bob});
        const auto before = queued();
        for (const auto& more : {QList<QByteArray>{}, {"--yes"}}) {
            const auto result = run(QList<QByteArray>{"repair", "f", "--reason", "x"} + more);
            QCOMPARE(result.code, 3);
            QVERIFY2(result.errors.contains(why) && result.errors.count('\n') == 1, result.errors);
        }
        QVERIFY(queued() == before);
    }

    /// Their number is no matter of the queue, which is empty.
    void manyReadersAreNothingToRepair()
    {
        std::vector<std::string> words{"HSET", "rw", "mode", "read"};
        for (int thread = 1; thread <= 1200; ++thread)
            words.insert(words.end(), {alice + std::to_string(thread), "1"});
        m_redis->expect(words);
        for (const auto& more : {QList<QByteArray>{}, {"--yes"}}) {
            const auto result = run(QList<QByteArray>{"repair", "rw", "--reason", "x"} + more);
            QVERIFY2(result.code == 0 && result.output.contains("nothing to repair"), result.errors);
        }
    }

    void noConnection()
    {
        m_sandbox->kill_server();
        QCOMPARE(run({"evict", "f", "o", "--reason", "x", "--yes"}).code, 3);
        QCOMPARE(run({"repair", "f", "--reason", "x", "--yes"}).code, 3);
    }
};

QTEST_GUILESS_MAIN(LockctlQueueTest)
#include "lockctl_queue_test.moc"
