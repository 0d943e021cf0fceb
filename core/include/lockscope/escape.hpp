// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockscope {

/// True if @p bytes is well-formed UTF-8 (no overlong forms, no surrogates).
[[nodiscard]] bool is_utf8(std::string_view bytes) noexcept;

/// Bytes of a server as one harmless line of UTF-8 text, for terminals, logs and messages.
///
/// Well-formed UTF-8 stays; control characters (also C1), backslashes, invalid bytes, and the invisible or
/// direction-changing characters that can disguise a name (bidi controls, zero-width, BOM, line and
/// paragraph separators) become \xNN, byte by byte. The mapping is one to one: unescape() restores the bytes.
[[nodiscard]] std::string escape(std::string_view bytes);

/// The inverse of escape(): \xNN becomes one byte, everything else stays.
[[nodiscard]] std::string unescape(std::string_view text);

} // namespace lockscope
