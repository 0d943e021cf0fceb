// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/countdown.hpp"
#include "models/lock_bytes_role.hpp"
#include "models/value_table_model.hpp"

#include "lockscope/client_directory.hpp"

#include <string>
#include <vector>

namespace lockscope::ui {

struct StakeRow
{
    ClientStake stake;
    Countdown deadline;
    std::string identity; ///< Tells it apart from the others.

    [[nodiscard]] const std::string& key() const { return identity; }
    bool operator==(const StakeRow& other) const;
};

/// Everything that one client holds and waits for.
class StakesModel : public ValueTableModel<StakeRow>
{
    Q_OBJECT

public:
    enum Column { What, Lock, Thread, Mode, Count, Since, Lease, ColumnCount };
    enum Role { ConditionRole = Qt::UserRole + 1, CountdownRole, LockBytesRole = kLockBytesRole };

    explicit StakesModel(QObject* parent = nullptr) : ValueTableModel(ColumnCount, parent) {}

    void setStakes(std::vector<ClientStake> stakes);

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] std::optional<Moment> standstill(int row) const override;
    [[nodiscard]] QString displayed(const StakeRow& row, int column) const;
};

} // namespace lockscope::ui
