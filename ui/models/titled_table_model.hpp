// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/shown_time.hpp"

#include <QAbstractTableModel>

#include <optional>

namespace lockscope::ui {

/// A table whose columns have titles. What all such tables do alike is done here; one of them says what stands in a
/// cell and above a column.
class TitledTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// @param columns their number never changes.
    explicit TitledTableModel(int columns, QObject* parent = nullptr);

    /// The words of the window's language have changed.
    void retranslate();
    /// The rows are of a server, shown as of @p time, and grey while that stands still.
    /// @param time not owned, outlives the model
    void setTime(const ShownTime& time);
    [[nodiscard]] Moment now() const { return momentOf(m_time); }

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const final;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

protected:
    [[nodiscard]] virtual QString title(int column) const = 0;
    /// Null: none.
    [[nodiscard]] virtual QString titleToolTip(int column) const;
    /// Then the column, with its title, ends at the right.
    [[nodiscard]] virtual bool isNumber(int column) const;
    /// Who sorts by it sees its largest values first; by itself a number.
    [[nodiscard]] virtual bool isLargestFirst(int column) const;
    /// As of when a row is shown that is of the past; nothing for one that is live.
    [[nodiscard]] virtual std::optional<Moment> standstill(int row) const;
    /// Of a row and a column that exist; for every role but Qt::TextAlignmentRole and kPastRole.
    [[nodiscard]] virtual QVariant cell(int row, int column, int role) const = 0;

private:
    [[nodiscard]] Qt::Alignment alignment(int column) const;
    void showAnew();

    int m_columns;
    const ShownTime* m_time = nullptr; ///< Null: the rows are of no server.
};

} // namespace lockscope::ui
