// SPDX-License-Identifier: GPL-3.0-or-later
// What a monitor sends reaches the window whole and in order, and however much it is, others get their turn meanwhile.
#include "session/batch_queue.hpp"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <map>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

MonitorBatch batchOf(int events, int changes, std::optional<MonitorStatus> status = {})
{
    MonitorBatch batch;
    for (int i = 0; i < events; ++i) {
        LockEvent event;
        event.lock = "event:" + std::to_string(i);
        batch.events.push_back(std::move(event));
    }
    for (int i = 0; i < changes; ++i) {
        LockState state;
        state.name = "change:" + std::to_string(i);
        batch.changes.push_back({LockChange::Kind::changed, std::make_shared<const LockState>(std::move(state))});
    }
    batch.status = std::move(status);
    batch.counts = LockCounts{.locks = static_cast<std::size_t>(changes)};
    return batch;
}

/// Everything that came, as one batch.
class Listener : public QObject
{
public:
    explicit Listener(BatchQueue& queue)
    {
        connect(&queue, &BatchQueue::arrived, this, [this](const BatchPart& part) {
            ++parts;
            statusIsLast = part->status.has_value();
            countsAreLast = part->counts.has_value();
            all.counts = part->counts;
            eventsAreFirst = eventsAreFirst && (part->events.empty() || all.changes.empty());
            all.events.insert(all.events.end(), part->events.begin(), part->events.end());
            all.changes.insert(all.changes.end(), part->changes.begin(), part->changes.end());
        });
    }
    MonitorBatch all;
    int parts = 0;
    bool statusIsLast = false;
    bool countsAreLast = false;
    bool eventsAreFirst = true;
};

/// Whoever listens needs long for each part, until end().
class Blocked : public QObject
{
public:
    explicit Blocked(BatchQueue& queue)
    {
        m_work = connect(&queue, &BatchQueue::arrived, this, [] {
            QElapsedTimer work;
            work.start();
            while (!work.hasExpired(10)) {}
        });
    }
    void end() { disconnect(m_work); }

private:
    QMetaObject::Connection m_work;
};

} // namespace

class BatchQueueTest : public QObject
{
    Q_OBJECT

private slots:
    void everything_comes_in_order_data()
    {
        QTest::addColumn<int>("events");
        QTest::addColumn<int>("changes");
        QTest::addColumn<bool>("inOne");
        QTest::newRow("nothing but a status") << 0 << 0 << true;
        QTest::newRow("one change") << 0 << 1 << true;
        QTest::newRow("a few of each") << 200 << 200 << true;
        QTest::newRow("one more") << 200 << 201 << false;
        QTest::newRow("many events") << 5000 << 3 << false;
        QTest::newRow("many changes") << 3 << 5000 << false;
        QTest::newRow("many of each") << 4321 << 1234 << false;
    }

    void everything_comes_in_order()
    {
        QFETCH(const int, events);
        QFETCH(const int, changes);
        QFETCH(const bool, inOne);
        BatchQueue queue;
        Listener listener(queue);
        const MonitorBatch sent = batchOf(events, changes, MonitorStatus{});
        queue.add(partsOf(batchOf(events, changes, MonitorStatus{})));
        QTRY_COMPARE(queue.waiting(), std::size_t(0));
        QCOMPARE(listener.parts == 1, inOne);
        QVERIFY(listener.statusIsLast && listener.countsAreLast);
        QCOMPARE(listener.all.counts->locks, static_cast<std::size_t>(changes));
        QVERIFY(listener.eventsAreFirst);
        QVERIFY(listener.all.events == sent.events);
        QCOMPARE(listener.all.changes.size(), sent.changes.size());
        for (std::size_t i = 0; i < sent.changes.size(); ++i) {
            QCOMPARE(listener.all.changes[i].state->name, sent.changes[i].state->name);
        }
    }

    void others_have_their_turn_between_parts()
    {
        BatchQueue queue;
        int parts = 0;
        connect(&queue, &BatchQueue::arrived, this, [&parts] {
            ++parts;
            QElapsedTimer work; // it takes a while to apply a part
            work.start();
            while (!work.hasExpired(10)) {}
        });
        int partsAtTurn = 0;
        QTimer::singleShot(0, this, [&] { partsAtTurn = parts; });
        queue.add(partsOf(batchOf(0, 4000)));
        QCOMPARE(parts, 1);
        QTRY_COMPARE(queue.waiting(), std::size_t(0));
        QCOMPARE(parts, 10);
        QVERIFY(partsAtTurn > 0 && partsAtTurn < 10);
    }

