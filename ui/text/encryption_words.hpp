// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/encryption.hpp"

#include <QString>

namespace lockscope::ui {

/// "encrypted, TLS 1.3", or "encrypted, NOT VERIFIED" where anybody could be at the other end.
[[nodiscard]] QString encryptionText(const Encryption& encryption);

/// What the server's certificate says and until when it is valid, or what it means that nobody looked at it.
[[nodiscard]] QString encryptionExplanation(const Encryption& encryption);

/// "the server's certificate ends in 12 days"; empty while there is time.
[[nodiscard]] QString certificateWarning(const Encryption& encryption, Encryption::Time now);

} // namespace lockscope::ui
