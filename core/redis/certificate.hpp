// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/encryption.hpp"

#include <optional>
#include <string>

#include <openssl/ssl.h>

namespace lockscope::redis {

/// What a connection knows of its encryption once the handshake is done.
[[nodiscard]] Encryption describe(const SSL* connection, bool verified);

/// Of several connections: leaves in @p known what has to be said first, that one is not verified, or whose certificate
/// ends first.
void keep_worse(std::optional<Encryption>& known, const std::optional<Encryption>& other);

/// @name Of one certificate; bytes of the server, bounded
///@{
[[nodiscard]] std::string subject_of(const X509* certificate); ///< "CN=cache.example"
[[nodiscard]] std::string issuer_of(const X509* certificate);
/// The hosts that it is made for, "cache.example, 10.0.0.1"; empty if it names none.
[[nodiscard]] std::string names_of(const X509* certificate);
[[nodiscard]] Encryption::Time valid_from(const X509* certificate);
[[nodiscard]] Encryption::Time valid_until(const X509* certificate);
///@}

} // namespace lockscope::redis
