// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter_history.hpp"

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr qsizetype kMost = 100;
constexpr qsizetype kMostRecent = 20;

} // namespace

void FilterHistory::restore(const QStringList& newestFirst)
{
    m_filters = newestFirst.mid(0, kMostRecent);
    std::reverse(m_filters.begin(), m_filters.end());
    m_filters << QString();
    m_at = m_filters.size() - 1;
}

bool FilterHistory::note(const QString& filter)
{
    const QString text = filter.trimmed();
    if (m_filters.at(m_at) == text) {
        return false;
    }
    m_filters = m_filters.mid(0, m_at + 1) << text;
    if (m_filters.size() > kMost) {
        m_filters.removeFirst();
    }
    m_at = m_filters.size() - 1;
    return true;
}

QString FilterHistory::back()
{
    m_at = std::max<qsizetype>(m_at - 1, 0);
    return m_filters.at(m_at);
}

QString FilterHistory::forward()
{
    m_at = std::min(m_at + 1, m_filters.size() - 1);
    return m_filters.at(m_at);
}

QStringList FilterHistory::recent() const
{
    QStringList filters;
    for (auto each = m_filters.crbegin(); each != m_filters.crend() && filters.size() < kMostRecent; ++each) {
        if (!each->isEmpty() && !filters.contains(*each)) {
            filters << *each;
        }
    }
    return filters;
}

} // namespace lockscope::ui
