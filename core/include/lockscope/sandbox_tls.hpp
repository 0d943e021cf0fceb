// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <string>

namespace lockscope {

/// How the servers of a sandbox encrypt: with one certificate for all of them, which the caller has made. All files are
/// PEM; absolute paths. A plain value; the files must stay for as long as servers are started from it, which
/// Sandbox::restart() does again, and clients connect.
struct SandboxTls
{
    std::string certificate_file;
    std::string key_file;
    std::string ca_file; ///< Who is trusted as another server, or as a client that shows a certificate.
    /// Whether clients must show a certificate.
    bool asks_clients = false;
    /// What the sandbox' endpoint tells its clients to do; `enabled` is set by the sandbox.
    TlsOptions client;
};

} // namespace lockscope
