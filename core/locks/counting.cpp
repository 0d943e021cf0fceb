// SPDX-License-Identifier: Apache-2.0
#include "locks/counting.hpp"

#include "base/durations.hpp"
#include "locks/line_wait.hpp"
#include "lockscope/escape.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <limits>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;
using Clock = WaitRoom::Clock;

/// While there is no connection, whoever has to wait for one is asked so often whether it is still wanted.
constexpr milliseconds unconnected{250};

/// Nothing that matters is sent before the connection stands: what is sent over one that breaks is of unknown outcome.
asio::awaitable<void> connect(redis::Link& connection, Clock::time_point limit)
{
    if (connection.is_open())
        co_return;
    std::optional<Error> failure;
    try {
        redis::Command command{"PING"};
        co_await connection.call(std::move(command), limit);
    } catch (const Error& error) {
        failure = error;
    }
    if (failure && failure->errc() == Errc::no_permission)
        co_return; // It answers all the same.
    // Whatever became of the PING, the command itself was not sent.
    if (failure && !failure->state_known())
        throw Error(Errc::connection_failed, failure->message(), failure->node());
    if (failure)
        throw *failure;
}

} // namespace

Error make_error(detail::ClientCore& core, Errc code, const Counter& counter, const std::string& sentence)
{
    return Error(code, std::string("The ") + counter.noun + ' ' + escape(counter.name) + ' ' + sentence,
                 core.servers().name());
}

Clock::time_point give_up_after(std::optional<milliseconds> wait)
{
    if (wait && *wait <= milliseconds::zero())
        return Clock::time_point::min();
    return Clock::now() + std::min(wait.value_or(longest_wait), longest_wait);
}

Clock::time_point patient_until(const detail::ClientCore& core, Clock::time_point give_up)
{
    const Clock::time_point now = Clock::now();
    if (give_up <= now)
        return now + core.options.command_timeout;
    return std::min(give_up, now + core.options.outage_patience);
}

void require_not_negative(int permits)
{
    if (permits < 0)
        throw Error(Errc::invalid_argument,
                    "The number of permits must not be negative, but it is " + std::to_string(permits) + '.');
}

std::int64_t integer_of(detail::ClientCore& core, const Counter& counter, const redis::Reply& reply)
{
    if (const auto number = reply.as_integer())
        return *number;
    throw make_error(core, Errc::protocol, counter, "could not be used: the server's answer makes no sense.");
}

int permits_of(detail::ClientCore& core, const Counter& counter, const redis::Reply& reply)
{
    using Limits = std::numeric_limits<int>;
    return static_cast<int>(std::clamp<std::int64_t>(integer_of(core, counter, reply), Limits::min(), Limits::max()));
}

void leave_if_cancelled(detail::ClientCore& core, const Counter& counter, const asio::cancellation_state& cancellation)
{
    if (core.wait_room().is_closed())
        throw make_error(core, Errc::closed, counter, "was waited for by a client that is being closed.");
    if (cancellation.cancelled() != asio::cancellation_type::none)
        throw make_error(core, Errc::cancelled, counter, "is no longer waited for: cancelled.");
}

void leave_if_stopped(detail::ClientCore& core, const Counter& counter, const std::stop_token& stop)
{
    if (stop.stop_requested())
        throw make_error(core, Errc::cancelled, counter, "was not asked for: cancelled before.");
}

asio::awaitable<redis::Reply> run_once(detail::ClientCore& core, const Counter& counter, const ScriptCall& call,
                                       Clock::time_point limit, const char* unknown)
{
    return run_once(core, counter, call, limit, unknown, core.servers().commands());
}

asio::awaitable<redis::Reply> run_once(detail::ClientCore& core, const Counter& counter, const ScriptCall& call,
                                       Clock::time_point limit, const char* unknown, redis::Link& connection)
{
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    milliseconds pause{10};
    while (true) {
        std::optional<Error> failure;
        try {
            co_await connect(connection, std::min(limit, Clock::now() + unconnected));
            const Clock::time_point deadline = Clock::now() + core.options.command_timeout;
            redis::Reply reply = co_await connection.eval(*call.script, call.keys, call.args, deadline);
            co_return reply;
        } catch (const Error& error) {
            failure = error;
        }
        if (!failure->state_known())
            throw make_error(core, Errc::outcome_unknown, counter, std::string(unknown) + ": " + failure->message());
        leave_if_cancelled(core, counter, cancellation); // nothing was executed yet
        if (!failure->transient() || Clock::now() + pause >= limit)
            throw *failure;
        asio::steady_timer timer(co_await asio::this_coro::executor, pause);
        boost::system::error_code ignored;
        co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
        leave_if_cancelled(core, counter, cancellation); // nothing was executed yet
        pause = std::min(pause * 2, milliseconds(250));
    }
}

asio::awaitable<bool> wait_for_count(detail::ClientCore& core, const Counter& counter, const LineId& line,
                                     Clock::time_point give_up, const Look& look)
{
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const auto place = core.wait_room().enter(line);
    while (!place->is_first()) {
        leave_if_cancelled(core, counter, cancellation); // no signal comes twice
        co_await place->until_first(give_up);
        leave_if_cancelled(core, counter, cancellation);
        if (!place->is_first() && Clock::now() >= give_up)
            co_return false;
    }
    while (true) {
        const Clock::time_point now = Clock::now();
        co_await place->listen(std::min(give_up, now + core.options.command_timeout), now + polling_wait);
        leave_if_cancelled(core, counter, cancellation);
        if (place->is_greedy())
            co_await place->step_aside(core.servers().commands(), give_up);
        const std::uint64_t heard = place->heard();
        const Looked looked = co_await look(patient_until(core, give_up));
        place->look(heard);
        if (looked.is_served) {
            place->granted();
            co_return true;
        }
        place->denied();
        leave_if_cancelled(core, counter, cancellation);
        if (Clock::now() >= give_up)
            co_return false;
        const milliseconds pause = patience(looked.ttl, place->is_listening());
        co_await place->until_news(std::min(give_up, Clock::now() + pause));
        leave_if_cancelled(core, counter, cancellation);
        if (Clock::now() >= give_up)
            co_return false;
    }
}

} // namespace lockscope::locks
