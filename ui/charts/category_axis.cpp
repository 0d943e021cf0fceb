// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/category_axis.hpp"

#include <QtCharts/QCategoryAxis>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

void setLabels(QCategoryAxis& axis, const QList<std::pair<double, QString>>& labels)
{
    for (const QString& old : axis.categoriesLabels()) {
        axis.remove(old);
    }
    axis.setStartValue(axis.min());
    for (const auto& [value, text] : labels) {
        axis.append(text, value);
    }
}

double countStep(double highest, int most)
{
    const double power = std::pow(10.0, std::floor(std::log10(std::max(highest / most, 1.0))));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (highest <= power * factor * most) {
            return power * factor;
        }
    }
    return power * 10;
}

} // namespace lockscope::ui
