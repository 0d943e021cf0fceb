// SPDX-License-Identifier: Apache-2.0
#include "monitor/station.hpp"

#include "lockscope/error.hpp"

namespace lockscope::monitor {
namespace {

constexpr std::size_t most_locks_at_once = 200;
/// What changes together is announced in pieces: a moment's patience reads it once.
constexpr milliseconds gather_for{3};
constexpr milliseconds until_again{200};

/// LOADING, CLUSTERDOWN, BUSY: it is worth asking again.
bool can_wait(const std::string& error) noexcept
{
    const auto what = redis::errc_of(error);
    return what == Errc::loading || what == Errc::master_down || what == Errc::busy;
}

} // namespace

boost::asio::awaitable<void> Station::reading_loop()
{
    while (!m_is_stopping) {
        const auto wait = is_working() ? m_queue.wait(Steady::now()) : std::nullopt;
        if (!wait) {
            co_await m_reading_alarm.rest(idle);
            if (is_working() && m_queue.wait(Steady::now()))
                co_await m_reading_alarm.rest(gather_for);
            continue;
        }
        if (*wait > std::chrono::nanoseconds(0)) {
            co_await m_reading_alarm.rest(std::min<std::chrono::nanoseconds>(*wait, idle));
            continue;
        }
        auto requests = m_queue.take(Steady::now(), most_locks_at_once);
        const bool announced = m_status.scan_rounds > 0 && hears_of_new_locks();
        if (requests.empty())
            co_await m_reading_alarm.rest(gather_for);
        else
            co_await read(std::move(requests), announced);
    }
}

boost::asio::awaitable<void> Station::read(std::vector<ReadRequest> requests, bool announced)
{
    auto copy = requests;
    const auto link_news = m_link_news;
    try {
        auto readings = co_await m_reader.read(std::move(copy));
        if (link_news == m_link_news) {
            for (auto& reading : readings) {
                auto name = reading.name;
                file(std::move(reading), announced);
                if (const auto lock = find(name))
                    m_queue.finished(lock);
            }
            co_return;
        }
        // Begun with one server and ended with another: neither has said it. But what was too large is to be left out,
        // or the next reading would lose the connection again.
        for (const auto& reading : readings) {
            if (const auto lock = find(reading.name))
                lock->set_oversize(reading.oversize);
        }
    } catch (const Error& error) {
        trouble(error);
    }
    m_queue.put_back(requests, m_host.book().table());
}

void Station::file(Reading reading, bool announced)
{
    if (m_is_stopping || !is_wanted(reading.name))
        return;
    if (reading.verdict == Reading::Verdict::elsewhere) {
        m_host.gone_elsewhere(reading.name, *this);
        return;
    }
    const auto now = Steady::now();
    const auto known = m_host.book().table().find(reading.name);
    if (!known && (reading.verdict == Reading::Verdict::foreign || reading.verdict == Reading::Verdict::absent)) {
        if (reading.verdict == Reading::Verdict::foreign)
            m_foreign.add(reading.name, now);
        if (announced && !m_recently_unlocked.contains(std::hash<std::string>{}(reading.name)))
            m_noise.count();
    }
    LockBook::Surroundings around;
    // Who has permits of a semaphore is not known before the first of them changes.
    around.was_free = announced && has_scanned() && !(reading.state && is_counter(reading.state->type));
    // After an interruption, messages of the time in between are lost.
    around.hears_unlocks = m_news.hears_unlocks() && !m_host.has_sharded_messages()
                        && (!known || !known->seen() || known->state()->observed_at >= m_live_since);
    around.unwatched = known && known->seen() && known->state()->observed_at < m_live_since;
    around.wall = std::chrono::system_clock::now();
    around.now = now;
    const bool has_answered = reading.verdict != Reading::Verdict::failed;
    const Oversize oversize = reading.oversize;
    const bool may_answer_soon = !has_answered && (can_wait(reading.error) || (known && known->oversize() != oversize));
    if (known && has_answered)
        adopt(known); // Whoever answers serves it.
    const auto lock = m_host.file(std::move(reading), around);
    if (lock && has_answered)
        adopt(lock);
    if (lock)
        lock->set_oversize(oversize);
    if (lock && may_answer_soon) {
        m_unread.push_back(lock);
        m_unread_at = now + until_again;
    }
}

} // namespace lockscope::monitor
