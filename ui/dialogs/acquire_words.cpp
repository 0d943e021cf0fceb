// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/acquire_words.hpp"

#include "dialogs/hold_facts.hpp"
#include "models/named_owner.hpp"
#include "panels/lock_sentences.hpp"
#include "text/hold_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace lockscope::ui {
namespace {

using What = HoldOutlook::What;
using Gravity = AcquireEffect::Gravity;

struct AcquireWords
{
    Q_DECLARE_TR_FUNCTIONS(AcquireWords)
};

constexpr int kNameChars = 60;
constexpr int kTypeChars = 30;

bool isCounting(HoldKind kind)
{
    return kind == HoldKind::semaphore || kind == HoldKind::permit;
}

bool isFair(HoldKind kind)
{
    return kind == HoldKind::fair || kind == HoldKind::non_reentrant_fair;
}

milliseconds leaseOf(const AcquirePlan& plan)
{
    return plan.request.lease.value_or(plan.watchdogLease);
}

std::string fieldOf(const AcquirePlan& plan)
{
    return plan.request.kind == HoldKind::write ? plan.owner + ":write" : plan.owner;
}

/// As it stands in Redis, but for the middle of the client's id.
QString fieldText(const AcquirePlan& plan)
{
    const QString owner =
        plan.owner.empty() ? AcquireWords::tr("of this program", "field of a hash") : ownerText(plan.owner);
    return plan.request.kind == HoldKind::write ? owner + QStringLiteral(":write") : owner;
}

const Holder* ourHold(const AcquirePlan& plan, const NameLook* look)
{
    if (look == nullptr || !look->lock) {
        return nullptr;
    }
    const auto& holders = look->lock->holders;
    const auto found = std::find_if(holders.begin(), holders.end(),
                                    [&](const Holder& holder) { return holder.owner == fieldOf(plan); });
    return found == holders.end() ? nullptr : &*found;
}

QString leftText(const LockState& lock, SteadyTime now)
{
    if (!lock.is_held()) {
        return {};
    }
    const std::optional<milliseconds> left = lock.remaining(now);
    return left ? AcquireWords::tr("%1 of its lease are left.", "%1: duration").arg(durationText(*left))
                : AcquireWords::tr("It never expires.");
}

QString noLockText(const NameLook& look, const QString& name)
{
    if (look.number) {
        return AcquireWords::tr(
                   "%1 is the number %2: the free permits of a semaphore, the count of a latch, or any other "
                   "counter.",
                   "%1: name of a key")
            .arg(name, numberText(*look.number));
    }
    if (look.type == "hash") {
        return AcquireWords::tr("%1 is no lock: it is a hash with other fields.", "%1: name of a key").arg(name);
    }
    return AcquireWords::tr("%1 is no lock: it is a key of the type %2.", "%1: name of a key; %2: as Redis calls it")
        .arg(name, shortText(look.type, kTypeChars));
}

QString howItWaits(const AcquirePlan& plan, const HoldOutlook& outlook)
{
    const std::optional<milliseconds>& wait = plan.request.wait;
    const QString place = numberText(static_cast<std::int64_t>(outlook.before) + 1);
    if (wait && wait->count() == 0) {
        return outlook.drops > 0
                 ? AcquireWords::tr("It is not to be had now. “Acquire” tries once and waits for nobody.")
                 : AcquireWords::tr(
                     "It is not to be had now. “Acquire” tries once and waits for nobody: nothing is written.");
    }
    if (isFair(plan.request.kind)) {
        return wait ? AcquireWords::tr("“Acquire” waits for up to %1, as number %2 in the queue.", "%1: duration")
                          .arg(durationText(*wait), place)
                    : AcquireWords::tr("“Acquire” waits until it is had or you stop it, as number %1 in the queue.")
                          .arg(place);
    }
    if (plan.request.kind == HoldKind::spin) {
        return wait
                 ? AcquireWords::tr("“Acquire” asks again and again for up to %1, and nobody sees that it waits.",
                                    "%1: duration")
                       .arg(durationText(*wait))
                 : AcquireWords::tr(
                     "“Acquire” asks again and again until it is had or you stop it, and nobody sees that it waits.");
    }
    return wait
             ? AcquireWords::tr("“Acquire” waits for up to %1; who is fastest when it is free gets it.", "%1: duration")
                   .arg(durationText(*wait))
             : AcquireWords::tr(
                 "“Acquire” waits until it is had or you stop it; who is fastest when it is free gets it.");
}

/// Whether it can be had by waiting alone, as far as the lease tells.
QString whatItTakes(const AcquirePlan& plan, const NameLook& look, const Moment& at)
{
    const std::optional<milliseconds>& wait = plan.request.wait;
    if (!wait || wait->count() == 0 || !look.lock || !look.lock->is_held() || is_counter(look.lock->type)) {
        return {};
    }
    const std::optional<milliseconds> left = look.lock->remaining(at.now);
    return left && *left <= *wait
             ? QString()
             : AcquireWords::tr("Its lease lasts longer than that: it is had only if it is released "
                                "before.");
}

QString wrongTypeText(const NameLook& look)
{
    const QString what = AcquireWords::tr(
        "This kind does not go with what lies there: Redis will answer WRONGTYPE, and nothing is written.");
    const std::optional<HoldKind> fitting = look.lock ? fittingKind(*look.lock) : std::nullopt;
    return fitting
             ? inARow({what, AcquireWords::tr("“%1” goes with it.", "%1: kind of a lock").arg(holdKindText(*fitting))})
             : what;
}

QString outlookText(const AcquirePlan& plan, const NameLook& look, const HoldOutlook& outlook, const Moment& at)
{
    switch (outlook.what) {
    case What::granted: return AcquireWords::tr("It is free: “Acquire” takes it at once.");
    case What::entered:
        return AcquireWords::tr("This program holds it already: “Acquire” enters it once more, at once.");
    case What::shared: return AcquireWords::tr("Others read it: “Acquire” reads beside them, at once.");
    case What::waits: {
        const bool isUnmade = isCounting(plan.request.kind) && look.type.empty();
        return inARow({isUnmade
                           ? AcquireWords::tr("A semaphore without a key has no permits: somebody has to set first "
                                              "how many there are.")
                           : QString(),
                       howItWaits(plan, outlook), whatItTakes(plan, look, at)});
    }
    case What::refused:
        return AcquireWords::tr("This program holds it already, and a lock of this kind cannot be entered twice: "
                                "“Acquire” will fail, and nothing is written.");
    case What::for_itself:
        return AcquireWords::tr(
            "This program reads it itself, and cannot write before it has released that: nothing is "
            "written.");
    case What::foreign:
        return AcquireWords::tr("What lies there is no lock: as long as it does, nobody gets a lock of this name.");
    case What::wrong_type: break;
    }
    return wrongTypeText(look);
}

/// Is it had if all goes as it looks?
bool isHad(const AcquirePlan& plan, What what)
{
    const bool waits = !plan.request.wait || plan.request.wait->count() > 0;
    return what == What::granted || what == What::entered || what == What::shared || (what == What::waits && waits);
}

QString permitText(const AcquirePlan& plan, const NameLook* look, const Moment& at)
{
    const std::optional<std::int64_t> free =
        look != nullptr ? permits_to_be_had(plan.request.kind, *look, at.now) : std::nullopt;
    const QString takes = free && *free > 0
                            ? AcquireWords::tr("It takes one permit: of %1 that are free, %2 are left.", "numbers")
                                  .arg(numberText(*free), numberText(*free - 1))
                            : AcquireWords::tr("It takes one permit.");
    return plan.request.kind == HoldKind::semaphore
             ? takes
             : inARow({takes, AcquireWords::tr("The permit has an id of its own and a lease of %1.", "%1: duration")
                                  .arg(durationText(leaseOf(plan)))});
}

/// What stands in Redis once it is had.
QString writtenText(const AcquirePlan& plan, const NameLook* look, const Moment& at, What what)
{
    if (isCounting(plan.request.kind)) {
        return permitText(plan, look, at);
    }
    const Holder* ours = ourHold(plan, look);
    milliseconds ttl = leaseOf(plan);
    const bool isBeside = what == What::entered || what == What::shared;
    if (isBeside && look != nullptr && look->lock) { // What lasts longer is not made shorter.
        ttl = std::max(ttl, look->lock->remaining(at.now).value_or(ttl));
    }
    QStringList text{AcquireWords::tr("Its key then has the field %1 with count %2 and a TTL of %3.",
                                      "%1: owner; %2: number; %3: duration")
                         .arg(fieldText(plan), numberText(ours != nullptr ? ours->count + 1 : 1), durationText(ttl))};
    if (plan.request.kind == HoldKind::read) {
        text << AcquireWords::tr("A key beside it has the deadline of this reader.");
    } else if (plan.request.kind == HoldKind::fenced) {
        text << (look != nullptr && look->lock && look->lock->fencing_token
                     ? AcquireWords::tr("Its token was %1, and grows.").arg(*look->lock->fencing_token)
                     : AcquireWords::tr("Its token grows by one."));
    }
    return inARow(text);
}

QString keepingText(const AcquirePlan& plan)
{
    if (plan.request.kind == HoldKind::semaphore) {
        return AcquireWords::tr("Nothing ends it: it comes back when it is released here.");
    }
    return plan.request.lease ? AcquireWords::tr("Nothing renews it: it ends by itself after %1.", "%1: duration")
                                    .arg(durationText(*plan.request.lease))
                              : AcquireWords::tr("It is renewed every %1 until it is released.", "%1: duration")
                                    .arg(durationText(plan.watchdogLease / 3));
}

QString doubtsText(const AcquirePlan& plan, const NameLook& look, const HoldOutlook& outlook)
{
    QStringList text;
    if (isCounting(plan.request.kind) && look.number && !look.lock) {
        text << AcquireWords::tr(
            "Whether that number belongs to a semaphore Redis does not tell: it goes down by one.");
    }
    if (outlook.passes_queue) {
        text << AcquireWords::tr("Those in its queue are passed over; “%1” lines up behind them.", "%1: kind of a lock")
                    .arg(holdKindText(HoldKind::fair));
    }
    if (outlook.leaves_token) {
        text << AcquireWords::tr("Its token does not grow this way; with “%1” it does.", "%1: kind of a lock")
                    .arg(holdKindText(HoldKind::fenced));
    }
    if (outlook.counts_latch) {
        text << AcquireWords::tr(
            "What lies there is a latch: its count goes down by one, and who waits for it may be let "
            "go too early.");
    }
    return inARow(text);
}

/// Who is removed from the queue.
QString removalText(const AcquirePlan& plan, const HoldOutlook& outlook)
{
    const bool waits = !plan.request.wait || plan.request.wait->count() > 0;
    QStringList text;
    if (outlook.drops > 0) {
        text << AcquireWords::tr("%Ln waiter(s) at the head of its queue, dead or too late, will be removed.", nullptr,
                                 pluralCount(outlook.drops));
    }
    if (outlook.outlasts > 0 && waits) {
        text << AcquireWords::tr(
            "%Ln dead waiter(s) in front will be removed if nothing is heard of them for 2 s more.", nullptr,
            pluralCount(outlook.outlasts));
    }
    return inARow(text);
}

/// Nothing was seen: both ways it can go.
QString unknownText(const AcquirePlan& plan)
{
    return plan.request.wait && plan.request.wait->count() == 0
             ? AcquireWords::tr("If it is free, “Acquire” takes it at once; if not, nothing is written.")
             : AcquireWords::tr("If it is free, “Acquire” takes it at once; if not, it waits.");
}

} // namespace

