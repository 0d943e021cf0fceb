// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

/// Nanoseconds of the steady clock, which all processes of a machine share: instants of different processes compare.
using Instant = std::int64_t;
inline constexpr Instant never = INT64_MAX;

[[nodiscard]] inline Instant instant(std::chrono::steady_clock::time_point time)
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}
[[nodiscard]] inline Instant instant_now()
{
    return instant(std::chrono::steady_clock::now());
}

/// What somebody asked of a lock. Entering again is an acquisition whose count is above 1.
enum class Kind { acquire, acquire_shared, release, release_shared, force_release };

enum class Outcome {
    ok,
    failed,  ///< Refused: not acquired; not held, so not released; nobody held it, so nothing to force.
    gave_up, ///< Not acquired, for whatever reason: others may have been first, or it was not tried at all.
    lost,    ///< A release that was told that the hold had ended by itself.
    unknown, ///< Whether it happened is not known, or not known yet; it may still happen until the end.
};

/// One operation: it took effect at some moment between its two instants, if it did.
struct Operation
{
    std::string lock = {};
    std::string owner = {}; ///< Process and thread, in whatever words tell them apart.
    Kind kind = Kind::acquire;
    Instant invoked = 0;
    Instant returned = never; ///< Not looked at if the outcome is unknown.
    Outcome outcome = Outcome::unknown;
    std::optional<int> count = {}; ///< How many holds the owner had after it, as far as it was told.
    /// Of an acquisition: when its lease runs out if nobody extends it, counted from before it was sent. Until then
    /// nobody else can hold the lock. never: it is renewed. The latest of a holder's entries counts; of a reader's the
    /// first, because each of its entries has a lease of its own.
    Instant valid_until = never;
    /// Of an acquisition that was lost: when its owner was told.
    Instant lost_at = never;
    std::optional<std::int64_t> token = {}; ///< Fencing token, where the lock gives one.

    bool operator==(const Operation&) const = default;
};

/// "acquire → ok, count 2", with the times in milliseconds since @p start.
[[nodiscard]] std::string describe(const Operation& operation, Instant start);

/// Records what many threads do to locks. All members may be called from any thread; recording costs well below a
/// microsecond.
///
///     const auto id = history.begin("orders", "A:1", Kind::acquire);
///     const bool acquired = lock.try_lock();
///     history.end(id, acquired ? Outcome::ok : Outcome::failed, {.count = 1});
class History
{
public:
    using Id = std::size_t;

    struct Details
    {
        std::optional<int> count = {};
        Instant valid_until = never;
        std::optional<std::int64_t> token = {};
    };

    /// To be called before the operation starts.
    [[nodiscard]] Id begin(std::string lock, std::string owner, Kind kind);
    /// To be called when it is over. One that is never ended stays open, with an unknown outcome.
    void end(Id operation, Outcome outcome, Details details);
    void end(Id operation, Outcome outcome) { end(operation, outcome, Details()); }
    /// The owner was told just now that what @p acquisition gave it is gone.
    void lost(Id acquisition);
    void add(Operation operation);

    /// A copy of everything so far, in the order of the beginnings.
    [[nodiscard]] std::vector<Operation> operations() const;

    /// As lines of text, to bring the history of another process here.
    void write(std::ostream& out) const;
    /// Adds what write() wrote. @throws std::runtime_error if it is something else.
    void read(std::istream& in);

private:
    mutable std::mutex m_mutex;
    std::deque<Operation> m_operations;
};

} // namespace lockscope::test
