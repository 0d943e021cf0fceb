// SPDX-License-Identifier: Apache-2.0
#include "support/certificates.hpp"

#include <array>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

namespace lockscope::test {
namespace {

namespace fs = std::filesystem;

struct Free
{
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
    void operator()(BIO* file) const { BIO_free(file); }
};
using Key = std::unique_ptr<EVP_PKEY, Free>;
using Certificate = std::unique_ptr<X509, Free>;
using File = std::unique_ptr<BIO, Free>;

void require(bool done, const char* what)
{
    if (!done)
        throw std::runtime_error(std::string("test certificates: ") + what);
}

Key make_key()
{
    Key key(EVP_EC_gen("P-256"));
    require(key != nullptr, "no key");
    return key;
}

void extend(X509* certificate, X509* issuer, int what, const std::string& value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    const std::unique_ptr<X509_EXTENSION, Free> extension(X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str()));
    require(extension && X509_add_ext(certificate, extension.get(), -1) == 1, "no extension");
}

Certificate begin(const std::string& name, EVP_PKEY* key, std::chrono::seconds from, std::chrono::seconds until)
{
    static long serial = 1;
    Certificate made(X509_new());
    X509_set_version(made.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), static_cast<long>(from.count()));
    X509_gmtime_adj(X509_getm_notAfter(made.get()), static_cast<long>(until.count()));
    const auto* text = reinterpret_cast<const unsigned char*>(name.data());
    const int size = static_cast<int>(name.size());
    require(X509_NAME_add_entry_by_txt(X509_get_subject_name(made.get()), "CN", MBSTRING_UTF8, text, size, -1, 0) == 1
                && X509_set_pubkey(made.get(), key) == 1,
            "no certificate");
    return made;
}

void sign(X509* certificate, X509* issuer, EVP_PKEY* key)
{
    require(X509_set_issuer_name(certificate, X509_get_subject_name(issuer)) == 1
                && X509_sign(certificate, key, EVP_sha256()) != 0,
            "not signed");
}

const char* usage(CertificateWish::Use use)
{
    switch (use) {
    case CertificateWish::Use::server: return "serverAuth";
    case CertificateWish::Use::client: return "clientAuth";
    case CertificateWish::Use::both: break;
    }
    return "serverAuth,clientAuth";
}

std::string names(const CertificateWish& wish)
{
    std::string all;
    const auto add = [&](const char* kind, const std::string& name) {
        all += (all.empty() ? "" : ",") + std::string(kind) + name;
    };
    for (const std::string& host : wish.hosts)
        add("DNS:", host);
    for (const std::string& address : wish.addresses)
        add("IP:", address);
    return all;
}

File create(const fs::path& path)
{
    File file(BIO_new_file(path.c_str(), "w"));
    require(file != nullptr, "no file");
    return file;
}

void write(const fs::path& path, X509* certificate)
{
    require(PEM_write_bio_X509(create(path).get(), certificate) == 1, "certificate not written");
}

void write(const fs::path& path, EVP_PKEY* key, const std::string& passphrase)
{
    const EVP_CIPHER* cipher = passphrase.empty() ? nullptr : EVP_aes_256_cbc();
    require(PEM_write_bio_PKCS8PrivateKey(create(path).get(), key, cipher, passphrase.data(),
                                          static_cast<int>(passphrase.size()), nullptr, nullptr)
                == 1,
            "key not written");
}

} // namespace

struct Certificates::Authority
{
    Key key = make_key();
    Certificate certificate;
};

Certificates::Certificates(std::string name) : m_authority(std::make_unique<Authority>())
{
    require(m_folder.isValid(), "no folder");
    Authority& ca = *m_authority;
    ca.certificate = begin(name, ca.key.get(), -std::chrono::hours(24 * 365), std::chrono::hours(24 * 365));
    extend(ca.certificate.get(), ca.certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
    extend(ca.certificate.get(), ca.certificate.get(), NID_key_usage, "critical,keyCertSign,cRLSign");
    sign(ca.certificate.get(), ca.certificate.get(), ca.key.get());
    write(ca_file(), ca.certificate.get());
    fs::create_directory(ca_directory());
    std::array<char, 16> hash{};
    std::snprintf(hash.data(), hash.size(), "%08lx.0", X509_subject_name_hash(ca.certificate.get()));
    fs::copy_file(ca_file(), fs::path(ca_directory()) / hash.data());
}

Certificates::~Certificates() = default;

Certificates::Files Certificates::make(const CertificateWish& wish)
{
    const std::string number = std::to_string(++m_made);
    const Files files{(folder() / (number + ".crt")).string(), (folder() / (number + ".key")).string()};
    renew(files, wish);
    return files;
}

void Certificates::renew(const Files& files, const CertificateWish& wish)
{
    const bool alone = wish.signer == CertificateWish::Signer::itself;
    const Key key = make_key();
    const Certificate made = begin(wish.name, key.get(), wish.from, wish.until);
    X509* issuer = alone ? made.get() : m_authority->certificate.get();
    extend(made.get(), issuer, NID_ext_key_usage, usage(wish.use));
    if (const std::string all = names(wish); !all.empty())
        extend(made.get(), issuer, NID_subject_alt_name, all);
    sign(made.get(), issuer, alone ? key.get() : m_authority->key.get());
    write(files.certificate, made.get());
    write(files.key, key.get(), wish.passphrase);
}

SandboxTls Certificates::for_servers()
{
    const Files files = make({.use = CertificateWish::Use::both, .passphrase = {}});
    SandboxTls tls;
    tls.certificate_file = files.certificate;
    tls.key_file = files.key;
    tls.ca_file = ca_file();
    tls.client.ca_file = ca_file();
    return tls;
}

std::string Certificates::ca_file() const
{
    return (folder() / "ca.crt").string();
}

std::string Certificates::ca_directory() const
{
    return (folder() / "trusted").string();
}

} // namespace lockscope::test
