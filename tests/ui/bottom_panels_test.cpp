// SPDX-License-Identifier: GPL-3.0-or-later
// What the panels below the table tell each other.
#include "clients/clients_page.hpp"
#include "clients/clients_panel.hpp"
#include "comfort/action_list.hpp"
#include "findings/findings_panel.hpp"
#include "lock_ring.hpp"
#include "lock_states.hpp"
#include "panels/bottom_panels.hpp"
#include "panels/events_panel.hpp"
#include "panels/own_holds_panel.hpp"
#include "panels/table_page.hpp"
#include "session/session.hpp"
#include "settings.hpp"
#include "text/server_text.hpp"
#include "trace/trace_panel.hpp"

#include "support/redis_client.hpp"
#include "support/subscriber.hpp"

#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using namespace std::chrono_literals;
using test::RedisClient;

namespace {

constexpr int kPatience = 60'000;
constexpr int kClients = 3;
constexpr int kAlerts = 4;
constexpr int kTrace = 6;
constexpr int kAudit = 7;

SessionOptions auditIn(const QTemporaryDir& folder)
{
    SessionOptions options;
    options.auditFile = folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
    return options;
}

ClientOptions named(const char* name)
{
    ClientOptions options;
    options.name = name;
    return options;
}

/// A client that is called pay-1, and holds a lock.
struct NamedHolder
{
    Sandbox sandbox;
    Client client{sandbox.endpoint(), named("pay-1")};
    ReentrantLock lock = client.reentrant_lock("orders:1");
    std::scoped_lock<ReentrantLock> guard{lock};
};

} // namespace

class BottomPanelsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
        m_session = std::make_unique<Session>(auditIn(*m_folder));
        m_panels = std::make_unique<BottomPanels>(*m_session, *m_settings);
    }
    void cleanup()
    {
        m_panels.reset();
        m_session.reset();
        m_settings.reset();
        m_folder.reset();
    }

    void tabGoesThroughTheBarAsItStandsAndThenOn_data()
    {
        QTest::addColumn<int>("tab");
        QTest::newRow("events") << 0;
        QTest::newRow("findings") << 1;
        QTest::newRow("clients") << kClients;
        QTest::newRow("alerts") << kAlerts;
        QTest::newRow("audit") << kAudit;
    }
    void tabGoesThroughTheBarAsItStandsAndThenOn()
    {
        QFETCH(const int, tab);
        m_panels->resize(1600, 400);
        m_panels->show();
        m_panels->setCurrentIndex(tab);
        QVERIFY(QTest::qWaitForWindowActive(m_panels.get()));
        const QWidget* page = m_panels->currentWidget();
        m_panels->tabBar()->setFocus();
        QList<QWidget*> stops;
        for (int step = 0; step < 20; ++step) {
            QTest::keyClick(m_panels->focusWidget(), Qt::Key_Tab);
            QWidget* now = m_panels->focusWidget();
            if (page->isAncestorOf(now) && !stops.contains(now)) {
                stops << now;
            }
        }
        QVERIFY(stops.size() > 2);
        const auto place = [page](const QWidget* stop) { return stop->mapTo(page, stop->rect().center()); };
        const int bar = place(stops.front()).y() + stops.front()->height();
        for (qsizetype at = 1; at < stops.size(); ++at) {
            const QPoint before = place(stops[at - 1]);
            const QPoint now = place(stops[at]);
            QVERIFY2(now.y() > bar ? now.y() >= before.y() || now.x() > before.x() : now.x() > before.x(),
                     stops[at]->metaObject()->className());
            QVERIFY2(now.y() > bar || before.y() < bar, stops[at]->metaObject()->className());
        }
    }

    void whatATraceSeesCompletesTheWaitForGraph()
    {
        const Sandbox sandbox;
        m_session->connectTo(sandbox.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, kPatience);
        TraceSession& trace = panel<TracePanel>().trace();
        TraceOptions options;
        options.duration = 120s;
        trace.start(options);
        QTRY_COMPARE_WITH_TIMEOUT(trace.status().state, TraceStatus::State::running, kPatience);
        Client a(sandbox.endpoint());
        Client b(sandbox.endpoint());
        LockRing ring(2);
        ring.add(a.reentrant_lock("orders:1"), a.reentrant_lock("orders:2"));
        ring.add(b.reentrant_lock("orders:2"), b.reentrant_lock("orders:1"));
        // Of these locks Redis knows only how many clients listen.
        const auto possible = [this] {
            const std::vector<WaitCycle>& cycles = panel<ClientsPanel>().watch().cycles().cycles;
            return std::count_if(cycles.begin(), cycles.end(), [](const WaitCycle& cycle) {
                return cycle.certainty == WaitCycle::Certainty::possible;
            });
        };
        QTRY_COMPARE_WITH_TIMEOUT(possible(), 1, kPatience);
    }

    /// Two threads that stand in each other's fair queue, and one who does not.
    void whoIsLookedAtIsSaidToBeInADeadlock()
    {
        const Sandbox sandbox;
        RedisClient redis(sandbox.endpoint());
        std::vector<std::unique_ptr<test::Subscriber>> alive;
        const auto give = [&](const std::string& lock, const std::string& owner, const std::string& waits) {
            redis.expect({"HSET", lock, owner, "1"});
            redis.expect({"PEXPIRE", lock, "600000"});
            alive.push_back(std::make_unique<test::Subscriber>(
                sandbox.endpoint(), std::vector<std::string>{"redisson_lock__channel:{" + lock + "}:" + waits}));
            redis.expect({"RPUSH", "redisson_lock_queue:{" + lock + "}", waits});
            redis.expect({"ZADD", "redisson_lock_timeout:{" + lock + "}", "99999999999999", waits});
        };
        give("orders:1", kAlice + ":1", kBob + ":2");
        give("orders:2", kBob + ":2", kAlice + ":1");
        give("orders:3", kAlice + ":3", kBob + ":4");
        m_session->connectTo(sandbox.endpoint());
        const auto remarks = [&](const char* name) {
            LockState lock;
            lock.name = name;
            QStringList critical;
            for (const LockRemark& remark : m_panels->remarksOn(lock)) {
                if (remark.severity == Severity::critical) {
                    critical << remark.sentence;
                }
            }
            return critical.join(QLatin1Char(' '));
        };
        const QString wait = QStringLiteral(":2 holds it and waits for orders:1.");
        QTRY_VERIFY_WITH_TIMEOUT(remarks("orders:2").contains(wait), kPatience);
        QVERIFY(remarks("orders:1").startsWith(QStringLiteral("Deadlock: ")));
        QCOMPARE(remarks("orders:3"), QString());
        QTRY_COMPARE(panel<FindingsPanel>().counts().critical, std::size_t{2});               // each lock of the ring
        QTRY_COMPARE(m_panels->tabText(kClients), QStringLiteral("Clients (1 deadlock(s))")); // no translator here
    }

    /// Nobody has looked at the panel of clients.
    void whoHoldsALockIsAskedForAtConnect()
    {
        NamedHolder pay;
        m_session->connectTo(pay.sandbox.endpoint());
        const ClientNamer namer = m_panels->clientNamer();
        QTRY_VERIFY_WITH_TIMEOUT(namer(pay.client.id()).contains(QStringLiteral("pay-1")), kPatience);
        QCOMPARE(namer(kAlice), QString());
    }

    /// The list of findings has more rows than its tab counts.
    void theTabOfFindingsSaysWhatItCounts()
    {
        const Sandbox sandbox;
        m_session->connectTo(sandbox.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, kPatience);
        const int tab = tabOf<FindingsPanel>();
        QCOMPARE(m_panels->tabToolTip(tab), QString());
        for (const char* name : {"jobs:1", "jobs:2"}) {
            tell(heldLock(name, holder(kAlice, 57), milliseconds{-1}), LockChange::Kind::changed);
        }
        const FindingsBook::Counts& counts = panel<FindingsPanel>().counts();
        QTRY_VERIFY(counts.total() > 0);
        QTRY_COMPARE(plainToolTip(m_panels->tabToolTip(tab)),
                     QStringLiteral("Counted: critical %1, warning %2. Not counted: info %3.")
                         .arg(counts.critical)
                         .arg(counts.warning)
                         .arg(counts.info));
        int saying = 0; // above the list, too
        for (const QToolButton* each : panel<FindingsPanel>().findChildren<QToolButton*>()) {
            saying += plainToolTip(each->toolTip()).contains(QLatin1String("leaves them out")) ? 1 : 0;
        }
        QCOMPARE(saying, 1);
    }

    void findingsCallClientsByTheirNames()
    {
        NamedHolder pay;
        m_session->connectTo(pay.sandbox.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, kPatience);
        m_panels->show();
        m_panels->setCurrentIndex(tabOf<FindingsPanel>()); // Its rows wait until somebody looks.
        LockState haunted = fairLock("orders:2");
        haunted.waiters = {waiter(pay.client.id(), 3, haunted.server_time + 300'000)};
        haunted.waiters.front().stale = true;
        haunted.waiters.front().subscribed = false;
        haunted.waiters_total = 1;
        tell(haunted, LockChange::Kind::changed);
        const FindingsModel& findings = panel<FindingsPanel>().model();
        const auto subjects = [&findings] {
            QStringList all;
            for (int row = 0; row < findings.rowCount(); ++row) {
                all << findings.index(row, FindingsModel::Subject).data().toString();
            }
            return all;
        };
        const QString ghost = ownerText(pay.client.id() + ":3") + QStringLiteral(" (pay-1)");
        QTRY_VERIFY_WITH_TIMEOUT(subjects().contains(ghost), kPatience);
    }

    /// Dialogs have them, and go after what lies in the window.
    void namersOutliveThePanels()
    {
        tell(heldLock("orders:42", holder(kAlice, 57)), LockChange::Kind::changed);
        const ClientNamer whole = m_panels->clientNamer();
        const ClientNamer brief = m_panels->briefNamer();
        m_panels.reset();
        QCOMPARE(whole(kAlice), QString());
        QCOMPARE(brief(kAlice), QString());
    }

    void alertsAreAmongTheEvents()
    {
        LockState state = heldLock("orders:42", holder(kAlice, 57), milliseconds{-1});
        state.anomalies = {Anomaly::never_expires};
        const auto& events = panel<EventsPanel>().model();
        const auto shown = [&events](int row, int column) {
            return row < events.rowCount() ? events.index(row, column).data().toString() : QString();
        };
        tell(state, LockChange::Kind::changed);
        QTRY_COMPARE(shown(0, EventsModel::Event), QStringLiteral("alert · Never expires"));
        QCOMPARE(shown(0, EventsModel::Lock), QStringLiteral("orders:42"));
        QCOMPARE(events.index(0, 0).data(EventsModel::SeverityRole).toInt(), static_cast<int>(Severity::critical));
        QVERIFY(!events.index(0, 0).data(EventsModel::KindRole).isValid());
        tell(state, LockChange::Kind::removed);
        QTRY_COMPARE(shown(1, EventsModel::Event), QStringLiteral("alert is over · Never expires"));
        panel<EventsPanel>().append({lockEvent(LockEvent::Kind::released, "orders:42")});
        QCOMPARE(panel<EventsPanel>().shownEvents().size(), std::size_t{3});
        auto& kinds = *panel<EventsPanel>().findChild<QComboBox*>();
        kinds.setCurrentText(QStringLiteral("Alerts"));
        QCOMPARE(panel<EventsPanel>().shownEvents().size(), std::size_t{2});
        kinds.setCurrentText(QStringLiteral("released"));
        QCOMPARE(panel<EventsPanel>().shownEvents().size(), std::size_t{1});
    }

    void theTabSaysHowManyLocksAreOurs()
    {
        const Sandbox sandbox;
        RedisClient redis(sandbox.endpoint());
        m_session->connectTo(sandbox.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, kPatience);
        m_session->setAdminMode(Session::AdminMode::admin);
        const int tab = tabOf<OwnHoldsPanel>();
        HoldRequest request;
        request.reason = "test";
        for (const char* lock : {"a", "b"}) {
            request.lock = lock;
            m_session->hold(request);
        }
        QTRY_COMPARE_WITH_TIMEOUT(m_panels->tabText(tab), QStringLiteral("Held by us (2)"), kPatience);
        redis.expect({"DEL", "a"});
        QTRY_COMPARE_WITH_TIMEOUT(m_panels->tabText(tab), QStringLiteral("Held by us (1)"), kPatience);
        m_session->close();
        QCOMPARE(m_panels->tabText(tab), QStringLiteral("Held by us"));
    }

    /// Whoever has released it elsewhere looks at another tab.
    void aReleaseThatFailedComesToTheFront()
    {
        const QSignalSpy opened(m_panels.get(), &BottomPanels::opened);
        AdminResult result;
        result.outcome = AdminResult::Outcome::failed;
        result.code = Errc::no_permission;
        emit m_session->releaseFailed("orders:42", result);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(m_panels->currentIndex(), tabOf<OwnHoldsPanel>());
        QVERIFY(panel<OwnHoldsPanel>().page().note().startsWith(
            QStringLiteral("Releasing orders:42 did not succeed. Failed:")));
        QVERIFY(panel<OwnHoldsPanel>().page().note().contains(QStringLiteral("Server → Missing permissions")));
        emit m_session->releaseFailed("orders:43", result);
        QVERIFY(panel<OwnHoldsPanel>().page().note().contains(QStringLiteral("Releasing orders:43")));
        QVERIFY(panel<OwnHoldsPanel>().page().note().contains(QStringLiteral("1 more did not succeed either.")));
        m_panels->showLostLocks();
        QCOMPARE(m_panels->currentIndex(), tabOf<EventsPanel>());
        m_panels->showOwnHolds();
        QCOMPARE(m_panels->currentIndex(), tabOf<OwnHoldsPanel>());
    }

    void everyPanelHasAMenuOfItsActions()
    {
        const QList<QMenu*> menus = m_panels->panelMenus();
        QCOMPARE(menus.size(), m_panels->count());
        for (int tab = 0; tab < m_panels->count(); ++tab) {
            QCOMPARE(menus[tab]->title(), m_panels->tabText(tab));
            QVERIFY2(!menus[tab]->isEmpty(), qPrintable(menus[tab]->title()));
        }
        const auto offers = [&menus](const QString& panel, const QStringList& texts) {
            const auto menu = std::find_if(menus.begin(), menus.end(),
                                           [&panel](const QMenu* each) { return each->title() == panel; });
            QStringList found;
            for (const QAction* action : (*menu)->actions()) {
                found << plainActionText(action->text());
            }
            return std::all_of(texts.begin(), texts.end(),
                               [&found](const QString& text) { return found.contains(text); });
        };
        QVERIFY(offers(QStringLiteral("Events"), {QStringLiteral("Only this lock"), QStringLiteral("Latest"),
                                                  QStringLiteral("Clear"), QStringLiteral("Events as CSV…")}));
        QVERIFY(offers(QStringLiteral("Trace"), {QStringLiteral("Only this lock")}));
    }

    /// From a menu or the palette, whatever tab is in front.
    void anActionOpensThePanelWhereItIsSeen_data()
    {
        QTest::addColumn<int>("tab");
        QTest::addColumn<QString>("text");
        QTest::newRow("events") << 0 << QStringLiteral("Only this lock");
        QTest::newRow("clients") << kClients << QStringLiteral("Wait-for graph");
        QTest::newRow("trace") << kTrace << QStringLiteral("Only this lock");
    }
    void anActionOpensThePanelWhereItIsSeen()
    {
        QFETCH(const int, tab);
        QFETCH(const QString, text);
        m_panels->setSelectedLocks({shared(heldLock("orders:42", holder(kAlice, 57)))});
        m_panels->show();
        m_panels->setCurrentIndex(kAudit);
        const QSignalSpy opened(m_panels.get(), &BottomPanels::opened);
        QAction* action = actionOf(tab, text);
        QVERIFY(action != nullptr);
        action->trigger();
        QCOMPARE(m_panels->currentIndex(), tab);
        QCOMPARE(opened.size(), 1);
        action->trigger();
        QCOMPARE(opened.size(), 1); // it is seen already
    }

    /// Several may be selected, but the detail is about one.
    void onlyThisLockIsTheOneOfTheDetail()
    {
        const LockStatePtr first = shared(heldLock("a", holder(kAlice, 57)));
        const LockStatePtr second = shared(heldLock("b", holder(kAlice, 57)));
        auto& events = panel<EventsPanel>();
        events.append({lockEvent(LockEvent::Kind::released, "a"), lockEvent(LockEvent::Kind::released, "b")});
        const auto shown = [&events] {
            const std::vector<EventRow> rows = events.shownEvents();
            return rows.size() == 1 ? rows.front().lock : std::string();
        };
        m_panels->setSelectedLocks({first, second}, second);
        actionOf(0, QStringLiteral("Only this lock"))->trigger();
        QCOMPARE(shown(), std::string("b"));
        m_panels->setSelectedLocks({first, second}, first);
        QCOMPARE(shown(), std::string("a"));
        m_panels->setSelectedLocks({second, first});
        QCOMPARE(shown(), std::string("b"));
    }

    void aNewTraceBeginsWhereItIsSeen()
    {
        const Sandbox sandbox;
        m_session->connectTo(sandbox.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, kPatience);
        m_panels->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panels.get()));
        m_panels->setCurrentIndex(kAudit);
        actionOf(kTrace, QStringLiteral("New trace…"))->trigger();
        QCOMPARE(m_panels->currentIndex(), kTrace);
        QTRY_VERIFY(panel<TracePanel>().isAncestorOf(QApplication::focusWidget()));
    }

    void aClientIsNamedWhereItIsSeen()
    {
        selectAClient();
        QVERIFY(!QTest::currentTestFailed());
        m_panels->setCurrentIndex(kAudit);
        actionOf(kClients, QStringLiteral("Name this client…"))->trigger();
        QCOMPARE(m_panels->currentIndex(), kClients);
        auto* editor = panel<ClientsPanel>().clientsPage().clients().table().viewport()->findChild<QLineEdit*>();
        QVERIFY(editor != nullptr);
        QTRY_COMPARE(QApplication::focusWidget(), editor);
    }

    void copyingOpensNothing()
    {
        selectAClient();
        QVERIFY(!QTest::currentTestFailed());
        m_panels->setCurrentIndex(kAudit);
        actionOf(kClients, QStringLiteral("Copy the UUID"))->trigger();
        QCOMPARE(QApplication::clipboard()->text(), QString::fromStdString(kAlice));
        QCOMPARE(m_panels->currentIndex(), kAudit);
    }

