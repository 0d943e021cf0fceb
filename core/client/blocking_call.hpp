// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <optional>
#include <semaphore>
#include <utility>

namespace lockscope::detail {

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
        m_done.release();
    }
    T wait()
    {
        m_done.acquire();
        if (m_error)
            std::rethrow_exception(m_error);
        return std::move(*m_value);
    }

private:
    std::binary_semaphore m_done{0};
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
        m_done.release();
    }
    void wait()
    {
        m_done.acquire();
        if (m_error)
            std::rethrow_exception(m_error);
    }

private:
    std::binary_semaphore m_done{0};
    std::exception_ptr m_error;
};

} // namespace lockscope::detail
