// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/reply.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

struct redisReader;

namespace lockscope::redis {

/// What one reply may cost us at most. hiredis itself waits and buffers for whatever length a server announces.
/// RESP2 that is nested deeper than seven arrays, and any RESP3, are refused.
struct ReplyLimits
{
    std::size_t bytes = 64u << 20;   ///< Of one whole reply, as received.
    std::size_t elements = 1u << 20; ///< Of all arrays of one reply together.
    std::size_t line = 1u << 20; ///< Of a status, an error, or a number: hiredis searches it from its start each time.
};

struct ReplyBudget;

/// Bytes in, replies out: hiredis' parser behind our limits. No I/O.
class ReplyReader
{
public:
    explicit ReplyReader(ReplyLimits limits = {});
    ~ReplyReader();
    ReplyReader(ReplyReader&& other) noexcept;
    ReplyReader& operator=(ReplyReader&& other) noexcept;

    /// @throws Error protocol if the bytes are not RESP or exceed the limits; the reader is of no use afterwards.
    void feed(std::string_view bytes);
    /// The next complete reply, or nullopt until more bytes come. @throws Error protocol
    [[nodiscard]] std::optional<Reply> next();

private:
    struct Deleter
    {
        void operator()(redisReader* reader) const noexcept;
    };
    void check_pending() const;
    ReplyLimits m_limits;
    std::size_t m_held = 0;                ///< Bytes fed since the last complete reply.
    std::unique_ptr<ReplyBudget> m_budget; ///< Of the reply being read; hiredis' callbacks count it down.
    std::unique_ptr<redisReader, Deleter> m_reader;
};

} // namespace lockscope::redis
