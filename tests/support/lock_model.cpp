// SPDX-License-Identifier: Apache-2.0
#include "support/lock_model.hpp"

#include <algorithm>

namespace lockscope::test {

bool only_looks(Move move)
{
    switch (move) {
    case Move::refused:
    case Move::refused_shared:
    case Move::absent:
    case Move::absent_shared:
    case Move::nothing_to_clear: return true;
    default: return false;
    }
}

bool gives_up(Move move)
{
    return !only_looks(move) && move != Move::acquire && move != Move::acquire_shared;
}

bool ends_holds(Move move)
{
    return move == Move::clear || move == Move::lapse || move == Move::lapse_shared;
}

bool LockState::may_acquire(int owner, const LockRules& rules) const
{
    using Type = LockRules::Type;
    switch (rules.type) {
    case Type::semaphore: return writes < rules.permits;
    case Type::non_reentrant: return writer == -1;
    case Type::reentrant: return writer == -1 || writer == owner;
    case Type::read_write: return writer == owner || (writer == -1 && readers.empty());
    }
    return false;
}

int LockState::reads_of(int owner) const
{
    const auto found =
        std::find_if(readers.begin(), readers.end(), [&](const auto& each) { return each.first == owner; });
    return found == readers.end() ? 0 : found->second;
}

void LockState::set_reads(int owner, int count)
{
    const auto place =
        std::find_if(readers.begin(), readers.end(), [&](const auto& each) { return each.first >= owner; });
    const bool found = place != readers.end() && place->first == owner;
    if (found && count > 0)
        place->second = count;
    else if (found)
        readers.erase(place);
    else if (count > 0)
        readers.insert(place, {owner, count});
}

int LockState::holds_of(int owner, const LockRules& rules) const
{
    return rules.type == LockRules::Type::semaphore || writer == owner ? writes : 0;
}

bool LockState::apply(Move move, int owner, std::optional<int> count, const LockRules& rules)
{
    // A semaphore's owner is told nothing of a count.
    const auto agrees = [&](int now) { return !count || *count == now || rules.type == LockRules::Type::semaphore; };
    const int writes_of_owner = holds_of(owner, rules);
    const int reads = reads_of(owner);
    switch (move) {
    case Move::acquire:
        if (!may_acquire(owner, rules) || !agrees(writes_of_owner + 1))
            return false;
        writer = rules.type == LockRules::Type::semaphore ? -1 : owner;
        ++writes;
        return true;
    case Move::acquire_shared:
        if (!may_read(owner) || !agrees(reads + 1))
            return false;
        set_reads(owner, reads + 1);
        return true;
    case Move::release:
        if (writes_of_owner == 0 || !agrees(writes_of_owner - 1))
            return false;
        if (--writes == 0)
            writer = -1;
        return true;
    case Move::release_shared:
        if (reads == 0 || !agrees(reads - 1))
            return false;
        set_reads(owner, reads - 1);
        return true;
    case Move::clear:
        if (writes == 0 && readers.empty())
            return false;
        *this = LockState();
        return true;
    case Move::lapse:
        if (writes_of_owner == 0)
            return false;
        writes = 0;
        writer = -1;
        return true;
    case Move::lapse_shared:
        if (reads == 0)
            return false;
        set_reads(owner, 0);
        return true;
    case Move::refused: return !may_acquire(owner, rules);
    case Move::refused_shared: return !may_read(owner);
    case Move::absent: return writes_of_owner == 0;
    case Move::absent_shared: return reads == 0;
    case Move::nothing_to_clear: return writes == 0 && readers.empty();
    }
    return false;
}

std::string LockState::shown(const std::vector<std::string>& owner_names) const
{
    const auto holder = [&](int owner, int count) {
        const std::string name = owner < 0 ? "somebody" : owner_names.at(static_cast<std::size_t>(owner));
        return name + " (" + std::to_string(count) + ")";
    };
    std::string text;
    if (writes > 0)
        text = "held by " + holder(writer, writes);
    for (const auto& [owner, count] : readers) {
        text += text.empty() ? "read by " : ", ";
        text += holder(owner, count);
    }
    return text.empty() ? "free" : text;
}

} // namespace lockscope::test
