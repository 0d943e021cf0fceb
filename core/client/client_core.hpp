// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/blocking_call.hpp"
#include "client/spawn_on.hpp"
#include "lockscope/client.hpp"
#include "redis/servers.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <shared_mutex>
#include <stop_token>
#include <thread>

namespace lockscope::locks {
class Afterwards;
class Departures;
class HoldTable;
class LossWatch;
class OwnerGate;
class PermitWatchdog;
class WaitRoom;
class Watchdog;
} // namespace lockscope::locks

namespace lockscope::detail {

namespace asio = boost::asio;

/// The inside of a Client: the I/O thread, the servers, and what the locks share. Everything but the constructor,
/// stop() and the functions that say otherwise is used on the I/O thread only.
class ClientCore : public std::enable_shared_from_this<ClientCore>
{
public:
    ClientCore(Endpoint endpoint, ClientOptions options);
    ~ClientCore();
    void start();
    /// Ends the I/O thread; does not wait for the network. On the I/O thread itself it returns at once, and the end
    /// comes in the background. Any thread.
    void stop() noexcept;

    [[nodiscard]] asio::any_io_executor executor() { return m_context.get_executor(); } ///< Any thread.
    [[nodiscard]] bool on_io_thread() const noexcept;                                   ///< Any thread.
    [[nodiscard]] bool is_stopping() const;                                             ///< Any thread.
    [[nodiscard]] redis::Servers& servers() noexcept { return *m_servers; }
    void use_password(std::string password) { m_password->change(std::move(password)); } ///< Any thread.
    void use_sentinel_password(std::string password)                                     ///< Any thread.
    {
        m_sentinel_password->change(std::move(password));
    }
    [[nodiscard]] locks::HoldTable& holds() noexcept { return *m_holds; } ///< Its queries: any thread.
    [[nodiscard]] locks::WaitRoom& wait_room() noexcept { return *m_wait_room; }
    [[nodiscard]] locks::Watchdog& watchdog() noexcept { return *m_watchdog; }
    [[nodiscard]] locks::PermitWatchdog& permit_watchdog() noexcept { return *m_permit_watchdog; }
    [[nodiscard]] locks::OwnerGate& gate() noexcept { return *m_gate; }
    [[nodiscard]] locks::Afterwards& afterwards() noexcept { return *m_afterwards; }
    [[nodiscard]] locks::Departures& departures() noexcept { return *m_departures; }
    /// Kept by whoever takes something in Redis, or gives it back: when the client is closed, it still has a moment.
    [[nodiscard]] std::shared_ptr<void> under_way() const { return m_under_way; }

    const Endpoint endpoint;
    const ClientOptions options;
    const std::string id;

    /// Runs a coroutine on the I/O thread and waits for its result. Any other thread.
    /// @throws Error wrong_thread on the I/O thread, and whatever the coroutine throws.
    template <typename T>
    T run(asio::awaitable<T> work);
    /// The same; cancels the coroutine when @p stop is requested.
    template <typename T>
    T run(asio::awaitable<T> work, const std::stop_token& stop);

    /// Awaits @p work on the I/O thread from a coroutine on any executor; cancellation is passed on. Keeps this alive.
    template <typename T>
    asio::awaitable<T> on_io(asio::awaitable<T> work)
    {
        return on_io(shared_from_this(), std::move(work), {});
    }
    /// @name For what waits for servers of other clients, too: it is cancelled when this client is closed
    ///@{
    template <typename T>
    T run_until_closed(asio::awaitable<T> work, const std::stop_token& stop);
    template <typename T>
    asio::awaitable<T> on_io_until_closed(asio::awaitable<T> work)
    {
        return on_io(shared_from_this(), std::move(work), m_closing.get_token());
    }
    ///@}

