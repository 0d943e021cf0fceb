// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

class QAction;
class QWidget;

namespace lockscope::ui {

/// Brings the keys from one part of the window to the next one that is shown, and round again, each time to where they
/// were in it before.
class PartFocus : public QObject
{
    Q_OBJECT

public:
    /// @param parts in the order of the round; all in one window, which lives as long as they do
    PartFocus(const QList<QWidget*>& parts, QObject* parent);

    /// To the next part, to the one before.
    [[nodiscard]] QList<QAction*> actions() const;

private:
    struct Part
    {
        QPointer<QWidget> widget;
        QPointer<QWidget> last; ///< Which in it had the keys.
    };
    void go(int step);
    void enter(Part& part);
    void retranslate();

    QList<Part> m_parts;
    QAction* m_next;
    QAction* m_previous;
};

} // namespace lockscope::ui
