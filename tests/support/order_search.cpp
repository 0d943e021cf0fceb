// SPDX-License-Identifier: Apache-2.0
#include "support/order_search.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>

namespace lockscope::test {

namespace {

/// A set of slots. Two equal sets compare equal however far they have grown.
class Slots
{
public:
    auto operator<=>(const Slots&) const = default;

    [[nodiscard]] bool has(std::size_t slot) const
    {
        return slot / 64 < m_words.size() && ((m_words[slot / 64] >> (slot % 64)) & 1U) != 0;
    }
    void add(std::size_t slot)
    {
        if (slot / 64 >= m_words.size())
            m_words.resize(slot / 64 + 1);
        m_words[slot / 64] |= std::uint64_t(1) << (slot % 64);
    }
    void remove(std::size_t slot)
    {
        if (slot / 64 >= m_words.size())
            return;
        m_words[slot / 64] &= ~(std::uint64_t(1) << (slot % 64));
        while (!m_words.empty() && m_words.back() == 0)
            m_words.pop_back();
    }
    [[nodiscard]] bool is_within(const Slots& other) const
    {
        if (m_words.size() > other.m_words.size())
            return false;
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            if ((m_words[i] & ~other.m_words[i]) != 0)
                return false;
        }
        return true;
    }

private:
    std::vector<std::uint64_t> m_words;
};

struct Position
{
    LockState state;
    Slots done;     ///< Of the steps under way that must be made.
    Slots used;     ///< Of those that need not.
    Slots unlocked; ///< Of those that need not: what may be made now because the step that it comes after has been.
};

/// Positions without those that another makes superfluous: same state, same work done, the same unlocked, fewer
/// optional steps used.
class Positions
{
public:
    /// @param most_variants so many are kept that differ in nothing but the optional steps
    explicit Positions(std::size_t most_variants = SIZE_MAX) : m_most_variants(most_variants) {}

    /// @returns false if it is superfluous.
    bool add(const Position& position)
    {
        std::vector<Options>& known = m_known[{position.state, position.done}];
        const Options options{position.used, position.unlocked};
        if (std::any_of(known.begin(), known.end(), [&](const Options& each) { return each.suffice_for(options); }))
            return false;
        m_size -= std::erase_if(known, [&](const Options& each) { return options.suffice_for(each); });
        if (known.size() >= m_most_variants)
            return false;
        known.push_back(options);
        ++m_size;
        return true;
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::vector<Position> all() const
    {
        std::vector<Position> list;
        for (const auto& [key, known] : m_known) {
            for (const Options& each : known)
                list.push_back({key.first, key.second, each.used, each.unlocked});
        }
        return list;
    }

private:
    struct Options
    {
        Slots used;
        Slots unlocked;
        [[nodiscard]] bool suffice_for(const Options& other) const
        {
            return unlocked == other.unlocked && used.is_within(other.used);
        }
    };
    std::map<std::pair<LockState, Slots>, std::vector<Options>> m_known;
    std::size_t m_size = 0;
    std::size_t m_most_variants;
};

struct Event
{
    enum class Type { begins, must_be_done, closes }; // at one instant in this order: equal instants are concurrent
    Instant when = 0;
    Type type = Type::begins;
    std::size_t step = 0;

    auto operator<=>(const Event&) const = default;
};

std::vector<Event> events_of(const std::vector<Step>& steps)
{
    std::vector<Event> events;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        events.push_back({steps[i].from, Event::Type::begins, i});
        if (steps[i].to != never || steps[i].must)
            events.push_back({steps[i].to, steps[i].must ? Event::Type::must_be_done : Event::Type::closes, i});
    }
    std::sort(events.begin(), events.end());
    return events;
}

bool everything_goes(Move)
{
    return true;
}

enum class Effort { only_when_stuck, everything };

class Search
{
public:
    Search(const std::vector<Step>& steps, const LockRules& rules, std::size_t budget)
        : m_steps(steps)
        , m_rules(rules)
        , m_events(events_of(steps))
        , m_slot_of(steps.size())
        , m_budget(budget)
    {}

