// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/panels_fold.hpp"

#include "panels/bottom_panels.hpp"
#include "panels/part_visibility.hpp"

#include <QEvent>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

/// Of text, for all parts together: with fewer, nothing could be read in the panels.
constexpr int kLeastLines = 20;
/// The same, to be readable beside one another: with fewer, a row or two could be seen of a panel's list.
constexpr int kRoomyLines = 28;
/// That the panels have at first.
constexpr int kUsualLines = 20;
/// That the table keeps when they come, or when the text grows: a head and a few rows.
constexpr int kLeastAbove = 7;

} // namespace

PanelsFold::PanelsFold(QWidget& workspace, QSplitter& down, BottomPanels& panels, PartVisibility& parts)
    : QObject(&workspace)
    , m_workspace(workspace)
    , m_down(down)
    , m_panels(panels)
    , m_parts(parts)
{
    workspace.installEventFilter(this);
    panels.installEventFilter(this);
    connect(&parts, &PartVisibility::changed, this, &PanelsFold::adapt);
}

bool PanelsFold::hasRoomFor(int lines) const
{
    return m_workspace.height() >= lines * m_workspace.fontMetrics().lineSpacing();
}

void PanelsFold::bring()
{
    m_isBrought = m_isCramped;
    adapt();
}

void PanelsFold::enter()
{
    if (!hasRoomFor(kRoomyLines) && !m_parts.isAlone(PartVisibility::Part::panels)) {
        m_parts.showAlone(PartVisibility::Part::panels);
        m_isAloneForRoom = true;
    }
}

void PanelsFold::adapt()
{
    if (!m_workspace.isVisible()) {
        return; // nobody has given it a size yet
    }
    m_isAloneForRoom = m_isAloneForRoom && m_parts.isAlone(PartVisibility::Part::panels);
    if (m_isAloneForRoom && hasRoomFor(kRoomyLines)) {
        m_parts.showTogether(); // and adapts to that
        return;
    }
    m_isCramped = !hasRoomFor(kLeastLines);
    const bool isAlone = m_parts.isAlone(PartVisibility::Part::panels);
    m_isBrought = m_isBrought && m_isCramped && !isAlone;
    const bool isFolded = m_isCramped && !isAlone && !m_isBrought;
    if (std::exchange(m_isFolded, isFolded) == isFolded) {
        return;
    }
    m_panels.setRoom(isFolded ? BottomPanels::Room::forTabs : BottomPanels::Room::enough);
    // The splitter goes by the height that it gave them last, however high they may be at most.
    const int wanted = m_height > 0 ? m_height : kUsualLines * m_workspace.fontMetrics().height();
    const int panels = isFolded ? 0 : wanted; // 0: the least that they take
    m_down.setSizes({m_down.height() - panels - m_down.handleWidth(), panels});
    leaveRoomAbove();
}

/// What the panels take in small text would leave a row or none in large text. They get it back in small text.
void PanelsFold::leaveRoomAbove()
{
    const bool areBoth = m_down.widget(0)->isVisible() && m_panels.isVisible();
    if (!areBoth || m_isFolded || m_height == 0) {
        return;
    }
    const int all = m_down.height() - m_down.handleWidth();
    const int panels = std::min(m_height, all - kLeastAbove * m_workspace.fontMetrics().lineSpacing());
    if (panels != m_panels.height()) {
        const QScopedValueRollback<bool> guard(m_yields, true);
        m_down.setSizes({all - panels, panels});
    }
}

bool PanelsFold::eventFilter(QObject* watched, QEvent* event)
{
    const bool isWorkspace = watched == &m_workspace;
    switch (event->type()) {
    case QEvent::Resize:
        if (isWorkspace) {
            adapt();
        } else if (!m_yields && !m_isCramped && hasRoomFor(kLeastLines) && m_panels.isVisible()
                   && m_down.widget(0)->isVisible()) {
            m_height = m_panels.height(); // which somebody wants them to have
        }
        break;
    case QEvent::Show:
        if (isWorkspace) {
            adapt();
            leaveRoomAbove();
        }
        break;
    case QEvent::FontChange:
    case QEvent::ApplicationFontChange:
        if (isWorkspace) {
            QTimer::singleShot(0, this, [this] { // when the tabs, too, have the new font
                adapt();
                leaveRoomAbove();
            });
        }
        break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockscope::ui
