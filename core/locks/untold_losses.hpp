// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>
#include <list>
#include <map>

namespace lockscope::locks {

/// Entries of holds that were lost, until their owners come to leave them: nested guards each ask once. Bounded by
/// owners, for some never come; the oldest are forgotten first. Not for several threads at once.
template <typename Owner>
class UntoldLosses
{
public:
    static constexpr std::size_t most_owners = 10'000;

    void add(const Owner& owner, int entries)
    {
        const auto known = m_by_owner.find(owner);
        if (known != m_by_owner.end()) {
            known->second->entries += entries;
            m_losses.splice(m_losses.end(), m_losses, known->second);
            return;
        }
        if (m_losses.size() >= most_owners) {
            m_by_owner.erase(m_losses.front().owner);
            m_losses.pop_front();
            m_has_forgotten = true;
        }
        m_losses.push_back({owner, entries});
        m_by_owner.emplace(owner, std::prev(m_losses.end()));
    }

    /// True once for each entry. Also for whoever was never heard of, once some had to be forgotten: it may be one of
    /// them, and is not to be blamed for a mistake then.
    [[nodiscard]] bool take(const Owner& owner)
    {
        const auto known = m_by_owner.find(owner);
        if (known == m_by_owner.end())
            return m_has_forgotten;
        if (--known->second->entries == 0) {
            m_losses.erase(known->second);
            m_by_owner.erase(known);
        }
        return true;
    }

private:
    struct Loss
    {
        Owner owner;
        int entries = 0;
    };
    std::list<Loss> m_losses; ///< One for each owner, the oldest first.
    std::map<Owner, typename std::list<Loss>::iterator> m_by_owner;
    bool m_has_forgotten = false;
};

} // namespace lockscope::locks
