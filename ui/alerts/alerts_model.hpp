// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "alerts/alert_text.hpp"
#include "models/lock_bytes_role.hpp"
#include "models/value_table_model.hpp"

#include "lockscope/alerts.hpp"

#include <optional>
#include <string>

namespace lockscope::ui {

class AlertWatch;

struct AlertRow
{
    Alert alert;
    std::optional<Muted> muted;
    std::string id; ///< Alert::id as text.
    [[nodiscard]] const std::string& key() const { return id; }
    bool operator==(const AlertRow&) const = default;
};

/// The alerts, newest first; behind them, if wanted, those that cleared.
class AlertsModel : public ValueTableModel<AlertRow>
{
    Q_OBJECT

public:
    enum Column { Severity, Lock, Since, State, What, ColumnCount };
    enum Role { SeverityRole = Qt::UserRole + 1, LockBytesRole = kLockBytesRole };
    enum class Cleared { hidden, shown };

    explicit AlertsModel(QObject* parent = nullptr) : ValueTableModel(ColumnCount, parent) {}

    void refresh(const AlertWatch& watch, Cleared cleared);

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
};

} // namespace lockscope::ui
