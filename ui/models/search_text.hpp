// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace lockscope::ui {

/// What somebody typed to search a table of events, alerts or actions: words that must all be there, in any column; and
/// "lock:…", "holder:…" for one column. "quotation marks" keep blanks. Case does not matter; a * in a column's word
/// stands for anything.
struct SearchText
{
    static constexpr int searchedChars = 4096; ///< Of a name or another text of a server: enough to search in.

    QStringList anywhere;
    QStringList locks, holders;
    bool operator==(const SearchText&) const = default;

    [[nodiscard]] static SearchText parse(const QString& text);
    [[nodiscard]] bool isEmpty() const { return anywhere.isEmpty() && locks.isEmpty() && holders.isEmpty(); }
    /// Are all of @p words in @p text? A word with * must match it as a whole.
    [[nodiscard]] static bool fits(const QStringList& words, const QString& text);
};

} // namespace lockscope::ui
