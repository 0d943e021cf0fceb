// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/search_text.hpp"

#include "lockscope/monitor.hpp"

#include <QByteArray>
#include <QSortFilterProxyModel>

#include <optional>
#include <vector>

namespace lockscope::ui {

/// The events that contain a text in what they show, are of certain kinds, not older than a moment, and belong to one
/// lock (by its bytes), each if wanted. Where events are missing is said whatever the kind and the lock: a gap
/// concerns all. The order is the model's, or that of a column; what comes after it was sorted
/// stands at the end.
class EventsFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit EventsFilter(QObject* parent = nullptr);

    void setText(const QString& text);
    void setOnlyLock(const std::optional<QByteArray>& lock);
    /// Empty: all.
    void setKinds(const std::vector<LockEvent::Kind>& kinds);
    /// Beside what happened to locks, or instead of it.
    enum class Alerts { shown, hidden, alone };
    void setAlerts(Alerts alerts);
    void setSince(const std::optional<SystemTime>& since);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    void filterAnew();
    [[nodiscard]] bool hasText(int row) const;

    QString m_typed;
    SearchText m_text;
    std::optional<QByteArray> m_lock;
    std::vector<LockEvent::Kind> m_kinds;
    Alerts m_alerts = Alerts::shown;
    std::optional<SystemTime> m_since;
};

} // namespace lockscope::ui
