// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"
#include "models/lock_bytes_role.hpp"
#include "models/titled_table_model.hpp"

#include "lockscope/findings_book.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope::ui {

/// The findings as rows, in the order in which they came. Takes differences, and changes only what they name. Of each
/// severity at most kMostRows are rows; more are remembered and move up as soon as there is room.
class FindingsModel : public TitledTableModel
{
    Q_OBJECT

public:
    enum Column { Severity, Lock, Subject, What, Found, ColumnCount };
    enum Role {
        SeverityRole = Qt::UserRole + 1, ///< int of Finding::Severity.
        ClientRole,                      ///< Bytes of the client's UUID, for its colour.
        LockBytesRole = kLockBytesRole,
    };
    static constexpr std::size_t kMostRows = 2000;

    explicit FindingsModel(QObject* parent = nullptr) : TitledTableModel(ColumnCount, parent) {}

    /// @param find the lock of a name, or null; findings about one that is out of reach are shown as of the past
    void setLocks(std::function<LockStatePtr(const std::string& name)> find) { m_find = std::move(find); }
    /// What the clients of holders and waiters are called, in a word.
    void setClientNamer(ClientNamer namer);
    /// Clients are called otherwise now.
    void noteNewNames();
    void apply(const FindingsBook::Difference& difference);
    void clear();

    [[nodiscard]] const FindingsBook::Row& rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]->row; }
    /// Findings that are not among the rows, because there are too many.
    [[nodiscard]] std::size_t notShown() const { return m_waiting.size(); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;

private:
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] bool isLargestFirst(int column) const override { return column == Severity || column == Found; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] std::optional<Moment> standstill(int row) const override;
    struct Entry
    {
        std::uint64_t number; ///< Rows are in ascending order of it.
        FindingsBook::Row row;
    };

    void removeAll(const std::vector<std::string>& ids);
    void change(const FindingsBook::Row& row);
    void add(std::vector<FindingsBook::Row> rows);
    void moveUp();
    [[nodiscard]] int rowOf(std::uint64_t number) const;
    [[nodiscard]] std::size_t& shownOf(Finding::Severity severity);
    [[nodiscard]] QString text(const FindingsBook::Row& row, int column, const Moment& shown) const;

    std::function<LockStatePtr(const std::string&)> m_find;
    ClientNamer m_namer;
    std::vector<std::unique_ptr<Entry>> m_rows;
    std::unordered_map<std::string, std::uint64_t> m_numbers; ///< By id; of the rows.
    std::unordered_map<std::string, FindingsBook::Row> m_waiting;
    std::uint64_t m_next = 0;
    std::size_t m_shown[3] = {};
};

} // namespace lockscope::ui
