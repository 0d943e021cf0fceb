// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::ui {

// Matching of bytes, where ASCII letters of either case are the same.

/// Does @p text as a whole match @p pattern, where * is anything, ? is one character (one byte of what is no UTF-8),
/// and \ makes the next byte an ordinary one? Never exponential. Not as Redis does it, where ? is a byte.
[[nodiscard]] bool globMatches(std::string_view pattern, std::string_view text);

/// A pattern that matches these bytes alone (in either case).
[[nodiscard]] std::string globLiteral(std::string_view bytes);

/// @p lowerNeedle as loweredText() makes it.
[[nodiscard]] bool containsIgnoringCase(std::string_view text, std::string_view lowerNeedle);
/// Each after the one before; @p lowerNeedles as loweredText() makes them.
[[nodiscard]] bool containsInOrderIgnoringCase(std::string_view text, const std::vector<std::string>& lowerNeedles);
[[nodiscard]] std::string loweredText(std::string_view text);

} // namespace lockscope::ui
