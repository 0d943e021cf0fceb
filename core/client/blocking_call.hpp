// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/unanswered.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

namespace lockscope::detail {

/// Puts one thread to sleep until another says so. Not std::binary_semaphore: in libstdc++ that yields the processor
/// several times before it sleeps, which is always in vain here, where a server has to answer first, and costs more
/// than the sleep as soon as there are more threads than processors.
class Wake
{
public:
    void send()
    {
        {
            const std::scoped_lock guard(m_mutex);
            m_is_sent = true;
        }
        m_changed.notify_one();
    }
    void wait()
    {
        std::unique_lock guard(m_mutex);
        m_changed.wait(guard, [this] { return m_is_sent; });
    }

    [[nodiscard]] bool is_sent()
    {
        const std::scoped_lock guard(m_mutex);
        return m_is_sent;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_is_sent = false;
};

/// Where a blocked thread waits for the result of its coroutine. Shared by both, because the one that finishes still
/// touches it when the other may have gone on already.
template <typename T>
class BlockingCall : public Unanswered::Call
{
    struct Nothing
    {};
    using Value = std::conditional_t<std::is_void_v<T>, Nothing, T>;

public:
    template <typename... Values>
    void finish(std::exception_ptr error, Values&&... value)
    {
        m_error = std::move(error);
        m_value.emplace(std::forward<Values>(value)...);
        m_done.send();
    }
    void give_up(const std::exception_ptr& error) override
    {
        if (m_done.is_sent()) // but not heard yet
            return;
        m_error = error;
        m_done.send();
    }
    /// @param unanswered who answers if the I/O thread does not any more
    T wait(Unanswered& unanswered)
    {
        m_done.wait();
        unanswered.remove(*this);
        if (m_error)
            std::rethrow_exception(m_error);
        if constexpr (!std::is_void_v<T>)
            return std::move(*m_value);
    }

private:
    Wake m_done;
    std::exception_ptr m_error;
    std::optional<Value> m_value;
};

} // namespace lockscope::detail
