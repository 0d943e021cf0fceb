// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings.hpp"

#include "alerts/alert_desk.hpp"

#include <QDir>
#include <QFileInfo>
#include <QUrl>
#include <QVariant>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr qsizetype kMostRecent = 8;
constexpr qsizetype kMostCommands = 20;
constexpr qsizetype kMostFilters = 20;
constexpr qsizetype kMostLabels = 500;
constexpr int kLeastZoom = 50;
constexpr int kMostZoom = 320;

const QString kTheme = QStringLiteral("view/theme");
const QString kLanguage = QStringLiteral("view/language");
const QString kZoom = QStringLiteral("view/zoom");
const QString kCommands = QStringLiteral("view/commands");
const QString kFilters = QStringLiteral("table/filters");
const QString kSavedFilters = QStringLiteral("table/saved-filters");
const QString kTour = QStringLiteral("window/tour-seen");
const QString kClientLabels = QStringLiteral("clients/labels");
const QString kRecent = QStringLiteral("servers/recent");
const QString kProduction = QStringLiteral("servers/production/%1");

QString beside(const QSettings& settings, const QString& name)
{
    return QFileInfo(settings.fileName()).absoluteDir().filePath(name);
}

} // namespace

Settings::Settings()
    : m_settings(QStringLiteral("lockscope"), QStringLiteral("lockscope"))
    , m_alerts(std::make_unique<AlertDesk>(beside(m_settings, QStringLiteral("alerts.ini"))))
{
    listen();
}

Settings::Settings(const QString& file)
    : m_settings(file, QSettings::IniFormat)
    , m_alerts(std::make_unique<AlertDesk>(beside(m_settings, QStringLiteral("alerts.ini"))))
{
    listen();
}

Settings::~Settings() = default;

void Settings::listen()
{
    QObject::connect(&m_alerts->book, &AlertBook::notSaved, &m_news,
                     [this](const QString& file) { tellNotSaved(file); });
    QObject::connect(&m_alerts->mutes, &AlertMutes::notSaved, &m_news,
                     [this](const QString& file) { tellNotSaved(file); });
}

void Settings::save()
{
    m_settings.sync();
    if (m_settings.status() == QSettings::AccessError) { // a damaged file is written anew
        tellNotSaved(m_settings.fileName());
    }
}

void Settings::tellNotSaved(const QString& file)
{
    if (!m_notSaved.contains(file)) {
        m_notSaved.append(file);
        emit m_news.notSaved(file);
    }
}

QString Settings::profilesFile() const
{
    return beside(m_settings, QStringLiteral("profiles.json"));
}

ThemeChoice Settings::theme() const
{
    return themeChoice(m_settings.value(kTheme).toString()).value_or(ThemeChoice::system);
}

void Settings::setTheme(ThemeChoice choice)
{
    m_settings.setValue(kTheme, toText(choice));
    save();
}

QString Settings::language() const
{
    return m_settings.value(kLanguage).toString();
}

void Settings::setLanguage(const QString& language)
{
    m_settings.setValue(kLanguage, language);
    save();
}

int Settings::zoomPercent() const
{
    return std::clamp(m_settings.value(kZoom, 100).toInt(), kLeastZoom, kMostZoom);
}

void Settings::setZoomPercent(int percent)
{
    m_settings.setValue(kZoom, std::clamp(percent, kLeastZoom, kMostZoom));
    save();
}

QHash<QString, QString> Settings::clientLabels() const
{
    // UUID and label in turn, the newest first.
    const QStringList list = m_settings.value(kClientLabels).toStringList();
    QHash<QString, QString> labels;
    for (qsizetype i = 0; i + 1 < list.size(); i += 2) {
        labels.insert(list[i], list[i + 1]);
    }
    return labels;
}

void Settings::setClientLabel(const QString& uuid, const QString& label)
{
    m_settings.sync();
    QStringList list = m_settings.value(kClientLabels).toStringList();
    for (qsizetype i = list.size() - list.size() % 2 - 2; i >= 0; i -= 2) {
        if (list[i] == uuid) {
            list.remove(i, 2);
        }
    }
    if (!label.isEmpty()) {
        list.prepend(label);
        list.prepend(uuid);
    }
    m_settings.setValue(kClientLabels, list.mid(0, 2 * kMostLabels));
    save();
    emit m_news.clientLabelsChanged();
}

