// SPDX-License-Identifier: GPL-3.0-or-later
// What a monitor sends reaches the window whole and in order, and however much it is, others get their turn meanwhile.
#include "session/batch_queue.hpp"

#include <QElapsedTimer>
#include <QTest>

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
            eventsAreFirst = eventsAreFirst && (part->events.empty() || all.changes.empty());
            all.events.insert(all.events.end(), part->events.begin(), part->events.end());
            all.changes.insert(all.changes.end(), part->changes.begin(), part->changes.end());
        });
    }
    MonitorBatch all;
    int parts = 0;
    bool statusIsLast = false;
    bool eventsAreFirst = true;
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
        QVERIFY(listener.statusIsLast);
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
