// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/findings.hpp"

#include <QObject>

#include <optional>

namespace lockscope::ui {

/// As of when a window shows what it knows of its server: now, or, while no news can come (paused, no connection), the
/// moment of the last ones. Ages, countdowns and conditions all take their time from here: so what stands still does so
/// everywhere, and at the same moment. That of the window is set by the session alone; who shows one lock may follow it
/// with one of its own.
class ShownTime : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] static Moment present();

    [[nodiscard]] Moment now() const { return m_standstill ? *m_standstill : present(); }
    /// Since when it stands still; nothing while it is live.
    [[nodiscard]] const std::optional<Moment>& standstill() const { return m_standstill; }

    void standStill(const Moment& at);
    void goOn();
    /// As @p window does, for what is shown of @p lock: it stands still also while the lock is out of reach, as it was
    /// when its master was last heard.
    /// @param lock null: none
    void follow(const ShownTime& window, const LockState* lock);

signals:
    /// It stands still, does so at another moment, or is live again.
    void changed();

private:
    std::optional<Moment> m_standstill;
};

/// Of a model without a session: the present.
[[nodiscard]] inline Moment momentOf(const ShownTime* time)
{
    return time ? time->now() : ShownTime::present();
}

/// Under this role, above those of their own, models say of a row that is of the past as of when it is shown: a Moment.
/// Nothing for one that is live. Such rows are grey.
inline constexpr int kPastRole = Qt::UserRole + 1000;

} // namespace lockscope::ui
