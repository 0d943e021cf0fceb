// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/cell_delegate.hpp"

namespace lockscope::ui {

/// Shape, word and colour of a lock's condition. The word is the display role.
class StateDelegate : public CellDelegate
{
    Q_OBJECT

public:
    /// @param conditionRole int of LockCondition
    explicit StateDelegate(int conditionRole, QObject* parent = nullptr);
    /// @param role bool: a warning stands behind the word, because the condition alone does not tell the trouble
    void setBlockedRole(int role) { m_blockedRole = role; }

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
    [[nodiscard]] int extraWidth(const QStyleOptionViewItem& option) const override;

private:
    int m_conditionRole;
    int m_blockedRole = -1;
};

/// The same for an event: LockEvent::Kind under @p kindRole.
class EventDelegate : public CellDelegate
{
    Q_OBJECT

public:
    /// @param kindRole int of LockEvent::Kind; none where it is an alert: @param severityRole int of Severity
    EventDelegate(int kindRole, int severityRole, QObject* parent = nullptr);

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
    [[nodiscard]] int extraWidth(const QStyleOptionViewItem& option) const override;

private:
    int m_kindRole;
    int m_severityRole;
};

} // namespace lockscope::ui
