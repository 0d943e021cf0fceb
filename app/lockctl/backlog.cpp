// SPDX-License-Identifier: Apache-2.0
#include "backlog.hpp"

#include <utility>

namespace lockctl {

using lockscope::MonitorBatch;

namespace {

std::size_t news_in(const MonitorBatch& batch)
{
    return batch.changes.size() + batch.events.size();
}

} // namespace

Backlog::Backlog(std::size_t most_news) : m_most_news(most_news) {}

void Backlog::push(MonitorBatch batch)
{
    {
        const std::scoped_lock guard(m_mutex);
        const std::size_t news = news_in(batch);
        m_is_full = m_is_full || (m_news > 0 && m_news + news > m_most_news);
        if (m_is_full) {
            m_lost += news;
            batch.changes.clear();
            batch.events.clear();
        }
        append(std::move(batch));
    }
    m_changed.notify_one();
}

void Backlog::append(MonitorBatch batch)
{
    const std::size_t news = news_in(batch);
    const bool follows_a_status = !m_entries.empty() && news_in(m_entries.back().batch) == 0;
    if (news == 0 && !batch.status)
        return;
    if (news == 0 && follows_a_status) {
        m_entries.back().batch.status = std::move(batch.status);
        m_entries.back().lost += std::exchange(m_lost, 0);
        return;
    }
    m_entries.push_back({std::exchange(m_lost, 0), std::move(batch)});
    m_news += news;
}

std::optional<Backlog::Entry> Backlog::take()
{
    std::unique_lock guard(m_mutex);
    m_changed.wait(guard, [this] { return m_is_closed || !m_entries.empty(); });
    if (m_entries.empty() && m_lost == 0)
        return std::nullopt;
    if (m_entries.empty())
        return Entry{std::exchange(m_lost, 0), {}};
    Entry next = std::move(m_entries.front());
    m_entries.pop_front();
    m_news -= news_in(next.batch);
    if (m_news <= m_most_news / 2)
        m_is_full = false;
    return next;
}

void Backlog::close()
{
    {
        const std::scoped_lock guard(m_mutex);
        m_is_closed = true;
    }
    m_changed.notify_one();
}

} // namespace lockctl
