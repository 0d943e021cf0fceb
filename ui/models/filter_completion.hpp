// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace lockscope::ui {

class LockTableModel;

/// Words of the locks that are known, the most frequent first; as the table shows them.
struct FilterVocabulary
{
    QStringList clients;  ///< Names of those who hold or queue, as far as they have some; behind them their UUIDs.
    QStringList prefixes; ///< Of names, with the colon.
};
/// Looks at a bounded number of locks.
[[nodiscard]] FilterVocabulary vocabularyOf(const LockTableModel& model);

/// What could stand at the cursor of a filter text.
struct FilterCompletions
{
    struct Choice
    {
        QString insert;
        QString meaning; ///< In a few words; may be empty.
    };
    qsizetype start = 0; ///< What a choice replaces.
    qsizetype length = 0;
    QString typed; ///< Of that, up to the cursor.
    QList<Choice> choices;
};
[[nodiscard]] FilterCompletions completionsAt(const QString& text, qsizetype cursor, const FilterVocabulary& words);

} // namespace lockscope::ui
