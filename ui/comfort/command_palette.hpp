// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comfort/command_list.hpp"

#include <QFrame>

#include <functional>
#include <optional>
#include <string>
#include <utility>

class QAction;
class QLabel;
class QLineEdit;
class QListView;
class QMenuBar;

namespace lockscope::ui {

struct FuzzyMatch;
class LockTableModel;

/// Every action of the window, and every lock, found by a few letters: what was used last first. The field keeps the
/// focus; Up, Down, Page Up and Page Down move in the list, Enter runs, Esc closes.
class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    /// @param menus, model, window not owned, outlive the palette
    /// @param others actions that stand in no menu
    CommandPalette(const QMenuBar& menus, QList<QAction*> others, const LockTableModel& model, QWidget* window);

    /// Opens the palette; for a menu: Ctrl+K. Retranslated by the palette.
    [[nodiscard]] QAction* openAction() const { return m_open; }
    void open();

    /// In what other words an action may be looked for: for its text in the language of the window, the English ones.
    using OtherWords = std::function<QStringList(const QString& text)>;
    void setOtherWords(OtherWords words) { m_otherWords = std::move(words); }

    /// Commands used last, for the settings.
    [[nodiscard]] const QStringList& recent() const { return m_recent; }
    void setRecent(const QStringList& ids) { m_recent = ids; }

signals:
    void lockChosen(const std::string& name);
    void recentChanged(const QStringList& ids);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void search();
    [[nodiscard]] std::optional<FuzzyMatch> match(const QString& query, const ActionEntry& entry) const;
    [[nodiscard]] QList<Command> matchingActions(const QString& query) const;
    [[nodiscard]] QList<Command> matchingLocks(const QString& query) const;
    bool moveByKey(int key);
    void run(int row);
    void arrange();
    void retranslate();
    [[nodiscard]] static QString idOf(const ActionEntry& entry);

    const QMenuBar& m_menus;
    QList<QAction*> m_others;
    const LockTableModel& m_model;
    QAction* m_open;
    QLineEdit* m_field;
    QListView* m_view;
    QLabel* m_nothing;
    CommandList m_list;
    QList<ActionEntry> m_actions;
    QStringList m_recent;
    OtherWords m_otherWords;
};

} // namespace lockscope::ui
