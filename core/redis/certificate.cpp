// SPDX-License-Identifier: Apache-2.0
#include "redis/certificate.hpp"

#include <algorithm>
#include <ctime>
#include <memory>

#include <arpa/inet.h>
#include <openssl/x509v3.h>

namespace lockscope::redis {
namespace {

using Time = Encryption::Time;

constexpr std::size_t longest_name = 256;
constexpr int most_names = 8;

std::string one_line(const X509_NAME* name)
{
    const std::unique_ptr<BIO, decltype(&BIO_free)> text(BIO_new(BIO_s_mem()), &BIO_free);
    // Readable, with UTF-8 left as it is.
    constexpr unsigned long format = XN_FLAG_RFC2253 & ~static_cast<unsigned long>(ASN1_STRFLGS_ESC_MSB);
    if (!text || X509_NAME_print_ex(text.get(), name, 0, format) < 0)
        return {};
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(text.get(), &bytes);
    return {bytes, std::min(static_cast<std::size_t>(std::max(size, 0L)), longest_name)};
}

/// What the clock cannot say, as in "never ends", becomes its last or first moment.
Time to_time(const ASN1_TIME* time)
{
    std::tm fields{};
    if (ASN1_TIME_to_tm(time, &fields) != 1)
        return {};
    using std::chrono::seconds;
    const seconds since_1970{::timegm(&fields)};
    if (since_1970 >= std::chrono::duration_cast<seconds>(Time::max().time_since_epoch()))
        return Time::max();
    if (since_1970 <= std::chrono::duration_cast<seconds>(Time::min().time_since_epoch()))
        return Time::min();
    return Time(since_1970);
}

std::string to_text(const ASN1_OCTET_STRING* address)
{
    char text[INET6_ADDRSTRLEN] = "";
    const int family = ASN1_STRING_length(address) == 4 ? AF_INET : AF_INET6;
    const bool is_address = family == AF_INET || ASN1_STRING_length(address) == 16;
    if (is_address)
        ::inet_ntop(family, ASN1_STRING_get0_data(address), text, sizeof text);
    return text;
}

std::string to_text(const GENERAL_NAME* name)
{
    if (name->type == GEN_DNS) {
        const auto* bytes = reinterpret_cast<const char*>(ASN1_STRING_get0_data(name->d.dNSName));
        const auto size = static_cast<std::size_t>(ASN1_STRING_length(name->d.dNSName));
        return {bytes, std::min(size, longest_name)};
    }
    return name->type == GEN_IPADD ? to_text(name->d.iPAddress) : std::string();
}

std::string protocol_of(const SSL* connection)
{
    switch (SSL_version(connection)) {
    case TLS1_2_VERSION: return "TLS 1.2";
    case TLS1_3_VERSION: return "TLS 1.3";
    default: return SSL_get_version(connection);
    }
}

} // namespace

std::string subject_of(const X509* certificate)
{
    return one_line(X509_get_subject_name(certificate));
}

std::string issuer_of(const X509* certificate)
{
    return one_line(X509_get_issuer_name(certificate));
}

std::string names_of(const X509* certificate)
{
    const auto free_names = [](GENERAL_NAMES* names) { GENERAL_NAMES_free(names); };
    const std::unique_ptr<GENERAL_NAMES, decltype(free_names)> names(
        static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)), free_names);
    std::string all;
    const int count = names ? sk_GENERAL_NAME_num(names.get()) : 0;
    int shown = 0;
    for (int i = 0; i < count; ++i) {
        const std::string name = to_text(sk_GENERAL_NAME_value(names.get(), i));
        if (name.empty())
            continue;
        if (shown++ == most_names)
            return all + ", …";
        all += (all.empty() ? "" : ", ") + name;
    }
    return all;
}

Time valid_from(const X509* certificate)
{
    return to_time(X509_get0_notBefore(certificate));
}

Time valid_until(const X509* certificate)
{
    return to_time(X509_get0_notAfter(certificate));
}

Encryption describe(const SSL* connection, bool verified)
{
    Encryption encryption;
    encryption.protocol = protocol_of(connection);
    encryption.cipher = SSL_get_cipher_name(connection);
    encryption.verified = verified;
    const std::unique_ptr<X509, decltype(&X509_free)> theirs(SSL_get_peer_certificate(connection), &X509_free);
    if (theirs) {
        encryption.subject = subject_of(theirs.get());
        encryption.issuer = issuer_of(theirs.get());
        encryption.valid_from = valid_from(theirs.get());
        encryption.valid_until = valid_until(theirs.get());
    }
    if (const X509* own = SSL_get_certificate(connection))
        encryption.own_valid_until = valid_until(own);
    return encryption;
}

void keep_worse(std::optional<Encryption>& known, const std::optional<Encryption>& other)
{
    if (!other)
        return;
    const Time now = std::chrono::system_clock::now();
    const bool is_worse =
        !known
        || (known->verified != other->verified ? known->verified : other->days_left(now) < known->days_left(now));
    if (is_worse)
        known = other;
}

} // namespace lockscope::redis
