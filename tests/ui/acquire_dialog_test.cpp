// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions_fixture.hpp"
#include "dialogs/acquire_dialog.hpp"
#include "panels/table_page.hpp"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QTableView>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

class AcquireDialogTest : public QObject, private ActionsFixture
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void acquireByKeyboardAndRelease();
    void acquireSaysWhatIsMissing();
    void acquireCanStopWaiting();
    void acquireShowsATokenAndWhoHasIt();
    void whatIsLostStaysInTheList();
    void aReleaseThatFailsIsSaid();
    void everythingIsGivenBackOnDisconnect();
};

void AcquireDialogTest::acquireByKeyboardAndRelease()
{
    const QAbstractItemModelTester tester(const_cast<OwnHoldsModel*>(&m_own->model()),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(says(*m_own, QStringLiteral("This program holds no lock.")));
    const QPointer<AcquireDialog> dialog = openedBy<AcquireDialog>(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(dialog);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Acquire"));
    QVERIFY(buttonWith(*dialog, QStringLiteral("Cancel"))->isDefault());
    QTest::keyClicks(dialog->focusWidget(), QStringLiteral("new\\x0alock"));
    QVERIFY(tabTo(*dialog, reasonOf(*dialog)));
    giveReason(*dialog);
    QVERIFY(tabTo(*dialog, button));
    QTest::keyClick(button, Qt::Key_Space);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: this program holds it now.")));
    QCOMPARE(m_redis->hash("new\nlock").size(), std::size_t{1});
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!dialog);

    QCOMPARE(m_own->model().rowCount(), 1);
    QCOMPARE(m_own->model().index(0, OwnHoldsModel::Lock).data().toString(), QStringLiteral("new\\x0alock"));
    QCOMPARE(m_own->model().index(0, OwnHoldsModel::State).data().toString(), QStringLiteral("held"));
    QCOMPARE(m_own->model().index(0, OwnHoldsModel::Remaining).data().toString(), QStringLiteral("renewed"));
    QTableView& table = m_own->page().table();
    QVERIFY(!m_own->actions().front()->isEnabled());
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    table.setFocus();
    table.selectRow(0);
    QTest::keyClick(&table, Qt::Key_Delete);
    QTRY_COMPARE(m_own->model().rowCount(), 0);
    QVERIFY(!m_redis->exists("new\nlock"));
}

void AcquireDialogTest::acquireSaysWhatIsMissing()
{
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Acquire"));
    QVERIFY(!button->isEnabled());
    QVERIFY(says(*dialog, QStringLiteral("Type the name of the lock.")));
    QTest::keyClicks(dialog->findChild<QLineEdit*>(), QStringLiteral("s"));
    QVERIFY(says(*dialog, QStringLiteral("Give a reason")));
    giveReason(*dialog);
    QVERIFY(button->isEnabled());
    auto* kind = dialog->findChild<QComboBox*>();
    for (int i = 0; i < kind->count(); ++i) {
        kind->setCurrentIndex(i);
        QCOMPARE(kind->currentData().toInt() == static_cast<int>(HoldKind::semaphore),
                 !dialog->findChildren<QComboBox*>().at(1)->isEnabled());
    }
    m_session->setAdminMode(Session::AdminMode::readOnly);
    QVERIFY(says(*dialog, QStringLiteral("The session is read-only again.")));
    QVERIFY(!button->isEnabled());
    delete dialog;
}

void AcquireDialogTest::acquireCanStopWaiting()
{
    hold("a", kAliceHolds, 600'000);
    select({"a"});
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    giveReason(*dialog);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Acquire"));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("It was not acquired: it is held by 9f45…e1:57.")));
    QVERIFY(button->isEnabled());

    QComboBox* wait = nullptr;
    for (QComboBox* each : dialog->findChildren<QComboBox*>()) {
        wait = each->itemText(0) == QStringLiteral("Do not wait") ? each : wait;
    }
    wait->setCurrentIndex(2);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE(m_own->model().rowCount(), 1);
    QCOMPARE(m_own->model().index(0, OwnHoldsModel::State).data().toString(), QStringLiteral("waiting"));
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Stop waiting")), Qt::LeftButton);
    QTRY_VERIFY(buttonWith(*dialog, QStringLiteral("Cancel")));
    QTRY_COMPARE(m_own->model().rowCount(), 0);
    QVERIFY(m_redis->hash("a").contains(kAliceHolds));

    QTest::mouseClick(button, Qt::LeftButton); // Waits again, and gets it.
    QTRY_VERIFY(m_redis->subscribers("redisson_lock__channel:{a}") > 0);
    m_redis->expect({"DEL", "a"});
    m_redis->publish("redisson_lock__channel:{a}", "0");
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: this program holds it now.")));
    delete dialog;
}

void AcquireDialogTest::acquireShowsATokenAndWhoHasIt()
{
    m_redis->expect({"SET", "redisson_lock_token:{a}", "41"});
    m_redis->expect({"HSET", "a", kAliceHolds, "1"});
    select({"a"});
    m_redis->expect({"DEL", "a"});
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    QCOMPARE(dialog->findChild<QComboBox*>()->currentData().toInt(), static_cast<int>(HoldKind::fenced));
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Acquire")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Its token is 42.")));
    QCOMPARE(m_own->model().index(0, OwnHoldsModel::Token).data().toString(), QStringLiteral("42"));
    delete dialog;
    QVERIFY(m_actions->release->isEnabled()); // It is selected, and ours.
    m_actions->release->trigger();
    QTRY_VERIFY(!m_redis->exists("a"));
    QTRY_VERIFY(!m_actions->release->isEnabled());
}