    /// @throws Error wrong_thread on the I/O thread, where a blocking call would wait for itself.
    void require_other_thread() const;

private:
    template <typename T>
    static asio::awaitable<T> on_io(std::shared_ptr<ClientCore> core, asio::awaitable<T> work, std::stop_token ending)
    {
        const Submit submit = [&core](const std::function<void()>& start) { return core->try_to_submit(start); };
        // Always a coroutine of its own: how it treats cancellation is not the business of the one that awaits it.
        co_return co_await detail::spawn_on<T>(core->executor(), &work, submit, core->m_unanswered, ending);
    }
    /// Runs @p start, which hands work to the I/O thread, unless the client is being closed.
    void submit(const std::function<void()>& start);
    /// The same, also from the I/O thread, which has time for it as long as it runs. @returns why not.
    std::exception_ptr try_to_submit(const std::function<void()>& start);
    [[nodiscard]] Error closed() const;
    static void require_not_stopped(const std::stop_token& stop);
    /// Hands the work that is to answer @p call to the I/O thread, as submit() does.
    void begin(Unanswered::Call& call, const std::function<void()>& start);
    void close_all();
    asio::awaitable<void> say_goodbye();
    void end() noexcept;

    Unanswered m_unanswered; ///< Before the context: what it has left goes with it, and is noted here.
    asio::io_context m_context{1};
    asio::executor_work_guard<asio::io_context::executor_type> m_work{m_context.get_executor()};
    const std::shared_ptr<redis::Password> m_password;          ///< Before the servers, which are given it.
    const std::shared_ptr<redis::Password> m_sentinel_password; ///< The same.
    std::shared_ptr<redis::Servers> m_servers;
    std::shared_ptr<locks::HoldTable> m_holds;
    std::shared_ptr<locks::WaitRoom> m_wait_room;
    std::shared_ptr<locks::Watchdog> m_watchdog;
    std::shared_ptr<locks::PermitWatchdog> m_permit_watchdog;
    std::shared_ptr<locks::LossWatch> m_loss_watch;
    std::shared_ptr<locks::OwnerGate> m_gate;
    std::shared_ptr<locks::Afterwards> m_afterwards;
    std::shared_ptr<locks::Departures> m_departures;
    const std::shared_ptr<void> m_under_way = std::make_shared<char>();
    /// Guards m_is_stopping: nothing is submitted after it is set. Shared by those who submit.
    mutable std::shared_mutex m_mutex;
    bool m_is_stopping = false;
    std::stop_source m_closing;
    std::promise<void> m_has_closed; ///< What close_all() does.
    std::promise<void> m_finished;
    std::thread m_thread;
    std::atomic<std::thread::id> m_thread_id;
};

template <typename T>
T ClientCore::run(asio::awaitable<T> work)
{
    require_other_thread();
    const auto call = std::make_shared<BlockingCall<T>>();
    begin(*call, [&] {
        asio::co_spawn(m_context, std::move(work), [call](std::exception_ptr error, auto... value) {
            call->finish(std::move(error), std::move(value)...);
        });
    });
    return call->wait(m_unanswered);
}

template <typename T>
T ClientCore::run(asio::awaitable<T> work, const std::stop_token& stop)
{
    if (!stop.stop_possible())
        return run(std::move(work));
    require_other_thread();
    require_not_stopped(stop);
    const auto call = std::make_shared<BlockingCall<T>>();
    const auto signal = std::make_shared<asio::cancellation_signal>();
    begin(*call, [&] {
        auto finish = [this, call, signal](std::exception_ptr error, auto... value) {
            asio::post(m_context, [signal] {}); // the coroutine that ends here still refers to it
            call->finish(std::move(error), std::move(value)...);
        };
        asio::co_spawn(m_context, std::move(work), asio::bind_cancellation_slot(signal->slot(), std::move(finish)));
    });
    const std::stop_callback cancelling(
        stop, [this, signal] { asio::post(m_context, [signal] { signal->emit(asio::cancellation_type::terminal); }); });
    return call->wait(m_unanswered);
}

template <typename T>
T ClientCore::run_until_closed(asio::awaitable<T> work, const std::stop_token& stop)
{
    if (is_stopping())
        throw closed(); // and not that somebody has asked for it
    std::stop_source either;
    const auto end = [&either] { either.request_stop(); };
    const std::stop_callback closing(m_closing.get_token(), end);
    const std::stop_callback asked(stop, end);
    return run(std::move(work), either.get_token());
}

} // namespace lockscope::detail
