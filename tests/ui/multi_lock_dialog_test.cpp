// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions_fixture.hpp"
#include "dialogs/multi_hold_dialog.hpp"
#include "panels/table_page.hpp"
#include "pausing.hpp"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

class MultiLockDialogTest : public QObject, private ActionsFixture
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void severalAtOnceEachForItself();
    void namesGetTheRoomThatTheOtherColumnsLeave();
    void whatIsCutOffCanBeReadInWhole();
    void severalCanBeExtendedAndCancelled();
    void saysWhatCannotBeTakenBack();
    void expiringOffersWhatALivingWatchdogRenewsWithin();
    void expiringCutsTheLeaseOfEachReader();
    void expiringNeverLengthens();
    void extendingOffersMoreThanTheLongestHas_data();
    void extendingOffersMoreThanTheLongestHas();
    void aLaterHoldIsNotReleasedUnasked();
    void whatIsOutOfReachIsLeftOut();
    void whatTheServerRefusedCanBeConfirmedAgain();
    void whatComesAfterALostConnectionIsLeftAlone();
    void whatHasNoAnswerIsLookedAtLater();
    void clientsAreNamed();
    void everyServerIsNamed();
    void productionAsksHowManyAndWhere_data();
    void productionAsksHowManyAndWhere();
    void whatBecomesProductionMeanwhileAsks();
    void whatBecomesProductionInTheMidstAsksForTheRest();

private:
    /// Held by Alice.
    std::vector<std::string> selectForty()
    {
        std::vector<std::string> names;
        for (int i = 0; i < 40; ++i) {
            names.push_back("lock:" + std::to_string(i));
            hold(names.back());
        }
        select(names);
        return names;
    }
    /// What has to be typed on a production server.
    static QLineEdit* line(const QWidget& dialog)
    {
        return test::fieldWith(dialog, QStringLiteral("Type how many locks, and the server"));
    }
};

void MultiLockDialogTest::severalAtOnceEachForItself()
{
    for (const char* lock : {"a", "b", "c", "d"}) {
        hold(lock);
    }
    select({"a", "b", "c", "d"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->forceRelease);
    QVERIFY(dialog);
    const QAbstractItemModelTester tester(const_cast<MultiLockModel*>(&dialog->model()),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(says(*dialog, QStringLiteral("Releases 4 lock(s)")));
    const auto text = [&](int row, int column) { return dialog->model().index(row, column).data().toString(); };
    QCOMPARE(text(0, MultiLockModel::Lock), QStringLiteral("a"));
    QVERIFY(text(0, MultiLockModel::Holder).contains(QStringLiteral("9f45…e1:57")));
    QVERIFY(text(0, MultiLockModel::Effect).startsWith(QStringLiteral("released")));
    const QTableView& table = dialog->findChild<TablePage*>()->table();
    QVERIFY(table.isColumnHidden(MultiLockModel::Result)); // There is none yet, and what happens needs the room.

    m_redis->expect({"DEL", "b"}); // The window sees this one.
    QTRY_COMPARE(text(1, MultiLockModel::Result), QStringLiteral("left out: nobody holds it any more"));
    QVERIFY(!table.isColumnHidden(MultiLockModel::Result));
    QVERIFY(says(*dialog, QStringLiteral("Releases 3 lock(s)")));
    m_redis->expect({"HSET", "b", kBobHolds, "1"});
    QTRY_COMPARE(text(1, MultiLockModel::Result), QStringLiteral("left out: now held by c0de…bb:3"));
    QVERIFY(says(*dialog, QStringLiteral("Releases 3 lock(s)")));
    pauseForSure(*m_session); // And not this one.
    m_redis->expect({"HSET", "c", kAliceHolds, "2"});

    giveReason(*dialog);
    QVERIFY(buttonWith(*dialog, QStringLiteral("Cancel"))->isDefault());
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release 3")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 2 of 4 done.")));
    QCOMPARE(text(0, MultiLockModel::Result), QStringLiteral("done: released"));
    QVERIFY(text(2, MultiLockModel::Result).startsWith(QStringLiteral("nothing done")));
    QVERIFY(!m_redis->exists("a") && m_redis->exists("c") && !m_redis->exists("d"));
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Close")), Qt::LeftButton);
    QTRY_VERIFY(!dialog);
    QVERIFY(m_undo->isVisible()); // Two that can be taken back.
}

