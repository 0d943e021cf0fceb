// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockscope {

/// How much a finding or an alert matters.
enum class Severity {
    info,
    warning,  ///< Somebody should look.
    critical, ///< Somebody waits in vain, or two may work at once.
};

/// "info", "warning", "critical": for JSON and CSV.
[[nodiscard]] std::string_view to_string(Severity severity) noexcept;

} // namespace lockscope
