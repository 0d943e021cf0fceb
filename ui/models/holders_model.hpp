// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/countdown.hpp"
#include "models/client_namer.hpp"
#include "models/value_table_model.hpp"

#include "lockscope/lock_state.hpp"

#include <utility>

namespace lockscope::ui {

/// A holder and the deadline that counts for it: a reader's own, otherwise the lock's.
struct HolderRow
{
    Holder holder;
    Countdown deadline;

    [[nodiscard]] const std::string& key() const { return holder.owner; }
    bool operator==(const HolderRow&) const = default;
};

/// Who holds a lock.
class HoldersModel : public ValueTableModel<HolderRow>
{
    Q_OBJECT

public:
    enum Column { Owner, Mode, Entries, Deadline, Client, ColumnCount };
    enum Role { ClientRole = Qt::UserRole + 1, CountdownRole, OwnerBytesRole };

    explicit HoldersModel(QObject* parent = nullptr) : ValueTableModel(ColumnCount, parent) {}

    /// nullptr empties it.
    void setState(const LockStatePtr& state);
    void setClientNamer(ClientNamer namer) { m_namer = std::move(namer); }

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QString displayed(const HolderRow& row, int column) const;

    ClientNamer m_namer;
    LockMode m_mode = LockMode::none;
};

} // namespace lockscope::ui
