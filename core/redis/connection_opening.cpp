// SPDX-License-Identifier: Apache-2.0
// How a connection comes to stand: address, encryption, password, database, name, role.
#include "redis/connection_impl.hpp"

#include "redis/replication.hpp"
#include "redis/tls_errors.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace lockscope::redis {

using boost::system::error_code;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds probe_patience{500};

/// What a TLS server answers to our first words, if it answers: a record of type 21, version 3.x.
bool is_tls_alert(std::string_view bytes)
{
    return bytes.size() >= 2 && bytes[0] == '\x15' && bytes[1] == '\x03';
}

/// Of a name that nobody knows, the system's own words say more about DNS than about it.
std::string words_of(const error_code& error)
{
    if (error == boost::asio::error::host_not_found || error == boost::asio::error::no_data)
        return "no host has this name";
    if (error == boost::asio::error::host_not_found_try_again)
        return "the name of the host cannot be looked up at present";
    return error.message();
}

/// Who does not know AUTH may repeat what it was given.
Reply without_secrets(Reply reply, const std::string& password)
{
    reply.text.resize(std::min(reply.text.size(), reply.text.find(", with args")));
    if (!password.empty() && reply.text.find(password) != reply.text.npos)
        reply.text.resize(std::min(reply.text.size(), reply.text.find(' ')));
    return reply;
}

} // namespace

asio::awaitable<void> Connection::Impl::attempt()
{
    ++m_attempts;
    m_reader = ReplyReader(options.limits);
    m_is_dead = false;
    m_is_demoted = false;
    if (options.locate) // before the clock runs: it has limits of its own
        where = co_await options.locate();
    if (is_closed)
        co_return;
    give_up_after(options.connect_timeout);
    m_wire = std::make_shared<Wire>(executor, [this] { flush(); }); // ends no later than we: close() silences it
    std::string why;
    Errc code = Errc::connection_failed;
    try {
        co_await connect(m_wire);
        co_await shake_hands();
    } catch (const Error& error) {
        why = error.message();
        code = error.errc();
    } catch (const boost::system::system_error& error) {
        why = words_of(error.code());
    }
    m_connect_timer.cancel();
    const bool was_encrypting = std::exchange(m_is_encrypting, false);
    if (m_open_timed_out) {
        code = Errc::connection_failed;
        why = (was_encrypting ? "no answer to the TLS handshake within " : "no answer within ")
            + std::to_string(options.connect_timeout.count()) + " ms";
    }
    if (m_open_timed_out && was_encrypting && !is_closed && options.endpoint.unix_path.empty()) {
        const bool is_plain = co_await answers_in_the_clear();
        if (is_plain) {
            code = Errc::tls;
            why = std::string(no_tls_here);
        }
    }
    if (!why.empty())
        throw Error(code, located(why), node);
    if (is_closed)
        co_return;
    is_open = true;
    is_lost = false;
    m_may_ping = true;
    ++link_number;
    m_replica_since = {};
    m_open_since = Clock::now();
    m_failures = 0;
    m_orphan_id = 0;
    heard_at = m_last_traffic = Clock::now();
    notify({Event::Kind::opened, {}, {}});
    answer_openers(nullptr);
    flush();
    arm_timer();
}

void Connection::Impl::give_up_after(milliseconds limit)
{
    m_open_timed_out = false;
    m_connect_timer.expires_after(limit);
    m_connect_timer.async_wait([weak = weak_from_this(), attempt = m_attempts](error_code error) {
        const auto self = weak.lock();
        if (error || !self || self->is_open || self->m_attempts != attempt)
            return;
        self->m_open_timed_out = true;
        self->drop_wire();
    });
}

/// A Redis without TLS does not answer a handshake: it waits for the end of the line.
asio::awaitable<bool> Connection::Impl::answers_in_the_clear()
{
    const auto probe = std::make_shared<Wire>(executor, [] {});
    m_wire = probe;
    give_up_after(std::min(options.connect_timeout, probe_patience));
    error_code error;
    std::size_t length = 0;
    try {
        co_await probe->connect(where, m_connect_timer.expiry());
        probe->write("PING\r\n");
        length = co_await probe->read_some(asio::buffer(m_buffer), error);
    } catch (const boost::system::system_error&) {
        length = 0;
    }
    m_connect_timer.cancel();
    co_return !error && length > 0 && (m_buffer[0] == '+' || m_buffer[0] == '-');
}

asio::awaitable<void> Connection::Impl::connect(std::shared_ptr<Wire> wire)
{
    const Endpoint& endpoint = options.endpoint;
    if (endpoint.unix_path.empty())
        co_await wire->connect(where, m_connect_timer.expiry());
    else
        co_await wire->connect(endpoint.unix_path);
    if (!endpoint.tls.enabled)
        co_return;
    m_is_encrypting = true;
    const std::string host = endpoint.unix_path.empty() ? where.host : std::string();
    co_await wire->encrypt(endpoint.tls, host);
    m_is_encrypting = false;
}

