// SPDX-License-Identifier: Apache-2.0
#include "redis/connection_impl.hpp"

#include "lockscope/escape.hpp"
#include "redis/tls_errors.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace lockscope::redis {

using boost::system::error_code;
using std::chrono::milliseconds;

namespace {

/// A link that lasts so long was no mistake.
constexpr milliseconds settled_after{1000};

} // namespace

Connection::Impl::Impl(asio::any_io_executor the_executor, ConnectionOptions the_options)
    : options(std::move(the_options))
    , node(options.endpoint.display())
    , executor(std::move(the_executor))
    , where{options.endpoint.host, options.endpoint.port}
    , m_pipeline(node)
    , m_reader(options.limits)
    , m_backoff_timer(executor)
    , m_connect_timer(executor)
    , m_deadline_timer(executor)
    , m_random(std::random_device{}())
{}

void Connection::Impl::submit(const std::vector<Command>& commands, Clock::time_point deadline,
                              Pipeline::Completion completion)
{
    if (is_closed) {
        // Posted, because an initiating function must not complete its operation itself.
        asio::post(executor, [completion = std::move(completion), name = node] {
            completion(std::make_exception_ptr(Error(Errc::closed, "The connection to " + name + " is closed.", name)),
                       {});
        });
        return;
    }
    m_pipeline.add(commands, deadline, std::move(completion));
    start();
    if (is_open)
        flush();
    const bool is_asked = m_pipeline.may_be_unwanted();
    if (!m_armed_for || std::min(deadline, is_asked ? Clock::now() + between_questions : deadline) < *m_armed_for)
        arm_timer();
}

void Connection::Impl::when_open(Opened callback)
{
    if (is_open || is_closed) {
        std::exception_ptr error;
        if (is_closed)
            error = std::make_exception_ptr(Error(Errc::closed, "The connection to " + node + " is closed.", node));
        asio::post(executor, [callback = std::move(callback), error] { callback(error); });
        return;
    }
    m_openers.push_back(std::move(callback));
    start();
    if (m_is_backing_off)
        m_backoff_timer.cancel(); // somebody asks: try now
}

void Connection::Impl::close()
{
    if (std::exchange(is_closed, true))
        return;
    const Error error(Errc::closed, "The connection to " + node + " was closed.", node);
    is_open = false;
    drop_wire();
    m_backoff_timer.cancel();
    m_connect_timer.cancel();
    m_deadline_timer.cancel();
    m_pipeline.lose_sent("closed");
    m_pipeline.fail_unsent(error);
    answer_openers(std::make_exception_ptr(error));
    listeners.clear();
}

void Connection::Impl::start()
{
    if (std::exchange(m_is_started, true))
        return;
    const auto keep_running = [](std::shared_ptr<Impl> self) -> asio::awaitable<void> { co_await self->run(); };
    asio::co_spawn(executor, keep_running(shared_from_this()), asio::detached);
}

asio::awaitable<void> Connection::Impl::run()
{
    while (!is_closed) {
        std::string why;
        Errc code = Errc::connection_failed;
        try {
            co_await attempt();
            co_await read_until_broken();
        } catch (const Error& error) {
            why = error.message();
            code = error.errc();
        } catch (const std::exception& error) {
            why = error.what();
        }
        if (is_closed)
            co_return;
        const bool was_open = std::exchange(is_open, false);
        is_lost = true;
        if (m_pipeline.has_unanswered()) {
            m_orphan_id = client_id;
            m_orphan_since = m_open_since;
            m_orphan_at = where;
        }
        drop_wire();
        m_last_error = why;
        m_failures = was_open ? 0 : m_failures + 1;
        if (was_open)
            m_early_ends = Clock::now() - m_open_since < settled_after ? m_early_ends + 1 : 0;
        const milliseconds pause = next_backoff(code);
        const Error error(code,
                          was_open ? "The connection to " + node + " was lost: " + why
                                   : "No connection to " + node + ": " + why,
                          node);
        m_pipeline.lose_sent(why);
        if (!error.transient())
            m_pipeline.fail_unsent(error); // a wrong password does not get better by waiting
        answer_openers(std::make_exception_ptr(error));
        notify({Event::Kind::lost, error.message(), Clock::now() + pause, code});
        if (is_closed)
            co_return;
        arm_timer();
        m_is_backing_off = true;
        m_backoff_timer.expires_after(pause);
        error_code ignored;
        co_await m_backoff_timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
        m_is_backing_off = false;
    }
}

