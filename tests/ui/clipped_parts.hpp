// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace lockscope::test {

/// Visible labels, buttons, boxes and fields in @p root that are smaller than their text, stick out of what they are
/// in, or lie over another one. What is in a scroll area may stick out of it: it can be scrolled to. A line for each.
[[nodiscard]] QStringList clippedParts(const QWidget& root);

} // namespace lockscope::test
