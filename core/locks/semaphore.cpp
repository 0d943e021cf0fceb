// SPDX-License-Identifier: Apache-2.0
#include "lockscope/semaphore.hpp"

#include "base/durations.hpp"
#include "counting_scripts.hpp"
#include "locks/counting.hpp"
#include "locks/key_names.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace lockscope {

namespace {

namespace asio = boost::asio;
using detail::ClientCore;
using locks::Counter;
using locks::Looked;
using locks::run_once;
using locks::ScriptCall;
using std::chrono::milliseconds;
using Clock = locks::WaitRoom::Clock;

constexpr const char* lost_change = "may or may not have been changed";
constexpr milliseconds longest_give_back = std::chrono::minutes(10);
constexpr milliseconds between_give_backs{200};

Counter semaphore(const std::string& name)
{
    return {"semaphore", name};
}

locks::LineId line_of(const std::string& name)
{
    return {locks::LineId::Kind::permits, locks::semaphore_channel(name), name};
}

enum class Missing { is_made, is_left_alone };

ScriptCall add_call(const std::string& name, int delta, Missing missing)
{
    static const redis::Script script(locks::scripts::semaphore_add);
    return {&script,
            {name},
            {"PUBLISH", locks::semaphore_channel(name), std::to_string(delta),
             missing == Missing::is_made ? "make" : "existing"}};
}

/// @returns false if there is no such key.
asio::awaitable<bool> add(ClientCore& core, std::string name, int delta, Missing missing)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    const auto under_way = core.under_way();
    const ScriptCall call = add_call(name, delta, missing);
    const Counter counter = semaphore(name);
    const Clock::time_point limit = Clock::now() + core.options.outage_patience;
    const redis::Reply reply = co_await run_once(core, counter, call, limit, lost_change);
    const std::int64_t answer = integer_of(core, counter, reply);
    if (answer < 0)
        throw make_error(core, Errc::invalid_argument, counter,
                         "cannot be changed by " + std::to_string(delta) + ": the number would not fit in 32 bits.");
    core.wait_room().released(line_of(name));
    co_return answer == 1;
}

/// Nothing was done, and the next time it may be.
bool may_be_repeated(const Error& error) noexcept
{
    return error.state_known() && (error.transient() || error.errc() == Errc::out_of_memory);
}

/// Nobody waits for the outcome: whoever had taken them has left. Executed once and no more: the permits of one whose
/// reply is lost may be lost, as the header says.
void give_back(ClientCore& core, const std::string& name, int permits)
{
    const auto working = [](ClientCore& where, std::string what, int number) -> asio::awaitable<void> {
        const Clock::time_point limit = Clock::now() + longest_give_back;
        for (;;) {
            try {
                co_await add(where, what, number, Missing::is_made);
                co_return;
            } catch (const Error& error) {
                if (!may_be_repeated(error) || Clock::now() + between_give_backs >= limit)
                    co_return;
            }
            asio::steady_timer pause(where.executor(), between_give_backs);
            boost::system::error_code ignored;
            co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
        }
    };
    asio::co_spawn(core.executor(), working(core, name, permits), asio::detached);
}

asio::awaitable<Looked> take(ClientCore& core, const std::string& name, int permits, Clock::time_point limit,
                             redis::Link& link)
{
    static const redis::Script script(locks::scripts::semaphore_acquire);
    const ScriptCall call{&script, {name}, {std::to_string(permits)}};
    const Counter counter = semaphore(name);
    const redis::Reply reply = co_await run_once(
        core, counter, call, limit,
        "may or may not have given its permits to a caller who does not know it; if so they are lost until somebody "
        "releases them",
        link);
    Looked looked;
    looked.is_served = integer_of(core, counter, reply) == 1;
    co_return looked;
}

