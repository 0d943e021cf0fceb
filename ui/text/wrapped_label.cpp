// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/wrapped_label.hpp"

#include <QLabel>

#include <algorithm>

namespace lockscope::ui {
namespace {

void retainSize(QLabel& label)
{
    QSizePolicy policy = label.sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    label.setSizePolicy(policy);
}

} // namespace

void reserveHeight(QLabel& label, int width)
{
    label.setMinimumHeight(0); // a label says that it needs at least that
    label.setMinimumHeight(std::max(label.heightForWidth(width), 0));
}

void keepRoom(QLabel& label)
{
    retainSize(label);
    label.setMinimumHeight(label.fontMetrics().lineSpacing());
}

void keepTakenRoom(QLabel& label)
{
    if (label.isVisible()) {
        retainSize(label);
        label.setMinimumHeight(std::max(label.minimumHeight(), label.heightForWidth(label.width())));
    }
}

} // namespace lockscope::ui
