// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/command.hpp"
#include "redis/reply.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockscope::monitor {

/// Commands whose replies are of one moment: between MULTI and EXEC, where that is permitted.
class Transaction
{
public:
    explicit Transaction(bool is_atomic) : m_is_atomic(is_atomic) {}

    void add(redis::Command command);
    [[nodiscard]] bool is_atomic() const noexcept { return m_is_atomic; }
    void append_to(std::vector<redis::Command>& commands) const;
    /// How many replies belong to it.
    [[nodiscard]] std::size_t size() const noexcept;
    /// What its words take.
    [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }

    /// Refers to the replies that it was made of.
    struct Answers
    {
        bool executed = true;
        std::span<const redis::Reply> each; ///< One a command: what it brought, or, if not executed, how it was queued.
        std::string error;                  ///< Why it was not executed.
    };
    [[nodiscard]] Answers unpack(std::span<const redis::Reply> replies) const;

private:
    bool m_is_atomic;
    std::vector<redis::Command> m_commands;
    std::size_t m_bytes = 0;
};

/// The reply to TIME in epoch milliseconds; 0 if it makes no sense.
[[nodiscard]] std::int64_t to_server_time(const redis::Reply& reply);
/// Of NUMSUB and its kin. More than any server can have is bounded, so that sums stay numbers.
[[nodiscard]] std::optional<std::int32_t> to_subscribers(const redis::Reply& reply);

} // namespace lockscope::monitor
