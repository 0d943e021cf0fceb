// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/titled_table_model.hpp"

#include "lockscope/alerts.hpp"
#include "lockscope/monitor.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

namespace lockscope::ui {

/// What happened to a lock, or an alert; of an alert, lock, owner and time say the same, and nothing else counts.
struct EventRow : LockEvent
{
    std::shared_ptr<const Alert> alert; ///< Raised, or cleared by now; null for what happened to a lock.
};

/// What happened to locks, and which alerts came and went, oldest first; when it is full, the oldest go. Bounded in
/// events and in bytes, since the names come from a server.
class EventsModel : public TitledTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Event, Lock, Owner, Count, HeldFor, ColumnCount };
    enum Role {
        KindRole = Qt::UserRole + 1, ///< int of LockEvent::Kind; none for an alert.
        SeverityRole,                ///< int of Severity, for an alert; one that is over is only information.
        LockBytesRole,
        ClientRole,
        SortRole
    };

    struct Limits
    {
        std::size_t events = 10'000;
        std::size_t bytes = 16U << 20U;
    };

    explicit EventsModel(QObject* parent = nullptr);
    explicit EventsModel(Limits limits, QObject* parent = nullptr);

    void append(const std::vector<LockEvent>& events);
    /// They have been raised, or are over: see their states.
    void appendAlerts(const std::vector<Alert>& alerts);
    void clear();
    [[nodiscard]] const EventRow& eventAt(int row) const { return m_events[static_cast<std::size_t>(row)]; }
    /// How many had to go.
    [[nodiscard]] quint64 dropped() const { return m_dropped; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    void appendRows(std::vector<EventRow> rows);
    void dropOldest(std::size_t count);
    [[nodiscard]] static QString failoverToolTip(const Failover& failover);
    [[nodiscard]] static QString displayed(const EventRow& event, int column);
    [[nodiscard]] static QString displayedAlert(const EventRow& event, int column);

    Limits m_limits;
    std::deque<EventRow> m_events;
    std::size_t m_bytes = 0;
    quint64 m_dropped = 0;
};

} // namespace lockscope::ui
