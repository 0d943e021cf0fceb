// SPDX-License-Identifier: GPL-3.0-or-later
// The strip says what is known, and of what it is not.
#include "panels/status_strip.hpp"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

MonitorStatus live()
{
    MonitorStatus status;
    status.link = MonitorStatus::Link::live;
    status.scan_rounds = 1;
    status.scanned_at = std::chrono::system_clock::now();
    status.counts.locks = 60;
    status.counts.held = 41;
    return status;
}

/// All that can be seen of it, in its order.
QString said(const StatusStrip& strip)
{
    QStringList texts;
    for (const QLabel* label : strip.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&strip)) {
            texts << label->text();
        }
    }
    return texts.join(QLatin1Char(' '));
}

} // namespace

class StatusStripTest : public QObject
{
    Q_OBJECT

private slots:
    /// Those are counted as they were seen last.
    void howManyAreUnknownIsSaid()
    {
        StatusStrip strip;
        MonitorStatus status = live();
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("41 held")), qPrintable(said(strip)));
        QVERIFY(!said(strip).contains(QStringLiteral("unknown")));
        status.counts.unknown = 7;
        strip.setCounts(status.counts);
        QVERIFY2(said(strip).contains(QStringLiteral("7 unknown")), qPrintable(said(strip)));
        QVERIFY2(said(strip).contains(QStringLiteral("? stuck")), qPrintable(said(strip)));
        QVERIFY2(said(strip).contains(QStringLiteral("≈ 41 held")), qPrintable(said(strip)));
    }

    void aQueueThatWasNotReadWholeIsNotCountedWhole()
    {
        StatusStrip strip;
        MonitorStatus status = live();
        status.counts.waiting = 50;
        status.counts.more_waiting = true;
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("≥ 50 waiting")), qPrintable(said(strip)));
        QVERIFY(!said(strip).contains(QStringLiteral("≥ 41")));
    }

    void whoWaitsInQueuesThatMayNotBeReadIsNotCounted()
    {
        StatusStrip strip;
        MonitorStatus status = live();
        status.counts.contended = 0;
        status.permissions.all.push_back(
            {Feature::keys, "%R~redisson_lock_queue:*", "%R~redisson_lock_queue:{app:*", false});
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("? contended")), qPrintable(said(strip)));
        QVERIFY2(!said(strip).contains(QStringLiteral(" 0 waiting")), qPrintable(said(strip)));
        QVERIFY2(said(strip).contains(QStringLiteral("41 held")), qPrintable(said(strip)));
    }

    void whereNoWaiterIsSeenOfALongQueueNothingIsKnownOfContention()
    {
        StatusStrip strip;
        MonitorStatus status = live();
        status.counts.waiting = 0;
        status.counts.contended = 0;
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("0 contended")), qPrintable(said(strip)));
        status.counts.more_waiting = true; // all that were read are dead
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("? waiting")), qPrintable(said(strip)));
        QVERIFY2(said(strip).contains(QStringLiteral("? contended")), qPrintable(said(strip)));
        status.counts.contended = 2;
        strip.setStatus(status);
        QVERIFY2(!said(strip).contains(QStringLiteral("? contended")), qPrintable(said(strip)));
    }

    /// Neither the number of clients, nor of threads.
    void whatIsCountedAsWaitingIsSaid()
    {
        StatusStrip strip;
        MonitorStatus status = live();
        status.counts.waiting = 11;
        strip.setStatus(status);
        for (const QLabel* label : strip.findChildren<QLabel*>()) {
            if (label->text() == QStringLiteral("waiting")) {
                QVERIFY(label->parentWidget()->toolTip().contains(QStringLiteral("The sum of the column Waiters")));
                return;
            }
        }
        QFAIL(qPrintable(said(strip)));
    }

    /// Before anybody can see it.
    void aLongerNumberHasRoomAtOnce()
    {
        StatusStrip strip;
        MonitorStatus status = live();
        strip.setStatus(status);
        strip.resize(1200, 60);
        strip.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&strip));
        status.counts.contended = 1'234'567;
        strip.setCounts(status.counts);
        for (const QLabel* label : strip.findChildren<QLabel*>()) {
            if (label->isVisible()) {
                QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
            }
        }
    }

    void aReplicaThatLacksItsMasterIsSaid()
    {
        StatusStrip strip;
        MonitorStatus status = live();
        status.server_role = "slave";
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("may lag behind")), qPrintable(said(strip)));
        status.lacks_master = true;
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("without its master")), qPrintable(said(strip)));
    }

    void howFarBehindASlowLineLeavesUsIsSaid()
    {
        StatusStrip strip;
        MonitorStatus status = live();
        status.behind = milliseconds{40};
        strip.setStatus(status);
        QVERIFY2(!said(strip).contains(QStringLiteral("behind")), qPrintable(said(strip)));
        status.behind = milliseconds{2500};
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("2.5 s behind")), qPrintable(said(strip)));
    }

    void fullMemoryIsSaid()
    {
        StatusStrip strip;
        MonitorStatus status = live();
        strip.setStatus(status);
        QVERIFY(!said(strip).contains(QStringLiteral("memory")));
        status.obstacle = WriteObstacle::memory_full;
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("memory is full")), qPrintable(said(strip)));
    }

    void aClickOnANumberAsksForThese_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QuickFilter>("filter");
        QTest::newRow("all") << "locks" << QuickFilter::all;
        QTest::newRow("held") << "held" << QuickFilter::held;
        QTest::newRow("contended") << "contended" << QuickFilter::contended;
        QTest::newRow("stuck") << "stuck" << QuickFilter::stuck;
    }
    void aClickOnANumberAsksForThese()
    {
        QFETCH(QString, word);
        QFETCH(QuickFilter, filter);
        StatusStrip strip;
        strip.setStatus(live());
        strip.resize(1200, 40);
        strip.setVisible(true);
        QSignalSpy asked(&strip, &StatusStrip::quickFilterRequested);
        for (QLabel* label : strip.findChildren<QLabel*>()) {
            if (label->text() == word) {
                QTest::mouseClick(label, Qt::LeftButton);
            }
        }
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().value<QuickFilter>(), filter);
    }

    void keysThatCouldNotBeReadAreSaid()
    {
        StatusStrip strip;
        MonitorStatus status = live();
        strip.setStatus(status);
        QVERIFY(!said(strip).contains(QStringLiteral("key(s)")));
        status.keys_unreadable = 3;
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("3 key(s) could not be read")), qPrintable(said(strip)));
    }

    void whatMayNotBeSeenIsNotNumbered_data()
    {
        QTest::addColumn<Feature>("missing");
        QTest::addColumn<qlonglong>("waiting");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("nobody can be counted")
            << Feature::waiting_clients << 0LL << QStringList{"41 held", "? waiting", "? contended"};
        QTest::newRow("some are in queues") << Feature::waiting_clients << 5LL << QStringList{"41 held", "≈ 5 waiting"};
        QTest::newRow("no lock can be found") << Feature::find << 0LL << QStringList{"? waiting", "? stuck"};
    }
    void whatMayNotBeSeenIsNotNumbered()
    {
        QFETCH(const Feature, missing);
        QFETCH(const qlonglong, waiting);
        QFETCH(const QStringList, parts);
        StatusStrip strip;
        MonitorStatus status = live();
        status.counts.waiting = waiting;
        Permission lacking;
        lacking.feature = missing;
        lacking.granted = false;
        status.permissions.all = {lacking};
        strip.setStatus(status);
        for (const QString& part : parts) {
            QVERIFY2(said(strip).contains(part), qPrintable(said(strip)));
        }
    }

    /// Whoever only watches misses nothing of what acting takes.
    void whatOnlyActingTakesIsToldOfApart()
    {
        StatusStrip strip;
        const auto* button = strip.findChild<QToolButton*>();
        MonitorStatus status = live();
        strip.setStatus(status);
        QVERIFY(!button->isVisibleTo(&strip));
        status.permissions.all = {{.feature = Feature::admin, .what = "DEL", .acl_rule = "+del", .granted = false}};
        strip.setStatus(status);
        QVERIFY(button->isVisibleTo(&strip));
        QCOMPARE(button->text(), QStringLiteral("not permitted to act: read only"));
        strip.setPurpose(Purpose::acting);
        QVERIFY2(button->text().startsWith(QStringLiteral("1 permission")), qPrintable(button->text()));
        strip.setPurpose(Purpose::watching);
        status.permissions.all.push_back(
            {.feature = Feature::find, .what = "SCAN", .acl_rule = "+scan", .granted = false});
        strip.setStatus(status);
        QVERIFY2(button->text().startsWith(QStringLiteral("1 permission")), qPrintable(button->text()));
    }

    void whileTheFirstLookGoesOnNumbersAreNotExact()
    {
        StatusStrip strip;
        MonitorStatus status = live();
        status.counts = {};
        status.scan_rounds = 0;
        status.scanned_at.reset();
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QLatin1Char('?')) && !said(strip).contains(QStringLiteral("0 locks")),
                 qPrintable(said(strip)));
        status.counts.locks = 3;
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("≥ 3")), qPrintable(said(strip)));
        status.scan_rounds = 1;
        status.scanned_at = std::chrono::system_clock::now();
        strip.setStatus(status);
        QVERIFY2(!said(strip).contains(QStringLiteral("≥")) && !said(strip).contains(QLatin1Char('?')),
                 qPrintable(said(strip)));
        status.incomplete = true; // more came than could be read at once
        status.scan_fraction = 0.4;
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("≥ 3")) && said(strip).contains(QStringLiteral("scanning 40 %")),
                 qPrintable(said(strip)));
    }

    /// It would stand at 0 % for ever.
    void aLookThatIsNotPermittedDoesNotGoOn()
    {
        StatusStrip strip;
        MonitorStatus status = live();
        status.scan_rounds = 0;
        status.scanned_at.reset();
        strip.setStatus(status);
        QVERIFY2(said(strip).contains(QStringLiteral("scanning 0 %")), qPrintable(said(strip)));
        status.permissions.all = {{.feature = Feature::find, .what = "SCAN", .acl_rule = "+scan", .granted = false}};
        strip.setStatus(status);
        QVERIFY2(!said(strip).contains(QStringLiteral("scanning")), qPrintable(said(strip)));
        QVERIFY2(said(strip).contains(QStringLiteral("not permitted to look for locks")), qPrintable(said(strip)));
    }

    void aFirstLookThatWasCutShortIsSaid_data()
    {
        QTest::addColumn<bool>("was_whole");
        QTest::newRow("cut short") << false;
        QTest::newRow("there was a whole one before") << true;
    }
    void aFirstLookThatWasCutShortIsSaid()
    {
        QFETCH(const bool, was_whole);
        StatusStrip strip;
        MonitorStatus status = live();
        status.link = MonitorStatus::Link::lost;
        status.scan_fraction = 0.38;
        if (!was_whole) {
            status.scanned_at.reset();
            status.scan_rounds = 0;
        }
        strip.setStatus(status);
        QCOMPARE(said(strip).contains(QStringLiteral("only 38 % of the keys")), !was_whole);
    }
};

QTEST_MAIN(StatusStripTest)
#include "status_strip_test.moc"
