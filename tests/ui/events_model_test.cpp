// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_states.hpp"
#include "models/events_filter.hpp"
#include "models/events_model.hpp"
#include "text/words.hpp"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

namespace {

std::vector<LockEvent> numbered(int from, int to)
{
    std::vector<LockEvent> events;
    for (int i = from; i < to; ++i) {
        events.push_back(lockEvent(LockEvent::Kind::acquired, "lock-" + std::to_string(i)));
    }
    return events;
}

QString shown(const EventsModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class EventsModelTest : public QObject
{
    Q_OBJECT

private slots:
    void theOldestGoWhenItIsFull()
    {
        EventsModel model(EventsModel::Limits{10, 1 << 20});
        QAbstractItemModelTester tester(&model);
        model.append(numbered(0, 8));
        model.append(numbered(8, 13));
        QCOMPARE(model.rowCount(), 10);
        QCOMPARE(model.eventAt(0).lock, std::string("lock-3"));
        QCOMPARE(model.eventAt(9).lock, std::string("lock-12"));
        QCOMPARE(model.dropped(), quint64{3});
    }

    void aBatchLargerThanAllOfItKeepsItsEnd()
    {
        EventsModel model(EventsModel::Limits{10, 1 << 20});
        QAbstractItemModelTester tester(&model);
        model.append(numbered(0, 3));
        model.append(numbered(100, 200));
        QCOMPARE(model.rowCount(), 10);
        QCOMPARE(model.eventAt(0).lock, std::string("lock-190"));
    }

    void hugeNamesAreBoundedInBytes()
    {
        EventsModel model(EventsModel::Limits{10'000, 1 << 20});
        QAbstractItemModelTester tester(&model);
        for (int i = 0; i < 20; ++i) {
            model.append({lockEvent(LockEvent::Kind::acquired, std::string(200'000, 'x'))});
        }
        QVERIFY2(model.rowCount() <= 5, qPrintable(QString::number(model.rowCount())));
        model.append({lockEvent(LockEvent::Kind::acquired, std::string(5'000'000, 'x'))}); // Fits nowhere.
        model.append(numbered(0, 1));
        QCOMPARE(model.eventAt(model.rowCount() - 1).lock, std::string("lock-0"));
    }

    void appendingTouchesNoOtherRow()
    {
        EventsModel model;
        model.append(numbered(0, 100));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.append(numbered(100, 103));
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(inserted.first().at(1).toInt(), 100);
        QCOMPARE(reset.size() + changed.size(), 0);
        model.append({});
        QCOMPARE(inserted.size(), 1);
    }

    void anEventReadsAsASentenceOfColumns()
    {
        EventsModel model;
        LockEvent released = lockEvent(LockEvent::Kind::released, "orders:42");
        released.held_for = milliseconds{64'000};
        released.count = 0;
        LockEvent came = lockEvent(LockEvent::Kind::waiter_came, "orders:42", kBob + ":3");
        came.count = 3;
        model.append({released, came, lockEvent(LockEvent::Kind::resynchronised, "", "")});
        QCOMPARE(shown(model, 0, EventsModel::Lock), QStringLiteral("orders:42"));
        QCOMPARE(shown(model, 0, EventsModel::Owner), QStringLiteral("9f45…e1:57"));
        QCOMPARE(shown(model, 0, EventsModel::HeldFor), QStringLiteral("1 m 04 s"));
        QCOMPARE(shown(model, 0, EventsModel::Count), QString());
        QVERIFY(shown(model, 1, EventsModel::Count).contains(QLatin1Char('3')));
        QCOMPARE(shown(model, 2, EventsModel::Lock), QStringLiteral("events before this are missing"));
        QCOMPARE(shown(model, 2, EventsModel::Count), QString());
    }

    void aFailoverSaysWhatBecameOfTheLocks()
    {
        auto failover = std::make_shared<Failover>();
        failover->from = "10.0.0.1:6379";
        failover->to = "10.0.0.2:6379";
        failover->kept = 12;
        failover->lost = 1;
        failover->changed = 1;
        failover->lost_locks = {"orders:1", "<b>orders:2</b>"};
        LockEvent event = lockEvent(LockEvent::Kind::failed_over, "", "");
        event.count = 0;
        event.failover = failover;
        EventsModel model;
        EventsFilter filter;
        filter.setSourceModel(&model);
        model.append({lockEvent(LockEvent::Kind::lost_in_failover, "orders:1"), event});
        QCOMPARE(shown(model, 0, EventsModel::Event), QStringLiteral("lost in failover"));
        QCOMPARE(shown(model, 1, EventsModel::Event), QStringLiteral("failed over"));
        const QString sentence = shown(model, 1, EventsModel::Lock);
        QVERIFY(sentence.startsWith(QLatin1String("10.0.0.2:6379 took over from 10.0.0.1:6379: 12 lock")));
        QVERIFY(sentence.contains(QLatin1String("1 lost, 1 changed holder")));
        QCOMPARE(shown(model, 1, EventsModel::Count), QString());
        const QString tip = model.index(1, EventsModel::Lock).data(Qt::ToolTipRole).toString();
        QVERIFY(tip.contains(QLatin1String("orders:1")));
        QVERIFY(!tip.contains(QLatin1String("<b>orders:2")));
        filter.setOnlyLock(QByteArray("orders:2"));
        QCOMPARE(filter.rowCount(), 1); // It concerns every lock.
    }

    void aRestartIsNoFailover()
    {
        Failover restart;
        restart.from = restart.to = "10.0.0.1:6379";
        restart.lost = 3;
        QVERIFY(failoverText(restart).startsWith(QLatin1String("10.0.0.1:6379 was started anew: 0 lock")));
    }

    void hostileNamesAreEscaped()
    {
        EventsModel model;
        model.append({lockEvent(LockEvent::Kind::acquired, "<b>a\n\xff\xe2\x80\xae</b>")});
        QCOMPARE(shown(model, 0, EventsModel::Lock), QStringLiteral("<b>a\\x0a\\xff\\xe2\\x80\\xae</b>"));
        const QString tip = model.index(0, EventsModel::Lock).data(Qt::ToolTipRole).toString();
        QVERIFY(!tip.contains(QLatin1String("<b>")));
        QVERIFY(tip.contains(QLatin1String("&lt;b&gt;")));
    }

    void theFilterKnowsTextAndLock()
    {
        EventsModel model;
        EventsFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester tester(&filter);
        model.append(numbered(0, 20));
        model.append({lockEvent(LockEvent::Kind::resynchronised, "", "")});
        filter.setOnlyLock(QByteArray("lock-1"));
        QCOMPARE(filter.rowCount(), 2); // What concerns no lock in particular stays.
        model.append(numbered(1, 3));
        QCOMPARE(filter.rowCount(), 3);
        filter.setOnlyLock(std::nullopt);
        filter.setText(QStringLiteral("LOCK-1"));
        QCOMPARE(filter.rowCount(), 12);
        filter.setText(QStringLiteral("9f45"));
        QCOMPARE(filter.rowCount(), 22);
        filter.setText({});
        QCOMPARE(filter.rowCount(), 23);
    }

    void theFilterSurvivesAFullRing()
    {
        EventsModel model(EventsModel::Limits{10, 1 << 20});
        EventsFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester tester(&filter);
        filter.setText(QStringLiteral("lock-3"));
        for (int i = 0; i < 50; ++i) {
            model.append(numbered(i, i + 7));
        }
        QVERIFY(filter.rowCount() <= 10);
        model.clear();
        QCOMPARE(filter.rowCount(), 0);
    }
};

QTEST_MAIN(EventsModelTest)
#include "events_model_test.moc"
