// SPDX-License-Identifier: Apache-2.0
#include "locks/afterwards.hpp"

#include "locks/lock_error.hpp"
#include "lockscope/error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace lockscope::locks {

namespace {

constexpr std::chrono::milliseconds first_pause{100};
constexpr std::chrono::milliseconds longest_pause{500};
constexpr std::chrono::milliseconds longest_pause_when_forbidden{5000}; ///< That takes somebody to mend.

} // namespace

void Afterwards::give_back(const HoldId& id, ScriptCall call, Clock::time_point until)
{
    if (m_is_closed)
        return;
    const Turn turn = std::make_shared<const int>();
    // What was left before, with a longer lease, may be there still.
    if (const auto open = m_open.find(id); open != m_open.end())
        until = std::max(until, open->second.until);
    m_open.insert_or_assign(id, Work{std::move(call), until, turn});
    const auto working = [](std::shared_ptr<Afterwards> self, HoldId whose,
                            std::weak_ptr<const int> its_turn) -> boost::asio::awaitable<void> {
        co_await self->work(std::move(whose), std::move(its_turn));
    };
    boost::asio::co_spawn(m_executor, working(shared_from_this(), id, turn), boost::asio::detached);
}

void Afterwards::close()
{
    m_is_closed = true;
    m_open.clear();
}

boost::asio::awaitable<void> Afterwards::work(HoldId id, std::weak_ptr<const int> turn)
{
    const auto is_current = [&turn] { return !turn.expired(); };
    std::chrono::milliseconds rest = first_pause;
    std::chrono::milliseconds bound = longest_pause;
    while (is_current() && Clock::now() < m_open.at(id).until) {
        if (!m_commands.is_lost(id.lock)) {
            try {
                // One attempt at a time: between two of them the owner may have started anew.
                const Work& open = m_open.at(id);
                const auto deadline = std::min(open.until, Clock::now() + m_commands.options().command_timeout);
                // EVAL at once: after a NOSCRIPT the text would be sent again, behind what the owner has started
                // meanwhile.
                redis::Command command = open.call.script->eval(open.call.keys, open.call.args);
                command.only_while(is_current);
                co_await m_commands.call(std::move(command), deadline);
                break;
            } catch (const Error& error) {
                if (!may_succeed_later(error))
                    break;
                bound = is_forbidden(error) ? longest_pause_when_forbidden : longest_pause;
            }
        }
        if (!is_current())
            break;
        std::unique_ptr<boost::asio::steady_timer>& pause = m_open.at(id).pause;
        pause = std::make_unique<boost::asio::steady_timer>(m_executor, rest);
        boost::system::error_code ignored;
        co_await pause->async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
        rest = std::min(2 * rest, bound);
    }
    if (is_current())
        m_open.erase(id);
}

Afterwards::Interruption::Interruption(Afterwards& afterwards, const HoldId& id)
    : m_afterwards(afterwards.shared_from_this())
    , m_interrupted(afterwards.m_open.extract(id))
{
    if (m_interrupted)
        m_interrupted.mapped().turn.reset();
}

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
