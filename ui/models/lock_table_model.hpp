// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "models/lock_order.hpp"
#include "models/lock_roles.hpp"
#include "models/lock_store.hpp"

#include <QAbstractTableModel>
#include <QTimer>

namespace lockscope::ui {

/// The rows of the lock table: filtered, sorted, and changed by as few signals as possible. What arrives and goes shows
/// at once; rows take their new places at most twice a second, so that the table can be read while it changes. Time
/// alone changes no data: what ticks is painted by the delegates.
class LockTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit LockTableModel(QObject* parent = nullptr);

    void apply(const std::vector<LockChange>& changes);
    void clear();

    void setFilter(const LockFilter& filter);
    void setThresholds(const Thresholds& thresholds);
    /// Is what is shown of now, or of before the connection was lost?
    enum class Freshness { live, past };
    void setFreshness(Freshness freshness);

    /// Locks known, shown or not.
    [[nodiscard]] std::size_t total() const { return m_store.size(); }
    [[nodiscard]] LockStatePtr lockAt(int row) const;
    [[nodiscard]] LockStatePtr find(const std::string& name) const { return m_store.find(name); }
    /// −1 if it is not shown.
    [[nodiscard]] int rowOf(const std::string& name) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    /// Rows or locks known became more or fewer.
    void countsChanged();

private:
    using Slot = LockStore::Slot;

    [[nodiscard]] FilterMoment moment() const;
    void showAndHide(const std::vector<Slot>& entering, const std::vector<Slot>& leaving);
    void update(const std::vector<Slot>& entering, const std::vector<Slot>& moved, const std::vector<Slot>& leaving);
    void reorder(const std::function<void()>& change);
    void announce(const std::vector<Slot>& changed);
    void expectDisorder(Slot slot);
    void putInOrder();
    void lookForAged();
    void watchTime();
    [[nodiscard]] QString text(const LockState& state, LockColumn column) const;
    [[nodiscard]] QString toolTip(const LockState& state, LockColumn column) const;

    LockStore m_store;
    LockOrder m_order{m_store};
    LockFilter m_filter;
    Thresholds m_thresholds;
    Freshness m_freshness = Freshness::live;
    std::vector<Slot> m_disordered; ///< Shown, changed, and perhaps no longer in the right place.
    std::size_t m_agedUpTo = 0;
    QTimer m_orderTimer;
    QTimer m_ageTimer;
};

} // namespace lockscope::ui
