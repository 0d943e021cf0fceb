// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/search_text.hpp"

#include "models/glob.hpp"

#include <algorithm>

namespace lockscope::ui {
namespace {

const QString kLock = QStringLiteral("lock:");
const QString kHolder = QStringLiteral("holder:");

/// Splits at blanks outside of quotation marks, which go.
QStringList wordsOf(const QString& text)
{
    QStringList words;
    QString word;
    bool quoted = false;
    bool begun = false;
    for (const QChar c : text) {
        if (c == QLatin1Char('"')) {
            quoted = !quoted;
            begun = true;
        } else if (c.isSpace() && !quoted) {
            if (begun && !word.isEmpty()) {
                words << word;
            }
            word.clear();
            begun = false;
        } else {
            word += c;
            begun = true;
        }
    }
    if (!word.isEmpty()) {
        words << word;
    }
    return words;
}

} // namespace

SearchText SearchText::parse(const QString& text)
{
    SearchText search;
    for (const QString& word : wordsOf(text)) {
        if (word.startsWith(kLock, Qt::CaseInsensitive)) {
            search.locks << word.mid(kLock.size());
        } else if (word.startsWith(kHolder, Qt::CaseInsensitive)) {
            search.holders << word.mid(kHolder.size());
        } else {
            search.anywhere << word;
        }
    }
    return search;
}

bool SearchText::fits(const QStringList& words, const QString& text)
{
    return std::all_of(words.begin(), words.end(), [&text](const QString& word) {
        return word.contains(QLatin1Char('*')) ? globMatches(word.toStdString(), text.toStdString())
                                               : text.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace lockscope::ui
