// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comfort/action_list.hpp"
#include "delegates/cell_delegate.hpp"

#include <QAbstractListModel>
#include <QPointer>

#include <optional>
#include <string>

namespace lockscope::ui {

/// A line of the command palette: an action, or a lock to go to.
struct Command
{
    QPointer<QAction> action;
    std::optional<std::string> lock; ///< Where it is no action.
    QString title;
    QString menu;
    QString shortcut;
    QString note; ///< Why it cannot be used, or what it is about.
    bool enabled = true;
    QList<int> matched; ///< Characters of the title that were asked for.
    int score = 0;      ///< How well it fits what was asked for.
};

class CommandList : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { MenuRole = Qt::UserRole, ShortcutRole, NoteRole, EnabledRole, MatchedRole };

    using QAbstractListModel::QAbstractListModel;

    void setCommands(QList<Command> commands);
    /// Null if there is no such row.
    [[nodiscard]] const Command* at(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    QList<Command> m_commands;
};

/// Title with what was asked for in bold, the menu beside it, the shortcut at the right.
class CommandDelegate : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
};

} // namespace lockscope::ui
