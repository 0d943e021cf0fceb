// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_cells.hpp"

#include "models/lock_facts.hpp"
#include "models/named_owner.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kNameChars = 200;
constexpr std::int64_t kMostAtAGlance = 99;

/// The texts belong to the table.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::LockTableModel)
};

QString countText(std::int64_t number, bool isLeast)
{
    return isLeast ? Texts::tr("≥ %1", "at least so many").arg(numberText(number)) : numberText(number);
}

/// @p waiters of those who live
QString besideTheDead(const QString& waiters, std::int64_t dead)
{
    return dead > 0
             ? Texts::tr("%1 +%2 dead", "numbers of waiters, and of the dead in the queue; as short as it may be")
                   .arg(waiters, numberText(dead))
             : waiters;
}

QString livingText(const LockState& state)
{
    const std::optional<std::int64_t> waiters = living_waiters(state);
    return waiters ? countText(*waiters, mayMoreWait(state)) : Texts::tr("?", "number of waiters that cannot be known");
}

QString waitersText(const LockState& state)
{
    return besideTheDead(livingText(state), static_cast<std::int64_t>(dead_waiters(state)));
}

QString heldForText(const LockState& state, const FilterMoment& moment)
{
    const std::optional<milliseconds> held = heldFor(state, moment.wall);
    if (!held) {
        return state.is_held() ? Texts::tr("unknown", "how long a lock has been held") : QString();
    }
    return state.held_since_exact ? durationText(*held)
                                  : Texts::tr("≥ %1", "at least so long").arg(durationText(*held));
}

QString renewedText(const LockState& state, SteadyTime now)
{
    const std::optional<milliseconds> ago = renewedAgo(state, now);
    return ago             ? Texts::tr("%1 ago", "a lease was renewed").arg(durationText(*ago))
         : state.is_held() ? Texts::tr("not seen", "that a lease was renewed")
                           : QString();
}

QString ownersToolTip(const LockState& state, const ClientNamer& namer)
{
    constexpr std::size_t kMost = 20;
    QStringList owners;
    for (std::size_t at = 0; at < state.holders.size() && at < kMost; ++at) {
        const Holder& holder = state.holders[at];
        owners << withClient(shortText(holder.owner, 120), nameOfClient(namer, holder.client()));
    }
    const std::size_t total = std::max<std::size_t>(state.holders_total, state.holders.size());
    if (total > kMost) {
        owners << Texts::tr("and %Ln more", "holders", pluralCount(total - kMost));
    }
    return owners.isEmpty() ? QString() : toolTipText(owners.join(QLatin1Char('\n')));
}

QString anomaliesToolTip(const LockState& state)
{
    QStringList sentences;
    for (const Anomaly anomaly : state.anomalies) {
        sentences << anomalyText(anomaly, state);
    }
    return sentences.isEmpty() ? QString() : toolTipText(sentences.join(QLatin1Char('\n')));
}

bool isNumber(LockColumn column)
{
    return column == LockColumn::count || column == LockColumn::waiters || column == LockColumn::heldFor
        || column == LockColumn::renewed;
}

} // namespace

QString columnTitle(LockColumn column)
{
    switch (column) {
    case LockColumn::condition: return Texts::tr("State");
    case LockColumn::name: return Texts::tr("Name");
    case LockColumn::type: return Texts::tr("Type");
    case LockColumn::mode: return Texts::tr("Mode");
    case LockColumn::holder: return Texts::tr("Holder");
    case LockColumn::count: return Texts::tr("×", "column: reentry count");
    case LockColumn::ttl: return Texts::tr("TTL");
    case LockColumn::waiters: return Texts::tr("Waiters");
    case LockColumn::lastMinute: return Texts::tr("Last minute");
    case LockColumn::heldFor: return Texts::tr("Held for");
    case LockColumn::renewed: break;
    }
    return Texts::tr("Renewed", "column: how long ago");
}

QString toolTipOfColumn(LockColumn column)
{
    switch (column) {
    case LockColumn::count: return toolTipText(Texts::tr("How often its holders have entered it"));
    case LockColumn::ttl: return toolTipText(Texts::tr("What is left of its lease"));
    case LockColumn::waiters:
        return toolTipText(
            Texts::tr("How many wait, without the dead: threads in the queue of a fair lock, otherwise clients"));
    case LockColumn::lastMinute: return toolTipText(Texts::tr("How many waited in the last minute"));
    case LockColumn::renewed:
        return toolTipText(Texts::tr("How long ago its lease was renewed: then its process lived"));
    default: return {};
    }
}

