// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/wrapped_label.hpp"

#include <QLabel>

#include <algorithm>

namespace lockscope::ui {

void reserveHeight(QLabel& label, int width)
{
    label.setMinimumHeight(0); // a label says that it needs at least that
    label.setMinimumHeight(std::max(label.heightForWidth(width), 0));
}

void keepRoom(QLabel& label)
{
    QSizePolicy policy = label.sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    label.setSizePolicy(policy);
    label.setMinimumHeight(label.fontMetrics().lineSpacing());
}

} // namespace lockscope::ui