void MultiLockDialogTest::namesGetTheRoomThatTheOtherColumnsLeave()
{
    const std::string longName = "orders:dispatch:" + std::string(60, 'x');
    hold(longName);
    hold("b");
    select({longName, "b"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->extend);
    QTableView& table = dialog->findChild<TablePage*>()->table();
    const auto unused = [&](int column) {
        const QAbstractItemView& view = table;
        return table.columnWidth(column) - view.sizeHintForColumn(column);
    };
    const int little = table.fontMetrics().height() * 2;
    dialog->resize(2000, dialog->height());
    QTRY_VERIFY(unused(MultiLockModel::Lock) >= 0);
    QVERIFY(unused(MultiLockModel::Holder) >= 0 && unused(MultiLockModel::Holder) < little);
    dialog->resize(700, dialog->height());
    QTRY_VERIFY(unused(MultiLockModel::Lock) < 0);
    QVERIFY(unused(MultiLockModel::Holder) >= 0 && unused(MultiLockModel::Holder) < little);
    delete dialog;
}

void MultiLockDialogTest::whatIsCutOffCanBeReadInWhole()
{
    hold("a");
    hold("b");
    select({"a", "b"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->forceRelease);
    const auto cell = [&](int row, int column) { return dialog->model().index(row, column).data().toString(); };
    const auto row = [&](int number) {
        const QStringList cells{cell(number, MultiLockModel::Lock), cell(number, MultiLockModel::Holder),
                                cell(number, MultiLockModel::Effect)};
        return cells.join(QStringLiteral(" · "));
    };
    QTRY_VERIFY(says(*dialog, row(0))); // the first one until somebody chooses
    QTableView& table = dialog->findChild<TablePage*>()->table();
    QTest::keyClick(&table, Qt::Key_Down); // comes to the first, as with the focus
    QTest::keyClick(&table, Qt::Key_Down);
    QTRY_VERIFY(says(*dialog, row(1)));
    m_redis->expect({"DEL", "b"});
    QTRY_VERIFY(says(*dialog, row(1) + QStringLiteral(" · left out: nobody holds it any more")));
    QTest::keyClick(&table, Qt::Key_Up);
    QTRY_VERIFY(says(*dialog, row(0)));
    delete dialog;
}

void MultiLockDialogTest::severalCanBeExtendedAndCancelled()
{
    const std::vector<std::string> names = selectForty();
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->extend);
    giveReason(*dialog);
    QVERIFY(
        dialog->model().index(0, MultiLockModel::Effect).data().toString().contains(QStringLiteral("5 m 00 s left")));
    m_sandbox->pause_server(); // All of them may be done before the key is hit.
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Extend 40")), Qt::LeftButton);
    QTest::keyClick(dialog, Qt::Key_Escape); // Does not close it while it works.
    m_sandbox->resume_server();
    QVERIFY(dialog);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished:")));
    QVERIFY(!test::shows(*dialog, QStringLiteral("Extends the leases of"))); // and nothing else says 40 any more
    QVERIFY(!buttonWith(*dialog, QStringLiteral("Extend 40"))->isVisible());
    int done = 0;
    for (int row = 0; row < 40; ++row) {
        const bool isDone = dialog->model().rows()[static_cast<std::size_t>(row)].state == MultiLockModel::State::done;
        QCOMPARE(m_redis->pttl(names[static_cast<std::size_t>(row)]) > 200'000, isDone);
        done += isDone ? 1 : 0;
    }
    QVERIFY(done < 40);
    QCOMPARE(dialog->model().index(39, MultiLockModel::Result).data().toString(),
             QStringLiteral("not begun: cancelled before its turn"));
    delete dialog;
}

void MultiLockDialogTest::saysWhatCannotBeTakenBack()
{
    hold("a");
    hold("b");
    select({"a", "b"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->forceRelease);
    m_redis->expect({"ACL", "SETUSER", "default", "-dump"});
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release 2")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 2 of 2 done.")));
    QCOMPARE(dialog->model().index(0, MultiLockModel::Result).data().toString(),
             QStringLiteral("done: released; it cannot be taken back"));
    QVERIFY(!m_undo->isVisible());
    delete dialog;
}

