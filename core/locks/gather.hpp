// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

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
};

/// Runs several pieces of work side by side and waits for all of them. Cancellation is passed on to each; the end of
/// each is awaited all the same. Called from a coroutine that does not throw when cancelled, on an executor of one
/// thread.
template <typename T>
boost::asio::awaitable<std::vector<Outcome<T>>> gather(std::vector<boost::asio::awaitable<T>> works)
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
    };
    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const auto state = std::make_shared<State>(executor, works.size());
    for (std::size_t i = 0; i < works.size(); ++i) {
        auto finish = [state, i](std::exception_ptr error, T value) {
            Outcome<T>& outcome = state->outcomes[i];
            outcome.error = std::move(error);
            if (!outcome.error)
                outcome.value.emplace(std::move(value));
            if (--state->open == 0)
                state->timer.cancel();
        };
        asio::co_spawn(executor, std::move(works[i]),
                       asio::bind_cancellation_slot(state->signals[i].slot(), std::move(finish)));
    }
    bool is_passed_on = false;
    while (state->open > 0) {
        boost::system::error_code woken;
        co_await state->timer.async_wait(asio::redirect_error(asio::use_awaitable, woken));
        if (cancellation.cancelled() == asio::cancellation_type::none || is_passed_on)
            continue;
        is_passed_on = true;
        for (asio::cancellation_signal& signal : state->signals)
            signal.emit(asio::cancellation_type::terminal);
    }
    co_return std::move(state->outcomes);
}

} // namespace lockscope::locks
