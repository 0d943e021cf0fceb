// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/release_one_bar.hpp"

#include "comfort/action_list.hpp"
#include "dialogs/release_one_dialog.hpp"
#include "panels/flow_layout.hpp"
#include "panels/table_page.hpp"
#include "session/obstacle.hpp"
#include "session/session.hpp"
#include "theme/icons.hpp"

#include "lockscope/release_one.hpp"

#include <QAction>
#include <QEvent>
#include <QItemSelectionModel>
#include <QTableView>
#include <QToolButton>

namespace lockscope::ui {

ReleaseOneBar::ReleaseOneBar(Session* session, TablePage* page, int ownerRole, QWidget* parent)
    : FlowBar(parent)
    , m_session(session)
    , m_page(page)
    , m_ownerRole(ownerRole)
    , m_release(new QAction(icon(QStringLiteral("release")), {}, this))
{
    row().setContentsMargins(4, 2, 4, 4);
    auto* button = new QToolButton(this);
    button->setDefaultAction(m_release);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    page->takeKeysFrom(*button);
    row().addWidget(button);
    page->table().addAction(m_release);

    connect(m_release, &QAction::triggered, this, &ReleaseOneBar::open);
    connect(page->table().selectionModel(), &QItemSelectionModel::selectionChanged, this, &ReleaseOneBar::updateAction);
    connect(session, &Session::adminModeChanged, this, &ReleaseOneBar::updateAction);
    connect(session, &Session::stateChanged, this, &ReleaseOneBar::updateAction);
    updateAction();
}

void ReleaseOneBar::setLock(const LockStatePtr& state)
{
    m_state = state;
    updateAction();
}

std::optional<std::string> ReleaseOneBar::selectedOwner() const
{
    const QModelIndexList rows = m_page->table().selectionModel()->selectedRows();
    if (rows.size() != 1) {
        return std::nullopt;
    }
    return rows.front().data(m_ownerRole).toByteArray().toStdString();
}

void ReleaseOneBar::open()
{
    const std::optional<std::string> owner = selectedOwner();
    if (!m_state || !owner) {
        return;
    }
    auto* dialog = new ReleaseOneDialog(*m_session, m_state, *owner, m_records, window());
    dialog->setClientNamer(m_namer);
    dialog->setClientStakes(m_stakes);
    dialog->open();
}

QString ReleaseOneBar::obstacle() const
{
    if (!m_state) {
        return tr("Select a lock first.");
    }
    if (!has_single_holds(m_state->type, m_state->mode)) {
        return tr("Only readers of a read-write lock and permits of a semaphore can be released one by one.");
    }
    if (const QString why = obstacleTo(*m_session); !why.isEmpty()) {
        return why;
    }
    if (selectedOwner()) {
        return {};
    }
    return m_state->type == LockType::semaphore ? tr("Select one permit.") : tr("Select one reader.");
}

void ReleaseOneBar::updateAction()
{
    const bool isPermit = m_state && m_state->type == LockType::semaphore;
    setVisible(m_state && m_state->is_held() && has_single_holds(m_state->type, m_state->mode));
    m_release->setText(isPermit ? tr("&Give this permit back…") : tr("Release t&his reader…"));
    m_release->setIconText(buttonText(m_release->text())); // the letter is one of menus
    allow(*m_release,
          isPermit ? tr("Give the selected permit back; the others stay taken")
                   : tr("End the hold of the selected reader; the others go on reading"),
          obstacle());
}

void ReleaseOneBar::changeEvent(QEvent* event)
{
    FlowBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        updateAction();
    }
}

} // namespace lockscope::ui
