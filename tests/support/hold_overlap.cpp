// SPDX-License-Identifier: Apache-2.0
#include "support/hold_overlap.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace lockscope::test {

namespace {

struct DefiniteHold
{
    const Operation* first = nullptr;
    bool shared = false;
    Instant from = 0;
    Instant to = never;
};

bool is_shared(Kind kind)
{
    return kind == Kind::acquire_shared || kind == Kind::release_shared;
}

bool is_acquisition(Kind kind)
{
    return kind == Kind::acquire || kind == Kind::acquire_shared;
}

/// Follows what one owner does in one mode; calls come in the order of time.
class OwnersHolds
{
public:
    void acquired(const Operation& operation)
    {
        // A first hold although the last one was never released: that one had ended by itself.
        if (m_count > 0 && operation.count == 1)
            end(operation.invoked);
        if (++m_count == 1 && m_is_certain) {
            m_open = DefiniteHold{&operation, is_shared(operation.kind), operation.returned, operation.valid_until};
        } else if (m_open && !m_open->shared && operation.count && *operation.count > 1) {
            m_open->to = std::max(m_open->to, operation.valid_until);
        }
        if (m_open)
            m_told_at = std::min(m_told_at, operation.lost_at);
    }
    /// Below zero where an owner releases before it has been told of the acquisition.
    void releases(const Operation& operation)
    {
        if (--m_count <= 0)
            close(operation.invoked);
        // Such a release may still come, and end any later hold.
        m_is_certain = m_is_certain && operation.outcome != Outcome::unknown;
    }
    void end(Instant when)
    {
        m_count = std::min(m_count, 0);
        close(when);
    }
    [[nodiscard]] std::vector<DefiniteHold>& holds()
    {
        close(never);
        return m_holds;
    }

private:
    void close(Instant when)
    {
        if (!m_open)
            return;
        m_open->to = std::min({m_open->to, m_told_at, when});
        if (m_open->from < m_open->to)
            m_holds.push_back(*m_open);
        m_open.reset();
        m_told_at = never;
    }
    int m_count = 0;
    bool m_is_certain = true;
    std::optional<DefiniteHold> m_open;
    Instant m_told_at = never;
    std::vector<DefiniteHold> m_holds;
};

/// An acquisition counts from its return, everything that ends a hold from its call.
std::vector<std::pair<Instant, const Operation*>> moments(const std::vector<const Operation*>& operations)
{
    std::vector<std::pair<Instant, const Operation*>> all;
    for (const Operation* each : operations) {
        if (!is_acquisition(each->kind)) {
            if (each->outcome != Outcome::failed)
                all.emplace_back(each->invoked, each);
        } else if (each->outcome == Outcome::ok) {
            all.emplace_back(each->returned, each);
        }
    }
    // At one instant what ends a hold comes first: equal instants prove nothing.
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return std::pair(a.first, is_acquisition(a.second->kind)) < std::pair(b.first, is_acquisition(b.second->kind));
    });
    return all;
}

/// Owners who called an operation before an earlier one had returned: which of the two took effect first is not known.
std::set<std::string> owners_at_odds_with_themselves(const std::vector<const Operation*>& operations)
{
    std::map<std::string, std::vector<std::pair<Instant, Instant>>> calls;
    for (const Operation* each : operations) {
        if (each->outcome != Outcome::unknown) // a release of that kind is looked at where it ends a hold
            calls[each->owner].emplace_back(each->invoked, each->returned);
    }
    std::set<std::string> owners;
    for (auto& [owner, times] : calls) {
        std::sort(times.begin(), times.end());
        for (std::size_t i = 1; i < times.size(); ++i) {
            if (times[i].first <= times[i - 1].second)
                owners.insert(owner);
        }
    }
    return owners;
}

/// A forced release may take effect at any moment of its own.
void end_where_forced(DefiniteHold& hold, const std::vector<const Operation*>& operations)
{
    for (const Operation* each : operations) {
        if (each->kind != Kind::force_release || each->outcome == Outcome::failed)
            continue;
        if (each->outcome == Outcome::unknown || each->returned >= hold.first->invoked)
            hold.to = std::min(hold.to, std::max(hold.from, each->invoked));
    }
}

std::vector<DefiniteHold> definite_holds(const std::vector<const Operation*>& operations)
{
    const std::set<std::string> unclear = owners_at_odds_with_themselves(operations);
    std::map<std::pair<std::string, bool>, OwnersHolds> owners;
    for (const auto& [when, operation] : moments(operations)) {
        if (operation->kind == Kind::force_release) {
            for (auto& [key, holds] : owners)
                holds.end(when);
            continue;
        }
        if (unclear.contains(operation->owner))
            continue;
        OwnersHolds& holds = owners[{operation->owner, is_shared(operation->kind)}];
        if (is_acquisition(operation->kind))
            holds.acquired(*operation);
        else
            holds.releases(*operation);
    }
    std::vector<DefiniteHold> all;
    for (auto& [key, holds] : owners) {
        for (DefiniteHold& hold : holds.holds()) {
            end_where_forced(hold, operations);
            if (hold.from < hold.to)
                all.push_back(hold);
        }
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.from < b.from; });
    return all;
}

std::optional<Overlap> more_than_permits(const std::vector<const Operation*>& operations, int permits)
{
    int taken = 0;
    const Operation* last = nullptr;
    for (const auto& [when, operation] : moments(operations)) {
        if (operation->kind == Kind::force_release) {
            return std::nullopt; // nobody knows which acquisitions it undid
        } else if (!is_acquisition(operation->kind)) {
            --taken;
        } else if (++taken > permits) {
            return Overlap{last, operation};
        } else {
            last = operation;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<Overlap> find_overlap(const std::vector<const Operation*>& operations, const LockRules& rules)
{
    if (rules.type == LockRules::Type::semaphore)
        return more_than_permits(operations, rules.permits);
    std::vector<DefiniteHold> open;
    for (const DefiniteHold& next : definite_holds(operations)) {
        std::erase_if(open, [&](const DefiniteHold& each) { return each.to <= next.from; });
        for (const DefiniteHold& each : open) {
            if (each.first->owner != next.first->owner && !(each.shared && next.shared))
                return Overlap{each.first, next.first};
        }
        open.push_back(next);
    }
    return std::nullopt;
}

} // namespace lockscope::test
