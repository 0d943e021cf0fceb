// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings.hpp"

#include "alerts/alert_desk.hpp"

#include <QDir>
#include <QFileInfo>
#include <QUrl>
#include <QVariant>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr qsizetype kMostRecent = 8;
constexpr qsizetype kMostLabels = 500;
constexpr qsizetype kMostFolds = 1000;
constexpr std::size_t kLongestFold = 500;
constexpr int kLeastZoom = 50;
constexpr int kMostZoom = 320;

const QString kGeometry = QStringLiteral("window/geometry");
const QString kDetail = QStringLiteral("window/detail");
const QString kPanels = QStringLiteral("window/panels");
const QString kPanel = QStringLiteral("window/panel");
const QString kTab = QStringLiteral("window/detail-tab");
const QString kColumns = QStringLiteral("table/columns");
const QString kPanelColumns = QStringLiteral("panels/columns-%1");
const QString kPanelChoices = QStringLiteral("panels/choices-%1");
const QString kGrouped = QStringLiteral("table/grouped");
/// How many parts of a name count.
const QString kDepth = QStringLiteral("table/group-parts");
const QString kFolds = QStringLiteral("table/groups");
const QString kFilter = QStringLiteral("table/filter");
const QString kQuick = QStringLiteral("table/quick-filter");
const QString kSplitter = QStringLiteral("window/splitter-%1");
/// In the order of QuickFilter.
const std::array kQuickNames{QStringLiteral("all"), QStringLiteral("held"), QStringLiteral("contended"),
                             QStringLiteral("stuck")};
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

const QString kOpen = QStringLiteral("open");

/// How all groups are, and the prefixes of those that are not so: bytes, so with percent signs.
QStringList toList(const GroupFolds& folds)
{
    QStringList list{folds.all() == GroupFolds::Fold::open ? kOpen : QStringLiteral("closed")};
    for (const std::string& prefix : folds.others()) {
        if (list.size() <= kMostFolds && prefix.size() <= kLongestFold) {
            list << QString::fromLatin1(QByteArray::fromStdString(prefix).toPercentEncoding());
        }
    }
    return list;
}

GroupFolds foldsIn(const QStringList& list)
{
    GroupFolds folds;
    if (list.isEmpty()) {
        return folds;
    }
    const bool open = list.front() == kOpen;
    folds.setAll(open ? GroupFolds::Fold::open : GroupFolds::Fold::closed);
    for (const QString& prefix : list.mid(1, kMostFolds)) {
        folds.set(QByteArray::fromPercentEncoding(prefix.toLatin1()).toStdString(),
                  open ? GroupFolds::Fold::closed : GroupFolds::Fold::open);
    }
    return folds;
}

QString beside(const QSettings& settings, const QString& name)
{
    return QFileInfo(settings.fileName()).absoluteDir().filePath(name);
}

QList<std::pair<QString, QVariant>> entriesOf(const WindowParts& parts)
{
    return {{kDetail, parts.detail},
            {kPanels, parts.panels},
            {kPanel, parts.panel},
            {kTab, parts.tab},
            {kGrouped, parts.grouped},
            {kDepth, static_cast<int>(parts.depth)},
            {kFolds, toList(parts.folds)},
            {kFilter, parts.filter},
            {kQuick, kQuickNames[static_cast<std::size_t>(parts.quick)]}};
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

void Settings::keep(const QString& key, const QVariant& value)
{
    if (const auto before = m_known.constFind(key); before != m_known.cend() && *before == value) {
        return;
    }
    m_known.insert(key, value);
    m_settings.setValue(key, value);
}

template <typename Value>
Value Settings::known(const QString& key, const Value& value) const
{
    m_known.insert(key, value);
    return value;
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

QByteArray Settings::geometry() const
{
    return known(kGeometry, m_settings.value(kGeometry).toByteArray());
}

QByteArray Settings::columns() const
{
    return known(kColumns, m_settings.value(kColumns).toByteArray());
}

QByteArray Settings::panelColumns(const QString& table) const
{
    return known(kPanelColumns.arg(table), m_settings.value(kPanelColumns.arg(table)).toByteArray());
}

QStringList Settings::panelChoices(const QString& panel) const
{
    return known(kPanelChoices.arg(panel), m_settings.value(kPanelChoices.arg(panel)).toStringList());
}

QByteArray Settings::splitter(const QString& name) const
{
    return known(kSplitter.arg(name), m_settings.value(kSplitter.arg(name)).toByteArray());
}

void Settings::setGeometry(const QByteArray& state)
{
    keep(kGeometry, state);
}

void Settings::setColumns(const QByteArray& state)
{
    keep(kColumns, state);
}

void Settings::setPanelColumns(const QString& table, const QByteArray& state)
{
    keep(kPanelColumns.arg(table), state);
}

void Settings::setPanelChoices(const QString& panel, const QStringList& choices)
{
    keep(kPanelChoices.arg(panel), choices);
}

void Settings::setSplitter(const QString& name, const QByteArray& state)
{
    keep(kSplitter.arg(name), state);
}

WindowParts Settings::windowParts() const
{
    WindowParts parts;
    parts.detail = m_settings.value(kDetail, parts.detail).toBool();
    parts.panels = m_settings.value(kPanels, parts.panels).toBool();
    parts.panel = m_settings.value(kPanel, parts.panel).toInt();
    parts.tab = m_settings.value(kTab, parts.tab).toInt();
    parts.grouped = m_settings.value(kGrouped, parts.grouped).toBool();
    const int count = m_settings.value(kDepth, 1).toInt();
    parts.depth = static_cast<Grouping>(std::clamp(count, 1, static_cast<int>(Grouping::byThreeParts)));
    parts.folds = foldsIn(m_settings.value(kFolds).toStringList());
    parts.filter = m_settings.value(kFilter).toString();
    const QString quick = m_settings.value(kQuick).toString();
    const auto found = std::find(kQuickNames.begin(), kQuickNames.end(), quick);
    if (found != kQuickNames.end()) {
        parts.quick = static_cast<QuickFilter>(found - kQuickNames.begin());
    }
    for (const auto& [key, value] : entriesOf(parts)) {
        m_known.insert(key, value);
    }
    return parts;
}

void Settings::setWindowParts(const WindowParts& parts)
{
    for (const auto& [key, value] : entriesOf(parts)) {
        keep(key, value);
    }
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
    QStringList servers = recentServers();
    servers.removeAll(uriOf(endpoint));
    servers.prepend(uriOf(endpoint));
    m_settings.setValue(kRecent, servers.mid(0, kMostRecent));
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

void Settings::setRecentCommands(const QStringList& ids)
{
    m_settings.setValue(kCommands, ids);
}

QStringList Settings::recentFilters() const
{
    return m_settings.value(kFilters).toStringList();
}

void Settings::setRecentFilters(const QStringList& filters)
{
    m_settings.setValue(kFilters, filters);
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
