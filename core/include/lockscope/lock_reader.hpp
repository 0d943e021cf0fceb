// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client.hpp"
#include "lockscope/lock_state.hpp"

#include <memory>
#include <optional>
#include <string>

namespace lockscope {

/// Reads one lock after the other, as read_lock() does. What the user may read is tried out once for all of them, and
/// anew after a failure or when that was a while ago: each trial costs the server some twenty commands, and an entry in
/// its ACL log for what is not permitted.
class LockReader
{
public:
    /// @param client outlives the readings
    explicit LockReader(Client& client);
    ~LockReader();
    LockReader(const LockReader&) = delete;
    LockReader& operator=(const LockReader&) = delete;

    /// One lock by its exact name, even out of order; nullopt: there is none, or the key is no lock. For coroutines on
    /// any executor, from any thread. @throws Error
    [[nodiscard]] Awaitable<std::optional<LockState>> async_read(std::string name);

private:
    struct Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace lockscope
