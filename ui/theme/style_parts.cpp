// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/style_parts.hpp"

#include "theme/color_math.hpp"
#include "theme/theme.hpp"

#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr double kEdge = 0.55;       ///< Of the text's colour, on the background.
constexpr double kHandle = 0.4;      ///< The same, for the handle of a scroll bar,
constexpr double kHandleMeant = 0.6; ///< and while the mouse is on it.
constexpr double kHovered = 0.1;     ///< The same, for a button that the mouse is on.
constexpr double kPressed = 0.2;
constexpr double kOn = 0.12; ///< Of the accent, for one that is switched on.

} // namespace

QColor edgeColor(const QStyleOption& option)
{
    return mixed(option.palette.color(QPalette::Window), option.palette.color(QPalette::WindowText), kEdge);
}

void drawEdge(QPainter& painter, const QStyleOption& option)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::of(option.palette);
    const bool isStrong = theme.contrast == Theme::Contrast::high;
    const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
    const bool isOnAccent = isStrong && option.state.testFlag(QStyle::State_Selected);
    const bool hasFocus = isStrong && !isOnAccent && option.state.testFlag(QStyle::State_HasFocus);
    const QColor strong = isOnAccent ? option.palette.color(QPalette::HighlightedText) : theme.border;
    painter.setPen(hasFocus   ? QPen(theme.accent, 3)
                   : isStrong ? QPen(strong, 2, isEnabled ? Qt::SolidLine : Qt::DotLine)
                              : QPen(edgeColor(option), 1));
    painter.setBrush(Qt::NoBrush);
    const double inset = hasFocus ? 1.5 : isStrong ? 1 : 0.5;
    painter.drawRoundedRect(QRectF(option.rect).adjusted(inset, inset, -inset, -inset), 2, 2);
    painter.restore();
}

int arrowSize(const QStyleOption& option)
{
    return option.fontMetrics.height() / 2;
}

void drawArrow(Qt::ArrowType direction, const QRect& room, const QStyleOption& control, const QColor& color,
               QPainter& painter)
{
    const double width = std::min({arrowSize(control), room.width(), room.height()});
    const double half = width / 2;
    const double degrees = direction == Qt::DownArrow ? 0
                         : direction == Qt::LeftArrow ? 90
                         : direction == Qt::UpArrow   ? 180
                                                      : 270;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.translate(QRectF(room).center());
    painter.rotate(degrees);
    painter.drawPolygon(QPolygonF{QPointF(-half, -half / 2), QPointF(half, -half / 2), QPointF(0, half / 2)});
    painter.restore();
}

void drawArrow(Qt::ArrowType direction, const QRect& room, const QStyleOption& control, QPainter& painter)
{
    const bool isEnabled = control.state.testFlag(QStyle::State_Enabled);
    drawArrow(direction, room, control,
              control.palette.color(isEnabled ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText), painter);
}

void drawScrollBar(QPainter& painter, const QStyleOptionSlider& bar, const QStyle& style, const QWidget* widget)
{
    const Theme& theme = Theme::of(bar.palette);
    const bool isStrong = theme.contrast == Theme::Contrast::high;
    painter.fillRect(bar.rect, theme.window);
    if (isStrong) {
        painter.setPen(theme.border);
        painter.drawRect(bar.rect.adjusted(0, 0, -1, -1));
    }
    const auto partOf = [&](QStyle::SubControl part) {
        return style.subControlRect(QStyle::CC_ScrollBar, &bar, part, widget);
    };
    const bool isMeant = bar.activeSubControls == QStyle::SC_ScrollBarSlider
                      && bar.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    const QColor color = isStrong ? theme.text : mixed(theme.window, theme.text, isMeant ? kHandleMeant : kHandle);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(partOf(QStyle::SC_ScrollBarSlider)).adjusted(3, 3, -3, -3), 2, 2);
    painter.restore();
    const bool isAcross = bar.orientation == Qt::Horizontal;
    const bool isMirrored = isAcross && bar.direction == Qt::RightToLeft;
    const Qt::ArrowType back = !isAcross ? Qt::UpArrow : isMirrored ? Qt::RightArrow : Qt::LeftArrow;
    const Qt::ArrowType forth = !isAcross ? Qt::DownArrow : isMirrored ? Qt::LeftArrow : Qt::RightArrow;
    drawArrow(back, partOf(QStyle::SC_ScrollBarSubLine).adjusted(3, 3, -3, -3), bar, color, painter);
    drawArrow(forth, partOf(QStyle::SC_ScrollBarAddLine).adjusted(3, 3, -3, -3), bar, color, painter);
}

