// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

class QAction;
class QSplitter;

namespace lockscope::ui {

/// Which parts of the workspace are shown: the table always has the detail beside it and the panels below it, as far as
/// these are wanted, unless one of the two stands alone, over everything. At large text or in a small window there is
/// no room for parts beside one another.
class PartVisibility : public QObject
{
    Q_OBJECT

public:
    enum class Part { detail, panels };

    /// @param across has the table and the detail, @param down has that and the panels; not used any more once they are
    /// gone
    PartVisibility(QSplitter& across, QSplitter& down, QObject* parent);

    /// Whether it is wanted beside the table. No part stands alone any more then.
    void setWanted(Part part, bool wanted);
    /// To be seen at once, whether it was wanted or not: beside the table, unless it stands alone already.
    void bring(Part part);
    /// Whether it is wanted beside the table, or not.
    void showAlone(Part part);
    /// All that are wanted, as large as they were.
    void showTogether();
    [[nodiscard]] bool isAlone(Part part) const { return m_shown == alone(part); }
    /// A switch for each part, to have it alone.
    [[nodiscard]] QAction* aloneAction(Part part) const { return part == Part::detail ? m_detailAlone : m_panelsAlone; }

signals:
    /// It was asked for, maybe while it was not wanted; setWanted() then.
    void requested(Part part);
    void changed();

private:
    enum class Shown { together, detailAlone, panelsAlone };

    [[nodiscard]] static Shown alone(Part part)
    {
        return part == Part::detail ? Shown::detailAlone : Shown::panelsAlone;
    }
    void show(Shown shown);
    void retranslate();

    QSplitter& m_across;
    QSplitter& m_down;
    QAction* m_detailAlone;
    QAction* m_panelsAlone;
    Shown m_shown = Shown::together;
    bool m_detail = true;
    bool m_panels = true;
    QPointer<QWidget> m_left;    ///< What had the keys before a part stood alone,
    QPointer<QWidget> m_entered; ///< and what got them then.
};

} // namespace lockscope::ui
