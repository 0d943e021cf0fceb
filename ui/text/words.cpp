// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/words.hpp"

#include "text/error_words.hpp"
#include "text/server_text.hpp"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <string_view>

namespace lockscope::ui {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Words)
};

constexpr int kLongestAddress = 60;

} // namespace

QString numberText(std::int64_t number)
{
    return QLocale().toString(static_cast<qlonglong>(number));
}

QString durationText(std::chrono::milliseconds duration)
{
    const qint64 ms = std::max<qint64>(duration.count(), 0);
    if (ms < 10'000) {
        return Words::tr("%1 s", "seconds").arg(QLocale().toString(static_cast<double>(ms) / 1000.0, 'f', 1));
    }
    const qint64 seconds = ms / 1000;
    if (seconds < 60) {
        return Words::tr("%1 s", "seconds").arg(seconds);
    }
    const auto two = [](qint64 number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); };
    if (seconds < 3600) {
        return Words::tr("%1 m %2 s", "minutes and seconds").arg(QString::number(seconds / 60), two(seconds % 60));
    }
    if (seconds < 86'400) {
        return Words::tr("%1 h %2 m", "hours and minutes").arg(QString::number(seconds / 3600), two(seconds / 60 % 60));
    }
    return Words::tr("%1 d %2 h", "days and hours").arg(numberText(seconds / 86'400), two(seconds / 3600 % 24));
}

QString limitText(std::chrono::milliseconds limit)
{
    const qint64 ms = limit.count();
    const auto isWhole = [ms](qint64 unit) { return ms >= unit && ms % unit == 0; };
    return isWhole(86'400'000)          ? Words::tr("%1 d", "days").arg(numberText(ms / 86'400'000))
         : isWhole(3'600'000)           ? Words::tr("%1 h", "hours").arg(ms / 3'600'000)
         : isWhole(60'000)              ? Words::tr("%1 min", "minutes").arg(ms / 60'000)
         : isWhole(1000) && ms < 60'000 ? Words::tr("%1 s", "seconds").arg(ms / 1000)
                                        : durationText(limit);
}

QString leaseText(std::chrono::milliseconds ttl)
{
    if (ttl.count() == -2) {
        return {};
    }
    return ttl.count() == -1 ? Words::tr("never", "a lock that never expires") : durationText(ttl);
}

QDateTime localTime(SystemTime at)
{
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count());
}

QString timeText(SystemTime at)
{
    const QDateTime time = localTime(at);
    const bool today = time.date() == QDate::currentDate();
    return today ? QLocale().toString(time, QStringLiteral("HH:mm:ss.zzz")) : dateAndTimeText(at);
}

QString dateAndTimeText(SystemTime at)
{
    return QLocale().toString(localTime(at),
                              Words::tr("d MMM yyyy HH:mm:ss", "date and time, in the signs of QLocale::toString"));
}

QString startedReadOnlyText()
{
    return Words::tr("This program was started read-only: nothing can be changed from here.");
}

QString replicaText()
{
    return Words::tr("This is a replica: locks can be watched here, but not acted on.");
}

QString timeOfDayText(SystemTime at)
{
    const QDateTime time = localTime(at);
    const QString clock = time.toString(QStringLiteral("HH:mm:ss"));
    return time.date() == QDate::currentDate()
             ? clock
             : QLocale().toString(time.date(), QLocale::ShortFormat) + QLatin1Char(' ') + clock;
}

QString conditionText(LockCondition condition)
{
    switch (condition) {
    case LockCondition::free: return Words::tr("free", "state of a lock");
    case LockCondition::held: return Words::tr("held", "state of a lock");
    case LockCondition::contended: return Words::tr("contended", "state of a lock");
    case LockCondition::expiring: return Words::tr("expiring", "state of a lock");
    case LockCondition::stuck: return Words::tr("stuck", "state of a lock");
    case LockCondition::unknown: break;
    }
    return Words::tr("unknown", "state of a lock");
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::info: return Words::tr("info", "severity");
    case Severity::warning: return Words::tr("warning", "severity");
    case Severity::critical: break;
    }
    return Words::tr("critical", "severity");
}

QString typeText(const LockState& state)
{
    return state.type_certain ? typeText(state.type) : typeText(state.type) + QLatin1String(" ?");
}

