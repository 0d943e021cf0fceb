// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "alerts/alert_book.hpp"
#include "alerts/alert_mutes.hpp"
#include "alerts/alert_watch.hpp"
#include "alerts/mutes_dialog.hpp"
#include "alerts/rules_dialog.hpp"
#include "connections/diagnostics_dialog.hpp"
#include "connections/error_journal.hpp"
#include "connections/import_dialog.hpp"
#include "connections/password_dialog.hpp"
#include "connections/profile_dialog.hpp"
#include "dialogs/about_dialog.hpp"
#include "dialogs/acquire_dialog.hpp"
#include "dialogs/admin_mode_dialog.hpp"
#include "dialogs/evict_waiter_dialog.hpp"
#include "dialogs/extend_dialog.hpp"
#include "dialogs/filter_name_dialog.hpp"
#include "dialogs/force_expire_dialog.hpp"
#include "dialogs/force_release_dialog.hpp"
#include "dialogs/giving_back_dialog.hpp"
#include "dialogs/leave_dialog.hpp"
#include "dialogs/multi_hold_dialog.hpp"
#include "dialogs/multi_repair_dialog.hpp"
#include "dialogs/multi_wake_dialog.hpp"
#include "dialogs/permissions_dialog.hpp"
#include "dialogs/progress_dialog.hpp"
#include "dialogs/release_one_dialog.hpp"
#include "dialogs/repair_queue_dialog.hpp"
#include "dialogs/wake_next_dialog.hpp"
#include "lock_states.hpp"
#include "main_window.hpp"
#include "memory_vault.hpp"
#include "panels/lock_table.hpp"
#include "settings.hpp"

#include <QSignalSpy>
#include <QTemporaryDir>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::test {

/// What the dialogs are about: a lock with a queue, a server with TLS that nobody verifies, missing permissions.
struct DialogStage
{
    QTemporaryDir folder;
    ui::Session session{options(folder)};
    ui::ErrorJournal journal{session, nullptr};
    ui::AlertBook book{folder.filePath(QStringLiteral("alerts.ini"))};
    ui::AlertMutes mutes;
    ui::AlertWatch watch{session, book, mutes};
    MemoryVault vault;
    LockStatePtr lock = testing::shared(testing::fairLock("orders:dispatch:with-a-name-of-some-length:42"));
    LockStatePtr readers = testing::shared(testing::readLock("catalogue"));

    DialogStage() { session.setServerKind(ui::Session::ServerKind::production); }

    static ui::SessionOptions options(const QTemporaryDir& folder)
    {
        ui::SessionOptions options;
        options.auditFile = folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
        return options;
    }

    static ui::ConnectionProfile profile()
    {
        ui::ConnectionProfile profile = ui::ConnectionProfile::make();
        profile.id = QStringLiteral("one");
        profile.name = QStringLiteral("prod-cache");
        profile.endpoint = Endpoint::parse("rediss+sentinel://operator@sentinel1:26379,sentinel2:26379/mymaster");
        profile.endpoint.tls.verify = false;
        profile.endpoint.tls.certificate_file = "/etc/ssl/client.pem";
        profile.password = ui::PasswordPolicy::keychain;
        return profile;
    }

    static PermissionReport missing()
    {
        PermissionReport report;
        Permission one;
        one.granted = false;
        one.what = "CLIENT TRACKING";
        one.acl_rule = "+client|tracking";
        report.all = {one, one, one};
        report.troubles = {"10.0.0.7:6379 …"};
        return report;
    }
};

struct DialogMaker
{
    const char* name;
    std::function<QDialog*(DialogStage&)> make;
};

