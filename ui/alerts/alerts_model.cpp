// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alerts_model.hpp"

#include "alerts/alert_text.hpp"
#include "alerts/alert_watch.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr std::size_t kStorm = 50;

} // namespace

void AlertsModel::refresh(const AlertWatch& watch, Cleared cleared)
{
    std::vector<Alert> alerts = watch.engine().active();
    std::reverse(alerts.begin(), alerts.end()); // the newest first, and of these the worst
    std::stable_sort(alerts.begin(), alerts.end(),
                     [](const Alert& a, const Alert& b) { return a.severity > b.severity; });
    if (cleared == Cleared::shown) {
        const std::vector<Alert> past = watch.engine().history();
        alerts.insert(alerts.end(), past.begin(), past.end());
    }
    std::vector<AlertRow> rows;
    rows.reserve(alerts.size());
    for (Alert& alert : alerts) {
        AlertRow row;
        row.id = std::to_string(alert.id);
        row.muted = watch.muted(alert);
        row.alert = std::move(alert);
        rows.push_back(std::move(row));
    }
    // A storm: row by row would cost more than anybody gains from a selection that stays.
    if (rows.size() > static_cast<std::size_t>(rowCount()) + kStorm) {
        resetRows(std::move(rows));
    } else {
        syncRows(std::move(rows));
    }
}

QVariant AlertsModel::cell(int index, int column, int role) const
{
    const AlertRow& row = rowAt(index);
    const Alert& alert = row.alert;
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case Severity: return severityText(alert.severity);
        case Lock: return shortText(alert.lock);
        case What: return alertText(alert);
        case Since: return timeText(alert.since);
        case State: return alertStateText(alert, row.muted);
        default: return {};
        }
    case Qt::ToolTipRole:
        switch (column) {
        case Lock: return alert.lock.empty() ? QVariant() : toolTipText(alert.lock);
        case What: return toolTipText(alertText(alert));
        case State: return row.muted ? QVariant(toolTipText(mutedText(*row.muted))) : QVariant(); // acknowledged, too
        default: return {};
        }
    case Qt::ForegroundRole: {
        const bool quiet = row.muted || alert.state != Alert::State::raised;
        return quiet ? QVariant(Theme::of(QGuiApplication::palette()).mutedText) : QVariant();
    }
    case SeverityRole: return static_cast<int>(alert.severity);
    case LockBytesRole: return QByteArray::fromStdString(alert.lock);
    default: return {};
    }
}

QString AlertsModel::title(int column) const
{
    switch (column) {
    case Severity: return tr("Severity", "column");
    case Lock: return tr("Lock", "column");
    case What: return tr("What", "column: what an alert is about");
    case Since: return tr("Since", "column");
    case State: return tr("State", "column");
    default: return {};
    }
}

} // namespace lockscope::ui
