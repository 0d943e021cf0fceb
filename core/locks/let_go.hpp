// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/gather.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace lockscope::locks {

/// Awaits work that goes on by itself when whoever awaits it is cancelled. Called from a coroutine that does not throw
/// when cancelled, on an executor of one thread.
/// @param late called with what the work brought when nobody awaited it any more
/// @returns what became of it; nothing if it goes on
template <typename T>
boost::asio::awaitable<std::optional<Outcome<T>>> await_or_let_go(boost::asio::any_io_executor executor,
                                                                  boost::asio::awaitable<T> work,
                                                                  std::function<void(T)> late)
{
    namespace asio = boost::asio;
    struct State
    {
        asio::steady_timer ended;
        std::optional<Outcome<T>> outcome;
        bool is_let_go = false;
    };
    const auto state =
        std::make_shared<State>(State{asio::steady_timer(executor, asio::steady_timer::time_point::max()), {}});
    asio::co_spawn(executor, std::move(work), [state, late](std::exception_ptr error, T value) {
        if (state->is_let_go && !error && late)
            late(std::move(value));
        Outcome<T>& outcome = state->outcome.emplace();
        outcome.error = std::move(error);
        if (!outcome.error)
            outcome.value.emplace(std::move(value));
        state->ended.cancel();
    });
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    while (!state->outcome) {
        state->is_let_go = cancellation.cancelled() != asio::cancellation_type::none;
        if (state->is_let_go)
            co_return std::nullopt;
        boost::system::error_code ignored;
        co_await state->ended.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
    co_return std::move(state->outcome);
}

} // namespace lockscope::locks