std::optional<HoldKind> fittingKind(const LockState& lock)
{
    switch (lock.type) {
    case LockType::reentrant: return HoldKind::reentrant;
    case LockType::fair: return HoldKind::fair;
    case LockType::read_write: return HoldKind::write;
    case LockType::fenced: return HoldKind::fenced;
    case LockType::spin: return HoldKind::spin;
    case LockType::semaphore: return lock.is_held() || lock.permits_over > 0 ? HoldKind::permit : HoldKind::semaphore;
    case LockType::latch:
    case LockType::multi:
    case LockType::transaction: break;
    }
    return std::nullopt;
}

QString presentText(const NameLook& look, const Moment& at, const ClientNamer& namer)
{
    const QString name = shortText(look.name, kNameChars);
    const bool isFree = look.type.empty() && (!look.lock || look.lock->waiters.empty());
    if (isFree) {
        const QString free =
            AcquireWords::tr("%1 is free: Redis has no key of this name.", "%1: name of a lock").arg(name);
        const bool isHeard = look.lock && look.lock->waiting_clients.value_or(0) > 0;
        return inARow({free, isHeard ? facts::waiters(*look.lock, namer) : QString()});
    }
    if (!look.lock) {
        return noLockText(look, name);
    }
    const LockState& lock = *look.lock;
    const QString type = AcquireWords::tr("Type: %1.", "%1: type of a lock").arg(typeSentence(lock));
    if (is_counter(lock.type)) {
        return inARow({AcquireWords::tr("%1 has the number %2.", "%1: name of a semaphore or latch")
                           .arg(name, numberText(look.number.value_or(0))),
                       type, facts::waiters(lock, namer)});
    }
    const QString state = lock.is_held()
                            ? AcquireWords::tr("%1 is %2.", "%1: name of a lock; %2: held by whom")
                                  .arg(name, facts::heldBy(lock, at.wall, namer))
                            : AcquireWords::tr("Nobody holds %1, but it has a queue.", "%1: name of a lock").arg(name);
    return inARow({state, leftText(lock, at.now), type, facts::waiters(lock, namer), facts::renewal(lock, at.now)});
}