void AcquireDialogTest::whatIsLostStaysInTheList()
{
    HoldRequest request;
    request.lock = "a";
    request.reason = "test";
    m_session->hold(request);
    QTRY_COMPARE(m_own->model().index(0, OwnHoldsModel::State).data().toString(), QStringLiteral("held"));
    m_redis->expect({"DEL", "a"});
    QTRY_COMPARE(m_own->model().index(0, OwnHoldsModel::State).data().toString(), QStringLiteral("lost: taken away"));
    m_own->page().table().selectRow(0);
    QCOMPARE(m_own->actions().front()->text(), QStringLiteral("&Remove from the list"));
    m_own->actions().front()->trigger();
    QTRY_COMPARE(m_own->model().rowCount(), 0);
}

void AcquireDialogTest::aReleaseThatFailsIsSaid()
{
    HoldRequest request;
    request.lock = "a";
    request.reason = "test";
    const auto holdAndSelect = [&] {
        m_session->hold(request);
        QTRY_COMPARE(m_own->model().rowCount(), 1);
        QTRY_COMPARE(m_own->model().index(0, OwnHoldsModel::State).data().toString(), QStringLiteral("held"));
        m_own->page().table().selectRow(0);
    };
    holdAndSelect();
    m_redis->expect({"ACL", "SETUSER", "default", "-@scripting"});
    m_own->actions().front()->trigger();
    QTRY_COMPARE(m_own->model().rowCount(), 0); // The lock gives it up all the same.
    QTRY_VERIFY2(m_own->page().note().startsWith(QStringLiteral("Releasing a did not succeed. Failed:")),
                 qPrintable(m_own->page().note()));

    m_redis->expect({"ACL", "SETUSER", "default", "+@scripting"});
    m_redis->expect({"DEL", "a"});
    holdAndSelect();
    QVERIFY(m_own->page().note().startsWith(QStringLiteral("Releasing a")));
    m_own->actions().front()->trigger();
    QVERIFY(m_own->page().note().isEmpty()); // Something else is done now.
    QTRY_COMPARE(m_own->model().rowCount(), 0);
    QVERIFY(!m_redis->exists("a"));
    QVERIFY(m_own->page().note().startsWith(QStringLiteral("This program holds no lock.")));
}

void AcquireDialogTest::everythingIsGivenBackOnDisconnect()
{
    HoldRequest request;
    request.reason = "test";
    for (const char* lock : {"a", "b"}) {
        request.lock = lock;
        m_session->hold(request);
    }
    QTRY_VERIFY(m_redis->exists("a") && m_redis->exists("b"));
    QTRY_COMPARE(m_own->model().rowCount(), 2);
    m_session->close();
    QCOMPARE(m_own->model().rowCount(), 0);
    QTRY_VERIFY(!m_redis->exists("a") && !m_redis->exists("b"));
}

QTEST_MAIN(AcquireDialogTest)
#include "acquire_dialog_test.moc"
