// SPDX-License-Identifier: Apache-2.0
// Broken queues and dead waiters: a fair lock heals itself, in bounded time, without asking all the time.
#include "java_fair.hpp"

#include <QProcess>
#include <QScopeGuard>
#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

namespace {

/// A process with waiters, killed at the end at the latest.
class Worker
{
public:
    Worker(FairServer& server, int waiters)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(FAIR_WORKER, {QString::fromStdString(server.endpoint().uri_without_password()), "a",
                                      QString::number(waiters)});
    }
    ~Worker() { kill(); }
    void kill()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

private:
    QProcess m_process;
};

} // namespace

class FairQueueRepairTest : public QObject, private FairStage
{
    Q_OBJECT

private slots:
    void initTestCase() { open(); }
    void cleanupTestCase() { close(); }
    void init() { begin(); }
    void cleanup() { end(); }

    // What is plainly wrong is mended at once.

    void aBrokenQueueHealsAtOnce_data()
    {
        QTest::addColumn<QList<QByteArray>>("entries");
        QTest::addColumn<QList<QByteArray>>("scores"); // score, member, …
        const auto row = [](const char* title, const QList<QByteArray>& entries, const QList<QByteArray>& scores) {
            QTest::newRow(title) << entries << scores;
        };
        row("head without a score", {"x"}, {});
        row("heads without scores", {"x", "y", "x"}, {});
        row("score without an entry", {}, {"9999999999999", "x"});
        row("scores without entries", {}, {"9999999999999", "x", "1", "y", "inf", "z"});
        row("stale head", {"x"}, {"1000", "x"});
        row("stale heads", {"x", "y"}, {"1000", "x", "2000", "y"});
        row("duplicates of a stale one", {"x", "x", "x"}, {"1000", "x"});
        row("score of minus infinity", {"x"}, {"-inf", "x"});
        row("negative score", {"x"}, {"-5.5", "x"});
        row("empty name", {""}, {"1", ""});
        row("NUL and line breaks", {QByteArray("a\0\r\n*", 5)}, {"1", QByteArray("a\0\r\n*", 5)});
    }
    void aBrokenQueueHealsAtOnce()
    {
        QFETCH(QList<QByteArray>, entries);
        QFETCH(QList<QByteArray>, scores);
        for (const QByteArray& entry : entries)
            redis().expect({"RPUSH", fair_queue, entry.toStdString()});
        for (int i = 0; i < scores.size(); i += 2)
            redis().expect({"ZADD", fair_deadlines, scores[i].toStdString(), scores[i + 1].toStdString()});
        const auto start = Clock::now();
        QVERIFY(m_us->lock().try_lock());
        QVERIFY(since(start) < soon);
        QCOMPARE(m_us->lock().release(), 0);
        QVERIFY(m_server->is_clean());
    }

