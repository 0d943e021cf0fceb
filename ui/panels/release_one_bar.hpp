// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"
#include "panels/flow_bar.hpp"

#include "lockscope/lock_state.hpp"

#include <optional>
#include <string>

class QAction;

namespace lockscope::ui {

class Session;
class TablePage;

/// Beneath a table of holders, where they can be ended one by one: a button for the one that is selected. The same is
/// in the table's context menu.
class ReleaseOneBar : public FlowBar
{
    Q_OBJECT

public:
    /// @param session not owned, as the page; both outlive the bar
    /// @param ownerRole of the page's model: the holder of a row, as bytes
    ReleaseOneBar(Session* session, TablePage* page, int ownerRole, QWidget* parent);

    /// nullptr: there is none.
    void setLock(const LockStatePtr& state);
    /// For the dialog.
    ///@{
    void setClientNamer(const ClientNamer& namer) { m_namer = namer; }
    void setClientStakes(const ClientStakes& stakes) { m_stakes = stakes; }
    void setClientRecords(const ClientRecords& records) { m_records = records; }
    ///@}
    [[nodiscard]] QAction* action() const { return m_release; }

protected:
    void changeEvent(QEvent* event) override;

private:
    /// The holder that is selected, if it is one.
    [[nodiscard]] std::optional<std::string> selectedOwner() const;
    [[nodiscard]] QString obstacle() const;
    void open();
    void updateAction();

    Session* m_session;
    TablePage* m_page;
    int m_ownerRole;
    LockStatePtr m_state;
    ClientNamer m_namer;
    ClientStakes m_stakes;
    ClientRecords m_records;
    QAction* m_release;
};

} // namespace lockscope::ui
