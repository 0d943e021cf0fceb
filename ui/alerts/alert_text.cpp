// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alert_text.hpp"

#include "text/obstacle_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>

namespace lockscope::ui {
namespace {

struct AlertText
{
    Q_DECLARE_TR_FUNCTIONS(AlertText)
};

using Kind = AlertRule::Kind;

} // namespace

QString ruleKindText(Kind kind)
{
    switch (kind) {
    case Kind::held_longer: return AlertText::tr("Held for long", "kind of an alert rule");
    case Kind::many_waiters: return AlertText::tr("Many waiters", "kind of an alert rule");
    case Kind::low_ttl: return AlertText::tr("Lease nearly over", "kind of an alert rule");
    case Kind::never_expires: return AlertText::tr("Never expires", "kind of an alert rule");
    case Kind::stale_head: return AlertText::tr("Dead head of a queue", "kind of an alert rule");
    case Kind::deadlock: return AlertText::tr("Deadlock", "kind of an alert rule");
    case Kind::lock_lost: return AlertText::tr("Lock lost", "kind of an alert rule");
    case Kind::writes_refused: return AlertText::tr("Writes refused", "kind of an alert rule");
    case Kind::connection_lost: break;
    }
    return AlertText::tr("Connection lost", "kind of an alert rule");
}

QString ruleKindExplanation(Kind kind)
{
    switch (kind) {
    case Kind::held_longer:
        return AlertText::tr(
            "A lock is held for longer than the time below, and somebody waits for it or nobody renews it.");
    case Kind::many_waiters: return AlertText::tr("A lock has more waiters than the number below, without the dead.");
    case Kind::low_ttl:
        return AlertText::tr("Less than the time below is left of a lease, and nobody has renewed it. Leases that are "
                             "shorter from the start do not count.");
    case Kind::never_expires:
        return AlertText::tr("A lock is held without expiry: if its holder dies, nothing frees it.");
    case Kind::stale_head:
        return AlertText::tr(
            "The first waiter of a fair lock is dead or has no deadline: the others wait for nothing.");
    case Kind::deadlock: return AlertText::tr("Clients wait for each other in a circle that is certain.");
    case Kind::lock_lost:
        return AlertText::tr("A lock expired although it had been renewed, or vanished: its holder did not give it "
                             "back, and may still be working. Not what may be a spin lock that nobody waits for: to "
                             "give that back is to delete it.");
    case Kind::writes_refused:
        return AlertText::tr("The server refuses to write, or may: its memory is full, its snapshot or its append-only "
                             "file cannot be written, or it lacks the replicas that it demands.");
    case Kind::connection_lost: break;
    }
    return AlertText::tr("There has been no working connection to the server for longer than the time below: no "
                         "other alert can be raised until there is one.");
}

QString ruleText(const AlertRule& rule)
{
    QString text = ruleKindText(rule.kind);
    if (rule.kind == Kind::held_longer) {
        text = AlertText::tr("Held for longer than %1").arg(limitText(rule.duration));
    } else if (rule.kind == Kind::low_ttl) {
        text = AlertText::tr("Less than %1 of the lease left").arg(limitText(rule.duration));
    } else if (rule.kind == Kind::connection_lost) {
        text = AlertText::tr("No working connection to the server for longer than %1").arg(limitText(rule.duration));
    } else if (rule.kind == Kind::many_waiters) {
        text = AlertText::tr("More than %Ln waiter(s)", nullptr, pluralCount(rule.count));
    }
    const bool all = !has_name(rule.kind) || rule.name_glob == "*" || rule.name_glob.empty();
    return all ? text : text + QStringLiteral(" · ") + shortText(rule.name_glob, 60);
}

QString ruleProblemText(AlertRuleProblem problem)
{
    switch (problem) {
    case AlertRuleProblem::none: return {};
    case AlertRuleProblem::no_id: return AlertText::tr("The rule has no id.");
    case AlertRuleProblem::no_name: return AlertText::tr("The name is empty and would match no lock; “*” matches all.");
    case AlertRuleProblem::long_name: return AlertText::tr("The name is longer than 1,024 bytes.");
    case AlertRuleProblem::open_bracket:
        return AlertText::tr("The name has a “[” without its “]”; a literal one is written “\\[”.");
    case AlertRuleProblem::duration_too_short: return AlertText::tr("The time is shorter than 0.1 seconds.");
    case AlertRuleProblem::duration_too_long: return AlertText::tr("The time is longer than 30 days.");
    case AlertRuleProblem::count_out_of_range: break;
    }
    return AlertText::tr("The number of waiters is not between 0 and 1,000,000.");
}

QString alertText(const Alert& alert)
{
    const QString owner = alert.owner.empty() ? AlertText::tr("somebody unknown") : ownerText(alert.owner);
    const QString amount = alert.amount ? durationText(*alert.amount) : QString();
    switch (alert.kind) {
    case Kind::held_longer:
        return alert.renewed_until
                 ? AlertText::tr("Held by %1 for %2 and longer. It was renewed until %3, and has not been since.",
                                 "%1: holder; %2: duration; %3: time of day")
                       .arg(owner, amount, timeOfDayText(*alert.renewed_until))
                 : AlertText::tr("Held by %1 for %2 and longer.").arg(owner, amount);
    case Kind::many_waiters: return AlertText::tr("It has %Ln waiter(s).", nullptr, pluralCount(alert.count));
    case Kind::low_ttl:
        return alert.renewed_until
                 ? AlertText::tr("%2 left of the lease of %1, which was renewed until %3, and has not been since.",
                                 "%1: holder; %2: duration; %3: time of day")
                       .arg(owner, amount, timeOfDayText(*alert.renewed_until))
                 : AlertText::tr("%2 left of the lease of %1, and nobody renews it.").arg(owner, amount);
    case Kind::never_expires: return AlertText::tr("Held by %1 without expiry.").arg(owner);
    case Kind::stale_head:
        return alert.never_dropped
                 ? AlertText::tr(
                       "%1 is first in the queue without a deadline: once it is dead, nobody gets the lock any "
                       "more.")
                       .arg(owner)
                 : AlertText::tr(
                       "%1 is first in the queue, and dead: nobody behind it gets the lock before its deadline.")
                       .arg(owner);
    case Kind::deadlock:
        return AlertText::tr("Deadlock: threads wait for each other in %Ln ring(s).", nullptr,
                             pluralCount(alert.count));
    case Kind::connection_lost:
        return AlertText::tr(
                   "No working connection to the server for %1 and longer: no other alert can be raised until "
                   "there is one.")
            .arg(amount);
    case Kind::writes_refused: return obstacleText(alert.obstacle, alert.master);
    case Kind::lock_lost: break;
    }
    if (!alert.amount) {
        return AlertText::tr("Lost by %1; it was not given back.").arg(owner);
    }
    return alert.begin_unseen ? AlertText::tr("Lost by %1 after at least %2; it was not given back.").arg(owner, amount)
                              : AlertText::tr("Lost by %1 after %2; it was not given back.").arg(owner, amount);
}

QString leftOutText(const AlertRule& rule, const AlertsLeftOut& leftOut)
{
    return AlertText::tr("Rule “%1”: %Ln more lock(s) than the %2 listed.", "%1: an alert rule; %2: number",
                         pluralCount(leftOut.count))
        .arg(ruleText(rule), numberText(static_cast<std::int64_t>(leftOut.kept)));
}

QString mutedText(const Muted& muted)
{
    return muted.until ? AlertText::tr("muted until %1", "state of an alert").arg(timeOfDayText(*muted.until))
                       : AlertText::tr("muted until it clears", "state of an alert");
}

QString alertStateText(const Alert& alert, const std::optional<Muted>& muted)
{
    switch (alert.state) {
    case Alert::State::raised: return muted ? mutedText(*muted) : AlertText::tr("new", "state of an alert");
    case Alert::State::acknowledged:
        return muted ? AlertText::tr("acknowledged, %1", "state of an alert; %1: muted until …").arg(mutedText(*muted))
                     : AlertText::tr("acknowledged", "state of an alert");
    case Alert::State::cleared: break;
    }
    return alert.cleared_at
             ? AlertText::tr("cleared %1", "state of an alert, and when").arg(timeText(*alert.cleared_at))
             : AlertText::tr("cleared", "state of an alert");
}

} // namespace lockscope::ui
