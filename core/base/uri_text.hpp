// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockscope::detail {

/// @throws Error invalid_argument with this sentence
[[noreturn]] void refuse_address(const std::string& sentence);

/// @param what of the address, for the sentence
[[nodiscard]] std::string percent_decoded(std::string_view text, std::string_view what);
/// @param plain what stays as it is, besides letters, digits and -_.~
[[nodiscard]] std::string percent_encoded(std::string_view text, std::string_view plain = {});

/// Takes what stands before the separator off @p rest, and the separator with it; all of it if there is none.
[[nodiscard]] std::string_view taken_until(char separator, std::string_view& rest);

/// Decoded, and without control bytes.
[[nodiscard]] std::string decoded_name(std::string_view text, std::string_view what);

/// A database of one server.
[[nodiscard]] int read_database(std::string_view text);

/// "host", "host:port" or "[IPv6]:port". An empty host stays empty.
[[nodiscard]] Address read_address(std::string_view text, std::uint16_t default_port);

/// What a resolver of names could be asked for; an IPv6 address without brackets.
[[nodiscard]] bool is_host(std::string_view text);

/// The host with brackets if it needs them.
[[nodiscard]] std::string bracketed(const std::string& host);

} // namespace lockscope::detail
