// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QPointer>
#include <QString>

class QMenuBar;

namespace lockscope::ui {

/// An action and the menu in which it stands.
struct ActionEntry
{
    QPointer<QAction> action; ///< Null once it is gone, as those of lists that change are.
    QString menu;             ///< "View › Theme"; empty for one that stands in no menu.
};

/// Every action of the menus, also of menus in menus, in their order, each once; then @p others. Separators and what is
/// not to be seen are left out. Taken from the actions themselves, so that it is always what the window can do.
[[nodiscard]] QList<ActionEntry> collectActions(const QMenuBar& bar, const QList<QAction*>& others = {});

/// A text of a menu without its mnemonic: "&Quit" and "退出(&Q)" become "Quit" and "退出"; "…" at the end stays.
[[nodiscard]] QString plainActionText(const QString& text);
/// The same for a tool button, which takes a single '&' for a key.
[[nodiscard]] QString buttonText(const QString& text);

/// Why an action cannot be used now, or what it is about: its tool tip, if that says more than its text; one line.
[[nodiscard]] QString actionNote(const QAction& action);

} // namespace lockscope::ui
