// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/titled_table_model.hpp"

#include "lockscope/monitor.hpp"

#include <cstddef>
#include <deque>
#include <vector>

namespace lockscope::ui {

/// What happened to locks, oldest first; when it is full, the oldest go. Bounded in events and in bytes, since the
/// names come from a server.
class EventsModel : public TitledTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Event, Lock, Owner, Count, HeldFor, ColumnCount };
    enum Role { KindRole = Qt::UserRole + 1, LockBytesRole, ClientRole, SortRole };

    struct Limits
    {
        std::size_t events = 10'000;
        std::size_t bytes = 16U << 20U;
    };

    explicit EventsModel(QObject* parent = nullptr);
    explicit EventsModel(Limits limits, QObject* parent = nullptr);

    void append(const std::vector<LockEvent>& events);
    void clear();
    [[nodiscard]] const LockEvent& eventAt(int row) const { return m_events[static_cast<std::size_t>(row)]; }
    /// How many had to go.
    [[nodiscard]] quint64 dropped() const { return m_dropped; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    void dropOldest(std::size_t count);
    [[nodiscard]] static QString failoverToolTip(const Failover& failover);
    [[nodiscard]] static QString displayed(const LockEvent& event, int column);

    Limits m_limits;
    std::deque<LockEvent> m_events;
    std::size_t m_bytes = 0;
    quint64 m_dropped = 0;
};

} // namespace lockscope::ui
