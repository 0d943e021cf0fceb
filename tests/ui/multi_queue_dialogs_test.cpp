// SPDX-License-Identifier: GPL-3.0-or-later
// Several queues repaired, and the waiters of several locks woken, in one dialog.
#include "actions_fixture.hpp"
#include "dialogs/multi_repair_dialog.hpp"
#include "dialogs/multi_wake_dialog.hpp"
#include "dialogs/repair_queue_dialog.hpp"
#include "pausing.hpp"

#include "support/subscriber.hpp"

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using test::Subscriber;

namespace {

const std::string kCarolWaits = kCarol + ":12";
using Owners = std::vector<std::string>;

std::string queueOf(const std::string& lock)
{
    return "redisson_lock_queue:{" + lock + "}";
}

} // namespace

class MultiQueueDialogsTest : public QObject, private ActionsFixture
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup()
    {
        m_listeners.clear();
        close();
    }
    void severalQueuesAreRepairedEachForItself();
    void oneQueueHasItsOwnDialog();
    void whoComesInThatMomentIsAskedAbout();
    void whatWouldBeRepairedOtherwiseIsLeftAlone();
    void clientsAreNamed();
    void productionAsksHowManyAndWhere();
    void theWaitersOfSeveralLocksAreWoken();

private:
    void queue(const std::string& lock, const std::string& owner, std::int64_t secondsLeft)
    {
        const std::int64_t now = std::stoll(m_redis->list({"TIME"}).front());
        m_redis->expect({"RPUSH", queueOf(lock), owner});
        m_redis->expect(
            {"ZADD", "redisson_lock_timeout:{" + lock + "}", std::to_string((now + secondsLeft) * 1000), owner});
    }
    Owners queued(const std::string& lock) { return m_redis->list({"LRANGE", queueOf(lock), "0", "-1"}); }
    /// Held by Alice; Bob is dead, and Carol lives behind him.
    void haunt(const std::string& lock, std::int64_t secondsLeft = -10)
    {
        hold(lock);
        queue(lock, kBobHolds, secondsLeft);
        listen(lock, kCarolWaits);
        queue(lock, kCarolWaits, 600);
    }
    void listen(const std::string& lock, const std::string& owner)
    {
        m_listeners.push_back(std::make_unique<Subscriber>(
            m_sandbox->endpoint(), std::vector{"redisson_lock__channel:{" + lock + "}:" + owner}));
    }
    /// As the window shows it after a while: who is silent is known to be dead.
    LockStatePtr lookLong(const std::string& lock)
    {
        LockState state = *look(lock);
        for (Waiter& waiter : state.waiters) {
            waiter.stale = waiter.stale || waiter.subscribed == false;
        }
        return shared(state);
    }
    static QString text(const MultiLockDialog& dialog, int row, int column)
    {
        return dialog.model().index(row, column).data().toString();
    }

    std::vector<std::unique_ptr<Subscriber>> m_listeners;
};

void MultiQueueDialogsTest::severalQueuesAreRepairedEachForItself()
{
    for (const char* lock : {"a", "b", "c"}) {
        haunt(lock);
    }
    hold("d");
    select({"a", "b", "c", "d"});
    const QPointer<MultiRepairDialog> dialog =
        openedBy<MultiRepairDialog>(Qt::Key_Q, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(dialog);
    QVERIFY(
        says(*dialog, QStringLiteral("Repairs 3 queue(s), one after the other. Whoever is alive keeps its place.")));
    QCOMPARE(dialog->model().rowCount(), 3); // Of "d" nothing is wrong.
    QCOMPARE(text(*dialog, 0, MultiLockModel::Effect), QStringLiteral("1 waiter(s) removed, too late: c0de…bb:3"));

    m_redis->expect({"LREM", queueOf("b"), "1", kBobHolds});
    m_redis->expect({"ZREM", "redisson_lock_timeout:{b}", kBobHolds});
    tell(*look("b"));
    QCOMPARE(text(*dialog, 1, MultiLockModel::Result), QStringLiteral("left out: there is nothing to repair any more"));
    listen("c", kAlice + ":60"); // Who lives may come: the same is to be repaired.
    queue("c", kAlice + ":60", 700);
    tell(*look("c"));
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Repair 2")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 2 of 3 done.")));
    QCOMPARE(text(*dialog, 0, MultiLockModel::Result),
             QStringLiteral("done: 1 waiter(s) removed, too late: c0de…bb:3"));
    QVERIFY(queued("a") == Owners{kCarolWaits});
    QVERIFY(queued("b") == Owners{kCarolWaits});
    QVERIFY(queued("c") == (Owners{kCarolWaits, kAlice + ":60"}));
    const std::vector<AuditEntry> log = AuditLog(m_session->auditFile()).read();
    QCOMPARE(
        std::count_if(log.begin(), log.end(), [](const AuditEntry& entry) { return entry.action == "repair-queue"; }),
        2);
    delete dialog;
}

void MultiQueueDialogsTest::oneQueueHasItsOwnDialog()
{
    haunt("a");
    select({"a"});
    const QPointer<RepairQueueDialog> dialog = opened<RepairQueueDialog>(m_actions->repairQueue);
    QVERIFY(dialog);
    QVERIFY(says(*dialog, QStringLiteral("Repairs the queue of a")));
    delete dialog;
}

