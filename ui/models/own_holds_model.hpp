// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_bytes_role.hpp"
#include "models/value_table_model.hpp"

#include "lockscope/client.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/own_holds.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::ui {

struct OwnHoldRow
{
    OwnHold hold;
    std::string id; ///< Of the hold, as text.

    [[nodiscard]] const std::string& key() const { return id; }
    bool operator==(const OwnHoldRow&) const = default;
};

/// The locks that this program holds itself, or waits for.
class OwnHoldsModel : public ValueTableModel<OwnHoldRow>
{
    Q_OBJECT

public:
    enum Column { Lock, Kind, State, Since, Remaining, Token, ColumnCount };
    enum Role { LockBytesRole = kLockBytesRole };

    explicit OwnHoldsModel(QObject* parent = nullptr) : ValueTableModel(ColumnCount, parent) {}

    void setHolds(const std::vector<OwnHold>& holds);
    /// To which those that are renewed are renewed: to be told again for each connection.
    void setWatchdogLease(std::chrono::milliseconds lease) { m_watchdogLease = lease; }
    /// What the server says of the leases of these locks: where one that is renewed has not been for too long, it is
    /// said when it will be lost.
    void see(const MonitorBatch& batch);
    /// From now on nobody sees whether they are renewed.
    void forgetLeases();
    /// Time has passed, or the language is another one.
    void refresh();

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QString displayed(const OwnHold& hold, int column) const;
    [[nodiscard]] bool isOurs(const std::string& lock, const std::string& owner) const;
    /// What is left of the lease of one whose renewal has not come; nullopt: it is as it should be, or not known.
    [[nodiscard]] std::optional<std::chrono::milliseconds> leftUnrenewed(const OwnHold& hold) const;

    struct Lease
    {
        SteadyTime ends;
        std::chrono::milliseconds whole;
    };
    std::chrono::milliseconds m_watchdogLease = ClientOptions().watchdog_lease;
    std::map<std::pair<std::string, std::string>, Lease> m_leases; ///< By lock and owner, as the server has them.
};

} // namespace lockscope::ui
