// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/countdown.hpp"
#include "models/client_namer.hpp"
#include "models/value_table_model.hpp"

#include "lockscope/lock_state.hpp"

#include <utility>

namespace lockscope::ui {

/// Somebody who reads or writes, and until when.
struct ReaderRow
{
    Holder holder;
    Countdown deadline;
    std::optional<SystemTime> until; ///< By the clock on the wall; absent for never.

    [[nodiscard]] const std::string& key() const { return holder.owner; }
    bool operator==(const ReaderRow&) const = default;
};

/// The holders of a read-write lock: the writer first, then the readers, who leaves first before who leaves last.
class ReadersModel : public ValueTableModel<ReaderRow>
{
    Q_OBJECT

public:
    enum Column { Owner, Mode, Left, Until, Entries, Client, ColumnCount };
    enum Role { ClientRole = Qt::UserRole + 1, CountdownRole, OwnerBytesRole };

    explicit ReadersModel(QObject* parent = nullptr) : ValueTableModel(ColumnCount, parent) {}

    /// nullptr empties it.
    void setState(const LockStatePtr& state);
    void setClientNamer(ClientNamer namer) { m_namer = std::move(namer); }

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QString displayed(const ReaderRow& row, int column) const;
    [[nodiscard]] static QString explanation(const ReaderRow& row);

    ClientNamer m_namer;
};

} // namespace lockscope::ui
