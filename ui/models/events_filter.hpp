// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSortFilterProxyModel>

#include <optional>

namespace lockscope::ui {

/// The events that contain a text in what they show, and, if wanted, belong to one lock (by its bytes). Events about no
/// lock in particular, as a lost connection, always stay. The order is the model's.
class EventsFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setText(const QString& text);
    void setOnlyLock(const std::optional<QByteArray>& lock);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QString m_text;
    std::optional<QByteArray> m_lock;
};

} // namespace lockscope::ui
