// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "counting_suite.hpp"

#include "lockscope/permit_semaphore.hpp"

namespace lockscope::test {

/// The same stage with a permit-expirable semaphore at "a".
class PermitStage : protected CountingStage
{
protected:
    PermitStage() : CountingStage("redisson_sc:{a}") {}

    [[nodiscard]] PermitSemaphore semaphore(const std::string& name = "a") { return m_client->permit_semaphore(name); }
    [[nodiscard]] std::int64_t entries() { return redis().integer({"ZCARD", deadlines}); }

    /// The id as it stands in Redis.
    [[nodiscard]] static std::string raw(const std::string& hex)
    {
        return QByteArray::fromHex(QByteArray::fromStdString(hex)).toStdString();
    }

    const std::string deadlines = "{a}:timeout";
    const std::string unknown_id = std::string(32, '0');
};

} // namespace lockscope::test
