// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QAction;
class QSplitter;

namespace lockscope::ui {

/// What a mouse does with the dividers between the parts of the workspace, for the keyboard: in steps, the detail
/// beside the table, the panels below it, and the part of a divided panel in which the focus is.
class PaneActions : public QObject
{
    Q_OBJECT

public:
    /// @param across has the detail as its second part, @param down the panels; not used any more once they are gone
    PaneActions(QSplitter& across, QSplitter& down, QObject* parent);

    /// Detail wider, narrower; panels higher, lower; the part with the focus larger, smaller.
    [[nodiscard]] QList<QAction*> actions() const;
    /// To be called when one of the parts is hidden or shown.
    void update();

private:
    void growFocused(int lines);
    void retranslate();

    QSplitter& m_across;
    QSplitter& m_down;
    QAction* m_wider;
    QAction* m_narrower;
    QAction* m_higher;
    QAction* m_lower;
    QAction* m_larger;
    QAction* m_smaller;
};

} // namespace lockscope::ui
