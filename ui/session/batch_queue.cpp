// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/batch_queue.hpp"

#include <QElapsedTimer>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope::ui {
namespace {

/// Events and changes of one part: some milliseconds of work for all who listen.
constexpr std::size_t kPart = 400;
/// No other part is begun after so long.
constexpr qint64 kBudgetMilliseconds = 4;

/// Moves the next @p most elements of @p from, of which @p done are gone already.
template <typename Element>
std::vector<Element> next(std::vector<Element>& from, std::size_t& done, std::size_t most)
{
    const auto count = static_cast<std::ptrdiff_t>(std::min(most, from.size() - done));
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(done);
    done += static_cast<std::size_t>(count);
    return {std::make_move_iterator(begin), std::make_move_iterator(begin + count)};
}

} // namespace

std::vector<BatchPart> partsOf(MonitorBatch batch)
{
    std::vector<BatchPart> parts;
    std::size_t events = 0;
    std::size_t changes = 0;
    while (batch.events.size() - events + batch.changes.size() - changes > kPart) {
        MonitorBatch part;
        part.events = next(batch.events, events, kPart);
        part.changes = next(batch.changes, changes, kPart - part.events.size());
        parts.push_back(std::make_shared<const MonitorBatch>(std::move(part)));
    }
    if (!parts.empty()) {
        batch.events = next(batch.events, events, kPart);
        batch.changes = next(batch.changes, changes, kPart);
    }
    parts.push_back(std::make_shared<const MonitorBatch>(std::move(batch)));
    return parts;
}

BatchQueue::BatchQueue(QObject* parent) : QObject(parent)
{
    m_next.setSingleShot(true);
    m_next.setInterval(0);
    connect(&m_next, &QTimer::timeout, this, &BatchQueue::giveOut);
}

void BatchQueue::add(const std::vector<BatchPart>& parts)
{
    m_parts.insert(m_parts.end(), parts.begin(), parts.end());
    if (!m_next.isActive()) {
        giveOut();
    }
}

void BatchQueue::clear()
{
    m_parts.clear();
    m_next.stop();
}

void BatchQueue::giveOut()
{
    QElapsedTimer elapsed;
    elapsed.start();
    while (!m_parts.empty() && !elapsed.hasExpired(kBudgetMilliseconds)) {
        const BatchPart part = std::move(m_parts.front());
        m_parts.pop_front();
        emit arrived(part);
    }
    if (!m_parts.empty()) {
        m_next.start();
    }
}

} // namespace lockscope::ui
