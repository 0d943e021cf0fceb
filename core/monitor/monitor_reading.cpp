// SPDX-License-Identifier: Apache-2.0
#include "lockscope/error.hpp"
#include "monitor/monitor_impl.hpp"

namespace lockscope {
namespace {

constexpr std::size_t locks_in_one_go = 200;
/// What changes together is announced in pieces: a moment's patience reads it once.
constexpr milliseconds gather_for{3};
constexpr milliseconds idle{250};

} // namespace

boost::asio::awaitable<void> Monitor::Impl::reading_loop()
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
        auto requests = m_queue.take(Steady::now(), locks_in_one_go);
        const bool announced =
            m_status.scan_rounds > 0
            && (m_status.source == NewsSource::broadcast || m_status.source == NewsSource::notifications);
        if (requests.empty())
            co_await m_reading_alarm.rest(gather_for);
        else
            co_await read(std::move(requests), announced);
    }
}

boost::asio::awaitable<void> Monitor::Impl::read(std::vector<ReadRequest> requests, bool announced)
{
    auto copy = requests;
    try {
        auto readings = co_await m_reader.read(std::move(copy));
        for (auto& reading : readings) {
            auto name = reading.name;
            file(std::move(reading), announced);
            if (const auto lock = m_book.table().find(name))
                m_queue.finished(lock);
        }
        co_return;
    } catch (const Error& error) {
        trouble(error);
    }
    m_queue.put_back(requests, m_book.table());
}

void Monitor::Impl::file(Reading reading, bool announced)
{
    if (m_is_stopping || !is_wanted(reading.name))
        return;
    const auto now = Steady::now();
    const auto known = m_book.table().find(reading.name);
    if (!known && (reading.verdict == Reading::Verdict::foreign || reading.verdict == Reading::Verdict::absent)) {
        if (reading.verdict == Reading::Verdict::foreign)
            m_foreign.add(reading.name, now);
        if (announced && !m_recently_unlocked.contains(std::hash<std::string>{}(reading.name)))
            m_noise.count();
    }
    LockBook::Surroundings around;
    around.was_free = announced;
    // After an interruption, messages of the time in between are lost.
    around.hears_unlocks =
        m_news.hears_unlocks() && (!known || !known->seen() || known->state()->observed_at >= m_live_since);
    around.wall = std::chrono::system_clock::now();
    around.now = now;
    m_book.apply(std::move(reading), around);
}

} // namespace lockscope
