// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
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

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_is_sent = false;
};

/// Where a blocked thread waits for the result of its coroutine. Shared by both, because the one that finishes still
/// touches it when the other may have gone on already.
template <typename T>
class BlockingCall
{
public:
    void finish(std::exception_ptr error, T value)
    {
        m_error = std::move(error);
        m_value.emplace(std::move(value));
        m_done.send();
    }
    T wait()
    {
        m_done.wait();
        if (m_error)
            std::rethrow_exception(m_error);
        return std::move(*m_value);
    }

private:
    Wake m_done;
    std::exception_ptr m_error;
    std::optional<T> m_value;
};

template <>
class BlockingCall<void>
{
public:
    void finish(std::exception_ptr error)
    {
        m_error = std::move(error);
        m_done.send();
    }
    void wait()
    {
        m_done.wait();
        if (m_error)
            std::rethrow_exception(m_error);
    }

private:
    Wake m_done;
    std::exception_ptr m_error;
};

} // namespace lockscope::detail
