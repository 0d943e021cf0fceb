// SPDX-License-Identifier: GPL-3.0-or-later
// A server that takes no changes is watched, and no action is offered there; once it is a master they are.
#include "lock_actions.hpp"
#include "panels/tool_bar.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "window_stage.hpp"

#include <QAction>
#include <QToolButton>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

class ReplicaWindowTest : public QObject
{
    Q_OBJECT

    /// Of a master that nobody can reach: it keeps what it has.
    static void makeReplica(WindowStage& stage) { stage.redis.expect({"REPLICAOF", "127.0.0.1", "1"}); }
    static void makeMaster(WindowStage& stage) { stage.redis.expect({"REPLICAOF", "NO", "ONE"}); }
    static QToolButton& unlockButton(const WindowStage& stage)
    {
        return *qobject_cast<QToolButton*>(stage.window.findChild<ToolBar*>()->adminButton());
    }
    static const LockActions& actions(const WindowStage& stage) { return *stage.window.findChild<LockActions*>(); }
    static bool saysWhy(const QAction& action) { return plainToolTip(action.toolTip()).contains(replicaText()); }

private slots:
    void itCannotBeUnlockedUntilItIsAMaster()
    {
        WindowStage stage;
        makeReplica(stage);
        QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(stage.session.barrier() == Barrier::replica, 30'000);
        QVERIFY(!unlockButton(stage).isEnabled());
        QVERIFY(plainToolTip(unlockButton(stage).toolTip()).contains(replicaText()));
        stage.session.setAdminMode(Session::AdminMode::admin);
        QVERIFY(stage.session.adminMode() == Session::AdminMode::readOnly);
        QVERIFY(saysWhy(*actions(stage).acquire));
        QVERIFY(saysWhy(*actions(stage).forceRelease));

        makeMaster(stage);
        QTRY_VERIFY_WITH_TIMEOUT(unlockButton(stage).isEnabled(), 30'000);
        QVERIFY(!plainToolTip(unlockButton(stage).toolTip()).contains(replicaText()));
        stage.session.setAdminMode(Session::AdminMode::admin);
        QVERIFY(stage.session.mayAct());
        QVERIFY(actions(stage).acquire->isEnabled());
    }

    void theNextServerIsJudgedByItself()
    {
        WindowStage stage;
        makeReplica(stage);
        QTRY_VERIFY_WITH_TIMEOUT(stage.session.barrier() == Barrier::replica, 30'000);
        const Sandbox master;
        stage.session.connectTo(master.endpoint());
        QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), 30'000);
        QVERIFY(!plainToolTip(unlockButton(stage).toolTip()).contains(replicaText()));
        QVERIFY(unlockButton(stage).isEnabled());
    }

    void whatWasUnlockedBeforeCanStillBeLocked()
    {
        WindowStage stage;
        QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), 30'000);
        stage.hold("a", alice);
        QTRY_VERIFY_WITH_TIMEOUT(stage.model().find("a") != nullptr, 30'000); // what is not known is not waited for
        stage.window.selectLock("a");
        QTRY_VERIFY_WITH_TIMEOUT(stage.selected("a"), 30'000);
        stage.session.setAdminMode(Session::AdminMode::admin);
        QVERIFY(actions(stage).forceRelease->isEnabled());

        makeReplica(stage);
        QTRY_VERIFY_WITH_TIMEOUT(saysWhy(*actions(stage).forceRelease), 30'000);
        QVERIFY(!actions(stage).forceRelease->isEnabled());
        QVERIFY(unlockButton(stage).isEnabled());
        QVERIFY(unlockButton(stage).text().contains(QLatin1String("replica")));
        QVERIFY(!unlockButton(stage).isChecked());
        QTest::mouseClick(&unlockButton(stage), Qt::LeftButton);
        QVERIFY(stage.session.adminMode() == Session::AdminMode::readOnly);
        QVERIFY(!unlockButton(stage).isEnabled());
    }
};

QTEST_MAIN(ReplicaWindowTest)
#include "replica_window_test.moc"