asio::awaitable<void> Connection::Impl::shake_hands()
{
    const Endpoint& endpoint = options.endpoint;
    const std::string password = options.password ? options.password->newest() : endpoint.password;
    std::vector<Command> commands;
    // A user may have no password; where he has one, the server says that it is missing.
    if (!password.empty() || !endpoint.user.empty()) {
        Command auth{"AUTH"};
        if (!endpoint.user.empty())
            auth.arg(endpoint.user);
        commands.push_back(std::move(auth.arg(password)));
    }
    if (endpoint.database != 0)
        commands.push_back(Command{"SELECT"}.arg(endpoint.database));
    const std::size_t required = commands.size();
    if (!options.client_name.empty())
        commands.push_back(Command{"CLIENT", "SETNAME", options.client_name});
    commands.push_back(Command{"CLIENT", "ID"});
    const bool looks_for_orphan = m_orphan_id != 0 && m_orphan_at == where;
    if (looks_for_orphan)
        commands.push_back(Command{"CLIENT", "LIST", "ID"}.arg(m_orphan_id));
    if (options.requires_master)
        commands.push_back(Command{"ROLE"});

    const std::vector<Reply> replies = co_await ask_directly(commands);
    for (std::size_t i = 0; i < replies.size(); ++i) {
        if (!replies[i].is_error())
            continue;
        const Errc code = errc_of(replies[i].text);
        const Error error = to_error(without_secrets(replies[i], password), node, commands[i].title());
        // Who cannot answer now is asked again: without its id a connection could not listen for changes.
        if (i < required || code == Errc::authentication || error.transient()) {
            // Whatever the class of the reply: with this address and password it will not work. But if the password was
            // changed meanwhile, the new one may be right.
            const bool is_outdated = options.password && options.password->newest() != password;
            throw Error(error.transient() ? error.errc()
                        : is_outdated     ? Errc::connection_failed
                                          : Errc::authentication,
                        error.message(), node);
        }
    }
    const std::size_t id_at = required + (options.client_name.empty() ? 0 : 1);
    client_id = replies[id_at].as_integer().value_or(0);
    if (options.requires_master)
        co_await require_master(replies.back());
    if (looks_for_orphan && is_orphan(replies[id_at + 1].text)) {
        const std::vector<Command> kill{Command{"CLIENT", "KILL", "ID"}.arg(m_orphan_id)};
        co_await ask_directly(kill);
    }
}

/// A user who may not ask ROLE may be allowed INFO; if neither, the server is believed, and its READONLY will tell.
asio::awaitable<void> Connection::Impl::require_master(Reply role)
{
    ServerRole said = parse_role(role).role;
    if (said == ServerRole::unknown) {
        const std::vector<Command> info{Command{"INFO", "replication"}};
        const std::vector<Reply> replies = co_await ask_directly(info);
        if (replies.front().is_text())
            said = parse_replication(replies.front().text).role;
    }
    if (said == ServerRole::replica)
        throw Error(Errc::read_only, "it is a replica now", node);
    if (said == ServerRole::sentinel)
        throw Error(Errc::invalid_argument, "it is a Sentinel, which keeps no data", node);
}

/// A server that was started anew gives old ids to others, so the id alone would end a stranger's connection: name and
/// age have to be those of our predecessor, too.
bool Connection::Impl::is_orphan(std::string_view line) const
{
    if (!options.client_name.empty() && line.find(" name=" + options.client_name + " ") == std::string_view::npos)
        return false;
    const std::size_t start = line.find(" age=");
    if (start == std::string_view::npos)
        return false;
    const std::string_view rest = line.substr(start + 5);
    const std::optional<std::int64_t> age = to_integer(rest.substr(0, rest.find(' ')));
    const auto expected = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - m_orphan_since);
    return age && *age + 1 >= expected.count(); // whole seconds, counted by two clocks
}

/// The last words of a server that closes at once: protected mode does not get better by waiting, too many clients do.
Error Connection::Impl::refusal(const Reply& last_words) const
{
    const Error error = to_error(last_words, node, "The connection");
    return error.errc() == Errc::server ? Error(Errc::connection_failed, error.message(), node) : error;
}

/// Why a server may have ended the connection instead of answering our first words. Since TLS 1.3 it looks at our
/// certificate only after the handshake.
Error Connection::Impl::farewell(error_code error) const
{
    const TlsOptions& tls = options.endpoint.tls;
    if (is_tls_error(error))
        return {Errc::tls, tls_sentence(error, tls), node};
    if (!is_end(error))
        return {Errc::connection_failed, error.message(), node};
    std::string why = "the server closed it without an answer";
    if (tls.enabled && tls.certificate_file.empty())
        why += "; it may ask for a certificate of ours";
    else if (!tls.enabled && options.endpoint.unix_path.empty())
        why += "; if it speaks TLS there, write rediss:// instead of redis://";
    return {Errc::connection_failed, why, node};
}

asio::awaitable<std::vector<Reply>> Connection::Impl::ask_directly(const std::vector<Command>& commands)
{
    std::string bytes;
    for (const Command& command : commands)
        command.append_to(bytes);
    const std::shared_ptr<Wire> wire = m_wire;
    // Not waited for: where it fails, the server's last words tell why.
    wire->write(std::move(bytes));
    std::vector<Reply> replies;
    bool is_first = true;
    while (replies.size() < commands.size()) {
        error_code error;
        const std::size_t length = co_await wire->read_some(asio::buffer(m_buffer), error);
        if (error && !replies.empty() && replies.back().is_error())
            throw refusal(replies.back());
        if (error && is_first)
            throw farewell(error);
        if (error)
            throw boost::system::system_error(error);
        if (std::exchange(is_first, false) && !wire->is_encrypted() && is_tls_alert({m_buffer.data(), length}))
            throw Error(Errc::tls, "the server speaks TLS on this port; write rediss:// instead of redis://", node);
        m_reader.feed({m_buffer.data(), length});
        while (replies.size() < commands.size()) {
            auto reply = m_reader.next();
            if (!reply)
                break;
            replies.push_back(std::move(*reply));
        }
    }
    co_return replies;
}

} // namespace lockscope::redis
