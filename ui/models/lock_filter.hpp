// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QString>

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace lockscope::ui {

/// The buttons beside the filter field.
enum class QuickFilter { all, held, contended, stuck };

/// The moment for which a filter is asked; some terms are true for a while only.
struct FilterMoment
{
    Thresholds thresholds;
    SteadyTime steady;
    SystemTime wall;
};

/// What the filter text means, as a test on values. All terms must hold.
///
///     order            the name contains it (ASCII letters of either case)
///     order:*  a?c     the whole name matches; \* and \? are the characters themselves
///     name:order*      the same, where a name would be mistaken for a term
///     type:fair  state:stuck  mode:read  holder:9f45
///     waiters>3  count>=2  ttl<5s  held>1m       < <= > >= =, durations in ms, s, m, h
///     "with spaces"    quotes keep a term together
class LockFilter
{
public:
    /// Lets everything pass.
    LockFilter() = default;

    struct ParseError
    {
        QString message; ///< One sentence.
    };
    [[nodiscard]] static std::variant<LockFilter, ParseError> parse(const QString& text);

    void setQuick(QuickFilter quick) { m_quick = quick; }
    [[nodiscard]] QuickFilter quick() const { return m_quick; }

    [[nodiscard]] bool matches(const LockState& state, const FilterMoment& moment) const;
    /// May the answer change although the lock does not?
    [[nodiscard]] bool dependsOnTime() const { return m_dependsOnTime || m_quick == QuickFilter::stuck; }
    [[nodiscard]] bool passesAll() const { return m_terms.empty() && m_quick == QuickFilter::all; }

private:
    using Term = std::function<bool(const LockState&, const FilterMoment&)>;
    friend class LockFilterParser;

    std::vector<Term> m_terms;
    QuickFilter m_quick = QuickFilter::all;
    bool m_dependsOnTime = false;
};

} // namespace lockscope::ui
