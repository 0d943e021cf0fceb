// SPDX-License-Identifier: GPL-3.0-or-later
#include "review.hpp"

#include "clients/clients_panel.hpp"
#include "comfort/command_palette.hpp"
#include "comfort/tour.hpp"
#include "contention/contention_panel.hpp"
#include "main_actions.hpp"
#include "panels/completion_popup.hpp"
#include "panels/connect_page.hpp"
#include "panels/detail_panel.hpp"
#include "panels/filter_field.hpp"
#include "panels/filter_help.hpp"
#include "panels/lock_table.hpp"
#include "trace/trace_panel.hpp"
#include "trace/trace_start.hpp"
#include "ui/every_dialog.hpp"

#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QTest>

#include <array>
#include <memory>
#include <utility>

namespace lockscope::shots {
namespace {

using namespace std::string_literals;
using Scene = std::function<QWidget*(Stage&)>;

/// A name with everything in it that a name should not have.
const std::string kHostile = "evil<b>bold</b>\x1b[31m\n\xff\xe2\x80\xae"s + "gpj.exe:" + std::string(160, 'x');

void pass(Stage& stage, int milliseconds)
{
    stage.waitFor([] { return false; }, milliseconds);
}

bool is(Stage& stage, ui::Session::State state)
{
    return stage.waitFor([&] { return stage.session().state() == state; }, 20'000);
}

/// The window, a moment after @p prepare.
Scene after(std::function<void(Stage&)> prepare, int milliseconds = 700)
{
    return [prepare = std::move(prepare), milliseconds](Stage& stage) -> QWidget* {
        prepare(stage);
        pass(stage, milliseconds);
        return &stage.window();
    };
}

QString named(const QString& what, const QString& which)
{
    return what + QLatin1Char('-') + which;
}

// ---------------------------------------------------------------------------------------------------------------------

struct NamedPanel
{
    const char* name;
    const char* className;
};

constexpr std::array kPanels{
    NamedPanel{"events", "lockscope::ui::EventsPanel"},         NamedPanel{"findings", "lockscope::ui::FindingsPanel"},
    NamedPanel{"contention", "lockscope::ui::ContentionPanel"}, NamedPanel{"clients", "lockscope::ui::ClientsPanel"},
    NamedPanel{"alerts", "lockscope::ui::AlertsPanel"},         NamedPanel{"own-holds", "lockscope::ui::OwnHoldsPanel"},
    NamedPanel{"trace", "lockscope::ui::TracePanel"},           NamedPanel{"audit", "lockscope::ui::AuditPanel"},
};

/// What stands where nobody is connected, or cannot be.
void addConnecting(std::vector<Shot>& shots)
{
    const auto typed = [](const char* address) {
        return after(
            [address](Stage& stage) {
                stage.window().findChild<ui::ConnectPage*>()->connectTo(QString::fromUtf8(address));
            },
            1500);
    };
    const auto add = [&](
                         const char* name, Scene scene, std::function<void(Stage&)> clear = [](Stage&) {}) {
        shots.push_back({QString::fromLatin1(name), std::move(scene), std::move(clear), Shot::Server::none});
    };
    add("connect", after([](Stage&) {}));
    add("connect-nonsense", typed("redis://cache example:port/x"));
    add("connect-refused", typed("redis://127.0.0.1:1"));
    add("connect-unknown-host", typed("redis://no-such-host.invalid:6379"));
    SandboxOptions onAPort;
    onAPort.tcp = true;
    auto silent = std::make_shared<Sandbox>(std::move(onAPort));
    add("connect-waiting",
        after(
            [silent](Stage& stage) {
                silent->pause_server();
                stage.window().connectTo(silent->endpoint());
            },
            1000),
        [silent](Stage& stage) {
            stage.session().close();
            silent->resume_server();
        });
    add("connect-wants-password",
        after(
            [](Stage& stage) {
                stage.redis().expect({"CONFIG", "SET", "requirepass", "secret"});
                stage.window().findChild<ui::ConnectPage*>()->connectTo(
                    QString::fromStdString(stage.server().endpoint().uri_without_password()));
                is(stage, ui::Session::State::disconnected);
            },
            1000),
        [](Stage& stage) {
            stage.redis().expect({"AUTH", "secret"});
            stage.redis().expect({"CONFIG", "SET", "requirepass", ""});
        });
}

/// A server on which nobody uses a lock.
void addEmpty(std::vector<Shot>& shots)
{
    auto quiet = std::make_shared<Sandbox>();
    for (const NamedPanel& panel : kPanels) {
        shots.push_back({named(QStringLiteral("empty"), QString::fromLatin1(panel.name)),
                         [quiet, panel](Stage& stage) -> QWidget* {
                             if (stage.session().state() != ui::Session::State::connected) {
                                 stage.window().connectTo(quiet->endpoint());
                                 is(stage, ui::Session::State::connected);
                                 pass(stage, 1500);
                             }
                             stage.openPanel(panel.className);
                             return &stage.window();
                         },
                         [](Stage&) {}, Shot::Server::none});
    }
    shots.push_back({QStringLiteral("empty-graph"), after([](Stage& stage) {
                         stage.openPanel("lockscope::ui::ClientsPanel");
                         stage.window().findChild<ui::ClientsPanel*>()->showPage(ui::ClientsPanel::Page::graph);
                     }),
                     [](Stage& stage) {
                         stage.window().findChild<ui::ClientsPanel*>()->showPage(ui::ClientsPanel::Page::clients);
                         stage.session().close();
                         is(stage, ui::Session::State::disconnected);
                     },
                     Shot::Server::none});
}

void addHostile(Stage& stage)
{
    stage.redis().expect({"HSET", kHostile, std::string(Stage::holder) + ":9", "2"});
    stage.redis().expect({"PEXPIRE", kHostile, "3600000"});
}

/// Each kind of lock, in each tab of the detail.
void addDetails(std::vector<Shot>& shots)
{
    struct Kind
    {
        const char* name;
        std::string lock;
    };
    for (const Kind& kind : std::initializer_list<Kind>{{"renewed", "reports:daily"},
                                                        {"fair", "payments:settle"},
                                                        {"read-write", "config:pricing"},
                                                        {"fenced", "ledger:closing:2026-11"},
                                                        {"endless", "migration:schema"},
                                                        {"crowd", "orders:dispatch"},
                                                        {"hostile", kHostile}}) {
        for (int tab = 0; tab < 4; ++tab) {
            shots.push_back(
                {named(QStringLiteral("detail-") + QString::fromLatin1(kind.name), QString::number(tab + 1)),
                 after(
                     [kind, tab](Stage& each) {
                         if (kind.lock == kHostile) {
                             addHostile(each);
                         }
                         each.select(kind.lock);
                         each.window().findChild<ui::DetailPanel*>()->setTab(tab);
                     },
                     1500),
                 [](Stage& each) { each.window().findChild<ui::DetailPanel*>()->setTab(0); }});
        }
    }
    shots.push_back({QStringLiteral("detail-gone"),
                     after(
                         [](Stage& stage) {
                             stage.redis().expect({"HSET", "soon:gone", std::string(Stage::holder) + ":5", "1"});
                             stage.redis().expect({"PEXPIRE", "soon:gone", "60000"});
                             stage.select("soon:gone");
                             stage.redis().expect({"DEL", "soon:gone"});
                             stage.redis().publish("redisson_lock__channel:{soon:gone}", "0");
                         },
                         3000)});
}

void addPanels(std::vector<Shot>& shots)
{
    for (const NamedPanel& panel : kPanels) {
        shots.push_back({named(QStringLiteral("panel"), QString::fromLatin1(panel.name)), showPanel(panel.className)});
    }
    shots.push_back({QStringLiteral("panel-graph"),
                     after(
                         [](Stage& stage) {
                             stage.select(Stage::deadlocked);
                             stage.openPanel("lockscope::ui::ClientsPanel");
                             stage.window().findChild<ui::ClientsPanel*>()->showPage(ui::ClientsPanel::Page::graph);
                         },
                         1500),
                     [](Stage& stage) {
                         stage.window().findChild<ui::ClientsPanel*>()->showPage(ui::ClientsPanel::Page::clients);
                     }});
    shots.push_back({QStringLiteral("panel-client"), after(
                                                         [](Stage& stage) {
                                                             stage.openPanel("lockscope::ui::ClientsPanel");
                                                             stage.window().findChild<ui::ClientsPanel*>()->showClient(
                                                                 Stage::holder);
                                                         },
                                                         1000)});
    using View = ui::ContentionCharts::View;
    for (int view = 0; view < 4; ++view) {
        shots.push_back({named(QStringLiteral("panel-contention"), QString::number(view + 1)),
                         after(
                             [view](Stage& stage) {
                                 stage.openPanel("lockscope::ui::ContentionPanel");
                                 auto* panel = stage.window().findChild<ui::ContentionPanel*>();
                                 panel->setRange(std::chrono::minutes(1));
                                 panel->setView(static_cast<View>(view));
                             },
                             1500)});
    }
    shots.push_back({QStringLiteral("panel-tracing"),
                     after(
                         [](Stage& stage) {
                             stage.openPanel("lockscope::ui::TracePanel");
                             auto* start = stage.window().findChild<ui::TraceStart*>();
                             emit start->startRequested();
                         },
                         4000),
                     [](Stage& stage) { stage.window().findChild<ui::TracePanel*>()->trace().stop(); }});
}

/// The table filtered, in groups, and with much or little room around it.
void addTables(std::vector<Shot>& shots)
{
    const auto filtered = [](const char* filter) {
        return after([filter](Stage& stage) { stage.window().setFilterText(QString::fromUtf8(filter)); });
    };
    const auto unfiltered = [](Stage& stage) { stage.window().setFilterText({}); };
    shots.push_back({QStringLiteral("table-filtered"), filtered("state:stuck or waiters>1"), unfiltered});
    shots.push_back({QStringLiteral("table-nothing-found"), filtered("name:nowhere*"), unfiltered});
    shots.push_back({QStringLiteral("table-filter-wrong"), filtered("type:fare waiters>"), unfiltered});
    shots.push_back({QStringLiteral("table-suggestions"),
                     [](Stage& stage) -> QWidget* {
                         auto* field = stage.window().findChild<ui::FilterField*>();
                         field->setFocus();
                         QTest::keyClicks(field, QStringLiteral("type:"));
                         QTest::keyClick(field, Qt::Key_Space, Qt::ControlModifier);
                         pass(stage, 300);
                         return stage.window().findChild<ui::CompletionPopup*>();
                     },
                     [](Stage& stage) {
                         QTest::keyClick(stage.window().findChild<ui::FilterField*>(), Qt::Key_Escape);
                         stage.window().setFilterText({});
                     }});
    const auto group = [](Stage& stage) { trigger(stage, QKeySequence(Qt::CTRL | Qt::Key_G)); };
    shots.push_back({QStringLiteral("table-groups"), after(group), group});
    const auto chosen = [](Stage& stage) {
        stage.unlock();
        stage.window().findChild<ui::LockTable*>()->selectAll();
    };
    shots.push_back({QStringLiteral("table-all-selected"), after(chosen, 1500),
                     [](Stage& stage) { stage.select(Stage::deadlocked); }});
    for (const QSize& size : {QSize(800, 600), QSize(1024, 768), QSize(2200, 1200)}) {
        auto before = std::make_shared<QSize>();
        shots.push_back({named(QStringLiteral("table"), QString::number(size.width())),
                         after([size, before](Stage& stage) {
                             *before = stage.window().size();
                             stage.window().resize(size);
                         }),
                         [before](Stage& stage) { stage.window().resize(*before); }});
    }
}

/// A menu as it opens.
QWidget* open(QMenu* menu)
{
    QMetaObject::invokeMethod(menu, "aboutToShow");
    menu->ensurePolished();
    menu->resize(menu->sizeHint());
    return menu;
}

void addMenus(std::vector<Shot>& shots)
{
    constexpr int kMenus = 5;
    for (int place = 0; place < kMenus; ++place) {
        shots.push_back({named(QStringLiteral("menu"), QString::number(place + 1)), [place](Stage& stage) -> QWidget* {
                             const QList<QAction*> menus = stage.window().menuBar()->actions();
                             stage.select("payments:settle");
                             return open(menus.at(place)->menu());
                         }});
    }
}

/// What it looks like when the server, or somebody, stands in the way.
void addTroubles(std::vector<Shot>& shots)
{
    const auto add = [&](const char* name, Scene scene, std::function<void(Stage&)> clear) {
        shots.push_back({QString::fromLatin1(name), std::move(scene), std::move(clear)});
    };
    add("paused",
        after(
            [](Stage& stage) {
                stage.select("reports:daily");
                stage.session().pause();
            },
            3500),
        [](Stage& stage) { stage.session().resume(); });
    add("forbidden",
        after(
            [](Stage& stage) {
                stage.redis().expect(
                    {"ACL", "SETUSER", "default", "-monitor", "-client|list", "-subscribe", "-psubscribe"});
                stage.session().close();
                is(stage, ui::Session::State::disconnected);
                stage.window().connectTo(stage.server().endpoint());
                is(stage, ui::Session::State::connected);
            },
            3000),
        [](Stage& stage) {
            stage.redis().expect({"ACL", "SETUSER", "default", "+@all"});
        });
    add("stopped", after([](Stage& stage) { stage.server().pause_server(); }, 12'000),
        [](Stage& stage) { stage.server().resume_server(); });
    add("killed",
        after(
            [](Stage& stage) {
                stage.unlock();
                stage.server().kill_server();
            },
            5000),
        [](Stage&) {});
    add("back", after([](Stage& stage) { stage.server().restart(); }, 6000), [](Stage&) {});
}

void addDialogs(std::vector<Shot>& shots)
{
    for (const test::DialogMaker& maker : test::everyDialog()) {
        auto stage = std::make_shared<std::unique_ptr<test::DialogStage>>();
        shots.push_back({named(QStringLiteral("dialog"), QString::fromLatin1(maker.name).replace(' ', '-')),
                         [maker, stage](Stage& each) -> QWidget* {
                             *stage = std::make_unique<test::DialogStage>();
                             QDialog* dialog = maker.make(**stage);
                             dialog->show();
                             pass(each, 300);
                             return dialog;
                         },
                         [stage](Stage&) {
                             QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
                             stage->reset();
                         },
                         Shot::Server::none});
    }
}

void addHelp(std::vector<Shot>& shots)
{
    const auto trigger = [](const QKeySequence& keys, auto find) {
        return [keys, find](Stage& stage) -> QWidget* {
            shots::trigger(stage, keys);
            pass(stage, 500);
            return find(stage);
        };
    };
    shots.push_back({QStringLiteral("help-shortcuts"),
                     trigger(QKeySequence(Qt::Key_F1), [](Stage& stage) { return stage.dialog(); })});
    shots.push_back(
        {QStringLiteral("help-palette"),
         trigger(QKeySequence(Qt::CTRL | Qt::Key_K),
                 [](Stage& stage) { return static_cast<QWidget*>(stage.window().findChild<ui::CommandPalette*>()); }),
         [](Stage& stage) { QTest::keyClick(stage.window().focusWidget(), Qt::Key_Escape); }});
    shots.push_back({QStringLiteral("help-filter"),
                     [](Stage& stage) -> QWidget* {
                         stage.window().findChild<ui::FilterField*>()->helpAction()->trigger();
                         pass(stage, 300);
                         return stage.window().findChild<ui::FilterHelp*>();
                     },
                     [](Stage& stage) { stage.window().findChild<ui::FilterHelp*>()->close(); }});
    for (int step = 0; step < 3; ++step) {
        shots.push_back({named(QStringLiteral("tour"), QString::number(step + 1)), after([step](Stage& stage) {
                             if (step == 0) {
                                 stage.window().findChild<ui::MainActions*>()->tour->trigger();
                             } else {
                                 QTest::keyClick(stage.window().findChild<ui::Tour*>(), Qt::Key_Right);
                             }
                         }),
                         [step](Stage& stage) {
                             if (step == 2) {
                                 QTest::keyClick(stage.window().findChild<ui::Tour*>(), Qt::Key_Escape);
                             }
                         }});
    }
}

} // namespace

std::vector<Shot> reviewShots()
{
    std::vector<Shot> shots;
    addConnecting(shots);
    addEmpty(shots);
    addDetails(shots);
    addPanels(shots);
    addTables(shots);
    addMenus(shots);
    addHelp(shots);
    addDialogs(shots);
    addTroubles(shots);
    return shots;
}

} // namespace lockscope::shots
