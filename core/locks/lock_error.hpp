// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"
#include "lockscope/error.hpp"

#include <chrono>
#include <string>

namespace lockscope::locks {

/// "The lock <name> <sentence>"
[[nodiscard]] Error make_error(detail::ClientCore& core, Errc code, const std::string& lock,
                               const std::string& sentence);

/// The lock may or may not have been <what>, because of @p cause.
[[nodiscard]] Error outcome_unknown(detail::ClientCore& core, const std::string& lock, const char* what,
                                    const Error& cause);

/// May the same attempt to acquire succeed soon, without anybody changing anything?
[[nodiscard]] bool may_pass(const Error& failure);

/// May what is to be given back be given back later: by itself, or once somebody has restored a right or a password?
/// Nobody else takes care of it, so it is worth going on.
[[nodiscard]] bool may_succeed_later(const Error& failure);
/// A right or the right password is missing.
[[nodiscard]] bool is_forbidden(const Error& failure);

/// What takes longer than its lease so often is not tried again.
inline constexpr int most_late_answers = 5;
/// "was had 5 times, and each time …"
[[nodiscard]] std::string too_late(std::chrono::milliseconds lease);

} // namespace lockscope::locks