void drawFocusRing(const QStyleOption& button, const QRect& room, QPainter& painter)
{
    constexpr double kWidth = 2.5;
    constexpr double kInset = kWidth / 2;
    const Theme& theme = Theme::of(button.palette);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(button.state.testFlag(QStyle::State_On) ? theme.text : theme.accent, kWidth));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(room).adjusted(kInset, kInset, -kInset, -kInset), 2, 2);
    painter.restore();
}

void drawButtonFrame(const QStyleOptionButton& button, QPainter& painter)
{
    const bool hasFocus = button.state.testFlag(QStyle::State_HasFocus);
    const bool isDefault = button.features.testFlag(QStyleOptionButton::DefaultButton);
    if (!button.state.testFlag(QStyle::State_Enabled) || (!hasFocus && !isDefault)) {
        return;
    }
    if (hasFocus) {
        drawFocusRing(button, button.rect, painter);
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(edgeColor(button), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(button.rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.restore();
}

void drawPressed(const QStyleOption& button, QPainter& painter)
{
    const Theme& theme = Theme::of(button.palette);
    QColor ground = theme.accent;
    ground.setAlphaF(kOn);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 1.5));
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(button.rect).adjusted(1, 1, -1, -1), 2, 2);
    painter.restore();
}

std::optional<Qt::ArrowType> arrowOf(QStyle::PrimitiveElement element, const QStyleOption& option)
{
    switch (element) {
    case QStyle::PE_IndicatorArrowUp: return Qt::UpArrow;
    case QStyle::PE_IndicatorArrowDown: return Qt::DownArrow;
    case QStyle::PE_IndicatorArrowLeft: return Qt::LeftArrow;
    case QStyle::PE_IndicatorArrowRight: return Qt::RightArrow;
    case QStyle::PE_IndicatorHeaderArrow: {
        const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&option);
        return !header || header->sortIndicator == QStyleOptionHeader::None ? std::optional<Qt::ArrowType>()
             : header->sortIndicator == QStyleOptionHeader::SortUp          ? Qt::UpArrow
                                                                            : Qt::DownArrow;
    }
    case QStyle::PE_IndicatorBranch:
        return !option.state.testFlag(QStyle::State_Children) ? std::optional<Qt::ArrowType>()
             : option.state.testFlag(QStyle::State_Open)      ? Qt::DownArrow
             : option.direction == Qt::RightToLeft            ? Qt::LeftArrow
                                                              : Qt::RightArrow;
    default: return std::nullopt;
    }
}

void drawSteps(const QStyleOptionSpinBox& box, QPainter& painter, const QStyle& style, const QWidget* widget)
{
    const auto step = [&](QStyle::SubControl part, Qt::ArrowType arrowType,
                          QAbstractSpinBox::StepEnabledFlag direction) {
        const QRect room = style.subControlRect(QStyle::CC_SpinBox, &box, part, widget);
        QStyleOption arrow(box);
        arrow.state.setFlag(QStyle::State_Enabled,
                            box.state.testFlag(QStyle::State_Enabled) && box.stepEnabled.testFlag(direction));
        const bool isMeant = box.activeSubControls == part && arrow.state.testFlag(QStyle::State_Enabled);
        if (isMeant && box.state & (QStyle::State_MouseOver | QStyle::State_Sunken)) {
            painter.fillRect(room, mixed(box.palette.color(QPalette::Base), box.palette.color(QPalette::Text),
                                         box.state.testFlag(QStyle::State_Sunken) ? kPressed : kHovered));
        }
        drawArrow(arrowType, room, arrow, painter);
    };
    step(QStyle::SC_SpinBoxUp, Qt::UpArrow, QAbstractSpinBox::StepUpEnabled);
    step(QStyle::SC_SpinBoxDown, Qt::DownArrow, QAbstractSpinBox::StepDownEnabled);
}

} // namespace lockscope::ui
