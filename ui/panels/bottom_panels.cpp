// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/bottom_panels.hpp"

#include "alerts/alerts_panel.hpp"
#include "clients/clients_page.hpp"
#include "clients/clients_panel.hpp"
#include "contention/contention_panel.hpp"
#include "findings/findings_panel.hpp"
#include "panels/audit_panel.hpp"
#include "panels/events_panel.hpp"
#include "panels/export_button.hpp"
#include "panels/focus.hpp"
#include "panels/lock_sentences.hpp"
#include "panels/own_holds_panel.hpp"
#include "panels/roomy_area.hpp"
#include "session/session.hpp"
#include "settings.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"
#include "trace/trace_panel.hpp"

#include <QAction>
#include <QEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPointer>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::ui {
namespace {

std::vector<std::string> namesOf(const std::vector<LockStatePtr>& locks)
{
    std::vector<std::string> names;
    names.reserve(locks.size());
    for (const LockStatePtr& lock : locks) {
        names.push_back(lock->name);
    }
    return names;
}

} // namespace

BottomPanels::BottomPanels(Session& session, Settings& settings, QWidget* parent)
    : QTabWidget(parent)
    , m_events(new EventsPanel(&session, this))
    , m_findings(new FindingsPanel(session, this))
    , m_contention(new ContentionPanel(session, this))
    , m_clients(new ClientsPanel(session, this))
    , m_alerts(new AlertsPanel(session, settings.alertDesk(), this))
    , m_holds(new OwnHoldsPanel(session, this))
    , m_trace(new TracePanel(session, this))
    , m_audit(new AuditPanel(&session, this))
{
    setDocumentMode(true);
    setUsesScrollButtons(true);
    tabBar()->setDrawBase(false); // it would have a step at the corner
    connect(tabBar(), &QTabBar::tabBarClicked, this, [this](int index) {
        if (m_room == Room::forTabs && index >= 0) {
            open(*panelAt(index));
        }
    });
    m_clients->useSettings(settings);
    for (QWidget* panel :
         QList<QWidget*>{m_events, m_findings, m_contention, m_clients, m_alerts, m_holds, m_trace, m_audit}) {
        add(panel);
    }
    addMenus();
    connectPanels();
    openOnRequest();
    connectOwnHolds(session);
    connectDeadlocks();
    retranslate();
}

void BottomPanels::add(QWidget* panel)
{
    auto* area = new RoomyArea(panel, this, RoomyArea::Sideways::scrolls);
    const int index = addTab(area, QString());
    auto* action = new QAction(this);
    action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + index)));
    connect(action, &QAction::triggered, this, [this, panel] { open(*panel); });
    m_open << action;
}

/// Brings it to the front, and the keys into it.
void BottomPanels::open(QWidget& panel)
{
    bringToFront(&panel);
    emit entered();
    focusFirstOf(panel);
}

void BottomPanels::setRoom(Room room)
{
    m_room = room;
    fitRoom();
}

void BottomPanels::fitRoom()
{
    const bool isFolded = m_room == Room::forTabs;
    findChild<QStackedWidget*>({}, Qt::FindDirectChildrenOnly)->setVisible(!isFolded); // or the keys would get there
    const QWidget* corner = cornerWidget();
    const int tabs = std::max(tabBar()->sizeHint().height(), corner != nullptr ? corner->sizeHint().height() : 0);
    setMaximumHeight(isFolded ? tabs : QWIDGETSIZE_MAX);
}

/// The tabs have another height, in another size of text.
bool BottomPanels::event(QEvent* event)
{
    const bool isDone = QTabWidget::event(event);
    if (event->type() == QEvent::LayoutRequest && m_room == Room::forTabs) {
        fitRoom();
    }
    return isDone;
}

void BottomPanels::bringToFront(const QWidget* panel)
{
    const bool isBehind = panelAt(currentIndex()) != panel;
    const bool hadFocus = currentWidget()->isAncestorOf(window()->focusWidget());
    for (int index = 0; index < count(); ++index) {
        if (panelAt(index) == panel) {
            setCurrentIndex(index);
        }
    }
    if (isBehind && hadFocus) {
        tabBar()->setFocus(); // keys that were meant for one panel must not act in another one
    }
    emit opened();
}

/// Whoever works in a panel keeps the keys where they are.
void BottomPanels::openOnRequest()
{
    const auto opens = [this](QWidget* panel) {
        return [this, panel] {
            if (!panel->isVisible()) {
                open(*panel);
            }
        };
    };
    connect(m_events, &EventsPanel::panelRequested, this, opens(m_events));
    connect(m_clients, &ClientsPanel::panelRequested, this, opens(m_clients));
    connect(m_alerts, &AlertsPanel::panelRequested, this, opens(m_alerts));
    connect(m_holds, &OwnHoldsPanel::panelRequested, this, opens(m_holds));
    connect(m_trace, &TracePanel::panelRequested, this, opens(m_trace));
}

