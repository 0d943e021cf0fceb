// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace lockscope {

/// Does it have holds that can be ended one by one: the readers of a read-write lock, the permits of a semaphore? Of
/// anything else there is one holder, or the parts belong together.
[[nodiscard]] constexpr bool has_single_holds(LockType type, LockMode mode) noexcept
{
    return (type == LockType::read_write && mode == LockMode::read) || type == LockType::semaphore;
}

/// To end one hold of several: one reader with all its entries, or one permit.
struct ReleaseOneRequest
{
    std::string lock;
    /// As they were seen.
    ///@{
    LockType type = LockType::read_write;
    LockMode mode = LockMode::read;
    std::string owner;      ///< As in Holder::owner: a reader's field, a permit's id.
    std::int64_t count = 1; ///< How often the reader has entered; permits have none.
    /// When its own lease ends: epoch ms by the server's clock, −1 never. Of a reader the longest of its entries.
    /// Compared within 2 ms, because a reading takes time; absent: not compared.
    std::optional<std::int64_t> deadline;
    ///@}
    std::string reason;
    std::string typed_name; ///< Production only: must equal the lock's name (escaped form).
};
/// To end @p holder's hold as it is in @p state; the reason and the typed name are still to be filled in. As far as the
/// reading tells: without TIME (not permitted), or a hundred years away, there is no deadline.
[[nodiscard]] ReleaseOneRequest release_one_request(const LockState& state, const Holder& holder);

} // namespace lockscope
