// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lock_sentences.hpp"

#include "models/lock_facts.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <chrono>

namespace lockscope::ui {
namespace {

struct Sentences
{
    Q_DECLARE_TR_FUNCTIONS(Sentences)
};

constexpr int kLostChars = 40;

using deciseconds = std::chrono::duration<std::int64_t, std::deci>;

QString grouped(std::size_t number)
{
    return QLocale().toString(static_cast<qulonglong>(number));
}

/// Empty: nobody is known to listen.
QString clientsNote(const LockState& state)
{
    const int listeners = pluralCount(state.waiting_clients.value_or(0));
    return listeners == 0 ? QString()
                          : Sentences::tr("%Ln client process(es) listen for the release of this one; any of them "
                                          "may be next.",
                                          nullptr, listeners);
}

/// Of a semaphore or a latch, whom nobody releases.
QString listenersNote(const LockState& state)
{
    const int listeners = pluralCount(state.waiting_clients.value_or(0));
    if (listeners == 0) {
        return {};
    }
    return state.type == LockType::latch
             ? Sentences::tr("%Ln client process(es) wait until it is counted down.", nullptr, listeners)
             : Sentences::tr("%Ln client process(es) wait for a permit.", nullptr, listeners);
}

/// Whom Redis does not know: they took permits without a lease.
QString unknownHoldersNote(const LockState& state)
{
    if (state.type == LockType::latch) {
        const int left = pluralCount(state.permits.value_or(0));
        return left > 0
                 ? Sentences::tr("Nobody holds a latch. It has to be counted down %Ln time(s) more.", nullptr, left)
                 : Sentences::tr("Nobody holds a latch.");
    }
    const QString unknown = Sentences::tr("Who has its permits Redis does not tell.");
    if (!state.permits) {
        return unknown;
    }
    const int free = pluralCount(*state.permits + state.permits_over);
    return inARow({is_closed(state) ? Sentences::tr("All of its permits are taken.")
                                    : Sentences::tr("%Ln permit(s) are free.", nullptr, free),
                   unknown});
}

} // namespace

QString typeSentence(const LockState& state)
{
    QString type = typeText(state.type);
    if (is_counter(state.type)) {
        if (!state.is_held() && state.waiting_clients.value_or(0) == 0) {
            return type;
        }
        return state.type == LockType::latch ? Sentences::tr("latch: somebody waits until it is counted down")
             : !state.type_certain ? Sentences::tr("semaphore or latch: somebody listens on the channels of both")
             : state.is_held()
                 ? Sentences::tr("semaphore; its holders are permits that were taken with a lease")
                 : Sentences::tr("semaphore: somebody waits for a permit; who has the others Redis does not know");
    }
    if (!state.type_certain) {
        return state.type == LockType::fair
                 ? Sentences::tr("%1 when its queue was last seen; without one Redis does not tell").arg(type)
             : state.type == LockType::reentrant
                 ? Sentences::tr("%1, or fair, fenced or spin: they look the same in Redis now").arg(type)
                 : Sentences::tr("%1, probably: Redis does not tell for certain").arg(type);
    }
    switch (state.mode) {
    case LockMode::read: return Sentences::tr("%1, held for reading", "type of a lock").arg(type);
    case LockMode::write: return Sentences::tr("%1, held for writing", "type of a lock").arg(type);
    case LockMode::none: break;
    }
    return type;
}

Severity severityOf(Anomaly anomaly, const LockState& state, SteadyTime now, const Thresholds& thresholds)
{
    switch (anomaly) {
    case Anomaly::never_expires:
    case Anomaly::mixed_types: return Severity::critical;
    case Anomaly::dead_head: return severity_of_dead_head(state, now, thresholds.stuck_after);
    case Anomaly::queue_without_score: return head_never_goes(state) ? Severity::critical : Severity::warning;
    case Anomaly::free_but_queued:
        return is_untaken(state, thresholds.stuck_after) ? Severity::critical : Severity::warning;
    default: return Severity::warning;
    }
}

QString leaseSentence(const LockState& state, SteadyTime now)
{
    if (!state.is_held()) {
        return QStringLiteral("—");
    }
    if (state.ttl.count() == -1) {
        return onlySomeEnd(state) ? Sentences::tr("not every permit ends", "leases of a semaphore")
                                  : Sentences::tr("never expires", "lease of a lock");
    }
    const QString left = durationText(state.remaining(now).value_or(milliseconds{0}));
    if (state.mode == LockMode::read && state.holders_total > 1) { // one has it for longest, another renews
        return Sentences::tr("%1 left", "lease of a lock").arg(left);
    }
    // Found held: nobody has seen how much it had.
    if (!state.was_renewed() && !state.held_since_exact) {
        return Sentences::tr("%1 left, not renewed yet", "lease of a lock").arg(left);
    }
    // It was read a little after it began: 29.998 s are 30.
    const QString whole = durationText(std::chrono::round<deciseconds>(std::max(state.lease, state.ttl)));
    if (!state.was_renewed()) {
        return Sentences::tr("%1 of %2, not renewed yet", "lease of a lock").arg(left, whole);
    }
    const auto since = std::chrono::duration_cast<milliseconds>(now - state.renewed_at);
    return Sentences::tr("%1 of %2, renewed %3 ago", "lease of a lock").arg(left, whole, durationText(since));
}

QString heldSentence(const LockState& state, SystemTime now)
{
    const auto held = heldFor(state, now);
    if (!held) {
        return QStringLiteral("—");
    }
    return state.held_since_exact
             ? durationText(*held)
             : Sentences::tr("at least %1", "how long a lock has been held").arg(durationText(*held));
}

QString waitingSentence(const LockState& state)
{
    const auto waiting = living_waiters(state);
    if (!waiting) {
        return state.queue_known ? Sentences::tr("unknown: this user may not ask for subscribers")
                                 : Sentences::tr("unknown: this user may not read its queue");
    }
    const bool wasReadWhole = state.waiters_total <= state.waiters.size();
    const QString living = *waiting == 0 && wasReadWhole ? Sentences::tr("nobody", "who waits for a lock")
                         : *waiting == 0                 ? Sentences::tr("nobody known", "who waits for a lock")
                         : hasQueue(state)
                             ? Sentences::tr("%Ln waiter(s)", "of a queue", pluralCount(*waiting))
                             : Sentences::tr("%Ln client process(es)", "waiting for a lock", pluralCount(*waiting));
    const std::size_t dead = dead_waiters(state);
    return dead == 0    ? living
         : wasReadWhole ? Sentences::tr("%1, and %Ln dead in the queue", "%1: who waits", pluralCount(dead)).arg(living)
                        : Sentences::tr("%1; of the first %2 in the queue, dead: %3", "%1: who waits; numbers")
                              .arg(living, grouped(state.waiters.size()), grouped(dead));
}

QString untakenSentence(const LockState& state, SteadyTime now)
{
    const auto free = std::chrono::duration_cast<milliseconds>(now - state.untaken_since);
    if (state.waiters.empty()) {
        const int waiting = pluralCount(living_waiters(state).value_or(0));
        const QString untold =
            (state.untold_seen
                 ? Sentences::tr("Free for at least %1, but nobody has told the %Ln client(s) that wait for it.",
                                 nullptr, waiting)
                 : Sentences::tr("Free for at least %1, yet %Ln client(s) wait for it: perhaps nobody has told them.",
                                 nullptr, waiting))
                .arg(durationText(std::max(free, milliseconds{0})));
        const auto asleep = std::chrono::duration_cast<milliseconds>(asleep_until(state) - now);
        return asleep <= milliseconds{0} ? untold
                                         : Sentences::tr("%1 Whoever waits looks again by itself in %2 at the latest.",
                                                         "%1: a sentence; %2: duration")
                                               .arg(untold, durationText(asleep));
    }
    return Sentences::tr("Free for at least %1, yet %Ln waiter(s) do not take it.", nullptr,
                         pluralCount(living_waiters(state).value_or(0)))
        .arg(durationText(std::max(free, milliseconds{0})));
}

QString deathSignsSentence(const LockState& state, const ClientRecords& records, SystemTime now)
{
    const bool isOfOne = holding_threads(state) == 1;
    if (!records || !isOfOne || state.holders.front().client().empty()) {
        return {};
    }
    const auto client = records(std::string(state.holders.front().client()));
    if (!client || (client->losses == 0 && !client->disconnected_since)) {
        return {};
    }
    QStringList signs;
    if (client->losses > 0) {
        const auto ago = std::chrono::duration_cast<milliseconds>(now - *client->last_loss);
        signs << Sentences::tr("Its client lost %Ln lock(s), the newest %1, %2 ago: nobody renewed them any more.",
                               "%1: name of a lock; %2: duration", pluralCount(client->losses))
                     .arg(shortText(client->lost_last, kLostChars), durationText(ago));
    }
    // A process that was stopped is connected all the same.
    const bool isHeard =
        client->connections > 0 || (!client->disconnected_since && client->last_sign > client->last_loss);
    if (isHeard) {
        return signs.join(QString());
    }
    if (client->last_sign) {
        signs << Sentences::tr("It has not been seen since %1.", "%1: time of day")
                     .arg(timeOfDayText(*client->last_sign));
    }
    if (client->disconnected_since) {
        signs << Sentences::tr("None of its connections is listed any more.");
    }
    return inARow(signs << Sentences::tr("It is probably dead.", "the client of a holder"));
}

QString endSentence(LockEvent::Kind ended, milliseconds ago, const std::string& actor)
{
    const QString duration = durationText(ago);
    switch (ended) {
    case LockEvent::Kind::expired: return Sentences::tr("Its lease ran out %1 ago; nobody released it.").arg(duration);
    case LockEvent::Kind::forced:
        return actor.empty()
                 ? Sentences::tr("An operator ended it %1 ago.").arg(duration)
                 : Sentences::tr("An operator, %1, ended it %2 ago.").arg(shortText(actor, kLongestActor), duration);
    case LockEvent::Kind::vanished:
        return Sentences::tr("Gone for %1: it ended before its lease was over, and without an unlock message.")
            .arg(duration);
    case LockEvent::Kind::gone:
        return Sentences::tr(
                   "Released %1 ago, or deleted: while nobody waits, a lock like this says nothing when it is "
                   "given back.")
            .arg(duration);
    case LockEvent::Kind::ended:
        return Sentences::tr("Gone for at least %1: while the connection was away it was released, expired or deleted, "
                             "or lost if another server took over.")
            .arg(duration);
    case LockEvent::Kind::lost_in_failover:
        return Sentences::tr("Gone for %1, since another server took over: it was lost there.").arg(duration);
    case LockEvent::Kind::lost_in_restart:
        return Sentences::tr("Gone for %1, since a restart of the server: it was lost there.").arg(duration);
    case LockEvent::Kind::waiter_left:
        return Sentences::tr("Gone for %1: nobody held it, and nobody is in its queue any more.").arg(duration);
    default: return Sentences::tr("Released %1 ago.").arg(duration);
    }
}

QString unfollowedSentence(milliseconds since)
{
    return Sentences::tr("Nobody waits for it any more. For %1 it has not been followed.", "%1: duration")
        .arg(durationText(since));
}

QString countSentence(const LockState& state, SteadyTime now)
{
    const QString count = state.permits ? numberText(*state.permits) : QString();
    const std::int64_t over = permits_past_lease(state, now);
    return over == 0
             ? count
             : Sentences::tr("%1; %Ln more past their lease go to whoever comes", "%1: free permits", pluralCount(over))
                   .arg(count);
}

QString holdersNote(const LockState& state)
{
    if (!state.is_held()) {
        return is_counter(state.type) ? unknownHoldersNote(state) : Sentences::tr("Nobody holds this lock.");
    }
    if (state.holders_total > state.holders.size()) {
        return Sentences::tr("The first %1 of %2 holders.")
            .arg(grouped(state.holders.size()), grouped(state.holders_total));
    }
    return {};
}

QString queueNote(const LockState& state)
{
    if (state.waiters_total > state.waiters.size()) {
        return Sentences::tr("The first %1 of %2 waiters.")
            .arg(grouped(state.waiters.size()), grouped(state.waiters_total));
    }
    if (!state.waiters.empty()) {
        return {};
    }
    if (!state.queue_known) {
        const QString hidden = Sentences::tr("This user may not read the queue of this lock.");
        return inARow(
            {hidden,
             state.type == LockType::fair ? QString() : Sentences::tr("If it is a fair lock, others may wait in it."),
             clientsNote(state)});
    }
    if (state.type == LockType::fair) {
        return Sentences::tr("Nobody is in the queue.");
    }
    QString reason = Sentences::tr("Only fair locks keep a queue in Redis.");
    if (!state.waiting_clients) {
        return reason;
    }
    if (is_counter(state.type)) {
        return inARow({reason, listenersNote(state)});
    }
    return *state.waiting_clients == 0
             ? inARow({reason, Sentences::tr("No client listens for the release of this one.")})
             : inARow({reason, clientsNote(state)});
}

} // namespace lockscope::ui
