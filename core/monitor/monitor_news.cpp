// SPDX-License-Identifier: Apache-2.0
#include "locks/key_names.hpp"
#include "monitor/glob.hpp"
#include "monitor/monitor_impl.hpp"

namespace lockscope {

bool Monitor::Impl::is_wanted(std::string_view name) const
{
    return m_options.pattern == "*" || monitor::glob_match(m_options.pattern, name);
}

void Monitor::Impl::on_changed(std::string_view key)
{
    if (!is_working())
        return;
    if (const auto lock = m_book.table().find(key)) {
        m_queue.changed(lock);
        m_reading_alarm.ring();
        return;
    }
    if (key.starts_with(locks::unlock_latch_prefix))
        return; // Comes with each unlock of a Redisson; the lock itself is announced too.
    const auto uses = locks::names_of_companion(key);
    for (const auto& use : uses)
        consider(use.raw, ReadRequest::Known::companion);
    if (uses.empty())
        consider(std::string(key), ReadRequest::Known::nothing);
}

void Monitor::Impl::on_unlocked(std::string_view channel)
{
    if (!is_working())
        return;
    const auto now = Steady::now();
    for (const auto& use : locks::names_of_channel(channel)) {
        m_recently_unlocked.insert(std::hash<std::string>{}(use.raw));
        if (const auto lock = m_book.table().find(use.raw)) {
            m_book.unlocked(lock, now);
            m_queue.changed(lock);
            m_reading_alarm.ring();
        } else if (m_status.source != NewsSource::broadcast) {
            consider(use.raw, ReadRequest::Known::nothing); // Perhaps somebody took it at once.
        }
    }
}

void Monitor::Impl::consider(const std::string& name, ReadRequest::Known known)
{
    if (const auto lock = m_book.table().find(name)) {
        m_queue.changed(lock);
        m_reading_alarm.ring();
        return;
    }
    if (!is_wanted(name))
        return;
    if (known == ReadRequest::Known::nothing && m_foreign.ignored(name, Steady::now())) {
        m_noise.count();
        return;
    }
    if (!m_queue.candidate(name, known))
        m_noise.count();
    m_reading_alarm.ring();
}

} // namespace lockscope
