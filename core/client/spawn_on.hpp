// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/unanswered.hpp"

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
#include <optional>
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

/// Who awaits work on another executor: told there of its end, once.
template <typename T, typename Handler>
class RemoteCall : public Unanswered::Call
{
public:
    RemoteCall(Handler handler, const boost::asio::any_io_executor& where)
        : m_handler(std::move(handler))
        , m_back(boost::asio::make_work_guard(boost::asio::get_associated_executor(*m_handler, where)))
    {}

    /// From the executor of the work.
    template <typename... Values>
    void finish(std::exception_ptr error, Values... value)
    {
        // The guard goes along: it must not touch the other context once that may have run out of work and be gone.
        const auto there = m_back->get_executor();
        boost::asio::dispatch(there, answer(error, std::move(value)...));
    }
    void give_up(const std::exception_ptr& error) override
    {
        if (!m_handler) // it has been told
            return;
        const auto there = m_back->get_executor();
        if constexpr (std::is_void_v<T>)
            boost::asio::post(there, answer(error));
        else
            boost::asio::post(there, answer(error, T()));
    }

private:
    template <typename... Values>
    auto answer(std::exception_ptr error, Values... value)
    {
        return [handler = *std::exchange(m_handler, std::nullopt), back = *std::exchange(m_back, std::nullopt), error,
                ... value = std::move(value)]() mutable { std::move(handler)(error, std::move(value)...); };
    }

    using Back = boost::asio::associated_executor_t<Handler, boost::asio::any_io_executor>;

    std::optional<Handler> m_handler;
    std::optional<boost::asio::executor_work_guard<Back>> m_back;
};

/// Awaits *work on another executor, and passes cancellation on to it.
///
/// Asio's own co_spawn(executor, work, use_awaitable) does the same on one thread only: between two it emits on a
/// signal that the awaiting side may have freed meanwhile. Here the signal is shared, and used on the executor of the
/// work alone.
///
/// @param submit starts the work
/// @param unanswered who answers if the executor of the work does not any more; outlives that
/// @param ending when it is requested, the work is cancelled
template <typename T>
boost::asio::awaitable<T> spawn_on(boost::asio::any_io_executor executor, boost::asio::awaitable<T>* work,
                                   const Submit& submit, Unanswered& unanswered, const std::stop_token& ending)
{
    namespace asio = boost::asio;
    const auto initiate = [](auto handler, asio::any_io_executor where, asio::awaitable<T>* what, const Submit& run,
                             Unanswered* left, const std::stop_token& end) {
        using Call = RemoteCall<T, std::decay_t<decltype(handler)>>;
        auto signal = std::make_shared<RemoteSignal>(where);
        auto slot = asio::get_associated_cancellation_slot(handler);
        if (slot.is_connected())
            slot.assign([signal](asio::cancellation_type type) { signal->emit(type); });
        const auto cancel = [signal] { signal->emit(asio::cancellation_type::terminal); };
        std::unique_ptr<std::stop_callback<std::function<void()>>> listening;
        if (end.stop_possible())
            listening = std::make_unique<std::stop_callback<std::function<void()>>>(end, cancel);
        const auto forget = [left](Call* call) {
            left->remove(*call);
            delete call;
        };
        // Moved to the work, so that it ends with that, or with its executor: here it could be the last to go, when
        // those who know it are gone.
        auto call = std::shared_ptr<Call>(new Call(std::move(handler), where), forget);
        const asio::cancellation_slot inner = signal->signal.slot();
        const auto start = [&] {
            left->add(*call);
            auto completion = [call = std::move(call), signal,
                               listening = std::move(listening)](std::exception_ptr error, auto... value) mutable {
                signal->outlive_the_work();
                call->finish(error, std::move(value)...);
            };
            asio::co_spawn(where, std::move(*what), asio::bind_cancellation_slot(inner, std::move(completion)));
        };
        if (const std::exception_ptr refusal = run(start))
            call->give_up(refusal);
    };
    return asio::async_initiate<const asio::use_awaitable_t<>&, typename CompletionOf<T>::Signature>(
        initiate, asio::use_awaitable, executor, work, submit, &unanswered, ending);
}

} // namespace lockscope::detail