Qt::Alignment columnAlignment(LockColumn column)
{
    return (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

Qt::SortOrder columnFirstOrder(LockColumn column)
{
    switch (column) {
    case LockColumn::name:
    case LockColumn::type:
    case LockColumn::mode:
    case LockColumn::holder: return Qt::AscendingOrder;
    default: return Qt::DescendingOrder;
    }
}

QString lockText(const LockState& state, LockColumn column, const FilterMoment& shown, const ClientNamer& namer)
{
    const FilterMoment moment = shown.of(state);
    switch (column) {
    case LockColumn::condition:
        return conditionText(condition_of(state, moment.thresholds, moment.steady, moment.wall));
    case LockColumn::name: return shortText(state.name, kNameChars);
    case LockColumn::type: return typeText(state);
    case LockColumn::mode: return modeText(state.mode);
    case LockColumn::holder: return namedHolders(state, namer);
    case LockColumn::count: return state.is_held() ? numberText(entryCount(state)) : QString();
    case LockColumn::ttl:
        return state.is_held() ? leaseText(state.remaining(moment.steady).value_or(state.ttl)) : QString();
    case LockColumn::waiters: return waitersText(state);
    case LockColumn::lastMinute: return {};
    case LockColumn::heldFor: return heldForText(state, moment);
    case LockColumn::renewed: break;
    }
    return renewedText(state, moment.steady);
}

QString blockedText(const QString& condition)
{
    return Texts::tr("%1, blocked by its data", "%1: state of a lock").arg(condition);
}

QString waitersSentence(const LockState& state)
{
    const std::size_t dead = dead_waiters(state);
    return dead > 0 ? Texts::tr("%1 waiting, %Ln dead in the queue", "%1: a number of waiters", pluralCount(dead))
                          .arg(livingText(state))
                    : livingText(state);
}

QString lastMinuteText(const QList<float>& waiters)
{
    return waiters.isEmpty() ? QString()
                             : Texts::tr("at most %Ln waited", "clients, or places in a queue, in the last minute",
                                         static_cast<int>(*std::max_element(waiters.begin(), waiters.end())));
}

QString toolTipOfLock(const LockState& state, LockColumn column, const ClientNamer& namer)
{
    switch (column) {
    case LockColumn::condition: return anomaliesToolTip(state);
    case LockColumn::name: return toolTipText(std::string_view(state.name));
    case LockColumn::holder:
        return state.type == LockType::semaphore && !state.is_held()
                 ? toolTipText(Texts::tr("Who has its permits Redis does not tell."))
                 : ownersToolTip(state, namer);
    case LockColumn::type:
        return state.type_certain
                 ? QString()
                 : toolTipText(Texts::tr("Redis cannot tell the type: the keys look the same for several."));
    case LockColumn::waiters:
        if (!living_waiters(state)) {
            return toolTipText(
                state.queue_known
                    ? Texts::tr("How many wait cannot be known: the server does not say who listens.")
                    : Texts::tr("How many wait cannot be known: this user may not read the queue that it may have."));
        }
        if (dead_waiters(state) > 0) {
            return toolTipText(waitersSentence(state));
        }
        return state.type == LockType::fair || !state.waiters.empty() || *living_waiters(state) == 0
                 ? QString()
                 : toolTipText(Texts::tr("So many clients listen; each may have several threads that wait."));
    case LockColumn::count: // the column may be too narrow for it
        return state.is_held() && entryCount(state) > kMostAtAGlance ? toolTipText(numberText(entryCount(state)))
                                                                     : QString();
    case LockColumn::heldFor:
        return !state.is_held() || state.held_since_exact
                 ? QString()
                 : toolTipText(Texts::tr("It was held already when we first saw it."));
    case LockColumn::renewed:
        return !state.is_held() || state.was_renewed()
                 ? QString()
                 : toolTipText(Texts::tr("Its lease is a fixed one, or it was not renewed since we see it."));
    default: return {};
    }
}

LockCondition groupCondition(const GroupSums& sums)
{
    return sums.stuck > 0     ? LockCondition::stuck
         : sums.contended > 0 ? LockCondition::contended
         : sums.held > 0      ? LockCondition::held
                              : LockCondition::free;
}

QString prefixText(const std::string& prefix)
{
    return prefix.empty() ? Texts::tr("(no prefix)", "group of the locks without ':' in their name")
                          : shortText(prefix, kNameChars);
}

QString groupText(const std::string& prefix, const GroupSums& sums, LockColumn column)
{
    switch (column) {
    case LockColumn::condition: {
        const LockCondition worst = groupCondition(sums);
        const std::int64_t number = worst == LockCondition::stuck     ? sums.stuck
                                  : worst == LockCondition::contended ? sums.contended
                                  : worst == LockCondition::held      ? sums.held
                                                                      : sums.locks;
        return Texts::tr("%1 %2", "number of locks, their state").arg(numberText(number), conditionText(worst));
    }
    case LockColumn::name: return prefixText(prefix);
    case LockColumn::type: return Texts::tr("%Ln lock(s)", "in a group", pluralCount(sums.locks));
    case LockColumn::holder: return Texts::tr("%Ln held", "locks in a group", pluralCount(sums.held));
    case LockColumn::count: return sums.entries > 0 ? numberText(sums.entries) : QString();
    case LockColumn::waiters: return besideTheDead(countText(sums.waiters, sums.loose > 0), sums.dead);
    default: return {};
    }
}

QString groupSummary(const std::string& prefix, const GroupSums& sums)
{
    QStringList parts{prefixText(prefix),
                      Texts::tr("%Ln lock(s)", "in a group", pluralCount(sums.locks)),
                      Texts::tr("%Ln held", "locks in a group", pluralCount(sums.held)),
                      Texts::tr("%Ln contended", "locks in a group", pluralCount(sums.contended)),
                      Texts::tr("%Ln stuck", "locks in a group", pluralCount(sums.stuck)),
                      Texts::tr("%Ln waiting", "clients, or places in queues, of a group", pluralCount(sums.waiters))};
    if (sums.dead > 0) {
        parts << Texts::tr("%Ln dead in queues", "waiters of a group", pluralCount(sums.dead));
    }
    return listText(parts);
}

QString toolTipOfGroup(const std::string& prefix, const GroupSums& sums)
{
    return toolTipText(groupSummary(prefix, sums));
}

} // namespace lockscope::ui