/// Over the very link that took them: another server may never have heard of it, and would have too many then.
asio::awaitable<void> take_back(ClientCore& core, const std::string& name, int permits,
                                const locks::Confirmation& confirmation)
{
    constexpr milliseconds pause{20};
    const ScriptCall call = confirmation.adapted(add_call(name, permits, Missing::is_left_alone));
    const Clock::time_point limit = Clock::now() + core.options.command_timeout;
    std::string why = "the connection was lost.";
    while (confirmation.is_same_link()) {
        if (confirmation.sends_at_once()) {
            std::optional<Error> failure;
            try {
                redis::Command command = call.script->eval(call.keys, call.args); // whole: it is asked once
                co_await confirmation.link().call(std::move(command), limit);
            } catch (const Error& error) {
                failure = error;
            }
            if (!failure) {
                core.wait_room().released(line_of(name));
                co_return;
            }
            why = failure->message();
            if (failure->errc() == Errc::redirected && co_await confirmation.is_still_master(limit)) {
                // The slot has moved, and what was taken with it.
                static_cast<void>(co_await add(core, name, permits, Missing::is_left_alone));
                co_return;
            }
            const bool may_pass = failure->transient() || failure->errc() == Errc::out_of_memory;
            if (!failure->state_known() || !may_pass)
                break;
        }
        if (Clock::now() + pause >= limit)
            break;
        asio::steady_timer timer(core.executor(), pause);
        boost::system::error_code ignored;
        co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
    throw make_error(core, Errc::outcome_unknown, semaphore(name),
                     "gave permits that no replica confirmed, and may or may not have them back: " + why);
}

ScriptCall restate_call(const std::string& name)
{
    static const redis::Script script(locks::scripts::restate_permits);
    return {&script, {name}, {"restate"}};
}

asio::awaitable<Looked> try_take(ClientCore& core, const std::string& name, int permits, Clock::time_point limit,
                                 int tries)
{
    if (!core.options.wait_for_replica) {
        Looked looked = co_await take(core, name, permits, limit, core.servers().commands());
        co_return looked;
    }
    locks::ConfirmedSteps steps;
    steps.take = [&](const locks::Confirmation& over) { return take(core, name, permits, limit, over.link()); };
    steps.restate = [&] { return restate_call(name); };
    steps.undo = [&](const locks::Confirmation& over) { return take_back(core, name, permits, over); };
    Looked looked = co_await take_confirmed(core, semaphore(name), limit, tries, steps);
    co_return looked;
}

asio::awaitable<bool> acquire(ClientCore& core, std::string name, int permits, std::optional<milliseconds> wait)
{
    // We look at the state ourselves: an exception in the middle of a script call would lose its outcome.
    co_await asio::this_coro::throw_if_cancelled(false);
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const Counter counter = semaphore(name);
    if (permits == 0)
        co_return true;
    const Clock::time_point give_up = locks::give_up_after(wait);
    const bool waits = give_up > Clock::now();
    const locks::LineId line = line_of(name);
    leave_if_cancelled(core, counter, cancellation);
    const auto under_way = core.under_way();
    const int tries = waits ? locks::most_confirmed_tries : 1;
    Looked looked;
    // Whoever waits already is served first, except by those who do not wait.
    if (!waits || !core.wait_room().has_waiters(line))
        looked = co_await try_take(core, name, permits, locks::patient_until(core, give_up), tries);
    if (!looked.is_served && waits) {
        const locks::Look look = [&](Clock::time_point limit) { return try_take(core, name, permits, limit, tries); };
        looked.is_served = co_await wait_for_count(core, counter, line, give_up, look);
    }
    if (!looked.is_served)
        co_return false;
    try {
        leave_if_cancelled(core, counter, cancellation);
    } catch (const Error&) {
        give_back(core, name, permits);
        throw;
    }
    co_return true;
}

asio::awaitable<void> release(ClientCore& core, std::string name, int permits)
{
    if (permits != 0)
        co_await add(core, std::move(name), permits, Missing::is_made);
}

asio::awaitable<bool> set(ClientCore& core, std::string name, int permits, std::string lifetime)
{
    static const redis::Script script(locks::scripts::semaphore_set);
    co_await asio::this_coro::throw_if_cancelled(false);
    const ScriptCall call{
        &script, {name}, {"PUBLISH", locks::semaphore_channel(name), std::to_string(permits), std::move(lifetime)}};
    const Counter counter = semaphore(name);
    const Clock::time_point limit = Clock::now() + core.options.outage_patience;
    const redis::Reply reply = co_await run_once(core, counter, call, limit, lost_change);
    core.wait_room().released(line_of(name));
    co_return integer_of(core, counter, reply) == 1;
}

asio::awaitable<int> drain(ClientCore& core, std::string name)
{
    static const redis::Script script(locks::scripts::semaphore_drain);
    co_await asio::this_coro::throw_if_cancelled(false);
    const ScriptCall call{&script, {name}, {}};
    const Counter counter = semaphore(name);
    const Clock::time_point limit = Clock::now() + core.options.outage_patience;
    const redis::Reply reply = co_await run_once(
        core, counter, call, limit,
        "may or may not have given all its permits to a caller who does not know it; if so they are lost until "
        "somebody releases them");
    co_return permits_of(core, counter, reply);
}

asio::awaitable<int> available(ClientCore& core, std::string name)
{
    redis::Command command{"GET", name};
    const redis::Reply reply = co_await core.servers().commands().call(std::move(command));
    if (reply.is_nil())
        co_return 0;
    if (!reply.as_integer())
        throw make_error(core, Errc::wrong_type, semaphore(name), "is none: its key holds no number.");
    co_return permits_of(core, semaphore(name), reply);
}

asio::awaitable<bool> remove(ClientCore& core, std::string name)
{
    static const redis::Script script(locks::scripts::semaphore_remove);
    co_await asio::this_coro::throw_if_cancelled(false);
    const ScriptCall call{&script, {name}, {}};
    const Counter counter = semaphore(name);
    const Clock::time_point limit = Clock::now() + core.options.outage_patience;
    const redis::Reply reply = co_await run_once(core, counter, call, limit, "may or may not have been deleted");
    co_return integer_of(core, counter, reply) == 1;
}

asio::awaitable<void> without_result(asio::awaitable<bool> work)
{
    co_await std::move(work);
}

int checked_permits(int permits)
{
    locks::require_not_negative(permits);
    return permits;
}

std::string checked_permits(milliseconds lifetime)
{
    if (lifetime < milliseconds(1) || lifetime > longest_lease)
        throw Error(Errc::invalid_argument, "A semaphore must live between 1 ms and 100 years.");
    return std::to_string(lifetime.count());
}

} // namespace

