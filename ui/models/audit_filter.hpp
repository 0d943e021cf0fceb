// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/search_text.hpp"

#include "lockscope/lock_state.hpp"

#include <QSortFilterProxyModel>

#include <optional>
#include <string>

namespace lockscope::ui {

/// The actions that contain a text, are of one kind, came out in one way and are not older than a moment, each if
/// wanted.
class AuditFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    enum class Outcome { any, done, notDone };

    explicit AuditFilter(QObject* parent = nullptr);

    void setText(const QString& text);
    /// As AuditEntry::action; empty: all.
    void setAction(const std::string& action);
    void setOutcome(Outcome outcome);
    void setSince(const std::optional<SystemTime>& since);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QString m_typed;
    SearchText m_text;
    std::string m_action;
    Outcome m_outcome = Outcome::any;
    std::optional<SystemTime> m_since;
};

} // namespace lockscope::ui