AcquireEffect effectOf(const AcquirePlan& plan, const NameLook* look, const Moment& at)
{
    if (look == nullptr) {
        return {inARow({unknownText(plan), writtenText(plan, look, at, What::granted), keepingText(plan)}),
                Gravity::usual};
    }
    const HoldOutlook outlook = hold_outlook(plan.request.kind, *look, plan.owner, at.now);
    const QString removal = removalText(plan, outlook);
    QStringList text{outlookText(plan, *look, outlook, at), removal};
    if (!isHad(plan, outlook.what)) {
        return {inARow(text), outlook.what != What::waits ? Gravity::hopeless
                              : removal.isEmpty()         ? Gravity::usual
                                                          : Gravity::doubtful};
    }
    const QString doubts = doubtsText(plan, *look, outlook);
    text << writtenText(plan, look, at, outlook.what) << keepingText(plan) << doubts;
    return {inARow(text), doubts.isEmpty() && removal.isEmpty() ? Gravity::usual : Gravity::doubtful};
}

QString removedText(const AdminResult& result)
{
    return result.removed.empty() ? QString()
                                  : AcquireWords::tr("%Ln waiter(s), dead or too late, were removed from its queue.",
                                                     nullptr, pluralCount(result.removed.size()));
}

QString differenceText(const AcquirePlan& plan, const NameLook* before, const NameLook* after, const ClientNamer& namer)
{
    if (isCounting(plan.request.kind)) {
        return before != nullptr && before->number && after != nullptr && after->number
                 ? AcquireWords::tr("Its number was %1 and is now %2.", "numbers")
                       .arg(numberText(*before->number), numberText(*after->number))
                 : QString();
    }
    QString was;
    if (before != nullptr && before->lock && before->lock->is_held()) {
        was = AcquireWords::tr("It was held by %1.").arg(namedHolders(*before->lock, namer));
    } else if (before != nullptr) {
        was = AcquireWords::tr("It was free.");
    }
    const Holder* ours = ourHold(plan, after);
    if (ours == nullptr) {
        return was;
    }
    const std::optional<milliseconds> left = after->lock->remaining(after->at);
    return inARow({was, AcquireWords::tr("Now its key has the field %1 with count %2 and a TTL of %3.",
                                         "%1: owner; %2: number; %3: duration")
                            .arg(fieldText(plan), numberText(ours->count),
                                 left ? durationText(*left) : leaseText(after->lock->ttl))});
}

} // namespace lockscope::ui
