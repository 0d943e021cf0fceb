// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter_completion.hpp"

#include "models/client_namer.hpp"
#include "models/lock_filter_terms.hpp"
#include "models/lock_groups.hpp"
#include "models/lock_table_model.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace lockscope::ui {
namespace {

constexpr int kMostVisited = 20'000;
constexpr std::size_t kMostWords = 500;
constexpr qsizetype kMostChoices = 30;
constexpr std::size_t kLongestWord = 100;

using Counts = std::map<std::string, int, std::less<>>;

void count(Counts& counts, std::string_view word)
{
    if (word.empty() || word.size() > kLongestWord) {
        return;
    }
    if (const auto known = counts.find(word); known != counts.end()) {
        ++known->second;
    } else if (counts.size() < kMostWords) {
        counts.emplace(word, 1);
    }
}

QStringList byFrequency(const Counts& counts)
{
    std::vector<std::pair<int, const std::string*>> order;
    for (const auto& [word, number] : counts) {
        order.emplace_back(-number, &word);
    }
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : *a.second < *b.second;
    });
    QStringList words;
    for (const auto& [number, word] : order) {
        words << literalText(*word);
    }
    return words;
}

/// Where the word around the cursor starts and ends.
std::pair<qsizetype, qsizetype> wordAround(const QString& text, qsizetype cursor)
{
    qsizetype start = 0;
    bool quoted = false;
    qsizetype end = 0;
    for (; end < text.size(); ++end) {
        const QChar character = text.at(end);
        if (quoted && character == QLatin1Char('\\') && end + 1 < text.size()) {
            ++end; // what it stands in front of does not end the quotes
        } else if (character == QLatin1Char('"')) {
            quoted = !quoted;
        } else if (character.isSpace() && !quoted) {
            if (end >= cursor) {
                break;
            }
            start = end + 1;
        }
    }
    while (start < cursor && (text.at(start) == QLatin1Char('(') || text.at(start) == QLatin1Char('-'))) {
        ++start;
    }
    return {start, end};
}

void addValues(FilterCompletions& result, const QString& field, const QString& typed, const FilterVocabulary& words)
{
    QStringList values = filterValues(field);
    QString ending;
    if (namesClients(field)) {
        values = words.clients;
    } else if (field == QLatin1String("name")) {
        values = words.prefixes;
        ending = QStringLiteral("*");
    }
    for (const QString& value : values) {
        if (value.startsWith(typed, Qt::CaseInsensitive) && value != typed) {
            result.choices << FilterCompletions::Choice{field + QLatin1Char(':') + quotedIfNeeded(value + ending), {}};
        }
    }
}

/// What people call @p clients.
QStringList namesKnownOf(const QStringList& clients, const ClientNamer& namer)
{
    QStringList names;
    for (const QString& client : clients) {
        const QString name = nameOfClient(namer, client.toStdString());
        if (!name.isEmpty()) {
            names << name;
        }
    }
    names.removeDuplicates();
    return names;
}

} // namespace

FilterVocabulary vocabularyOf(const LockTableModel& model)
{
    Counts clients;
    Counts prefixes;
    int visited = 0;
    model.visit([&](const LockState& state) {
        count(prefixes, LockGroups::prefixOf(state.name));
        for (std::size_t at = 0; at < state.holders.size() && at < 20; ++at) {
            count(clients, state.holders[at].client());
        }
        for (std::size_t at = 0; at < state.waiters.size() && at < 20; ++at) {
            count(clients, state.waiters[at].client());
        }
        return ++visited < kMostVisited;
    });
    const QStringList uuids = byFrequency(clients);
    return {namesKnownOf(uuids, model.briefNamer()) + uuids, byFrequency(prefixes)};
}

FilterCompletions completionsAt(const QString& text, qsizetype cursor, const FilterVocabulary& words)
{
    FilterCompletions result;
    const auto [start, end] = wordAround(text, cursor);
    result.start = start;
    result.length = end - start;
    result.typed = text.mid(start, cursor - start);
    if (result.typed.contains(QLatin1Char('"'))) {
        return result;
    }
    const qsizetype colon = result.typed.indexOf(QLatin1Char(':'));
    const QString field = result.typed.left(std::max<qsizetype>(colon, 0)).toLower();
    if (colon > 0 && (wordFields().contains(field) || !filterValues(field).isEmpty())) {
        addValues(result, field, result.typed.mid(colon + 1), words);
    } else {
        for (const QString& each : wordFields()) {
            if (colon < 0 && each.startsWith(result.typed, Qt::CaseInsensitive)) {
                result.choices << FilterCompletions::Choice{each + QLatin1Char(':'), fieldMeaning(each)};
            }
        }
        for (const QString& each : measureFields()) {
            if (colon < 0 && each.startsWith(result.typed, Qt::CaseInsensitive)) {
                result.choices << FilterCompletions::Choice{each + QLatin1Char('>'), fieldMeaning(each)};
                for (const QString& value : filterValues(each)) {
                    const QString term = each + QLatin1Char(':') + value;
                    result.choices << FilterCompletions::Choice{term, fieldMeaning(term)};
                }
            }
        }
        for (const QString& prefix : words.prefixes) {
            if (!result.typed.isEmpty() && prefix.startsWith(result.typed, Qt::CaseInsensitive)
                && prefix != result.typed) {
                result.choices << FilterCompletions::Choice{termForName(prefix), {}};
            }
        }
    }
    result.choices = result.choices.mid(0, kMostChoices);
    return result;
}

} // namespace lockscope::ui
