// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/multi_wake_dialog.hpp"

#include "dialogs/hold_facts.hpp"
#include "dialogs/wake_next_dialog.hpp"
#include "models/named_owner.hpp"
#include "text/words.hpp"

#include <utility>

namespace lockscope::ui {

MultiWakeDialog::MultiWakeDialog(Session& session, const std::vector<LockStatePtr>& locks, const QString& server,
                                 QWidget* parent)
    : MultiLockDialog(session, server, parent)
{
    build(
        locks, [] { return tr("Wake the waiters of several locks"); }, QStringLiteral("wake"));
}

QString MultiWakeDialog::sentence(int count) const
{
    return inARow({tr("Tells who waits for %Ln lock(s) to look again.", "", count),
                   tr("Who cannot have its lock goes on waiting. Nothing is written to Redis, and nobody loses a "
                      "place.")});
}

QString MultiWakeDialog::verb(int count) const
{
    return tr("Wake %Ln", "button; %Ln: number of locks", count);
}

QString MultiWakeDialog::effectOn(const LockState& lock) const
{
    const QString waiters = facts::waiters(lock, namer());
    switch (WakeNextDialog::audienceOf(lock)) {
    case WakeNextDialog::Audience::first:
        return tr("tells the first in its queue that lives. %1", "%1: sentence about the waiters").arg(waiters);
    case WakeNextDialog::Audience::everybody:
        return tr("tells everybody. %1", "%1: sentence about the waiters").arg(waiters);
    case WakeNextDialog::Audience::oneOfEachClient: break;
    }
    return tr("tells one waiter in each client. %1", "%1: sentence about the waiters").arg(waiters);
}

std::vector<Session::Ticket> MultiWakeDialog::perform(const std::vector<Target>& targets)
{
    std::vector<WakeRequest> requests;
    for (const Target& target : targets) {
        WakeRequest one = WakeNextDialog::requestFor(*target.latest);
        one.expected = expectation_of(*target.seen);
        one.reason = target.reason;
        one.typed_name = target.typedName;
        requests.push_back(std::move(one));
    }
    return session().batch(std::move(requests));
}

Text MultiWakeDialog::doneText(const AdminResult& result) const
{
    return [this, report = result.wake.value_or(WakeReport{})] {
        if (!report.waiter.empty()) {
            return tr("done: %1 was told").arg(namedOwner(report.waiter, namer()));
        }
        if (!report.listeners) {
            return tr("done: whoever listens was told");
        }
        return *report.listeners > 0 ? tr("done: %Ln client(s) were told", "", pluralCount(*report.listeners))
                                     : tr("nobody listens: there was nobody to be told");
    };
}

} // namespace lockscope::ui