QString typeText(LockType type)
{
    switch (type) {
    case LockType::reentrant: return Words::tr("reentrant", "type of a lock");
    case LockType::fair: return Words::tr("fair", "type of a lock");
    case LockType::read_write: return Words::tr("read-write", "type of a lock");
    case LockType::fenced: return Words::tr("fenced", "type of a lock");
    case LockType::spin: return Words::tr("spin", "type of a lock");
    case LockType::multi: return Words::tr("multi", "type of a lock");
    case LockType::transaction: return Words::tr("transaction", "type of a lock");
    case LockType::semaphore: return Words::tr("semaphore", "type of a lock");
    case LockType::latch: return Words::tr("latch", "type of a lock");
    }
    return {};
}

QString modeText(LockMode mode)
{
    switch (mode) {
    case LockMode::read: return Words::tr("read", "mode of a read-write lock");
    case LockMode::write: return Words::tr("write", "mode of a read-write lock");
    case LockMode::none: break;
    }
    return {};
}

QString eventText(LockEvent::Kind kind)
{
    switch (kind) {
    case LockEvent::Kind::acquired: return Words::tr("acquired", "event");
    case LockEvent::Kind::reentered: return Words::tr("re-entered", "event");
    case LockEvent::Kind::renewed: return Words::tr("renewed", "event");
    case LockEvent::Kind::extended: return Words::tr("extended", "event: an operator made its lease longer");
    case LockEvent::Kind::shortened: return Words::tr("shortened", "event: its lease ends earlier than it did");
    case LockEvent::Kind::persisted:
        return Words::tr("made endless", "event: its lease was taken away; it does not end by itself any more");
    case LockEvent::Kind::released_once: return Words::tr("left once", "event: one of several entries was released");
    case LockEvent::Kind::released: return Words::tr("released", "event");
    case LockEvent::Kind::expired: return Words::tr("expired", "event");
    case LockEvent::Kind::forced: return Words::tr("forced", "event: ended by an operator");
    case LockEvent::Kind::restored: return Words::tr("restored", "event: a forced release was undone");
    case LockEvent::Kind::vanished: return Words::tr("vanished", "event: gone before its end without a message");
    case LockEvent::Kind::gone:
        return Words::tr("released ?",
                         "event: released or deleted; nobody can tell, because such a release says nothing");
    case LockEvent::Kind::waiter_came: return Words::tr("waiter came", "event");
    case LockEvent::Kind::waiter_left: return Words::tr("waiter left", "event");
    case LockEvent::Kind::waiter_removed:
        return Words::tr("waiter removed", "event: taken out of the queue by an operator");
    case LockEvent::Kind::lost_in_failover:
        return Words::tr("lost in failover", "event: gone before its end when another server took over");
    case LockEvent::Kind::lost_in_restart:
        return Words::tr("lost in a restart", "event: gone before its end when its server was started anew");
    case LockEvent::Kind::ended:
        return Words::tr("ended", "event: gone while nobody looked: released, expired or deleted");
    case LockEvent::Kind::failed_over: return Words::tr("failed over", "event: another server took over");
    case LockEvent::Kind::resynchronised: break;
    }
    return Words::tr("resynchronised", "event: the connection was away, events in between are not known");
}

QString eventText(const LockEvent& event)
{
    if (event.failover && event.failover->is_restart()) {
        return Words::tr("restarted", "event: the server was started anew");
    }
    if (event.unseen > 0) {
        return Words::tr("%1, and ≥ %Ln more unseen", "event; holds that were too short to be seen",
                         pluralCount(event.unseen))
            .arg(eventText(event.kind));
    }
    return event.actor.empty() ? eventText(event.kind)
                               : Words::tr("%1 by %2", "event, operator")
                                     .arg(eventText(event.kind), shortText(event.actor, kLongestActor));
}

