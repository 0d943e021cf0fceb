// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/own_holds_panel.hpp"

#include "comfort/action_list.hpp"
#include "delegates/text_delegate.hpp"
#include "panels/table_page.hpp"
#include "session/barrier.hpp"
#include "session/session.hpp"
#include "text/hold_words.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

QToolButton* buttonFor(QAction* action, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

OwnHoldsPanel::OwnHoldsPanel(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_page(new TablePage(this))
    , m_bar(new QHBoxLayout)
    , m_release(new QAction(icon(QStringLiteral("release")), {}, this))
    , m_releaseAll(new QAction(icon(QStringLiteral("release")), {}, this))
{
    m_page->setModel(&m_model);
    m_page->setColumnWidths({28, 22, 28, 16, 32, 0});
    m_page->keepColumnsAs(QStringLiteral("own-holds"));
    QTableView& table = m_page->table();
    table.setItemDelegateForColumn(OwnHoldsModel::Lock, new TextDelegate(&table));
    table.addActions({m_release, m_releaseAll});
    m_release->setShortcut(QKeySequence::Delete);
    m_release->setShortcutContext(Qt::WidgetShortcut);

    m_bar->setContentsMargins(4, 2, 4, 4);
    for (QAction* action : {m_release, m_releaseAll}) {
        QToolButton* button = buttonFor(action, this);
        m_page->takeKeysFrom(*button);
        m_bar->addWidget(button);
    }
    m_bar->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_page, 1);
    layout->addLayout(m_bar);

    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, [this] {
        m_session.refreshOwnHolds();
        m_model.refresh();
    });
    for (QAction* action : {m_release, m_releaseAll}) {
        connect(action, &QAction::triggered, this, &OwnHoldsPanel::panelRequested); // before what is to be seen
    }
    connect(m_release, &QAction::triggered, this, [this] { release(selected()); });
    connect(m_releaseAll, &QAction::triggered, this, [this] { release(undoubted()); });
    connect(table.selectionModel(), &QItemSelectionModel::selectionChanged, this, &OwnHoldsPanel::updateActions);
    connect(&table, &QTableView::activated, this,
            [this](const QModelIndex& index) { emit lockActivated(m_model.rowAt(index.row()).hold.lock); });
    connect(&m_session, &Session::ownHoldsChanged, this, &OwnHoldsPanel::takeHolds);
    connect(&m_session, &Session::releaseFailed, this, &OwnHoldsPanel::noteFailure);
    connect(&m_session, &Session::stateChanged, this, &OwnHoldsPanel::forgetFailures);
    connect(&m_session, &Session::adminModeChanged, this, &OwnHoldsPanel::showNote);
    connect(&m_session, &Session::batchArrived, this,
            [this](const std::shared_ptr<const MonitorBatch>& batch) { takeNews(*batch); });
    connect(&m_session, &Session::pausedChanged, &m_model, &OwnHoldsModel::forgetLeases);
    retranslate();
    takeHolds();
}

void OwnHoldsPanel::offer(QAction* acquire)
{
    QToolButton* button = buttonFor(acquire, this);
    connect(acquire, &QAction::triggered, this, &OwnHoldsPanel::forgetFailures);
    m_bar->insertWidget(0, button);
    setTabOrder(&m_page->table(), button);
}

void OwnHoldsPanel::takeHolds()
{
    m_model.setWatchdogLease(m_session.watchdogLease());
    m_model.setHolds(m_session.ownHolds());
    showNote();
    updateActions();
    updateClock();
}

/// Where nobody tells of each renewal, one that was not seen may have come all the same; then only what our own
/// renewals brought is known.
void OwnHoldsPanel::takeNews(const MonitorBatch& batch)
{
    const MonitorStatus& status = m_session.status();
    const bool isTold = status.link == MonitorStatus::Link::live && status.source != NewsSource::polling
                     && status.source != NewsSource::none;
    if (isTold) {
        m_model.see(batch);
    } else {
        m_model.forgetLeases();
    }
}

