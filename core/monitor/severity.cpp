// SPDX-License-Identifier: Apache-2.0
#include "lockscope/severity.hpp"

namespace lockscope {

std::string_view to_string(Severity severity) noexcept
{
    switch (severity) {
    case Severity::info: return "info";
    case Severity::warning: return "warning";
    case Severity::critical: return "critical";
    }
    return "unknown";
}

} // namespace lockscope