Semaphore::Semaphore(std::shared_ptr<ClientCore> core, std::string name)
    : m_core(std::move(core))
    , m_name(std::move(name))
{}

void Semaphore::acquire(int permits)
{
    static_cast<void>(acquire(permits, {}));
}

bool Semaphore::try_acquire(int permits)
{
    return acquire(permits, {milliseconds::zero(), {}});
}

bool Semaphore::try_acquire_for(milliseconds wait, int permits)
{
    return acquire(permits, {wait, {}});
}

bool Semaphore::acquire(int permits, const Patience& patience)
{
    leave_if_stopped(*m_core, semaphore(m_name), patience.stop);
    return m_core->run(lockscope::acquire(*m_core, m_name, checked_permits(permits), patience.wait), patience.stop);
}

void Semaphore::release(int permits)
{
    m_core->run(lockscope::release(*m_core, m_name, checked_permits(permits)));
}

void Semaphore::drop(int permits) noexcept
{
    try {
        if (m_core->on_io_thread())
            give_back(*m_core, m_name, permits);
        else
            release(permits);
    } catch (const Error& error) {
        if (may_be_repeated(error))
            give_back(*m_core, m_name, permits);
    } catch (...) {
        // Nobody knows who held them, so nobody else can: a guard's end is no place to learn of it.
    }
}

bool Semaphore::release_if_exists(int permits)
{
    return m_core->run(add(*m_core, m_name, checked_permits(permits), Missing::is_left_alone));
}

bool Semaphore::try_set_permits(int permits)
{
    return m_core->run(set(*m_core, m_name, checked_permits(permits), {}));
}

bool Semaphore::try_set_permits(int permits, milliseconds lifetime)
{
    return m_core->run(set(*m_core, m_name, checked_permits(permits), checked_permits(lifetime)));
}

void Semaphore::add_permits(int delta)
{
    m_core->run(add(*m_core, m_name, delta, Missing::is_made));
}

int Semaphore::drain()
{
    return m_core->run(lockscope::drain(*m_core, m_name));
}

int Semaphore::available()
{
    return m_core->run(lockscope::available(*m_core, m_name));
}

bool Semaphore::remove()
{
    return m_core->run(lockscope::remove(*m_core, m_name));
}

Awaitable<void> Semaphore::async_acquire(int permits)
{
    return without_result(async_acquire(permits, {}));
}

Awaitable<bool> Semaphore::async_acquire(int permits, const Patience& patience)
{
    return m_core->on_io(lockscope::acquire(*m_core, m_name, checked_permits(permits), patience.wait));
}

Awaitable<bool> Semaphore::async_try_acquire(int permits)
{
    return async_acquire(permits, {milliseconds::zero(), {}});
}

Awaitable<bool> Semaphore::async_try_acquire_for(milliseconds wait, int permits)
{
    return async_acquire(permits, {wait, {}});
}

Awaitable<void> Semaphore::async_release(int permits)
{
    return m_core->on_io(lockscope::release(*m_core, m_name, checked_permits(permits)));
}

Awaitable<bool> Semaphore::async_release_if_exists(int permits)
{
    return m_core->on_io(add(*m_core, m_name, checked_permits(permits), Missing::is_left_alone));
}

Awaitable<bool> Semaphore::async_try_set_permits(int permits)
{
    return m_core->on_io(set(*m_core, m_name, checked_permits(permits), {}));
}

Awaitable<bool> Semaphore::async_try_set_permits(int permits, milliseconds lifetime)
{
    return m_core->on_io(set(*m_core, m_name, checked_permits(permits), checked_permits(lifetime)));
}

Awaitable<void> Semaphore::async_add_permits(int delta)
{
    return m_core->on_io(without_result(add(*m_core, m_name, delta, Missing::is_made)));
}

Awaitable<int> Semaphore::async_drain()
{
    return m_core->on_io(lockscope::drain(*m_core, m_name));
}

Awaitable<int> Semaphore::async_available()
{
    return m_core->on_io(lockscope::available(*m_core, m_name));
}

Awaitable<bool> Semaphore::async_remove()
{
    return m_core->on_io(lockscope::remove(*m_core, m_name));
}

} // namespace lockscope
