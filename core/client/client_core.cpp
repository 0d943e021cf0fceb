// SPDX-License-Identifier: Apache-2.0
#include "client/client_core.hpp"

#include "base/durations.hpp"
#include "locks/afterwards.hpp"
#include "locks/departures.hpp"
#include "locks/hold_table.hpp"
#include "locks/loss_watch.hpp"
#include "locks/owner_gate.hpp"
#include "locks/permit_watchdog.hpp"
#include "locks/try_once.hpp"
#include "locks/wait_room.hpp"
#include "locks/watchdog.hpp"
#include "lockscope/error.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <algorithm>
#include <mutex>

namespace lockscope::detail {

namespace {

/// What is under way when a client is closed may take this long to be given back.
constexpr std::chrono::milliseconds goodbye_patience{200};
/// And all the rest so long, this included.
constexpr std::chrono::milliseconds last_patience{1000};

redis::ConnectionOptions connection_options(const Endpoint& endpoint, const ClientOptions& options,
                                            const std::string& id, std::shared_ptr<const redis::Password> password,
                                            std::shared_ptr<const redis::Password> sentinel_password)
{
    redis::ConnectionOptions result;
    result.endpoint = endpoint;
    result.password = std::move(password);
    result.sentinel_password = std::move(sentinel_password);
    // With the UUID of the owner fields, an operator who finds a holder finds its connections, too.
    result.client_name = options.name.empty() ? std::string() : options.name + '@' + id;
    // CLIENT SETNAME takes printable characters without spaces only.
    std::replace_if(
        result.client_name.begin(), result.client_name.end(), [](char c) { return c <= ' ' || c > '~'; }, '-');
    result.connect_timeout = options.connect_timeout;
    result.command_timeout = options.command_timeout;
    return result;
}

/// However little patience the caller has: a server that answers as fast as it can must have time to. And however much:
/// it is added to the present time.
ClientOptions with_patience(ClientOptions options)
{
    constexpr std::chrono::milliseconds least{100};
    options.outage_patience = std::clamp(options.outage_patience, least, longest_wait);
    for (std::chrono::milliseconds* time :
         {&options.connect_timeout, &options.command_timeout, &options.replica_timeout})
        *time = std::min(*time, longest_wait);
    return options;
}

} // namespace

ClientCore::ClientCore(Endpoint the_endpoint, ClientOptions the_options)
    : endpoint(std::move(the_endpoint))
    , options(with_patience(std::move(the_options)))
    , id(options.id.empty() ? boost::uuids::to_string(boost::uuids::random_generator()()) : options.id)
    , m_password(std::make_shared<redis::Password>(endpoint.password))
    , m_sentinel_password(std::make_shared<redis::Password>(endpoint.sentinel_password))
    , m_servers(redis::make_servers(m_context.get_executor(),
                                    connection_options(endpoint, options, id, m_password, m_sentinel_password),
                                    options.sharded_messages))
    , m_holds(std::make_shared<locks::HoldTable>())
    , m_wait_room(std::make_shared<locks::WaitRoom>(m_context.get_executor(), m_servers->messages()))
    , m_watchdog(std::make_shared<locks::Watchdog>(m_context.get_executor(), m_servers->renewals(), *m_holds))
    , m_permit_watchdog(std::make_shared<locks::PermitWatchdog>(m_context.get_executor(), m_servers->renewals(),
                                                                options.watchdog_lease))
    , m_loss_watch(std::make_shared<locks::LossWatch>(m_context.get_executor(), m_servers, m_watchdog))
    , m_gate(std::make_shared<locks::OwnerGate>(m_context.get_executor()))
    , m_afterwards(std::make_shared<locks::Afterwards>(m_context.get_executor(), m_servers->commands()))
    , m_departures(std::make_shared<locks::Departures>(*this))
{
    m_watchdog->on_lost([this](const locks::HoldId& lost, LossNotice::Reason reason) { lose(*this, lost, reason); });
    m_permit_watchdog->on_lost([this](const locks::PermitKey& lost, LossNotice::Reason reason) {
        m_holds->tell({lost.semaphore, {id, 0}, reason, Access::exclusive, lost.id});
    });
    m_loss_watch->start();
    m_departures->start();
}

ClientCore::~ClientCore()
{
    stop();
}

void ClientCore::start()
{
    m_thread = std::thread([this] {
        m_thread_id = std::this_thread::get_id();
        m_context.run();
        m_thread_id = std::thread::id(); // a later thread may get the same number
        m_finished.set_value();
    });
}

void ClientCore::stop() noexcept
{
    {
        const std::scoped_lock guard(m_mutex);
        if (std::exchange(m_is_stopping, true))
            return;
    }
    if (!m_thread.joinable())
        return;
    asio::post(m_context, [this] { close_all(); });
    m_work.reset();
    if (on_io_thread()) // it cannot wait for its own end
        std::thread([self = shared_from_this()] { self->end(); }).detach();
    else
        end();
}

void ClientCore::end() noexcept
{
    // What keeps the thread busy, a coroutine of a user, has to be waited for anyway.
    m_has_closed.get_future().wait();
    // Our own coroutines end at once. One that waits for something else, a user's or another client's server, must not
    // keep us.
    if (m_finished.get_future().wait_for(last_patience) != std::future_status::ready)
        m_context.stop();
    m_thread.join();
    m_afterwards->close(); // also if the thread was stopped before it came to that
    m_unanswered.give_up(std::make_exception_ptr(closed()));
}

void ClientCore::close_all()
{
    m_gate->close();
    m_wait_room->close();
    m_departures->close();
    m_closing.request_stop();
    asio::co_spawn(m_context, say_goodbye(), asio::detached);
    m_has_closed.set_value();
}

/// Who waits in a queue in Redis takes its place back, and what was acquired meanwhile goes back; others would have to
/// wait for somebody who is gone. A server that answers has time for that, one that hangs does not keep us.
asio::awaitable<void> ClientCore::say_goodbye()
{
    const auto end = std::chrono::steady_clock::now() + goodbye_patience;
    asio::steady_timer pause(m_context);
    while (std::chrono::steady_clock::now() < end && (m_under_way.use_count() > 1 || !m_afterwards->is_empty())) {
        pause.expires_after(std::chrono::milliseconds(1));
        co_await pause.async_wait(asio::use_awaitable);
    }
    m_afterwards->close();
    m_watchdog->close();
    m_permit_watchdog->close();
    m_servers->close();
}

bool ClientCore::on_io_thread() const noexcept
{
    return m_thread_id.load() == std::this_thread::get_id();
}

bool ClientCore::is_stopping() const
{
    const std::shared_lock guard(m_mutex);
    return m_is_stopping;
}

Error ClientCore::closed() const
{
    return {Errc::closed, "The client of " + endpoint.display() + " is closed.", endpoint.display()};
}

void ClientCore::submit(const std::function<void()>& start)
{
    const std::shared_lock guard(m_mutex);
    if (m_is_stopping)
        throw closed();
    start();
}

void ClientCore::begin(Unanswered::Call& call, const std::function<void()>& start)
{
    submit([&] {
        m_unanswered.add(call);
        try {
            start();
        } catch (...) {
            m_unanswered.remove(call);
            throw;
        }
    });
}

std::exception_ptr ClientCore::try_to_submit(const std::function<void()>& start)
{
    if (on_io_thread()) {
        start();
        return nullptr;
    }
    try {
        submit(start);
    } catch (const Error&) {
        return std::current_exception();
    }
    return nullptr;
}

void ClientCore::require_other_thread() const
{
    if (on_io_thread())
        throw Error(Errc::wrong_thread,
                    "A blocking call was made on the client's own I/O thread, where it would wait for itself; "
                    "use the async_ form there.");
}

void ClientCore::require_not_stopped(const std::stop_token& stop)
{
    if (stop.stop_requested())
        throw Error(Errc::cancelled, "It was cancelled before it began.");
}

} // namespace lockscope::detail
