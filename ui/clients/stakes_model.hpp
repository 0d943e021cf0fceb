// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/countdown.hpp"
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
    enum Role { LockBytesRole = Qt::UserRole + 1, ConditionRole, CountdownRole };

    using ValueTableModel::ValueTableModel;

    void setStakes(std::vector<ClientStake> stakes);
    void retranslate();

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] static QString displayed(const StakeRow& row, int column);
};

} // namespace lockscope::ui
