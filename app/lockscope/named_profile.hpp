// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options.hpp"

#include "connections/profile.hpp"

#include <variant>

namespace lockscope::app {

/// The one of @p profiles that the user calls @p name, in small or capital letters where that is clear; otherwise a
/// sentence that says what there is.
[[nodiscard]] std::variant<ui::ConnectionProfile, UsageError> profileNamed(
    const QString& name, const QList<ui::ConnectionProfile>& profiles);

} // namespace lockscope::app
