// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <string>

namespace lockscope {

/// The first line of a file, for programs that take a password from one: their arguments can be read by every user of
/// the machine. @throws Error invalid_argument if it cannot be read, or its first line is empty or longer than 64 KB.
/// Blocks while it reads; any thread.
[[nodiscard]] std::string read_password_file(const std::string& path);

/// Files that hold secrets in their first line; empty: none.
struct SecretFiles
{
    std::string password;
    std::string sentinel_password;
    std::string key_passphrase;
};

/// Puts the secrets into @p endpoint: from these files, otherwise as they are there, otherwise from the environment
/// (LOCKSCOPE_PASSWORD, LOCKSCOPE_SENTINEL_PASSWORD, LOCKSCOPE_KEY_PASSPHRASE). The password of Sentinels goes nowhere
/// without Sentinels, a passphrase nowhere without a key.
/// @throws Error invalid_argument as read_password_file(), and for a file whose secret has no use there;
/// some of the secrets may be in @p endpoint by then. Any thread, as long as nobody changes the environment.
void add_secrets(Endpoint& endpoint, const SecretFiles& files);

} // namespace lockscope
