// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/link.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::locks {

/// A hold that is to be renewed, or only looked at.
struct Renewing
{
    std::string lock;
    std::string field;                  ///< The owner's in the lock's hash.
    std::string deadlines_prefix;       ///< Readers only: what the keys of their deadlines start with.
    std::string guard;                  ///< Readers only: a key that there never is.
    int entries = 1;                    ///< Readers only: how many deadlines there are.
    std::chrono::milliseconds lease{0}; ///< Zero: only look.
    /// Readers only, when only looked at: what is to go of what they were granted. If others who read have made it
    /// less, it is given back to them.
    std::chrono::milliseconds granted{0};
};

/// What Redis says of it.
struct Renewed
{
    /// Of its lease in ms; -1: without end; -2: the owner does not hold it; -3: it is no hash. None: it did not say.
    std::optional<std::int64_t> left;
    std::chrono::steady_clock::time_point sent{}; ///< When it was asked; what is left counts from there.
};

/// All of them by one script. Where their slot is on its way through a cluster each goes alone, to where it is just
/// then; and so do the deadlines of readers. Only the holder of a lock may do that: it changes nothing of who has it.
/// Each goes alone, too, where the server does not permit all of them together.
/// @returns one for each. @throws Error
boost::asio::awaitable<std::vector<Renewed>> renew(redis::Link& link, std::vector<Renewing> holds,
                                                   redis::Link::Clock::time_point deadline);

} // namespace lockscope::locks
