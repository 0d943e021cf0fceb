// SPDX-License-Identifier: Apache-2.0
#include "lockscope/trace.hpp"

#include "client/client_core.hpp"
#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "monitor/alarm.hpp"
#include "monitor/ask_masters.hpp"
#include "monitor/trace_folder.hpp"
#include "redis/connection.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace lockscope {
namespace {

namespace asio = boost::asio;
using monitor::Alarm;
using monitor::TraceFolder;
using State = TraceStatus::State;
using Stopped = TraceStatus::Stopped;

constexpr milliseconds shortest_trace{1000};
constexpr std::uint32_t most_gaps = 5;
constexpr milliseconds between_tries{200};
constexpr milliseconds between_statuses{250};
/// A line of MONITOR shows a command's arguments whole, and escaped.
constexpr std::size_t longest_line = 8u << 20;

redis::ConnectionOptions trace_options(const detail::ClientCore& core, redis::ConnectionOptions options)
{
    options.client_name = core.options.name + "-trace";
    options.limits.line = longest_line;
    return options;
}

/// What comes from one master. Its lines tell by their order which script they belong to.
struct Tap
{
    Tap(detail::ClientCore& core, redis::Node& node, const TraceOptions& options)
        : folder(options)
        , connection(core.executor(), trace_options(core, node.monitor().options()))
        , node(node.address().display())
    {}

    TraceFolder folder;
    redis::Connection connection;
    std::string node;
    std::shared_ptr<void> listening;
    bool is_beginning = false;
    redis::Connection::Clock::time_point again_at{}; ///< When to begin once more.
    bool is_watching = false;
    bool was_watching = false;
    bool has_failed = false;
};

/// The coroutine and what it works on; all of it on the trace's own I/O thread, but for silence() and stop().
class Watcher : public std::enable_shared_from_this<Watcher>
{
public:
    Watcher(std::shared_ptr<detail::ClientCore> core, TraceOptions options, Trace::Sink sink)
        : m_core(std::move(core))
        , m_sink(std::make_shared<Trace::Sink>(std::move(sink)))
        , m_options(std::move(options))
        , m_alarm(m_core->executor())
    {}

    void start()
    {
        const auto keep = [](std::shared_ptr<Watcher> self) -> asio::awaitable<void> { co_await self->run(); };
        asio::co_spawn(m_core->executor(), keep(shared_from_this()), asio::detached);
    }
    void stop()
    {
        m_is_asked = true;
        asio::post(m_core->executor(), [weak = weak_from_this()] {
            if (const auto self = weak.lock())
                self->m_alarm.ring();
        });
    }
    /// The sink is not called any more.
    void silence()
    {
        const std::scoped_lock guard(m_sink_mutex);
        m_sink.reset();
    }
    /// On the I/O thread: whatever it waits for ends.
    void end()
    {
        m_is_asked = true;
        for (const auto& tap : m_taps)
            tap->connection.close();
        m_alarm.ring();
    }

private:
    asio::awaitable<void> run()
    {
        try {
            co_await find_masters();
            while (why_to_stop() == Stopped::not_yet) {
                begin_all();
                co_await m_alarm.rest(m_options.batch_interval);
                for (const auto& tap : m_taps)
                    tap->folder.settle(Clock::now());
                send();
            }
        } catch (const std::exception& error) {
            fail(error.what());
        }
        m_status.state = State::stopped;
        m_status.stopped = why_to_stop();
        for (const auto& tap : m_taps) {
            tap->listening.reset();
            tap->connection.close();
            tap->folder.close();
        }
        send();
        silence();
    }

    asio::awaitable<void> find_masters()
    {
        const auto masters = co_await m_core->servers().find_masters();
        for (const auto& master : masters) {
            auto tap = std::make_unique<Tap>(*m_core, *master, m_options);
            // The connection is the tap's, so these callbacks cannot outlive it.
            tap->connection.on_push([this, tap = tap.get()](redis::Reply& reply) { return on_line(*tap, reply); });
            tap->listening = tap->connection.on_event(
                [this, tap = tap.get()](const redis::Connection::Event& event) { on_link(*tap, event); });
            m_taps.push_back(std::move(tap));
        }
        m_options.known_locks.clear();
    }

    void begin_all()
    {
        for (const auto& tap : m_taps) {
            const bool is_settled = tap->is_watching || tap->has_failed;
            if (!is_settled && Clock::now() >= tap->again_at && !std::exchange(tap->is_beginning, true))
                asio::co_spawn(m_core->executor(), begin(shared_from_this(), *tap), asio::detached);
        }
    }