void BottomPanels::connectPanels()
{
    connect(m_events, &EventsPanel::lockActivated, this, &BottomPanels::lockActivated);
    connect(m_findings, &FindingsPanel::lockActivated, this, &BottomPanels::lockActivated);
    connect(m_contention, &ContentionPanel::lockActivated, this, &BottomPanels::lockActivated);
    connect(m_clients, &ClientsPanel::lockActivated, this, &BottomPanels::lockActivated);
    connect(m_alerts, &AlertsPanel::lockActivated, this, &BottomPanels::lockActivated);
    connect(m_holds, &OwnHoldsPanel::lockActivated, this, &BottomPanels::lockActivated);
    connect(m_trace, &TracePanel::lockActivated, this, &BottomPanels::lockActivated);
    connect(m_audit, &AuditPanel::lockActivated, this, &BottomPanels::lockActivated);
    connect(m_contention, &ContentionPanel::filterRequested, this, &BottomPanels::filterRequested);
    connect(m_clients, &ClientsPanel::followRequested, this, &BottomPanels::followRequested);
    connect(&m_clients->clientsPage().model(), &ClientsModel::namesChanged, this, &BottomPanels::clientNamesChanged);
    connect(m_trace, &TracePanel::identityLearned, m_clients,
            [this](const std::string& uuid, const std::string& address) {
                TraceBatch batch;
                batch.identities.push_back({uuid, address});
                m_clients->takeTrace(batch);
            });
    // Who was refused a lock, or listens for its end, may wait for it: Redis itself does not tell.
    connect(m_trace, &TracePanel::commandsArrived, m_clients, [this](const std::vector<TraceCommand>& commands) {
        TraceBatch batch;
        batch.commands = commands;
        m_clients->takeTrace(batch);
    });
    m_trace->setNamer(
        [this](const std::string& uuid, const std::string&) { return m_clients->clientsPage().model().nameOf(uuid); });
    m_findings->setClientNamer(briefNamer());
    m_findings->setClientStakes(clientStakes());
    m_findings->setClientRecords(clientRecords());
    connect(this, &BottomPanels::clientNamesChanged, m_findings, &FindingsPanel::noteNewNames);
    connect(&m_alerts->watch(), &AlertWatch::raised, m_events, &EventsPanel::appendAlerts);
    connect(&m_alerts->watch(), &AlertWatch::cleared, m_events, &EventsPanel::appendAlerts);
    connect(m_alerts, &AlertsPanel::windowRequested, this, &BottomPanels::windowRequested);
    connect(m_alerts, &AlertsPanel::countChanged, this, [this](int count) { setCount(m_alerts, count); });
    connect(m_findings, &FindingsPanel::countsChanged, this, [this](const FindingsBook::Counts& counts) {
        setCount(m_findings, pluralCount(counts.critical + counts.warning));
    });
}

/// The list has more rows than its tab says, where it has those that are only worth knowing.
void BottomPanels::explainCount()
{
    const FindingsBook::Counts& counts = m_findings->counts();
    const auto number = [](std::size_t count) { return numberText(static_cast<std::int64_t>(count)); };
    const QString tip = tr("Counted: critical %1, warning %2. Not counted: info %3.", "findings by their severity")
                            .arg(number(counts.critical), number(counts.warning), number(counts.info));
    for (int index = 0; index < count(); ++index) {
        if (panelAt(index) == m_findings) {
            setTabToolTip(index, counts.total() > 0 ? toolTipText(tip) : QString());
        }
    }
}

QList<QAction*> BottomPanels::pageActions() const
{
    return m_clients->pageActions();
}

void BottomPanels::setProfile(const QString& id)
{
    m_alerts->watch().setProfile(id);
}

void BottomPanels::setServer(const QString& name)
{
    m_contention->setServer(name);
    for (ExportButton* button : findChildren<ExportButton*>()) {
        button->setServer(name);
    }
}

ClientNamer BottomPanels::clientNamer() const
{
    return [model = QPointer(&m_clients->clientsPage().model())](const std::string& uuid) {
        return model ? model->nameAndAddressOf(uuid) : QString();
    };
}

ClientNamer BottomPanels::briefNamer() const
{
    return [model = QPointer(&m_clients->clientsPage().model())](const std::string& uuid) {
        return model ? model->nameOrAddressOf(uuid) : QString();
    };
}

ClientStakes BottomPanels::clientStakes() const
{
    return [watch = QPointer(&m_clients->watch())](const std::string& uuid, std::size_t limit) {
        return watch ? watch->directory().stakes(uuid, limit) : std::vector<ClientStake>();
    };
}

ClientRecords BottomPanels::clientRecords() const
{
    return [watch = QPointer(&m_clients->watch())](const std::string& uuid) {
        const ClientRecord* record = watch ? watch->directory().find(uuid) : nullptr;
        return record != nullptr ? std::optional(*record) : std::nullopt;
    };
}

ClientSearch BottomPanels::clientSearch() const
{
    return [&model = m_clients->clientsPage().model()](const QString& text) { return model.clientsCalled(text); };
}

void BottomPanels::offerAcquire(QAction* acquire)
{
    m_holds->offer(acquire);
}

