// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/error.hpp"

#include <QString>

#include <exception>
#include <string_view>

namespace lockscope::ui {

// Why something failed, in the language of the window. The core says it in English, and quotes the server; those words
// name the lock and the node, so they are kept: alone where the window is English, in brackets where it is not. Those
// that reasonText() knows are in the language of the window there, too.

/// @p sentence, and @p detail from the core in brackets; only the detail in an English window.
[[nodiscard]] QString withDetail(const QString& sentence, std::string_view detail);
/// The same for a detail that does not say what failed: behind the sentence in an English window.
[[nodiscard]] QString withCause(const QString& sentence, std::string_view cause);

/// What kind of failure it is and what to do, as withDetail().
[[nodiscard]] QString errorText(Errc code, std::string_view detail);
/// The same of a server that one wanted to connect to: what to do is said in an English window, too.
[[nodiscard]] QString connectFailureText(Errc code, std::string_view detail);
/// An exception that is none of ours is told in its own words.
[[nodiscard]] QString errorText(const std::exception& error);

} // namespace lockscope::ui
