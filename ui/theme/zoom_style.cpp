// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/zoom_style.hpp"

#include <QApplication>
#include <QFontMetrics>

#include <algorithm>

namespace lockscope::ui {
namespace {

/// Up to text of this height, in pixels, the style is as it was drawn.
constexpr int kUsualText = 20;

} // namespace

ZoomStyle::ZoomStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

int ZoomStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    const int plain = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_ListViewIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_ScrollBarExtent:
    case PM_TabBarScrollButtonWidth:
    case PM_ToolBarExtensionExtent:
        return std::max(plain, plain * QFontMetrics(QApplication::font()).height() / kUsualText);
    default: return plain;
    }
}

} // namespace lockscope::ui
