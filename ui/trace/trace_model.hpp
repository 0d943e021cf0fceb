// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/trace.hpp"
#include "models/lock_bytes_role.hpp"

#include <QAbstractItemModel>

#include <cstddef>
#include <deque>
#include <functional>
#include <vector>

namespace lockscope::ui {

/// The commands of a trace, oldest first, and below each script what it executed. When it is full, the oldest go.
class TraceModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    /// After: of what a script executed, the time since it began; what stands above a command, TraceFilter knows. Node:
    /// the master of a cluster that executed it; elsewhere there is nothing in that column.
    enum Column { Time, After, Client, Node, Role, Lock, Command, ColumnCount };
    enum DataRole { ClientRole = Qt::UserRole + 1, MarkRole, RoleRole, SearchRole, LockBytesRole = kLockBytesRole };

    struct Limits
    {
        std::size_t commands = 5'000;
        std::size_t bytes = 32U << 20U;
    };

    explicit TraceModel(QObject* parent = nullptr);
    explicit TraceModel(Limits limits, QObject* parent = nullptr);

    /// How a client is called, by its UUID (may be empty) and its address; an empty answer: by its address.
    using Namer = std::function<QString(const std::string& uuid, const std::string& address)>;
    void setNamer(Namer namer);

    void append(const std::vector<TraceCommand>& commands);
    void clear();
    /// A row of the first level.
    [[nodiscard]] const TraceCommand& commandAt(int row) const { return m_rows[static_cast<std::size_t>(row)].command; }
    /// How many had to go.
    [[nodiscard]] quint64 dropped() const { return m_dropped; }
    /// The words of the window's language have changed.
    void retranslate();
    [[nodiscard]] QString clientText(const TraceCommand& command) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        TraceCommand command;
        std::size_t bytes = 0;
    };
    void dropOldest(std::size_t count);
    /// Of the script that an inner command belongs to.
    [[nodiscard]] int parentRow(const QModelIndex& index) const;
    [[nodiscard]] const TraceCommand& commandOf(const QModelIndex& index) const;
    [[nodiscard]] QString displayed(const QModelIndex& index) const;

    Limits m_limits;
    Namer m_namer;
    std::deque<Row> m_rows;
    std::size_t m_bytes = 0;
    quint64 m_dropped = 0;
    quint64 m_first = 1; ///< Number of the first row, by which inner rows know their script.
};

} // namespace lockscope::ui
