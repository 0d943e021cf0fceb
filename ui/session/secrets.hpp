// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace lockscope::ui {

/// @p sentence with @p password replaced by "•••". Servers quote what they do not understand: one whose AUTH command
/// has another name answers with the user and the password in its error.
[[nodiscard]] QString withoutSecret(QString sentence, const std::string& password);

} // namespace lockscope::ui
