// SPDX-License-Identifier: Apache-2.0
// The fair lock's bytes in Redis: Java services with Redisson stand in the same queue.
#include "java_fair.hpp"

#include "support/fair_order.hpp"
#include "support/monitor_tap.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

namespace {

std::string java_thread(int number)
{
    return "0f3c2d1e-8b7a-4c6d-9e5f-112233445566:" + std::to_string(number);
}

} // namespace

class FairLockWireTest : public QObject, private FairStage
{
    Q_OBJECT

    JavaFair java(int thread, milliseconds clock_error = 0ms) { return {*m_server, java_thread(thread), clock_error}; }
    [[nodiscard]] double time_left(const std::string& owner)
    {
        return m_server->deadline(owner).value_or(0) - m_server->now();
    }

private slots:
    void initTestCase() { open(); }
    void cleanupTestCase() { close(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void keysAndChannels_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("tag");
        const auto row = [](const char* title, const QByteArray& name, const QByteArray& tag) {
            QTest::newRow(title) << name << tag;
        };
        row("plain", "orders:42", "{orders:42}");
        row("braces", "{orders}:42", "{orders}:42");
        row("open brace only", "a{b", "a{b");
        row("close brace only", "a}b", "{a}b}");
        row("protocol", "x\r\n*1\r\n", "{x\r\n*1\r\n}");
        row("formats", "%s%n%1", "{%s%n%1}");
        row("NUL", QByteArray("a\0b", 3), QByteArray("{a\0b}", 5));
        row("not UTF-8", "\xff\xfe", "{\xff\xfe}");
        row("large", QByteArray(100'000, 'x'), "{" + QByteArray(100'000, 'x') + "}");
    }
    void keysAndChannels()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, tag);
        const std::string key = name.toStdString();
        const std::string queue = "redisson_lock_queue:" + tag.toStdString();
        const std::string deadlines = "redisson_lock_timeout:" + tag.toStdString();
        if (m_server->must_refuse(key)) {
            QCOMPARE(thrown([&] { return m_us->client().fair_lock(key); }), Errc::invalid_argument);
            return;
        }
        FairLock a = m_us->client().fair_lock(key);
        a.lock();
        const std::string me = a.this_thread().field();
        QCOMPARE(redis().hash(key), (Fields{{me, "1"}}));
        std::promise<std::string> owner;
        auto waiter = in_thread([&, a]() mutable {
            owner.set_value(a.this_thread().field());
            a.lock();
            return a.release();
        });
        const std::string waiting = owner.get_future().get();
        const std::string channel = "redisson_lock__channel:" + tag.toStdString() + ':' + waiting;
        QVERIFY(until([&] { return redis().subscribers(channel) == 1; }));
        Names all{key, queue, deadlines};
        std::sort(all.begin(), all.end());
        QCOMPARE(redis().keys(), all);
        QCOMPARE(redis().list({"LRANGE", queue, "0", "-1"}), Names{waiting});
        QCOMPARE(redis().list({"ZRANGE", deadlines, "0", "-1"}), Names{waiting});
        QCOMPARE(redis().pttl(queue), std::int64_t(-1));
        QCOMPARE(redis().pttl(deadlines), std::int64_t(-1));
        QCOMPARE(a.release(), 0);
        QCOMPARE(waiter.get(), 0);
        QVERIFY(m_server->is_clean());
    }

    void deadlinesAreThoseOfRedisson_data()
    {
        QTest::addColumn<int>("wait");
        QTest::addColumn<int>("left");
        QTest::newRow("without end") << 0 << 360'000;
        QTest::newRow("an hour") << 3'600'000 << 360'000;
        QTest::newRow("20 s") << 20'000 << 80'000;
    }
    void deadlinesAreThoseOfRedisson()
    {
        QFETCH(int, wait);
        QFETCH(int, left);
        m_server->hold(60s);
        Terms terms;
        if (wait > 0)
            terms.wait = milliseconds(wait);
        auto first = m_us->enter(1, terms);
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        QVERIFY2(std::abs(time_left(m_us->field(1)) - left) < 10'000,
                 std::to_string(time_left(m_us->field(1))).c_str());
        auto second = m_us->enter(2, {.wait = 5s, .lease = {}, .stop = {}});
        QVERIFY(m_server->is_queue({m_us->field(1), m_us->field(2)}));
        // It leaves room for the one before it, who may subtract what is usual.
        const double room = time_left(m_us->field(2)) - (60'000 + 5'000);
        QVERIFY2(room > 290'000 && room < 301'000, std::to_string(room).c_str());
        redis().expect({"DEL", "a"});
        QVERIFY(first.get());
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(second.get());
    }

    void aHoldWithoutEndCountsAsNoTime()
    {
        m_server->hold(0ms);
        auto waiter = m_us->enter(1);
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        QVERIFY(std::abs(time_left(m_us->field(1)) - 300'000) < 10'000);
    }

    /// A client whose clock is wrong cannot reorder or empty a queue through us: no time of ours is ever sent.
    void theServersClockIsTheOnlyOne()
    {
        MonitorTap monitor(m_server->direct());
        m_server->hold(60s);
        QVERIFY(is_refused([&] { return m_us->enter(1, {.wait = 200ms, .lease = {}, .stop = {}}).get(); }));
        redis().expect({"DEL", "a"});
        QVERIFY(m_us->enter(1).get());
        QCOMPARE(m_us->leave(1), 0);
        int scripts = 0;
        for (const std::string& line : monitor.lines()) {
            const Names words = words_of_monitor_line(line);
            if (words.empty() || (words[0] != "EVALSHA" && words[0] != "EVAL"))
                continue;
            ++scripts;
            for (std::size_t i = 2; i < words.size(); ++i)
                QVERIFY2(words[i].size() < 10 || words[i].find_first_not_of("0123456789") != std::string::npos,
                         words[i].c_str());
        }
        QVERIFY(scripts >= 4);
    }

    void theKeysAreTheOnlyRightsNeeded()
    {
        redis().expect({"ACL", "SETUSER", "narrow", "on", ">x", "resetkeys", "~a", "~" + fair_queue,
                        "~" + fair_deadlines, "resetchannels", "&redisson_lock__channel:{a}:*", "+@all",
                        "-pubsub|shardnumsub"});
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = "narrow";
        endpoint.password = "x";
        FairClient narrow(endpoint);
        QVERIFY(narrow.enter(1).get());
        auto waiter = narrow.enter(2);
        QVERIFY(m_server->is_queue({narrow.field(2)}));
        QCOMPARE(narrow.leave(1), 0);
        QVERIFY(waiter.get());
        QCOMPARE(narrow.leave(2), 0);
        // Without the right to ask who listens nobody is thought dead.
        redis().expect({"ACL", "SETUSER", "narrow", "-pubsub"});
        m_server->queue_up("silent", 400ms);
        QVERIFY(narrow.enter(3).get());
        QCOMPARE(narrow.leave(3), 0);
        QVERIFY(m_server->is_clean());
    }

    // In one queue with Java.

    void oursWaitBehindJavaAndJavaBehindOurs()
    {
        JavaFair first = java(1);
        JavaFair last = java(2);
        Subscriber messages(m_server->direct(), {fair_channel_of(first.owner()), fair_channel_of(last.owner())});
        QVERIFY(m_us->enter(0).get());
        QVERIFY(first.acquire());
        auto ours = m_us->enter(1);
        QVERIFY(m_server->is_queue({first.owner(), m_us->field(1)}));
        QVERIFY(*last.acquire() > 0);
        QVERIFY(last.acquire().value_or(0) <= 30'000); // asked again it is told the lease
        QCOMPARE(m_us->leave(0), 0);
        QVERIFY(messages.wait_for(fair_channel_of(first.owner()), "0"));
        QVERIFY(!is_ready(ours));
        QVERIFY(!first.acquire());
        first.release();
        QVERIFY(ours.get());
        QVERIFY(last.acquire());
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(messages.wait_for(fair_channel_of(last.owner()), "0"));
        QVERIFY(!last.acquire());
        last.release();
        QVERIFY(m_server->is_clean());
    }

    /// Whoever is served or gives up takes back the time that those behind have left it: nobody is pushed out.
    void whatJavaSubtractsWasLeftForIt_data()
    {
        QTest::addColumn<int>("wait");
        QTest::addColumn<bool>("served");
        for (const int wait : {5'000, 300'000, 3'600'000}) {
            QTest::addRow("%d ms, served", wait) << wait << true;
            QTest::addRow("%d ms, gives up", wait) << wait << false;
        }
    }
    void whatJavaSubtractsWasLeftForIt()
    {
        QFETCH(int, wait);
        QFETCH(bool, served);
        m_server->hold(30s);
        JavaFair first = java(1);
        QVERIFY(first.acquire(milliseconds(wait)));
        auto ours = m_us->enter(1, {.wait = 30s, .lease = {}, .stop = {}});
        QVERIFY(until([&] { return m_server->hears(m_us->field(1)); }));
        JavaFair last = java(2);
        QVERIFY(last.acquire(20s));
        if (served) {
            redis().expect({"DEL", "a"});
            QVERIFY(!first.acquire(milliseconds(wait)));
        } else {
            first.fail(milliseconds(wait));
        }
        QVERIFY2(time_left(m_us->field(1)) > 20'000, std::to_string(time_left(m_us->field(1))).c_str());
        QVERIFY(m_server->deadline(last.owner()) > *m_server->deadline(m_us->field(1)) + 19'000);
        last.sweep();
        QCOMPARE(m_server->queue(), (Names{m_us->field(1), last.owner()}));
        last.release(); // deletes the lock, once, for ours may look at any time, and tells ours
        QVERIFY(ours.get());
        QVERIFY(time_left(last.owner()) > 10'000);
        QCOMPARE(m_us->leave(1), 0);
        last.sweep();
        QVERIFY(!last.acquire());
    }

    void whatOursSubtractIsWhatJavaLeftForIt()
    {
        constexpr milliseconds wait{10000}; // longer than all that happens before it ends
        m_server->hold(30s);
        auto ours = m_us->enter(1, {.wait = wait, .lease = {}, .stop = {}});
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        JavaFair next = java(1);
        QVERIFY(next.acquire(600s));
        const double before = *m_server->deadline(next.owner());
        QVERIFY(was_refused(ours));
        QVERIFY(until([&] { return m_server->queue() == Names{next.owner()}; }));
        // What was left of the wait when ours took its place in the queue.
        const double subtracted = before - *m_server->deadline(next.owner());
        QVERIFY2(is_most_of(wait, subtracted), std::to_string(subtracted).c_str());
    }

    /// A Java client that dies keeps others out until its deadline: those of ours who are gone must not put it off.
    void whoHasLeftPutsOffNoDeadline_data()
    {
        QTest::addColumn<bool>("served");
        QTest::newRow("gave up") << false;
        QTest::newRow("served") << true;
    }
    void whoHasLeftPutsOffNoDeadline()
    {
        QFETCH(bool, served);
        m_server->hold(30s);
        std::vector<std::future<bool>> ours;
        Names expected;
        for (int i = 0; i < 4; ++i) {
            ours.push_back(m_us->enter(i, {.wait = served ? 60s : 10s, .lease = {}, .stop = {}}));
            expected.push_back(m_us->field(i));
            QVERIFY(m_server->is_queue(expected));
        }
        JavaFair last = java(1);
        Subscriber alive(m_server->direct(), {fair_channel_of(java_thread(1))});
        QVERIFY(last.acquire(300s));
        if (served) {
            redis().expect({"DEL", "a"});
            redis().expect({"PUBLISH", fair_channel_of(m_us->field(0)), "0"});
        }
        for (int i = 0; i < 4; ++i) {
            std::future<bool>& one = ours[static_cast<std::size_t>(i)];
            if (!served) {
                QVERIFY(was_refused(one));
                continue;
            }
            QVERIFY(one.get());
            QCOMPARE(m_us->leave(i), 0);
        }
        QVERIFY(until([&] { return m_server->queue() == Names{last.owner()}; }));
        const double left = time_left(last.owner());
        QVERIFY2(left > 290'000 && left < 335'000, std::to_string(left).c_str());
    }

    /// Nobody gives up for who has died: whoever is served after it takes its time back, too.
    void theDeadWhoAreDroppedPutOffNoDeadline()
    {
        m_server->hold(30s);
        m_server->queue_up("dead", 330s);
        auto ours = m_us->enter(0, {.wait = 300s, .lease = {}, .stop = {}});
        QVERIFY(until([&] { return m_server->hears(m_us->field(0)); }));
        JavaFair last = java(1);
        Subscriber alive(m_server->direct(), {fair_channel_of(java_thread(1))});
        QVERIFY(last.acquire(300s));
        QVERIFY(time_left(last.owner()) > 900'000);
        redis().expect({"DEL", "a"});
        QVERIFY(ours.get());
        QCOMPARE(m_server->queue(), Names{last.owner()});
        const double left = time_left(last.owner());
        QVERIFY2(left > 290'000 && left < 335'000, std::to_string(left).c_str());
        QCOMPARE(m_us->leave(0), 0);
    }

    /// Redisson's tests of drifting deadlines, with ours and Java's waiters in turn.
    void deadlinesDoNotDrift()
    {
        m_server->hold(30s);
        Subscriber alive(m_server->direct(), {fair_channel_of(java_thread(0)), fair_channel_of(java_thread(1)),
                                              fair_channel_of(java_thread(2))});
        constexpr milliseconds wait{15000}; // nobody's ends: a busy machine takes its time for all six
        std::vector<std::future<bool>> ours;
        for (int i = 0; i < 3; ++i) {
            QVERIFY(java(i).acquire(wait));
            ours.push_back(m_us->enter(i, {.wait = wait, .lease = {}, .stop = {}}));
            QVERIFY(until([&] { return m_server->hears(m_us->field(i)); }));
        }
        const Names waiting = m_server->queue();
        QCOMPARE(waiting.size(), std::size_t(6));
        for (std::size_t place = 0; place < waiting.size(); ++place) {
            const double left = time_left(waiting[place]);
            QVERIFY2(left > 30'000 && left < 30'000 + 300'000.0 * static_cast<double>(place + 1),
                     std::to_string(left).c_str());
        }
        java(1).fail(wait);
        redis().expect({"DEL", "a"});
        for (int i = 0; i < 3; ++i) {
            if (i != 1) {
                QVERIFY(!java(i).acquire(wait));
                java(i).release();
            }
            QVERIFY(ours[static_cast<std::size_t>(i)].get());
            QCOMPARE(m_us->leave(i), 0);
        }
        QVERIFY(m_server->is_clean());
    }

    void anAbandonedJavaIsSkippedWhenItsDeadlineIsOver()
    {
        Subscriber alive(m_server->direct(), {fair_channel_of(java_thread(1))}); // silent would be found out later
        const auto start = Clock::now();
        m_server->queue_up(java_thread(1), 1500ms);
        QVERIFY(m_us->enter(1).get());
        QVERIFY(since(start) > 1400ms && since(start) < 1500ms + soon);
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    /// Its sweep empties the queue. We cannot keep it from that, but whoever was swept out comes back.
    void aJavaWhoseClockIsAheadCostsThePlaceOnly()
    {
        m_server->hold(60s);
        auto first = m_us->enter(1, {.wait = 40s, .lease = {}, .stop = {}});
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        java(1, 1h).sweep();
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        redis().expect({"DEL", "a"});
        redis().publish(fair_channel_of(m_us->field(1)), "0");
        QVERIFY(first.get());
    }

    /// Java's reentrant lock of the same name frees it, and tells everybody but those who wait in the queue.
    void aReleaseThatIsToldToNoneOfTheQueueIsFoundOut()
    {
        m_server->hold(60s);
        auto waiter = m_us->enter(1);
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        redis().expect({"DEL", "a"});
        redis().publish("redisson_lock__channel:{a}", "0");
        QVERIFY(is_ready(waiter, soon));
        QVERIFY(waiter.get());
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(m_server->is_clean());
    }

    /// Redisson's multi lock gives the queue the lease of its member.
    void aQueueDoesNotEndWithALease()
    {
        m_server->hold(60s);
        auto first = m_us->enter(1, {.wait = 40s, .lease = {}, .stop = {}});
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        for (const char* key : {"redisson_lock_queue:{a}", "redisson_lock_timeout:{a}"})
            redis().expect({"PEXPIRE", key, "30000"});
        auto second = m_us->enter(2, {.wait = 40s, .lease = {}, .stop = {}});
        QVERIFY(m_server->is_queue({m_us->field(1), m_us->field(2)}));
        for (const char* key : {"redisson_lock_queue:{a}", "redisson_lock_timeout:{a}"})
            QVERIFY(until([&] { return redis().pttl(key) == -1; }));
        redis().expect({"DEL", "a"});
        redis().publish(fair_channel_of(m_us->field(1)), "0");
        QVERIFY(first.get());
        QCOMPARE(m_us->leave(1), 0);
        QVERIFY(second.get());
        QCOMPARE(m_us->leave(2), 0);
    }

    /// They share every key but the lock itself, in Redisson, too.
    void namesThatDifferInBracesShareTheirQueue()
    {
        QVERIFY(m_us->enter(0).get());
        auto waiter = m_us->enter(1);
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        FairLock braces = m_us->client().fair_lock("{a}");
        QVERIFY(!braces.try_lock());
        QVERIFY(is_refused([&] { return braces.try_lock_for(300ms); }));
        QVERIFY(m_server->is_queue({m_us->field(1)}));
        QCOMPARE(m_us->leave(0), 0);
        QVERIFY(waiter.get());
        QVERIFY(braces.try_lock());
        QCOMPARE(braces.release(), 0);
    }
};

QTEST_GUILESS_MAIN(FairLockWireTest)
#include "fair_lock_wire_test.moc"
