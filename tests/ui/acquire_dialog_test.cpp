// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions_fixture.hpp"
#include "dialogs/acquire_dialog.hpp"
#include "dialogs/hold_facts.hpp"
#include "panels/table_page.hpp"
#include "pausing.hpp"
#include "text/server_text.hpp"

#include "support/subscriber.hpp"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSignalSpy>
#include <QTableView>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using test::Subscriber;

class AcquireDialogTest : public QObject, private ActionsFixture
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void acquireByKeyboardAndRelease();
    void aNameThatIsTooLongForTheFieldIsTakenWhole();
    void aNameThatIsTypedTooLongIsRefused();
    void acquireSaysWhatIsMissing();
    void aTimeThatIsNoneIsNotCorrectedUnseen();
    void whatIsAcquiredIsShownAsWhatItIs();
    void acquireCanStopWaiting();
    void acquireShowsATokenAndWhoHasIt();
    void whatIsLostStaysInTheList();
    void aReleaseThatFailsIsSaid();
    void aReleaseThatAReplicaRefusesIsSaid();
    void everythingIsGivenBackOnDisconnect();
    void saysWhatWillBeWrittenAndWhatWas();
    void followsTheLockWhileItIsOpen();
    void nothingMovesBelowWhatIsSaidShorter();
    void saysHowItIsUnderANameThatIsTyped();
    void saysTheNumberInTheQueue();
    void whoIsKnownToBeDeadStaysSo();
    void ofALongQueueItSaysWhoWasNotRead();
    void promisesAWriterNoReadersLease();
    void saysThatAQueueIsPassedOver();
    void saysWhoIsRemovedFromTheQueue();
    void saysWhereTheKindDoesNotFit();
    void saysThatItIsAReentry();
    void ofASemaphoreSaysTheNumbers();
    void ofLeasedPermitsTheKindIsChosenAndTheLateAreCounted();
    void whatIsPausedSaysSo();
    void withoutAConnectionNothingIsAcquired();
    void productionAsksForTheName();
    void tabGoesInTheOrderOfTheEyes_data();
    void tabGoesInTheOrderOfTheEyes();
    void lettersLeadToChoices();
    void whatIsKnownOfAnotherNameIsShownAtOnce();
    void whoHasItIsNamed();

private:
    QPointer<AcquireDialog> openWith(const QString& name)
    {
        const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
        QTest::keyClicks(dialog->findChild<QLineEdit*>(), name);
        return dialog;
    }
    static QComboBox* kindOf(const QWidget& dialog) { return dialog.findChild<QComboBox*>(); }
    static void choose(const QWidget& dialog, HoldKind kind)
    {
        kindOf(dialog)->setCurrentIndex(kindOf(dialog)->findData(static_cast<int>(kind)));
    }
    static bool isNextByTab(const QWidget& one, const QWidget& other)
    {
        const QWidget* next = one.nextInFocusChain();
        while (next != &one && ((next->focusPolicy() & Qt::TabFocus) == 0 || !next->isVisible())) {
            next = next->nextInFocusChain();
        }
        return next == &other;
    }
    static void waitAtMost(const QWidget& dialog)
    {
        for (QComboBox* each : dialog.findChildren<QComboBox*>()) {
            if (each->itemText(0) == QStringLiteral("Do not wait")) {
                each->setCurrentIndex(1);
            }
        }
    }
    static QDoubleSpinBox* numberOf(const QWidget& dialog, const QString& name)
    {
        for (QDoubleSpinBox* each : dialog.findChildren<QDoubleSpinBox*>()) {
            if (each->accessibleName() == name) {
                return each;
            }
        }
        return nullptr;
    }
    static void acquire(const QWidget& dialog)
    {
        QTest::mouseClick(buttonWith(dialog, QStringLiteral("Acquire")), Qt::LeftButton);
    }
    std::string inMinutes(int minutes)
    {
        const std::int64_t now = std::stoll(m_redis->list({"TIME"}).front());
        return std::to_string((now + std::int64_t{60} * minutes) * 1000);
    }
    void queue(const std::string& lock, const std::string& owner)
    {
        m_redis->expect({"RPUSH", "redisson_lock_queue:{" + lock + "}", owner});
        m_redis->expect({"ZADD", "redisson_lock_timeout:{" + lock + "}", inMinutes(5), owner});
    }
};

