// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/wake_next_dialog.hpp"

#include "models/lock_facts.hpp"
#include "models/named_owner.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <algorithm>

namespace lockscope::ui {

WakeNextDialog::WakeNextDialog(Session& session, LockStatePtr lock, QWidget* parent)
    : DestructiveDialog(session, std::move(lock), parent)
{
    build([] { return tr("Wake next"); }, [] { return tr("Wake"); }, QStringLiteral("wake"));
}

WakeNextDialog::Audience WakeNextDialog::audienceOf(const LockState& lock)
{
    if (lock.type == LockType::fair || !lock.waiters.empty()) {
        return Audience::first;
    }
    return lock.type == LockType::read_write ? Audience::everybody : Audience::oneOfEachClient;
}

QString WakeNextDialog::whoIsTold() const
{
    const LockState& seen = latest();
    const QString name = shortText(seen.name, 60);
    const Audience audience = audienceOf(seen);
    if (audience == Audience::first) {
        const auto next = std::find_if(seen.waiters.begin(), seen.waiters.end(), [](const Waiter& waiter) {
            return !is_dead(waiter) && !waiter.mapped && waiter.subscribed.value_or(true);
        });
        return next == seen.waiters.end()
                 ? tr("Nobody in the queue of %1 is known to be alive; the first who is would be told to look again.")
                       .arg(name)
                 : tr("Tells %2, the first in the queue of %1 that is not known to be dead, to look again.",
                      "%1: name of the lock; %2: waiter")
                       .arg(name, namedOwner(next->owner, namer()));
    }
    if (audience == Audience::everybody) {
        return tr("Tells everybody who waits for %1 to look again, because all readers may enter together.").arg(name);
    }
    return tr("Tells one waiter in each client that waits for %1 to look again.").arg(name);
}

QString WakeNextDialog::sentence() const
{
    const Waiter* dead = deadInFront(latest());
    const QString outlook =
        latest().is_held() ? tr("It is %1: who cannot have it goes on waiting.", "%1: held by whom").arg(heldByText())
        : dead != nullptr  ? tr("Nobody holds it, but %1, which is dead, is first in the queue: nobody gets the lock "
                                 "before its time is over. Repair queue removes it.")
                                .arg(namedOwner(dead->owner, namer()))
                          : tr("Nobody holds it: whoever is told can take it at once.");
    return inARow({whoIsTold(), outlook, waitersText(), tr("Nothing is written to Redis, and nobody loses a place.")});
}

WakeRequest WakeNextDialog::requestFor(const LockState& lock)
{
    WakeRequest wake;
    wake.lock = lock.name;
    wake.type = lock.type;
    // The end of the lease is not compared: waking does no harm to a lock that was renewed.
    return wake;
}

Session::Ticket WakeNextDialog::perform(const AdminRequest& request)
{
    WakeRequest wake = requestFor(latest());
    wake.expected = request.expected;
    wake.reason = request.reason;
    wake.typed_name = request.typed_name;
    return session().wakeNext(std::move(wake));
}

QString WakeNextDialog::doneText(const AdminResult& result) const
{
    const WakeReport report = result.wake.value_or(WakeReport{});
    if (!report.waiter.empty()) {
        return inARow(
            {tr("Done: %1 was told to look again.").arg(namedOwner(report.waiter, namer())), holderNow(result)});
    }
    if (!report.listeners) {
        return inARow(
            {tr("Done: whoever listens was told to look again. How many those are is not known."), holderNow(result)});
    }
    if (*report.listeners > 0) {
        return inARow({tr("Done: %Ln client(s) were told to look again.", "", pluralCount(*report.listeners)),
                       holderNow(result)});
    }
    return tr("Nobody listens for this lock: there was nobody to be told.");
}

/// Whoever was told needs a moment: that nobody holds it yet does not mean that nobody will.
QString WakeNextDialog::holderNow(const AdminResult& result) const
{
    if (!result.state) {
        return {}; // What is not there could not be read, either.
    }
    return result.state->is_held() ? tr("Right after that it was held by %1.").arg(namedHolders(*result.state, namer()))
                                   : tr("Right after that nobody held it yet.");
}

} // namespace lockscope::ui