QString failoverText(const Failover& failover)
{
    QStringList parts{Words::tr("%Ln lock(s) kept", "after a failover", pluralCount(failover.kept))};
    // That none is for sure does not mean that none is; and whose lease was over has lost it, too.
    if (failover.lost > 0 || (failover.unclear == 0 && failover.expired == 0)) {
        parts << Words::tr("%Ln lost", "locks, after a failover", pluralCount(failover.lost));
    }
    if (failover.unclear > 0) {
        parts << Words::tr("%Ln lost or given back", "locks, after a failover", pluralCount(failover.unclear));
    }
    if (failover.changed > 0) {
        parts << Words::tr("%Ln changed holder", "locks, after a failover", pluralCount(failover.changed));
    }
    if (failover.expired > 0) {
        parts << Words::tr("%Ln expired meanwhile", "locks, after a failover", pluralCount(failover.expired));
    }
    if (failover.ended > 0) {
        parts << Words::tr("%Ln ended while nobody watched", "locks, after a failover", pluralCount(failover.ended));
    }
    if (failover.shortened > 0) {
        parts << Words::tr("%Ln without the last renewal", "locks, after a failover", pluralCount(failover.shortened));
    }
    if (failover.unread > 0) {
        parts << Words::tr("%Ln not read yet", "locks, after a failover", pluralCount(failover.unread));
    }
    const QString counts = listText(parts);
    const QString to = shortText(failover.to, kLongestAddress);
    if (failover.is_restart()) {
        return to.isEmpty() ? Words::tr("Another server answers: %1.").arg(counts)
                            : Words::tr("%1 was started anew: %2.", "a server").arg(to, counts);
    }
    const QString from = shortText(failover.from, kLongestAddress);
    return Words::tr("%1 took over from %2: %3.", "servers")
        .arg(to.isEmpty() ? Words::tr("another server") : to, from.isEmpty() ? Words::tr("the old master") : from,
             counts);
}

QString anomalyText(Anomaly anomaly, const LockState& state)
{
    switch (anomaly) {
    case Anomaly::never_expires: return Words::tr("Held without expiry: if its holder dies, nothing frees it.");
    case Anomaly::queue_without_score:
        return Words::tr("A queue entry has no deadline; once it is first, it blocks the lock for ever.");
    case Anomaly::score_without_entry: return Words::tr("A deadline belongs to nobody in the queue.");
    case Anomaly::dead_head:
        if (head_never_goes(state)) {
            return Words::tr("The first waiter is dead and has no deadline: nobody gets the lock any more.");
        }
        if (!state.waiters.empty()
            && state.waiters.front().deadline.value_or(state.server_time + 1) <= state.server_time) {
            return Words::tr("The first waiter is dead, and its deadline has passed: whoever asks for the lock next "
                             "removes it.");
        }
        return living_waiters(state) == 0
                 ? Words::tr("The first waiter is dead: whoever comes waits until its deadline has passed.")
                 : Words::tr("The first waiter is dead: the others wait until its deadline has passed.");
    case Anomaly::free_but_queued:
        return living_waiters(state) == 0 ? Words::tr("Nobody holds the lock, and only the dead are left in its queue.")
                                          : Words::tr("Nobody holds the lock, although clients are queued for it.");
    case Anomaly::dead_reader: return Words::tr("A reader's own deadlines are all gone, yet it still blocks writers.");
    case Anomaly::mixed_types: return Words::tr("Fields of two lock types lie under one name.");
    case Anomaly::foreign_queue:
        return Words::tr("A key of another type has the name of its queue: no fair lock of this name works.");
    case Anomaly::truncated: return Words::tr("There are more holders or waiters than are shown.");
    case Anomaly::torn: break;
    }
    return Words::tr("Read in pieces, without MULTI: parts may be of different moments.");
}

QString newsSourceText(NewsSource source)
{
    switch (source) {
    case NewsSource::none: return Words::tr("no news", "source of live news");
    case NewsSource::broadcast: return Words::tr("live", "source of live news: broadcast tracking");
    case NewsSource::tracking: return Words::tr("live (tracking)", "source of live news");
    case NewsSource::notifications: return Words::tr("live (notifications)", "source of live news");
    case NewsSource::polling: break;
    }
    return Words::tr("polling", "source of live news");
}

QString newsSourceExplanation(NewsSource source)
{
    switch (source) {
    case NewsSource::none: return Words::tr("Nothing is heard from the server yet.");
    case NewsSource::broadcast: return Words::tr("Redis announces every change of every key, new locks too.");
    case NewsSource::tracking:
        return Words::tr("Redis announces every change of the locks known; new ones come from the scan and from their "
                         "unlock channels.");
    case NewsSource::notifications: return Words::tr("Keyspace notifications, which the server has switched on.");
    case NewsSource::polling: break;
    }
    return Words::tr("Nothing is announced, because the server does not permit it or the connection for it is lost: "
                     "known locks are read again, what you look at first. Short holds may be missed.");
}

