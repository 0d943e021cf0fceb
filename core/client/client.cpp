// SPDX-License-Identifier: Apache-2.0
#include "lockscope/client.hpp"

#include "base/durations.hpp"
#include "client/client_core.hpp"
#include "client/owner_number.hpp"
#include "locks/hold_table.hpp"
#include "locks/key_names.hpp"
#include "locks/protocol.hpp"
#include "lockscope/count_down_latch.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/fenced_lock.hpp"
#include "lockscope/non_reentrant_lock.hpp"
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/read_write_lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/semaphore.hpp"
#include "lockscope/spin_lock.hpp"
#include "redis/slot.hpp"

namespace lockscope {

namespace {

/// Everything that belongs to a lock must live in one slot, or its scripts and messages are refused in the middle of
/// its life.
void require_one_slot(const std::string& name, const std::string& companion, const char* what)
{
    if (redis::slot_of(name) != redis::slot_of(companion))
        throw Error(
            Errc::invalid_argument,
            "The name " + escape(name.substr(0, 80)) + " cannot be " + what
                + " in a cluster: what Redisson keeps beside it would fall into another slot. Use a name without"
                  " braces, or one whose first '{' is followed by some text and a '}'.");
}

std::string checked(std::string name, const Endpoint& endpoint)
{
    if (name.empty())
        throw Error(Errc::invalid_argument, "A lock needs a name.");
    constexpr std::size_t longest_key = 512u << 20;
    if (name.size() > longest_key)
        throw Error(Errc::invalid_argument, "The name of a lock may have 512 MB at most.");
    if (endpoint.deployment == Deployment::cluster) {
        require_one_slot(name, locks::queue_key(name), "a lock's");
        require_one_slot(name, locks::permit_timeout_key(name), "a lock's");
    }
    return name;
}

} // namespace

Client::Client(Endpoint endpoint, ClientOptions options)
    : m_core(std::make_shared<detail::ClientCore>(std::move(endpoint), std::move(options)))
{
    if (m_core->options.watchdog_lease < std::chrono::milliseconds(3) || m_core->options.watchdog_lease > longest_lease)
        throw Error(Errc::invalid_argument,
                    "The watchdog's lease must be at least 3 ms, to be renewed every third of it, and at most 100 "
                    "years.");
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

void Client::use_password(std::string password)
{
    m_core->use_password(std::move(password));
}

void Client::use_sentinel_password(std::string password)
{
    m_core->use_sentinel_password(std::move(password));
}

void Client::ping()
{
    // One master of several that stands still is no reason not to work with the others.
    const auto ask = [](redis::Servers& servers) -> boost::asio::awaitable<void> {
        std::exception_ptr failure;
        for (const std::shared_ptr<redis::Node>& master : co_await servers.find_masters()) {
            try {
                co_await master->commands().open();
                redis::Command command{"PING"};
                co_await master->commands().call(std::move(command));
                co_return;
            } catch (const Error& error) {
                if (error.errc() == Errc::no_permission)
                    co_return; // It answers all the same.
                if (!error.transient())
                    throw;
                failure = failure ? failure : std::current_exception();
            }
        }
        if (failure)
            std::rethrow_exception(failure);
    };
    m_core->run(ask(m_core->servers()));
}

ReentrantLock Client::reentrant_lock(std::string name)
{
    return {m_core, checked(std::move(name), m_core->endpoint), locks::reentrant_protocol()};
}

FairLock Client::fair_lock(std::string name)
{
    return {m_core, checked(std::move(name), m_core->endpoint), locks::fair_protocol()};
}

ReadWriteLock Client::read_write_lock(std::string name)
{
    return {m_core, checked(std::move(name), m_core->endpoint)};
}

FencedLock Client::fenced_lock(std::string name)
{
    return {m_core, checked(std::move(name), m_core->endpoint), locks::fenced_protocol()};
}

SpinLock Client::spin_lock(std::string name)
{
    return {m_core, checked(std::move(name), m_core->endpoint), locks::spin_protocol()};
}

NonReentrantLock Client::non_reentrant_lock(std::string name)
{
    return {m_core, checked(std::move(name), m_core->endpoint), locks::non_reentrant_protocol()};
}

NonReentrantFairLock Client::non_reentrant_fair_lock(std::string name)
{
    return {m_core, checked(std::move(name), m_core->endpoint), locks::non_reentrant_fair_protocol()};
}

Semaphore Client::semaphore(std::string name)
{
    return {m_core, checked(std::move(name), m_core->endpoint)};
}

PermitSemaphore Client::permit_semaphore(std::string name)
{
    return {m_core, checked(std::move(name), m_core->endpoint)};
}

CountDownLatch Client::count_down_latch(std::string name)
{
    if (m_core->endpoint.deployment == Deployment::cluster)
        require_one_slot(name, locks::latch_channel(name), "a latch's");
    return {m_core, checked(std::move(name), m_core->endpoint)};
}

OwnerId Client::this_thread() const
{
    return {m_core->id, detail::thread_number()};
}

OwnerId Client::new_owner() const
{
    return {m_core->id, detail::next_owner_number()};
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
