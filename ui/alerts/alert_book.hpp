// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "alerts/alert_reactions.hpp"

#include "lockscope/alert_rules.hpp"

#include <QByteArray>
#include <QObject>
#include <QSettings>

namespace lockscope::ui {

/// Where the rules of servers are kept, and what happens when an alert is raised: one for all windows of the program,
/// so that what is changed in one holds in all. Another program may have the same file: each change is made to what is
/// there now, not to what was read once.
class AlertBook : public QObject
{
    Q_OBJECT

public:
    explicit AlertBook(const QString& file, QObject* parent = nullptr);

    /// Reads what another program may have written.
    void reload();
    [[nodiscard]] bool hasRules(const QString& key) const;
    /// As they were written, maybe damaged; empty if there are none.
    [[nodiscard]] QByteArray rules(const QString& key) const;
    /// What made @p after of @p before is done to the rules as they are now.
    void changeRules(const QString& key, const AlertRules& before, const AlertRules& after);

    [[nodiscard]] const AlertReactions& reactions() const { return m_reactions; }
    /// The same: what was not changed stays as it is now.
    void changeReactions(const AlertReactions& before, const AlertReactions& after);

signals:
    /// Of any server.
    void rulesChanged();
    void reactionsChanged();
    /// A change could not be written: it lasts until the program ends.
    void notSaved(const QString& file);
    /// Not all of it could be read: what is missing is as if nobody had ever set it.
    void damaged(const QString& file);

private:
    void save();

    QSettings m_settings;
    AlertReactions m_reactions;
    bool m_wasDamaged; ///< When it was read first; it may have been written anew before there was a server.
};

} // namespace lockscope::ui