QString featureText(Feature feature)
{
    switch (feature) {
    case Feature::find: return Words::tr("finding locks");
    case Feature::read: return Words::tr("reading locks");
    case Feature::keys: return Words::tr("locks of every name");
    case Feature::atomic_read: return Words::tr("reading a lock in one piece");
    case Feature::news: return Words::tr("live news");
    case Feature::unlock_messages: return Words::tr("telling a release from an expiry");
    case Feature::waiting_clients: return Words::tr("counting waiting clients");
    case Feature::shard_messages: return Words::tr("messages within a shard");
    case Feature::client_names: return Words::tr("names of clients");
    case Feature::server_facts: return Words::tr("measuring the cost");
    case Feature::connection: return Words::tr("connections that the server can name");
    case Feature::undo: return Words::tr("undoing a force-release");
    case Feature::acquire: return Words::tr("acquiring locks");
    case Feature::acquire_fair: return Words::tr("acquiring fair locks");
    case Feature::acquire_read_write: return Words::tr("acquiring read-write locks");
    case Feature::acquire_fenced: return Words::tr("acquiring fenced locks");
    case Feature::acquire_semaphore: return Words::tr("acquiring semaphores");
    case Feature::acquire_permit: return Words::tr("acquiring permits with an end");
    case Feature::trace: return Words::tr("tracing commands");
    case Feature::admin: break;
    }
    return Words::tr("releasing and expiring locks");
}

QString unrecordedText(const AdminResult& result)
{
    if (result.unrecorded.empty()) {
        return {};
    }
    return withDetail(Words::tr("The audit log cannot be written; it does not say what became of this."),
                      result.unrecorded + " It does not say what became of this.");
}

QString outcomeText(const AdminResult& result)
{
    switch (result.outcome) {
    case AdminResult::Outcome::done: return Words::tr("Done.");
    case AdminResult::Outcome::changed: return Words::tr("The lock had changed in the meantime. Nothing was done.");
    case AdminResult::Outcome::refused:
        return Words::tr("Refused: %1", "by our own policy")
            .arg(withDetail(Words::tr("nothing was done."), result.message));
    case AdminResult::Outcome::failed: break;
    }
    const QString text = errorText(result.code, result.message);
    const QString failed = result.unknown ? Words::tr("Whether it has happened is not known: %1").arg(text)
                                          : Words::tr("Failed: %1").arg(text);
    const QString advice = result.code == Errc::no_permission
                             ? Words::tr("Server → Missing permissions has the rules to ask for.")
                             : QString();
    return inARow({failed, advice, unrecordedText(result)});
}

QString inARow(const QStringList& sentences)
{
    static const QString wide = QStringLiteral("\u3002\uff01\uff1f\uff1b\uff1a");
    QString text;
    for (const QString& sentence : sentences) {
        if (!text.isEmpty() && !sentence.isEmpty() && text.back().isLetterOrNumber()) { // a system's message has no end
            text += Words::tr(".", "ends a sentence");
        }
        if (!text.isEmpty() && !sentence.isEmpty() && !wide.contains(text.back())) {
            text += QLatin1Char(' ');
        }
        text += sentence;
    }
    return text;
}

QString listText(const QStringList& parts)
{
    return parts.join(Words::tr(", ", "between parts of a list"));
}

QString whyUnknown(const MonitorStatus& status)
{
    const PermissionReport& rights = status.permissions;
    if (!rights.all.empty() && (!rights.allows(Feature::find) || !rights.allows(Feature::read))) {
        return Words::tr("Nothing is known: this user may not find and read locks.");
    }
    if (status.link == MonitorStatus::Link::lost) {
        return Words::tr("Nothing is known now: the server does not answer.");
    }
    if (status.paused) {
        return Words::tr("Nothing is known now: nothing is read while it is paused.");
    }
    if (status.link == MonitorStatus::Link::connecting) {
        return Words::tr("Nothing is known yet.");
    }
    return status.unreachable.empty() ? QString()
                                      : Words::tr("Not everything is known: some of the masters do not answer.");
}

QString namesText(const QStringList& names)
{
    return names.join(Words::tr(", ", "between names in a list"));
}

} // namespace lockscope::ui
