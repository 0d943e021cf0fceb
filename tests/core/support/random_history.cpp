// SPDX-License-Identifier: Apache-2.0
#include "random_history.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace lockscope::test {

namespace {

constexpr Instant tick = 1000;
constexpr int most_holds = 3;

class Play
{
public:
    Play(Dice& dice, const RandomHistoryOptions& options)
        : m_dice(dice)
        , m_options(options)
        , m_busy_until(static_cast<std::size_t>(options.owners), 0)
    {}

    std::vector<Operation> run()
    {
        while (static_cast<int>(m_history.size()) < m_options.operations) {
            m_now += 1 + m_dice.below(tick);
            end_what_is_due();
            const int owner = somebody();
            if (busy_until(owner) < m_now)
                act(owner);
        }
        return std::move(m_history);
    }

private:
    /// Something that happens later without being called then.
    struct Later
    {
        Instant when = 0;
        Move move = Move::lapse;
        int owner = 0;
    };

    /// Holders more often than others, so that holds end before everybody has read.
    int somebody()
    {
        if (m_state.writer >= 0 && percent(50))
            return m_state.writer;
        if (!m_state.readers.empty() && percent(70))
            return m_state.readers[static_cast<std::size_t>(m_dice.below(static_cast<int>(m_state.readers.size())))]
                .first;
        return m_dice.below(m_options.owners);
    }

    Instant& busy_until(int owner) { return m_busy_until[static_cast<std::size_t>(owner)]; }
    Instant some_time(int ticks) { return 1 + m_dice.below(static_cast<int>(tick) * ticks); }
    bool percent(int chance) { return m_dice.below(100) < chance; }

    void end_what_is_due()
    {
        std::stable_sort(m_later.begin(), m_later.end(),
                         [](const Later& a, const Later& b) { return a.when < b.when; });
        while (!m_later.empty() && m_later.front().when < m_now) {
            static_cast<void>(m_state.apply(m_later.front().move, m_later.front().owner, {}, m_options.rules));
            m_later.erase(m_later.begin());
        }
    }

    void act(int owner)
    {
        const bool shared = m_options.rules.type == LockRules::Type::read_write && percent(40);
        const int held = holds(owner, shared);
        if (held > 0 ? !percent(held < most_holds ? 30 : 0) : percent(5))
            release(owner, shared, held);
        else
            acquire(owner, shared);
    }

    [[nodiscard]] int holds(int owner, bool shared) const
    {
        if (!shared)
            return m_options.rules.type == LockRules::Type::semaphore || m_state.writer == owner ? m_state.writes : 0;
        for (const auto& [reader, count] : m_state.readers) {
            if (reader == owner)
                return count;
        }
        return 0;
    }

    /// An operation that takes effect now.
    Operation& add(int owner, Kind kind)
    {
        Operation operation{.lock = "a", .owner = "owner " + std::to_string(owner), .kind = kind};
        operation.invoked = std::max(busy_until(owner) + 1, m_now - some_time(m_options.breadth / 2 + 1));
        operation.returned = m_now + some_time(m_options.breadth / 2 + 1);
        busy_until(owner) = operation.returned;
        m_history.push_back(operation);
        return m_history.back();
    }

    void acquire(int owner, bool shared)
    {
        Operation& operation = add(owner, shared ? Kind::acquire_shared : Kind::acquire);
        const bool untold = percent(m_options.unknown_percent);
        if (untold && percent(50)) {
            forget(operation);
            return;
        }
        if (!m_state.apply(shared ? Move::acquire_shared : Move::acquire, owner, {}, m_options.rules)) {
            operation.outcome = untold ? Outcome::unknown : Outcome::failed;
            return;
        }
        operation.outcome = Outcome::ok;
        operation.count = holds(owner, shared);
        lend(operation, owner, shared);
        if (untold) { // nobody will use it, so it is given back
            later(Later{m_now + some_time(10), shared ? Move::release_shared : Move::release, owner});
            forget(operation);
        }
    }

    void release(int owner, bool shared, int held)
    {
        Operation& operation = add(owner, shared ? Kind::release_shared : Kind::release);
        const Move move = shared ? Move::release_shared : Move::release;
        const bool untold = percent(m_options.unknown_percent);
        if (held == 0) {
            operation.outcome = percent(50) ? Outcome::failed : Outcome::lost;
        } else if (untold && percent(50)) { // the call is answered by nobody, and takes effect later
            later(Later{m_now + some_time(10), move, owner});
            forget(operation);
        } else {
            static_cast<void>(m_state.apply(move, owner, {}, m_options.rules));
            operation.outcome = Outcome::ok;
            operation.count = holds(owner, shared);
            if (operation.count == 0)
                std::erase_if(m_later,
                              [&](const Later& each) { return each.owner == owner && is_lapse(each, shared); });
            if (untold)
                forget(operation);
        }
    }

    static bool is_lapse(const Later& later, bool shared)
    {
        return later.move == (shared ? Move::lapse_shared : Move::lapse);
    }

    /// Some first acquisitions have a lease; a re-entry has the kind of the first, and may make it longer.
    void lend(Operation& operation, int owner, bool shared)
    {
        const auto lapse = std::find_if(m_later.begin(), m_later.end(), [&](const Later& each) {
            return each.owner == owner && is_lapse(each, shared);
        });
        if (m_options.rules.type == LockRules::Type::semaphore)
            return;
        const Instant lease = some_time(30);
        if (lapse != m_later.end()) {
            operation.valid_until = operation.invoked + lease;
            lapse->when = std::max(lapse->when, m_now + lease);
        } else if (operation.count == 1 && percent(m_options.leased_percent)) {
            operation.valid_until = operation.invoked + lease;
            m_later.push_back({m_now + lease, shared ? Move::lapse_shared : Move::lapse, owner});
        }
    }

    void later(Later what)
    {
        busy_until(what.owner) = std::max(busy_until(what.owner), what.when);
        m_later.push_back(what);
    }

    static void forget(Operation& operation)
    {
        operation.outcome = Outcome::unknown;
        operation.returned = never;
        operation.count.reset();
        operation.valid_until = never;
    }

    Dice& m_dice;
    RandomHistoryOptions m_options;
    LockState m_state;
    Instant m_now = 100 * tick;
    std::vector<Instant> m_busy_until;
    std::vector<Later> m_later;
    std::vector<Operation> m_history;
};

} // namespace

std::vector<Operation> random_history(Dice& dice, const RandomHistoryOptions& options)
{
    return Play(dice, options).run();
}

} // namespace lockscope::test
