// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"

#include <QString>
#include <QStringList>

#include <memory>
#include <string_view>

namespace lockscope::ui {

// The single terms of the filter language; lock_filter.cpp puts them together.

struct FilterTerm
{
    LockFilter::Term test;
    bool dependsOnTime = false;
    std::shared_ptr<const ClientSet> clients = nullptr; ///< Those that its value names; null if it can name none.
};

/// Thrown by filterTerm(): what is wrong with a term, and what to write instead.
struct FilterTermError
{
    QString message;
};

/// @param term without the quotes that kept it together
/// @param search finds the clients that it names; may be empty
[[nodiscard]] FilterTerm filterTerm(const QString& term, const ClientSearch& search);
/// A part of a name, whatever it looks like.
[[nodiscard]] FilterTerm nameTerm(const QString& text);

/// Fields that take a value after ':', and fields that are compared with a number or a duration.
[[nodiscard]] const QStringList& wordFields();
[[nodiscard]] const QStringList& measureFields();
/// Is its value a part of a client's owner, name or address?
[[nodiscard]] bool namesClients(const QString& field);
/// The values that a field takes, in English, if they are few; otherwise empty.
[[nodiscard]] QStringList filterValues(const QString& field);
/// @p word in quotes if it would not be one term without them.
[[nodiscard]] QString quotedIfNeeded(const QString& word);
/// @p text as a term that looks for it in names: in quotes where it would be a field, a comparison or a "not".
[[nodiscard]] QString termForName(const QString& text);
/// These bytes within a value, where nothing of them is a wildcard or a quotation mark.
[[nodiscard]] QString literalText(std::string_view bytes);
/// A value that stands for exactly these bytes.
[[nodiscard]] QString filterValue(std::string_view bytes);
/// A value that stands for all names that begin so.
[[nodiscard]] QString beginningValue(std::string_view prefix);
/// What a field, or a value that says more than its field ("ttl:never"), is about, in a few words of the language of
/// the window.
[[nodiscard]] QString fieldMeaning(const QString& field);

} // namespace lockscope::ui
