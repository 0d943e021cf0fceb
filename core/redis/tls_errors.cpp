// SPDX-License-Identifier: Apache-2.0
#include "redis/tls_errors.hpp"

#include "lockscope/escape.hpp"
#include "redis/certificate.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/sslerr.h>
#include <openssl/x509_vfy.h>

namespace lockscope::redis {
namespace {

namespace asio = boost::asio;

constexpr int alert(int number)
{
    return SSL_AD_REASON_OFFSET + number; // how OpenSSL numbers what the other side said
}

std::string wants_a_certificate(const TlsOptions& options)
{
    return options.certificate_file.empty()
             ? "the server asks for a certificate of ours; give one, with its key"
             : "the server does not accept our certificate " + escape(options.certificate_file);
}

} // namespace

Refusal refusal_of(X509_STORE_CTX* verification)
{
    Refusal refusal;
    refusal.code = X509_STORE_CTX_get_error(verification);
    refusal.is_of_server = X509_STORE_CTX_get_error_depth(verification) == 0;
    if (const X509* certificate = X509_STORE_CTX_get_current_cert(verification)) {
        refusal.subject = subject_of(certificate);
        refusal.issuer = issuer_of(certificate);
        refusal.names = names_of(certificate);
        refusal.valid_from = to_date(valid_from(certificate));
        refusal.valid_until = to_date(valid_until(certificate));
    }
    return refusal;
}

std::string to_sentence(const Refusal& refusal, const std::string& host)
{
    const std::string whose = refusal.is_of_server
                                ? std::string("the server's certificate")
                                : "the certificate " + escape(refusal.subject) + ", which signed the server's,";
    switch (refusal.code) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return whose + " expired on " + refusal.valid_until + "; it has to be renewed there";
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return whose + " is not valid before " + refusal.valid_from + "; compare the clocks of both machines";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return "the server's certificate is not for " + escape(host) + " but for "
             + (refusal.names.empty() ? std::string("no host at all (it has no subject alternative names)")
                                      : escape(refusal.names))
             + "; connect by a name that it has, or give the right one as server name";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        return "the server's certificate is signed by itself (" + escape(refusal.subject)
             + "); if it is the right one, give it as CA file";
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
        return "the server's certificate comes from a CA that is not trusted here (" + escape(refusal.subject)
             + "); give its certificate as CA file";
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
        return whose + " comes from a CA that is not trusted here (" + escape(refusal.issuer)
             + "); give its certificate as CA file";
    case X509_V_ERR_INVALID_PURPOSE: return whose + " is not made for servers; it has to be made anew there";
    case X509_V_ERR_CERT_REVOKED: return whose + " was revoked; it has to be renewed there";
    default: return whose + " is refused: " + X509_verify_cert_error_string(refusal.code);
    }
}

std::string tls_sentence(const boost::system::error_code& error, const TlsOptions& options)
{
    const auto code = static_cast<unsigned long>(error.value());
    switch (ERR_GET_LIB(code) == ERR_LIB_SSL ? ERR_GET_REASON(code) : 0) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_PACKET_LENGTH_TOO_LONG: return std::string(no_tls_here);
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case alert(SSL_AD_PROTOCOL_VERSION):
        return "the server speaks versions of TLS before 1.2 only; they are not safe, so it has to allow TLS 1.2";
    case SSL_R_NO_CIPHERS_AVAILABLE:
    case alert(SSL_AD_INSUFFICIENT_SECURITY): return "the server and we have no cipher in common";
    case alert(SSL_AD_HANDSHAKE_FAILURE):
        return "the server refused the handshake: "
             + (options.certificate_file.empty()
                    ? std::string("it may ask for a certificate of ours, or have no cipher in common with us")
                    : std::string("it does not accept our certificate, or has no cipher in common with us"));
    case alert(SSL_AD_CERTIFICATE_EXPIRED): return "the server says that our certificate has expired; renew it";
    case alert(SSL_AD_CERTIFICATE_REVOKED): return "the server says that our certificate was revoked; renew it";
    case alert(SSL_AD_UNKNOWN_CA):
        return wants_a_certificate(options) + (options.certificate_file.empty() ? "" : ": it does not trust its CA");
    case alert(SSL_AD_CERTIFICATE_REQUIRED):
    case alert(SSL_AD_BAD_CERTIFICATE):
    case alert(SSL_AD_UNSUPPORTED_CERTIFICATE):
    case alert(SSL_AD_CERTIFICATE_UNKNOWN):
    case alert(SSL_AD_ACCESS_DENIED):
    case alert(SSL_AD_DECRYPT_ERROR): return wants_a_certificate(options);
    case alert(SSL_AD_UNRECOGNIZED_NAME):
        return "the server knows no host of the name that we asked for; give the right one as server name";
    default: return "the encryption failed: " + escape(error.message());
    }
}

bool is_tls_error(const boost::system::error_code& error)
{
    return error.category() == asio::error::get_ssl_category();
}

bool is_end(const boost::system::error_code& error)
{
    return error == asio::error::eof || error == asio::ssl::error::stream_truncated
        || error == asio::error::connection_reset || error == asio::error::broken_pipe;
}

} // namespace lockscope::redis
