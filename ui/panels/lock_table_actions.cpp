// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lock_table_actions.hpp"

#include "dialogs/copy_rows.hpp"
#include "models/lock_filter_terms.hpp"
#include "models/lock_table_model.hpp"
#include "panels/lock_table.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::ui {
namespace {

const std::array kDepths{Grouping::byFirstPart, Grouping::byTwoParts, Grouping::byThreeParts};
const std::array kFormats{CopyFormat::text, CopyFormat::csv, CopyFormat::json, CopyFormat::redisCli};

constexpr std::size_t kMostClients = 30; ///< As many as a menu can show.

} // namespace

LockTableActions::LockTableActions(LockTable& table, LockTableModel& model)
    : QObject(&table)
    , m_table(table)
    , m_model(model)
    , m_copyMenu(std::make_unique<QMenu>())
    , m_followMenu(std::make_unique<QMenu>())
    , m_follow(new QAction(this))
    , m_onlyGroup(new QAction(this))
    , m_group(new QAction(this))
    , m_depthMenu(std::make_unique<QMenu>())
    , m_openAll(new QAction(this))
    , m_closeAll(new QAction(this))
{
    m_copyMenu->setIcon(icon(QStringLiteral("copy")));
    for (const CopyFormat format : kFormats) {
        auto* action = new QAction(this);
        connect(action, &QAction::triggered, this, [this, format] { copy(format); });
        m_copyMenu->addAction(action);
        m_copies[format] = action;
    }
    m_copies.at(CopyFormat::text)->setShortcut(QKeySequence::Copy);
    m_copies.at(CopyFormat::text)->setShortcutContext(Qt::WidgetShortcut);
    m_follow->setIcon(icon(QStringLiteral("filter")));
    m_follow->setEnabled(false);
    connect(m_follow, &QAction::triggered, this, [this] {
        if (m_clients.size() == 1) {
            follow(m_clients.front());
        }
    });
    connect(m_onlyGroup, &QAction::triggered, this, [this] {
        if (const std::string prefix = selectedPrefix(); !prefix.empty()) {
            emit filterRequested(QStringLiteral("name:") + beginningValue(prefix));
        }
    });
    m_group->setCheckable(true);
    m_group->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_G));
    connect(m_group, &QAction::toggled, this, &LockTableActions::group);
    auto* depths = new QActionGroup(this);
    for (const Grouping depth : kDepths) {
        auto* action = new QAction(depths);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this] {
            m_group->setChecked(true);
            group();
        });
        m_depthMenu->addAction(action);
        m_depths[depth] = action;
    }
    setDepth(Grouping::byFirstPart);
    connect(m_group, &QAction::enabledChanged, this, &LockTableActions::explainGrouping);
    m_openAll->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G));
    m_closeAll->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_G));
    connect(m_openAll, &QAction::triggered, this, [this] { m_model.setAllFolds(GroupFolds::Fold::open); });
    connect(m_closeAll, &QAction::triggered, this, [this] { m_model.setAllFolds(GroupFolds::Fold::closed); });
    retranslate();
    update();
}

LockTableActions::~LockTableActions() = default;

QList<QAction*> LockTableActions::lockActions() const
{
    return {m_copyMenu->menuAction(), m_follow, m_onlyGroup};
}

QList<QAction*> LockTableActions::groupActions() const
{
    return {m_group, m_depthMenu->menuAction(), m_openAll, m_closeAll};
}

void LockTableActions::setGrouping(Grouping grouping)
{
    if (grouping != Grouping::none) {
        setDepth(grouping);
    }
    m_group->setChecked(grouping != Grouping::none);
    group();
}

void LockTableActions::setDepth(Grouping depth)
{
    m_depths.value(depth)->setChecked(true);
}

Grouping LockTableActions::depth() const
{
    const auto isChecked = [](const QAction* action) { return action->isChecked(); };
    return std::find_if(m_depths.begin(), m_depths.end(), isChecked).key();
}

void LockTableActions::group()
{
    m_model.setGrouping(m_group->isChecked() ? depth() : Grouping::none);
    update();
}

