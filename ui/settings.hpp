// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.hpp"
#include "theme/theme.hpp"
#include "window_settings.hpp"

#include "lockscope/endpoint.hpp"

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace lockscope::ui {

struct AlertDesk;

/// A filter that the operator has given a name.
struct NamedFilter
{
    QString name;
    QString filter;
    bool operator==(const NamedFilter&) const = default;
};

/// Tells all windows what one of them has changed.
class SettingsNews : public QObject
{
    Q_OBJECT

signals:
    void clientLabelsChanged();
    void savedFiltersChanged();
    /// What the user asked for stands only in the memory of this program. Told once of each file.
    void notSaved(const QString& file);
};

/// What is kept between starts. Never a password.
class Settings
{
public:
    /// Of the user, or of a file of its own.
    Settings();
    explicit Settings(const QString& file);
    ~Settings();

    /// Where the profiles of servers are, beside what is kept here.
    [[nodiscard]] QString profilesFile() const;
    /// The rules of alerts, kept beside these, and what else of alerts is the same for all windows.
    [[nodiscard]] AlertDesk& alertDesk() { return *m_alerts; }
    [[nodiscard]] const SettingsNews& news() const { return m_news; }

    /// How a window was left; for one window, that does not outlive this.
    [[nodiscard]] WindowSettings ofWindow() { return WindowSettings(m_settings); }

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);
    /// "en", "zh_CN"; empty: as the system.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString& language);
    /// 100 is the system's size.
    [[nodiscard]] int zoomPercent() const;
    void setZoomPercent(int percent);

    /// Of the command palette, the newest first.
    [[nodiscard]] QStringList recentCommands() const;
    void addRecentCommand(const QString& id);
    /// The newest first.
    [[nodiscard]] QStringList recentFilters() const;
    void addRecentFilter(const QString& filter);
    /// In the order in which they were saved; at most 50.
    static constexpr qsizetype mostSavedFilters = 50;
    [[nodiscard]] QList<NamedFilter> savedFilters() const;
    void setSavedFilters(const QList<NamedFilter>& filters);
    /// Has the first-run tour been gone through, or skipped?
    enum class Tour { unseen, seen };
    [[nodiscard]] Tour tour() const;
    void setTour(Tour tour);

    /// What the operator calls clients: label by UUID. A client gets a new UUID at each start, so old ones go.
    [[nodiscard]] QHash<QString, QString> clientLabels() const;
    /// An empty label removes it.
    void setClientLabel(const QString& uuid, const QString& label);

    /// URIs without passwords, the newest first.
    [[nodiscard]] QStringList recentServers() const;
    void addRecentServer(const Endpoint& endpoint);
    void removeRecentServer(const QString& uri);
    /// What the operator called the server when it was last unlocked; nullopt if never asked.
    [[nodiscard]] std::optional<Session::ServerKind> serverKind(const Endpoint& endpoint) const;
    /// The same; a server that nobody has called anything counts as one of production.
    [[nodiscard]] Session::ServerKind presumedKind(const Endpoint& endpoint) const;
    void setServerKind(const Endpoint& endpoint, Session::ServerKind kind);

private:
    [[nodiscard]] static QString uriOf(const Endpoint& endpoint);
    void listen();
    /// At once what the user has asked for, so that it can be said where it cannot be written. What is only kept for
    /// convenience, as the places of windows, is written when Qt comes to it.
    void save();
    void tellNotSaved(const QString& file);
    /// To what stands there now: another window, or program, may have added to it.
    void addRecent(const QString& key, const QString& entry, qsizetype most);

    mutable QSettings m_settings;
    std::unique_ptr<AlertDesk> m_alerts;
    SettingsNews m_news;
    QStringList m_notSaved; ///< Files of which it was told.
};

[[nodiscard]] QString toText(ThemeChoice choice);
[[nodiscard]] std::optional<ThemeChoice> themeChoice(const QString& text);

} // namespace lockscope::ui
