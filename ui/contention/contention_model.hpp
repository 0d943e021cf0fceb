// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "contention/contention_ranking.hpp"
#include "models/lock_bytes_role.hpp"
#include "models/value_table_model.hpp"

#include <string>
#include <variant>

namespace lockscope::ui {

/// A lock or a prefix in the ranking, and what part of the first one's waiting it makes up.
struct ContentionRow
{
    std::variant<ContendedLock, ContendedPrefix> place;
    double share = 0; ///< 0…1
    [[nodiscard]] const ContendedLock* lock() const { return std::get_if<ContendedLock>(&place); }
    [[nodiscard]] const ContendedPrefix* prefix() const { return std::get_if<ContendedPrefix>(&place); }
    [[nodiscard]] const std::string& key() const { return lock() ? lock()->name : prefix()->prefix; }
    bool operator==(const ContentionRow&) const = default;
};

/// The most contended locks or prefixes, those that cost their clients the most time first.
class ContentionModel : public ValueTableModel<ContentionRow>
{
    Q_OBJECT

public:
    enum Column { Name, Waited, WaitingNow, MostWaiting, Acquired, Last, ColumnCount };
    static constexpr int MedianHold = Last; ///< Of a lock.
    static constexpr int Locks = Last;      ///< Of a prefix.
    enum Role {
        ShareRole = Qt::UserRole + 1,
        PrefixRole, ///< Bytes; nothing where the row is a lock.
        LockBytesRole = kLockBytesRole
    };

    explicit ContentionModel(QObject* parent = nullptr) : ValueTableModel(ColumnCount, parent) {}

    void setRanking(const ContentionRanking& ranking);

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QString titleToolTip(int column) const override;
    [[nodiscard]] bool isNumber(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] static QString displayed(const ContendedLock& lock, int column);
    [[nodiscard]] static QString displayed(const ContendedPrefix& prefix, int column);

    RankingBy m_by = RankingBy::lock;
};

} // namespace lockscope::ui
