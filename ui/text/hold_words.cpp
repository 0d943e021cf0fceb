// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/hold_words.hpp"

#include "text/error_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>
#include <QStringList>

namespace lockscope::ui {
namespace {

struct HoldWords
{
    Q_DECLARE_TR_FUNCTIONS(HoldWords)
};

} // namespace

QString holdKindText(HoldKind kind)
{
    switch (kind) {
    case HoldKind::reentrant: return HoldWords::tr("Reentrant", "kind of a lock");
    case HoldKind::fair: return HoldWords::tr("Fair", "kind of a lock");
    case HoldKind::read: return HoldWords::tr("Read lock", "kind of a lock: the read side of a read-write lock");
    case HoldKind::write: return HoldWords::tr("Write lock", "kind of a lock: the write side of a read-write lock");
    case HoldKind::fenced: return HoldWords::tr("Fenced", "kind of a lock");
    case HoldKind::spin: return HoldWords::tr("Spin", "kind of a lock");
    case HoldKind::non_reentrant: return HoldWords::tr("Non-reentrant", "kind of a lock");
    case HoldKind::non_reentrant_fair: return HoldWords::tr("Non-reentrant, fair", "kind of a lock");
    case HoldKind::semaphore: return HoldWords::tr("Semaphore", "kind of a lock");
    case HoldKind::permit:
        return HoldWords::tr("Permit with an end", "kind of a lock: expirable permit of a semaphore");
    case HoldKind::multi: return HoldWords::tr("Multi", "kind of a lock");
    case HoldKind::red: break;
    }
    return HoldWords::tr("RedLock", "kind of a lock");
}

QString holdKindExplanation(HoldKind kind)
{
    switch (kind) {
    case HoldKind::reentrant:
        return HoldWords::tr("One owner at a time, who may enter it again; whoever is fastest gets it next.");
    case HoldKind::fair: return HoldWords::tr("As a reentrant lock, but served in the order in which clients came.");
    case HoldKind::read: return HoldWords::tr("Shared with other readers; keeps writers out.");
    case HoldKind::write: return HoldWords::tr("Keeps readers and other writers out.");
    case HoldKind::fenced:
        return HoldWords::tr("As a reentrant lock, with a token that grows, by which a late writer can be refused.");
    case HoldKind::spin:
        return HoldWords::tr("As a reentrant lock, but without messages: who waits asks again and again.");
    case HoldKind::non_reentrant: return HoldWords::tr("One owner at a time, who cannot enter it again.");
    case HoldKind::non_reentrant_fair: return HoldWords::tr("As a fair lock, but its owner cannot enter it again.");
    case HoldKind::semaphore:
        return HoldWords::tr("Takes one permit. Nobody knows whose it is: if this program dies, it is lost.");
    case HoldKind::permit:
        return HoldWords::tr("Takes one permit with an id. If this program dies, it comes back by itself.");
    case HoldKind::multi: return HoldWords::tr("Several locks at once, all or none.");
    case HoldKind::red: break;
    }
    return HoldWords::tr("One lock on several servers, held where most of them agree.");
}

QString holdStateText(const OwnHold& hold)
{
    switch (hold.state) {
    case OwnHold::State::waiting: return HoldWords::tr("waiting", "state of an own lock");
    case OwnHold::State::held:
        return hold.leaving  ? HoldWords::tr("being released…", "state of an own lock")
             : hold.in_doubt ? HoldWords::tr("not known since a failover", "state of an own permit")
                             : HoldWords::tr("held", "state of an own lock");
    case OwnHold::State::lost: break;
    }
    if (!hold.loss) {
        return HoldWords::tr("lost", "state of an own lock");
    }
    return hold.loss == LossNotice::Reason::expired ? HoldWords::tr("lost: its lease ended", "state of an own lock")
                                                    : HoldWords::tr("lost: taken or deleted", "state of an own lock");
}

QString doubtText()
{
    return QStringList{HoldWords::tr("Another server took over, or the same one was started anew."),
                       HoldWords::tr("Nobody can tell whether the semaphore still counts this permit."),
                       HoldWords::tr("Only “Release” gives it back: the semaphore might have one too many then.")}
        .join(QLatin1Char('\n'));
}

QString lossText(const OwnHold& hold)
{
    if (!hold.loss) {
        return HoldWords::tr("it is gone", "why a lock of ours is lost");
    }
    return hold.loss == LossNotice::Reason::expired
             ? HoldWords::tr("its lease ended", "why a lock of ours is lost")
             : HoldWords::tr("it was taken away or deleted", "why a lock of ours is lost");
}

QString releaseFailureText(const std::string& lock, const AdminResult& result)
{
    if (result.outcome == AdminResult::Outcome::done) {
        return unrecordedText(result);
    }
    // That it had been lost before is no change of the server's: the error says it better than the outcome.
    const QString why =
        result.outcome == AdminResult::Outcome::changed ? errorText(result.code, result.message) : outcomeText(result);
    return HoldWords::tr("Releasing %1 did not succeed. %2", "%1: name of a lock; %2: sentence")
        .arg(shortText(lock, 60), why);
}

} // namespace lockscope::ui
