// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/awaitable.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace lockscope {

class Client;
namespace detail {
class ClientCore;
} // namespace detail

/// Locks as they are often written by hand. For comparison in lessons and measurements only: do not use them.
/// Every call blocks; any thread but the client's I/O thread. Each throws Error when the server cannot be asked, closed
/// once the client is destroyed. Nothing is released by a destructor.
namespace baseline {

/// SETNX, then EXPIRE, then DEL. Broken in three ways: who dies between the first two commands leaves a lock that never
/// ends; who is slower than the lease deletes the lock of the next holder; and nobody is told of the release.
class SetnxExpireLock
{
public:
    using milliseconds = std::chrono::milliseconds;
    SetnxExpireLock(Client& client, std::string name);

    /// @param lease rounded up to whole seconds, which is what EXPIRE takes. @throws Error
    [[nodiscard]] bool try_lock(milliseconds lease);
    /// Only the first half, as a process does that dies in between. @throws Error
    [[nodiscard]] bool try_lock_and_die();
    /// Deletes the key, whoever has it by now. @throws Error
    void unlock();

private:
    std::shared_ptr<detail::ClientCore> m_core;
    std::string m_name;
};

/// SET NX PX with a random value, and a script that deletes the key only if the value is still there. Right as far as
/// it goes: not reentrant, nobody waits, nobody renews, nobody is told of a loss.
class SetNxPxLock
{
public:
    using milliseconds = std::chrono::milliseconds;
    SetNxPxLock(Client& client, std::string name);

    /// @throws Error
    [[nodiscard]] bool try_lock(milliseconds lease);
    /// @returns false if it was not ours any more. @throws Error
    bool unlock();

private:
    std::shared_ptr<detail::ClientCore> m_core;
    std::string m_name;
    std::string m_value;
};

} // namespace baseline
} // namespace lockscope
