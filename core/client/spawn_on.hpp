// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace lockscope::detail {

template <typename T>
struct CompletionOf
{
    using Signature = void(std::exception_ptr, T);
};
template <>
struct CompletionOf<void>
{
    using Signature = void(std::exception_ptr);
};

/// How work is cancelled that runs on another executor; used there alone.
struct RemoteSignal : std::enable_shared_from_this<RemoteSignal>
{
    explicit RemoteSignal(boost::asio::any_io_executor executor) : where(std::move(executor)) {}
    void emit(boost::asio::cancellation_type type)
    {
        boost::asio::post(where, [self = shared_from_this(), type] { self->signal.emit(type); });
    }
    /// The coroutine that ends now still refers to it.
    void outlive_the_work()
    {
        boost::asio::post(where, [self = shared_from_this()] {});
    }
    const boost::asio::any_io_executor where;
    boost::asio::cancellation_signal signal;
};

/// Runs what it is given, or says why that cannot be any more.
using Submit = std::function<std::exception_ptr(const std::function<void()>&)>;

/// Awaits *work on another executor, and passes cancellation on to it.
///
/// Asio's own co_spawn(executor, work, use_awaitable) does the same on one thread only: between two it emits on a
/// signal that the awaiting side may have freed meanwhile. Here the signal is shared, and used on the executor of the
/// work alone.
///
/// @param submit starts the work
/// @param ending when it is requested, the work is cancelled
template <typename T>
boost::asio::awaitable<T> spawn_on(boost::asio::any_io_executor executor, boost::asio::awaitable<T>* work,
                                   const Submit& submit, const std::stop_token& ending)
{
    namespace asio = boost::asio;
    const auto initiate = [](auto handler, asio::any_io_executor where, asio::awaitable<T>* what, const Submit& run,
                             const std::stop_token& end) {
        auto signal = std::make_shared<RemoteSignal>(where);
        auto slot = asio::get_associated_cancellation_slot(handler);
        if (slot.is_connected())
            slot.assign([signal](asio::cancellation_type type) { signal->emit(type); });
        const auto cancel = [signal] { signal->emit(asio::cancellation_type::terminal); };
        std::unique_ptr<std::stop_callback<std::function<void()>>> listening;
        if (end.stop_possible())
            listening = std::make_unique<std::stop_callback<std::function<void()>>>(end, cancel);
        auto back = asio::make_work_guard(asio::get_associated_executor(handler, where));
        const asio::cancellation_slot inner = signal->signal.slot();
        const auto start = [&] {
            auto completion = [handler = std::move(handler), back = std::move(back), signal,
                               listening = std::move(listening)](std::exception_ptr error, auto... value) mutable {
                signal->outlive_the_work();
                // The guard goes along: it must not touch the other context once that may have run out of work and be
                // gone.
                const auto there = back.get_executor();
                asio::dispatch(there, [handler = std::move(handler), back = std::move(back), error,
                                       ... value = std::move(value)]() mutable {
                    std::move(handler)(error, std::move(value)...);
                });
            };
            asio::co_spawn(where, std::move(*what), asio::bind_cancellation_slot(inner, std::move(completion)));
        };
        const std::exception_ptr refusal = run(start);
        if (!refusal)
            return;
        const auto there = back.get_executor();
        asio::post(there, [handler = std::move(handler), back = std::move(back), refusal]() mutable {
            if constexpr (std::is_void_v<T>)
                std::move(handler)(refusal);
            else
                std::move(handler)(refusal, T());
        });
    };
    return asio::async_initiate<const asio::use_awaitable_t<>&, typename CompletionOf<T>::Signature>(
        initiate, asio::use_awaitable, executor, work, submit, ending);
}

} // namespace lockscope::detail
