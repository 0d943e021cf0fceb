// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/wrapping_check_box.hpp"

#include "text/character_width.hpp"

#include <QStyleOptionButton>
#include <QStyleOptionFocusRect>
#include <QStylePainter>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kTextFlags = Qt::AlignLeading | Qt::AlignTop | Qt::TextWordWrap | Qt::TextShowMnemonic;
constexpr int kLeastChars = 10; ///< A line.

} // namespace

WrappingCheckBox::WrappingCheckBox(QWidget* parent) : QCheckBox(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum, QSizePolicy::CheckBox);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int WrappingCheckBox::indent() const
{
    return style()->pixelMetric(QStyle::PM_IndicatorWidth, nullptr, this)
         + style()->pixelMetric(QStyle::PM_CheckBoxLabelSpacing, nullptr, this);
}

QRect WrappingCheckBox::wrapped(int width) const
{
    constexpr int kAnyHeight = 1 << 20;
    // What is painted is measured in parts of a pixel, and may break earlier.
    const int room = width - indent() - characterWidth(fontMetrics()) / 2;
    return fontMetrics().boundingRect(QRect(0, 0, std::max(room, 1), kAnyHeight), kTextFlags, text());
}

QSize WrappingCheckBox::minimumSizeHint() const
{
    const QSize whole = sizeHint();
    return {std::min(whole.width(), indent() + kLeastChars * characterWidth(fontMetrics())), whole.height()};
}

int WrappingCheckBox::heightForWidth(int width) const
{
    return width >= sizeHint().width() ? sizeHint().height() : std::max(sizeHint().height(), wrapped(width).height());
}

void WrappingCheckBox::paintEvent(QPaintEvent* event)
{
    if (width() >= sizeHint().width()) {
        QCheckBox::paintEvent(event);
        return;
    }
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    const QRect words = wrapped(width());
    const QRect area =
        QStyle::visualRect(layoutDirection(), rect(),
                           QRect(indent(), (height() - words.height()) / 2, width() - indent(), words.height()));
    QStyleOptionButton mark(option);
    mark.text.clear();
    mark.state.setFlag(QStyle::State_HasFocus, false);
    mark.rect.setTop(area.top()); // beside the first line
    mark.rect.setHeight(fontMetrics().height());
    painter.drawControl(QStyle::CE_CheckBox, mark);
    style()->drawItemText(&painter, area, QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft) | kTextFlags,
                          palette(), isEnabled(), text(), foregroundRole());
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        QStyleOptionFocusRect focus;
        focus.initFrom(this);
        focus.rect = area;
        painter.drawPrimitive(QStyle::PE_FrameFocusRect, focus);
    }
}

} // namespace lockscope::ui
