// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_arrangement.hpp"
#include "models/lock_copy.hpp"

#include <QMap>
#include <QObject>

#include <map>
#include <memory>
#include <string>
#include <vector>

class QAction;
class QMenu;

namespace lockscope::ui {

class LockTable;
class LockTableModel;

/// What can be done with the rows of the lock table: copying, following a holder, grouping.
class LockTableActions : public QObject
{
    Q_OBJECT

public:
    /// @param table, model not owned, outlive this
    LockTableActions(LockTable& table, LockTableModel& model);
    ~LockTableActions() override;

    /// For the menu of locks and the context menu.
    [[nodiscard]] QList<QAction*> lockActions() const;
    /// For the View menu.
    [[nodiscard]] QList<QAction*> groupActions() const;
    [[nodiscard]] QList<QAction*> depthActions() const { return m_depths.values(); }
    void setGrouping(Grouping grouping);
    /// How the rows are grouped when they are.
    void setDepth(Grouping depth);
    [[nodiscard]] Grouping depth() const;
    /// How the commands begin that are copied.
    void setRedisCli(const std::string& start) { m_redisCli = start; }
    void copy(CopyFormat format) const;

    /// By what is selected.
    void update();
    void retranslate();

signals:
    /// A filter text that narrows down what the table shows.
    void filterRequested(const QString& text);
    /// One that finds everything of a client, whatever the table shows now.
    void followRequested(const QString& text);

private:
    [[nodiscard]] std::string selectedPrefix() const;
    /// Of the holders, or, where there are none, of the waiters: each once.
    [[nodiscard]] std::vector<std::string> clientsToFollow() const;
    void offerClients();
    void explainGrouping();
    void group();
    void follow(const std::string& client);

    LockTable& m_table;
    LockTableModel& m_model;
    std::string m_redisCli = "redis-cli";
    std::unique_ptr<QMenu> m_copyMenu;
    std::map<CopyFormat, QAction*> m_copies;
    std::unique_ptr<QMenu> m_followMenu; ///< Where there are several clients.
    std::vector<std::string> m_clients;  ///< What is offered to be followed.
    QAction* m_follow;
    QAction* m_onlyGroup;
    QAction* m_group;
    std::unique_ptr<QMenu> m_depthMenu;
    QMap<Grouping, QAction*> m_depths; ///< One is checked, also while nothing is grouped.
    QAction* m_openAll;
    QAction* m_closeAll;
};

} // namespace lockscope::ui
