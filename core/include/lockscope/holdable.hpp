// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/awaitable.hpp"
#include "lockscope/client.hpp"
#include "lockscope/lock.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

/// What can be acquired and held by name, as a person chooses it.
enum class HoldKind {
    reentrant,
    fair,
    read,
    write,
    fenced,
    spin,
    non_reentrant,
    non_reentrant_fair,
    semaphore, ///< One permit of it.
    permit,    ///< One permit with an id of its own.
    multi,     ///< Several names at once.
    red,       ///< One name on several servers.
};

/// All of them, in the order in which to offer them.
inline constexpr std::array all_hold_kinds{
    HoldKind::reentrant, HoldKind::fair,   HoldKind::read,          HoldKind::write,
    HoldKind::fenced,    HoldKind::spin,   HoldKind::non_reentrant, HoldKind::non_reentrant_fair,
    HoldKind::semaphore, HoldKind::permit, HoldKind::multi,         HoldKind::red,
};

/// "reentrant", "non-reentrant-fair", …: the names of the command line and of JSON.
[[nodiscard]] std::string_view to_string(HoldKind kind) noexcept;
/// The inverse; nullopt for anything else.
[[nodiscard]] std::optional<HoldKind> hold_kind(std::string_view name) noexcept;

/// A lock or permit of whatever kind, acquired and left by one owner.
///
///     auto lock = make_holdable(HoldKind::fair, {"orders:42"}, {&client});
///     if (co_await lock->acquire({.wait = 5s, .lease = {}, .stop = {}}))
///         co_await lock->release();
///
/// Its coroutines may be awaited from any executor, one at a time; the other members may be called from any thread
/// while none of them runs.
class Holdable
{
public:
    virtual ~Holdable() = default;
    Holdable(const Holdable&) = delete;
    Holdable& operator=(const Holdable&) = delete;

    /// The owner's field in Redis; of permits with an id, the latest id.
    [[nodiscard]] virtual std::string owner() const = 0;
    /// Cancellable (Asio, terminal cancellation); terms.stop is not looked at. @returns false if it was not to be had
    /// in time. Without a lease the client's watchdog renews it, permits with an id as well.
    /// @throws Error as the lock of this kind; invalid_argument for a lease on HoldKind::semaphore.
    [[nodiscard]] virtual Awaitable<bool> acquire(Terms terms) = 0;
    /// Leaves it once. A semaphore that is gone is not made anew: its permit is lost.
    /// @returns how many holds are left. @throws Error not_held, lost, outcome_unknown, …
    [[nodiscard]] virtual Awaitable<int> release() = 0;
    [[nodiscard]] virtual int count() const = 0;
    /// Fenced locks, while held.
    [[nodiscard]] virtual std::optional<std::int64_t> token() const { return std::nullopt; }
    /// When one lock is lost if it is not renewed any more, by what the server confirmed last; absent for other kinds,
    /// and where it is not held. May be called at any time, from any thread.
    [[nodiscard]] virtual std::optional<std::chrono::steady_clock::time_point> valid_until() const { return {}; }
    /// Does what a client said (Client::on_lost()) mean that this is lost? Always false for HoldKind::semaphore, of
    /// whose permits no client tells. May be called at any time, from any thread.
    [[nodiscard]] virtual bool is_lost_by(const LossNotice& notice) const = 0;
    /// Asked to stop when what is held now is lost (of permits, the oldest), on an I/O thread; of a RedLock also when
    /// its validity ends, of which no client tells. HoldKind::semaphore has none.
    [[nodiscard]] virtual std::stop_token loss_token() const { return {}; }

protected:
    Holdable() = default;
};

/// @param names   one; several for HoldKind::multi
/// @param clients not owned, outlive the result; one, or several for HoldKind::red
/// @param owner   of which client only the number matters; absent: the calling thread
/// @throws Error invalid_argument if kind, names and servers do not go together
[[nodiscard]] std::unique_ptr<Holdable> make_holdable(HoldKind kind, const std::vector<std::string>& names,
                                                      const std::vector<Client*>& clients,
                                                      std::optional<OwnerId> owner = {});

} // namespace lockscope
