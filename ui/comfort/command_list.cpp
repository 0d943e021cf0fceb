// SPDX-License-Identifier: GPL-3.0-or-later
#include "comfort/command_list.hpp"

#include "text/words.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QPainter>

namespace lockscope::ui {

void CommandList::setCommands(QList<Command> commands)
{
    beginResetModel();
    m_commands = std::move(commands);
    endResetModel();
}

const Command* CommandList::at(int row) const
{
    return row >= 0 && row < m_commands.size() ? &m_commands.at(row) : nullptr;
}

int CommandList::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_commands.size());
}

QVariant CommandList::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !checkIndex(index)) {
        return {};
    }
    const Command& command = m_commands.at(index.row());
    switch (role) {
    case Qt::DisplayRole: return command.title;
    case Qt::AccessibleTextRole: {
        QStringList parts{command.title};
        for (const QString& part : {command.menu, command.shortcut}) {
            if (!part.isEmpty()) {
                parts << part;
            }
        }
        if (!command.enabled) {
            parts << (command.note.isEmpty() ? tr("not available now") : tr("not available now: %1").arg(command.note));
        }
        return listText(parts);
    }
    case MenuRole: return command.menu;
    case ShortcutRole: return command.shortcut;
    case NoteRole: return command.enabled ? QString() : command.note.isEmpty() ? tr("not available now") : command.note;
    case EnabledRole: return command.enabled;
    case MatchedRole: return QVariant::fromValue(command.matched);
    default: return {};
    }
}

QSize CommandDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const QFontMetrics metrics(option.font);
    return {metrics.averageCharWidth() * 20, metrics.height() + metrics.height() / 2};
}

void CommandDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const
{
    const bool enabled = index.data(CommandList::EnabledRole).toBool();
    const QColor muted = cell.tinted(cell.theme.mutedText);
    const QFontMetrics metrics = cell.option.fontMetrics;
    const int gap = metrics.averageCharWidth();
    QRect room = cell.content.adjusted(gap / 2, 0, -gap / 2, 0);

    const auto drawRight = [&](const QString& text, const QColor& color) {
        if (text.isEmpty() || room.width() <= 0) {
            return;
        }
        const int width = std::min(metrics.horizontalAdvance(text) + gap, room.width() / 2);
        painter.setPen(color);
        painter.drawText(QRect(room.right() - width + 1, room.top(), width, room.height()),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(text, Qt::ElideRight, width));
        room.setRight(room.right() - width - gap);
    };
    drawRight(index.data(CommandList::ShortcutRole).toString(), enabled ? cell.textColor : muted);
    const QString note = index.data(CommandList::NoteRole).toString();
    drawRight(note.isEmpty() ? index.data(CommandList::MenuRole).toString() : note, muted);

    // Character by character, for those that were asked for are bold.
    const auto matched = index.data(CommandList::MatchedRole).value<QList<int>>();
    QFont bold = cell.option.font;
    bold.setBold(true);
    painter.setPen(enabled ? cell.textColor : muted);
    const QString title = QFontMetrics(bold).elidedText(cell.text, Qt::ElideRight, room.width());
    int x = room.left();
    for (int at = 0; at < title.size();) {
        const bool strong = matched.contains(at);
        int end = at + 1;
        while (end < title.size() && matched.contains(end) == strong) {
            ++end;
        }
        painter.setFont(strong ? bold : cell.option.font);
        const QString run = title.mid(at, end - at);
        const int width = QFontMetrics(painter.font()).horizontalAdvance(run);
        painter.drawText(QRect(x, room.top(), width + gap, room.height()),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, run);
        x += width;
        at = end;
    }
}

} // namespace lockscope::ui
