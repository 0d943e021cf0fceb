// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/contention.hpp"

#include <cstddef>
#include <variant>
#include <vector>

namespace lockscope::ui {

/// What the ranking of the most contended lists: locks, or what their names begin with, up to the first ':'.
enum class RankingBy { lock, prefix };

/// Those that cost their clients the most time first; in the order of RankingBy.
using ContentionRanking = std::variant<std::vector<ContendedLock>, std::vector<ContendedPrefix>>;

[[nodiscard]] inline RankingBy kindOf(const ContentionRanking& ranking)
{
    return static_cast<RankingBy>(ranking.index());
}

[[nodiscard]] inline ContentionRanking rankingOf(const ContentionHistory& history, RankingBy by,
                                                 const ContentionHistory::Query& query, ContentionHistory::Moment now,
                                                 std::size_t limit)
{
    return by == RankingBy::lock ? ContentionRanking(history.most_contended(query, now, limit))
                                 : ContentionRanking(history.most_contended_prefixes(query, now, limit));
}

} // namespace lockscope::ui
