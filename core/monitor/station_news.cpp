// SPDX-License-Identifier: Apache-2.0
#include "monitor/station.hpp"

#include "locks/key_names.hpp"
#include "locks/operator_news.hpp"
#include "monitor/glob.hpp"

namespace lockscope::monitor {

bool Station::is_wanted(std::string_view name) const
{
    return m_host.options().pattern == "*" || glob_match(m_host.options().pattern, name);
}

void Station::on_changed(std::string_view key)
{
    if (!is_working())
        return;
    if (const auto lock = find(key)) {
        changed(lock);
        return;
    }
    if (key.starts_with(locks::unlock_latch_prefix))
        return on_latch(key); // Comes with each unlock of a Redisson; the lock itself is announced too.
    for (const auto& name : locks::names_of_permits(key))
        consider(name, ReadRequest::Known::counter);
    const auto uses = locks::names_of_companion(key);
    for (const auto& use : uses)
        consider(use.raw, ReadRequest::Known::companion);
    if (uses.empty())
        consider(std::string(key), ReadRequest::Known::nothing);
}

/// It may have become a replica: then its data are another one's now, and so are the locks.
void Station::on_flushed()
{
    if (!is_working())
        return;
    m_flushed_at = Steady::now();
    catch_up();
    m_facts_at = {};
    m_radar_alarm.ring();
}

/// `<prefix><tag>:<request id>`. Locks that publish nothing when they are given back leave at least this.
void Station::on_latch(std::string_view key)
{
    const auto tag = key.substr(locks::unlock_latch_prefix.size());
    for (const auto& name : locks::untagged(tag.substr(0, tag.rfind(':')))) {
        if (const auto lock = find(name))
            m_host.book().latched(lock, Steady::now());
    }
}

void Station::on_unlocked(std::string_view channel, std::string_view payload)
{
    if (!is_working())
        return;
    if (channel == locks::operator_channel)
        return on_operator(payload);
    const auto now = Steady::now();
    const auto uses = locks::names_of_channel(channel);
    for (const auto& use : uses) {
        if (use.owner.empty()) // Otherwise it is for one of a queue.
            note_told(use.raw, now);
    }
    if (payload == locks::look_again_message && channel.starts_with(locks::unlock_channel_prefix)) {
        for (const auto& use : uses)
            consider(use.raw, ReadRequest::Known::nothing);
        return;
    }
    for (const auto& use : uses) {
        m_recently_unlocked.insert(std::hash<std::string>{}(use.raw));
        if (!is_told_first(use.raw))
            continue;
        const auto lock = m_host.book().table().find(use.raw);
        // The last reader says "0". The other is a writer's, or an operator's who lets all look again.
        if (lock && lock->state()->mode == LockMode::read && payload == locks::look_again_message) {
            changed(lock);
            continue;
        }
        if (lock) {
            if (use.owner.empty())
                m_host.book().note_teller(lock, now);
            m_host.book().unlocked(lock, now);
            changed(lock);
            continue;
        }
        m_host.book().unlocked(use.raw, now);
        if (m_status.source != NewsSource::broadcast) {
            consider(use.raw, ReadRequest::Known::nothing); // Perhaps somebody took it at once.
        }
    }
}

/// Whatever the message says, whoever waits for the lock looks again.
void Station::note_told(const std::string& name, SteadyTime now)
{
    const auto lock = find(name);
    if (lock)
        m_host.book().told(lock, now);
    if ((lock && lock->state()->waiting_clients.value_or(0) > 0) || m_waited_for.contains(name)
        || m_sleepers.contains(name))
        m_sleepers.tell(name, now);
}

/// A cluster tells every node. The lock's own one is the first, in order with what else it tells of the lock.
bool Station::is_told_first(const std::string& name) const
{
    const auto lock = m_host.book().table().find(name);
    const auto* home = lock ? lock->home : m_host.station_of(name);
    return home == nullptr || home == this;
}

void Station::on_operator(std::string_view payload)
{
    const auto act = locks::parse_operator_act(payload);
    if (act && act->database == m_connection.options().endpoint.database && is_told_first(act->lock))
        m_host.book().hear(*act, Steady::now());
}

void Station::consider(const std::string& name, ReadRequest::Known known)
{
    if (const auto lock = find(name)) {
        changed(lock);
        return;
    }
    if (!is_wanted(name))
        return;
    if (known == ReadRequest::Known::nothing && m_foreign.ignored(name, Steady::now())) {
        m_noise.count();
        return;
    }
    candidate(name, known);
}

std::vector<TrackedLockPtr> Station::ours() const
{
    auto locks = m_host.book().table().all();
    std::erase_if(locks, [this](const TrackedLockPtr& lock) { return lock->home != this; });
    return locks;
}

TrackedLockPtr Station::find(std::string_view name) const
{
    auto lock = m_host.book().table().find(name);
    return lock && lock->home == this ? lock : nullptr;
}

} // namespace lockscope::monitor
