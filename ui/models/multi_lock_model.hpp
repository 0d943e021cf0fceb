// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"
#include "models/titled_table_model.hpp"

#include "lockscope/lock_state.hpp"

#include <utility>
#include <vector>

namespace lockscope::ui {

/// Several locks that one action is to be done to: what it does to each, and what became of it.
class MultiLockModel : public TitledTableModel
{
    Q_OBJECT

public:
    enum Column { Lock, Holder, Effect, Result, ColumnCount };
    /// changed: before anything was sent; it will not be touched.
    enum class State { pending, working, done, changed, failed };
    struct Row
    {
        LockStatePtr seen;
        LockStatePtr latest; ///< The same hold, read later.
        QString effect, result;
        State state = State::pending;
    };

    explicit MultiLockModel(QObject* parent = nullptr) : TitledTableModel(ColumnCount, parent) {}

    /// What clients are called, in a word.
    void setClientNamer(ClientNamer namer);
    [[nodiscard]] const ClientNamer& clientNamer() const { return m_namer; }
    void setRows(std::vector<Row> rows);
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    void setEffect(int row, const QString& effect);
    void setLatest(int row, LockStatePtr latest) { m_rows[static_cast<std::size_t>(row)].latest = std::move(latest); }
    void setResult(int row, State state, const QString& result);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    std::vector<Row> m_rows;
    ClientNamer m_namer;
};

} // namespace lockscope::ui
