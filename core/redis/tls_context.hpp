// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <boost/asio/ssl/context.hpp>

#include <memory>

namespace lockscope::redis {

/// What connections with these options share: whom they trust, the certificate they show, TLS 1.2 at least. Read from
/// the files when first asked for, and again when a file has changed: a renewed certificate is used by the next
/// connection. Any thread; reads files.
/// @throws Error tls: which file, and what is wrong with it.
[[nodiscard]] std::shared_ptr<boost::asio::ssl::context> tls_context(const TlsOptions& options);

} // namespace lockscope::redis
