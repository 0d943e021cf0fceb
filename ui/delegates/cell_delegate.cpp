// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/cell_delegate.hpp"

#include "session/shown_time.hpp"
#include "theme/fusion_style.hpp"
#include "theme/theme.hpp"

#include <QApplication>
#include <QFontDatabase>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <chrono>

namespace lockscope::ui {
namespace {

void drawFocus(QPainter& painter, const QStyleOptionViewItem& option, const QStyle& style)
{
    if (!option.state.testFlag(QStyle::State_HasFocus)) {
        return;
    }
    QStyleOptionFocusRect focus;
    focus.QStyleOption::operator=(option);
    focus.state |= QStyle::State_KeyboardFocusChange | QStyle::State_Item;
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    focus.backgroundColor = option.palette.color(selected ? QPalette::Highlight : QPalette::Window);
    style.drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, option.widget);
}

/// A whole one, and nothing else: "3,000", "≥ 12".
bool isNumber(const QString& text)
{
    const QString separator = QLocale().groupSeparator();
    const auto isPart = [&separator](QChar each) {
        return each.isDigit() || each.isSpace() || each == QChar(u'≥') || separator.contains(each);
    };
    return std::all_of(text.begin(), text.end(), isPart);
}

/// As large a number as fits that it is larger than.
QString boundOf(const QString& number, const QFontMetrics& metrics, int width)
{
    const auto digits = std::count_if(number.begin(), number.end(), [](QChar each) { return each.isDigit(); });
    for (auto nines = digits - 1; nines > 0; --nines) {
        QString bound = QLatin1Char('>') + QString(nines, QLatin1Char('9'));
        if (metrics.horizontalAdvance(bound) <= width) {
            return bound;
        }
    }
    return QStringLiteral("…");
}

} // namespace

QColor Cell::liveColor(const QColor& color) const
{
    return tinted(isPast ? theme.unknown : color);
}

QRect Cell::markSquare() const
{
    const int side = qMax(8, qRound(option.fontMetrics.ascent() * 0.85));
    return {content.left(), content.center().y() - side / 2, side, side};
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem filled = option;
    initStyleOption(&filled, index);
    adoptKeys(filled);
    const QWidget* widget = filled.widget;
    const QStyle* style = widget ? widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &filled, painter, widget);
    drawFocus(*painter, filled, *style);

    const bool selected = filled.state.testFlag(QStyle::State_Selected);
    const auto group = !filled.state.testFlag(QStyle::State_Enabled) ? QPalette::Disabled
                     : filled.state.testFlag(QStyle::State_Active)   ? QPalette::Active
                                                                     : QPalette::Inactive;
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &filled, widget) + 1;
    const QVariant past = index.data(kPastRole);
    const int gap = filled.displayAlignment.testFlag(Qt::AlignRight) ? numberGap(filled.fontMetrics) : 0;
    const Cell cell{Theme::of(filled.palette),
                    filled,
                    filled.rect.adjusted(margin, 1, -margin - gap, -1),
                    filled.text,
                    filled.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text),
                    selected,
                    past.isValid(),
                    past.isValid() ? past.value<Moment>().now : std::chrono::steady_clock::now()};
    painter->save();
    painter->setClipRect(filled.rect, Qt::IntersectClip);
    painter->setFont(filled.font);
    paintContent(*painter, cell, index);
    painter->restore();
    if (cell.theme.contrast == Theme::Contrast::high && filled.state.testFlag(QStyle::State_HasFocus)) {
        constexpr int kFrame = 3;
        painter->setPen(QPen(selected ? cell.theme.accentText : cell.theme.accent, kFrame));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(filled.rect.adjusted(1, 1, -2, -2));
    }
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(extraWidth(option), 0);
}

int CellDelegate::extraWidth(const QStyleOptionViewItem&) const
{
    return 0;
}

void CellDelegate::drawElided(QPainter& painter, const Cell& cell, const QRect& rect, const QString& text,
                              Qt::TextElideMode mode, const QString& kept) const
{
    if (rect.width() <= 0 || text.isEmpty()) {
        return;
    }
    painter.setPen(cell.textColor);
    const auto alignment = QStyle::visualAlignment(cell.option.direction, cell.option.displayAlignment);
    const bool isRight = cell.option.displayAlignment.testFlag(Qt::AlignRight);
    const bool keepsEnd = !kept.isEmpty() && text.endsWith(kept);
    const int room = rect.width() - (keepsEnd ? painter.fontMetrics().horizontalAdvance(kept) : 0);
    const QString cut = elided(painter.font(), keepsEnd ? text.chopped(kept.size()) : text, std::max(0, room), mode,
                               isRight && isNumber(text) ? What::number : What::words);
    painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine, keepsEnd ? cut + kept : cut);
}

const QString& CellDelegate::elided(const QFont& font, const QString& text, int width, Qt::TextElideMode mode,
                                    What what) const
{
    if (font != m_elidedFont) {
        m_elided.clear();
        m_elidedFont = font;
    }
    const std::pair key(text, std::pair(width, what == What::number ? -1 : static_cast<int>(mode)));
    if (const QString* known = m_elided.object(key)) {
        return *known;
    }
    const QFontMetrics metrics(font);
    const bool isBound = what == What::number && metrics.horizontalAdvance(text) > width;
    auto* cut = new QString(isBound ? boundOf(text, metrics, width) : metrics.elidedText(text, mode, width));
    m_elided.insert(key, cut);
    return *cut;
}

QFont monospaceLike(const QFont& like)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (like.pixelSize() > 0) {
        font.setPixelSize(like.pixelSize());
    } else {
        font.setPointSizeF(like.pointSizeF());
    }
    font.setBold(like.bold());
    font.setItalic(like.italic());
    return font;
}

} // namespace lockscope::ui
