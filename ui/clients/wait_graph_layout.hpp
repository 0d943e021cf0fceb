// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/wait_graph.hpp"

#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace lockscope::ui {

/// All in the same unit, e.g. pixels of the font.
struct WaitLayoutSizes
{
    QSizeF lock;
    QSizeF party; ///< A thread or a client.
    qreal layerGap = 0;
    qreal rowGap = 0;
    qreal blockGap = 0; ///< Between parts that are not connected.
    qreal aspect = 2;   ///< Width to height that the whole should have.
    qreal maxWidth = 0; ///< Parts are not put side by side beyond it; 0: no limit.
};

struct WaitLayout
{
    std::vector<QRectF> nodes; ///< As in the picture.
    /// For each edge that closes a ring: how deep it passes under what stands between; nothing for the others.
    std::vector<std::optional<qreal>> under;
    QRectF bounds;
};

/// Layers from left to right: who waits stands left of what it waits for, a lock left of who holds it. Within a layer
/// the order follows the neighbours (barycentres). Parts that are not connected stand beside and below each other, in
/// the order of the picture.
[[nodiscard]] WaitLayout layOut(const WaitPicture& picture, const WaitLayoutSizes& sizes);

} // namespace lockscope::ui
