// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/encryption.hpp"

#include <string>

#include <openssl/ssl.h>

namespace lockscope::redis {

/// What a connection knows of its encryption once the handshake is done.
[[nodiscard]] Encryption describe(const SSL* connection, bool verified);

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
