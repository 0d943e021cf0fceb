// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/timing.hpp"
#include "support/until.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <vector>

namespace lockscope::test {

/// What a lock protects: it sees who meets whom inside, and whether one of the two is told. All members may be called
/// from any thread.
///
///     Room::Guest guest{Room::Side::exclusive, lock.loss_token(), {}};
///     room.enter(guest);
///     room.leave(guest);
///     lock.release();
class Room
{
public:
    enum class Side { exclusive, shared };

    /// One who has the lock.
    struct Guest
    {
        Side side = Side::exclusive;
        std::stop_token loss;             ///< Of its hold; one that can never stop is of a hold that is lost already.
        std::vector<std::stop_token> met; ///< Of others who believed to have the lock too.

        [[nodiscard]] bool is_told() const { return tells_loss(loss); }
        /// Of any two who met, one knows now that it does not have the lock any more.
        [[nodiscard]] bool is_settled() const { return is_told() || std::all_of(met.begin(), met.end(), tells_loss); }
    };

    void enter(Guest& guest)
    {
        const std::scoped_lock guard(m_mutex);
        for (Guest* other : m_inside) {
            const bool may_be_two = guest.side == Side::shared && other->side == Side::shared;
            if (may_be_two || other->is_told())
                continue;
            ++m_overlaps;
            guest.met.push_back(other->loss);
            other->met.push_back(guest.loss);
        }
        m_inside.push_back(&guest);
    }
    /// Who met somebody stays until one of the two is told: it may be either, for one that was slow may come in last.
    void leave(Guest& guest)
    {
        const bool is_settled = until(
            [&] {
                const std::scoped_lock guard(m_mutex);
                return guest.is_settled() && std::erase(m_inside, &guest) > 0;
            },
            soon);
        if (is_settled)
            return;
        const std::scoped_lock guard(m_mutex);
        std::erase(m_inside, &guest);
        ++m_untold;
    }

    /// How often somebody came in while another believed to have the lock.
    [[nodiscard]] std::uint64_t overlaps() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_overlaps;
    }
    /// How many met another, and neither was told.
    [[nodiscard]] std::uint64_t untold() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_untold;
    }

private:
    [[nodiscard]] static bool tells_loss(const std::stop_token& token)
    {
        return !token.stop_possible() || token.stop_requested();
    }

    mutable std::mutex m_mutex;
    std::vector<Guest*> m_inside;
    std::uint64_t m_overlaps = 0, m_untold = 0;
};

} // namespace lockscope::test
