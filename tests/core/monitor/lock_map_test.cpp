// SPDX-License-Identifier: Apache-2.0
// What a book keeps of each lock: found by name, under numbers that are given again, and never a name twice.
#include "lockscope/lock_map.hpp"
#include "monitor/agenda.hpp"

#include <QTest>

#include <map>
#include <random>
#include <string>

using namespace lockscope;

namespace {

struct Entry
{
    LockStatePtr state;
    SteadyTime due = SteadyTime::max();
    int value = 0;
};

LockStatePtr lock(std::string name)
{
    LockState state;
    state.name = std::move(name);
    return std::make_shared<const LockState>(std::move(state));
}

SteadyTime at(int seconds)
{
    return SteadyTime{} + std::chrono::seconds(seconds);
}

} // namespace

class LockMapTest : public QObject
{
    Q_OBJECT

private slots:
    void an_empty_one_knows_nothing()
    {
        LockMap<Entry> locks;
        QVERIFY(locks.empty());
        QCOMPARE(locks.number_of("a"), locks.none);
        QVERIFY(locks.find("a") == nullptr);
    }

    void keeps_one_entry_for_a_name()
    {
        LockMap<Entry> locks;
        const auto number = locks.keep(lock("a"));
        locks[number].value = 7;
        const auto next = lock("a");
        QCOMPARE(locks.keep(next), number);
        QCOMPARE(locks.size(), std::size_t(1));
        QCOMPARE(locks.find("a")->value, 7);
        QCOMPARE(locks.find("a")->state, next);
    }

    void gives_the_number_of_one_that_went_to_the_next()
    {
        LockMap<Entry> locks;
        const auto number = locks.keep(lock("a"));
        locks[number].value = 7;
        locks.erase(number);
        QVERIFY(locks.find("a") == nullptr);
        QVERIFY(!locks[number].state);
        QCOMPARE(locks.keep(lock("b")), number);
        QCOMPARE(locks.find("b")->value, 0);
        QCOMPARE(locks.numbers(), std::size_t(1));
    }

    void entries_stay_where_they_are()
    {
        LockMap<Entry> locks;
        const Entry* const first = &locks[locks.keep(lock("first"))];
        for (int i = 0; i < 10'000; ++i)
            locks.keep(lock(std::to_string(i)));
        QCOMPARE(locks.find("first"), first);
    }

    void names_may_be_any_bytes()
    {
        LockMap<Entry> locks;
        const std::string zero("a\0b", 3);
        locks.keep(lock(zero));
        locks.keep(lock(""));
        QVERIFY(locks.find(zero) != nullptr);
        QVERIFY(locks.find("a") == nullptr);
        QVERIFY(locks.find("") != nullptr);
    }

    /// Coming and going at random, beside a map that is known to be right.
    void agrees_with_a_map()
    {
        std::mt19937 random(20'240'607);
        LockMap<Entry> locks;
        std::map<std::string, int> right;
        for (int step = 0; step < 200'000; ++step) {
            const std::string name = "lock:" + std::to_string(random() % 3000);
            if (random() % 5 < 3) {
                locks[locks.keep(lock(name))].value = step;
                right[name] = step;
            } else if (const auto number = locks.number_of(name); number != locks.none) {
                locks.erase(number);
                QCOMPARE(right.erase(name), std::size_t(1));
            } else {
                QVERIFY(!right.contains(name));
            }
        }
        QCOMPARE(locks.size(), right.size());
        for (const auto& [name, value] : right) {
            QVERIFY(locks.find(name) != nullptr);
            QCOMPARE(locks.find(name)->value, value);
        }
        std::size_t visited = 0;
        locks.for_each([&](auto, const Entry& entry) {
            ++visited;
            QVERIFY(right.contains(entry.state->name));
        });
        QCOMPARE(visited, right.size());
    }

    void an_agenda_gives_what_is_due_in_its_order()
    {
        LockMap<Entry> locks;
        monitor::Agenda<Entry> agenda(locks);
        const auto late = locks.keep(lock("late"));
        const auto early = locks.keep(lock("early"));
        agenda.schedule(late, at(5));
        agenda.schedule(early, at(2));
        std::size_t patience = 10;
        QCOMPARE(agenda.take(at(1), patience), locks.none);
        QCOMPARE(agenda.next(), std::optional(at(2)));
        QCOMPARE(agenda.take(at(9), patience), early);
        QCOMPARE(locks[early].due, agenda.never);
        QCOMPARE(agenda.take(at(9), patience), late);
        QCOMPARE(agenda.take(at(9), patience), locks.none);
    }

    void only_the_latest_moment_of_a_lock_counts()
    {
        LockMap<Entry> locks;
        monitor::Agenda<Entry> agenda(locks);
        const auto moved = locks.keep(lock("moved"));
        const auto dropped = locks.keep(lock("dropped"));
        const auto gone = locks.keep(lock("gone"));
        agenda.schedule(moved, at(1));
        agenda.schedule(moved, at(3));
        agenda.schedule(dropped, at(1));
        agenda.schedule(dropped, agenda.never);
        agenda.schedule(gone, at(1));
        locks.erase(gone);
        std::size_t patience = 10;
        QCOMPARE(agenda.take(at(2), patience), locks.none);
        QCOMPARE(patience, std::size_t(7));
        QCOMPARE(agenda.take(at(3), patience), moved);
    }

    void outdated_moments_do_not_pile_up()
    {
        LockMap<Entry> locks;
        monitor::Agenda<Entry> agenda(locks);
        const auto number = locks.keep(lock("renewed"));
        for (int i = 100'000; i > 0; --i)
            agenda.schedule(number, at(i));
        std::size_t patience = 2000; // far fewer than were noted
        QCOMPARE(agenda.take(at(1), patience), number);
        QCOMPARE(agenda.take(at(200'000), patience), locks.none);
        QVERIFY(patience > 0);
    }
};

QTEST_GUILESS_MAIN(LockMapTest)
#include "lock_map_test.moc"
