// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/sparkline_delegate.hpp"

#include "theme/theme.hpp"

#include <QList>
#include <QPainter>

#include <algorithm>

namespace lockscope::ui {
namespace {

QList<float> samplesOf(const QVariant& value)
{
    if (value.metaType() == QMetaType::fromType<QList<int>>()) {
        const auto integers = value.value<QList<int>>();
        return {integers.cbegin(), integers.cend()};
    }
    return value.value<QList<float>>();
}

} // namespace

SparklineDelegate::SparklineDelegate(int samplesRole, QObject* parent)
    : CellDelegate(parent)
    , m_samplesRole(samplesRole)
{}

void SparklineDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const
{
    const QList<float> samples = samplesOf(index.data(m_samplesRole));
    if (samples.isEmpty()) {
        drawElided(painter, cell, cell.content, cell.text, Qt::ElideRight);
        return;
    }
    const float largest = std::max(4.0F, *std::max_element(samples.cbegin(), samples.cend()));
    const QRect area = cell.content.adjusted(0, 2, 0, -2);
    const double step = static_cast<double>(area.width()) / static_cast<double>(samples.size());
    QColor ground = cell.tinted(cell.theme.track);
    if (cell.selected) {
        ground.setAlphaF(0.4F);
    }
    const QColor color = cell.tinted(cell.theme.contended);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (qsizetype i = 0; i < samples.size(); ++i) {
        if (samples[i] < 0) { // Not known.
            continue;
        }
        // Whole pixels, so that the columns are of one look.
        const int left = area.left() + static_cast<int>(static_cast<double>(i) * step);
        const int right = area.left() + static_cast<int>(static_cast<double>(i + 1) * step);
        const int width = std::max(1, right - left - (right - left > 2 ? 1 : 0));
        const float value = samples[i];
        const int height =
            value > 0 ? std::max(2, static_cast<int>(value / largest * static_cast<float>(area.height()))) : 1;
        painter.fillRect(QRect(left, area.bottom() - height + 1, width, height), value > 0 ? color : ground);
    }
}

int SparklineDelegate::extraWidth(const QStyleOptionViewItem& option) const
{
    return option.fontMetrics.height() * 5;
}

} // namespace lockscope::ui
