// SPDX-License-Identifier: GPL-3.0-or-later
#include "guide.hpp"

#include "clients/clients_panel.hpp"
#include "comfort/command_palette.hpp"
#include "contention/contention_panel.hpp"
#include "findings/findings_panel.hpp"
#include "panels/detail_panel.hpp"
#include "panels/lock_table.hpp"
#include "panels/undo_bar.hpp"

#include <QAction>
#include <QKeySequence>
#include <QTableView>
#include <QTest>

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::shots {
namespace {

/// The dialog behind a shortcut, for a lock that is selected.
std::function<QWidget*(Stage&)> dialogFor(std::string lock, QKeySequence keys)
{
    return [lock = std::move(lock), keys](Stage& stage) -> QWidget* {
        stage.unlock();
        stage.select(lock);
        trigger(stage, keys);
        stage.waitFor([&] { return stage.dialog() != nullptr; }, 3000);
        return stage.dialog();
    };
}

/// What the findings say of the worst.
QWidget* worstFinding(Stage& stage)
{
    stage.openPanel("lockscope::ui::FindingsPanel");
    auto* table = stage.window().findChild<ui::FindingsPanel*>()->findChild<QTableView*>();
    table->setCurrentIndex(table->model()->index(0, 0));
    stage.waitFor([] { return false; }, 300);
    return &stage.window();
}

QWidget* lastMinute(Stage& stage)
{
    stage.openPanel("lockscope::ui::ContentionPanel");
    stage.window().findChild<ui::ContentionPanel*>()->setRange(std::chrono::minutes(1));
    stage.waitFor([] { return false; }, 25'000); // a curve of some length
    return &stage.window();
}

QWidget* oneClient(Stage& stage)
{
    stage.openPanel("lockscope::ui::ClientsPanel");
    stage.window().findChild<ui::ClientsPanel*>()->showClient(Stage::holder);
    stage.waitFor([] { return false; }, 1000);
    return &stage.window();
}

QWidget* deadlock(Stage& stage)
{
    stage.select(Stage::deadlocked);
    stage.openPanel("lockscope::ui::ClientsPanel");
    stage.window().findChild<ui::ClientsPanel*>()->showPage(ui::ClientsPanel::Page::graph);
    stage.waitFor([] { return false; }, 1500);
    return &stage.window();
}

/// Everything that is stuck, to be released at once.
QWidget* severalLocks(Stage& stage)
{
    stage.unlock();
    stage.window().setFilterText(QStringLiteral("state:stuck"));
    stage.waitFor([] { return false; }, 700);
    stage.window().findChild<ui::LockTable*>()->selectAll();
    trigger(stage, QKeySequence(Qt::CTRL | Qt::Key_Delete));
    stage.waitFor([&] { return stage.dialog() != nullptr; }, 3000);
    stage.dialog()->resize(960, 470);
    stage.waitFor([] { return false; }, 200);
    return stage.dialog();
}

QWidget* ownHolds(Stage& stage)
{
    stage.unlock();
    for (const char* lock : {"maintenance:window", "orders:dispatch"}) {
        HoldRequest request;
        request.lock = lock;
        request.reason = "CHG-2041";
        stage.session().hold(std::move(request));
    }
    stage.select("maintenance:window");
    stage.openPanel("lockscope::ui::OwnHoldsPanel");
    return &stage.window();
}

/// Released by force, and not yet too late to take it back.
QWidget* undo(Stage& stage)
{
    stage.unlock();
    stage.select("migration:schema");
    AdminRequest request = admin_request(*stage.window().findChild<ui::DetailPanel*>()->lock());
    request.reason = "INC-1187";
    request.undo = AdminRequest::Undo::keep;
    stage.session().forceRelease(std::move(request));
    auto* bar = stage.window().findChild<ui::UndoBar*>();
    stage.waitFor([bar] { return bar->isVisible(); });
    stage.waitFor([] { return false; }, 1000);
    return &stage.window();
}

} // namespace

std::vector<Shot> guideShots()
{
    return {
        {QStringLiteral("connect"),
         [](Stage& stage) -> QWidget* {
             stage.waitFor([] { return false; }, 300);
             return &stage.window();
         },
         [](Stage&) {}, Shot::Server::none},
        {QStringLiteral("main"), showLock("orders:dispatch")},
        {QStringLiteral("fair-queue"),
         [](Stage& stage) -> QWidget* {
             stage.select("payments:settle");
             stage.openPanel("lockscope::ui::QueuePanel");
             return &stage.window();
         }},
        {QStringLiteral("findings"), worstFinding},
        {QStringLiteral("contention"), lastMinute},
        {QStringLiteral("clients"), oneClient},
        {QStringLiteral("wait-graph"), deadlock},
        {QStringLiteral("alerts"), showPanel("lockscope::ui::AlertsPanel")},
        {QStringLiteral("trace"), showPanel("lockscope::ui::TracePanel")},
        {QStringLiteral("filtered"),
         [](Stage& stage) -> QWidget* {
             stage.openPanel("lockscope::ui::EventsPanel");
             stage.window().setFilterText(QStringLiteral("state:stuck or waiters>1"));
             stage.waitFor([] { return false; }, 700);
             return &stage.window();
         },
         [](Stage& stage) { stage.window().setFilterText({}); }},
        {QStringLiteral("filter-error"),
         [](Stage& stage) -> QWidget* {
             stage.window().setFilterText(QStringLiteral("type:fare waiters>"));
             stage.waitFor([] { return false; }, 500);
             return &stage.window();
         },
         [](Stage& stage) { stage.window().setFilterText({}); }},
        {QStringLiteral("grouped"),
         [](Stage& stage) -> QWidget* {
             trigger(stage, QKeySequence(Qt::CTRL | Qt::Key_G));
             stage.waitFor([] { return false; }, 700);
             return &stage.window();
         },
         [](Stage& stage) { trigger(stage, QKeySequence(Qt::CTRL | Qt::Key_G)); }},
        {QStringLiteral("unlock"),
         [](Stage& stage) -> QWidget* {
             trigger(stage, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_U));
             stage.waitFor([&] { return stage.dialog() != nullptr; }, 3000);
             return stage.dialog();
         }},
        {QStringLiteral("unlocked"),
         [](Stage& stage) -> QWidget* {
             stage.unlock();
             stage.waitFor([] { return false; }, 300);
             return &stage.window();
         }},
        {QStringLiteral("force-release"), dialogFor("reports:daily", QKeySequence(Qt::CTRL | Qt::Key_Delete))},
        {QStringLiteral("force-expire"),
         dialogFor("reports:daily", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Delete))},
        {QStringLiteral("extend"), dialogFor("reports:daily", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E))},
        {QStringLiteral("wake-next"), dialogFor("orders:dispatch", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W))},
        {QStringLiteral("acquire"), dialogFor("reports:daily", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A))},
        {QStringLiteral("several-locks"), severalLocks, [](Stage& stage) { stage.window().setFilterText({}); }},
        {QStringLiteral("own-holds"), ownHolds},
        {QStringLiteral("undo"), undo},
        {QStringLiteral("audit"), showPanel("lockscope::ui::AuditPanel")},
        {QStringLiteral("palette"),
         [](Stage& stage) -> QWidget* {
             trigger(stage, QKeySequence(Qt::CTRL | Qt::Key_K));
             stage.waitFor([] { return false; }, 400);
             return stage.window().findChild<ui::CommandPalette*>();
         },
         [](Stage& stage) { QTest::keyClick(stage.window().focusWidget(), Qt::Key_Escape); }},
        {QStringLiteral("shortcuts"),
         [](Stage& stage) -> QWidget* {
             trigger(stage, QKeySequence(Qt::Key_F1));
             stage.waitFor([&] { return stage.dialog() != nullptr; }, 3000);
             return stage.dialog();
         }},
    };
}

} // namespace lockscope::shots
