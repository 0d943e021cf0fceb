// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/awaitable.hpp"
#include "lockscope/lock_state.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope {

class Client;

/// What lies under a name at one moment: a lock, what is left of one, something else, or nothing. For whoever is about
/// to use the name, for whom "no lock" (read_lock()) says too little.
struct NameLook
{
    std::string name; ///< Bytes.
    std::string type; ///< Of the main key, as TYPE says it: "hash", "string", …; empty: there is no key.
    /// A lock, a semaphore or a latch; of a free fair lock the queue that is left, of a semaphore whose permits are all
    /// past their lease its number.
    std::optional<LockState> lock;
    /// What the key counts if it is a number: the free permits of a semaphore, if it is one.
    std::optional<std::int64_t> number;
    SteadyTime at{}; ///< When it was so.

    /// Nobody holds anything, and nothing is in the way.
    [[nodiscard]] bool is_nothing() const noexcept { return type.empty() && !lock; }
    bool operator==(const NameLook&) const = default;
};

/// The same of a lock that was read in another way, by a monitor. Not for a semaphore that has become idle
/// (LockState::permits is absent): how many permits it has was not read.
[[nodiscard]] NameLook look_of(LockState state);

/// Looks once, and writes nothing.
///
///     const NameLook look = co_await async_look_at(client, "orders:42");
///     if (look.is_nothing()) …
///
/// @throws Error
[[nodiscard]] Awaitable<NameLook> async_look_at(Client& client, std::string name);

/// The same for whoever looks again and again: what the user may read is tried out once for a connection, and then now
/// and then, not for each look. Any thread.
class NameLooker
{
public:
    explicit NameLooker(Client& client); ///< The client outlives this.
    ~NameLooker();                       ///< Looks that are under way are still answered.
    NameLooker(const NameLooker&) = delete;
    NameLooker& operator=(const NameLooker&) = delete;

    /// @param callback called on the I/O thread with what was seen, or with one that has only the name, and a sentence
    void look_at(std::string name, std::function<void(NameLook, std::string error)> callback);

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace lockscope
