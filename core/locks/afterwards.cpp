// SPDX-License-Identifier: Apache-2.0
#include "locks/afterwards.hpp"

#include "locks/attempts.hpp"
#include "locks/reentrant_steps.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace lockscope::locks {

void Afterwards::give_back(const std::string& lock, const OwnerId& owner, Clock::time_point until)
{
    const Key key{lock, owner.field()};
    const std::uint64_t number = ++m_numbers;
    m_open[key] = number;
    const auto working = [](std::shared_ptr<Afterwards> self, Key what, std::uint64_t which,
                            Clock::time_point end) -> boost::asio::awaitable<void> {
        co_await self->work(what, which, end);
    };
    boost::asio::co_spawn(m_executor, working(shared_from_this(), key, number, until), boost::asio::detached);
}

void Afterwards::supersede(const std::string& lock, const OwnerId& owner)
{
    if (!m_open.empty())
        m_open.erase({lock, owner.field()});
}

boost::asio::awaitable<void> Afterwards::work(Key key, std::uint64_t number, Clock::time_point until)
{
    const auto is_current = [&] {
        const auto open = m_open.find(key);
        return open != m_open.end() && open->second == number;
    };
    while (is_current() && Clock::now() < until) {
        try {
            // One attempt at a time: between two of them the owner may have started anew.
            const std::vector<std::string> args =
                release_arguments(key.first, key.second, 1, std::chrono::milliseconds(1));
            const auto deadline = std::min(until, Clock::now() + m_node.commands().options().command_timeout);
            std::vector<std::string> keys;
            keys.push_back(key.first);
            // EVAL at once: after a NOSCRIPT the text would be sent again, behind what the owner has started meanwhile.
            redis::Command command = release_script().eval(keys, args);
            co_await m_node.commands().call(std::move(command), deadline);
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
        m_open.erase(key);
}

} // namespace lockscope::locks
