// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/roomy_area.hpp"

#include <QEvent>
#include <QScreen>
#include <QScrollBar>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kLeastLines = 4;
constexpr int kLeastChars = 20;
constexpr double kMostOfTheScreen = 0.85;

} // namespace

RoomyArea::RoomyArea(QWidget* contents, QWidget* parent, Sideways sideways) : QScrollArea(parent), m_sideways(sideways)
{
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidget(contents);
    viewport()->setAutoFillBackground(false);
    contents->setAutoFillBackground(false);
}

QSize RoomyArea::sizeHint() const
{
    return widget()->sizeHint();
}

QSize RoomyArea::minimumSizeHint() const
{
    QSize least = widget()->minimumSizeHint();
    least.rwidth() += verticalScrollBar()->sizeHint().width(); // sideways it should never have to scroll
    const int most = m_sideways == Sideways::scrolls
                       ? kLeastChars * fontMetrics().averageCharWidth()
                       : static_cast<int>(screen()->availableSize().width() * kMostOfTheScreen);
    return {std::min(least.width(), most), std::min(least.height(), kLeastLines * fontMetrics().lineSpacing())};
}

bool RoomyArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
        updateGeometry();
    }
    return QScrollArea::eventFilter(watched, event);
}

} // namespace lockscope::ui
