// SPDX-License-Identifier: Apache-2.0
#include "lockscope/count_down_latch.hpp"

#include "counting_scripts.hpp"
#include "locks/attempts.hpp"
#include "locks/counting.hpp"
#include "locks/key_names.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <utility>

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

Counter latch(const std::string& name)
{
    return {"latch", name};
}

locks::LineId line_of(const std::string& name)
{
    return {locks::LineId::Kind::latch, locks::latch_channel(name), name};
}

/// A script that changes the latch; what it says changes what waiters of this process see.
asio::awaitable<std::int64_t> change(ClientCore& core, std::string name, ScriptCall call, const char* unknown)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    const Counter counter = latch(name);
    const Clock::time_point limit = Clock::now() + core.options.outage_patience;
    const redis::Reply reply = co_await run_once(core, counter, call, limit, unknown);
    core.wait_room().released(line_of(name));
    co_return integer_of(core, counter, reply);
}

asio::awaitable<std::int64_t> set_count(ClientCore& core, std::string name, std::int64_t count)
{
    static const redis::Script script(locks::scripts::latch_set);
    ScriptCall call{&script, {name}, {"PUBLISH", locks::latch_channel(name), std::to_string(count)}};
    return change(core, std::move(name), std::move(call), "may or may not have been closed by this");
}

asio::awaitable<std::int64_t> count_down(ClientCore& core, std::string name)
{
    static const redis::Script script(locks::scripts::latch_count_down);
    ScriptCall call{&script, {name}, {"PUBLISH", locks::latch_channel(name)}};
    return change(core, std::move(name), std::move(call), "may or may not have been counted down");
}

asio::awaitable<std::int64_t> remove(ClientCore& core, std::string name)
{
    static const redis::Script script(locks::scripts::latch_remove);
    ScriptCall call{&script, {name}, {"PUBLISH", locks::latch_channel(name)}};
    return change(core, std::move(name), std::move(call), "may or may not have been deleted");
}

asio::awaitable<bool> is_one(asio::awaitable<std::int64_t> work)
{
    const std::int64_t answer = co_await std::move(work);
    co_return answer == 1;
}

asio::awaitable<void> without_result(asio::awaitable<bool> work)
{
    co_await std::move(work);
}

/// {count, ttl}
asio::awaitable<std::pair<std::int64_t, milliseconds>> ask(ClientCore& core, const std::string& name,
                                                           Clock::time_point limit)
{
    static const redis::Script script(locks::scripts::latch_look);
    // It only looks, so it may be repeated.
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const Counter counter = latch(name);
    auto attempts = locks::Attempts::for_caller(core.servers().commands(), limit);
    attempts.end_when_cancelled();
    std::vector<std::string> keys{name};
    auto [reply, failure] = co_await attempts.answer(script, std::move(keys), {});
    if (failure) {
        leave_if_cancelled(core, counter, cancellation);
        throw *failure;
    }
    if (reply.elements.size() != 2)
        throw make_error(core, Errc::protocol, counter, "could not be looked at: the server's answer makes no sense.");
    const std::int64_t count = integer_of(core, counter, reply.elements[0]);
    const milliseconds ttl(integer_of(core, counter, reply.elements[1]));
    co_return std::pair(count, ttl);
}

asio::awaitable<std::int64_t> count(ClientCore& core, std::string name)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    const auto [count, ttl] = co_await ask(core, name, Clock::now() + core.options.outage_patience);
    co_return count;
}

asio::awaitable<Looked> look(ClientCore& core, const std::string& name, Clock::time_point limit)
{
    const auto [count, ttl] = co_await ask(core, name, limit);
    co_return Looked{count == 0, ttl};
}

asio::awaitable<bool> wait_open(ClientCore& core, std::string name, std::optional<milliseconds> wait)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const Counter counter = latch(name);
    const Clock::time_point give_up = locks::give_up_after(wait);
    leave_if_cancelled(core, counter, cancellation);
    Looked looked = co_await look(core, name, locks::patient_until(core, give_up));
    leave_if_cancelled(core, counter, cancellation);
    if (!looked.is_served && give_up > Clock::now()) {
        const locks::Look again = [&](Clock::time_point limit) { return look(core, name, limit); };
        looked.is_served = co_await wait_for_count(core, counter, line_of(name), give_up, again);
    }
    co_return looked.is_served;
}

std::int64_t checked(std::int64_t count)
{
    if (count < 1 || count > CountDownLatch::max_count)
        throw Error(Errc::invalid_argument, "A latch counts down from a number between 1 and "
                                                + std::to_string(CountDownLatch::max_count) + '.');
    return count;
}

} // namespace

CountDownLatch::CountDownLatch(std::shared_ptr<ClientCore> core, std::string name)
    : m_core(std::move(core))
    , m_name(std::move(name))
{}

bool CountDownLatch::try_set_count(std::int64_t count)
{
    return m_core->run(is_one(set_count(*m_core, m_name, checked(count))));
}

std::int64_t CountDownLatch::count_down()
{
    return m_core->run(lockscope::count_down(*m_core, m_name));
}

std::int64_t CountDownLatch::count()
{
    return m_core->run(lockscope::count(*m_core, m_name));
}

void CountDownLatch::wait()
{
    static_cast<void>(wait(Patience{}));
}

bool CountDownLatch::wait_for(milliseconds wait)
{
    return this->wait(Patience{wait, {}});
}

bool CountDownLatch::try_wait()
{
    return wait(Patience{milliseconds::zero(), {}});
}

bool CountDownLatch::wait(const Patience& patience)
{
    leave_if_stopped(*m_core, latch(m_name), patience.stop);
    return m_core->run(wait_open(*m_core, m_name, patience.wait), patience.stop);
}

bool CountDownLatch::remove()
{
    return m_core->run(is_one(lockscope::remove(*m_core, m_name)));
}

Awaitable<bool> CountDownLatch::async_try_set_count(std::int64_t count)
{
    return m_core->on_io(is_one(set_count(*m_core, m_name, checked(count))));
}

Awaitable<std::int64_t> CountDownLatch::async_count_down()
{
    return m_core->on_io(lockscope::count_down(*m_core, m_name));
}

Awaitable<std::int64_t> CountDownLatch::async_count()
{
    return m_core->on_io(lockscope::count(*m_core, m_name));
}

Awaitable<void> CountDownLatch::async_wait()
{
    return without_result(async_wait(Patience{}));
}

Awaitable<bool> CountDownLatch::async_wait(const Patience& patience)
{
    return m_core->on_io(wait_open(*m_core, m_name, patience.wait));
}

Awaitable<bool> CountDownLatch::async_wait_for(milliseconds wait)
{
    return async_wait(Patience{wait, {}});
}

Awaitable<bool> CountDownLatch::async_remove()
{
    return m_core->on_io(is_one(lockscope::remove(*m_core, m_name)));
}

} // namespace lockscope
