// SPDX-License-Identifier: GPL-3.0-or-later
#include "window_settings.hpp"

#include <QSettings>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr qsizetype kMostFolds = 1000;
constexpr std::size_t kLongestFold = 500;

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

void WindowSettings::keep(const QString& key, const QVariant& value)
{
    if (const auto before = m_known.constFind(key); before != m_known.cend() && *before == value) {
        return;
    }
    m_known.insert(key, value);
    m_settings.setValue(key, value);
}

template <typename Value>
Value WindowSettings::known(const QString& key, const Value& value)
{
    m_known.insert(key, value);
    return value;
}

void WindowSettings::notePlace(const QByteArray& geometry)
{
    if (!m_known.value(kGeometry).toByteArray().isEmpty()) {
        m_known.insert(kGeometry, geometry);
    }
}

QByteArray WindowSettings::geometry()
{
    return known(kGeometry, m_settings.value(kGeometry).toByteArray());
}

QByteArray WindowSettings::columns()
{
    return known(kColumns, m_settings.value(kColumns).toByteArray());
}

QByteArray WindowSettings::panelColumns(const QString& table)
{
    return known(kPanelColumns.arg(table), m_settings.value(kPanelColumns.arg(table)).toByteArray());
}

QStringList WindowSettings::panelChoices(const QString& panel)
{
    return known(kPanelChoices.arg(panel), m_settings.value(kPanelChoices.arg(panel)).toStringList());
}

QByteArray WindowSettings::splitter(const QString& name)
{
    return known(kSplitter.arg(name), m_settings.value(kSplitter.arg(name)).toByteArray());
}

void WindowSettings::setGeometry(const QByteArray& state)
{
    keep(kGeometry, state);
}

void WindowSettings::setColumns(const QByteArray& state)
{
    keep(kColumns, state);
}

void WindowSettings::setPanelColumns(const QString& table, const QByteArray& state)
{
    keep(kPanelColumns.arg(table), state);
}

void WindowSettings::setPanelChoices(const QString& panel, const QStringList& choices)
{
    keep(kPanelChoices.arg(panel), choices);
}

void WindowSettings::setSplitter(const QString& name, const QByteArray& state)
{
    keep(kSplitter.arg(name), state);
}

WindowParts WindowSettings::windowParts()
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

void WindowSettings::setWindowParts(const WindowParts& parts)
{
    for (const auto& [key, value] : entriesOf(parts)) {
        keep(key, value);
    }
}

} // namespace lockscope::ui
