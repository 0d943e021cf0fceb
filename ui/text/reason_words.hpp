// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace lockscope::ui {

/// Why an address or a file was not understood, or a server not reached, in the language of the window: the core says
/// it in English, and its sentences are known here. What they quote stays as it is.
/// @returns nullopt for a sentence that is not among them
[[nodiscard]] std::optional<QString> reasonText(const QString& english);

} // namespace lockscope::ui
