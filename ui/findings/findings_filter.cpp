// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/findings_filter.hpp"

#include "findings/finding_words.hpp"
#include "findings/findings_model.hpp"

namespace lockscope::ui {
namespace {

const FindingsBook::Row& rowOf(const QModelIndex& index)
{
    return static_cast<const FindingsModel*>(index.model())->rowAt(index.row());
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
    if (a.finding.severity != b.finding.severity) {
        return a.finding.severity < b.finding.severity;
    }
    return a.found_at < b.found_at;
}

} // namespace lockscope::ui
