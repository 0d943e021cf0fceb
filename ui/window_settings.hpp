// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "models/lock_groups.hpp"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>
#include <QVariant>

class QSettings;

namespace lockscope::ui {

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

/// How a window was left, between starts. All windows, and other programs, have the same: what a window has restored
/// and not changed it does not write, so that nobody loses what was kept since to a window in which nothing was done.
class WindowSettings
{
public:
    /// @param settings not owned, outlives this
    explicit WindowSettings(QSettings& settings) : m_settings(settings) {}

    [[nodiscard]] QByteArray geometry();
    [[nodiscard]] QByteArray columns();
    /// Of the table in a panel.
    [[nodiscard]] QByteArray panelColumns(const QString& table);
    /// What was chosen in a panel: name and choice in turn.
    [[nodiscard]] QStringList panelChoices(const QString& panel);
    [[nodiscard]] QByteArray splitter(const QString& name);
    void setGeometry(const QByteArray& state);
    void setColumns(const QByteArray& state);
    void setPanelColumns(const QString& table, const QByteArray& state);
    void setPanelChoices(const QString& panel, const QStringList& choices);
    void setSplitter(const QString& name, const QByteArray& state);

    [[nodiscard]] WindowParts windowParts();
    void setWindowParts(const WindowParts& parts);

    /// Where the window was put when it came, beside another one perhaps: that is no choice of the user.
    void notePlace(const QByteArray& geometry);

private:
    void keep(const QString& key, const QVariant& value);
    template <typename Value>
    Value known(const QString& key, const Value& value);

    QSettings& m_settings;
    QHash<QString, QVariant> m_known; ///< As this window has read, or written, it last.
};

} // namespace lockscope::ui
