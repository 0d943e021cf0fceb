// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_bytes_role.hpp"
#include "models/titled_table_model.hpp"

#include "lockscope/alerts.hpp"
#include "lockscope/monitor.hpp"

#include <QStringList>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace lockscope::ui {

/// What somebody may have to look into, and where events may be missing.
inline constexpr std::array kProblemKinds{
    LockEvent::Kind::expired,     LockEvent::Kind::forced,           LockEvent::Kind::restored,
    LockEvent::Kind::extended,    LockEvent::Kind::shortened,        LockEvent::Kind::persisted,
    LockEvent::Kind::vanished,    LockEvent::Kind::lost_in_failover, LockEvent::Kind::lost_in_restart,
    LockEvent::Kind::failed_over, LockEvent::Kind::resynchronised,   LockEvent::Kind::waiter_removed};

/// What happened to a lock, or an alert; of an alert, lock, owner and time say the same, and nothing else counts.
struct EventRow : LockEvent
{
    std::shared_ptr<const Alert> alert; ///< Raised, or cleared by now; null for what happened to a lock.
    std::uint64_t number = 0;           ///< Among all that ever came, from 1.

    /// An alert, or a problem: there are few of them, and they are asked for when the routine around them is forgotten.
    [[nodiscard]] bool isNoteworthy() const;
    /// What happened before is not known.
    [[nodiscard]] bool isGap() const { return !alert && kind == LockEvent::Kind::resynchronised; }
};

/// What happened to locks, and which alerts came and went, oldest first. What is routine and what is noteworthy each
/// has room of its own; where that is full, the oldest of its sort go: at thousands of renewals a second, a problem
/// still stays. Bounded in events and in bytes, since the names come from a server.
class EventsModel : public TitledTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Event, Lock, Owner, Count, HeldFor, ColumnCount };
    enum Role {
        KindRole = Qt::UserRole + 1, ///< int of LockEvent::Kind; none for an alert.
        SeverityRole,                ///< int of Severity, for an alert; one that is over is only information.
        ClientRole,
        SortRole,
        LockBytesRole = kLockBytesRole,
    };

    struct Room
    {
        std::size_t events = 10'000;
        std::size_t bytes = 16U << 20U;
    };
    struct Limits
    {
        Room routine;
        Room noteworthy;
    };

    explicit EventsModel(QObject* parent = nullptr);
    explicit EventsModel(Limits limits, QObject* parent = nullptr);

    void append(const std::vector<LockEvent>& events);
    /// They have been raised, or are over: see their states.
    void appendAlerts(const std::vector<Alert>& alerts);
    void clear();
    /// What stands in Event where one was raised; that it is over is longer, and told by its mark, too.
    [[nodiscard]] static QStringList alertWords();
    /// All that came up to this number, see newest().
    void forget(std::uint64_t upTo);
    /// Its number; 0: there is none.
    [[nodiscard]] std::uint64_t newest() const { return m_events.empty() ? 0 : m_events.back()->number; }
    [[nodiscard]] const EventRow& eventAt(int row) const { return *m_events[static_cast<std::size_t>(row)]; }
    /// Those of one sort that had to go.
    struct Dropped
    {
        quint64 events = 0;
        SystemTime until{}; ///< When the newest of them happened: what came later is all there.
    };
    [[nodiscard]] const Dropped& droppedRoutine() const { return m_routine.dropped; }
    [[nodiscard]] const Dropped& droppedNoteworthy() const { return m_noteworthy.dropped; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;

private:
    /// What all rows of a sort take, and may take.
    struct Share
    {
        Room limit;
        Room taken{0, 0};
        Dropped dropped{};

        [[nodiscard]] bool hasRoomFor(const Room& more) const;
        void take(const Room& more);
        void drop(const Dropped& more);
    };
    /// Rows that follow each other.
    struct Run
    {
        std::size_t first, end;
    };

    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    void joinGaps(std::vector<EventRow>& events);
    void appendRows(std::vector<EventRow> rows);
    [[nodiscard]] Share& shareOf(const EventRow& event) { return event.isNoteworthy() ? m_noteworthy : m_routine; }
    [[nodiscard]] std::vector<Run> oldestBefore(const Room& routine, const Room& noteworthy);
    /// The row is about to go.
    void giveBack(const EventRow& event);
    void remove(const std::vector<Run>& runs);
    [[nodiscard]] static QString failoverToolTip(const Failover& failover);
    [[nodiscard]] static QString displayed(const EventRow& event, int column);
    [[nodiscard]] static QString heldFor(const EventRow& event);
    [[nodiscard]] static QString displayedAlert(const EventRow& event, int column);

    std::deque<std::unique_ptr<const EventRow>> m_events; ///< By address: rows are taken out of their midst.
    Share m_routine, m_noteworthy;
    std::uint64_t m_last = 0; ///< Number that was given last.
};

} // namespace lockscope::ui
