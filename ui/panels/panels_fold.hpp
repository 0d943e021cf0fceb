// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSplitter;
class QWidget;

namespace lockscope::ui {

class BottomPanels;
class PartVisibility;

/// Leaves the tabs of the panels alone below the table where there is no room for more, and gives the panels the height
/// that they had once there is. What stands alone has room.
class PanelsFold : public QObject
{
    Q_OBJECT

public:
    /// @param workspace whose height counts; @param down has the table and the panels. Not used any more once they are
    /// gone.
    PanelsFold(QWidget& workspace, QSplitter& down, BottomPanels& panels, PartVisibility& parts);

    /// No room: the sizes of the splitter are nobody's choice.
    [[nodiscard]] bool isCramped() const { return m_isCramped; }
    /// Something in the panels wants to be seen now, beside what somebody is at work with.
    void bring();
    /// Somebody wants to work in the panels: where there is little room, they stand alone as long as that is so.
    void enter();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool hasRoomFor(int lines) const;
    void adapt();
    void leaveRoomAbove();

    QWidget& m_workspace;
    QSplitter& m_down;
    BottomPanels& m_panels;
    PartVisibility& m_parts;
    bool m_isCramped = false;
    bool m_isBrought = false;
    bool m_isFolded = false;
    bool m_isAloneForRoom = false; ///< Nobody has asked for it.
    bool m_yields = false;         ///< They are given a height that nobody has chosen.
    int m_height = 0;              ///< Of the panels, while there was room; 0: there never was.
};

} // namespace lockscope::ui
