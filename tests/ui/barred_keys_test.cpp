// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of what is not possible now say why, or ask for what is missing; none is pressed into the void.
#include "dialogs/admin_mode_dialog.hpp"
#include "dialogs/force_release_dialog.hpp"
#include "window_stage.hpp"

#include <QAbstractButton>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QToolTip>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 30'000;

template <class Dialog>
Dialog* open(const WindowStage& stage)
{
    auto* dialog = stage.window.findChild<Dialog*>();
    return dialog != nullptr && dialog->isVisible() ? dialog : nullptr;
}

} // namespace

class BarredKeysTest : public QObject
{
    Q_OBJECT

private slots:
    void whoMayNotReleaseYetIsAskedToUnlockAndThenReleases()
    {
        WindowStage stage;
        QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
        stage.hold("a", alice);
        QTRY_COMPARE_WITH_TIMEOUT(stage.model().rowCount(), 1, kPatience);
        stage.window.selectLock("a");
        QTRY_VERIFY_WITH_TIMEOUT(stage.selected("a"), kPatience);

        stage.press(Qt::Key_Delete, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(open<AdminModeDialog>(stage) != nullptr, kPatience);
        QVERIFY(open<ForceReleaseDialog>(stage) == nullptr);
        const QPointer<AdminModeDialog> unlocking = open<AdminModeDialog>(stage);
        QPushButton* unlock = nullptr;
        for (auto* button : unlocking->findChildren<QPushButton*>()) {
            unlock = button->text() == QLatin1String("&Unlock") ? button : unlock;
        }
        QVERIFY(unlock != nullptr);
        QVERIFY(stage.tabTo(unlock));
        stage.press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(stage.session.mayAct(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(open<ForceReleaseDialog>(stage) != nullptr, kPatience);
        open<ForceReleaseDialog>(stage)->reject();
        QVERIFY(stage.backInWindow());

        QTRY_VERIFY_WITH_TIMEOUT(open<ForceReleaseDialog>(stage) == nullptr, kPatience);
        stage.press(Qt::Key_Delete, Qt::ControlModifier); // the same keys are the action's now
        QTRY_VERIFY_WITH_TIMEOUT(open<ForceReleaseDialog>(stage) != nullptr, kPatience);
    }

    void whoStaysReadOnlyReleasesNothing()
    {
        WindowStage stage;
        QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
        stage.hold("a", alice);
        QTRY_COMPARE_WITH_TIMEOUT(stage.model().rowCount(), 1, kPatience);
        stage.window.selectLock("a");
        stage.press(Qt::Key_Delete, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(open<AdminModeDialog>(stage) != nullptr, kPatience);
        stage.press(Qt::Key_Return); // whose default is to stay
        QTRY_VERIFY_WITH_TIMEOUT(open<AdminModeDialog>(stage) == nullptr, kPatience);
        QVERIFY(open<ForceReleaseDialog>(stage) == nullptr);
        QVERIFY(!stage.session.mayAct());
    }

    void whatIsNotPossibleOtherwiseSaysWhy()
    {
        WindowStage stage;
        QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
        stage.session.setAdminMode(Session::AdminMode::admin);
        stage.press(Qt::Key_Delete, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(QToolTip::text().contains(QLatin1String("Select a lock first")), kPatience);
        QVERIFY(open<AdminModeDialog>(stage) == nullptr);
    }
};

QTEST_MAIN(BarredKeysTest)
#include "barred_keys_test.moc"