    /// Asks for the stream: each tap for itself, because a server that hangs must not keep the others waiting.
    static asio::awaitable<void> begin(std::shared_ptr<Watcher> self, Tap& tap)
    {
        try {
            redis::Command command{"MONITOR"};
            co_await tap.connection.call(std::move(command));
            self->has_begun(tap);
        } catch (const Error& error) {
            self->has_not_begun(tap, error);
        } catch (const std::exception& error) {
            self->fail(error.what());
        }
        tap.is_beginning = false;
    }

    void has_begun(Tap& tap)
    {
        if (m_status.state == State::stopped)
            return;
        tap.is_watching = tap.was_watching = true;
        m_status.state = State::running;
        if (!m_started)
            m_started = Clock::now();
    }

    /// A server that is gone for a moment is asked again, one that refuses is not.
    void has_not_begun(Tap& tap, const Error& error)
    {
        if (m_status.state == State::stopped || m_is_asked)
            return;
        // Whoever was never there is a wrong address; whoever was will come back.
        if (error.transient() && tap.was_watching && m_status.gaps <= most_gaps)
            tap.again_at = Clock::now() + between_tries;
        else
            give_up(tap, error);
    }

    [[nodiscard]] std::string sentence_of(const Error& error) const
    {
        if (error.errc() != Errc::no_permission)
            return error.message();
        const std::string& user = m_core->endpoint.user;
        return "This user may not execute MONITOR. Ask the administrator for: ACL SETUSER "
             + (user.empty() ? "default" : escape(user)) + " +monitor";
    }

    /// The others go on, if there are any.
    void give_up(Tap& tap, const Error& error)
    {
        tap.has_failed = true;
        tap.connection.close();
        if (m_status.error.empty()) {
            m_status.error = sentence_of(error);
            m_status.no_permission = error.errc() == Errc::no_permission;
        }
        if (std::all_of(m_taps.begin(), m_taps.end(), [](const auto& each) { return each->has_failed; }))
            m_failed = true;
    }

    void fail(std::string why)
    {
        m_status.error = std::move(why);
        m_status.no_permission = false;
        m_failed = true;
    }

    bool on_line(Tap& tap, redis::Reply& reply)
    {
        if (reply.kind != redis::Reply::Kind::status || !monitor::looks_like_trace_line(reply.text))
            return false;
        if (why_to_stop() == Stopped::not_yet)
            tap.folder.add(reply.text, Clock::now());
        else
            m_alarm.ring();
        return true;
    }

    void on_link(Tap& tap, const redis::Connection::Event& event)
    {
        if (event.kind != redis::Connection::Event::Kind::lost || !std::exchange(tap.is_watching, false))
            return;
        ++m_status.gaps;
        tap.folder.close();
        if (m_status.gaps > most_gaps)
            fail(event.error);
    }

    [[nodiscard]] Stopped why_to_stop() const
    {
        if (m_failed)
            return Stopped::failed;
        if (m_is_asked)
            return Stopped::asked;
        if (sum(&TraceFolder::dropped) >= m_options.max_dropped)
            return Stopped::overload;
        if (sum(&TraceFolder::lines) >= m_options.max_lines)
            return Stopped::enough;
        if (m_started && Clock::now() - *m_started >= m_options.duration)
            return Stopped::time_over;
        return Stopped::not_yet;
    }

    [[nodiscard]] std::uint64_t sum(std::uint64_t (TraceFolder::*count)() const noexcept) const
    {
        std::uint64_t all = 0;
        for (const auto& tap : m_taps)
            all += ((tap->folder).*count)();
        return all;
    }

    [[nodiscard]] TraceBatch take_batch()
    {
        TraceBatch batch;
        for (const auto& tap : m_taps) {
            auto commands = tap->folder.take_commands();
            auto identities = tap->folder.take_identities();
            for (auto& command : commands) {
                if (m_taps.size() > 1)
                    command.node = tap->node;
            }
            std::move(commands.begin(), commands.end(), std::back_inserter(batch.commands));
            std::move(identities.begin(), identities.end(), std::back_inserter(batch.identities));
        }
        if (m_taps.size() > 1) // as well as their clocks agree
            std::stable_sort(batch.commands.begin(), batch.commands.end(),
                             [](const TraceCommand& a, const TraceCommand& b) { return a.at < b.at; });
        return batch;
    }

