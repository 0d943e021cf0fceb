// SPDX-License-Identifier: Apache-2.0
#include "redis/wire.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "redis/certificate.hpp"
#include "redis/name_lookup.hpp"
#include "redis/tls_context.hpp"
#include "redis/tls_errors.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <cerrno>
#include <utility>

#include <openssl/x509_vfy.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockscope::redis {

using boost::system::error_code;
namespace ssl = asio::ssl;

struct Wire::Tls
{
    Tls(Socket& socket, std::shared_ptr<ssl::context> made) : context(std::move(made)), stream(socket, *context) {}

    std::shared_ptr<ssl::context> context;
    ssl::stream<Socket&> stream;
    std::optional<Refusal> refusal;
};

namespace {

/// A host name or address to be verified, as a certificate would write it.
std::string checked_name(const TlsOptions& options, const std::string& host)
{
    std::string name = options.server_name.empty() ? host : options.server_name;
    if (name.ends_with('.'))
        name.pop_back();
    // OpenSSL takes an empty name for "do not check", and one that begins with a dot for any host of the domain.
    if (name.empty() || name.front() == '.' || name.find('\0') != std::string::npos)
        throw Error(Errc::tls,
                    name.empty()
                        ? "there is no host name that the server's certificate could be for; give the server name"
                        : "\"" + escape(name) + "\" is no host name that a certificate could be for");
    return name;
}

void demand_certificate_of(SSL* connection, const std::string& name)
{
    X509_VERIFY_PARAM* demands = SSL_get0_param(connection);
    error_code is_name;
    const auto address = asio::ip::make_address(name, is_name);
    bool done = false;
    if (is_name) {
        X509_VERIFY_PARAM_set_hostflags(demands,
                                        X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
        done = X509_VERIFY_PARAM_set1_host(demands, name.data(), name.size()) == 1;
    } else if (address.is_v4()) {
        const auto bytes = address.to_v4().to_bytes();
        done = X509_VERIFY_PARAM_set1_ip(demands, bytes.data(), bytes.size()) == 1;
    } else {
        const auto bytes = address.to_v6().to_bytes();
        done = X509_VERIFY_PARAM_set1_ip(demands, bytes.data(), bytes.size()) == 1;
    }
    if (!done)
        throw Error(Errc::tls, "\"" + escape(name) + "\" is no host name that a certificate could be for");
}

/// By SNI a server with several certificates learns which one we expect. Addresses are not sent that way.
void announce_name(SSL* connection, const std::string& name)
{
    error_code is_name;
    asio::ip::make_address(name, is_name);
    if (is_name)
        SSL_set_tlsext_host_name(connection, name.c_str());
}

/// Opened by hand, because Asio's own sockets are inherited: a program that the caller starts would keep the connection
/// for as long as it runs, and could read what is meant for us.
error_code open_for_us_alone(asio::generic::stream_protocol::socket& socket,
                             const asio::generic::stream_protocol::endpoint& peer)
{
    const int opened = ::socket(peer.protocol().family(), SOCK_STREAM | SOCK_CLOEXEC, peer.protocol().protocol());
    if (opened < 0)
        return {errno, boost::system::system_category()};
    error_code error;
    socket.assign(peer.protocol(), opened, error);
    if (error)
        ::close(opened);
    return error;
}

} // namespace

Wire::Wire(asio::any_io_executor executor, std::function<void()> written)
    : m_executor(std::move(executor))
    , m_written(std::move(written))
    , m_socket(m_executor)
    , m_connecting(m_executor)
{}

Wire::~Wire() = default;

asio::awaitable<void> Wire::connect(Address address, asio::steady_timer::time_point end)
{
    using asio::ip::tcp;
    const std::vector<tcp::endpoint> found = co_await endpoints_of(address);
    error_code last = asio::error::host_not_found;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (const auto left = static_cast<int>(found.size() - i); left > 1) {
            const auto now = asio::steady_timer::clock_type::now();
            give_up_candidate_at(now + (end - now) / left);
        }
        last = co_await try_to_connect(found[i]);
        if (m_is_closed)
            throw boost::system::system_error(asio::error::operation_aborted);
        if (!last)
            break;
    }
    if (last)
        throw boost::system::system_error(last);
    m_socket.set_option(tcp::no_delay(true));
    m_socket.set_option(asio::socket_base::keep_alive(true));
}

/// An address that is none of a name needs no resolver.
asio::awaitable<std::vector<asio::ip::tcp::endpoint>> Wire::endpoints_of(Address address)
{
    std::vector<asio::ip::tcp::endpoint> found;
    error_code is_name;
    const asio::ip::address literal = asio::ip::make_address(address.host, is_name);
    if (!is_name) {
        found.emplace_back(literal, address.port);
        co_return found;
    }
    std::optional<NameLookup::Answer> answer;
    m_connecting.expires_at(asio::steady_timer::time_point::max());
    const NameLookup lookup(m_executor, address.host, [this, &answer](NameLookup::Answer its_answer) {
        answer = std::move(its_answer);
        m_connecting.cancel();
    });
    error_code ended;
    co_await m_connecting.async_wait(asio::redirect_error(asio::use_awaitable, ended));
    if (m_is_closed || !answer)
        throw boost::system::system_error(asio::error::operation_aborted);
    if (answer->error)
        throw boost::system::system_error(answer->error);
    for (const asio::ip::address& each : answer->addresses)
        found.emplace_back(each, address.port);
    co_return found;
}

