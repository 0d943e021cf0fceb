// SPDX-License-Identifier: Apache-2.0
#include "lockscope/client.hpp"

#include "client/client_core.hpp"
#include "client/thread_number.hpp"
#include "locks/hold_table.hpp"
#include "locks/protocol.hpp"
#include "lockscope/count_down_latch.hpp"
#include "lockscope/error.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/fenced_lock.hpp"
#include "lockscope/non_reentrant_lock.hpp"
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/read_write_lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/semaphore.hpp"
#include "lockscope/spin_lock.hpp"

namespace lockscope {

namespace {

std::string checked(std::string name)
{
    if (name.empty())
        throw Error(Errc::invalid_argument, "A lock needs a name.");
    constexpr std::size_t longest_key = 512u << 20;
    if (name.size() > longest_key)
        throw Error(Errc::invalid_argument, "The name of a lock may have 512 MB at most.");
    return name;
}

} // namespace

Client::Client(Endpoint endpoint, ClientOptions options)
    : m_core(std::make_shared<detail::ClientCore>(std::move(endpoint), std::move(options)))
{
    if (m_core->options.watchdog_lease < std::chrono::milliseconds(3))
        throw Error(Errc::invalid_argument,
                    "The watchdog's lease must be at least 3 ms, to be renewed every third of it.");
    if (m_core->options.command_timeout <= std::chrono::milliseconds::zero()
        || m_core->options.connect_timeout <= std::chrono::milliseconds::zero())
        throw Error(Errc::invalid_argument, "Timeouts of a client must be longer than zero.");
    m_core->start();
}

Client::~Client()
{
    m_core->stop();
}

const std::string& Client::id() const noexcept
{
    return m_core->id;
}

const Endpoint& Client::endpoint() const noexcept
{
    return m_core->endpoint;
}

const ClientOptions& Client::options() const noexcept
{
    return m_core->options;
}

void Client::ping()
{
    const auto ask = [](redis::Link& connection) -> boost::asio::awaitable<void> {
        co_await connection.open();
        redis::Command command{"PING"};
        co_await connection.call(std::move(command));
    };
    m_core->run(ask(m_core->servers().commands()));
}

ReentrantLock Client::reentrant_lock(std::string name)
{
    return {m_core, checked(std::move(name)), locks::reentrant_protocol()};
}

FairLock Client::fair_lock(std::string name)
{
    return {m_core, checked(std::move(name)), locks::fair_protocol()};
}

ReadWriteLock Client::read_write_lock(std::string name)
{
    return {m_core, checked(std::move(name))};
}

FencedLock Client::fenced_lock(std::string name)
{
    return {m_core, checked(std::move(name)), locks::fenced_protocol()};
}

SpinLock Client::spin_lock(std::string name)
{
    return {m_core, checked(std::move(name)), locks::spin_protocol()};
}

NonReentrantLock Client::non_reentrant_lock(std::string name)
{
    return {m_core, checked(std::move(name)), locks::non_reentrant_protocol()};
}

NonReentrantFairLock Client::non_reentrant_fair_lock(std::string name)
{
    return {m_core, checked(std::move(name)), locks::non_reentrant_fair_protocol()};
}

Semaphore Client::semaphore(std::string name)
{
    return {m_core, checked(std::move(name))};
}

PermitSemaphore Client::permit_semaphore(std::string name)
{
    return {m_core, checked(std::move(name))};
}

CountDownLatch Client::count_down_latch(std::string name)
{
    return {m_core, checked(std::move(name))};
}

OwnerId Client::this_thread() const
{
    return {m_core->id, detail::thread_number()};
}

void Client::on_lost(std::function<void(const LossNotice&)> callback)
{
    m_core->holds().on_lost(std::move(callback));
}

boost::asio::any_io_executor Client::executor() const
{
    return m_core->executor();
}

} // namespace lockscope
