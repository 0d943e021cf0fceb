// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_bytes_role.hpp"
#include "models/value_table_model.hpp"

#include "lockscope/own_holds.hpp"

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
    /// Time has passed, or the language is another one.
    void refresh();

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] static QString displayed(const OwnHold& hold, int column);
};

} // namespace lockscope::ui