asio::awaitable<error_code> Wire::try_to_connect(asio::ip::tcp::endpoint candidate)
{
    error_code error;
    m_socket.close(error);
    const asio::generic::stream_protocol::endpoint peer(candidate);
    error = open_for_us_alone(m_socket, peer);
    if (!error)
        co_await m_socket.async_connect(peer, asio::redirect_error(asio::use_awaitable, error));
    m_connecting.cancel();
    ++m_tried;
    co_return error;
}

/// The next one that is tried. The last one needs no limit of its own.
void Wire::give_up_candidate_at(asio::steady_timer::time_point when)
{
    m_connecting.expires_at(when);
    m_connecting.async_wait([weak = weak_from_this(), number = m_tried](const error_code& error) {
        const auto self = weak.lock();
        // A handler that is on its way cannot be called back: it must not end what came after.
        if (error || !self || self->m_tried != number)
            return;
        error_code ignored;
        self->m_socket.cancel(ignored);
    });
}

asio::awaitable<void> Wire::connect(std::string unix_path)
{
    const asio::generic::stream_protocol::endpoint peer{asio::local::stream_protocol::endpoint(unix_path)};
    if (const error_code error = open_for_us_alone(m_socket, peer))
        throw boost::system::system_error(error);
    co_await m_socket.async_connect(peer, asio::use_awaitable);
}

asio::awaitable<void> Wire::encrypt(TlsOptions options, std::string host)
{
    m_tls = std::make_unique<Tls>(m_socket, tls_context(options));
    SSL* connection = m_tls->stream.native_handle();
    std::string name;
    if (options.verify) {
        name = checked_name(options, host);
        demand_certificate_of(connection, name);
        m_tls->stream.set_verify_mode(ssl::verify_peer);
        m_tls->stream.set_verify_callback([tls = m_tls.get()](bool is_good, ssl::verify_context& verification) {
            if (!is_good)
                tls->refusal = refusal_of(verification.native_handle());
            return is_good;
        });
    } else {
        name = options.server_name.empty() ? host : options.server_name;
        m_tls->stream.set_verify_mode(ssl::verify_none);
    }
    announce_name(connection, name);
    error_code error;
    co_await m_tls->stream.async_handshake(ssl::stream_base::client, asio::redirect_error(asio::use_awaitable, error));
    if (m_tls->refusal)
        throw Error(Errc::tls, to_sentence(*m_tls->refusal, name));
    if (is_tls_error(error))
        throw Error(Errc::tls, tls_sentence(error, options));
    if (is_end(error))
        throw Error(Errc::connection_failed, "the server closed the connection during the TLS handshake; "
                                             "it is starting or full, or this is no TLS port");
    if (error)
        throw boost::system::system_error(error);
    // OpenSSL finds nothing wrong with a certificate that is not there.
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(SSL_get_peer_certificate(connection), &X509_free);
    const bool is_verified = options.verify && certificate && SSL_get_verify_result(connection) == X509_V_OK;
    if (options.verify && !is_verified)
        throw Error(Errc::tls, "the server showed no certificate");
    m_encryption = describe(connection, is_verified);
}

asio::awaitable<std::size_t> Wire::read_some(asio::mutable_buffer buffer, error_code& error)
{
    // No coroutine of its own: plain connections pay nothing for the choice.
    if (m_tls)
        return m_tls->stream.async_read_some(buffer, asio::redirect_error(asio::use_awaitable, error));
    return m_socket.async_read_some(buffer, asio::redirect_error(asio::use_awaitable, error));
}

void Wire::write(std::string bytes)
{
    if (m_is_writing) {
        m_waiting += bytes;
        return;
    }
    m_is_writing = true;
    m_writing = std::move(bytes); // Ours as long as anything is pending: TLS may read it once more after close().
    const auto done = [self = shared_from_this()](const error_code& error, std::size_t) { self->on_written(error); };
    if (m_tls)
        asio::async_write(m_tls->stream, asio::buffer(m_writing), done);
    else
        asio::async_write(m_socket, asio::buffer(m_writing), done);
}

void Wire::on_written(const error_code& error)
{
    if (error || m_is_closed)
        return;
    m_is_writing = false;
    if (!m_waiting.empty())
        write(std::exchange(m_waiting, {}));
    else
        m_written();
}

void Wire::close()
{
    m_is_closed = true;
    m_connecting.cancel();
    error_code ignored;
    m_socket.close(ignored);
}

} // namespace lockscope::redis
