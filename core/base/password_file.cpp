// SPDX-License-Identifier: Apache-2.0
#include "lockscope/password_file.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace lockscope {

namespace {

void add_secret(std::string& secret, const std::string& file, const char* variable)
{
    if (!file.empty())
        secret = read_password_file(file);
    else if (const char* value = std::getenv(variable); value != nullptr && secret.empty())
        secret = value;
}

} // namespace

std::string read_password_file(const std::string& path)
{
    constexpr std::size_t longest = 64 << 10;
    const auto refuse = [&path](const std::string& why) {
        return Error(Errc::invalid_argument, "The password file \"" + escape(path) + "\" " + why);
    };
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::string line(longest + 1, '\0');
    file.read(line.data(), static_cast<std::streamsize>(line.size()));
    if (!file.is_open() || file.bad())
        throw refuse("cannot be read: " + std::string(std::strerror(errno)) + ".");
    line.resize(static_cast<std::size_t>(file.gcount()));
    line.resize(std::min(line.find('\n'), line.size()));
    if (line.ends_with('\r'))
        line.pop_back();
    if (line.size() > longest)
        throw refuse("has a first line of more than 64 KB.");
    if (line.empty())
        throw refuse("has no password in its first line.");
    return line;
}

void add_secrets(Endpoint& endpoint, const SecretFiles& files)
{
    const bool has_sentinels = endpoint.deployment == Deployment::sentinel;
    const bool has_key = endpoint.tls.enabled && !endpoint.tls.certificate_file.empty();
    if (!has_sentinels && !files.sentinel_password.empty())
        throw Error(Errc::invalid_argument,
                    "A password of Sentinels is given for an address without Sentinels: " + endpoint.display() + ".");
    if (!has_key && !files.key_passphrase.empty())
        throw Error(Errc::invalid_argument, "The passphrase of a key is given for an address without one: "
                                                + endpoint.display() + ". Write rediss:// with ?cert=FILE&key=FILE.");
    add_secret(endpoint.password, files.password, "LOCKSCOPE_PASSWORD");
    if (has_sentinels)
        add_secret(endpoint.sentinel_password, files.sentinel_password, "LOCKSCOPE_SENTINEL_PASSWORD");
    if (has_key)
        add_secret(endpoint.tls.key_passphrase, files.key_passphrase, "LOCKSCOPE_KEY_PASSPHRASE");
}

} // namespace lockscope
