// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/error.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::locks {

/// What became of one of several pieces of work.
template <typename T>
struct Outcome
{
    std::optional<T> value;
    std::exception_ptr error; ///< Set if value is not.

    /// The error, if there is one. Throws what is none of this library's.
    [[nodiscard]] std::optional<Error> failure() const
    {
        try {
            if (error)
                std::rethrow_exception(error);
        } catch (const Error& what) {
            return what;
        }
        return std::nullopt;
    }
};

/// When the rest of several pieces of work is not worth waiting for.
struct Enough
{
    std::size_t count;               ///< So many have succeeded,
    std::chrono::milliseconds grace; ///< and so long the others had time after that.
};

/// Runs several pieces of work side by side and waits for all of them. Cancellation is passed on to each; the end of
/// each is awaited all the same. With @p enough both are the same: when there is enough, or nobody wants it any more,
/// what is still under way has its grace, and is cancelled then. Called from a coroutine that does not throw when
/// cancelled, on an executor of one thread.
template <typename T>
boost::asio::awaitable<std::vector<Outcome<T>>> gather(std::vector<boost::asio::awaitable<T>> works,
                                                       std::optional<Enough> enough = {})
{
    namespace asio = boost::asio;
    struct State
    {
        explicit State(const asio::any_io_executor& executor, std::size_t count)
            : timer(executor, asio::steady_timer::time_point::max())
            , outcomes(count)
            , signals(count)
            , open(count)
        {}
        asio::steady_timer timer;
        std::vector<Outcome<T>> outcomes;
        std::vector<asio::cancellation_signal> signals;
        std::size_t open;
        std::size_t succeeded = 0;
    };
    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const auto state = std::make_shared<State>(executor, works.size());
    for (std::size_t i = 0; i < works.size(); ++i) {
        auto finish = [state, i](std::exception_ptr error, T value) {
            Outcome<T>& outcome = state->outcomes[i];
            outcome.error = std::move(error);
            if (!outcome.error) {
                outcome.value.emplace(std::move(value));
                ++state->succeeded;
            }
            --state->open;
            state->timer.cancel();
        };
        asio::co_spawn(executor, std::move(works[i]),
                       asio::bind_cancellation_slot(state->signals[i].slot(), std::move(finish)));
    }
    bool is_passed_on = false;
    bool has_enough = false;
    while (state->open > 0) {
        const bool is_wanted = cancellation.cancelled() == asio::cancellation_type::none;
        if (enough && !has_enough && (state->succeeded >= enough->count || !is_wanted)) {
            has_enough = true;
            state->timer.expires_after(enough->grace);
        }
        boost::system::error_code woken;
        co_await state->timer.async_wait(asio::redirect_error(asio::use_awaitable, woken));
        const bool is_over = enough ? has_enough && !woken : cancellation.cancelled() != asio::cancellation_type::none;
        if (!is_over || is_passed_on)
            continue;
        is_passed_on = true;
        state->timer.expires_at(asio::steady_timer::time_point::max());
        for (asio::cancellation_signal& signal : state->signals)
            signal.emit(asio::cancellation_type::terminal);
    }
    co_return std::move(state->outcomes);
}

} // namespace lockscope::locks