private:
    void selectAClient()
    {
        m_panels->show();
        QVERIFY(QTest::qWaitForWindowActive(m_panels.get()));
        m_panels->setCurrentIndex(kClients);
        tell(heldLock("orders:42", holder(kAlice, 57)), LockChange::Kind::changed);
        QTRY_VERIFY(panel<ClientsPanel>().clientsPage().select(kAlice));
    }
    QAction* actionOf(int tab, const QString& text) const
    {
        for (QAction* action : m_panels->panelMenus()[tab]->actions()) {
            if (plainActionText(action->text()) == text) {
                return action;
            }
        }
        return nullptr;
    }
    void tell(const LockState& state, LockChange::Kind kind)
    {
        MonitorBatch batch;
        batch.changes.push_back({kind, shared(state)});
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(std::move(batch)));
    }
    template <typename Panel>
    Panel& panel() const
    {
        return *m_panels->findChild<Panel*>();
    }
    template <typename Panel>
    int tabOf() const
    {
        int tab = 0;
        while (tab < m_panels->count() && !m_panels->widget(tab)->isAncestorOf(&panel<Panel>())) {
            ++tab;
        }
        return tab;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<BottomPanels> m_panels;
};

QTEST_MAIN(BottomPanelsTest)
#include "bottom_panels_test.moc"
