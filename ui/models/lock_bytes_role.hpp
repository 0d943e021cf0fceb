// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace lockscope::ui {

/// Under this role, above those of their own, the models of the panels name the lock that a row is about: a QByteArray,
/// empty or nothing where it is about none.
inline constexpr int kLockBytesRole = Qt::UserRole + 1001;

} // namespace lockscope::ui
