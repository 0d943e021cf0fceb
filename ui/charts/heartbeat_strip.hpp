// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/heartbeat.hpp"
#include "lockscope/monitor.hpp"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;

namespace lockscope::ui {

/// The renewals of a hold on a strip of time: a dot for each beat that came, a cross where one was missed, a ring where
/// the next is due, and the moment at which the lock is lost if it stays away. The same in a sentence above it.
class HeartbeatStrip : public QWidget
{
    Q_OBJECT

public:
    explicit HeartbeatStrip(QWidget* parent = nullptr);

    void addState(const LockState& state);
    /// The monitor has counted renewals since before the strip looked on; without this they are "at least" so many. To
    /// be told again when the lock was renewed.
    void setHistory(const std::vector<HoldRecord>& holds);
    /// The lock is gone.
    void endHold();
    /// Another lock: forgets everything.
    void clear() { endHold(); }
    /// The news have stopped: time no longer moves. What is renewed until they go on is not seen, so that the strip
    /// starts anew then, and knows that there may have been more.
    /// @param behind as MonitorStatus::behind: a beat that is not known yet is not missed
    void setBehind(milliseconds behind) { m_behind = behind; }
    void freeze(SteadyTime at);
    void unfreeze();

    [[nodiscard]] const Heartbeat& heartbeat() const { return m_heartbeat; }
    /// What is said above the strip.
    [[nodiscard]] QString sentence(SteadyTime now) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] SteadyTime now() const;
    [[nodiscard]] int stripHeight() const;
    /// How often it was renewed.
    [[nodiscard]] QString renewedText() const;
    void tick();
    void arrange();
    void makeRoom();

    /// Who holds the lock alone, and since when; empty if there is no such.
    struct Hold
    {
        std::string owner;
        std::optional<SystemTime> since;
        [[nodiscard]] bool is(const HoldRecord& record) const;
    };

    Heartbeat m_heartbeat;
    LockType m_type = LockType::reentrant; ///< Of the last reading.
    bool m_onlySomeEnd = false;            ///< Some of its permits do, and another one does not.
    Hold m_hold;
    std::optional<HoldRecord> m_record; ///< Of m_hold.
    std::optional<SteadyTime> m_frozenAt;
    milliseconds m_behind{0};
    bool m_missedSome = false; ///< The first beat after a standstill tells no pace: nobody saw when it was.
    QLabel* m_words;
    QTimer m_timer;
};

} // namespace lockscope::ui
