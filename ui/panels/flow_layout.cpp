// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/flow_layout.hpp"

#include <QWidget>

#include <algorithm>

namespace lockscope::ui {
namespace {

bool isStretch(QLayoutItem* item)
{
    return item->spacerItem() != nullptr;
}

/// What it wants, if the row is long enough for that.
int widthOf(const QLayoutItem* item, int most)
{
    const int least = item->minimumSize().width();
    return std::max(std::min(item->sizeHint().width(), most), least);
}

int heightOf(const QLayoutItem* item, int width)
{
    return item->hasHeightForWidth() ? item->heightForWidth(width)
                                     : item->sizeHint().expandedTo(item->minimumSize()).height();
}

/// How much of @p rest it takes beyond @p width.
int growth(const QLayoutItem* item, int width, int rest)
{
    const bool grows = item->expandingDirections().testFlag(Qt::Horizontal);
    return grows ? std::clamp(item->maximumSize().width() - width, 0, rest) : 0;
}

} // namespace

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent) {}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::addStretch()
{
    addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum));
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.append(item);
    invalidate();
}

int FlowLayout::count() const
{
    return static_cast<int>(m_items.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return m_items.value(index);
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

void FlowLayout::remeasure()
{
    for (QLayoutItem* item : m_items) {
        item->invalidate();
    }
    invalidate();
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange(QRect(0, 0, width, 0), Purpose::measure);
}

QSize FlowLayout::withMargins(const QSize& inside) const
{
    const QMargins margins = contentsMargins();
    return inside + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

QSize FlowLayout::sizeHint() const
{
    QSize size;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty()) {
            const QSize each = item->sizeHint().expandedTo(item->minimumSize());
            size = QSize(size.width() + (size.width() > 0 ? spacing() : 0) + each.width(),
                         std::max(size.height(), each.height()));
        }
    }
    return withMargins(size);
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty()) {
            size = size.expandedTo(item->minimumSize());
        }
    }
    return withMargins(size);
}

void FlowLayout::setGeometry(const QRect& area)
{
    QLayout::setGeometry(area);
    arrange(area, Purpose::place);
}

/// @returns the height that it takes, margins included
int FlowLayout::arrange(const QRect& area, Purpose purpose) const
{
    const QRect inside = area.marginsRemoved(contentsMargins());
    const int gap = std::max(spacing(), 0);
    int top = inside.top();
    int used = 0;
    QList<QLayoutItem*> row;
    const auto finishRow = [&] {
        if (used > 0) {
            top += placeRow(row, QRect(inside.left(), top, inside.width(), 0), gap, purpose) + gap;
        }
        row.clear();
        used = 0;
    };
    for (QLayoutItem* item : m_items) {
        if (isStretch(item)) {
            row.append(item);
            continue;
        }
        if (item->isEmpty()) {
            continue;
        }
        const int width = widthOf(item, inside.width());
        if (used > 0 && used + gap + width > inside.width()) {
            finishRow();
        }
        used += (used > 0 ? gap : 0) + width;
        row.append(item);
    }
    finishRow();
    const int height = std::max(top - gap - inside.top(), 0);
    return height + contentsMargins().top() + contentsMargins().bottom();
}

/// @returns the height of the row
int FlowLayout::placeRow(const QList<QLayoutItem*>& row, const QRect& area, int spacing, Purpose purpose)
{
    int rest = area.width() + spacing;
    for (QLayoutItem* item : row) {
        rest -= isStretch(item) ? 0 : widthOf(item, area.width()) + spacing;
    }
    rest = std::max(rest, 0);
    QList<QSize> sizes;
    int height = 0;
    for (const QLayoutItem* item : row) {
        int width = widthOf(item, area.width());
        const int more = growth(item, width, rest);
        width += more;
        rest -= more;
        sizes << QSize(width, heightOf(item, width));
        height = std::max(height, sizes.last().height());
    }
    if (purpose == Purpose::measure) {
        return height;
    }
    int left = area.left();
    for (qsizetype at = 0; at < row.size(); ++at) {
        const QSize size = sizes[at];
        row[at]->setGeometry(QRect(QPoint(left, area.top() + (height - size.height()) / 2), size));
        left += size.width() + (isStretch(row[at]) ? 0 : spacing);
    }
    return height;
}

} // namespace lockscope::ui
