// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/encryption.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lockctl {

/// One line (or block) on standard output, there at once. @returns false if it could not be written; then errno says
/// why, EPIPE that nobody reads any more.
bool print(const std::string& text);

/// What exit_if_printed() says.
inline constexpr auto output_is_cut = "The output cannot be written, or nobody reads it; it is not complete.";

/// @returns @p code, or, with a complaint, exit_server if what was asked for could not be written: a script that got
/// half of it must not take it for the whole.
[[nodiscard]] int exit_if_printed(bool is_printed, int code);

/// One sentence on standard error: "lockctl: …".
void complain(const std::string& sentence);

/// With a full stop: not everything that tells why something failed ends with one.
[[nodiscard]] std::string as_sentence(const std::string& words);

/// Said wherever verification is switched off.
inline constexpr auto not_verified =
    "WARNING: the server is NOT VERIFIED; anybody between you and it can read and change everything. Do without "
    "verify=no and give the CA instead.";

/// What somebody should know of this encryption before he goes on: that nobody looked at the certificate, that one ends
/// soon. One sentence each.
[[nodiscard]] std::vector<std::string> concerns(const std::optional<lockscope::Encryption>& encryption);

} // namespace lockctl
