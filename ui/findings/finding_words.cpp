// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_words.hpp"

#include "models/named_owner.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>

namespace lockscope::ui {
namespace {

using Kind = Finding::Kind;

constexpr int kLongestName = 48;

struct Findings
{
    Q_DECLARE_TR_FUNCTIONS(Findings)
};

int countOf(const Finding& finding)
{
    return pluralCount(finding.count.value_or(0));
}

bool isPossible(const Finding& finding)
{
    return finding.certainty == Finding::Certainty::possible;
}

QString costText(const Finding& finding, const Moment& moment)
{
    const auto cost = finding.cost_at(moment.now);
    return cost ? durationText(*cost) : Findings::tr("an unknown time", "a duration");
}

QString heldText(const Finding& finding, const Moment& moment)
{
    if (!finding.since) {
        return Findings::tr("an unknown time", "a duration");
    }
    const QString seen = durationText(std::chrono::duration_cast<milliseconds>(moment.wall - *finding.since));
    return finding.since_exact ? seen : Findings::tr("at least %1", "a duration").arg(seen);
}

QString usualText(const Finding& finding)
{
    return durationText(finding.usual.value_or(milliseconds{0}));
}

QString ghostSentence(const Finding& finding, const Moment& moment, const ClientNamer& namer)
{
    const QString owner = findingSubject(finding, namer);
    if (finding.is_mapped) {
        return Findings::tr("%1 may be dead: nobody listens for it under this name, but clients of this queue have a "
                            "NameMapper.")
            .arg(owner);
    }
    if (isPossible(finding)) {
        return Findings::tr("%1 may be dead: its deadline has passed, and this user may not ask whether it listens.")
            .arg(owner);
    }
    if (finding.cost == milliseconds{0}) {
        return Findings::tr("%1 is dead; its deadline has passed, and the next client that tries drops it.").arg(owner);
    }
    if (finding.count == 1) {
        return (finding.waiting > 0
                    ? Findings::tr("%1 is dead and first in the queue: the others wait for it, %2 more at most.")
                    : Findings::tr("%1 is dead and first in the queue: whoever comes waits for it, %2 more at most."))
            .arg(owner, costText(finding, moment));
    }
    if (!finding.cost) { // it depends on those before it
        return Findings::tr("%1 is dead at place %n of the queue.", nullptr, countOf(finding)).arg(owner);
    }
    return Findings::tr("%1 is dead at place %n of the queue; once it is first, it costs about %2.", nullptr,
                        countOf(finding))
        .arg(owner, costText(finding, moment));
}

QString deadlockSentence(const Finding& finding, const ClientNamer& namer)
{
    const QString who = findingSubject(finding, namer);
    const QString other = shortText(finding.other, kLongestName);
    return (isPossible(finding)
                ? Findings::tr("Possible deadlock: %1 holds it and may wait for %2. If so, %n lock(s) form a ring of "
                               "waits, and nobody gets on.",
                               nullptr, countOf(finding))
                : Findings::tr("Deadlock: %1 holds it and waits for %2. %n lock(s) form a ring of waits, and nobody "
                               "gets on.",
                               nullptr, countOf(finding)))
        .arg(who, other);
}

QString clockSentence(const Finding& finding, const ClientNamer& namer)
{
    const milliseconds off = finding.cost.value_or(milliseconds{0});
    const QString client = findingSubject(finding, namer);
    if (off.count() < 0) {
        return Findings::tr("The clock of %1 is at least %2 behind the server's.").arg(client, durationText(-off));
    }
    return Findings::tr("The clock of %1 may be about %2 ahead of the server's.").arg(client, durationText(off));
}

QString waitingText(const Finding& finding)
{
    if (finding.count.value_or(0) > 0) {
        return Findings::tr("It has %Ln waiter(s).", nullptr, countOf(finding));
    }
    return finding.dead > 0 ? Findings::tr("None of those who wait for it is known to be alive.")
                            : Findings::tr("Nobody is known to wait for it.");
}

QString sentenceOfItself(const Finding& finding, const Moment& moment, const ClientNamer& namer)
{
    const QString who = findingSubject(finding, namer);
    switch (finding.kind) {
    case Kind::ghost_waiter: return ghostSentence(finding, moment, namer);
    case Kind::late_waiter:
        return Findings::tr("%1 still waits, but its deadline has passed: the next client that tries pushes it out.")
            .arg(who);
    case Kind::head_without_score:
        if (isPossible(finding)) {
            return Findings::tr("%1 is first and has no deadline; if its client is dead, the lock is blocked for ever.")
                .arg(who);
        }
        return finding.severity == Finding::Severity::critical
                 ? Findings::tr("%1 is dead, first, and has no deadline: nobody else ever gets this lock.").arg(who)
                 : Findings::tr("%1 is first and has no deadline; if it dies now, the lock is blocked for ever.")
                       .arg(who);
    case Kind::entry_without_score:
        return Findings::tr("%1 at place %n has no deadline: if it is dead, it blocks the lock once it is first.",
                            nullptr, countOf(finding))
            .arg(who);
    case Kind::score_without_entry:
        return Findings::tr("There is a deadline of %1, which is not in the queue.").arg(who);
    case Kind::queue_without_holder:
        return Findings::tr("Nobody holds it, yet %Ln waiter(s) do not take it.", nullptr, countOf(finding));
    case Kind::untold_waiters:
        return isPossible(finding)
                 ? Findings::tr("Nobody holds it, yet %Ln client(s) wait for it: perhaps nobody has told them.",
                                nullptr, countOf(finding))
                 : Findings::tr("Nobody holds it, but nobody has told the %Ln client(s) that wait for it.", nullptr,
                                countOf(finding));
    case Kind::leftover_keys:
        return Findings::tr("Nobody holds it; %Ln dead queue entries are left.", nullptr, countOf(finding));
    case Kind::never_expires:
        return Findings::tr("Held without expiry: if its holder dies, nothing frees it. %1").arg(waitingText(finding));
    case Kind::missed_heartbeat:
        return (isPossible(finding)
                    ? Findings::tr("%1 may have missed %n heartbeat(s), due every %2; the lock is lost in %3.", nullptr,
                                   countOf(finding))
                    : Findings::tr("%1 missed %n heartbeat(s), due every %2; the lock is lost in %3.", nullptr,
                                   countOf(finding)))
            .arg(who, usualText(finding), costText(finding, moment));
    case Kind::renewed_without_end:
        return Findings::tr("%1 has renewed it for %2, where %3 is usual: possibly nobody works any more.")
            .arg(who, heldText(finding, moment), usualText(finding));
    case Kind::lease_ending:
        return Findings::tr("The lease of %1 ends in %2 and nobody renews it.").arg(who, costText(finding, moment));
    case Kind::long_hold:
        return (finding.usual ? Findings::tr("Held for %1, where %2 is usual. %3")
                                    .arg(heldText(finding, moment), usualText(finding))
                              : Findings::tr("Held for %1. %3").arg(heldText(finding, moment)))
            .arg(waitingText(finding));
    case Kind::crowd: return Findings::tr("It has %Ln waiter(s) at once.", nullptr, countOf(finding));
    case Kind::mixed_types:
        return isPossible(finding) ? Findings::tr("Possibly fields of two lock types lie under this name.")
                                   : Findings::tr("Fields of two lock types lie under this name.");
    case Kind::self_deadlock:
        return isPossible(finding)
                 ? Findings::tr(
                       "%1 is the only reader, for %2, and somebody waits: if it is itself, it waits for ever.")
                       .arg(who, heldText(finding, moment))
                 : Findings::tr("%1 reads and waits for the same lock: it waits for itself.").arg(who);
    case Kind::deadlock: return deadlockSentence(finding, namer);
    case Kind::clock_skew: return clockSentence(finding, namer);
    case Kind::foreign_queue:
        return Findings::tr("A key of another type has the name of its queue, or of the queue's deadlines.");
    case Kind::dead_reader: break;
    }
    return finding.until
             ? Findings::tr("%1 is past its own deadline: dead, paused, or still at work after the end of its fixed "
                            "lease. It blocks writers for %2.")
                   .arg(who, costText(finding, moment))
             : Findings::tr("%1 is past its own deadline: dead, paused, or still at work after the end of its fixed "
                            "lease. The others keep its entry alive.")
                   .arg(who);
}

} // namespace

QString findingTitle(Kind kind)
{
    switch (kind) {
    case Kind::ghost_waiter: return Findings::tr("Dead waiter");
    case Kind::late_waiter: return Findings::tr("Waiter past its deadline");
    case Kind::head_without_score: return Findings::tr("First in the queue without a deadline");
    case Kind::entry_without_score: return Findings::tr("Queue entry without a deadline");
    case Kind::score_without_entry: return Findings::tr("Deadline of nobody");
    case Kind::queue_without_holder: return Findings::tr("Free, but queued for");
    case Kind::untold_waiters: return Findings::tr("Free, but nobody told");
    case Kind::leftover_keys: return Findings::tr("Leftover keys");
    case Kind::never_expires: return Findings::tr("Never expires");
    case Kind::missed_heartbeat: return Findings::tr("Missed heartbeat");
    case Kind::renewed_without_end: return Findings::tr("Renewed without end");
    case Kind::lease_ending: return Findings::tr("Lease about to end");
    case Kind::long_hold: return Findings::tr("Held for long");
    case Kind::crowd: return Findings::tr("Many wait");
    case Kind::mixed_types: return Findings::tr("Two types under one name");
    case Kind::self_deadlock: return Findings::tr("Waits for itself");
    case Kind::deadlock: return Findings::tr("Deadlock");
    case Kind::clock_skew: return Findings::tr("Clock is off");
    case Kind::foreign_queue: return Findings::tr("No queue under its name");
    case Kind::dead_reader: break;
    }
    return Findings::tr("Reader past its deadline");
}

QString findingSubject(const Finding& finding, const ClientNamer& namer)
{
    if (finding.subject.empty()) {
        return {};
    }
    return finding.kind == Kind::clock_skew ? namedClient(finding.subject, namer) : namedOwner(finding.subject, namer);
}

QString findingSentence(const Finding& finding, const Moment& moment, const ClientNamer& namer)
{
    const QString more = finding.more > 0 ? Findings::tr("There are %Ln more such entries in what was read of it.",
                                                         nullptr, pluralCount(finding.more))
                                          : QString();
    return inARow({sentenceOfItself(finding, moment, namer), more});
}

QString findingMeaning(const Finding& finding)
{
    switch (finding.kind) {
    case Kind::ghost_waiter:
        return Findings::tr("A fair lock is given in the order of its queue. This waiter's client has gone without "
                            "leaving the queue, and nobody listens on its channel any more. The others do not skip it "
                            "before its deadline.");
    case Kind::late_waiter:
        return Findings::tr("A waiter may be dropped once its deadline has passed, even if it is alive. It then joins "
                            "the queue again, at the end. This happens after long waits, or if a client's clock is "
                            "off.");
    case Kind::head_without_score:
    case Kind::entry_without_score:
        return Findings::tr("Every entry of the queue should have a deadline, after which the others may drop it. This "
                            "one has none, so nobody ever drops it. It comes from an interrupted or foreign command.");
    case Kind::score_without_entry:
        return Findings::tr("The list of deadlines has an entry that the queue does not have. It comes from an "
                            "interrupted or foreign command, and would confuse that waiter's next try.");
    case Kind::queue_without_holder:
        return Findings::tr("A released fair lock is announced to the first waiter, which takes it within "
                            "milliseconds. Here that did not happen: the message was lost, or the client hangs.");
    case Kind::untold_waiters:
        return isPossible(finding)
                 ? Findings::tr(
                     "Who waits for a lock sleeps until its release is published, or until the lease that it saw is "
                     "over. This one was free when it was found, and no message has come since: perhaps its key was "
                     "deleted by hand before. Otherwise the clients were told, and hang.")
                 : Findings::tr(
                     "Who waits for a lock sleeps until its release is published, or until the lease that it saw "
                     "is over. This one ended without a message: its key was deleted, perhaps by hand, or it "
                     "expired or was lost.");
    case Kind::leftover_keys:
        return Findings::tr(
            "The queue of a fair lock has no expiry of its own. Its clients died while they waited, and "
            "nobody has tried the lock since.");
    case Kind::never_expires:
        return Findings::tr("A lock should have a lease, so that Redis frees it if its holder dies. A watchdog would "
                            "have set one within seconds: the key was persisted or written by something else.");
    case Kind::missed_heartbeat:
        return Findings::tr(
            "The holder's watchdog renewed the lease regularly, and stopped. Its process hangs (garbage "
            "collection, overload), lost its connection, or died.");
    case Kind::renewed_without_end:
        return Findings::tr("The watchdog renews as long as its process lives, even if the work that took the lock was "
                            "given up or its release failed. Whether somebody still works, Redis cannot tell.");
    case Kind::lease_ending:
        return Findings::tr(
            "No watchdog has renewed it: it was taken with a fixed lease, or its client is dead. When the lease ends, "
            "Redis frees the lock, whether or not the work is done.");
    case Kind::long_hold: return Findings::tr("The lock has been held for longer than the threshold.");
    case Kind::crowd:
        return Findings::tr("This lock has more waiters than the threshold. It may be too coarse, or its holder too "
                            "slow.");
    case Kind::mixed_types:
        return Findings::tr("Two programs use one name for locks of different types. Neither sees the other's fields: "
                            "both may hold the lock at once, or neither can release it.");
    case Kind::self_deadlock:
        return isPossible(finding)
                 ? Findings::tr(
                     "A read lock cannot be turned into a write lock: whoever reads and asks to write waits "
                     "until it stops reading. Redis does not say who waits to write; it may be somebody else.")
                 : Findings::tr("A read lock cannot be turned into a write lock: whoever reads and asks to write waits "
                                "until it stops reading, which it never does.");
    case Kind::deadlock:
        return isPossible(finding)
                 ? Findings::tr("Of locks without a queue Redis does not say who waits. Somebody was seen to try for "
                                "them; whether it still does, nobody knows.")
                 : Findings::tr(
                     "Each thread of the ring holds a lock that another one of them waits for. That ends "
                     "when one of them gives up, or a lease runs out. It cannot happen where everybody takes "
                     "locks in the same order.");
    case Kind::clock_skew:
        return finding.cost.value_or(milliseconds{0}).count() < 0
                 ? Findings::tr(
                     "Fair queues go by the clocks of their clients. The deadline that this one set had passed "
                     "before it came.")
                 : Findings::tr("Fair queues go by the clocks of their clients. The first deadline lies further ahead "
                                "than lease and usual wait explain. It may also just be very patient.");
    case Kind::foreign_queue:
        return Findings::tr(
            "A fair lock keeps its waiters in a list and a sorted set beside the lock. Redis refuses each "
            "command on them (WRONGTYPE) as long as something else has their names.");
    case Kind::dead_reader: break;
    }
    return Findings::tr(
        "Each reader keeps a deadline of its own beside the lock. Those of this reader are all gone: it died, its "
        "process is paused, or it is still at work after the end of its fixed lease; but its entry still counts. One "
        "that lives still believes that it reads. Or its client is Redisson 3.44 to 3.52, which forgets deadlines of "
        "readers that are alive.");
}

QString findingCost(const Finding& finding, const Moment& moment)
{
    switch (finding.kind) {
    case Kind::ghost_waiter:
        return finding.cost == milliseconds{0} ? Findings::tr("Nothing more: the next client that tries drops it.")
             : finding.count.value_or(1) > 1 && !finding.cost
                 ? Findings::tr("Nothing until it is first; then whoever is behind it waits until its deadline has "
                                "passed.")
                 : Findings::tr("Everybody behind it waits %1 longer.").arg(costText(finding, moment));
    case Kind::late_waiter: return Findings::tr("It may lose its place.");
    case Kind::head_without_score: return Findings::tr("If it is dead: everybody behind it waits for ever.");
    case Kind::entry_without_score:
        return Findings::tr("Nothing until it is first; then, if it is dead, everybody behind it waits for ever.");
    case Kind::score_without_entry: return Findings::tr("Nothing now.");
    case Kind::queue_without_holder: return Findings::tr("The waiters wait until one of them tries again by itself.");
    case Kind::untold_waiters:
        return finding.until
                 ? Findings::tr(
                       "They sleep although they could have it, for %1 more at most: until the lease that they "
                       "saw would have ended.")
                       .arg(costText(finding, moment))
                 : Findings::tr("They sleep although they could have it: until the lease that they saw would have "
                                "ended, and for ever if it had no end.");
    case Kind::leftover_keys:
        return finding.until
                 ? Findings::tr("Whoever comes waits for the dead, %1 more at most.").arg(costText(finding, moment))
                 : Findings::tr("A little memory; and the next client that comes may wait for the dead.");
    case Kind::never_expires:
        return Findings::tr("If the holder is dead, everybody else waits for ever. %1").arg(waitingText(finding));
    case Kind::missed_heartbeat:
        return Findings::tr("In %1 Redis frees the lock. If the holder wakes up after that, two work at once.")
            .arg(costText(finding, moment));
    case Kind::renewed_without_end: return Findings::tr("Whoever wants it waits until it is released.");
    case Kind::long_hold:
    case Kind::crowd: return waitingText(finding);
    case Kind::lease_ending:
        return Findings::tr("If the work takes longer than %1, somebody else may enter meanwhile.")
            .arg(costText(finding, moment));
    case Kind::mixed_types: return Findings::tr("The lock does not protect what it should.");
    case Kind::self_deadlock: return Findings::tr("The thread hangs, and everybody who wants to write with it.");
    case Kind::deadlock:
        return Findings::tr("All threads of the ring hang, and everybody who waits for one of its locks with them.");
    case Kind::clock_skew:
        return Findings::tr("Living waiters are pushed out of the queue too early, or dead ones stay too long.");
    case Kind::foreign_queue:
        return Findings::tr(
            "Whoever wants this lock as a fair one gets an error. Locks of other types are not touched.");
    case Kind::dead_reader: break;
    }
    return waitingText(finding);
}

QString findingAdvice(const Finding& finding)
{
    if (finding.is_mapped) {
        return Findings::tr("Its clients have a NameMapper: whether they live cannot be seen here. Evict nobody, and "
                            "do not repair the queue.");
    }
    switch (finding.kind) {
    case Kind::ghost_waiter:
        return Findings::tr(
            "Evict it: it is removed only if it still stands there and still nobody listens for it; the "
            "next that lives is told.");
    case Kind::late_waiter:
        return Findings::tr("Repair the queue: waiters that live get a new deadline and keep their places.");
    case Kind::head_without_score:
    case Kind::entry_without_score:
    case Kind::score_without_entry:
        return Findings::tr("Repair the queue: the dead are removed, the living get a deadline and keep their places.");
    case Kind::queue_without_holder:
        return finding.repair == Finding::Repair::wake_next
                 ? Findings::tr("Wake the next: the first waiter is told once more. If it does not come, look at its "
                                "process.")
                 : Findings::tr("Repair the queue: the dead are removed, and the first that lives is told.");
    case Kind::untold_waiters:
        return Findings::tr("Wake the next: who listens is told that the lock is free. Who does not come then does not "
                            "wait for it: look at its process.");
    case Kind::leftover_keys:
        return Findings::tr("Repair the queue: what belongs to the dead is removed. Nobody who lives is touched.");
    case Kind::never_expires:
        return Findings::tr("Give it a lease: if a watchdog lives, it renews it; if not, Redis frees the lock at its "
                            "end.");
    case Kind::missed_heartbeat:
        return Findings::tr("Look at the holder's process. There is no need to act here: the lease ends by itself.");
    case Kind::renewed_without_end:
        return Findings::tr(
            "Ask the holder's process what it does. Release by force only if you know that nobody works; "
            "otherwise two will work at once.");
    case Kind::lease_ending:
        return Findings::tr("Nothing, if the work is nearly done. Otherwise extend the lease, and use a watchdog next "
                            "time.");
    case Kind::long_hold:
        return Findings::tr("Look at the holder first. Release by force only if you know that it is dead or done.");
    case Kind::crowd: return Findings::tr("Look at what the holder does, and whether the lock could be finer.");
    case Kind::mixed_types:
        return Findings::tr("Give the two uses different names. There is no repair that is safe for both.");
    case Kind::self_deadlock:
        return Findings::tr("Restart the thread, which frees the lock. Release by force only if you know that it does "
                            "not read any more.");
    case Kind::deadlock:
        return Findings::tr("Stop one of the threads, or restart its client: its locks go, and the others get on. "
                            "Release by force only if you know that its holder does not work any more; it would not "
                            "notice.");
    case Kind::clock_skew: return Findings::tr("Set the clock of its machine (NTP).");
    case Kind::foreign_queue:
        return Findings::tr(
            "Find out whose key it is: the tab Keys names it. Rename or delete it in Redis if nobody needs it.");
    case Kind::dead_reader: break;
    }
    return finding.repair == Finding::Repair::none
             ? Findings::tr("Wait: others still read. The last one that leaves frees the lock.")
             : Findings::tr("Wait for the lease to end, or make sure that the reader is gone, and release by force.");
}

QString repairText(Finding::Repair repair)
{
    switch (repair) {
    case Finding::Repair::evict_waiter: return Findings::tr("Evict waiter…");
    case Finding::Repair::repair_queue: return Findings::tr("Repair queue…");
    case Finding::Repair::wake_next: return Findings::tr("Wake the next…");
    case Finding::Repair::force_release: return Findings::tr("Force-release…");
    case Finding::Repair::force_expire: return Findings::tr("Force-expire…");
    case Finding::Repair::none: break;
    }
    return {};
}

} // namespace lockscope::ui
