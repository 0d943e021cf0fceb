// SPDX-License-Identifier: Apache-2.0
#include "locks/afterwards.hpp"

#include "lockscope/error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace lockscope::locks {

void Afterwards::give_back(const HoldId& id, ScriptCall call, Clock::time_point until)
{
    if (m_is_closed)
        return;
    const std::uint64_t number = ++m_numbers;
    // What was left before, with a longer lease, may be there still.
    if (const auto open = m_open.find(id); open != m_open.end())
        until = std::max(until, open->second.until);
    m_open.insert_or_assign(id, Work{std::move(call), until, number});
    const auto working = [](std::shared_ptr<Afterwards> self, HoldId whose,
                            std::uint64_t which) -> boost::asio::awaitable<void> {
        co_await self->work(std::move(whose), which);
    };
    boost::asio::co_spawn(m_executor, working(shared_from_this(), id, number), boost::asio::detached);
}

void Afterwards::close()
{
    m_is_closed = true;
    m_open.clear();
}

boost::asio::awaitable<void> Afterwards::work(HoldId id, std::uint64_t number)
{
    const auto find_current = [&] {
        const auto open = m_open.find(id);
        return open != m_open.end() && open->second.number == number ? open : m_open.end();
    };
    const auto is_current = [&] { return find_current() != m_open.end(); };
    for (auto open = find_current(); open != m_open.end() && Clock::now() < open->second.until; open = find_current()) {
        try {
            // One attempt at a time: between two of them the owner may have started anew.
            const auto deadline = std::min(open->second.until, Clock::now() + m_commands.options().command_timeout);
            // EVAL at once: after a NOSCRIPT the text would be sent again, behind what the owner has started meanwhile.
            const ScriptCall& call = open->second.call;
            redis::Command command = call.script->eval(call.keys, call.args).only_while(is_current);
            co_await m_commands.call(std::move(command), deadline);
            break;
        } catch (const Error& error) {
            if (!error.transient())
                break;
        }
        boost::asio::steady_timer pause(m_executor, std::chrono::milliseconds(100));
        boost::system::error_code ignored;
        co_await pause.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
    }
    if (is_current())
        m_open.erase(id);
}

Afterwards::Interruption::Interruption(Afterwards& afterwards, const HoldId& id)
    : m_afterwards(afterwards.shared_from_this())
    , m_interrupted(afterwards.m_open.extract(id))
{}

Afterwards::Interruption::~Interruption()
{
    if (!m_interrupted)
        return;
    Work& work = m_interrupted.mapped();
    const auto since = m_afterwards->m_open.find(m_interrupted.key());
    if (since == m_afterwards->m_open.end())
        m_afterwards->give_back(m_interrupted.key(), std::move(work.call), work.until);
    else // what the operation itself has left behind is the same or more, but maybe for a shorter time
        since->second.until = std::max(since->second.until, work.until);
}

} // namespace lockscope::locks
