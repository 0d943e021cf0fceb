// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/monitor.hpp"

#include <QObject>
#include <QTimer>

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

namespace lockscope::ui {

using BatchPart = std::shared_ptr<const MonitorBatch>;

/// The batch in parts of which none takes long: its events in their order, then its changes, and what was counted and
/// its status with the last part. Any thread.
[[nodiscard]] std::vector<BatchPart> partsOf(MonitorBatch batch);

/// Gives out parts of batches, in order: at once, as long as that does not keep the GUI thread busy for more than a
/// part of a frame; the rest after others had their turn. A change of a hundred thousand locks arrives as one batch.
///
/// What comes faster than it can be given out neither grows without end nor falls behind: of each lock only the last
/// state waits, and of too many events the newest, with one `resynchronised` before them that says so.
class BatchQueue : public QObject
{
    Q_OBJECT

public:
    explicit BatchQueue(QObject* parent = nullptr);

    void add(const std::vector<BatchPart>& parts);
    void clear();
    /// Events that wait at most: as many as the monitor collects between two batches.
    static constexpr std::size_t kMostEvents = 50'000;
    [[nodiscard]] std::size_t waiting() const { return m_parts.size(); }

signals:
    void arrived(const lockscope::ui::BatchPart& part);

private:
    void giveOut();
    void condense();

    std::deque<BatchPart> m_parts;
    std::size_t m_events = 0; ///< In all parts.
    std::size_t m_changes = 0;
    std::size_t m_condenseAbove = 0; ///< Changes.
    QTimer m_next;                   ///< Runs while parts wait for their turn.
};

} // namespace lockscope::ui
