// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"
#include "models/value_table_model.hpp"

#include "lockscope/lock_state.hpp"
#include "lockscope/queue_forecast.hpp"

#include <utility>

namespace lockscope::ui {

/// A place in a fair lock's queue.
struct WaiterRow
{
    Waiter waiter;
    std::size_t place = 1;
    std::optional<SteadyTime>
        deadline; ///< By the server's clock, carried over to ours; absent where either is unknown.
    QueueForecast::Place forecast;
    UsualHold usual; ///< What the forecast rests on.

    [[nodiscard]] const std::string& key() const { return waiter.owner; }
    bool operator==(const WaiterRow&) const = default;
};

/// A fair lock's queue in order. The time left is as of the moment of asking: repaint to make it run.
class WaitersModel : public ValueTableModel<WaiterRow>
{
    Q_OBJECT

public:
    enum Column { Place, Owner, Condition, Deadline, Forecast, Client, ColumnCount };
    enum Role {
        ClientRole = Qt::UserRole + 1,
        ConditionRole, ///< int of LockCondition whose mark fits: contended (it waits), unknown (stale), stuck (broken).
        OwnerBytesRole,
    };

    explicit WaitersModel(QObject* parent = nullptr) : ValueTableModel(ColumnCount, parent) {}

    /// nullptr empties it.
    void setState(const LockStatePtr& state);
    /// How long holds of this lock usually last.
    void setUsual(const UsualHold& usual);
    void setClientNamer(ClientNamer namer) { m_namer = std::move(namer); }

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QString forecastText(const WaiterRow& row) const;
    [[nodiscard]] static QString forecastExplanation(const WaiterRow& row);
    [[nodiscard]] QString deadlineText(const WaiterRow& row) const;
    [[nodiscard]] QString conditionText(const WaiterRow& row) const;
    /// Known to have none.
    [[nodiscard]] bool lacksDeadline(const WaiterRow& row) const;
    [[nodiscard]] LockCondition mark(const WaiterRow& row) const;
    [[nodiscard]] QString explanation(const WaiterRow& row) const;

    ClientNamer m_namer;
    LockStatePtr m_state;
    UsualHold m_usual;
};

} // namespace lockscope::ui