    void send()
    {
        const auto now = Clock::now();
        TraceBatch batch = take_batch();
        const bool is_news = !batch.commands.empty() || !batch.identities.empty() || m_status.state != m_sent_state;
        if (!is_news && now - m_sent_at < between_statuses)
            return;
        m_sent_at = now;
        m_sent_state = m_status.state;
        const auto gone = m_started ? std::chrono::duration_cast<milliseconds>(now - *m_started) : milliseconds(0);
        m_status.left =
            m_status.state == State::stopped ? milliseconds(0) : std::max(milliseconds(0), m_options.duration - gone);
        m_status.lines = sum(&TraceFolder::lines);
        m_status.kept = sum(&TraceFolder::kept);
        m_status.dropped = sum(&TraceFolder::dropped);
        m_status.malformed = sum(&TraceFolder::malformed);
        batch.status = m_status;
        const std::scoped_lock guard(m_sink_mutex);
        if (m_sink)
            (*m_sink)(std::move(batch));
    }

    using Clock = redis::Connection::Clock;

    std::shared_ptr<detail::ClientCore> m_core; ///< First: the timers below live on its executor.
    std::recursive_mutex m_sink_mutex;          ///< Held during a call, so that silence() can wait for its end.
    std::shared_ptr<Trace::Sink> m_sink;
    std::atomic<bool> m_is_asked{false};
    TraceOptions m_options;
    std::vector<std::unique_ptr<Tap>> m_taps;
    Alarm m_alarm;
    TraceStatus m_status;
    std::optional<Clock::time_point> m_started;
    bool m_failed = false;
    Clock::time_point m_sent_at{};
    State m_sent_state = State::stopped; ///< So that the first status is news.
};

ClientOptions client_options()
{
    ClientOptions options;
    options.name = "lockscope";
    return options;
}

asio::awaitable<std::optional<std::int64_t>> ask_operations_of(redis::Node& master)
{
    try {
        redis::Command command{"INFO", "stats"};
        const auto reply = co_await master.monitor().call(std::move(command));
        co_return redis::to_integer(redis::info_field(reply.text, "instantaneous_ops_per_sec"));
    } catch (const Error& error) {
        if (error.errc() != Errc::no_permission)
            throw;
    }
    co_return std::nullopt;
}

asio::awaitable<std::optional<std::int64_t>> ask_operations(std::shared_ptr<detail::ClientCore> core)
{
    const auto told = co_await monitor::ask_masters<std::optional<std::int64_t>>(core, ask_operations_of);
    if (!told.troubles.empty())
        co_return std::nullopt;
    std::int64_t all = 0;
    for (const auto& operations : told.answers) {
        if (!operations)
            co_return std::nullopt; // A part of the sum would pass for all of it.
        all += *operations;
    }
    co_return all;
}

} // namespace

struct Trace::Impl
{
    Impl(Endpoint endpoint, TraceOptions options, Sink sink)
        : client(std::move(endpoint), client_options())
        , watcher(std::make_shared<Watcher>(client.core(), std::move(options), std::move(sink)))
    {}
    ~Impl()
    {
        watcher->silence();
        asio::post(client.core()->executor(), [watcher = watcher] { watcher->end(); });
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    // The watcher keeps the client's inside alive until it is gone itself; the client ends the thread before.
    Client client;
    std::shared_ptr<Watcher> watcher;
};

Trace::Trace(Endpoint endpoint, TraceOptions options, Sink sink)
{
    if (options.duration < shortest_trace || options.duration > longest_trace)
        throw Error(Errc::invalid_argument, "A trace takes between 1 s and 5 min.");
    m_impl = std::make_unique<Impl>(std::move(endpoint), std::move(options), std::move(sink));
    m_impl->watcher->start();
}

Trace::~Trace() = default;

void Trace::stop()
{
    m_impl->watcher->stop();
}

std::optional<std::int64_t> operations_per_second(Client& client)
{
    return client.core()->run(ask_operations(client.core()));
}

std::string_view to_string(TraceCommand::Role role) noexcept
{
    using Role = TraceCommand::Role;
    switch (role) {
    case Role::acquire: return "acquire";
    case Role::release: return "release";
    case Role::renew: return "renew";
    case Role::leave: return "leave-queue";
    case Role::remove: return "remove";
    case Role::wake: return "wake";
    case Role::listen: return "listen";
    case Role::stop_wait: return "stop-waiting";
    case Role::read: return "read";
    case Role::other: break;
    }
    return "other";
}

std::string_view to_string(TraceCommand::Outcome outcome) noexcept
{
    switch (outcome) {
    case TraceCommand::Outcome::done: return "done";
    case TraceCommand::Outcome::refused: return "refused";
    case TraceCommand::Outcome::unknown: break;
    }
    return "unknown";
}

} // namespace lockscope