    void thousandsOfStaleHeadsAreRemovedBitByBit()
    {
        for (int i = 0; i < 2500; ++i)
            m_server->redis.expect({"RPUSH", fair_queue, "x" + std::to_string(i)});
        QVERIFY(m_us->enter(1, {.wait = 15s, .lease = {}, .stop = {}}).get());
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    // A waiter that lives keeps its place, whatever is done to its entry.

    /// In a cluster some clients listen within the shard and some do not.
    void whoListensOtherwiseKeepsItsPlace()
    {
        const auto allow_shards = [this](const char* right) {
            if (m_server->is_cluster())
                redis().expect({"ACL", "SETUSER", "default", right});
        };
        allow_shards("+pubsub|shardnumsub"); // now they are used
        const auto as_before = qScopeGuard([&] { allow_shards("-pubsub|shardnumsub"); });
        FairClient us(m_server->endpoint());
        m_server->hold(60s, "somebody");
        m_server->queue_up(java_owner);
        Subscriber java(m_server->direct(), {fair_channel_of(java_owner)});
        auto ours = us.enter(1, {.wait = 60s, .lease = {}, .stop = {}});
        QVERIFY(until([&] { return m_server->queue() == Names{java_owner, us.field(1)}; }));
        const std::int64_t before = redis().scripts();
        QVERIFY(until([&] { return redis().scripts() >= before + 4; })); // by then who is silent is known to be dead

        redis().expect({"DEL", "a"});
        QVERIFY(java.wait_for(fair_channel_of(java_owner), "0"));
        QCOMPARE(m_server->queue().front(), java_owner);
        QVERIFY(!redis().exists("a"));

        redis().expect({"LPOP", fair_queue});
        redis().expect({"ZREM", fair_deadlines, java_owner});
        QVERIFY(ours.get());
        QCOMPARE(us.leave(1), 0);
    }

    void aLivingWaiterSurvives_data()
    {
        QTest::addColumn<QByteArray>("damage");
        QTest::newRow("its deadline is deleted") << QByteArray("deadline");
        QTest::newRow("its entry is deleted") << QByteArray("entry");
        QTest::newRow("both are deleted") << QByteArray("both");
        QTest::newRow("it is in the queue twice") << QByteArray("twice");
        QTest::newRow("its deadline is over") << QByteArray("over");
        QTest::newRow("the keys are gone") << QByteArray("keys");
    }
    void aLivingWaiterSurvives()
    {
        QFETCH(QByteArray, damage);
        QVERIFY(m_us->enter(0, {.wait = {}, .lease = 60s, .stop = {}}).get());
        auto first = m_us->enter(1);
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        auto second = m_us->enter(2);
        QVERIFY(m_server->is_queue({m_us->field(1), m_us->field(2)}));
        const std::string victim = m_us->field(1);
        const bool keeps_its_place = damage == "deadline" || damage == "twice";
        if (damage == "deadline" || damage == "both")
            redis().expect({"ZREM", fair_deadlines, victim});
        if (damage == "entry" || damage == "both")
            redis().expect({"LREM", fair_queue, "0", victim});
        if (damage == "twice")
            redis().expect({"RPUSH", fair_queue, victim});
        if (damage == "over")
            redis().expect({"ZADD", fair_deadlines, "1000", victim});
        if (damage == "keys")
            redis().expect({"DEL", fair_queue, fair_deadlines});
        QCOMPARE(m_us->leave(0), 0);
        if (keeps_its_place) {
            QVERIFY(is_ready(first, beyond_the_dead));
            QVERIFY(!is_ready(second));
            QCOMPARE(m_us->leave(1), 0);
            QVERIFY(is_ready(second, beyond_the_dead));
            QCOMPARE(m_us->leave(2), 0);
        } else { // the order may be lost, nobody is
            QVERIFY(until([&] { return is_ready(first) || is_ready(second); }, beyond_the_dead));
            const int winner = is_ready(first) ? 1 : 2;
            QCOMPARE(m_us->leave(winner), 0);
            QVERIFY(is_ready(winner == 1 ? second : first, beyond_the_dead));
            QCOMPARE(m_us->leave(3 - winner), 0);
        }
        QVERIFY(m_server->is_clean());
    }

    // Dead waiters.

    void fiftyDeadHeadsOfAFreeLockCostSeconds()
    {
        for (int i = 0; i < 50; ++i)
            m_server->queue_up("dead " + std::to_string(i), 300s);
        const auto start = Clock::now();
        QVERIFY(m_us->enter(1).get());
        const auto took = since(start);
        QVERIFY2(took > 1900ms && took < beyond_the_dead, std::to_string(took.count()).c_str());
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    /// Nobody waits long enough to see that it is dead, but somebody of this process sees it now and then.
    void aDeadHeadIsFoundByThoseWhoWaitForAMoment_data()
    {
        QTest::addColumn<int>("wait");
        QTest::newRow("not at all") << 0;
        QTest::newRow("a second") << 1000;
        QTest::newRow("a second and a half") << 1500;
    }
    void aDeadHeadIsFoundByThoseWhoWaitForAMoment()
    {
        QFETCH(int, wait);
        m_server->queue_up("dead", 300s);
        FairLock a = lock();
        const auto start = Clock::now();
        const auto tries = [&] { return wait == 0 ? a.try_lock() : a.try_lock_for(milliseconds(wait)); };
        QVERIFY(until([&] { return !is_refused(tries); }, beyond_the_dead));
        QVERIFY2(since(start) > 1900ms, std::to_string(since(start).count()).c_str());
        QCOMPARE(a.release(), 0);
        QVERIFY(m_server->is_clean());
    }

    void whoListensIsNotThoughtDeadByThoseWhoDoNotWait()
    {
        m_server->queue_up("slow", 300s);
        Subscriber slow(m_server->direct(), {fair_channel_of("slow")});
        FairLock a = lock();
        redis().reset_stats();
        QVERIFY(!until([&] { return a.try_lock(); }, 4s));
        QCOMPARE(m_server->queue(), Names{"slow"});
        QVERIFY(!until([&] { return !is_refused([&] { return a.try_lock_for(500ms); }); }, 3s));
        QVERIFY(until([&] { return m_server->queue() == Names{"slow"}; })); // leaving may go on in the background
    }

    /// Somebody was waiting all the time: then it is known who is dead, and a release finds the first who lives. On a
    /// busy machine one round of several shows it.
    void deadWaitersThatAreKnownCostNothing()
    {
        constexpr milliseconds to_find_out{2000}; // who is dead
        milliseconds best = milliseconds::max();
        for (int round = 0; round < 5 && best >= to_find_out; ++round) {
            m_server->hold(0ms);
            m_server->queue_up("dead head");
            auto first = m_us->enter(1);
            QVERIFY(until([&] { return m_server->hears(m_us->field(1)); }));
            m_server->queue_up("dead in the middle");
            auto second = m_us->enter(2);
            QVERIFY(until([&] { return m_server->hears(m_us->field(2)); }));
            m_server->scripts_per_second(1500ms + to_find_out + 1s); // from the next look of the first of them on
            QVERIFY(m_us->lock().force_unlock());
            const auto start = Clock::now();
            QVERIFY(first.get());
            QCOMPARE(m_us->leave(1), 0);
            QVERIFY(second.get());
            best = std::min(best, since(start));
            QCOMPARE(m_us->leave(2), 0);
            QVERIFY(m_server->is_clean());
        }
        QVERIFY2(best < to_find_out, std::to_string(best.count()).c_str());
    }

    void whoListensIsNotThoughtDead()
    {
        m_server->queue_up("slow", 300s);
        Subscriber slow(m_server->direct(), {fair_channel_of("slow")});
        const auto rate = [&] { return m_server->scripts_per_second(2400ms); };
        auto waiter = m_us->enter(1, {.wait = 6000ms, .lease = {}, .stop = {}});
        QVERIFY(until([&] { return m_server->hears(m_us->field(1)); }));
        const double scripts = rate();
        QVERIFY2(scripts <= 2, std::to_string(scripts).c_str());
        QVERIFY(was_refused(waiter));
        QVERIFY(until([&] { return m_server->queue() == Names{"slow"}; })); // leaving may go on in the background
        QVERIFY(slow.wait_for(fair_channel_of("slow"), "0"));               // it was told, in case it did not know
    }

    void allWaitersAreKilled()
    {
        m_server->hold(0ms);
        Worker first(*m_server, 40);
        Worker second(*m_server, 40);
        QVERIFY(until([&] { return m_server->queue().size() == 80; }));
        QVERIFY(until([&] { return redis().channels().size() >= 80; }));
        first.kill();
        second.kill();
        QVERIFY(until([&] { return redis().channels().empty(); }));
        redis().expect({"DEL", "a"});
        const auto start = Clock::now();
        QVERIFY(m_us->enter(1).get());
        QVERIFY2(since(start) < beyond_the_dead, std::to_string(since(start).count()).c_str());
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    void aProcessIsKilledAmongOthersThatLive()
    {
        m_server->hold(0ms);
        auto before = m_us->enter(1);
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        Worker dead(*m_server, 5);
        QVERIFY(until([&] { return m_server->queue().size() == 6; }));
        auto after = m_us->enter(2);
        QVERIFY(until([&] { return m_server->hears(m_us->field(2)) && redis().channels().size() >= 7; }));
        dead.kill();
        QVERIFY(m_us->lock().force_unlock());
        QVERIFY(before.get());
        const auto start = Clock::now();
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(after.get());
        QVERIFY2(since(start) < beyond_the_dead, std::to_string(since(start).count()).c_str());
        QCOMPARE(m_us->leave(2), 0);
        QVERIFY(m_server->is_clean());
    }

    // No busy polling.

    void waitersAskSeldom_data()
    {
        QTest::addColumn<int>("waiters");
        QTest::addColumn<int>("wait");
        QTest::newRow("one") << 1 << 0;
        QTest::newRow("a hundred with a short wait") << 100 << 60000;
    }
    void waitersAskSeldom()
    {
        QFETCH(int, waiters);
        QFETCH(int, wait);
        m_server->hold(0ms);
        std::vector<std::future<bool>> all;
        Terms terms;
        if (wait > 0)
            terms.wait = milliseconds(wait);
        for (int i = 0; i < waiters; ++i)
            all.push_back(m_us->enter(i, terms));
        // All have subscribed, and tried again.
        QVERIFY(until([&] { return m_server->redis.scripts() >= 2 * waiters; }));
        QVERIFY(until([&] { return m_server->scripts_per_second(1600ms) <= 2; }));
        m_us.reset();
    }
};

QTEST_GUILESS_MAIN(FairQueueRepairTest)
#include "fair_queue_repair_test.moc"
