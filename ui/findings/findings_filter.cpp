// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/findings_filter.hpp"

#include "findings/finding_words.hpp"
#include "findings/findings_model.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>

namespace lockscope::ui {
namespace {

const FindingsBook::Row& rowOf(const QModelIndex& index)
{
    return static_cast<const FindingsModel*>(index.model())->rowAt(index.row());
}

/// Until when who waits has to wait because of it, as far as that is known; zero if it is not.
SteadyTime costsUntil(const Finding& finding)
{
    switch (finding.kind) {
    case Finding::Kind::ghost_waiter:
    case Finding::Kind::dead_reader: return finding.until.value_or(SteadyTime{});
    case Finding::Kind::head_without_score:
    case Finding::Kind::never_expires:
    case Finding::Kind::self_deadlock:
    case Finding::Kind::deadlock: // a warning where it may yet come to that
        return finding.severity == Finding::Severity::critical ? SteadyTime::max() : SteadyTime{};
    default: return {}; // of others it says when something is lost
    }
}

/// The more of it the worse. About how many wait, so that rows do not change places with each that comes or goes; and
/// until when instead of for how long, so that they do not with time.
auto harmOf(const FindingsBook::Row& row)
{
    const auto waiting = static_cast<std::uint64_t>(std::max<std::int64_t>(row.finding.waiting, 0));
    return std::tuple(row.finding.severity, std::bit_width(waiting), costsUntil(row.finding), row.found_at);
}

} // namespace

FindingsFilter::FindingsFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_severities{Finding::Severity::critical, Finding::Severity::warning, Finding::Severity::info}
{
    setDynamicSortFilter(true);
    sort(FindingsModel::Severity, Qt::DescendingOrder);
}

void FindingsFilter::setText(const QString& text)
{
    if (text != m_text) {
        m_text = text;
        invalidateFilter();
    }
}

void FindingsFilter::setSeverities(const std::set<Finding::Severity>& severities)
{
    if (severities != m_severities) {
        m_severities = severities;
        invalidateFilter();
    }
}

bool FindingsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    const Finding& finding = rowOf(index).finding;
    if (!m_severities.contains(finding.severity)) {
        return false;
    }
    if (m_text.isEmpty()) {
        return true;
    }
    if (findingTitle(finding.kind).contains(m_text, Qt::CaseInsensitive)) {
        return true;
    }
    for (const int column : {FindingsModel::Lock, FindingsModel::Subject, FindingsModel::What}) {
        if (index.siblingAtColumn(column).data().toString().contains(m_text, Qt::CaseInsensitive)) {
            return true;
        }
    }
    // What is shortened for the eye is found by its whole name.
    return finding.subject.find(m_text.toStdString()) != std::string::npos
        || finding.lock.find(m_text.toStdString()) != std::string::npos;
}

bool FindingsFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const FindingsBook::Row& a = rowOf(left);
    const FindingsBook::Row& b = rowOf(right);
    switch (left.column()) {
    case FindingsModel::Lock: return a.finding.lock < b.finding.lock;
    case FindingsModel::Subject: return a.finding.subject < b.finding.subject;
    case FindingsModel::What: return a.finding.kind < b.finding.kind;
    case FindingsModel::Found: return a.found_at > b.found_at; // The youngest has the least age.
    default: break;
    }
    return harmOf(a) < harmOf(b);
}

} // namespace lockscope::ui
