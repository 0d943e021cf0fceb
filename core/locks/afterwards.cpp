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
    const std::uint64_t number = ++m_numbers;
    m_open[id] = number;
    const auto working = [](std::shared_ptr<Afterwards> self, Work what) -> boost::asio::awaitable<void> {
        co_await self->work(std::move(what));
    };
    Work what{id, std::move(call), until, number};
    boost::asio::co_spawn(m_executor, working(shared_from_this(), std::move(what)), boost::asio::detached);
}

void Afterwards::supersede(const HoldId& id)
{
    if (!m_open.empty())
        m_open.erase(id);
}

boost::asio::awaitable<void> Afterwards::work(Work what)
{
    const auto is_current = [&] {
        const auto open = m_open.find(what.id);
        return open != m_open.end() && open->second == what.number;
    };
    while (is_current() && Clock::now() < what.until) {
        try {
            // One attempt at a time: between two of them the owner may have started anew.
            const auto deadline = std::min(what.until, Clock::now() + m_commands.options().command_timeout);
            // EVAL at once: after a NOSCRIPT the text would be sent again, behind what the owner has started meanwhile.
            redis::Command command = what.call.script->eval(what.call.keys, what.call.args).only_while(is_current);
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
        m_open.erase(what.id);
}

} // namespace lockscope::locks
