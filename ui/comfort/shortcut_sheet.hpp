// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comfort/action_list.hpp"
#include "text/live_text.hpp"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace lockscope::ui {

/// Every action of the window with its shortcut, menu by menu, and the keys of what has some of its own: the table, the
/// filter, drawings, the list of servers. Made from the actions each time it is shown. Can be searched, copied as text
/// and saved as a PDF for printing.
class ShortcutSheet : public QDialog
{
    Q_OBJECT

public:
    /// @param menus, window not owned, outlive the sheet
    ShortcutSheet(const QMenuBar& menus, QList<QAction*> others, QWidget* window);

    /// Opens the sheet; for the Help menu: F1. Retranslated by the sheet.
    [[nodiscard]] QAction* openAction() const { return m_open; }
    /// What is shown, as text: a line for each action, a head for each menu.
    [[nodiscard]] QString asText() const;
    /// @return what went wrong, or empty
    QString savePdf(const QString& path) const;

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Line
    {
        QString group;
        QString keys;
        QString text;
    };

    void makeRoom();
    void rebuild();
    void addFixedKeys();
    void addTableKeys();
    void addDrawingKeys();
    void addLine(const QString& group, const QString& keys, const QString& text);
    void filter();
    void choosePdf();
    void say(Text text);
    void retranslate();

    const QMenuBar& m_menus;
    QList<QAction*> m_others;
    QAction* m_open;
    QLineEdit* m_search;
    QTreeWidget* m_tree;
    QLabel* m_message;
    Text m_said; ///< In the message; null: nothing yet.
    QPushButton* m_copy;
    QPushButton* m_save;
    QPushButton* m_close;
    QList<Line> m_lines;
};

} // namespace lockscope::ui
