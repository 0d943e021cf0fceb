// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/error.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::redis {

/// Redis keeps time in whole milliseconds and rounds down, so a lease may end by so much earlier than it should.
inline constexpr std::chrono::milliseconds clock_grain{1};

/// One reply of a server, a value. `text` holds strings, statuses and errors, as bytes.
struct Reply
{
    enum class Kind { nil, string, status, error, integer, array };
    Kind kind = Kind::nil;
    std::string text;
    std::int64_t integer = 0;
    std::vector<Reply> elements;
    /// Of a whole reply: when its command was written to the connection that answered; a lease counts from there.
    std::chrono::steady_clock::time_point sent{};

    [[nodiscard]] bool is_nil() const noexcept { return kind == Kind::nil; }
    [[nodiscard]] bool is_error() const noexcept { return kind == Kind::error; }
    [[nodiscard]] bool is_array() const noexcept { return kind == Kind::array; }
    [[nodiscard]] bool is_text() const noexcept { return kind == Kind::string || kind == Kind::status; }
    /// An integer reply, or a string that is one; nullopt for anything else.
    [[nodiscard]] std::optional<std::int64_t> as_integer() const noexcept;
    /// The same contents, whenever they came.
    bool operator==(const Reply& other) const;
};

/// The error class of an error reply, by its first word.
[[nodiscard]] Errc errc_of(std::string_view error_text) noexcept;

/// Whether the server refused to write because it is a replica; also within the answer of EXEC.
[[nodiscard]] bool says_read_only(const Reply& reply) noexcept;

/// The value of a field of INFO; empty if it is not there.
[[nodiscard]] std::string info_field(std::string_view info, std::string_view field);

/// Decimal int64 of the whole text, nothing else.
[[nodiscard]] std::optional<std::int64_t> to_integer(std::string_view text) noexcept;

/// An exception for an error reply; @p what says what was tried.
[[nodiscard]] Error to_error(const Reply& reply, const std::string& node, std::string_view what = {});

} // namespace lockscope::redis
