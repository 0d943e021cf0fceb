// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/findings.hpp"

#include <QSortFilterProxyModel>

#include <set>

namespace lockscope::ui {

/// The findings whose severity is wanted and that hold a text; the worst first, of these what costs most, the newest of
/// the like, unless told otherwise.
class FindingsFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit FindingsFilter(QObject* parent = nullptr);

    void setText(const QString& text);
    void setSeverities(const std::set<Finding::Severity>& severities);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QString m_text;
    std::set<Finding::Severity> m_severities;
};

} // namespace lockscope::ui
