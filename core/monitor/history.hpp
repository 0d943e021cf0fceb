// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/monitor.hpp"

#include <cstddef>
#include <deque>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope::monitor {

/// The holds and waits that ended, the newest of each lock, and what kind of lock it was. Bounded: when there are too
/// many altogether, the past of the lock that was quiet the longest is forgotten.
class History
{
public:
    struct Type
    {
        LockType type;
        bool certain; ///< LockState::type_certain
    };

    explicit History(std::size_t per_lock = 32, std::size_t total = 50'000) : m_per_lock(per_lock), m_total(total) {}

    void add(const std::string& lock, HoldRecord record);
    void add_wait(const std::string& lock, WaitRecord record);
    /// What looked like a deletion turns out to be a release: the message came a moment later.
    void correct_last(const std::string& lock, LockEvent::Kind ended);
    /// The last one of @p owner.
    void correct_last(const std::string& lock, const std::string& owner, LockEvent::Kind ended);
    /// Oldest first.
    [[nodiscard]] LockHistory of(const std::string& lock) const;
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }

    /// What the lock was known to be, when it leaves. Remembered as long as its holds are.
    void note_type(const std::string& lock, Type type);
    [[nodiscard]] std::optional<Type> type_of(const std::string& lock) const;

private:
    struct Past
    {
        std::deque<HoldRecord> holds;
        std::deque<WaitRecord> waits;
        std::optional<Type> type;
        std::list<std::string>::iterator age;
    };
    Past& past_of(const std::string& lock);
    static void forget_a_wait(Past& past);
    void forget_oldest();

    std::size_t m_per_lock;
    std::size_t m_total;
    std::size_t m_size = 0;
    std::unordered_map<std::string, Past> m_locks;
    std::list<std::string> m_by_age; ///< The lock that was quiet the longest first.
};

} // namespace lockscope::monitor
