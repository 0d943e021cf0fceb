// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client.hpp"

#include <chrono>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// Remembers what a client said was lost, and when.
class Losses
{
public:
    explicit Losses(Client& client)
    {
        client.on_lost([this](const LossNotice& notice) {
            const std::scoped_lock guard(m_mutex);
            m_notices.emplace_back(notice, std::chrono::steady_clock::now());
        });
    }
    [[nodiscard]] std::size_t count() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_notices.size();
    }
    [[nodiscard]] std::vector<std::string> names() const
    {
        const std::scoped_lock guard(m_mutex);
        std::vector<std::string> lost;
        for (const auto& [notice, when] : m_notices)
            lost.push_back(notice.lock);
        return lost;
    }
    [[nodiscard]] LossNotice first() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_notices.at(0).first;
    }
    [[nodiscard]] std::chrono::steady_clock::time_point when() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_notices.at(0).second;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<std::pair<LossNotice, std::chrono::steady_clock::time_point>> m_notices;
};

} // namespace lockscope::test
