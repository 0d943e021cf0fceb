// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interop/java_peer.hpp"

#include <optional>
#include <string>
#include <utility>

namespace lockscope::test {

/// An RLock of the Java program, used by one of its threads: the mirror image of lockscope::Lock.
class JavaLock
{
public:
    using milliseconds = std::chrono::milliseconds;

    /// @param object see java_object()
    JavaLock(JavaOwner owner, std::string object) : m_owner(std::move(owner)), m_object(std::move(object)) {}
    /// @param type as java/…/Locks.java names it
    JavaLock(JavaOwner owner, const std::string& type, const std::string& name)
        : JavaLock(std::move(owner), java_object(type, name))
    {}

    void lock(std::optional<milliseconds> lease = {}) const { start_lock(lease).answer().expect_success(); }
    [[nodiscard]] JavaCommand start_lock(std::optional<milliseconds> lease = {}) const
    {
        return lease ? start("lock", {*lease}) : start("lock");
    }
    [[nodiscard]] bool try_lock() const { return start("try").answer().truth(); }
    [[nodiscard]] bool try_lock_for(milliseconds wait) const { return start("try", {wait}).answer().truth(); }
    void unlock() const { start("unlock").answer().expect_success(); }
    /// @returns false if somebody else holds it: Java said so with an IllegalMonitorStateException.
    [[nodiscard]] bool unlock_if_held() const
    {
        const JavaAnswer answer = start("unlock").answer();
        if (answer.exception == "IllegalMonitorStateException")
            return false;
        answer.expect_success();
        return true;
    }
    [[nodiscard]] bool force_unlock() const { return start("force").answer().truth(); }

    [[nodiscard]] bool is_locked() const { return start("is-locked").answer().truth(); }
    [[nodiscard]] bool is_held() const { return start("is-held").answer().truth(); }
    [[nodiscard]] int hold_count() const { return static_cast<int>(start("count").answer().number()); }
    [[nodiscard]] milliseconds remaining_lease() const { return milliseconds(start("ttl").answer().number()); }

    /// Any verb with durations.
    [[nodiscard]] JavaCommand start(const std::string& verb, const std::vector<milliseconds>& durations = {}) const
    {
        std::vector<std::string> words{verb, m_object};
        for (const milliseconds duration : durations)
            words.push_back(std::to_string(duration.count()));
        return m_owner.start(words);
    }
    /// Takes the lock @p rounds times, each time adding 1 to the number at @p key with a read and a write.
    [[nodiscard]] JavaCommand start_counting(const std::string& key, int rounds) const
    {
        return m_owner.start({"count-up", m_object, key, std::to_string(rounds)});
    }

    [[nodiscard]] const JavaOwner& owner() const noexcept { return m_owner; }

private:
    JavaOwner m_owner;
    std::string m_object;
};

} // namespace lockscope::test
