// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/trace.hpp"

#include <QByteArray>
#include <QSortFilterProxyModel>

#include <optional>

namespace lockscope::ui {

/// The commands that contain a text (also in what they executed inside), have one role and are about one lock, each if
/// wanted. A script is shown with all that it executed. The order is the model's. After is the time since the command
/// that stands above.
class TraceFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setText(const QString& text);
    void setRole(const std::optional<TraceCommand::Role>& role);
    void setOnlyLock(const std::optional<QByteArray>& lock);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    [[nodiscard]] SystemTime timeOf(int row) const;

    QString m_text;
    std::optional<TraceCommand::Role> m_role;
    std::optional<QByteArray> m_lock;
};

} // namespace lockscope::ui
