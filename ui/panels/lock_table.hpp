// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_arrangement.hpp"

#include "lockscope/lock_state.hpp"

#include <QTableView>
#include <QTimer>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::ui {

class ColumnShape;
class CountdownDelegate;
class LockColumns;
class LockSortActions;
class LockTableActions;
class LockTableModel;

/// The table of locks. Fixed row heights, delegates only; ten times a second the cells that tick are painted again, and
/// only if one in sight counts. The selection is a lock, not a row: if the lock goes, nothing is selected until it
/// comes back, so that an action never meets a neighbour; and if it was not selected any more, it is not then. What is
/// in sight stays there by name while rows come and go above it; a table that stands at its top stays at its top, and
/// goes there when somebody has it sorted.
class LockTable : public QTableView
{
    Q_OBJECT

public:
    /// @param model not owned
    explicit LockTable(LockTableModel& model, QWidget* parent = nullptr);

    /// The one that the detail is about: that which actions are about, if it is one; otherwise the current one. Null if
    /// there is none, or it is gone.
    [[nodiscard]] LockStatePtr selectedLock() const;
    /// Of the locks in a closed group. Any: by name only if they are few enough to be acted on.
    enum class GroupOrder { byName, any };
    /// Those that are selected, in their order; of closed groups that are selected, every lock.
    [[nodiscard]] std::vector<LockStatePtr> selectedLocks(
        GroupOrder order = GroupOrder::byName, std::size_t most = std::numeric_limits<std::size_t>::max()) const;
    /// How many selectedLocks() are in all.
    [[nodiscard]] std::size_t selectedCount() const;
    /// Selects the lock and opens its group. What the filter hides, or is not there, is said by lockHidden() and
    /// lockGone(); what may still be found is selected as soon as it comes.
    void selectLock(const std::string& name);
    /// Selects the lock if it has a row, and nothing else is selected, looked at or waited for.
    void adopt(const std::string& name);
    /// The locks will be another server's: none is waited for.
    void forgetSelection();
    /// May a lock that is not known still be found, because not all keys were looked at?
    enum class Search { goesOn, isOver };
    void setSearch(Search search);

    /// For the menus. All are there from the start and keep their texts and states themselves.
    ///@{
    [[nodiscard]] QList<QAction*> columnActions() const;
    [[nodiscard]] QList<QAction*> sortActions() const;
    /// Copying, and following a client or a prefix.
    [[nodiscard]] QList<QAction*> lockActions() const;
    [[nodiscard]] QList<QAction*> groupActions() const;
    [[nodiscard]] QList<QAction*> depthActions() const; ///< In a menu of those.
    ///@}
    /// For the rows and for what is painted of them.
    void setThresholds(const Thresholds& thresholds);
    /// How the commands begin that are copied.
    void setRedisCli(const std::string& start);
    [[nodiscard]] LockColumns& columns() { return *m_columns; }

    [[nodiscard]] QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);
    void setGrouping(Grouping grouping);
    /// How the rows are grouped when they are. Never none.
    void setGroupDepth(Grouping depth);
    [[nodiscard]] Grouping groupDepth() const;

signals:
    /// Another lock is the current one, or others are selected, those of a closed group among them. Of a thousand and
    /// more, and of groups, it is told a little later, once for many changes: whoever listens looks at all of them.
    void selectionMoved(const lockscope::LockStatePtr& lock);
    /// The lock that was to be selected is known, but the filter hides it; or it is not known. It is not waited for.
    void lockHidden(const std::string& name);
    void lockGone(const std::string& name);
    /// The locks in sight are others.
    void sightChanged(const std::vector<std::string>& locks);
    /// As those of LockTableActions.
    void filterRequested(const QString& text);
    void followRequested(const QString& text);

protected:
    void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;
    void rowsInserted(const QModelIndex& parent, int start, int end) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    /// What stays where it is in sight.
    struct Anchor
    {
        std::string name;
        int below; ///< Rows from the top of what is in sight.
    };

    /// A row by what stands in it.
    struct Row
    {
        enum class Kind { lock, group };
        Kind kind = Kind::lock;
        std::string name;       ///< Of the lock; the prefix of the group.
        bool isSelected = true; ///< It was, when it went.
    };

    [[nodiscard]] std::optional<Row> rowAtIndex(const QModelIndex& index) const;
    [[nodiscard]] int rowOf(const Row& row) const;
    /// First and last rows, from the top down; none meet.
    [[nodiscard]] std::vector<std::pair<int, int>> selectedRows() const;
    [[nodiscard]] bool areManySelected() const;
    [[nodiscard]] bool isClosedGroupSelected() const;
    /// Null where none or several are selected.
    [[nodiscard]] LockStatePtr onlySelected() const;
    void tellSelection();
    void setUpDelegates();
    void setUpHeader();
    void connectModel();
    void layOut();
    void tick();
    void lookAtSight();
    void reportSight(std::vector<std::string> locks);
    void reselect(QItemSelectionModel::SelectionFlags how);
    void liftSelection();
    void putSelectionDown();
    void dropAnchor();
    void keepToAnchor();
    void travel();
    void arrive();
    void goToCurrent();
    bool foldByKey(const QKeyEvent& event);
    void toggleFold(int row);
    void showColumnMenu(const QPoint& position);
    [[nodiscard]] std::pair<int, int> rowsInSight() const;

    LockTableModel& m_model;
    LockColumns* m_columns = nullptr;
    LockTableActions* m_actions = nullptr;
    LockSortActions* m_sortActions = nullptr;
    ColumnShape* m_columnShape = nullptr;
    QAction* m_shapeSeparator = nullptr;
    CountdownDelegate* m_countdown = nullptr;
    QTimer m_tickTimer;
    QTimer m_sightTimer;
    QTimer m_manyTimer;                       ///< Until it is told that others of many are selected.
    std::optional<Row> m_wanted;              ///< That is, or should be, the current one.
    std::optional<std::string> m_destination; ///< To be selected and brought into sight as soon as it has a row.
    std::vector<RowId> m_lifted;              ///< What is selected, while rows take other places.
    Search m_search = Search::goesOn;
    bool m_holdsStill = false;   ///< The selection is changed by us, not by the user.
    bool m_sorting = false;      ///< The user has asked for another order.
    bool m_staysInSight = false; ///< The current row, when rows are arranged anew: it was there before.
    std::optional<Anchor> m_anchor;
    std::vector<std::string> m_inSight;
};

} // namespace lockscope::ui