void AcquireDialogTest::aNameThatIsTooLongForTheFieldIsTakenWhole()
{
    const std::string name(9000, '\x01'); // four characters each, where it is shown
    hold(name);
    select({name});
    QVERIFY(!QTest::currentTestFailed());
    m_redis->expect({"DEL", name});
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    QVERIFY(dialog);
    giveReason(*dialog);
    QTRY_VERIFY(buttonWith(*dialog, QStringLiteral("Acquire"))->isEnabled());
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Acquire")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: this program holds it now.")));
    QCOMPARE(m_redis->hash(name).size(), std::size_t{1});
    QCOMPARE(m_redis->keys().size(), std::size_t{1});
}

void AcquireDialogTest::aNameThatIsTypedTooLongIsRefused()
{
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    QVERIFY(dialog);
    giveReason(*dialog);
    auto* field = dialog->findChild<QLineEdit*>();
    field->setText(QString(field->maxLength() + 1, QLatin1Char('x')));
    QVERIFY(says(*dialog, QStringLiteral("The name is too long to be typed here")));
    QVERIFY(!buttonWith(*dialog, QStringLiteral("Acquire"))->isEnabled());
    field->setText(QStringLiteral("x"));
    QTRY_VERIFY(buttonWith(*dialog, QStringLiteral("Acquire"))->isEnabled());
}

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
    QVERIFY(tabTo(*dialog, reasonField(*dialog)));
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

void AcquireDialogTest::aTimeThatIsNoneIsNotCorrectedUnseen()
{
    const QPointer<AcquireDialog> dialog = openWith(QStringLiteral("t"));
    giveReason(*dialog);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Acquire"));
    QVERIFY(button->isEnabled());
    waitAtMost(*dialog);
    QDoubleSpinBox* wait = numberOf(*dialog, QStringLiteral("Wait"));
    wait->setFocus();
    wait->selectAll();
    QTest::keyClicks(wait, QStringLiteral("0"));
    QVERIFY(says(*dialog, QStringLiteral("The time is shorter than 0.1 seconds.")));
    QVERIFY(!button->isEnabled());
    QTest::keyClick(wait, Qt::Key_Tab);
    QCOMPARE(wait->value(), 0.0);
    wait->setValue(99'999'999);
    QVERIFY(button->isEnabled());
    delete dialog;
}

