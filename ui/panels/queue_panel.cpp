// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/queue_panel.hpp"

#include "comfort/action_list.hpp"
#include "delegates/holder_delegate.hpp"
#include "delegates/state_delegate.hpp"
#include "dialogs/evict_waiter_dialog.hpp"
#include "dialogs/repair_queue_dialog.hpp"
#include "panels/flow_bar.hpp"
#include "panels/flow_layout.hpp"
#include "panels/table_page.hpp"
#include "session/obstacle.hpp"
#include "session/session.hpp"
#include "theme/icons.hpp"

#include <QAction>
#include <QEvent>
#include <QItemSelectionModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

constexpr int kWaitersInSight = 3; ///< Where there is little room.
constexpr int kOwnerChars = 17;    ///< For "9f45…e1:123" in monospace, and its colour.
constexpr int kTimeChars = 14;     ///< For most times, so that columns seldom move while these go by.

} // namespace

QueuePanel::QueuePanel(Session* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_page(new TablePage(this))
    , m_evict(new QAction(icon(QStringLiteral("evict")), {}, this))
    , m_repair(new QAction(icon(QStringLiteral("repair")), {}, this))
    , m_bar(new FlowBar(this))
{
    m_page->setModel(&m_waiters);
    m_page->setColumnWidths({0, 18, 0, 0, 0, 0});
    m_page->fitToRows(WaitersModel::Place, TablePage::Mark::none, 4);
    m_page->fitToRows(WaitersModel::Condition, TablePage::Mark::before, 8);
    m_page->fitToRows(WaitersModel::Deadline, TablePage::Mark::none, kTimeChars);
    m_page->fitToRows(WaitersModel::Forecast, TablePage::Mark::none, kTimeChars);
    // Never the end of an id: two waiters of one client differ only in that. Times that have no room can be scrolled
    // to.
    m_page->letYield({{WaitersModel::Client, 6}, {WaitersModel::Owner, kOwnerChars}});
    m_page->keepColumnsAs(QStringLiteral("queue"));
    QTableView& table = m_page->table();
    table.setItemDelegateForColumn(WaitersModel::Owner, new HolderDelegate(WaitersModel::ClientRole, &table));
    table.setItemDelegateForColumn(WaitersModel::Condition, new StateDelegate(WaitersModel::ConditionRole, &table));
    table.addActions({m_evict, m_repair});

    m_page->keepRoomFor(kWaitersInSight);
    m_bar->row().setContentsMargins(4, 2, 4, 4);
    for (QAction* action : {m_evict, m_repair}) {
        auto* button = new QToolButton(m_bar);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        m_page->takeKeysFrom(*button);
        m_bar->row().addWidget(button);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_page, 1);
    layout->addWidget(m_bar);

    connect(m_evict, &QAction::triggered, this, &QueuePanel::openEvict);
    connect(m_repair, &QAction::triggered, this, &QueuePanel::openRepair);
    connect(table.selectionModel(), &QItemSelectionModel::selectionChanged, this, &QueuePanel::updateActions);
    connect(session, &Session::adminModeChanged, this, &QueuePanel::updateActions);
    connect(session, &Session::stateChanged, this, &QueuePanel::updateActions);
    retranslate();
    updateActions();
}

void QueuePanel::setLock(const LockStatePtr& state, const QString& note)
{
    const bool isSame = m_state && state && m_state->name == state->name;
    m_state = state;
    m_waiters.setState(state);
    m_page->hideIfEmpty(WaitersModel::Client);
    m_page->setNote(note);
    m_page->measureRows(isSame ? TablePage::Rows::same : TablePage::Rows::others);
    updateActions();
}

std::optional<std::string> QueuePanel::selectedOwner() const
{
    const QModelIndexList rows = m_page->table().selectionModel()->selectedRows();
    if (rows.size() != 1) {
        return std::nullopt;
    }
    return rows.front().data(WaitersModel::OwnerBytesRole).toByteArray().toStdString();
}

void QueuePanel::setClientNamer(const ClientNamer& namer)
{
    m_waiters.setClientNamer(namer);
    m_namer = namer;
}

void QueuePanel::open(DestructiveDialog* dialog)
{
    dialog->setClientNamer(m_namer);
    dialog->open();
}

void QueuePanel::openEvict()
{
    const std::optional<std::string> owner = selectedOwner();
    if (m_state && owner) {
        open(new EvictWaiterDialog(*m_session, m_state, *owner, window()));
    }
}

void QueuePanel::openRepair()
{
    if (m_state) {
        open(new RepairQueueDialog(*m_session, m_state, window()));
    }
}

void QueuePanel::updateActions()
{
    m_bar->setVisible(m_state && m_state->type == LockType::fair);
    const QString obstacle = obstacleToBoth();
    allow(*m_evict, tr("Remove the selected waiter from the queue"),
          obstacle.isEmpty() && !selectedOwner() ? tr("Select one waiter.") : obstacle);
    allow(*m_repair, tr("Remove the dead from the queue and make its deadlines agree with it"),
          obstacle.isEmpty() ? RepairQueueDialog::obstacleToRepair(*m_state) : obstacle);
}

QString QueuePanel::obstacleToBoth() const
{
    if (!m_state) {
        return tr("Select a lock first.");
    }
    if (!m_state->queue_known) {
        return tr("This user may not read its queue.");
    }
    if (m_state->type != LockType::fair) {
        return tr("Only fair locks have a queue.");
    }
    if (is_mapped(*m_state)) {
        return tr("Its clients have a NameMapper: whether they live cannot be seen here.");
    }
    return obstacleTo(*m_session);
}

void QueuePanel::retranslate()
{
    m_page->table().setAccessibleName(tr("Queue of the lock"));
    m_evict->setText(tr("Evic&t waiter…"));
    m_evict->setIconText(buttonText(m_evict->text())); // the letter is one of menus
    m_repair->setText(tr("Repair queue…"));
}

void QueuePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_waiters.retranslate();
        retranslate();
        updateActions();
    }
}

} // namespace lockscope::ui
