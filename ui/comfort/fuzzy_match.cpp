// SPDX-License-Identifier: GPL-3.0-or-later
#include "comfort/fuzzy_match.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace lockscope::ui {
namespace {

constexpr int kHit = 4;
constexpr int kRun = 6;       ///< Right after the one before.
constexpr int kWordStart = 8; ///< At the beginning of a word.
constexpr int kMostText = 200;
constexpr int kMostQuery = 60;
constexpr int kNone = std::numeric_limits<int>::min() / 2;

bool startsWord(const QString& text, qsizetype at)
{
    return at == 0 || !text.at(at - 1).isLetterOrNumber() || (text.at(at).isUpper() && text.at(at - 1).isLower());
}

} // namespace

/// The best of all ways to find the query in the text: one row of a table for each of its characters.
std::optional<FuzzyMatch> fuzzyMatch(const QString& query, const QString& text)
{
    QString wanted = query.simplified().toCaseFolded();
    wanted.remove(QLatin1Char(' '));
    if (wanted.isEmpty()) {
        return FuzzyMatch{};
    }
    const auto length = static_cast<int>(std::min<qsizetype>(text.size(), kMostText));
    const auto count = static_cast<int>(wanted.size());
    if (count > length || count > kMostQuery) {
        return std::nullopt;
    }
    // best[q][t]: with wanted[q] found at t exactly; from[q][t]: where wanted[q - 1] was.
    const auto cells = static_cast<std::size_t>(count) * static_cast<std::size_t>(length);
    std::vector<int> best(cells, kNone);
    std::vector<int> from(cells, -1);
    const auto cell = [length](int q, int t) {
        return static_cast<std::size_t>(q) * static_cast<std::size_t>(length) + static_cast<std::size_t>(t);
    };
    for (int q = 0; q < count; ++q) {
        int bestBefore = kNone;
        int bestAt = -1;
        for (int t = q; t < length; ++t) {
            if (q > 0 && t > 0 && best[cell(q - 1, t - 1)] > bestBefore) {
                bestBefore = best[cell(q - 1, t - 1)];
                bestAt = t - 1;
            }
            if (text.at(t).toCaseFolded() != wanted.at(q)) {
                continue;
            }
            const int here = kHit + (startsWord(text, t) ? kWordStart : 0);
            if (q == 0) {
                best[cell(q, t)] = here;
                continue;
            }
            const int run = t > 0 && best[cell(q - 1, t - 1)] > kNone ? best[cell(q - 1, t - 1)] + kRun : kNone;
            const int before = std::max(run, bestBefore);
            if (before > kNone) {
                best[cell(q, t)] = before + here;
                from[cell(q, t)] = run >= bestBefore ? t - 1 : bestAt;
            }
        }
    }
    int end = -1;
    for (int t = count - 1; t < length; ++t) {
        if (best[cell(count - 1, t)] > (end < 0 ? kNone : best[cell(count - 1, end)])) {
            end = t;
        }
    }
    if (end < 0) {
        return std::nullopt;
    }
    FuzzyMatch match{best[cell(count - 1, end)] - length / 8, {}};
    for (int q = count - 1, t = end; q >= 0; t = from[cell(q, t)], --q) {
        match.characters.prepend(t);
    }
    return match;
}

} // namespace lockscope::ui
