// SPDX-License-Identifier: Apache-2.0
#include "support/history.hpp"

#include "told_history.hpp"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <sstream>
#include <thread>

using namespace lockscope::test;

class HistoryTest : public QObject
{
    Q_OBJECT

private slots:
    void recordsWhatItIsTold()
    {
        History history;
        const Instant before = instant_now();
        const auto first = history.begin("a", "A", Kind::acquire);
        const auto second = history.begin("b", "B", Kind::release);
        history.end(first, Outcome::ok, {.count = 2, .valid_until = 7, .token = 9});
        history.lost(first);
        const auto all = history.operations();
        QCOMPARE(all.size(), std::size_t(2));
        QCOMPARE(all[first].lock + all[first].owner, std::string("aA"));
        QVERIFY(all[first].kind == Kind::acquire && all[first].outcome == Outcome::ok);
        QVERIFY(all[first].count == 2 && all[first].valid_until == 7 && all[first].token == 9);
        QVERIFY(before <= all[first].invoked && all[first].invoked <= all[first].returned);
        QVERIFY(all[first].returned <= all[first].lost_at && all[first].lost_at <= instant_now());
        QVERIFY(all[second].outcome == Outcome::unknown && all[second].returned == never);
        QVERIFY(all[first].invoked <= all[second].invoked);
    }

    void travelsAsText()
    {
        History history;
        for (const Operation& each :
             told("A acquires 0 1 ok count 1 until 30\nB tries 2 3 failed\nA releases 5 ? unknown\n"
                  "C acquires 6 7 ok count 2 token 0 told_lost 8\nO forces 9 10 lost at b\n"))
            history.add(each);
        history.add({.lock = "with \"quotes\" and spaces", .owner = "x y"});
        std::stringstream text;
        history.write(text);
        History copy;
        copy.read(text);
        QVERIFY(copy.operations() == history.operations());
        std::istringstream broken("\"a\" \"b\" nonsense 1 2 ok 1 1 1 1\n");
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, copy.read(broken));
        std::istringstream torn("\"a\" \"b\" acquire 1\n");
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, copy.read(torn));
    }

    void aHundredThousandOperationsOfManyThreads()
    {
        constexpr int each = 12'500;
        History history;
        QElapsedTimer clock;
        clock.start();
        std::vector<std::thread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&history, i] {
                for (int k = 0; k < each; ++k)
                    history.end(history.begin("a", "thread " + std::to_string(i), Kind::acquire), Outcome::ok);
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        qInfo("%d operations recorded in %lld ms", 8 * each, clock.elapsed());
        const auto all = history.operations();
        QCOMPARE(all.size(), std::size_t(8 * each));
        QVERIFY(std::all_of(all.begin(), all.end(), [](const Operation& operation) {
            return operation.outcome == Outcome::ok && operation.invoked <= operation.returned;
        }));
    }
};

QTEST_GUILESS_MAIN(HistoryTest)
#include "history_test.moc"