void MultiLockDialogTest::extendingOffersMoreThanTheLongestHas_data()
{
    QTest::addColumn<int>("lease");
    QTest::addColumn<double>("offered");
    QTest::addColumn<QString>("unit");
    QTest::newRow("little") << 60'000 << 5.0 << "minutes";
    QTest::newRow("more than is usual") << 600'000 << 20.0 << "minutes";
    QTest::newRow("much") << 30'000'000 << 17.0 << "hours";
}

void MultiLockDialogTest::extendingOffersMoreThanTheLongestHas()
{
    QFETCH(int, lease);
    QFETCH(double, offered);
    QFETCH(QString, unit);
    hold("a", kAliceHolds, lease);
    hold("b", kAliceHolds, 60'000);
    select({"a", "b"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->extend);
    QCOMPARE(dialog->findChild<QDoubleSpinBox*>()->value(), offered);
    QCOMPARE(dialog->findChild<QComboBox*>()->currentText(), unit);
    QVERIFY(buttonWith(*dialog, QStringLiteral("Extend 2")) != nullptr);
    delete dialog;
}

void MultiLockDialogTest::expiringOffersWhatALivingWatchdogRenewsWithin()
{
    LockState lock = heldLock("a", holder(kAlice, 57));
    lock.lease = milliseconds{12'345};
    lock.renewed_at = lock.observed_at;
    LockState other = lock;
    other.name = "b";
    const MultiHoldDialog dialog(*m_session, MultiHoldDialog::What::force_expire, {shared(lock), shared(other)},
                                 QStringLiteral("server"), nullptr);
    QCOMPARE(dialog.findChild<QDoubleSpinBox*>()->value(), 5.0);
    QVERIFY(says(dialog, QStringLiteral("A living watchdog renews before that")));
}

void MultiLockDialogTest::expiringCutsTheLeaseOfEachReader()
{
    const MultiHoldDialog dialog(*m_session, MultiHoldDialog::What::force_expire,
                                 {shared(readLock("a")), shared(heldLock("b", holder(kAlice, 57)))},
                                 QStringLiteral("server"), nullptr);
    const auto isSaidOf = [&dialog](int row) {
        return dialog.model()
            .index(row, MultiLockModel::Effect)
            .data()
            .toString()
            .contains(QStringLiteral("Each reader's own lease is cut to that time, too"));
    };
    QVERIFY(isSaidOf(0));
    QVERIFY(!isSaidOf(1));
}

void MultiLockDialogTest::expiringNeverLengthens()
{
    hold("a", kAliceHolds, 600'000);
    hold("b", kAliceHolds, 60'000);
    select({"a", "b"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->forceExpire);
    auto* number = dialog->findChild<QDoubleSpinBox*>();
    number->setValue(3);
    QVERIFY(says(*dialog, QStringLiteral("too short even for a living watchdog, which renews within 12 s")));
    number->setValue(300);
    QVERIFY(says(*dialog, QStringLiteral("A living watchdog renews before that")));
    const auto text = [&](int row, int column) { return dialog->model().index(row, column).data().toString(); };
    QVERIFY(text(0, MultiLockModel::Effect).startsWith(QStringLiteral("expires in 5 m 00 s")));
    QCOMPARE(text(1, MultiLockModel::Effect), QStringLiteral("nothing: it ends sooner already"));
    QVERIFY(says(*dialog, QStringLiteral("Lets 1 lock(s) expire.")));
    giveReason(*dialog);
    number->setValue(0);
    QVERIFY(says(*dialog, QStringLiteral("The time is shorter than 0.1 seconds.")));
    QVERIFY(!buttonWith(*dialog, QStringLiteral("Force-expire 2"))->isEnabled());
    number->setValue(300);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-expire 1")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 1 of 2 done.")));
    QCOMPARE(text(1, MultiLockModel::Result), QStringLiteral("left out: nothing to do"));
    QVERIFY(m_redis->pttl("a") <= 300'000 && m_redis->pttl("b") <= 60'000);
    delete dialog;
}

void MultiLockDialogTest::aLaterHoldIsNotReleasedUnasked()
{
    hold("a", kAliceHolds, 60'000);
    hold("b", kAliceHolds, 60'000);
    select({"a", "b"});
    pauseForSure(*m_session); // The window does not see what happens from now on.
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->forceRelease);
    QVERIFY(says(*dialog, QStringLiteral("Paused: this is what was seen last.")));
    giveReason(*dialog);
    m_redis->expect({"DEL", "a"});
    hold("a", kAliceHolds, 90'000); // Another hold of the same owner.
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release 2")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("1 lock(s) were renewed since they were read")));
    const auto text = [&](int row) { return dialog->model().index(row, MultiLockModel::Result).data().toString(); };
    QVERIFY(text(0).startsWith(QStringLiteral("nothing done: renewed, or taken anew")));
    QCOMPARE(text(1), QStringLiteral("done: released"));
    QVERIFY(m_redis->exists("a") && !m_redis->exists("b"));
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release 1")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 2 of 2 done.")));
    QVERIFY(!m_redis->exists("a"));
    delete dialog;
}

void MultiLockDialogTest::whatIsOutOfReachIsLeftOut()
{
    hold("a");
    hold("b");
    select({"a", "b"});
    pauseForSure(*m_session); // Nothing else is told of them.
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->forceRelease);
    LockState lost = *look("a");
    lost.out_of_reach_since = std::chrono::steady_clock::now();
    tell(lost);
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release 2")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 1 of 2 done.")));
    QCOMPARE(dialog->model().index(0, MultiLockModel::Result).data().toString(),
             QStringLiteral("left out: it cannot be read now"));
    QVERIFY(m_redis->exists("a") && !m_redis->exists("b"));
    delete dialog;
}