asio::awaitable<void> Connection::Impl::read_until_broken()
{
    const std::shared_ptr<Wire> wire = m_wire;
    while (!is_closed && is_open) {
        error_code error;
        const std::size_t length = co_await wire->read_some(asio::buffer(m_buffer), error);
        if (is_closed)
            co_return;
        if (error)
            throw Error(Errc::connection_lost, reason(error), node);
        traffic.bytes_in += length;
        heard_at = m_last_traffic = Clock::now();
        m_reader.feed({m_buffer.data(), length});
        while (auto reply = m_reader.next()) {
            if (push_handler && push_handler(*reply))
                continue;
            if (says_read_only(*reply) && (options.requires_master || may_lead_elsewhere()))
                m_is_dead = m_is_demoted = true; // what is asked from now on goes to its successor
            const bool was_overload = reply->is_error();
            const std::string text = was_overload ? reply->text : std::string();
            if (!m_pipeline.on_reply(std::move(*reply)))
                throw Error(Errc::protocol,
                            was_overload ? "the server said: " + escape(std::string_view(text).substr(0, 200))
                                         : std::string("the server sent a reply nobody asked for"),
                            node);
            if (is_closed)
                co_return;
        }
        // What was sent before has its answer, too: nobody's outcome is unknown.
        if (m_is_demoted && !m_pipeline.has_unanswered())
            throw Error(Errc::read_only, located("it is a replica now"), node);
    }
}

/// A name may be another server's by now, while the former master lives on as a replica. Where it is the same still,
/// it is not asked again all the time.
bool Connection::Impl::may_lead_elsewhere()
{
    constexpr std::chrono::seconds between_looks{5};
    const Endpoint& endpoint = options.endpoint;
    error_code no_address;
    asio::ip::make_address(endpoint.host, no_address);
    const bool is_name = !options.locate && endpoint.unix_path.empty() && no_address;
    if (!is_name || Clock::now() < m_looked_elsewhere + between_looks)
        return false;
    m_looked_elsewhere = Clock::now();
    return true;
}

void Connection::Impl::reconnect(const std::string& why)
{
    if (is_closed || !m_is_started)
        return;
    if (m_is_backing_off) {
        m_backoff_timer.cancel();
        return;
    }
    m_hurries = true;
    if (is_open)
        give_up_link(why);
    else
        drop_wire(); // the attempt fails
}

/// read_until_broken() ends, and run() opens a new one.
void Connection::Impl::give_up_link(const std::string& why)
{
    m_is_dead = true; // what is asked from now on goes to its successor
    m_last_error = why;
    drop_wire();
}

/// Where the address is not the user's own, it is said.
std::string Connection::Impl::located(std::string why) const
{
    return options.locate ? where.display() + ": " + why : why;
}

std::string Connection::Impl::reason(error_code error) const
{
    if (error == asio::error::operation_aborted || error == asio::error::bad_descriptor)
        return m_last_error; // closed by give_up_link()
    if (error == asio::error::eof || error == asio::ssl::error::stream_truncated)
        return located("the server closed it");
    return located(is_tls_error(error) ? tls_sentence(error, options.endpoint.tls) : error.message());
}

bool Connection::Impl::writes_at_once() const noexcept
{
    return is_open && !m_is_dead && !m_wire->is_writing();
}

bool Connection::Impl::sends_at_once() const noexcept
{
    return writes_at_once() && !m_pipeline.has_unsent();
}

void Connection::Impl::flush()
{
    if (!writes_at_once() || !m_pipeline.has_unsent())
        return;
    const std::uint64_t before = m_pipeline.sent_commands();
    m_last_traffic = Clock::now();
    std::string bytes = m_pipeline.take_unsent(m_last_traffic);
    traffic.bytes_out += bytes.size();
    traffic.commands += m_pipeline.sent_commands() - before;
    m_wire->write(std::move(bytes));
}

std::optional<Encryption> Connection::Impl::encryption() const
{
    return is_open ? m_wire->encryption() : std::nullopt;
}