    SearchResult run()
    {
        m_positions = {Position()};
        SearchResult result = go(0, Effort::only_when_stuck);
        if (result.answer == SearchResult::Answer::found)
            return result;
        m_under_way.clear();
        m_free_must = m_free_may = SlotPool();
        m_positions = {m_checkpoint};
        m_spent = 0;
        return go(m_checkpoint_event, Effort::everything);
    }

private:
    /// Numbers that are given out again.
    struct SlotPool
    {
        std::vector<std::size_t> free;
        std::size_t next = 0;
        std::size_t take()
        {
            if (free.empty())
                return next++;
            const std::size_t slot = free.back();
            free.pop_back();
            return slot;
        }
    };
    SlotPool& pool_of(const Step& step) { return step.must ? m_free_must : m_free_may; }
    [[nodiscard]] const Slots& made(const Position& position, const Step& step) const
    {
        return step.must ? position.done : position.used;
    }
    [[nodiscard]] Slots& made(Position& position, const Step& step) const
    {
        return step.must ? position.done : position.used;
    }
    [[nodiscard]] bool is_made(const Position& position, std::size_t step) const
    {
        return made(position, m_steps[step]).has(m_slot_of[step]);
    }

    SearchResult go(std::size_t first_event, Effort effort)
    {
        for (std::size_t i = first_event; i < m_events.size(); ++i) {
            const Event& event = m_events[i];
            if (event.type == Event::Type::begins) {
                if (m_under_way.empty() && !m_order_matters && effort == Effort::only_when_stuck) {
                    m_checkpoint = m_positions.front(); // the only one: acquisitions and releases commute in the end
                    m_checkpoint_event = i;
                }
                m_order_matters =
                    m_order_matters || !m_steps[event.step].must || m_steps[event.step].move == Move::clear;
                m_slot_of[event.step] = pool_of(m_steps[event.step]).take();
                m_under_way.push_back(event.step);
                continue;
            }
            if (event.type == Event::Type::must_be_done) {
                std::vector<Position> next = with(event.step, effort);
                if (m_spent > m_budget)
                    return stuck(event.step, SearchResult::Answer::gave_up);
                if (next.empty())
                    return stuck(event.step, SearchResult::Answer::impossible);
                m_positions = std::move(next);
            } else {
                try_before_it_closes(event.step, effort);
            }
            finish(event.step);
        }
        SearchResult result;
        result.looked_at = m_spent;
        return result;
    }

    SearchResult stuck(std::size_t step, SearchResult::Answer answer) const
    {
        SearchResult result;
        result.answer = answer;
        result.stuck_at = step;
        result.open = m_under_way;
        for (const Position& position : m_positions)
            result.possible.push_back(position.state);
        std::sort(result.possible.begin(), result.possible.end());
        result.possible.erase(std::unique(result.possible.begin(), result.possible.end()), result.possible.end());
        result.looked_at = m_spent;
        return result;
    }

    void finish(std::size_t step)
    {
        Positions left;
        for (Position& position : m_positions) {
            made(position, m_steps[step]).remove(m_slot_of[step]);
            if (!m_steps[step].must)
                position.unlocked.remove(m_slot_of[step]);
            left.add(position);
        }
        m_positions = left.all();
        pool_of(m_steps[step]).free.push_back(m_slot_of[step]);
        std::erase(m_under_way, step);
    }

    /// An optional step whose time is over: it may have been made, or not.
    void try_before_it_closes(std::size_t step, Effort effort)
    {
        Positions either;
        for (const Position& position : m_positions) {
            either.add(position);
            if (!is_made(position, step))
                explore(position, step, effort, effort == Effort::everything ? everything_goes : gives_up, either);
        }
        m_positions = either.all();
    }

