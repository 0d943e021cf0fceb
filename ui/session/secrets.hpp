// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/endpoint.hpp"

#include <QString>

#include <string>

namespace lockscope::ui {

/// @p sentence with @p password replaced by "•••". Servers quote what they do not understand: one whose AUTH command
/// has another name answers with the user and the password in its error.
[[nodiscard]] QString withoutSecret(QString sentence, const std::string& password);

/// The same for every secret of @p endpoint.
[[nodiscard]] QString withoutSecrets(QString sentence, const Endpoint& endpoint);

/// The same for the name of a lock, also where the sentence has only its beginning.
[[nodiscard]] QString withoutLock(QString sentence, const std::string& lock);

/// Without the secrets, and without the users who sign in: servers name them when they refuse something.
[[nodiscard]] QString withoutIdentity(QString sentence, const Endpoint& endpoint);

} // namespace lockscope::ui