/// The dead one's time is not over: that it is silent for long is known only from before.
void MultiQueueDialogsTest::whoComesInThatMomentIsAskedAbout()
{
    haunt("a", 500);
    haunt("b", 500);
    pauseForSure(*m_session);
    m_actions->setSelection({lookLong("a"), lookLong("b")});
    const QPointer<MultiRepairDialog> dialog = opened<MultiRepairDialog>(m_actions->repairQueue);
    QVERIFY(dialog);
    QCOMPARE(text(*dialog, 0, MultiLockModel::Effect), QStringLiteral("1 waiter(s) removed, dead: c0de…bb:3"));
    listen("a", kAlice + ":60");
    queue("a", kAlice + ":60", 700);
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Repair 2")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("In 1 queue(s) somebody came or went in that moment.")));
    QCOMPARE(text(*dialog, 0, MultiLockModel::Result),
             QStringLiteral("nothing done: somebody came or went; confirm again"));
    QVERIFY(text(*dialog, 1, MultiLockModel::Result).startsWith(QStringLiteral("done: 1 waiter(s) removed")));
    QVERIFY(queued("b") == Owners{kCarolWaits});
    QCOMPARE(queued("a").size(), 3U);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Repair 1")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 2 of 2 done.")));
    QVERIFY(queued("a") == (Owners{kCarolWaits, kAlice + ":60"}));
    delete dialog;
}

void MultiQueueDialogsTest::whatWouldBeRepairedOtherwiseIsLeftAlone()
{
    haunt("a");
    haunt("b");
    pauseForSure(*m_session);
    m_actions->setSelection({look("a"), look("b")});
    const QPointer<MultiRepairDialog> dialog = opened<MultiRepairDialog>(m_actions->repairQueue);
    QVERIFY(dialog);
    queue("a", kAlice + ":60", -5); // Another dead one, of whom the list says nothing.
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Repair 2")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 1 of 2 done.")));
    QCOMPARE(text(*dialog, 0, MultiLockModel::Result),
             QStringLiteral("nothing done: something else would be repaired now"));
    QCOMPARE(queued("a").size(), 3U);
    delete dialog;
}

void MultiQueueDialogsTest::clientsAreNamed()
{
    m_actions->setClientNamer([](const std::string& uuid) {
        return uuid == kBob ? QStringLiteral("<b>%1 %2</b>") : uuid == kCarol ? QStringLiteral("pay-07") : QString();
    });
    m_actions->setSelection({shared(fairLock("f")), shared(fairLock("g"))});
    for (QAction* action : {m_actions->repairQueue, m_actions->wakeNext}) {
        const QPointer<MultiLockDialog> dialog = opened<MultiLockDialog>(action);
        QVERIFY(dialog);
        const QString effect = text(*dialog, 0, MultiLockModel::Effect);
        QVERIFY2(effect.contains(action == m_actions->repairQueue ? QStringLiteral("too late: 9f45…e1:60")
                                                                  : QStringLiteral("c0de…bb:3 (<b>%1 %2</b>)")),
                 qPrintable(effect));
        delete dialog;
    }
}

void MultiQueueDialogsTest::productionAsksHowManyAndWhere()
{
    m_session->setServerKind(Session::ServerKind::production);
    m_session->setServerName(QStringLiteral("pay-prod"));
    haunt("a");
    haunt("b");
    select({"a", "b"});
    const QPointer<MultiRepairDialog> dialog = opened<MultiRepairDialog>(m_actions->repairQueue);
    QVERIFY(dialog);
    giveReason(*dialog);
    QVERIFY(!buttonWith(*dialog, QStringLiteral("Repair 2"))->isEnabled());
    QTest::keyClicks(test::fieldWith(*dialog, QStringLiteral("Type how many locks, and the server")),
                     QStringLiteral("2 pay-prod"));
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Repair 2")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 2 of 2 done.")));
    QVERIFY(queued("a") == Owners{kCarolWaits} && queued("b") == Owners{kCarolWaits});
    delete dialog;
}

void MultiQueueDialogsTest::theWaitersOfSeveralLocksAreWoken()
{
    for (const char* lock : {"a", "b"}) {
        hold(lock);
        m_listeners.push_back(std::make_unique<Subscriber>(
            m_sandbox->endpoint(), std::vector{std::string("redisson_lock__channel:{") + lock + "}"}));
    }
    haunt("f");
    hold("nobody waits");
    select({"a", "b", "f", "nobody waits"});
    pauseForSure(*m_session);
    const QPointer<MultiWakeDialog> dialog = opened<MultiWakeDialog>(m_actions->wakeNext);
    QVERIFY(dialog);
    QVERIFY(says(*dialog, QStringLiteral("Tells who waits for 3 lock(s) to look again.")));
    QVERIFY(text(*dialog, 0, MultiLockModel::Effect).startsWith(QStringLiteral("tells one waiter in each client.")));
    QVERIFY(text(*dialog, 2, MultiLockModel::Effect)
                .startsWith(QStringLiteral("tells the first in its queue that lives.")));
    m_redis->expect({"HSET", "b", kAliceHolds, "2"});
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Wake 3")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 2 of 3 done.")));
    QCOMPARE(text(*dialog, 0, MultiLockModel::Result), QStringLiteral("done: 1 client(s) were told"));
    QVERIFY(text(*dialog, 1, MultiLockModel::Result).startsWith(QStringLiteral("nothing done: now held by")));
    QCOMPARE(text(*dialog, 2, MultiLockModel::Result), QStringLiteral("done: 5ca1…66:12 was told"));
    QVERIFY(m_listeners[0]->wait_for("redisson_lock__channel:{a}", "0"));
    QVERIFY(m_listeners[2]->wait_for("redisson_lock__channel:{f}:" + kCarolWaits, "0"));
    QCOMPARE(queued("f").size(), 2U);
    delete dialog;
}

QTEST_MAIN(MultiQueueDialogsTest)
#include "multi_queue_dialogs_test.moc"
