// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/audit_filter.hpp"

#include "models/audit_model.hpp"
#include "text/audit_words.hpp"
#include "text/server_text.hpp"

#include <algorithm>
#include <utility>

namespace lockscope::ui {
AuditFilter::AuditFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    setSortRole(AuditModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void AuditFilter::setText(const QString& text)
{
    if (std::exchange(m_typed, text) != text) {
        m_text = SearchText::parse(text);
        invalidateFilter();
    }
}

void AuditFilter::setAction(const std::string& action)
{
    if (std::exchange(m_action, action) != action) {
        invalidateFilter();
    }
}

void AuditFilter::setOutcome(Outcome outcome)
{
    if (std::exchange(m_outcome, outcome) != outcome) {
        invalidateFilter();
    }
}

void AuditFilter::setSince(const std::optional<SystemTime>& since)
{
    if (std::exchange(m_since, since) != since) {
        invalidateFilter();
    }
}

bool AuditFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const auto& model = *static_cast<const AuditModel*>(sourceModel());
    const AuditEntry& entry = model.entryAt(row);
    const bool done = entry.outcome == "done";
    if ((m_since && entry.at < *m_since) || (!m_action.empty() && entry.action != m_action)
        || (m_outcome == Outcome::done && !done) || (m_outcome == Outcome::notDone && done)) {
        return false;
    }
    if (m_text.isEmpty()) {
        return true;
    }
    const QString before = shortText(auditBytes(entry.before), SearchText::searchedChars);
    const QString after = shortText(auditBytes(entry.after), SearchText::searchedChars);
    if (!SearchText::fits(m_text.locks, shortText(entry.lock, SearchText::searchedChars))
        || !SearchText::fits(m_text.holders, before + after)) {
        return false;
    }
    const QStringList fields{shortText(entry.lock, SearchText::searchedChars),
                             shortText(entry.reason, SearchText::searchedChars),
                             before,
                             after,
                             shortText(entry.user, SearchText::searchedChars),
                             shortText(auditBytes(entry.server), SearchText::searchedChars),
                             shortText(auditBytes(entry.outcome), SearchText::searchedChars)};
    return std::all_of(m_text.anywhere.begin(), m_text.anywhere.end(), [&](const QString& word) {
        for (const QString& field : fields) {
            if (SearchText::fits({word}, field)) {
                return true;
            }
        }
        // As they are called in the language of the window.
        for (const auto column : {AuditModel::Action, AuditModel::Outcome, AuditModel::Before, AuditModel::After}) {
            if (SearchText::fits({word}, model.index(row, column).data().toString())) {
                return true;
            }
        }
        return false;
    });
}

} // namespace lockscope::ui
