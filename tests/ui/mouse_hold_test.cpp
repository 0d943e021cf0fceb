// SPDX-License-Identifier: GPL-3.0-or-later
// No row comes under a mouse that is about to click.
#include "panels/mouse_hold.hpp"
#include "panels/workspace.hpp"
#include "window_stage.hpp"

#include <QSignalSpy>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 30'000;

struct View : QWidget
{
    MouseHold hold{*this};
    QSignalSpy released{&hold, &MouseHold::released};

    View()
    {
        resize(200, 200);
        show();
    }
};

} // namespace

class MouseHoldTest : public QObject
{
    Q_OBJECT

private slots:
    void itHoldsWhileTheMouseMovesAndALittleLonger()
    {
        View view;
        QVERIFY(!view.hold.holds());
        QTest::mouseMove(&view, {20, 20});
        QVERIFY(view.hold.holds());
        QTRY_COMPARE_WITH_TIMEOUT(view.released.size(), 1, kPatience);
        QVERIFY(!view.hold.holds());
    }

    void itEndsWhenTheMouseLeaves()
    {
        View view;
        QTest::mouseMove(&view, {40, 40});
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&view, &leave);
        QVERIFY(!view.hold.holds());
        QCOMPARE(view.released.size(), 1);
    }

    /// Whoever never keeps still sees the news all the same.
    void itDoesNotHoldForEver()
    {
        View view;
        int x = 0;
        QTRY_VERIFY_WITH_TIMEOUT((QTest::mouseMove(&view, {++x % 100, 20}), view.released.size() > 0), kPatience);
    }

    void whatComesWaitsUntilTheMouseRests()
    {
        WindowStage stage;
        QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
        stage.hold("b", alice);
        QTRY_COMPARE_WITH_TIMEOUT(stage.model().rowCount(), 1, kPatience);
        const auto* hold =
            stage.window.findChild<Workspace*>()->findChild<MouseHold*>(QString(), Qt::FindDirectChildrenOnly);
        QWidget* rows = stage.table().viewport();
        QSignalSpy batches(&stage.session, &Session::batchArrived);
        const auto cameWithLock = [&] {
            for (const auto& each : batches) {
                for (const LockChange& change : each[0].value<std::shared_ptr<const MonitorBatch>>()->changes) {
                    if (change.state->name == "a") {
                        return true;
                    }
                }
            }
            return false;
        };
        QSignalSpy released(hold, &MouseHold::released);
        stage.hold("a", alice);
        int x = 0;
        QTRY_VERIFY_WITH_TIMEOUT((QTest::mouseMove(rows, {++x % 100, 5}), cameWithLock()), kPatience);
        QVERIFY(hold->holds());
        QVERIFY(stage.model().rowCount() == 1 || !released.isEmpty()); // on a slow machine it may have ended meanwhile
        QTRY_COMPARE_WITH_TIMEOUT(stage.model().rowCount(), 2, kPatience);
    }
};

QTEST_MAIN(MouseHoldTest)
#include "mouse_hold_test.moc"
