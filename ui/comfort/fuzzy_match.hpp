// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace lockscope::ui {

struct FuzzyMatch
{
    int score = 0;         ///< More is better.
    QList<int> characters; ///< Which of the text are meant.
};

/// Do the characters of @p query stand in @p text in this order, of either case, with anything between? Beginnings of
/// words and runs count more, long texts a little less. An empty query matches everything.
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString& query, const QString& text);

} // namespace lockscope::ui
