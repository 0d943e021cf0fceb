// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace lockscope::redis {

/// The password of a deployment's servers, shared by all connections to them, because it may change while they live.
/// Any thread.
class Password
{
public:
    explicit Password(std::string first) : m_newest(std::move(first)) {}

    [[nodiscard]] std::string newest() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_newest;
    }
    void change(std::string to)
    {
        const std::scoped_lock guard(m_mutex);
        m_newest = std::move(to);
    }

private:
    mutable std::mutex m_mutex;
    std::string m_newest;
};

} // namespace lockscope::redis