void BottomPanels::setSelectedLocks(const std::vector<LockStatePtr>& locks, const LockStatePtr& shown)
{
    setSelectedLock(shown ? shown->name : locks.empty() ? std::string() : locks.front()->name);
    m_contention->setSelectedLocks(namesOf(locks));
}

void BottomPanels::setManySelected(std::size_t count, const LockState& shown,
                                   std::function<std::vector<LockStatePtr>()> all)
{
    setSelectedLock(shown.name);
    m_contention->setManySelected(count, [all = std::move(all)] { return namesOf(all()); });
}

void BottomPanels::setSelectedLock(const std::string& name)
{
    m_events->setSelectedLock(name);
    m_clients->setSelectedLock(name);
    m_trace->setSelectedLock(name);
}

void BottomPanels::setKnownLocks(std::function<std::vector<std::string>()> known)
{
    m_trace->setKnownLocks(std::move(known));
}

void BottomPanels::offerAlone(QAction* alone)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(alone);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    setCornerWidget(button);
    setTabOrder(tabBar(), button);
    connect(this, &QTabWidget::tabBarDoubleClicked, alone, [alone](int tab) {
        if (tab >= 0) { // not beside them
            alone->trigger();
        }
    });
}

void BottomPanels::showLostLocks()
{
    open(*m_events);
    m_events->showLost();
}

void BottomPanels::showOwnHolds()
{
    open(*m_holds);
}

void BottomPanels::connectOwnHolds(const Session& session)
{
    connect(&session, &Session::ownHoldsChanged, this, [this, &session] {
        const std::vector<OwnHold>& holds = session.ownHolds();
        setCount(m_holds, pluralCount(std::count_if(holds.begin(), holds.end(), [](const OwnHold& hold) {
                     return hold.state == OwnHold::State::held;
                 })));
    });
    // Whoever released it elsewhere must see it, too; the focus stays there.
    connect(&session, &Session::releaseFailed, this, [this] { bringToFront(m_holds); });
}

void BottomPanels::connectDeadlocks()
{
    connect(&m_clients->watch(), &ClientWatch::graphChanged, m_findings,
            [this] { m_findings->setCycles(m_clients->watch().cycles()); });
    connect(m_clients, &ClientsPanel::deadlocksChanged, this, [this](int certain, int) {
        setCount(m_clients, certain);
        const std::vector<WaitCycle>& cycles = m_clients->watch().cycles().cycles; // certain ones first
        const bool names = certain > 0 && !cycles.empty() && !cycles.front().links.empty();
        m_alerts->setDeadlocks(certain, names ? cycles.front().links.front().holds : std::string());
    });
}

QList<LockRemark> BottomPanels::remarksOn(const LockState& lock) const
{
    QList<LockRemark> remarks = m_findings->remarksOn(lock);
    const QString signs = deathSignsSentence(lock, clientRecords(), std::chrono::system_clock::now());
    if (!signs.isEmpty()) {
        remarks.prepend({Severity::warning, signs});
    }
    return remarks;
}

void BottomPanels::addMenus()
{
    const QList<QList<QAction*>> offered{m_events->actions(),  m_findings->actions(), m_contention->actions(),
                                         m_clients->actions(), m_alerts->actions(),   m_holds->actions(),
                                         m_trace->actions(),   m_audit->actions()};
    for (const QList<QAction*>& actions : offered) {
        auto* menu = new QMenu(this);
        menu->setToolTipsVisible(true); // they say why something cannot be done
        menu->addActions(actions);
        m_menus << menu;
    }
}

void BottomPanels::setCount(QWidget* panel, int count)
{
    m_counts[panel] = count;
    retranslate();
}

QWidget* BottomPanels::panelAt(int index) const
{
    return static_cast<const RoomyArea*>(widget(index))->widget();
}

QString BottomPanels::titleOf(const QWidget* panel) const
{
    if (panel == m_events) {
        return tr("Events");
    }
    if (panel == m_findings) {
        return tr("Findings");
    }
    if (panel == m_contention) {
        return tr("Contention");
    }
    if (panel == m_clients) {
        return tr("Clients");
    }
    if (panel == m_alerts) {
        return tr("Alerts");
    }
    if (panel == m_holds) {
        return tr("Held by us");
    }
    return panel == m_trace ? tr("Trace") : tr("Audit");
}

void BottomPanels::retranslate()
{
    for (int index = 0; index < count(); ++index) {
        const QString title = titleOf(panelAt(index));
        const auto found = m_counts.find(panelAt(index));
        const int number = found == m_counts.end() ? 0 : found->second;
        const QString count = panelAt(index) == m_clients ? tr("%Ln deadlock(s)", "in the title of a tab", number)
                                                          : locale().toString(number);
        setTabText(index, number == 0 ? title : tr("%1 (%2)").arg(title, count));
        m_open[index]->setText(title);
        m_menus[index]->setTitle(title);
    }
    explainCount();
}

/// The line above the tabs, and above the button beside them.
void BottomPanels::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(Theme::of(palette()).border);
    painter.drawLine(0, 0, width(), 0);
}

void BottomPanels::changeEvent(QEvent* event)
{
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

} // namespace lockscope::ui
