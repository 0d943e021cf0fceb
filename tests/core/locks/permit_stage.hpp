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

    [[nodiscard]] std::int64_t server_now()
    {
        const auto time = redis().list({"TIME"});
        return std::stoll(time[0]) * 1000 + std::stoll(time[1]) / 1000;
    }
    /// When a permit ends, by the server's clock; 0 if it is not there.
    [[nodiscard]] std::int64_t deadline(const std::string& id)
    {
        const Value score = redis().command({"ZSCORE", deadlines, raw(id)});
        return score.kind == Value::Kind::text ? std::stoll(score.text) : 0;
    }

    /// The id as it stands in Redis.
    [[nodiscard]] static std::string raw(const std::string& hex)
    {
        return QByteArray::fromHex(QByteArray::fromStdString(hex)).toStdString();
    }

    const std::string deadlines = "{a}:timeout";
    const std::string unknown_id = std::string(32, '0');
};

} // namespace lockscope::test