    void a_later_batch_waits_for_the_parts_before_it()
    {
        BatchQueue queue;
        std::vector<std::string> last;
        connect(&queue, &BatchQueue::arrived, this, [&last](const BatchPart& part) {
            last.push_back(part->changes.back().state->name);
            QElapsedTimer work;
            work.start();
            while (!work.hasExpired(10)) {}
        });
        queue.add(partsOf(batchOf(0, 1200)));
        queue.add(partsOf(batchOf(0, 7)));
        QTRY_COMPARE(queue.waiting(), std::size_t(0));
        QVERIFY((last == std::vector<std::string>{"change:399", "change:799", "change:1199", "change:6"}));
    }

    void a_flood_keeps_the_newest_events_and_says_that_others_are_missing()
    {
        BatchQueue queue;
        Listener listener(queue);
        Blocked blocked(queue);
        int moment = 0;
        const auto timed = [&moment](MonitorBatch batch) {
            for (LockEvent& event : batch.events) {
                event.at = SystemTime(milliseconds(++moment));
            }
            return batch;
        };
        MonitorBatch first = timed(batchOf(1000, 0));
        first.events[900].failover = std::make_shared<const Failover>();
        queue.add(partsOf(std::move(first)));
        constexpr int kBatches = 30;
        for (int i = 0; i < kBatches; ++i) {
            queue.add(partsOf(timed(batchOf(10'000, 0, MonitorStatus{}))));
            QVERIFY(queue.waiting() * 400 < 3 * BatchQueue::kMostEvents);
        }
        blocked.end();
        QTRY_COMPARE(queue.waiting(), std::size_t(0));
        QVERIFY(listener.statusIsLast);
        const auto isGap = [](const LockEvent& event) { return event.kind == LockEvent::Kind::resynchronised; };
        const auto& events = listener.all.events;
        const auto gap = std::find_if(events.begin(), events.end(), isGap);
        QVERIFY(gap != events.end());
        QVERIFY(events.size() < 1000 + BatchQueue::kMostEvents + 10'000);
        const auto isFailover = [](const LockEvent& event) { return event.failover != nullptr; };
        QCOMPARE(std::count_if(events.begin(), events.end(), isFailover), 1);
        QVERIFY(std::is_sorted(events.begin(), events.end(),
                               [](const LockEvent& one, const LockEvent& other) { return one.at < other.at; }));
        // After the last gap nothing is missing.
        const auto newest = std::find_if(events.rbegin(), events.rend(), isGap).base();
        QCOMPARE(events.back().lock, std::string("event:9999"));
        for (auto event = events.end() - 10'000; event != events.end(); ++event) {
            QVERIFY(event >= newest);
            QCOMPARE(event->lock, "event:" + std::to_string(event - (events.end() - 10'000)));
        }
    }

    void of_a_lock_that_changes_faster_than_it_is_shown_only_the_last_state_waits()
    {
        BatchQueue queue;
        Listener listener(queue);
        Blocked blocked(queue);
        using Kind = LockChange::Kind;
        const auto send = [&](std::initializer_list<std::pair<const char*, Kind>> changes, std::int64_t at) {
            MonitorBatch batch = batchOf(0, 4000);
            for (const auto& [name, kind] : changes) {
                LockState state;
                state.name = name;
                state.server_time = at;
                batch.changes.push_back({kind, std::make_shared<const LockState>(std::move(state))});
            }
            queue.add(partsOf(std::move(batch)));
        };
        send({}, 0); // its first part is given out already
        send({{"new", Kind::added}, {"short", Kind::added}, {"gone", Kind::changed}, {"again", Kind::removed}}, 1);
        send({{"new", Kind::changed}, {"short", Kind::removed}, {"gone", Kind::removed}, {"again", Kind::added}}, 2);
        for (int i = 0; i < 20; ++i) {
            send({{"new", Kind::changed}}, 3 + i);
            QVERIFY(queue.waiting() <= 60);
        }
        blocked.end();
        QTRY_COMPARE(queue.waiting(), std::size_t(0));
        QVERIFY(listener.all.events.empty());
        std::map<std::string, LockChange> last;
        for (const LockChange& change : listener.all.changes) {
            if (!change.state->name.starts_with("change:")) {
                last.insert_or_assign(change.state->name, change);
            }
        }
        QCOMPARE(last.size(), std::size_t(3)); // nobody has to know of the short one
        QCOMPARE(last.at("new").state->server_time, std::int64_t(22));
        QCOMPARE(last.at("gone").kind, Kind::removed);
        QCOMPARE(last.at("again").kind, Kind::changed);
    }

    void what_waits_can_be_forgotten()
    {
        BatchQueue queue;
        int parts = 0;
        connect(&queue, &BatchQueue::arrived, this, [&] {
            ++parts;
            queue.clear();
        });
        queue.add(partsOf(batchOf(0, 4000)));
        QCOMPARE(queue.waiting(), std::size_t(0));
        QCoreApplication::processEvents();
        QCOMPARE(parts, 1);
    }
};

QTEST_GUILESS_MAIN(BatchQueueTest)
#include "batch_queue_test.moc"
