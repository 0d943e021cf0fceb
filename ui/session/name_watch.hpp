// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"
#include "lockscope/name_look.hpp"

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <optional>
#include <string>

namespace lockscope {
struct MonitorBatch;
} // namespace lockscope

namespace lockscope::ui {

class Session;

/// Follows what lies under one name, a lock or not: by the news of the session, and by looking itself now and then,
/// because there are no news of what is free, or lies outside of what is watched. While the display stands still
/// (paused, no connection) it stands still, too.
class NameWatch : public QObject
{
    Q_OBJECT

public:
    /// What the window knows of a lock; null: nothing.
    using Known = std::function<LockStatePtr(const std::string& name)>;

    /// @param session not owned, outlives this. @param known may be empty
    NameWatch(Session& session, Known known, QObject* parent);

    /// From now on what lies under this name; an empty one: nothing. Whoever types is waited for.
    /// @param seen what is known of it already
    void follow(const std::string& name, const LockStatePtr& seen = nullptr);
    /// Looks at once, if it may.
    void ask();
    /// What is known now stays.
    void stop();

    [[nodiscard]] const std::string& name() const { return m_name; }
    /// What was seen last; nothing, as long as nothing was.
    [[nodiscard]] const std::optional<NameLook>& look() const { return m_look; }
    /// It has been looked at, with success or without.
    [[nodiscard]] bool isAnswered() const { return m_isAnswered; }
    /// Why it could not be looked at the last time, in the words of the core; empty: it could.
    [[nodiscard]] const QString& error() const { return m_error; }

signals:
    void changed();

private:
    void takeNews(const MonitorBatch& batch);
    void takeLook(const NameLook& look, const QString& error);
    void show(NameLook look);

    Session& m_session;
    Known m_known;
    std::string m_name;
    std::optional<NameLook> m_look;
    QString m_error;
    bool m_isAsking = false;
    bool m_isAnswered = false;
    QTimer m_soon; ///< Runs while somebody may go on typing.
    QTimer m_clock;
};

} // namespace lockscope::ui
