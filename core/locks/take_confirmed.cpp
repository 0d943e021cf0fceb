// SPDX-License-Identifier: Apache-2.0
#include "locks/attempts.hpp"
#include "locks/counting.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;
using Clock = WaitRoom::Clock;

/// @returns nullopt if it was taken, not confirmed, and given back.
asio::awaitable<std::optional<Looked>> try_confirmed(detail::ClientCore& core, const std::string& name,
                                                     Clock::time_point limit, int tries, const ConfirmedSteps& steps)
{
    Confirmation confirmation = co_await Confirmation::begin(core, name, limit);
    const Looked looked = co_await steps.take(confirmation);
    if (!looked.is_served)
        co_return looked;
    confirmation.taken();
    const Clock::time_point now = Clock::now();
    const Clock::time_point patience = now + core.options.replica_timeout;
    const Clock::time_point end = tries == 1 ? patience : std::min(patience, std::max(limit, now + reply_grace));
    std::optional<Error> refusal;
    bool is_confirmed = false;
    try {
        ScriptCall restate = steps.restate();
        is_confirmed = co_await confirmation.confirm(std::move(restate), end);
    } catch (const Error& error) {
        refusal = error;
    }
    if (is_confirmed)
        co_return looked;
    co_await steps.undo(confirmation);
    if (refusal)
        throw *refusal;
    co_return std::nullopt;
}

} // namespace

asio::awaitable<Looked> take_confirmed(detail::ClientCore& core, const Counter& counter, Clock::time_point limit,
                                       int tries, const ConfirmedSteps& steps)
{
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    Redirected redirected;
    for (int tried = 1; tried <= tries;) {
        std::optional<Looked> looked;
        std::optional<Error> failure;
        try {
            looked = co_await try_confirmed(core, counter.name, limit, tries, steps);
        } catch (const Error& error) {
            failure = error;
        }
        if (looked)
            co_return *looked;
        if (failure) {
            if (failure->state_known() && !is_gone(core, *failure))
                leave_if_cancelled(core, counter, cancellation);
            co_await redirected.after(core, counter.name, *failure, limit);
            continue;
        }
        ++tried;
        if (Clock::now() + between_confirmed_tries >= limit)
            break;
        asio::steady_timer pause(core.executor(), between_confirmed_tries);
        boost::system::error_code ignored;
        co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
        leave_if_cancelled(core, counter, cancellation); // it has been undone
    }
    throw make_error(core, Errc::not_replicated, counter, not_confirmed(core));
}

} // namespace lockscope::locks
