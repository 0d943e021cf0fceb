// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <utility>

class QCategoryAxis;

namespace lockscope::ui {

/// New labels at these ascending values, from the axis's minimum on.
void setLabels(QCategoryAxis& axis, const QList<std::pair<double, QString>>& labels);

/// The distance between marks of an axis of counts: 1, 2 or 5 times a power of ten, at least 1, so that at most @p most
/// of them reach @p highest.
[[nodiscard]] double countStep(double highest, int most);

} // namespace lockscope::ui
