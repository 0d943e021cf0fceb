// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope {

/// Who holds or waits for a lock: one thread (or one logical activity) of one client.
///
/// On the wire it is the hash field `<uuid>:<thread>`, as in Redisson.
///
/// Two with the same number are one owner: the second enters what the first holds, instead of waiting for it. The
/// blocking calls number the threads of a process 1, 2, 3, …, so a coroutine that calls itself 1 shares the locks of
/// the first thread. Client::new_owner() has a number of its own for each, above 1,000,000,000.
struct OwnerId
{
    std::string client; ///< UUID of the client instance, 36 characters in lower case.
    /// Number of the thread or activity inside that client. Any number is possible; see above for which is nobody
    /// else's.
    std::int64_t thread = 0;

    /// "<client>:<thread>"
    [[nodiscard]] std::string field() const;

    bool operator==(const OwnerId&) const = default;
    /// By client, then by thread.
    bool operator<(const OwnerId& other) const noexcept
    {
        return client != other.client ? client < other.client : thread < other.thread;
    }
};

/// How a lock is held: alone, or beside others who only read.
enum class Access { exclusive, shared };

/// What a field of a lock's hash says about its owner.
struct OwnerField
{
    std::string client;
    std::int64_t thread = 0;
    bool writer = false;     ///< Ends in ":write": the write side of a read-write lock.
    std::string transaction; ///< 32 hex digits if a Redisson transaction holds it, otherwise empty.

    /// Reads `<uuid>:<int64>[:write][:<32 hex>]`. Nothing else is an owner: nullopt.
    [[nodiscard]] static std::optional<OwnerField> parse(std::string_view field);

    bool operator==(const OwnerField&) const = default;
};

/// The same in views of the field, for where there are many. Without a client if the field is no owner's.
struct OwnerView
{
    std::string_view client;
    std::int64_t thread = 0;
    bool writer = false;
    std::string_view transaction;

    [[nodiscard]] static OwnerView of(std::string_view field) noexcept;
};

} // namespace lockscope
