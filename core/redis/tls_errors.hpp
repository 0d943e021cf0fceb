// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <boost/system/error_code.hpp>

#include <string>
#include <string_view>

#include <openssl/x509.h>

namespace lockscope::redis {

/// Why the server's certificate was refused; kept from the moment when OpenSSL says no, because it forgets it.
struct Refusal
{
    int code = X509_V_OK; ///< X509_V_ERR_…
    std::string subject;  ///< Of the certificate that it is about: the server's, or one of its chain.
    std::string issuer;
    std::string names;
    std::string valid_from, valid_until; ///< Dates.
    bool is_of_server = true;            ///< Not one of those that signed it.
};
[[nodiscard]] Refusal refusal_of(X509_STORE_CTX* verification);

/// What is wrong and what to do, for people: no capital letter in front, no full stop.
///@{
/// @param host whom the certificate should have named
[[nodiscard]] std::string to_sentence(const Refusal& refusal, const std::string& host);
/// Of OpenSSL, in the handshake and, for what the server says of our certificate, at the first reading after it.
[[nodiscard]] std::string tls_sentence(const boost::system::error_code& error, const TlsOptions& options);
///@}

inline constexpr std::string_view no_tls_here =
    "the server does not speak TLS on this port; write redis:// instead of rediss://, or take its TLS port";

/// OpenSSL's own errors, not those of the socket below.
[[nodiscard]] bool is_tls_error(const boost::system::error_code& error);
/// The other side closed, with or without a word.
[[nodiscard]] bool is_end(const boost::system::error_code& error);

} // namespace lockscope::redis
