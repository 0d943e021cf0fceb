// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"

#include "lockscope/lock_state.hpp"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
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

    /// The same for one lock, which may have been out of reach since before.
    [[nodiscard]] FilterMoment of(const LockState& state) const
    {
        const Moment known = state.known_at({steady, wall});
        return {thresholds, known.now, known.wall};
    }
};

/// What the filter text means, as a test on values. Terms beside each other must all hold; a value, usable on any
/// thread.
///
///     order            the name contains it (ASCII letters of either case)
///     order:*  a?c     the whole name matches; \x2a and \x3f are the characters themselves
///     name:order*      the same, where a name would be mistaken for a term
///     type:fair  state:stuck  mode:read  anomaly:dead-head  anomaly:any
///     holder:9f45  waiter:9f45  client:9f45      who holds it, who queues for it, either
///     client:pay-07  client:10.0.0.7             the same by what the client is called, or where it is
///     waiters>3  count>=2  token>100  ttl<5s  held>1m      < <= > >= =, durations in ms, s, m, h
///     renewed<15s      in this hold its lease was seen to be renewed, so long ago
///     -type:fair  not type:fair      the opposite
///     state:stuck or (type:fair waiters>3)
///     "with spaces"    quotes keep a term together; in quotes from its start, it is part of a name whatever it says
class LockFilter
{
public:
    using Term = std::function<bool(const LockState&, const FilterMoment&)>;

    /// Lets everything pass.
    LockFilter() = default;

    struct ParseError
    {
        QString message;        ///< What is wrong, and what to write instead.
        qsizetype position = 0; ///< Of the wrong part in the text.
        qsizetype length = 0;
    };
    /// @param clients finds those that terms name; asked here and never again, for the filter is used on other threads
    [[nodiscard]] static std::variant<LockFilter, ParseError> parse(const QString& text,
                                                                    const ClientSearch& clients = {});

    /// The text without the terms that are wrong in it; nothing if what is wrong is not a term that can be left out.
    [[nodiscard]] static std::optional<QString> rightPartOf(QString text);

    void setQuick(QuickFilter quick) { m_quick = quick; }
    [[nodiscard]] QuickFilter quick() const { return m_quick; }

    [[nodiscard]] bool matches(const LockState& state, const FilterMoment& shown) const;
    /// May the answer change although the lock does not?
    [[nodiscard]] bool dependsOnTime() const { return m_dependsOnTime || m_quick == QuickFilter::stuck; }
    /// May the answer change when clients get other names?
    [[nodiscard]] bool dependsOnNames() const { return !m_clients.empty(); }
    /// Did the names in @p other, a filter of the same text, mean the same clients?
    [[nodiscard]] bool namesTheSameAs(const LockFilter& other) const;

private:
    std::vector<Term> m_terms;
    std::vector<std::shared_ptr<const ClientSet>> m_clients; ///< Found for each term that may name some.
    QuickFilter m_quick = QuickFilter::all;
    bool m_dependsOnTime = false;
};

} // namespace lockscope::ui