/// What the name begins with, as far as names are compared for groups; empty if it has no ':'.
std::string LockTableActions::selectedPrefix() const
{
    const int row = m_model.groupRowOf(m_table.currentIndex().row());
    if (row >= 0) {
        return m_model.index(row, 0).data(static_cast<int>(LockRole::nameBytes)).toByteArray().toStdString();
    }
    const LockStatePtr lock = m_table.selectedLock();
    return lock ? std::string(LockGroups::prefixOf(lock->name, depth())) : std::string();
}

std::vector<std::string> LockTableActions::clientsToFollow() const
{
    std::vector<std::string> clients;
    const auto add = [&clients](std::string_view client, const std::string& owner) {
        std::string name(client.empty() ? std::string_view(owner) : client);
        const bool isNew = std::find(clients.begin(), clients.end(), name) == clients.end();
        if (isNew && clients.size() < kMostClients) {
            clients.push_back(std::move(name));
        }
    };
    const LockStatePtr lock = m_table.selectedLock();
    if (!lock) {
        return clients;
    }
    for (const Holder& holder : lock->holders) {
        add(holder.client(), holder.owner);
    }
    if (clients.empty()) {
        for (const Waiter& waiter : lock->waiters) {
            add(waiter.client(), waiter.owner);
        }
    }
    return clients;
}

/// One client is followed by the action itself; several, as readers are, stand in a menu of it.
void LockTableActions::offerClients()
{
    std::vector<std::string> clients = clientsToFollow();
    if (clients == m_clients || m_followMenu->isVisible()) {
        return;
    }
    m_clients = std::move(clients);
    m_followMenu->clear();
    if (m_clients.size() > 1) {
        for (const std::string& client : m_clients) {
            QAction* action = m_followMenu->addAction(menuText(shortClient(client).toStdString()));
            connect(action, &QAction::triggered, this, [this, client] { follow(client); });
        }
    }
    m_follow->setMenu(m_clients.size() > 1 ? m_followMenu.get() : nullptr);
    m_follow->setEnabled(!m_clients.empty());
}

void LockTableActions::follow(const std::string& client)
{
    emit followRequested(QStringLiteral("client:") + filterValue(client));
}

void LockTableActions::copy(CopyFormat format) const
{
    std::vector<LockStatePtr> locks = m_table.selectedLocks();
    if (!locks.empty()) {
        copyRows(copyText(std::move(locks), format, m_model.moment(), m_redisCli), *m_table.window());
    }
}

void LockTableActions::update()
{
    const bool any = m_table.selectionModel() && m_table.selectionModel()->hasSelection();
    m_copyMenu->menuAction()->setEnabled(any);
    for (const auto& [format, action] : m_copies) {
        action->setEnabled(any);
    }
    offerClients();
    m_onlyGroup->setEnabled(!selectedPrefix().empty());
    m_openAll->setEnabled(m_group->isChecked());
    m_closeAll->setEnabled(m_group->isChecked());
}

/// Whoever disables it says why in its place.
void LockTableActions::explainGrouping()
{
    if (m_group->isEnabled()) {
        m_group->setToolTip(tr("One row for all locks whose names begin alike"));
    }
}

void LockTableActions::retranslate()
{
    m_copyMenu->setTitle(tr("Cop&y rows as"));
    m_copies.at(CopyFormat::text)->setText(tr("&Text"));
    m_copies.at(CopyFormat::csv)->setText(tr("&CSV"));
    m_copies.at(CopyFormat::json)->setText(tr("&JSON"));
    m_copies.at(CopyFormat::redisCli)->setText(tr("Commands for &redis-cli"));
    m_follow->setText(tr("E&verything this client holds or waits for"));
    m_followMenu->setTitle(m_follow->text());
    m_follow->setToolTip(tr("Of those who wait only the ones in the queues of fair locks are known"));
    m_onlyGroup->setText(tr("Only names that &begin like this one"));
    m_group->setText(tr("Group &by prefix"));
    explainGrouping();
    m_depthMenu->setTitle(tr("Group &up to"));
    m_depths[Grouping::byFirstPart]->setText(tr("Group up to the &first “:”"));
    m_depths[Grouping::byTwoParts]->setText(tr("Group up to the &second “:”"));
    m_depths[Grouping::byThreeParts]->setText(tr("Group up to the &third “:”"));
    m_openAll->setText(tr("Open all group&s"));
    m_closeAll->setText(tr("C&lose all groups"));
}

} // namespace lockscope::ui
