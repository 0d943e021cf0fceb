// SPDX-License-Identifier: GPL-3.0-or-later
#include "comfort/action_list.hpp"

#include "text/server_text.hpp"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSet>

namespace lockscope::ui {
namespace {

constexpr int kDeepest = 8;

void collect(const QList<QAction*>& actions, const QString& menu, int depth, QSet<QAction*>& seen,
             QList<ActionEntry>& entries)
{
    for (QAction* action : actions) {
        if (action->isSeparator() || !action->isVisible() || seen.contains(action)) {
            continue;
        }
        seen.insert(action);
        if (const QMenu* inner = action->menu()) {
            const QString title = plainActionText(inner->title());
            const QString path = menu.isEmpty() ? title : menu + QStringLiteral(" › ") + title;
            if (depth < kDeepest) {
                collect(inner->actions(), path, depth + 1, seen, entries);
            }
        } else if (!action->text().isEmpty()) {
            entries << ActionEntry{action, menu};
        }
    }
}

} // namespace

QList<ActionEntry> collectActions(const QMenuBar& bar, const QList<QAction*>& others)
{
    QList<ActionEntry> entries;
    QSet<QAction*> seen;
    collect(bar.actions(), {}, 0, seen, entries);
    collect(others, {}, 0, seen, entries);
    return entries;
}

QString plainActionText(const QString& text)
{
    static const QRegularExpression appended(QStringLiteral("\\s*\\(&[^&]\\)"));
    QString plain = text;
    plain.remove(appended);
    plain.replace(QLatin1String("&&"), QString(QChar(0)));
    plain.remove(QLatin1Char('&'));
    return plain.replace(QChar(0), QLatin1Char('&'));
}

QString buttonText(const QString& text)
{
    return plainActionText(text).replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString actionNote(const QAction& action)
{
    const QString note = plainToolTip(action.toolTip()).simplified();
    QString text = plainActionText(action.text());
    text.remove(QChar(0x2026));
    return note.isEmpty() || note == text || note == plainActionText(action.text()) || note == action.iconText()
             ? QString()
             : note;
}

} // namespace lockscope::ui