void Connection::Impl::arm_timer()
{
    std::optional<Clock::time_point> next = m_pipeline.next_deadline();
    const auto consider = [&](Clock::time_point when) { next = next ? std::min(*next, when) : when; };
    if (const auto oldest = m_pipeline.oldest_sent())
        consider(*oldest + options.command_timeout);
    if (m_pipeline.may_be_unwanted())
        consider(Clock::now() + between_questions);
    if (is_open && !m_pings && m_pipeline.is_idle())
        consider(m_last_traffic + options.keepalive);
    m_armed_for = next;
    if (!next) {
        m_deadline_timer.cancel();
        return;
    }
    m_deadline_timer.expires_at(*next);
    m_deadline_timer.async_wait([weak = weak_from_this()](error_code error) {
        const auto self = weak.lock();
        if (!error && self && !self->is_closed)
            self->on_timer();
    });
}

void Connection::Impl::on_timer()
{
    m_armed_for.reset();
    const Clock::time_point now = Clock::now();
    const auto oldest = m_pipeline.oldest_sent();
    // A caller's deadline counts from just before the sending; both are one moment, or its next command would still go
    // this way.
    constexpr milliseconds between{5};
    if (is_open && oldest && now + between >= *oldest + options.command_timeout) {
        give_up_link(located("no reply for " + std::to_string(options.command_timeout.count()) + " ms"));
        m_pipeline.expire(now + between, m_last_error);
    } else {
        m_pipeline.expire(now, m_last_error);
    }
    if (is_closed)
        return;
    if (is_open && !m_pings && now >= m_last_traffic + options.keepalive && m_pipeline.is_idle())
        ask_whether_it_lives(now);
    arm_timer();
}

/// Every refusal is an entry in the server's ACL log. HELLO without words changes nothing, and no user can be denied
/// it.
void Connection::Impl::ask_whether_it_lives(Clock::time_point now)
{
    m_pings = true;
    const std::vector<Command> question{m_may_ping ? Command{"PING"} : Command{"HELLO"}};
    m_pipeline.add(question, now + options.command_timeout,
                   [weak = weak_from_this()](const std::exception_ptr& error, const std::vector<Reply>& replies) {
                       const auto self = weak.lock();
                       if (!self)
                           return;
                       self->m_pings = false;
                       if (!error && errc_of(replies.front().text) == Errc::no_permission)
                           self->m_may_ping = false;
                   });
    flush();
}

void Connection::Impl::drop_wire()
{
    if (m_wire)
        m_wire->close();
}

void Connection::Impl::notify(const Event& event)
{
    listeners.remove_if([](const auto& entry) { return entry.first.expired(); });
    // A copy: a listener may end others, or itself.
    const auto present = listeners;
    for (const auto& [handle, listener] : present) {
        if (!handle.expired())
            (*listener)(event);
    }
}

void Connection::Impl::answer_openers(std::exception_ptr error)
{
    const std::vector<Opened> openers = std::exchange(m_openers, {});
    for (const Opened& opener : openers)
        opener(error);
}

milliseconds Connection::Impl::next_backoff(Errc failure)
{
    constexpr milliseconds usual_failover{5000};
    if (std::exchange(m_hurries, false))
        return milliseconds(0);
    if (failure == Errc::read_only) {
        const Clock::time_point now = Clock::now();
        if (m_replica_since == Clock::time_point{})
            m_replica_since = now;
        if (now < m_replica_since + usual_failover) // the new master is not known everywhere yet, but soon
            return milliseconds(std::uniform_int_distribution<int>(20, 100)(m_random));
    }
    // Who lets us in and cuts the line at once, again and again, is not asked 30 times a second.
    const int early_ends = std::min(m_early_ends - 1, 3);
    const int failures = std::max({m_failures, early_ends, 0});
    if (failures == 0)
        return milliseconds(std::uniform_int_distribution<int>(0, 20)(m_random));
    // 100 ms … 1.6 s; no more than 200 ms where another server may take over. Who is refused for a wrong password fills
    // the server's log with it, and may be shut out by a guard: up to 6.4 s.
    const int most_doublings = failure == Errc::authentication ? 7 : options.locate ? 2 : 5;
    const int base = 50 << std::min(failures, most_doublings);
    return milliseconds(std::uniform_int_distribution<int>(base / 2, base)(m_random));
}

} // namespace lockscope::redis