void MultiLockDialogTest::whatTheServerRefusedCanBeConfirmedAgain()
{
    hold("a");
    hold("b");
    select({"a", "b"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->forceRelease);
    giveReason(*dialog);
    m_redis->expect({"ACL", "SETUSER", "default", "-@scripting"});
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release 2")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("2 lock(s) could not be acted on; the list says why.")));
    QVERIFY(dialog->model().index(0, MultiLockModel::Result).data().toString().startsWith(QStringLiteral("Failed:")));
    QCOMPARE(reasonField(*dialog)->text(), QStringLiteral("its client died"));
    m_redis->expect({"ACL", "SETUSER", "default", "+@scripting"});
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release 2")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 2 of 2 done.")));
    QVERIFY(!m_redis->exists("a") && !m_redis->exists("b"));
    delete dialog;
}

/// And of the one that was under way nobody says that nothing was done.
void MultiLockDialogTest::whatComesAfterALostConnectionIsLeftAlone()
{
    for (const char* lock : {"a", "b", "c"}) {
        hold(lock, kAliceHolds, 600'000);
    }
    select({"a", "b", "c"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->forceRelease);
    giveReason(*dialog);
    m_sandbox->pause_server();
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release 3")), Qt::LeftButton);
    const auto result = [&dialog](int row) {
        return dialog->model().index(row, MultiLockModel::Result).data().toString();
    };
    QTRY_VERIFY(result(2).startsWith(QStringLiteral("Refused: The server did not answer before its turn")));
    QVERIFY2(result(0).startsWith(QStringLiteral("Whether it has happened is not known")), qPrintable(result(0)));
    QTRY_VERIFY(says(*dialog, QStringLiteral("Of 1 lock(s) it is not known whether it has happened")));
    m_sandbox->resume_server();
    QTRY_COMPARE(m_session->status().link, MonitorStatus::Link::live);
    QVERIFY(m_redis->exists("b") && m_redis->exists("c"));
    delete dialog;
}

/// As where one lock is acted on.
void MultiLockDialogTest::whatHasNoAnswerIsLookedAtLater()
{
    hold("a", kAliceHolds, 600'000);
    hold("b", kAliceHolds, 600'000);
    select({"a", "b"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->forceRelease);
    giveReason(*dialog);
    m_sandbox->pause_server();
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release 2")), Qt::LeftButton);
    const auto result = [&dialog](int row) {
        return dialog->model().index(row, MultiLockModel::Result).data().toString();
    };
    const QString notKnown = QStringLiteral("Whether it has happened is not known");
    QTRY_VERIFY_WITH_TIMEOUT(result(0).startsWith(notKnown), 30'000);
    QVERIFY2(!result(0).contains(QStringLiteral("nobody holds it any more")), qPrintable(result(0)));
    m_sandbox->resume_server();
    m_redis->expect({"DEL", "a"}); // if that has not happened
    QTRY_VERIFY_WITH_TIMEOUT(result(0).endsWith(QStringLiteral(" · nobody holds it any more")), 30'000);
    QVERIFY(result(0).startsWith(notKnown));
    QVERIFY(result(1).startsWith(QStringLiteral("Refused: "))); // of that one it is known
    delete dialog;
}

void MultiLockDialogTest::clientsAreNamed()
{
    const ClientNamer namer = [](const std::string& uuid) {
        return uuid == kAlice ? QStringLiteral("billing-2") : QStringLiteral("<b>%1 %2</b>");
    };
    m_actions->setClientNamer(namer);
    hold("a");
    hold("b", kBobHolds);
    select({"a", "b"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->forceRelease);
    const auto data = [&](int row, int column, int role) {
        return dialog->model().index(row, column).data(role).toString();
    };
    QCOMPARE(data(0, MultiLockModel::Holder, Qt::DisplayRole), QStringLiteral("9f45…e1:57 (billing-2)"));
    QCOMPARE(data(1, MultiLockModel::Holder, Qt::DisplayRole), QStringLiteral("c0de…bb:3 (<b>%1 %2</b>)"));
    QVERIFY(says(*dialog, QStringLiteral("a · 9f45…e1:57 (billing-2) · released")));
    const QString tip = data(1, MultiLockModel::Holder, Qt::ToolTipRole);
    QVERIFY2(tip.contains(QStringLiteral("&lt;b&gt;%1 %2&lt;/b&gt;")), qPrintable(tip));
    QVERIFY2(!tip.contains(QStringLiteral("<b>")), qPrintable(tip));
    tell(heldLock("a", holder(kBob, 3)));
    QCOMPARE(data(0, MultiLockModel::Result, Qt::DisplayRole),
             QStringLiteral("left out: now held by c0de…bb:3 (<b>%1 %2</b>)"));
    delete dialog;

    MultiHoldDialog queued(*m_session, MultiHoldDialog::What::force_release,
                           {shared(fairLock("f")), shared(heldLock("b", holder(kBob, 3)))}, {});
    queued.setClientNamer(namer);
    const QString effect = queued.model().index(0, MultiLockModel::Effect).data().toString();
    QVERIFY2(effect.contains(QStringLiteral("Next is c0de…bb:3 (<b>%1 %2</b>).")), qPrintable(effect));
}

/// As where one lock is acted on.
void MultiLockDialogTest::everyServerIsNamed()
{
    m_session->setServerName(QStringLiteral("staging"));
    hold("a");
    hold("b");
    select({"a", "b"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->extend);
    QVERIFY(says(*dialog, QStringLiteral("on staging")));
    m_session->setServerKind(Session::ServerKind::production);
    QVERIFY(says(*dialog, QStringLiteral("on staging, a production server")));
    delete dialog;
}

void MultiLockDialogTest::productionAsksHowManyAndWhere_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QStringList>("wrong");
    QTest::addColumn<QString>("right");
    QTest::newRow("a server with a name") << QStringLiteral("pay prod")
                                          << QStringList{QStringLiteral("3"), QStringLiteral("pay prod"),
                                                         QStringLiteral("2 pay prod"), QStringLiteral("3 pay test")}
                                          << QStringLiteral("3 pay prod");
    QTest::newRow("one without") << QString() << QStringList{QStringLiteral("a"), QStringLiteral("2")}
                                 << QStringLiteral("3");
    QTest::newRow("a name that looks like markup")
        << QStringLiteral("<b>%1</b>") << QStringList{QStringLiteral("3 1")} << QStringLiteral("3 <b>%1</b>");
}

void MultiLockDialogTest::productionAsksHowManyAndWhere()
{
    QFETCH(QString, server);
    QFETCH(QStringList, wrong);
    QFETCH(QString, right);
    m_session->setServerKind(Session::ServerKind::production);
    m_session->setServerName(server);
    for (const char* lock : {"a", "b", "c"}) {
        hold(lock);
    }
    select({"a", "b", "c"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->forceRelease);
    QVERIFY(dialog && line(*dialog));
    const auto* whole = dialog->findChild<QPlainTextEdit*>();
    QCOMPARE(whole->toPlainText(), right);
    giveReason(*dialog);
    const QPushButton* button = buttonWith(*dialog, QStringLiteral("Force-release 3"));
    QVERIFY(!button->isEnabled());
    QVERIFY(tabTo(*dialog, line(*dialog)));
    for (const QString& typed : wrong) {
        line(*dialog)->clear();
        QTest::keyClicks(line(*dialog), typed);
        QVERIFY2(!button->isEnabled(), qPrintable(typed));
    }
    line(*dialog)->clear();
    QTest::keyClicks(line(*dialog), right);
    QVERIFY(button->isEnabled());

    m_redis->expect({"DEL", "b"}); // What was typed was typed: the fewer do not ask anew.
    QTRY_VERIFY(says(*dialog, QStringLiteral("Releases 2 lock(s)")));
    m_redis->expect({"ACL", "SETUSER", "default", "-@scripting"}); // Nor does what is confirmed once more.
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release 2")), Qt::LeftButton);
    QVERIFY(!line(*dialog)->isEnabled());
    QTRY_VERIFY(says(*dialog, QStringLiteral("2 lock(s) could not be acted on; the list says why.")));
    m_redis->expect({"ACL", "SETUSER", "default", "+@scripting"});
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release 2")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 2 of 3 done.")));
    QVERIFY(!m_redis->exists("a") && !m_redis->exists("c"));
    delete dialog;
}

void MultiLockDialogTest::whatBecomesProductionMeanwhileAsks()
{
    hold("a");
    hold("b");
    select({"a", "b"});
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->extend);
    giveReason(*dialog);
    const QPushButton* button = buttonWith(*dialog, QStringLiteral("Extend 2"));
    QVERIFY(button->isEnabled());
    m_session->setServerKind(Session::ServerKind::production);
    QVERIFY(!button->isEnabled());
    QTest::keyClicks(line(*dialog), QStringLiteral("2"));
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Extend 2")), Qt::LeftButton);
    QTRY_VERIFY2(says(*dialog, QStringLiteral("Finished: 2 of 2 done.")),
                 lockscope::test::allSaid(*dialog).constData());
    QVERIFY(m_redis->pttl("a") > 200'000 && m_redis->pttl("b") > 200'000);
    delete dialog;
}

/// What was agreed to without the name is not done any more from then on.
void MultiLockDialogTest::whatBecomesProductionInTheMidstAsksForTheRest()
{
    const std::vector<std::string> names = selectForty();
    const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(m_actions->extend);
    giveReason(*dialog);
    m_sandbox->pause_server(); // All of them may be done otherwise.
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Extend 40")), Qt::LeftButton);
    m_session->setServerKind(Session::ServerKind::production);
    m_sandbox->resume_server();
    QTRY_VERIFY(says(*dialog, QStringLiteral("could not be acted on; the list says why.")));
    const auto extended = [&] {
        return std::count_if(names.begin(), names.end(),
                             [this](const std::string& name) { return m_redis->pttl(name) > 200'000; });
    };
    const auto done = extended();
    QVERIFY(done < 40);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Extend %1").arg(40 - done));
    QVERIFY(button && !button->isEnabled());
    QTest::keyClicks(line(*dialog), QStringLiteral("40"));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 40 of 40 done.")));
    QCOMPARE(extended(), 40);
    delete dialog;
}

QTEST_MAIN(MultiLockDialogTest)
#include "multi_lock_dialog_test.moc"