std::vector<OwnHold> OwnHoldsPanel::selected() const
{
    std::vector<OwnHold> holds;
    for (const QModelIndex& row : m_page->table().selectionModel()->selectedRows()) {
        holds.push_back(m_model.rowAt(row.row()).hold);
    }
    return holds;
}

/// What is in doubt has to be asked for itself.
std::vector<OwnHold> OwnHoldsPanel::undoubted() const
{
    std::vector<OwnHold> holds = m_session.ownHolds();
    std::erase_if(holds, [](const OwnHold& hold) { return hold.in_doubt; });
    return holds;
}

void OwnHoldsPanel::release(const std::vector<OwnHold>& holds)
{
    forgetFailures();
    for (const OwnHold& hold : holds) {
        if (hold.state == OwnHold::State::waiting) {
            m_session.cancelHold(hold.id);
        } else {
            m_session.releaseHold(hold.id);
        }
    }
}

void OwnHoldsPanel::noteFailure(const std::string& lock, const AdminResult& result)
{
    ++m_failures;
    m_failure = [lock, result] { return releaseFailureText(lock, result); };
    showNote();
}

void OwnHoldsPanel::forgetFailures()
{
    m_failures = 0;
    m_failure = nullptr;
    showNote();
}

QString OwnHoldsPanel::failureText() const
{
    if (!m_failure) {
        return {};
    }
    return m_failures == 1 ? m_failure()
                           : inARow({m_failure(), tr("%Ln more did not succeed either.", "releases of locks",
                                                     pluralCount(m_failures - 1))});
}

void OwnHoldsPanel::updateActions()
{
    const std::vector<OwnHold> holds = selected();
    const auto all = [&holds](OwnHold::State state) {
        return !holds.empty()
            && std::all_of(holds.begin(), holds.end(), [state](const OwnHold& hold) { return hold.state == state; });
    };
    m_release->setText(all(OwnHold::State::waiting) ? tr("Stop &waiting")
                       : all(OwnHold::State::lost)  ? tr("&Remove from the list")
                                                    : tr("&Release"));
    m_release->setIconText(buttonText(m_release->text()));
    m_release->setEnabled(!holds.empty());
    const std::vector<OwnHold> ours = undoubted();
    m_releaseAll->setEnabled(
        std::any_of(ours.begin(), ours.end(), [](const OwnHold& hold) { return hold.state != OwnHold::State::lost; }));
}

void OwnHoldsPanel::showNote()
{
    const QString empty =
        m_model.rowCount() > 0
            ? QString()
            : tr("This program holds no lock. “Acquire…” takes one, to keep others out for a while or to see "
                 "how a lock behaves; it is given back when the connection is closed.");
    const QString locked = m_session.mayAct() || m_session.state() != Session::State::connected ? QString()
                         : m_session.barrier() != Barrier::none
                             ? barrierText(m_session.barrier())
                             : tr("Actions have to be unlocked first (Ctrl+Shift+U).");
    m_page->setNote(inARow({failureText(), empty, empty.isEmpty() ? empty : locked}));
}

/// Durations tick while somebody can see them.
void OwnHoldsPanel::updateClock()
{
    const bool ticks = isVisible() && m_model.rowCount() > 0;
    if (ticks != m_clock.isActive()) {
        ticks ? m_clock.start() : m_clock.stop();
    }
}

void OwnHoldsPanel::retranslate()
{
    m_page->table().setAccessibleName(tr("Locks held by this program"));
    showNote();
    m_releaseAll->setText(tr("Release &all"));
    m_releaseAll->setIconText(buttonText(m_releaseAll->text()));
    m_releaseAll->setToolTip(tr("Give everything back that this program holds, and stop waiting"));
    m_release->setToolTip(tr("Give the selected locks back"));
    updateActions();
    m_model.refresh();
}

void OwnHoldsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

void OwnHoldsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_session.refreshOwnHolds(); // nobody has looked whether they were renewed
    m_model.refresh();
    updateClock();
}

void OwnHoldsPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_clock.stop();
}

} // namespace lockscope::ui