void Settings::addRecent(const QString& key, const QString& entry, qsizetype most)
{
    m_settings.sync();
    QStringList entries = m_settings.value(key).toStringList();
    entries.removeAll(entry);
    entries.prepend(entry);
    m_settings.setValue(key, entries.mid(0, most));
}

QString Settings::uriOf(const Endpoint& endpoint)
{
    return QString::fromStdString(endpoint.uri_without_password());
}

QStringList Settings::recentServers() const
{
    m_settings.sync();
    return m_settings.value(kRecent).toStringList().mid(0, kMostRecent);
}

void Settings::addRecentServer(const Endpoint& endpoint)
{
    addRecent(kRecent, uriOf(endpoint), kMostRecent);
}

void Settings::removeRecentServer(const QString& uri)
{
    QStringList servers = recentServers();
    servers.removeAll(uri);
    m_settings.setValue(kRecent, servers);
    save();
}

Session::ServerKind Settings::presumedKind(const Endpoint& endpoint) const
{
    return serverKind(endpoint).value_or(Session::ServerKind::production);
}

std::optional<Session::ServerKind> Settings::serverKind(const Endpoint& endpoint) const
{
    const QVariant value =
        m_settings.value(kProduction.arg(QString::fromLatin1(QUrl::toPercentEncoding(uriOf(endpoint)))));
    if (!value.isValid()) {
        return std::nullopt;
    }
    return value.toBool() ? Session::ServerKind::production : Session::ServerKind::ordinary;
}

void Settings::setServerKind(const Endpoint& endpoint, Session::ServerKind kind)
{
    m_settings.setValue(kProduction.arg(QString::fromLatin1(QUrl::toPercentEncoding(uriOf(endpoint)))),
                        kind == Session::ServerKind::production);
    save();
}

QStringList Settings::recentCommands() const
{
    return m_settings.value(kCommands).toStringList();
}

void Settings::addRecentCommand(const QString& id)
{
    addRecent(kCommands, id, kMostCommands);
}

QStringList Settings::recentFilters() const
{
    return m_settings.value(kFilters).toStringList();
}

void Settings::addRecentFilter(const QString& filter)
{
    addRecent(kFilters, filter, kMostFilters);
}

QList<NamedFilter> Settings::savedFilters() const
{
    m_settings.sync(); // Another program may have saved one.
    // Name and filter in turn.
    const QStringList list = m_settings.value(kSavedFilters).toStringList();
    QList<NamedFilter> filters;
    for (qsizetype i = 0; i + 1 < list.size() && filters.size() < mostSavedFilters; i += 2) {
        filters.append({list[i], list[i + 1]});
    }
    return filters;
}

void Settings::setSavedFilters(const QList<NamedFilter>& filters)
{
    QStringList list;
    for (const NamedFilter& each : filters.mid(0, mostSavedFilters)) {
        list << each.name << each.filter;
    }
    m_settings.setValue(kSavedFilters, list);
    save();
    emit m_news.savedFiltersChanged();
}

Settings::Tour Settings::tour() const
{
    return m_settings.value(kTour).toBool() ? Tour::seen : Tour::unseen;
}

void Settings::setTour(Tour tour)
{
    m_settings.setValue(kTour, tour == Tour::seen);
}

QString toText(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::light: return QStringLiteral("light");
    case ThemeChoice::dark: return QStringLiteral("dark");
    case ThemeChoice::highContrast: return QStringLiteral("high-contrast");
    case ThemeChoice::system: break;
    }
    return QStringLiteral("system");
}

std::optional<ThemeChoice> themeChoice(const QString& text)
{
    for (const ThemeChoice choice :
         {ThemeChoice::system, ThemeChoice::light, ThemeChoice::dark, ThemeChoice::highContrast}) {
        if (toText(choice) == text) {
            return choice;
        }
    }
    return std::nullopt;
}

} // namespace lockscope::ui
