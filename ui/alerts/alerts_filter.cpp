// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alerts_filter.hpp"

#include "alerts/alert_text.hpp"
#include "alerts/alerts_model.hpp"
#include "text/server_text.hpp"

#include <algorithm>
#include <utility>

namespace lockscope::ui {
void AlertsFilter::setText(const QString& text)
{
    if (std::exchange(m_typed, text) != text) {
        m_text = SearchText::parse(text);
        invalidateFilter();
    }
}

bool AlertsFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    if (m_text.isEmpty()) {
        return true;
    }
    const auto& model = *static_cast<const AlertsModel*>(sourceModel());
    const Alert& alert = model.rowAt(row).alert;
    const QString lock = shortText(alert.lock, SearchText::searchedChars);
    const QString owner = shortText(alert.owner, SearchText::searchedChars);
    if (!SearchText::fits(m_text.locks, lock) || !SearchText::fits(m_text.holders, owner)) {
        return false;
    }
    // Names are shown short; whoever pastes a whole one finds it, too.
    const QStringList hidden{lock, owner, ruleKindText(alert.kind)};
    return std::all_of(m_text.anywhere.begin(), m_text.anywhere.end(), [&](const QString& word) {
        for (const QString& text : hidden) {
            if (SearchText::fits({word}, text)) {
                return true;
            }
        }
        for (const int column : {AlertsModel::Severity, AlertsModel::State, AlertsModel::What}) {
            if (SearchText::fits({word}, model.index(row, column).data().toString())) {
                return true;
            }
        }
        return false;
    });
}

} // namespace lockscope::ui
