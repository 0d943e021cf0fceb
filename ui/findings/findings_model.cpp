// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/findings_model.hpp"

#include "findings/finding_words.hpp"
#include "models/named_owner.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include "lockscope/owner.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kLockChars = 200;

QByteArray clientOf(const Finding& finding)
{
    const auto owner = OwnerField::parse(finding.subject);
    return QByteArray::fromStdString(owner ? owner->client : finding.subject);
}

QString wholeSubject(const Finding& finding, const ClientNamer& namer)
{
    return withClient(shortText(finding.subject), nameOfClient(namer, clientOf(finding).toStdString()));
}

} // namespace

int FindingsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

std::size_t& FindingsModel::shownOf(Finding::Severity severity)
{
    return m_shown[static_cast<std::size_t>(severity)];
}

int FindingsModel::rowOf(std::uint64_t number) const
{
    const auto found = std::lower_bound(
        m_rows.begin(), m_rows.end(), number,
        [](const std::unique_ptr<Entry>& entry, std::uint64_t wanted) { return entry->number < wanted; });
    return static_cast<int>(found - m_rows.begin());
}

void FindingsModel::apply(const FindingsBook::Difference& difference)
{
    removeAll(difference.removed);
    for (const FindingsBook::Row& row : difference.changed) {
        change(row);
    }
    add(difference.added);
    moveUp();
}

void FindingsModel::removeAll(const std::vector<std::string>& ids)
{
    std::vector<int> rows;
    for (const std::string& id : ids) {
        const auto number = m_numbers.find(id);
        if (number == m_numbers.end()) {
            m_waiting.erase(id);
            continue;
        }
        const int row = rowOf(number->second);
        --shownOf(rowAt(row).finding.severity);
        rows.push_back(row);
        m_numbers.erase(number);
    }
    std::sort(rows.begin(), rows.end(), std::greater<>{});
    for (std::size_t i = 0; i < rows.size();) {
        const int last = rows[i];
        int first = last;
        for (++i; i < rows.size() && rows[i] == first - 1; ++i) {
            --first;
        }
        beginRemoveRows({}, first, last);
        m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
        endRemoveRows();
    }
}

void FindingsModel::change(const FindingsBook::Row& row)
{
    const auto number = m_numbers.find(row.id);
    if (number == m_numbers.end()) {
        m_waiting.insert_or_assign(row.id, row);
        return;
    }
    const int at = rowOf(number->second);
    FindingsBook::Row& known = m_rows[static_cast<std::size_t>(at)]->row;
    --shownOf(known.finding.severity);
    ++shownOf(row.finding.severity);
    known = row;
    emit dataChanged(index(at, 0), index(at, ColumnCount - 1));
}

void FindingsModel::add(std::vector<FindingsBook::Row> rows)
{
    std::vector<std::unique_ptr<Entry>> entries;
    for (FindingsBook::Row& row : rows) {
        if (shownOf(row.finding.severity) >= kMostRows) {
            m_waiting.insert_or_assign(row.id, std::move(row));
            continue;
        }
        ++shownOf(row.finding.severity);
        m_numbers.emplace(row.id, m_next);
        entries.push_back(std::make_unique<Entry>(Entry{m_next++, std::move(row)}));
    }
    if (entries.empty()) {
        return;
    }
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(entries.size()) - 1);
    std::move(entries.begin(), entries.end(), std::back_inserter(m_rows));
    endInsertRows();
}

void FindingsModel::moveUp()
{
    if (m_waiting.empty()) {
        return;
    }
    std::vector<FindingsBook::Row> rows;
    std::size_t room[3];
    for (std::size_t severity = 0; severity < 3; ++severity) {
        room[severity] = kMostRows - std::min(m_shown[severity], kMostRows);
    }
    if (std::all_of(std::begin(room), std::end(room), [](std::size_t left) { return left == 0; })) {
        return;
    }
    for (auto waiting = m_waiting.begin(); waiting != m_waiting.end();) {
        std::size_t& left = room[static_cast<std::size_t>(waiting->second.finding.severity)];
        if (left == 0) {
            ++waiting;
            continue;
        }
        --left;
        rows.push_back(std::move(waiting->second));
        waiting = m_waiting.erase(waiting);
    }
    add(std::move(rows));
}

void FindingsModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_numbers.clear();
    m_waiting.clear();
    std::fill(std::begin(m_shown), std::end(m_shown), 0);
    endResetModel();
}

void FindingsModel::setClientNamer(ClientNamer namer)
{
    m_namer = std::move(namer);
    noteNewNames();
}

void FindingsModel::noteNewNames()
{
    if (!m_rows.empty()) {
        emit dataChanged(index(0, Subject), index(rowCount() - 1, What));
    }
}

std::optional<Moment> FindingsModel::standstill(int row) const
{
    const LockStatePtr lock = m_find ? m_find(rowAt(row).finding.lock) : nullptr;
    return lock && lock->is_out_of_reach() ? lock->known_at(now()) : TitledTableModel::standstill(row);
}

QString FindingsModel::text(const FindingsBook::Row& row, int column, const Moment& shown) const
{
    switch (column) {
    case Severity: return severityText(row.finding.severity);
    case Lock: return shortText(row.finding.lock, kLockChars);
    case Subject: return findingSubject(row.finding, m_namer);
    case What: return findingSentence(row.finding, shown, m_namer);
    case Found: {
        const auto age = std::chrono::duration_cast<milliseconds>(shown.wall - row.found_at);
        return durationText(age);
    }
    default: return {};
    }
}

QVariant FindingsModel::cell(int index, int column, int role) const
{
    const FindingsBook::Row& row = rowAt(index);
    const auto shown = [this, index] { return standstill(index).value_or(now()); };
    switch (role) {
    case Qt::DisplayRole: return text(row, column, shown());
    case Qt::ToolTipRole:
        switch (column) {
        case Lock: return toolTipText(row.finding.lock);
        case Subject: return row.finding.subject.empty() ? QVariant() : toolTipText(wholeSubject(row.finding, m_namer));
        case Found: return toolTipText(timeText(row.found_at));
        default: return toolTipText(findingSentence(row.finding, shown(), m_namer));
        }
    case SeverityRole: return static_cast<int>(row.finding.severity);
    case ClientRole: return clientOf(row.finding);
    case LockBytesRole: return QByteArray::fromStdString(row.finding.lock);
    default: return {};
    }
}

QString FindingsModel::title(int column) const
{
    switch (column) {
    case Severity: return tr("Severity", "column");
    case Lock: return tr("Lock", "column");
    case Subject: return tr("About", "column: the owner or client that a finding is about");
    case What: return tr("Finding", "column");
    case Found: return tr("Since", "column: how long a finding has been known");
    default: return {};
    }
}

} // namespace lockscope::ui
