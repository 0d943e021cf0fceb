// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"
#include "models/lock_filter.hpp"
#include "models/lock_order.hpp"
#include "models/lock_roles.hpp"
#include "models/lock_store.hpp"
#include "session/shown_time.hpp"

#include <QAbstractTableModel>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::ui {

/// The rows of the lock table: filtered, sorted, grouped, and changed by as few signals as possible. What arrives and
/// goes shows at once; rows take their new places at most twice a second, so that the table can be read while it
/// changes. Time alone changes no data: what ticks is painted by the delegates.
///
/// A new filter, order or grouping of many rows is worked out on another thread, while the rows go on following the
/// old one; a newer wish cancels an older one.
///
/// Grouped, each group is a row of its own above its locks, which are rows only while it is open: so one flat table
/// shows both, and a hundred thousand locks in closed groups cost nothing.
class LockTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit LockTableModel(QObject* parent = nullptr);
    ~LockTableModel() override;

    void apply(const std::vector<LockChange>& changes);
    void clear();

    void setFilter(const LockFilter& filter);
    void setThresholds(const Thresholds& thresholds);
    void setGrouping(Grouping grouping);
    [[nodiscard]] Grouping grouping() const { return m_wanted.grouping; }
    [[nodiscard]] const Thresholds& thresholds() const { return m_order.view().thresholds; }
    /// The rows are shown as of @p time, and are of the past while that stands still.
    /// @param time not owned, outlives the model
    void setTime(const ShownTime& time);
    /// As of when the rows are shown, but for those of a master that is out of reach.
    [[nodiscard]] FilterMoment moment() const;
    /// Tells in tool tips who the holders are.
    void setClientNamer(ClientNamer namer) { m_clientNamer = std::move(namer); }
    /// Tells the same in the cells, in a word.
    void setBriefNamer(ClientNamer namer) { m_briefNamer = std::move(namer); }
    [[nodiscard]] const ClientNamer& briefNamer() const { return m_briefNamer; }
    /// Clients are called otherwise than before: what shows them is painted again.
    void noteNewNames();

    /// Locks known, shown or not.
    [[nodiscard]] std::size_t total() const { return m_store.size(); }
    /// Locks that pass the filter, also those in closed groups.
    [[nodiscard]] std::size_t passing() const;
    /// Null for the header of a group.
    [[nodiscard]] LockStatePtr lockAt(int row) const;
    [[nodiscard]] LockStatePtr find(const std::string& name) const { return m_store.find(name); }
    /// −1 if it is not shown.
    [[nodiscard]] int rowOf(const std::string& name) const;
    /// Is it known, but kept out by the filter? By the one that was set last, though the rows may not follow it yet.
    [[nodiscard]] bool isFilteredOut(const std::string& name) const;

    /// What a row is called while rows only move: between layoutAboutToBeChanged() and layoutChanged().
    ///@{
    [[nodiscard]] RowId idAt(int row) const { return m_order.at(row); }
    [[nodiscard]] int placeOf(RowId id) const { return m_order.rowOf(id); }
    ///@}

    /// Are there headers among the rows? Unlike grouping(), which they may not follow yet.
    [[nodiscard]] bool isGrouped() const { return m_order.groups() != nullptr; }
    [[nodiscard]] bool isGroup(int row) const;
    /// The header above a lock, or the row itself; −1 where nothing is grouped.
    [[nodiscard]] int groupRowOf(int row) const;
    /// −1 if there is no such group.
    [[nodiscard]] int rowOfGroup(const std::string& prefix) const;
    /// The lock's group if it is closed; −1 otherwise.
    [[nodiscard]] int closedGroupOf(const std::string& name) const;
    [[nodiscard]] GroupFolds::Fold fold(int groupRow) const;
    void setFold(int groupRow, GroupFolds::Fold fold);
    void setAllFolds(GroupFolds::Fold fold);
    [[nodiscard]] const GroupFolds& folds() const { return m_wanted.folds; }
    void setFolds(const GroupFolds& folds);
    /// Null if the row is no group.
    [[nodiscard]] const GroupSums* sumsAt(int row) const;
    /// Those that pass the filter, at most @p most; in no order.
    [[nodiscard]] std::vector<LockStatePtr> locksIn(int groupRow, std::size_t most) const;
    /// Of all locks, shown or not; in no order.
    [[nodiscard]] std::vector<std::string> names() const;
    /// Calls for locks until it is told to stop by false; for looking for words to suggest.
    void visit(const std::function<bool(const LockState&)>& each) const;

    /// Is a filter, an order or a grouping being worked out?
    [[nodiscard]] bool isArranging() const { return m_job != nullptr; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    /// Rows or locks known became more or fewer.
    void countsChanged();
    /// Rows are about to come, go or move, and have done so; a view keeps its place by these.
    void aboutToMoveRows();
    void rowsMovedPlace();
    /// Filter, order or grouping are taking longer than a second, or no longer so.
    void arrangingIsSlow();
    void arranged();

private:
    using Slot = LockStore::Slot;
    using Cause = LockOrder::Cause;

    void showChanges(RowChanges changes, const FilterMoment& now);
    void showAndHide(const std::vector<RowId>& entering, const std::vector<RowId>& leaving, const FilterMoment& now);
    void update(const std::vector<RowId>& entering, const std::vector<RowId>& moved, const std::vector<RowId>& leaving,
                const FilterMoment& now);
    void reorder(const std::function<void()>& change);
    void announce(const std::vector<RowId>& changed);
    void expectDisorder(Slot slot);
    void putInOrder();
    void lookForAged();
    void watchTime();

    void arrangeAll();
    void gather(std::size_t most);
    void startArranging();
    void stopArranging();
    void takeArrangement(LockView view, Arrangement arrangement);
    [[nodiscard]] static std::vector<Slot> eachOnce(std::vector<Slot> touched);
    void settleWhatChangedMeanwhile(LockOrder& order);
    void takeOut(const std::vector<Slot>& reused, LockOrder& order, const FilterMoment& now) const;
    void replaceOrder(LockOrder next);
    [[nodiscard]] bool isPast(RowId id) const;
    /// As of when the row is shown.
    [[nodiscard]] Moment momentOf(RowId id) const;
    [[nodiscard]] QVariant lockData(Slot slot, LockColumn column, int role) const;
    /// What a cell says to those who do not see what is painted in it.
    [[nodiscard]] QString spokenText(Slot slot, LockColumn column) const;
    [[nodiscard]] QList<float> waitersOf(Slot slot) const;
    [[nodiscard]] QVariant groupData(GroupId group, LockColumn column, int role) const;

    LockStore m_store;
    LockOrder m_order{m_store};
    LockView m_wanted;                     ///< What the rows follow as soon as it is worked out.
    const ShownTime* m_time = nullptr;     ///< Null: the present.
    std::optional<SteadyTime> m_stillFrom; ///< Since when that stands still.
    ClientNamer m_clientNamer;
    ClientNamer m_briefNamer;
    std::vector<Slot> m_disordered; ///< Shown, changed, and perhaps no longer in the right place.
    bool m_groupsDisordered = false;
    std::size_t m_agedUpTo = 0;
    QTimer m_orderTimer;
    QTimer m_ageTimer;
    QTimer m_slowTimer;
    QTimer m_gatherTimer;
    std::shared_ptr<ArrangeTask> m_gathered; ///< Null once it is being worked at.
    std::size_t m_gatheredUpTo = 0;
    std::shared_ptr<std::atomic_bool> m_job; ///< Cancels what is being worked out; null if nothing is.
    std::vector<Slot> m_reused;              ///< Slots that another lock came into, or went out of, since that began.
    std::vector<Slot> m_meanwhile;           ///< Slots whose lock changed since.
    QThreadPool m_workers;                   ///< Last: waits for its tasks before the rest goes.
};

} // namespace lockscope::ui
