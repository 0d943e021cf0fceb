// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/sandbox.hpp"

#include <QTemporaryDir>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

/// What a certificate shall say.
struct CertificateWish
{
    enum class Signer { ca, itself };
    enum class Use {
        server,
        client,
        both, ///< For servers that connect to each other.
    };

    std::string name = "redis"; ///< The common name.
    std::vector<std::string> hosts{"localhost"};
    std::vector<std::string> addresses{"127.0.0.1"};
    std::chrono::seconds from = -std::chrono::hours(1); ///< From now.
    std::chrono::seconds until = std::chrono::hours(24 * 90);
    Signer signer = Signer::ca;
    Use use = Use::server;
    std::string passphrase; ///< Of the key; empty: it is not encrypted.
};

/// A certificate authority and what it signs, as PEM files in a folder that goes with this object. Elliptic keys, which
/// are made in no time.
///
///     Certificates ca;
///     const auto files = ca.make({.hosts = {"cache.example"}});
class Certificates
{
public:
    struct Files
    {
        std::string certificate, key;
    };

    explicit Certificates(std::string name = "Test CA");
    ~Certificates();
    Certificates(const Certificates&) = delete;
    Certificates& operator=(const Certificates&) = delete;

    [[nodiscard]] Files make(const CertificateWish& wish);
    /// Overwrites the files with a new certificate and key.
    void renew(const Files& files, const CertificateWish& wish);

    /// What servers of a sandbox and their clients need to trust each other.
    [[nodiscard]] SandboxTls for_servers();

    [[nodiscard]] std::string ca_file() const;
    [[nodiscard]] std::string ca_directory() const; ///< With the name by which OpenSSL finds it, as c_rehash makes it.
    [[nodiscard]] std::filesystem::path folder() const { return m_folder.path().toStdString(); }

private:
    struct Authority;
    QTemporaryDir m_folder;
    std::unique_ptr<Authority> m_authority;
    int m_made = 0;
};

} // namespace lockscope::test