void AcquireDialogTest::whatIsAcquiredIsShownAsWhatItIs()
{
    LockStatePtr shown;
    const QObject listener;
    QObject::connect(m_session.get(), &Session::batchArrived, &listener,
                     [&shown](const std::shared_ptr<const MonitorBatch>& batch) {
                         for (const LockChange& change : batch->changes) {
                             shown = change.state;
                         }
                     });
    HoldRequest request;
    request.lock = "a";
    request.kind = HoldKind::fair;
    request.reason = "maintenance";
    const Session::Ticket ticket = m_session->hold(request);
    QTRY_VERIFY(shown && shown->is_held() && shown->type == LockType::fair && shown->type_certain);
    m_session->releaseHold(ticket);
    QTRY_VERIFY(!shown->is_held());
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
    QVERIFY(says(*dialog, QStringLiteral("Waiting was stopped: it was not acquired.")));
    QVERIFY(!says(*dialog, QStringLiteral("Try again")));

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
    QVERIFY(m_own->actions().back()->isEnabled());
    m_redis->expect({"DEL", "a"});
    QTRY_COMPARE(m_own->model().index(0, OwnHoldsModel::State).data().toString(),
                 QStringLiteral("lost: taken or deleted"));
    QVERIFY(!m_own->actions().back()->isEnabled()); // nothing is left to be released
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

void AcquireDialogTest::aReleaseThatAReplicaRefusesIsSaid()
{
    HoldRequest request;
    request.lock = "a";
    request.reason = "test";
    m_session->hold(request);
    QTRY_COMPARE(m_own->model().index(0, OwnHoldsModel::State).data().toString(), QStringLiteral("held"));
    m_redis->expect({"REPLICAOF", "127.0.0.1", "1"});
    QTRY_COMPARE(m_session->barrier(), Barrier::replica);
    m_own->actions().back()->trigger();
    QTRY_COMPARE(m_own->model().index(0, OwnHoldsModel::State).data().toString(), QStringLiteral("being released…"));
    QTRY_VERIFY2(says(*m_own, QStringLiteral("Releasing a did not succeed.")), allSaid(*m_own));
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

void AcquireDialogTest::saysWhatWillBeWrittenAndWhatWas()
{
    const QPointer<AcquireDialog> dialog = openWith(QStringLiteral("orders:1"));
    QTRY_VERIFY(says(*dialog, QStringLiteral("orders:1 is free: Redis has no key of this name.")));
    const std::string owner = m_session->ownOwner();
    const QString field = QStringLiteral("the field %1 with count 1 and a TTL of ").arg(ownerText(owner));
    QVERIFY(says(*dialog, QStringLiteral("It is free: “Acquire” takes it at once.")));
    QVERIFY(says(*dialog, QStringLiteral("Its key then has ") + field + QStringLiteral("30 s.")));
    QVERIFY(says(*dialog, QStringLiteral("It is renewed every 10 s until it is released.")));
    choose(*dialog, HoldKind::fenced);
    QVERIFY(says(*dialog, QStringLiteral("Its token grows by one.")));
    choose(*dialog, HoldKind::reentrant);
    dialog->findChildren<QComboBox*>().at(1)->setCurrentIndex(1); // At most for
    QVERIFY(says(*dialog, QStringLiteral("Nothing renews it: it ends by itself after 1 m 00 s.")));
    giveReason(*dialog);
    acquire(*dialog);
    QTRY_VERIFY(
        says(*dialog, QStringLiteral("Done: this program holds it now. It was free. Now its key has ") + field));
    QVERIFY(!says(*dialog, QStringLiteral("takes it at once"))); // It said what would happen.
    QCOMPARE(m_redis->hash("orders:1"), (std::map<std::string, std::string>{{owner, "1"}}));
    delete dialog;
}

void AcquireDialogTest::followsTheLockWhileItIsOpen()
{
    hold("a", kAliceHolds, 600'000);
    select({"a"});
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    QVERIFY(says(*dialog, QStringLiteral("a is held by 9f45…e1:57")));
    QVERIFY(says(*dialog, QStringLiteral("of its lease are left.")));
    QVERIFY(says(*dialog, QStringLiteral("“Acquire” tries once and waits for nobody: nothing is written.")));
    m_redis->expect({"DEL", "a"});
    QTRY_VERIFY(says(*dialog, QStringLiteral("a is free: Redis has no key of this name.")));
    QVERIFY(says(*dialog, QStringLiteral("It is free: “Acquire” takes it at once.")));
    m_redis->expect({"HSET", "a", kBobHolds, "3"}); // Without an end.
    QTRY_VERIFY(says(*dialog, QStringLiteral("a is held by c0de…bb:3 (entered 3 times)")));
    QVERIFY(says(*dialog, QStringLiteral("It never expires.")));
    waitAtMost(*dialog);
    QVERIFY(says(*dialog, QStringLiteral("“Acquire” waits for up to 10 s; who is fastest when it is free gets it.")));
    QVERIFY(
        says(*dialog, QStringLiteral("Its lease lasts longer than that: it is had only if it is released before.")));
    delete dialog;
}

/// Somebody may be aiming at it.
void AcquireDialogTest::nothingMovesBelowWhatIsSaidShorter()
{
    hold("a", kAliceHolds, 600'000);
    select({"a"});
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    const auto place = [&dialog] {
        QCoreApplication::processEvents(); // it is laid out
        return kindOf(*dialog)->mapTo(dialog.data(), QPoint()).y();
    };
    QVERIFY(says(*dialog, QStringLiteral("of its lease are left.")));
    const int first = place();
    m_redis->expect({"DEL", "a"});
    QTRY_VERIFY(says(*dialog, QStringLiteral("a is free: Redis has no key of this name.")));
    QCOMPARE(place(), first);
    m_session->pause();
    QTRY_VERIFY(says(*dialog, QStringLiteral("Paused: this is what was seen last")));
    const int paused = place();
    m_session->resume();
    QTRY_VERIFY(!says(*dialog, QStringLiteral("Paused: this is what was seen last")));
    QCOMPARE(place(), paused);
    delete dialog;
}

void AcquireDialogTest::saysHowItIsUnderANameThatIsTyped()
{
    hold("b", kBobHolds);
    m_redis->expect({"RPUSH", "l", "x"});
    hold("a", kAliceHolds);
    select({"a"});
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    auto* name = dialog->findChild<QLineEdit*>();
    const auto type = [name](const QString& text) {
        QTest::keyClick(name, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(name, text);
    };
    type(QStringLiteral("b"));
    QVERIFY(!says(*dialog, QStringLiteral("a is held by"))); // Nothing of the one before is said of this one.
    QTRY_VERIFY(says(*dialog, QStringLiteral("b is held by c0de…bb:3")));
    type(QStringLiteral("l"));
    QTRY_VERIFY(says(*dialog, QStringLiteral("l is no lock: it is a key of the type list.")));
    QVERIFY(says(*dialog, QStringLiteral("Redis will answer WRONGTYPE, and nothing is written.")));
    type(QStringLiteral("nobody's"));
    QTRY_VERIFY(says(*dialog, QStringLiteral("nobody's is free: Redis has no key of this name.")));
    QTest::keyClick(name, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(name, Qt::Key_Delete);
    QVERIFY(!says(*dialog, QStringLiteral("is free")));
    delete dialog;
}

void AcquireDialogTest::saysTheNumberInTheQueue()
{
    const Subscriber bob(m_sandbox->endpoint(), {"redisson_lock__channel:{f}:" + kBobHolds});
    hold("f", kAliceHolds, 600'000);
    queue("f", kBobHolds);
    select({"f"});
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    QCOMPARE(kindOf(*dialog)->currentData().toInt(), static_cast<int>(HoldKind::fair));
    QVERIFY(says(*dialog, QStringLiteral("Type: fair.")));
    QVERIFY(says(*dialog, QStringLiteral("1 waiter(s). Next is c0de…bb:3.")));
    waitAtMost(*dialog);
    QVERIFY(says(*dialog, QStringLiteral("“Acquire” waits for up to 10 s, as number 2 in the queue.")));
    delete dialog;
}

/// One look cannot tell that nobody has listened for a while; who has watched the lock can.
void AcquireDialogTest::whoIsKnownToBeDeadStaysSo()
{
    hold("f", kAliceHolds, 600'000);
    queue("f", kBobHolds);
    select({"f"});
    LockState watched = *look("f");
    watched.waiters.front().stale = true;
    m_actions->setSelection({shared(watched)});
    const QSignalSpy looks(m_session.get(), &Session::lookArrived);
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    QVERIFY(says(*dialog, QStringLiteral("Nobody is known to wait.")));
    QTRY_VERIFY(looks.count() > 0);
    QVERIFY2(says(*dialog, QStringLiteral("Nobody is known to wait.")), allSaid(*dialog));
    delete dialog;
}

void AcquireDialogTest::ofALongQueueItSaysWhoWasNotRead()
{
    hold("f", kAliceHolds, 600'000);
    queue("f", kBobHolds);
    LockState lock = *look("f");
    lock.waiters_total = 2000;
    const QString said = facts::waiters(lock, {});
    QVERIFY2(said.contains(QStringLiteral("1,999 of them were not read, and may be dead.")), qPrintable(said));
}

void AcquireDialogTest::promisesAWriterNoReadersLease()
{
    m_redis->expect({"HSET", "r", "mode", "read", kBobHolds, "1"});
    m_redis->expect({"SET", std::string("{r}:") + kBobHolds + ":rwlock_timeout:1", "1", "PX", "600000"});
    m_redis->expect({"PEXPIRE", "r", "600000"});
    const QPointer<AcquireDialog> dialog = openWith(QStringLiteral("r"));
    choose(*dialog, HoldKind::write);
    waitAtMost(*dialog);
    QTRY_VERIFY(says(*dialog, QStringLiteral("with count 1 and a TTL of 30 s.")));
    choose(*dialog, HoldKind::read); // Beside the other one, whose lease stays.
    QTRY_VERIFY(says(*dialog, QStringLiteral("with count 1 and a TTL of 9 m")));
    delete dialog;
}

void AcquireDialogTest::saysThatAQueueIsPassedOver()
{
    const Subscriber bob(m_sandbox->endpoint(), {"redisson_lock__channel:{f}:" + kBobHolds});
    queue("f", kBobHolds);
    const QPointer<AcquireDialog> dialog = openWith(QStringLiteral("f"));
    QTRY_VERIFY(says(*dialog, QStringLiteral("Nobody holds f, but it has a queue.")));
    QVERIFY(says(*dialog, QStringLiteral("Those in its queue are passed over; “Fair” lines up behind them.")));
    choose(*dialog, HoldKind::fair);
    QVERIFY(!says(*dialog, QStringLiteral("passed over")));
    QVERIFY(says(*dialog, QStringLiteral("It is not to be had now."))); // Somebody else is next.
    delete dialog;
}

void AcquireDialogTest::saysWhoIsRemovedFromTheQueue()
{
    m_redis->expect({"RPUSH", "redisson_lock_queue:{f}", kBobHolds});
    m_redis->expect({"ZADD", "redisson_lock_timeout:{f}", inMinutes(-1), kBobHolds});
    const QPointer<AcquireDialog> dialog = openWith(QStringLiteral("f"));
    QTRY_VERIFY(says(*dialog, QStringLiteral("Nobody holds f, but it has a queue.")));
    QVERIFY(!says(*dialog, QStringLiteral("removed"))); // by one that does not line up
    choose(*dialog, HoldKind::fair);
    QVERIFY(says(*dialog, QStringLiteral("1 waiter(s) at the head of its queue, dead or too late, will be removed.")));
    giveReason(*dialog);
    acquire(*dialog);
    QTRY_VERIFY2(says(*dialog, QStringLiteral("1 waiter(s), dead or too late, were removed from its queue.")),
                 allSaid(*dialog));
    QVERIFY(!m_redis->exists("redisson_lock_queue:{f}"));
    delete dialog;
}

void AcquireDialogTest::saysWhereTheKindDoesNotFit()
{
    m_redis->expect({"HSET", "rw", "mode", "read", kAliceHolds, "1"});
    m_redis->expect({"PEXPIRE", "rw", "600000"});
    m_redis->expect({"SET", "{rw}:" + kAliceHolds + ":rwlock_timeout:1", "1", "PX", "600000"});
    select({"rw"});
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    QCOMPARE(kindOf(*dialog)->currentData().toInt(), static_cast<int>(HoldKind::write));
    QVERIFY(says(*dialog, QStringLiteral("Type: read-write, held for reading.")));
    choose(*dialog, HoldKind::reentrant);
    QVERIFY(says(*dialog,
                 QStringLiteral("Redis will answer WRONGTYPE, and nothing is written. “Write lock” goes with it.")));
    giveReason(*dialog);
    acquire(*dialog);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Failed:")));
    QCOMPARE(m_redis->hash("rw").size(), std::size_t{2});
    QCOMPARE(reasonField(*dialog)->text(), QStringLiteral("its client died")); // Nobody has to type it again.
    choose(*dialog, HoldKind::read);
    QVERIFY(!says(*dialog, QStringLiteral("Failed:")));
    QVERIFY(says(*dialog, QStringLiteral("Others read it: “Acquire” reads beside them, at once.")));
    acquire(*dialog);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: this program holds it now. It was held by 9f45…e1:57.")));
    QCOMPARE(m_redis->hash("rw").size(), std::size_t{3});
    delete dialog;
}

void AcquireDialogTest::saysThatItIsAReentry()
{
    HoldRequest request;
    request.lock = "a";
    request.reason = "test";
    m_session->hold(request);
    QTRY_COMPARE(m_own->model().index(0, OwnHoldsModel::State).data().toString(), QStringLiteral("held"));
    const QPointer<AcquireDialog> dialog = openWith(QStringLiteral("a"));
    QTRY_VERIFY(
        says(*dialog, QStringLiteral("This program holds it already: “Acquire” enters it once more, at once.")));
    QVERIFY(says(*dialog, QStringLiteral("with count 2 ")));
    choose(*dialog, HoldKind::non_reentrant);
    QVERIFY(says(*dialog, QStringLiteral("cannot be entered twice")));
    delete dialog;
}

void AcquireDialogTest::ofASemaphoreSaysTheNumbers()
{
    m_redis->expect({"SET", "seats", "2"});
    const QPointer<AcquireDialog> dialog = openWith(QStringLiteral("seats"));
    QTRY_VERIFY(says(*dialog, QStringLiteral("seats is the number 2:")));
    choose(*dialog, HoldKind::semaphore);
    QVERIFY(says(*dialog, QStringLiteral("It takes one permit: of 2 that are free, 1 are left.")));
    QVERIFY(says(*dialog, QStringLiteral("Whether that number belongs to a semaphore Redis does not tell")));
    giveReason(*dialog);
    acquire(*dialog);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Its number was 2 and is now 1.")));
    delete dialog;
}

void AcquireDialogTest::ofLeasedPermitsTheKindIsChosenAndTheLateAreCounted()
{
    m_redis->expect({"SET", "seats", "0"});
    m_redis->expect({"ZADD", "{seats}:timeout", "1000", std::string(16, 'a')});
    m_redis->expect({"ZADD", "{seats}:timeout", inMinutes(5), std::string(16, 'b')});
    select({"seats"});
    QVERIFY(!QTest::currentTestFailed());
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    QVERIFY(dialog);
    QCOMPARE(kindOf(*dialog)->currentData().toInt(), static_cast<int>(HoldKind::permit));
    QVERIFY(says(*dialog, QStringLiteral("It is free: “Acquire” takes it at once.")));
    QVERIFY(says(*dialog, QStringLiteral("It takes one permit: of 1 that are free, 0 are left.")));
    choose(*dialog, HoldKind::semaphore); // which collects nobody's
    QVERIFY(says(*dialog, QStringLiteral("It is not to be had now.")));
    delete dialog;
}

void AcquireDialogTest::whatIsPausedSaysSo()
{
    hold("a", kAliceHolds, 600'000);
    select({"a"});
    pauseForSure(*m_session);
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    QVERIFY(says(*dialog, QStringLiteral("Paused: this is what was seen last, and may be otherwise now. Seen at ")));
    m_redis->expect({"DEL", "a"});
    QVERIFY(says(*dialog, QStringLiteral("a is held by 9f45…e1:57")));
    auto* name = dialog->findChild<QLineEdit*>();
    QTest::keyClicks(name, QStringLiteral("x"));
    QVERIFY(says(*dialog, QStringLiteral("How it is now is not known yet.")));
    QVERIFY(says(*dialog, QStringLiteral("If it is free, “Acquire” takes it at once; if not, nothing is written.")));
    QTest::keyClick(name, Qt::Key_Backspace);
    m_session->resume();
    QTRY_VERIFY(says(*dialog, QStringLiteral("a is free: Redis has no key of this name.")));
    QVERIFY(!says(*dialog, QStringLiteral("Paused")));
    delete dialog;
}

void AcquireDialogTest::withoutAConnectionNothingIsAcquired()
{
    hold("a", kAliceHolds, 600'000);
    select({"a"});
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    giveReason(*dialog);
    QVERIFY(buttonWith(*dialog, QStringLiteral("Acquire"))->isEnabled());
    m_sandbox->kill_server();
    QTRY_VERIFY(says(*dialog, QStringLiteral("No connection: this is what was seen last.")));
    QVERIFY(says(*dialog, QStringLiteral("Seen at ")));
    QVERIFY(says(*dialog, QStringLiteral("a is held by 9f45…e1:57")));
    QVERIFY(!buttonWith(*dialog, QStringLiteral("Acquire"))->isEnabled());
    delete dialog;
}

void AcquireDialogTest::productionAsksForTheName()
{
    m_session->setServerKind(Session::ServerKind::production);
    const QPointer<AcquireDialog> dialog = openWith(QStringLiteral("p"));
    giveReason(*dialog);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Acquire"));
    QVERIFY(!button->isEnabled());
    QVERIFY(says(*dialog, QStringLiteral("Type the name as it stands above: this is a production server.")));
    for (QLineEdit* each : dialog->findChildren<QLineEdit*>()) {
        if (each->placeholderText() == QStringLiteral("Type the name of the lock")) {
            QVERIFY(isNextByTab(*reasonField(*dialog), *each)); // and not the buttons
            QTest::keyClicks(each, QStringLiteral("q"));
            QVERIFY(says(*dialog, QStringLiteral("What is typed differs from the name above.")));
            QTest::keyClick(each, Qt::Key_Backspace);
            QTest::keyClicks(each, QStringLiteral("p"));
        }
    }
    QVERIFY(button->isEnabled());
    acquire(*dialog);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: this program holds it now.")));
    QVERIFY(m_redis->exists("p"));
    delete dialog;
}

void AcquireDialogTest::tabGoesInTheOrderOfTheEyes_data()
{
    QTest::addColumn<Session::ServerKind>("kind");
    QTest::addColumn<QString>("name");
    QTest::newRow("ordinary") << Session::ServerKind::ordinary << QStringLiteral("p");
    QTest::newRow("production") << Session::ServerKind::production << QStringLiteral("p");
    QTest::newRow("a name that scrolls") << Session::ServerKind::production << QString(3000, QLatin1Char('p'));
}

void AcquireDialogTest::tabGoesInTheOrderOfTheEyes()
{
    QFETCH(const Session::ServerKind, kind);
    QFETCH(const QString, name);
    m_session->setServerKind(kind);
    const QPointer<AcquireDialog> dialog = openWith(name);
    const auto choices = dialog->findChildren<QComboBox*>();
    for (QComboBox* each : choices) {
        if (each->findText(QStringLiteral("At most for")) >= 0) {
            each->setCurrentIndex(1);
        }
    }
    giveReason(*dialog);
    dialog->findChild<QLineEdit*>()->setFocus();
    const auto place = [&] { return dialog->focusWidget()->mapTo(dialog.data(), QPoint()); };
    const QPushButton* last = buttonWith(*dialog, QStringLiteral("Cancel"));
    QPoint before;
    int stops = 1;
    for (; dialog->focusWidget() != last; ++stops) {
        const int line = dialog->focusWidget()->height();
        before = place();
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
        const bool isRight = place().x() > before.x() && place().y() > before.y() - line;
        QVERIFY2(isRight || place().y() > before.y(), dialog->focusWidget()->metaObject()->className());
        QVERIFY(stops < 20);
    }
    QVERIFY(stops >= (kind == Session::ServerKind::production ? 10 : 9));
    delete dialog;
}

void AcquireDialogTest::lettersLeadToChoices()
{
    const QPointer<AcquireDialog> dialog = openWith(QStringLiteral("p"));
    QTRY_VERIFY((dialog->activateWindow(), dialog->isActiveWindow()));
    for (const auto& [key, name] : {std::pair(Qt::Key_H, "Hold it"), std::pair(Qt::Key_W, "Wait")}) {
        QTest::keyClick(dialog->focusWidget(), key, Qt::AltModifier);
        const auto* choice = qobject_cast<QComboBox*>(dialog->focusWidget());
        QVERIFY(choice);
        QCOMPARE(choice->accessibleName(), QString::fromLatin1(name));
    }
    delete dialog;
}

void AcquireDialogTest::whatIsKnownOfAnotherNameIsShownAtOnce()
{
    m_actions->setKnown(
        [](const std::string& name) { return name == "k" ? shared(heldLock("k", holder(kBob, 3))) : LockStatePtr(); });
    pauseForSure(*m_session); // Nobody asks the server.
    const QPointer<AcquireDialog> dialog = openWith(QStringLiteral("k"));
    QVERIFY(says(*dialog, QStringLiteral("k is held by c0de…bb:3 for 1 m ")));
    QVERIFY(says(*dialog, QStringLiteral("Paused:")));
    delete dialog;
}

void AcquireDialogTest::whoHasItIsNamed()
{
    m_actions->setClientNamer(
        [](const std::string& uuid) { return uuid == kAlice ? QStringLiteral("<b>%1 %2</b>") : QString(); });
    hold("a", kAliceHolds, 600'000);
    select({"a"});
    const QPointer<AcquireDialog> dialog = opened<AcquireDialog>(m_actions->acquire);
    QVERIFY(says(*dialog, QStringLiteral("a is held by 9f45…e1:57 (<b>%1 %2</b>)")));
    giveReason(*dialog);
    acquire(*dialog);
    QTRY_VERIFY(says(*dialog, QStringLiteral("It was not acquired: it is held by 9f45…e1:57 (<b>%1 %2</b>).")));
    for (const QLabel* label : dialog->findChildren<QLabel*>()) {
        QVERIFY(label->textFormat() == Qt::PlainText || !label->text().contains(QLatin1Char('<')));
    }
    delete dialog;
}

QTEST_MAIN(AcquireDialogTest)
#include "acquire_dialog_test.moc"
