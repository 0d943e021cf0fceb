// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/hold_id.hpp"
#include "locks/untold_losses.hpp"
#include "lockscope/client.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope::locks {

class Protocol;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// One owner's hold of one lock, as far as this process knows.
struct Hold
{
    HoldId id;
    const Protocol* protocol = nullptr; ///< What it was taken as, and so will be left as.
    std::int64_t token = 0;             ///< Of the latest acquisition; fenced locks only.
    int count = 0;
    milliseconds lease{0}; ///< The longest of its entries.
    bool watched = false;  ///< The watchdog renews it, because one of its entries has no lease.
    /// How it was kept before an entry changed that.
    struct Before
    {
        int count;
        milliseconds lease;
        bool watched;
    };
    std::vector<Before> before;    ///< Most often nothing: all entries are of one kind.
    Clock::time_point valid_until; ///< Nobody else can hold it before this moment, unless it is taken away.
    std::uint64_t generation = 0;  ///< A new hold of the same owner has another one.
    std::stop_source loss;

    [[nodiscard]] bool is_valid(Clock::time_point now) const noexcept { return count > 0 && now < valid_until; }
    /// The later entries have left: it is kept as those were that stay.
    void go_back_to(int entries);
};

/// Which locks this client holds. Changed on the I/O thread only; the queries may come from any thread.
class HoldTable
{
public:
    /// A copy of the hold, valid or not; nullopt if there is none.
    [[nodiscard]] std::optional<Hold> find(const HoldId& id) const;
    /// A copy of a valid hold by another owner of this process whose release will be told to those who wait. (A reader
    /// who leaves while others read tells nobody.)
    [[nodiscard]] std::optional<Hold> find_sibling(const HoldId& id, Clock::time_point now) const;
    [[nodiscard]] std::vector<Hold> find_all(const std::string& lock) const;

    /// Records an acquisition, with what it brought; leases and watchdogs of earlier entries live on.
    /// @returns the hold as it is now.
    Hold acquired(const Hold& fresh);
    /// Its latest entries are gone, and what only they had asked for with them.
    void released(const HoldId& id, int left, Clock::time_point valid_until);
    /// Sets until when a hold is known to be valid, if it is still of this generation. @returns false if it is not.
    bool confirm(const HoldId& id, std::uint64_t generation, Clock::time_point valid_until);
    /// The hold is gone although its owner did not release it. Its owner hears of it at the next unlocks, once for each
    /// time it had entered: those are still to come, from nested guards.
    void lost(const HoldId& id, LossNotice::Reason reason);
    /// Forgets a hold without calling it lost.
    void drop(const HoldId& id);
    /// True once for each entry of a hold that was lost. Also for whoever was never heard of, once losses had to be
    /// forgotten: it may be one of them, and is not to be blamed for a mistake then.
    [[nodiscard]] bool take_loss(const HoldId& id);

    void on_lost(std::function<void(const LossNotice&)> callback);
    /// Tells whoever asked to be told by on_lost().
    void tell(const LossNotice& notice) const;

private:
    [[nodiscard]] const Hold* locate(const HoldId& id) const;
    [[nodiscard]] Hold* locate(const HoldId& id);
    void erase(const HoldId& id);

    mutable std::mutex m_mutex;
    std::unordered_map<std::string, std::vector<Hold>> m_holds;
    UntoldLosses<HoldId> m_losses;
    std::function<void(const LossNotice&)> m_callback;
    std::uint64_t m_generations = 0;
};

} // namespace lockscope::locks
