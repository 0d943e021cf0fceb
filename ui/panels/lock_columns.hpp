// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_roles.hpp"
#include "panels/header_layout.hpp"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QTimer>

class QAction;
class QHeaderView;

namespace lockscope::ui {

/// The columns of the lock table: which are shown, in what order and how wide, and by which the rows are sorted.
/// Changes can be undone, and are kept between starts, with widths in digits.
class LockColumns : public QObject
{
    Q_OBJECT

public:
    /// @param header of the table, with all columns there; outlives this
    LockColumns(QHeaderView& header, QObject* parent);

    /// One for each column that shows and hides it, a separator, undo and reset. Retranslated by retranslate().
    [[nodiscard]] QList<QAction*> actions() const;

    [[nodiscard]] QByteArray save() const;
    /// @return false, and nothing is changed, if the state is none of ours
    bool restore(const QByteArray& state);
    void reset();
    void undo();

    /// How wide the table is: as long as nobody has changed the columns, what they leave over is the holder's.
    void setRoom(int width);
    /// Widths follow the size of the text.
    void adoptFont();
    void retranslate();

signals:
    /// The user wants to see it.
    void columnShown(int column);

private:
    using Column = HeaderLayout::Column; ///< Of a LockColumn; its width in digits.
    using Layout = QList<Column>;        ///< As they stand from the left.

    /// Before it is known how much room there is.
    [[nodiscard]] static Layout narrowestLayout();
    [[nodiscard]] Layout firstLayout() const;
    [[nodiscard]] HeaderLayout layoutNow() const;
    void use(const Layout& layout);
    void noteChange();
    void updateActions();
    [[nodiscard]] double digit() const;

    QHeaderView& m_header;
    QList<QAction*> m_toggles; ///< By column.
    QAction* m_separator;
    QAction* m_undo;
    QAction* m_reset;
    HeaderLayout m_known;          ///< As it was when it was last at rest.
    QList<HeaderLayout> m_earlier; ///< What undo goes back to, the newest last.
    QTimer m_restTimer;
    int m_room = 0;
    bool m_isFirst = true; ///< Nobody has changed them.
    bool m_own = false;    ///< The change is ours, not the user's.
};

} // namespace lockscope::ui
