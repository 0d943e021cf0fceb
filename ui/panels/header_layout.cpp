// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/header_layout.hpp"

#include <QDataStream>
#include <QIODevice>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr quint32 kMagic = 0x4c53434f; // "LSCO"
constexpr qint32 kVersion = 1;
constexpr double kNarrowest = 2;
constexpr double kWidest = 500;

} // namespace

QByteArray HeaderLayout::toBytes() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_0);
    stream << kMagic << kVersion << static_cast<qint32>(columns.size());
    for (const Column& column : columns) {
        stream << static_cast<qint32>(column.column) << column.shown
               << (column.width == 0 ? 0.0 : std::clamp(column.width, kNarrowest, kWidest));
    }
    stream << static_cast<qint32>(sorted) << (order == Qt::DescendingOrder);
    return bytes;
}

std::optional<HeaderLayout> HeaderLayout::fromBytes(const QByteArray& bytes, int count, int added)
{
    QDataStream stream(bytes);
    stream.setVersion(QDataStream::Qt_6_0);
    quint32 magic = 0;
    qint32 version = 0;
    qint32 columns = 0;
    stream >> magic >> version >> columns;
    if (magic != kMagic || version != kVersion || columns > count || columns < count - added) {
        return std::nullopt;
    }
    HeaderLayout layout;
    QList<bool> seen(columns, false);
    for (int visual = 0; visual < columns; ++visual) {
        qint32 column = 0;
        bool shown = true;
        double width = 0;
        stream >> column >> shown >> width;
        const bool fits = width == 0 || (width >= kNarrowest && width <= kWidest);
        if (column < 0 || column >= columns || seen.at(column) || !fits) {
            return std::nullopt;
        }
        seen[column] = true;
        layout.columns << Column{column, shown, width};
    }
    qint32 sorted = -1;
    bool descending = false;
    stream >> sorted >> descending;
    if (stream.status() != QDataStream::Ok || sorted < -1 || sorted >= columns) {
        return std::nullopt;
    }
    for (int column = columns; column < count; ++column) {
        layout.columns << Column{column, false, 0};
    }
    layout.sorted = sorted;
    layout.order = descending ? Qt::DescendingOrder : Qt::AscendingOrder;
    return layout;
}

} // namespace lockscope::ui
