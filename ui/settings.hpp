// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "models/lock_groups.hpp"
#include "session/session.hpp"
#include "theme/theme.hpp"

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

/// What of the window is open, and which locks the table shows.
struct WindowParts
{
    bool detail = true;
    bool panels = true;
    int panel = 0; ///< Which of the panels below is in front.
    int tab = 0;   ///< Which of the tabs of the detail is.
    bool grouped = false;
    Grouping depth = Grouping::byFirstPart; ///< How they are grouped when they are.
    GroupFolds folds;                       ///< Bounded when it is kept.
    QuickFilter quick = QuickFilter::all;
    QString filter;
    bool operator==(const WindowParts&) const = default;
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

    [[nodiscard]] QByteArray geometry() const;
    [[nodiscard]] QByteArray columns() const;
    /// Of the table in a panel.
    [[nodiscard]] QByteArray panelColumns(const QString& table) const;
    /// What was chosen in a panel: name and choice in turn.
    [[nodiscard]] QStringList panelChoices(const QString& panel) const;
    [[nodiscard]] QByteArray splitter(const QString& name) const;
    void setGeometry(const QByteArray& state);
    void setColumns(const QByteArray& state);
    void setPanelColumns(const QString& table, const QByteArray& state);
    void setPanelChoices(const QString& panel, const QStringList& choices);
    void setSplitter(const QString& name, const QByteArray& state);

    [[nodiscard]] WindowParts windowParts() const;
    void setWindowParts(const WindowParts& parts);

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
    void setRecentCommands(const QStringList& ids);
    /// The newest first.
    [[nodiscard]] QStringList recentFilters() const;
    void setRecentFilters(const QStringList& filters);
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
    /// What is kept for convenience is written if this program has changed it: another one, that runs beside it, may
    /// have kept something else, and has not to lose it to one in which nothing was done.
    void keep(const QString& key, const QVariant& value);
    template <typename Value>
    Value known(const QString& key, const Value& value) const;

    mutable QSettings m_settings;
    mutable QHash<QString, QVariant> m_known; ///< As it was read, or written, last.
    std::unique_ptr<AlertDesk> m_alerts;
    SettingsNews m_news;
    QStringList m_notSaved; ///< Files of which it was told.
};

[[nodiscard]] QString toText(ThemeChoice choice);
[[nodiscard]] std::optional<ThemeChoice> themeChoice(const QString& text);

} // namespace lockscope::ui