    /// The positions from which we can go on once @p target has been made.
    std::vector<Position> with(std::size_t target, Effort effort)
    {
        Positions reached(effort == Effort::everything ? SIZE_MAX : few_variants);
        for (const Position& position : m_positions) {
            if (effort == Effort::everything) {
                explore(position, target, effort, everything_goes, reached);
                continue;
            }
            const std::size_t before = reached.size();
            explore(position, target, effort, gives_up, reached);
            if (reached.size() == before)
                explore(position, target, effort, everything_goes, reached);
            if (reached.size() > most_positions)
                break;
        }
        return reached.all();
    }

    void explore(Position start, std::size_t target, Effort effort, bool (*allowed)(Move), Positions& reached)
    {
        look_around(start);
        Positions seen;
        seen.add(start);
        std::deque<Position> queue{std::move(start)};
        while (!queue.empty() && m_spent <= m_budget) {
            ++m_spent;
            const Position here = std::move(queue.front());
            queue.pop_front();
            if (is_made(here, target)) {
                reached.add(here);
                continue;
            }
            const std::optional<Position> arrived = after(here, target);
            if (arrived)
                reached.add(*arrived);
            if (arrived && effort == Effort::only_when_stuck)
                continue;
            for (const std::size_t step : m_under_way) {
                if (step == target || only_looks(m_steps[step].move) || !allowed(m_steps[step].move))
                    continue;
                if (std::optional<Position> there = after(here, step)) {
                    look_around(*there);
                    if (seen.add(*there))
                        queue.push_back(std::move(*there));
                }
            }
        }
    }

    /// Makes every step that changes nothing and is possible here: that only widens what is possible later.
    void look_around(Position& position) const
    {
        for (const std::size_t step : m_under_way) {
            if (!only_looks(m_steps[step].move))
                continue;
            if (std::optional<Position> next = after(position, step))
                position = std::move(*next);
        }
    }

    /// Where making @p step leads; nothing if it has been made, or cannot be made here.
    [[nodiscard]] std::optional<Position> after(const Position& here, std::size_t step) const
    {
        const Step& next = m_steps[step];
        if (is_made(here, step) || (next.after && !is_made(here, *next.after)))
            return std::nullopt;
        LockState state = here.state;
        if (!state.apply(next.move, next.owner, next.count, m_rules))
            return std::nullopt;
        Position there{std::move(state), here.done, here.used, here.unlocked};
        mark_made(there, step);
        if (ends_holds(next.move))
            drop_what_is_gone(there, next);
        return there;
    }

    void mark_made(Position& position, std::size_t step) const
    {
        made(position, m_steps[step]).add(m_slot_of[step]);
        if (m_steps[step].after)
            position.unlocked.remove(m_slot_of[step]);
        for (const std::size_t other : m_under_way) {
            if (m_steps[other].after == step)
                position.unlocked.add(m_slot_of[other]);
        }
    }

    /// What was taken away as a whole cannot be given back any more.
    void drop_what_is_gone(Position& position, const Step& end) const
    {
        for (const std::size_t step : m_under_way) {
            const Step& each = m_steps[step];
            if (each.after && is_made(position, *each.after) && (end.move == Move::clear || each.owner == end.owner))
                mark_made(position, step);
        }
    }

    // Kept while only_when_stuck.
    static constexpr std::size_t most_positions = 256;
    static constexpr std::size_t few_variants = 4; ///< Operations of unknown outcome are much alike.

    const std::vector<Step>& m_steps;
    LockRules m_rules;
    std::vector<Event> m_events;
    std::vector<std::size_t> m_slot_of;
    std::vector<std::size_t> m_under_way;
    SlotPool m_free_must;
    SlotPool m_free_may;
    std::vector<Position> m_positions;
    bool m_order_matters = false; ///< Something began whose effect depends on when it happens, or that it does.
    Position m_checkpoint;
    std::size_t m_checkpoint_event = 0;
    std::size_t m_budget;
    std::size_t m_spent = 0;
};

} // namespace

SearchResult find_order(const std::vector<Step>& steps, const LockRules& rules, std::size_t budget)
{
    return Search(steps, rules, budget).run();
}

} // namespace lockscope::test
