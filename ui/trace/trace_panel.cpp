// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace_panel.hpp"

#include "dialogs/question.hpp"
#include "panels/focus.hpp"
#include "session/session.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "trace/trace_start.hpp"
#include "trace/trace_view.hpp"

#include <QAction>
#include <QEvent>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kBetweenFlushes{250};
/// Each one is a connection to the server.
constexpr std::chrono::seconds kBetweenLooks{10};
/// What waits to be shown; the model keeps no more either.
constexpr std::size_t kMostPending = 5'000;

} // namespace

TracePanel::TracePanel(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_trace(session)
    , m_start(new QAction(icon(QStringLiteral("resume")), {}, this))
    , m_stop(new QAction(icon(QStringLiteral("stop")), {}, this))
    , m_pages(new QStackedWidget(this))
    , m_startPage(new TraceStart(this))
    , m_view(new TraceView(m_stop, m_start, this))
{
    m_stop->setShortcut(Qt::Key_Escape);
    m_stop->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addActions({m_start, m_stop});
    addActions(m_view->viewActions());
    m_pages->addWidget(m_startPage);
    m_pages->addWidget(m_view);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_pages);
    m_flushing.setSingleShot(true);
    m_flushing.setInterval(kBetweenFlushes);
    m_looking.setSingleShot(true);
    m_looking.setInterval(kBetweenLooks);

    connect(&m_looking, &QTimer::timeout, this, &TracePanel::look);
    connect(&m_flushing, &QTimer::timeout, this, &TracePanel::flush);
    for (QAction* action : {m_start, m_stop, m_view->onlyThisAction()}) {
        connect(action, &QAction::triggered, this, &TracePanel::panelRequested); // before what is to be seen
    }
    connect(m_start, &QAction::triggered, this, [this] {
        // From the menu, or "new trace": the cost is said before it starts.
        m_pages->setCurrentWidget(m_startPage);
        focusFirstOf(*m_startPage);
        look();
    });
    connect(m_stop, &QAction::triggered, &m_trace, &TraceSession::stop);
    connect(m_startPage, &TraceStart::startRequested, this, &TracePanel::ask);
    connect(m_startPage, &TraceStart::lastTraceRequested, this, [this] {
        m_pages->setCurrentWidget(m_view);
        m_view->takeKeys();
    });
    connect(m_view, &TraceView::lockActivated, this, &TracePanel::lockActivated);
    connect(&m_trace, &TraceSession::commandsArrived, this, &TracePanel::take);
    connect(&m_trace, &TraceSession::statusChanged, this, &TracePanel::showStatus);
    connect(&m_trace, &TraceSession::identityLearned, this, &TracePanel::identityLearned);
    connect(&m_trace, &TraceSession::commandsArrived, this, &TracePanel::commandsArrived);
    connect(&m_trace, &TraceSession::operationsArrived, m_startPage, &TraceStart::setOperations);
    connect(&session, &Session::stateChanged, this, &TracePanel::showServer);
    connect(&session, &Session::statusChanged, this, [this] {
        if (std::exchange(m_isLost, isLost()) != isLost()) {
            showServer();
        }
    });
    retranslate();
    showServer();
}

void TracePanel::setSelectedLock(const std::string& name)
{
    m_view->setSelectedLock(name);
}

void TracePanel::setNamer(TraceModel::Namer namer)
{
    m_view->model().setNamer(std::move(namer));
}

void TracePanel::ask()
{
    if (m_session.serverKind() != Session::ServerKind::production) {
        start();
        return;
    }
    askFirst(this,
             {.title = tr("Trace a production server"),
              .text = tr("This is a production server."),
              .details = tr("For %1 it may serve less than half of what it can otherwise. Start the trace?")
                             .arg(limitText(m_startPage->options().duration)),
              .yes = tr("Start the trace"),
              .no = tr("Cancel"),
              .icon = QMessageBox::Warning},
             [this] { start(); });
}

void TracePanel::start()
{
    if (m_session.state() != Session::State::connected) {
        return; // it went while the box was open
    }
    m_pending.clear();
    m_view->clear();
    m_pages->setCurrentWidget(m_view);
    m_trace.start(m_startPage->options());
    m_view->takeKeys();
}

void TracePanel::take(const std::vector<TraceCommand>& commands)
{
    m_pending.insert(m_pending.end(), commands.begin(), commands.end());
    if (m_pending.size() > 2 * kMostPending) {
        flush(); // the model counts what it cannot keep
    } else if (!m_flushing.isActive()) {
        m_flushing.start();
    }
}

void TracePanel::flush()
{
    m_flushing.stop();
    if (!m_pending.empty()) {
        m_view->append(std::exchange(m_pending, {}));
    }
}

void TracePanel::showStatus(const TraceStatus& status)
{
    const bool stopped = status.state == TraceStatus::State::stopped;
    if (stopped) {
        flush();
    }
    // The button that changes to it would lose the keys otherwise; whether it can be used is said below.
    (stopped ? m_start : m_stop)->setEnabled(true);
    m_view->setStatus(status);
    showServer();
}

bool TracePanel::isLost() const
{
    return m_session.status().link == MonitorStatus::Link::lost;
}

void TracePanel::showServer()
{
    const bool connected = m_session.state() == Session::State::connected;
    const bool running = m_trace.isRunning();
    const bool mayStart = connected && !running && !isLost();
    m_start->setEnabled(mayStart);
    m_stop->setEnabled(running);
    m_startPage->setServer(mayStart ? TraceStart::Server::connected : TraceStart::Server::none);
    if (connected) {
        if (isLost()) {
            m_startPage->setOperations(std::nullopt);
        } else {
            look();
        }
    } else {
        m_startPage->setOperations(std::nullopt);
        m_pending.clear();
        m_view->clear();
        m_pages->setCurrentWidget(m_startPage);
    }
    m_startPage->setLastTrace(m_view->model().rowCount() > 0 ? TraceStart::LastTrace::there
                                                             : TraceStart::LastTrace::none);
}

/// Again and again while somebody may be about to decide by it.
void TracePanel::look()
{
    const bool isShown = isVisible() && m_pages->currentWidget() == m_startPage;
    if (isShown && !m_trace.isRunning() && !isLost()) {
        m_trace.requestOperations();
        m_looking.start();
    }
}

void TracePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    look();
}

void TracePanel::retranslate()
{
    m_start->setText(tr("New trace…"));
    m_stop->setText(tr("Stop the trace"));
    m_stop->setToolTip(toolTipText(tr("Stop the trace (Esc)")));
}

void TracePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

} // namespace lockscope::ui
