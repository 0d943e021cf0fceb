// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/hold_facts.hpp"

#include "models/lock_facts.hpp"
#include "models/named_owner.hpp"
#include "panels/lock_sentences.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <set>
#include <string_view>

namespace lockscope::ui::facts {
namespace {

struct HoldFacts
{
    Q_DECLARE_TR_FUNCTIONS(HoldFacts)
};

/// Of a client's stakes: so many are looked at, so many named, with so much of their names.
constexpr std::size_t kMostStakes = 10'000;
constexpr qsizetype kNamedStakes = 3;
constexpr int kStakeChars = 40;

} // namespace

QString firstOf(const QStringList& names)
{
    const QString list = listText(names.mid(0, kNamedStakes));
    return names.size() > kNamedStakes
             ? HoldFacts::tr("%1 and %Ln more", "names of locks", pluralCount(names.size() - kNamedStakes)).arg(list)
             : list;
}

QString heldBy(const LockState& lock, SystemTime now, const ClientNamer& namer)
{
    if (lock.holders.empty()) {
        return HoldFacts::tr("held by nobody");
    }
    const Holder& first = lock.holders.front();
    QString owner = namedHolder(first, namer);
    if (writes_and_reads(lock)) {
        owner = HoldFacts::tr("%1 (writes and reads, entered %2 times)", "a holder, its entries of both kinds")
                    .arg(owner, QString::number(entryCount(lock)));
    } else if (first.count > 1) {
        owner = HoldFacts::tr("%1 (entered %2 times)").arg(owner, QString::number(first.count));
    }
    const std::size_t others = holding_threads(lock) - 1;
    if (others > 0) {
        owner = HoldFacts::tr("%1 and %Ln other(s)", "holders of a lock", pluralCount(others)).arg(owner);
    }
    const std::optional<milliseconds> held = heldFor(lock, now);
    return held ? HoldFacts::tr("held by %1 for %2", "%1 is who, %2 how long").arg(owner, heldSentence(lock, now))
                : HoldFacts::tr("held by %1").arg(owner);
}

QString waiters(const LockState& lock, const ClientNamer& namer)
{
    const std::optional<std::int64_t> waiting = living_waiters(lock);
    if (!waiting) {
        return lock.queue_known ? HoldFacts::tr("How many wait is not known.")
                                : HoldFacts::tr("Who waits is not known: this user may not read its queue.");
    }
    const std::size_t unread = lock.waiters_total - std::min<std::size_t>(lock.waiters_total, lock.waiters.size());
    if (*waiting == 0) {
        return inARow({HoldFacts::tr("Nobody is known to wait."),
                       unread > 0 ? HoldFacts::tr("%Ln in its queue were not read, and may live.",
                                                  "clients in a long queue", pluralCount(unread))
                                  : QString()});
    }
    QString count = hasQueue(lock) ? HoldFacts::tr("%Ln waiter(s).", "how many wait in a queue", pluralCount(*waiting))
                                   : HoldFacts::tr("%Ln client(s) wait.", "", pluralCount(*waiting));
    if (unread > 0) {
        count = inARow({count, HoldFacts::tr("%Ln of them were not read, and may be dead.", "clients in a long queue",
                                             pluralCount(unread))});
    }
    const auto next =
        std::find_if(lock.waiters.begin(), lock.waiters.end(), [](const Waiter& waiter) { return !is_dead(waiter); });
    if (next == lock.waiters.end()) {
        return count;
    }
    return HoldFacts::tr("%1 Next is %2.", "%1: the sentence how many wait").arg(count, namedOwner(next->owner, namer));
}

QString otherStakes(const LockState& lock, const ClientStakes& stakesOf)
{
    const bool isOfOne = holding_threads(lock) == 1;
    if (!stakesOf || !isOfOne || lock.holders.front().client().empty()) {
        return {};
    }
    const std::vector<ClientStake> stakes = stakesOf(std::string(lock.holders.front().client()), kMostStakes);
    const auto namesOf = [&](ClientStake::Role role) {
        QStringList names;
        std::set<std::string_view> locks{lock.name};
        for (const ClientStake& stake : stakes) {
            if (stake.role == role && locks.insert(stake.lock->name).second) { // it may have several threads there
                names << shortText(stake.lock->name, kStakeChars);
            }
        }
        return names;
    };
    const QStringList held = namesOf(ClientStake::Role::holds);
    const QStringList awaited = namesOf(ClientStake::Role::waits);
    return inARow({held.isEmpty()
                       ? QString()
                       : HoldFacts::tr("Its client also holds %Ln lock(s): %1.", nullptr, pluralCount(held.size()))
                             .arg(firstOf(held)),
                   awaited.isEmpty() ? QString()
                                     : HoldFacts::tr("It stands in the queue of %Ln other lock(s): %1.",
                                                     "the client of a holder", pluralCount(awaited.size()))
                                           .arg(firstOf(awaited))});
}

QString renewal(const LockState& lock, SteadyTime now)
{
    if (!lock.was_renewed()) {
        return {};
    }
    const auto ago = std::chrono::duration_cast<milliseconds>(now - lock.renewed_at);
    return HoldFacts::tr("Its lease was renewed %1 ago: its process was alive then.", "%1: duration")
        .arg(durationText(ago));
}

QString ghosts(const LockState& lock)
{
    const std::size_t ghosts = dead_waiters(lock);
    return ghosts > 0
             ? HoldFacts::tr("%Ln dead waiter(s) will be removed from its queue.", nullptr, pluralCount(ghosts))
             : QString();
}

QString lateReaders(const LockState& lock)
{
    const auto late = std::count_if(lock.holders.begin(), lock.holders.end(), [](const Holder& holder) {
        return !holder.is_writer() && holder.ttl == milliseconds{0};
    });
    return late > 0 ? HoldFacts::tr("Past their own deadlines: %Ln reader(s), dead, paused, or still at work after the "
                                    "end of a fixed lease.",
                                    nullptr, pluralCount(late))
                    : QString();
}

QString readersCut(const LockState& lock)
{
    const bool isOfSeveral = lock.mode == LockMode::read && holding_threads(lock) > 1;
    return isOfSeveral ? HoldFacts::tr("Each reader's own lease is cut to that time, too: one whose watchdog lives "
                                       "renews its own and keeps the lock; the others, who are not told, keep no "
                                       "writer out after that.")
                       : QString();
}

} // namespace lockscope::ui::facts