inline std::vector<DialogMaker> everyDialog()
{
    using namespace ui;
    using What = MultiHoldDialog::What;
    const auto several = [](What what) {
        return [what](DialogStage& stage) {
            return new MultiHoldDialog(
                stage.session, what,
                {stage.lock, testing::shared(testing::heldLock("stock:7", testing::holder(testing::kBob, 3)))},
                QStringLiteral("prod-cache:6379"));
        };
    };
    const auto twoQueues = [](const DialogStage& stage) {
        return std::vector{stage.lock, testing::shared(testing::fairLock("orders:refund"))};
    };
    return {
        {"about", [](DialogStage&) { return new AboutDialog(nullptr); }},
        {"unlock",
         [](DialogStage&) {
             return new AdminModeDialog("prod-cache:6379", Session::ServerKind::production, std::chrono::minutes(15));
         }},
        {"acquire", [](DialogStage& stage) { return new AcquireDialog(stage.session, stage.lock, nullptr); }},
        {"force-release", [](DialogStage& stage) { return new ForceReleaseDialog(stage.session, stage.lock); }},
        {"force-expire", [](DialogStage& stage) { return new ForceExpireDialog(stage.session, stage.lock); }},
        {"extend", [](DialogStage& stage) { return new ExtendDialog(stage.session, stage.lock); }},
        {"wake-next", [](DialogStage& stage) { return new WakeNextDialog(stage.session, stage.lock); }},
        {"evict",
         [](DialogStage& stage) {
             return new EvictWaiterDialog(stage.session, stage.lock, stage.lock->waiters.front().owner);
         }},
        {"release one",
         [](DialogStage& stage) {
             const std::string owner = stage.readers->holders.front().owner;
             return new ReleaseOneDialog(stage.session, stage.readers, owner, {});
         }},
        {"repair", [](DialogStage& stage) { return new RepairQueueDialog(stage.session, stage.lock); }},
        {"release several", several(What::force_release)},
        {"expire several", several(What::force_expire)},
        {"extend several", several(What::extend)},
        {"repair several",
         [twoQueues](DialogStage& stage) {
             return new MultiRepairDialog(stage.session, twoQueues(stage), QStringLiteral("prod-cache:6379"));
         }},
        {"wake several",
         [twoQueues](DialogStage& stage) {
             return new MultiWakeDialog(stage.session, twoQueues(stage), QStringLiteral("prod-cache:6379"));
         }},
        {"leave",
         [](DialogStage&) {
             return new LeaveDialog(
                 QStringLiteral("prod-cache:6379"),
                 {{"orders:42"}, {"stock:7"}, {[] { return QStringLiteral("Writing 5,000 rows to locks.csv…"); }}},
                 [] { return MainWindow::tr("Disconnect"); }, LeaveDialog::Instead::newWindow);
         }},
        {"giving back",
         [](DialogStage& stage) {
             auto* dialog = new GivingBackDialog(stage.session, [] { return MainWindow::tr("Disconnect"); });
             OwnHold permit;
             permit.lock = "permits";
             permit.kind = HoldKind::semaphore;
             QSignalSpy answers(&stage.session, &Session::actionFinished);
             dialog->start({permit});
             (void)answers.wait(); // the program holds no such permit
             return dialog;
         }},
        {"permissions", [](DialogStage&) { return new PermissionsDialog(DialogStage::missing(), "operator"); }},
        {"profile",
         [](DialogStage& stage) {
             auto* dialog = new ProfileDialog(DialogStage::profile(), ProfileDialog::Purpose::edit, stage.vault);
             dialog->setNotes({QStringLiteral("A note about what was not taken over.")});
             return dialog;
         }},
        {"profile of the present server",
         [](DialogStage& stage) {
             return new ProfileDialog(DialogStage::profile(), ProfileDialog::Purpose::editPresent, stage.vault);
         }},
        {"password",
         [](DialogStage&) {
             return new PasswordDialog(DialogStage::profile(), PasswordDialog::Purpose::connect, {},
                                       PasswordVault::State::present);
         }},
        {"password that was changed",
         [](DialogStage&) {
             return new PasswordDialog(DialogStage::profile(), PasswordDialog::Purpose::goOn, {},
                                       PasswordVault::State::present);
         }},
        {"import",
         [](DialogStage&) {
             ImportPlan plan = planImport(exportProfiles({DialogStage::profile()}), {});
             plan.notUnderstood = 2;
             return new ImportDialog(plan);
         }},
        {"diagnostics", [](DialogStage& stage) { return new DiagnosticsDialog(stage.session, stage.journal); }},
        {"filter name",
         [](DialogStage&) {
             return new FilterNameDialog(QStringLiteral("state:stuck waiters>2"), {QStringLiteral("one")},
                                         Settings::mostSavedFilters);
         }},
        {"progress",
         [](DialogStage&) {
             return new ProgressDialog([] { return LockTable::tr("Locks"); }, [] { return LockTable::tr("Locks"); },
                                       nullptr);
         }},
        {"alert rules",
         [](DialogStage&) { return new RulesDialog(AlertRules::defaults(), {}, ReactionsForm::Tray::absent); }},
        {"alert rules without a server",
         [](DialogStage&) { return new RulesDialog(std::nullopt, {}, ReactionsForm::Tray::absent); }},
        {"mutes",
         [](DialogStage& stage) {
             stage.watch.muteLocks({stage.lock->name}, std::chrono::hours(1));
             stage.watch.muteRules({stage.watch.rules().rules.front().id}, std::chrono::hours(1));
             return new MutesDialog(stage.watch);
         }},
    };
}

} // namespace lockscope::test
