// SPDX-License-Identifier: Apache-2.0
#include "redis/tls_context.hpp"

#include "base/everlasting.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <vector>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <unistd.h>

namespace lockscope::redis {
namespace {

namespace fs = std::filesystem;
namespace ssl = boost::asio::ssl;
using Context = std::shared_ptr<ssl::context>;
using Stamps = std::array<fs::file_time_type, 4>;

[[noreturn]] void refuse(const std::string& sentence)
{
    ERR_clear_error();
    throw Error(Errc::tls, sentence);
}

/// OpenSSL would not say why.
void require_readable(const std::string& what, const std::string& path)
{
    if (::access(path.c_str(), R_OK) != 0)
        refuse(what + " " + escape(path) + " cannot be read: " + std::strerror(errno));
}

void trust(ssl::context& context, const TlsOptions& options)
{
    SSL_CTX* native = context.native_handle();
    if (options.ca_file.empty() && options.ca_directory.empty()) {
        SSL_CTX_set_default_verify_paths(native);
        return;
    }
    if (!options.ca_file.empty()) {
        require_readable("the CA file", options.ca_file);
        if (SSL_CTX_load_verify_file(native, options.ca_file.c_str()) != 1)
            refuse("the CA file " + escape(options.ca_file) + " holds no certificate in PEM form");
    }
    if (!options.ca_directory.empty()) {
        require_readable("the CA directory", options.ca_directory);
        std::error_code ignored;
        if (!fs::is_directory(options.ca_directory, ignored))
            refuse("the CA directory " + escape(options.ca_directory) + " is no directory");
        if (SSL_CTX_load_verify_dir(native, options.ca_directory.c_str()) != 1)
            refuse("the CA directory " + escape(options.ca_directory) + " cannot be used");
    }
    // Whoever names a single intermediate or server certificate as trusted means just that one.
    X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(native), X509_V_FLAG_PARTIAL_CHAIN);
}

struct Passphrase
{
    const std::string& text;
    bool was_asked_for = false;
};

/// Always given to OpenSSL, which would ask on the terminal otherwise.
int give_passphrase(char* buffer, int size, int, void* user)
{
    auto& passphrase = *static_cast<Passphrase*>(user);
    passphrase.was_asked_for = true;
    if (passphrase.text.empty() || passphrase.text.size() > static_cast<std::size_t>(size))
        return -1;
    std::copy(passphrase.text.begin(), passphrase.text.end(), buffer); // its length tells where it ends
    return static_cast<int>(passphrase.text.size());
}

void show_ourselves(ssl::context& context, const TlsOptions& options)
{
    if (options.certificate_file.empty()) {
        if (!options.key_file.empty())
            refuse("the key " + escape(options.key_file) + " is of no use without a certificate; give both");
        return;
    }
    const std::string& key_file = options.key_file.empty() ? options.certificate_file : options.key_file;
    require_readable("the certificate", options.certificate_file);
    require_readable("the key", key_file);
    SSL_CTX* native = context.native_handle();
    if (SSL_CTX_use_certificate_chain_file(native, options.certificate_file.c_str()) != 1)
        refuse("the certificate " + escape(options.certificate_file)
               + " cannot be used: the file must hold one in PEM form, with a key that is strong enough");
    Passphrase passphrase{options.key_passphrase};
    const std::unique_ptr<BIO, decltype(&BIO_free)> file(BIO_new_file(key_file.c_str(), "r"), &BIO_free);
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
        file ? PEM_read_bio_PrivateKey(file.get(), nullptr, &give_passphrase, &passphrase) : nullptr, &EVP_PKEY_free);
    if (!key && !passphrase.was_asked_for)
        refuse("the key " + escape(key_file) + " cannot be used: the file must hold a private key in PEM form");
    if (!key)
        refuse(options.key_passphrase.empty() ? "the key " + escape(key_file) + " is encrypted; give its passphrase"
                                              : "the passphrase of the key " + escape(key_file) + " is wrong");
    if (SSL_CTX_use_PrivateKey(native, key.get()) != 1)
        refuse("the key " + escape(key_file) + " does not belong to the certificate "
               + escape(options.certificate_file));
}

Context make_context(const TlsOptions& options)
{
    ERR_clear_error();
    auto context = std::make_shared<ssl::context>(ssl::context::tls_client);
    SSL_CTX* native = context->native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    // Renegotiation (of TLS 1.2) would let the server become another one in the middle.
    SSL_CTX_set_options(native, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    trust(*context, options);
    show_ourselves(*context, options);
    ERR_clear_error();
    return context;
}

Stamps stamps_of(const TlsOptions& options)
{
    Stamps stamps{};
    std::size_t i = 0;
    for (const std::string* path :
         {&options.ca_file, &options.ca_directory, &options.certificate_file, &options.key_file}) {
        std::error_code ignored;
        stamps[i++] = path->empty() ? fs::file_time_type() : fs::last_write_time(*path, ignored);
    }
    return stamps;
}

/// The system's certificates alone take 20 ms to read, and a client has four connections a server.
class Cache
{
public:
    Context find(const TlsOptions& options, const Stamps& stamps)
    {
        const std::scoped_lock guard(m_mutex);
        std::erase_if(m_entries, [](const Entry& entry) { return entry.context.expired(); });
        for (const Entry& entry : m_entries)
            if (entry.options == options && entry.stamps == stamps)
                return entry.context.lock();
        return nullptr;
    }
    void add(const TlsOptions& options, const Stamps& stamps, const Context& context)
    {
        const std::scoped_lock guard(m_mutex);
        m_entries.push_back({options, stamps, context});
    }

private:
    struct Entry
    {
        TlsOptions options;
        Stamps stamps;
        std::weak_ptr<ssl::context> context; ///< Connections keep it.
    };
    std::mutex m_mutex;
    std::vector<Entry> m_entries;
};

} // namespace

Context tls_context(const TlsOptions& options)
{
    static Everlasting<Cache> everlasting;
    Cache& cache = *everlasting;
    const Stamps stamps = stamps_of(options);
    if (Context known = cache.find(options, stamps))
        return known;
    Context context = make_context(options); // outside of the lock: it reads files
    cache.add(options, stamps, context);
    return context;
}

} // namespace lockscope::redis
