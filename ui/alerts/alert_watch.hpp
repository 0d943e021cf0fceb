// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "alerts/alert_text.hpp"

#include "lockscope/alerts.hpp"

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockscope::ui {

class AlertBook;
class AlertMutes;
class Session;

/// What keeps the alerts of a lock, those by a rule, or one of them from being told of.
struct AlertMute
{
    enum class Of { lock, rule, alert };
    Of of = Of::lock;
    std::string what; ///< Name of the lock, or id of the rule.
    Muted muted;
    std::uint64_t alert = 0;                             ///< Its id.
    AlertRule::Kind kind = AlertRule::Kind::held_longer; ///< Of an alert.
    bool operator==(const AlertMute&) const = default;
};

/// Feeds the alert engine with the session's batches and with time, whether anybody looks or not, by the rules of the
/// server.
class AlertWatch : public QObject
{
    Q_OBJECT

public:
    /// @param session, book, mutes not owned, outlive this
    AlertWatch(Session& session, AlertBook& book, AlertMutes& mutes, QObject* parent = nullptr);
    ~AlertWatch() override;

    /// Rules belong to a profile, wherever its server moves to; to the address of a server without one. A profile that
    /// has none yet begins with those of its address.
    /// @param id empty: none
    void setProfile(const QString& id);
    [[nodiscard]] const AlertRules& rules() const { return m_rules; }
    /// Takes them over, and keeps them for the present server; without one they last until the next connection.
    void setRules(const AlertRules& rules);
    /// The same with what made @p after of @p before, which were the rules when somebody began to edit them.
    void changeRules(const AlertRules& before, const AlertRules& after);

    [[nodiscard]] const AlertEngine& engine() const { return m_engine; }
    /// What the present server is called: the same in all windows on it. Empty without one.
    [[nodiscard]] std::string server() const;
    [[nodiscard]] bool isMuted(const Alert& alert) const;
    /// Whether it is, and until when; nothing for one that has cleared.
    [[nodiscard]] std::optional<Muted> muted(const Alert& alert) const;
    /// All of the present server, also of locks without an alert.
    [[nodiscard]] std::vector<AlertMute> mutes() const;
    /// Raised, not acknowledged, not muted; with those that are left out.
    [[nodiscard]] int newCount() const;

    void acknowledge(const std::vector<std::uint64_t>& alerts);
    void muteUntilCleared(const std::vector<std::uint64_t>& alerts);
    void muteRules(const std::vector<std::string>& rules, std::chrono::milliseconds time);
    void muteLocks(const std::vector<std::string>& locks, std::chrono::milliseconds time);
    /// What was raised meanwhile, and holds still, is told then.
    ///@{
    void unmute(const std::vector<AlertMute>& mutes);
    /// Ends all that mutes one of them, be it of its lock or its rule.
    void unmute(const std::vector<Alert>& alerts);
    ///@}
    /// From whoever finds them: certain deadlocks, and a lock of one.
    void setDeadlocks(int count, const std::string& lock);

signals:
    /// Something about the alerts changed; at most a few times a second.
    void changed();
    /// New ones that nobody has muted.
    void raised(const std::vector<lockscope::Alert>& alerts);
    /// What was told of as raised is no longer true.
    void cleared(const std::vector<lockscope::Alert>& alerts);
    void rulesChanged();
    /// What was kept cannot be understood; the defaults are used instead.
    void rulesDamaged(const QString& why);

private:
    void enterServer();
    void takeKeptRules();
    void use(const AlertRules& rules);
    void takeMutes();
    void awaitMuteEnd();
    void tick();
    void settle();
    void tellRaised(const std::vector<Alert>& fresh);
    void tellUnmuted();
    void tellCleared();
    [[nodiscard]] QString addressKey() const;
    [[nodiscard]] QString settingsKey() const;

    Session& m_session;
    AlertBook& m_book;
    AlertMutes& m_mutes;
    QString m_profile;
    AlertRules m_rules;
    AlertEngine m_engine;
    std::uint64_t m_seen = 0;       ///< Revision that was told of.
    std::set<std::uint64_t> m_told; ///< Ids of what was raised, until it clears.
    QTimer m_due;
    QTimer m_telling;
    QTimer m_muteEnd; ///< Of the first that ends.
};

} // namespace lockscope::ui
