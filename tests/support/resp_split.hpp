// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::test {

/// Length of the first complete RESP2 value in @p bytes, 0 if it is not complete yet. Trusts its input: only for a
/// proxy between our client and a real server.
[[nodiscard]] std::size_t first_value(std::string_view bytes);

/// The words of a complete request.
[[nodiscard]] std::vector<std::string> words_of(std::string_view request);

} // namespace lockscope::test
