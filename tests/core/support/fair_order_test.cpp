// SPDX-License-Identifier: Apache-2.0
#include "support/fair_order.hpp"

#include "support/lock_suite.hpp"
#include "support/monitor_tap.hpp"
#include "support/seed.hpp"

#include <QTest>

#include <sstream>

using namespace lockscope::test;

namespace {

/// "A enters, B enters, A granted": as the server saw it.
std::vector<QueueEvent> seen(const std::string& text)
{
    std::vector<QueueEvent> events;
    std::istringstream words(text);
    for (std::string owner, what; words >> owner >> what;) {
        events.push_back({what == "enters"    ? QueueEvent::Type::entered
                          : what == "granted" ? QueueEvent::Type::granted
                                              : QueueEvent::Type::left,
                          owner});
    }
    return events;
}

std::string shown(const std::vector<QueueEvent>& events)
{
    std::string text;
    for (const QueueEvent& each : events) {
        const char* what = each.type == QueueEvent::Type::entered ? " enters "
                         : each.type == QueueEvent::Type::granted ? " granted "
                                                                  : " leaves ";
        text += each.owner + what;
    }
    return text;
}

} // namespace

class FairOrderTest : public QObject
{
    Q_OBJECT

private slots:
    void judges_data()
    {
        QTest::addColumn<QByteArray>("events");
        QTest::addColumn<bool>("legal");
        QTest::newRow("in turn") << QByteArray("A enters B enters C enters A granted B granted C granted") << true;
        QTest::newRow("inversion") << QByteArray("A enters B enters B granted A granted") << false;
        QTest::newRow("the last two swapped")
            << QByteArray("A enters B enters C enters A granted C granted B granted") << false;
        QTest::newRow("whoever left is excused") << QByteArray("A enters B enters A leaves B granted") << true;
        QTest::newRow("one that comes back is last")
            << QByteArray("A enters B enters A leaves A enters B granted A granted") << true;
        QTest::newRow("one that comes back is not first")
            << QByteArray("A enters B enters A leaves A enters A granted") << false;
        QTest::newRow("nobody waits") << QByteArray("A granted B granted") << true;
        QTest::newRow("past the queue") << QByteArray("A enters B granted A granted") << false;
        QTest::newRow("entering again keeps the place")
            << QByteArray("A enters B enters A enters A granted B granted") << true;
        QTest::newRow("a waiter never served is no inversion") << QByteArray("A enters B enters A granted") << true;
    }
    void judges()
    {
        QFETCH(QByteArray, events);
        QFETCH(bool, legal);
        const Verdict verdict = check_fair_order(seen(events.toStdString()));
        QVERIFY2(verdict.is_legal() == legal, verdict.report.c_str());
        QCOMPARE(verdict.report.empty(), legal);
    }

    /// Random queues, and one grant out of turn.
    void oneInversionIsFound()
    {
        Dice dice(seed_of_this_run());
        for (int round = 0; round < 500; ++round) {
            std::vector<QueueEvent> events;
            std::vector<std::string> waiting;
            std::size_t place_of_fault = 0;
            std::string overtaker;
            for (int i = 0; i < 60; ++i) {
                const int what = dice.below(10);
                if (waiting.empty() || (what < 5 && waiting.size() < 10)) {
                    waiting.push_back("owner " + std::to_string(i));
                    events.push_back({QueueEvent::Type::entered, waiting.back()});
                } else if (what < 9) {
                    events.push_back({QueueEvent::Type::granted, waiting.front()});
                    waiting.erase(waiting.begin());
                } else {
                    const auto who = waiting.begin() + dice.below(static_cast<int>(waiting.size()));
                    events.push_back({QueueEvent::Type::left, *who});
                    waiting.erase(who);
                }
                if (waiting.size() >= 2) {
                    place_of_fault = events.size();
                    overtaker = waiting[1 + static_cast<std::size_t>(dice.below(static_cast<int>(waiting.size()) - 1))];
                }
            }
            const Verdict legal = check_fair_order(events);
            QVERIFY2(legal.is_legal(), legal.report.c_str());
            QVERIFY(place_of_fault > 0);
            events.insert(events.begin() + static_cast<std::ptrdiff_t>(place_of_fault),
                          {QueueEvent::Type::granted, overtaker});
            QVERIFY(!check_fair_order(events).is_legal());
        }
    }

    void aLineOfMonitor()
    {
        QCOMPARE(words_of_monitor_line("1700000000.12 [0 lua] \"lpop\" \"redisson_lock_queue:{a}\""),
                 (std::vector<std::string>{"lpop", "redisson_lock_queue:{a}"}));
        QCOMPARE(words_of_monitor_line("1.2 [0 unix:/tmp/x] \"SET\" \"a \\\"b\\\\\" \"\\x00\\n\\xff\" \"\""),
                 (std::vector<std::string>{"SET", "a \"b\\", std::string("\0\n\xff", 3), ""}));
    }

    /// The commands of both families of scripts, by hand, on a real server.
    void readsTheQueueFromMonitor()
    {
        Server server;
        MonitorTap tap(server.endpoint());
        RedisClient& redis = server.redis;
        const std::string queue = "redisson_lock_queue:{a}";
        const auto enter = [&](const std::string& owner) { redis.expect({"RPUSH", queue, owner}); };
        redis.expect({"HSET", "a", "x", "1"}); // nobody waits
        redis.expect({"HSET", "a", "x", "2"}); // enters again
        redis.expect({"HSET", "a", "x", "1"}); // leaves once
        enter("y");
        enter("z");
        enter("u");
        enter("v");
        redis.expect({"RPUSH", "redisson_lock_queue:{b}", "w"}); // another lock's
        redis.expect({"LREM", queue, "0", "z"});                 // gives up
        redis.expect({"DEL", "a"});
        redis.expect({"LPOP", queue}); // found dead
        redis.expect({"EVAL", "redis.call('LPOP', KEYS[2]) redis.call('HSET', KEYS[1], 'u', 1)", "2", "a", queue});
        redis.expect({"HINCRBY", "a", "u", "1"});
        redis.expect({"DEL", "a"});
        enter("x");
        redis.expect({"HINCRBY", "a", "x", "1"}); // past v
        const auto events = queue_events(tap.lines(), "a");
        QCOMPARE(shown(events), std::string("x granted y enters z enters u enters v enters z leaves y leaves u granted "
                                            "x enters x granted "));
        const Verdict verdict = check_fair_order(events);
        QVERIFY(!verdict.is_legal());
        QVERIFY2(verdict.report.find("x was granted the lock although v had entered") == 0, verdict.report.c_str());
        QCOMPARE(tap.lines().size(), std::size_t(0));
    }
};

QTEST_GUILESS_MAIN(FairOrderTest)
#include "fair_order_test.moc"
