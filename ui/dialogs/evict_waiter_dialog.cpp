// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/evict_waiter_dialog.hpp"

#include "models/lock_facts.hpp"
#include "models/named_owner.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "text/wrapping_check_box.hpp"

#include "lockscope/queue_repair.hpp"

#include <QFormLayout>
#include <QLocale>

#include <algorithm>
#include <vector>

namespace lockscope::ui {
namespace {

const Waiter* waiterOf(const LockState& state, const std::string& owner)
{
    const auto found = std::find_if(state.waiters.begin(), state.waiters.end(),
                                    [&](const Waiter& waiter) { return waiter.owner == owner; });
    return found == state.waiters.end() ? nullptr : &*found;
}

QString number(std::size_t value)
{
    return QLocale().toString(static_cast<qulonglong>(value));
}

} // namespace

EvictWaiterDialog::EvictWaiterDialog(Session& session, LockStatePtr lock, std::string owner, QWidget* parent)
    : DestructiveDialog(session, std::move(lock), parent)
    , m_owner(std::move(owner))
{
    if (const Waiter* seen = waiter(); seen == nullptr || seen->subscribed != false) {
        m_alsoAlive = new WrappingCheckBox(this);
        keepTranslated(*m_alsoAlive, [this] { nameBox(); });
        connect(&session, &Session::batchArrived, m_alsoAlive, [this] { nameBox(); });
        form().addRow(QString(), m_alsoAlive);
        connect(m_alsoAlive, &QCheckBox::toggled, this, &EvictWaiterDialog::checkReady);
    }
    build([] { return tr("Evict waiter"); }, [] { return tr("Evict"); }, QStringLiteral("evict"));
}

void EvictWaiterDialog::nameBox()
{
    const Waiter* seen = waiter();
    m_alsoAlive->setText(seen != nullptr && seen->subscribed == true ? tr("&Evict it although its client listens")
                                                                     : tr("&Evict it although it may be alive"));
}

const Waiter* EvictWaiterDialog::waiter() const
{
    return waiterOf(latest(), m_owner);
}

QString EvictWaiterDialog::livenessText() const
{
    const Waiter* seen = waiter();
    if (seen == nullptr || !seen->subscribed) {
        return tr("Whether its client is alive cannot be asked.");
    }
    return *seen->subscribed ? tr("Its client is connected and listens for its turn. At its next try it will "
                                  "queue again, at the end.")
                             : tr("No client listens for it: it has probably died.");
}

QString EvictWaiterDialog::effectText() const
{
    const Waiter* seen = waiter();
    const std::vector<Waiter>& queue = latest().waiters;
    const bool first = seen == queue.data();
    const auto next = std::find_if(queue.begin(), queue.end(),
                                   [&](const Waiter& each) { return each.owner != m_owner && !is_dead(each); });
    if (const Waiter* dead = first ? deadInFront(latest(), m_owner) : nullptr) {
        return tr("First is then %1, which is dead, too: nobody gets the lock before its time is over. Repair queue "
                  "removes all that are dead.")
            .arg(namedOwner(dead->owner, namer()));
    }
    if (!first || next == queue.end()) {
        return tr("The others keep their order.");
    }
    const QString who = namedOwner(next->owner, namer());
    return latest().is_held()
             ? tr("Next is then %1; the others keep their order.").arg(who)
             : tr("The lock is free: %1 is told to take it at once. The others keep their order.").arg(who);
}

QString EvictWaiterDialog::sentence() const
{
    const Waiter* seen = waiter();
    if (seen == nullptr) {
        return tr("%1 is not in the queue.").arg(namedOwner(m_owner, namer()));
    }
    const std::vector<Waiter>& queue = latest().waiters;
    const auto place = static_cast<std::size_t>(seen - queue.data()) + 1;
    const QString what = tr("Removes %1, place %2 of %3, from the queue of %4, %5. %6 %7",
                            "%1: waiter; %4: name of the lock; %5: held by whom; %6, %7: sentences")
                             .arg(namedOwner(m_owner, namer()), number(place),
                                  number(std::max<std::size_t>(latest().waiters_total, queue.size())),
                                  shortText(lock()->name, 60), heldByText(), livenessText(), effectText());
    return inARow(
        {what, tr("Its entry and its deadline are deleted, and the deadlines behind it come nearer by what it "
                  "had added to them.")});
}

Session::Ticket EvictWaiterDialog::perform(const AdminRequest& request)
{
    EvictRequest evict;
    evict.lock = request.lock;
    evict.owner = m_owner;
    evict.reason = request.reason;
    evict.typed_name = request.typed_name;
    // The deadline is not compared: it moves whenever somebody in front gets the lock, and the waiter is the same.
    if (m_alsoAlive != nullptr && m_alsoAlive->isChecked()) {
        evict.liveness = EvictRequest::Liveness::may_be_alive;
    }
    return session().evictWaiter(std::move(evict));
}

bool EvictWaiterDialog::isAsSeen(const LockState& now) const
{
    const Waiter* then = waiterOf(*lock(), m_owner);
    const Waiter* still = waiterOf(now, m_owner);
    // Under its own name nobody listens for a mapped one, however alive it is.
    return still != nullptr && then != nullptr && !is_mapped(now)
        && !(then->subscribed == false && still->subscribed == true);
}

QString EvictWaiterDialog::changedText(const LockState* now) const
{
    const Waiter* still = now != nullptr ? waiterOf(*now, m_owner) : nullptr;
    if (still == nullptr) {
        return tr("The waiter is no longer in the queue.");
    }
    if (is_mapped(*now)) {
        return tr("Its clients have a NameMapper: whether they live cannot be seen here.");
    }
    return still->subscribed == true ? tr("Its client is connected and listens for its turn.")
                                     : tr("The waiter is in the queue, but not as it was seen.");
}

QString EvictWaiterDialog::problem() const
{
    if (m_alsoAlive == nullptr || m_alsoAlive->isChecked()) {
        return {};
    }
    const Waiter* seen = waiter();
    return seen != nullptr && seen->subscribed == true ? tr("Tick the box: its client listens.")
                                                       : tr("Tick the box: it is not known to be dead.");
}

QString EvictWaiterDialog::doneText(const AdminResult& result) const
{
    const QueueWork work = result.queue.value_or(QueueWork{});
    const QString who = namedOwner(m_owner, namer());
    const QString text = work.was_alive == true
                           ? tr("Done: %1 is no longer in the queue. Its client listened.").arg(who)
                           : tr("Done: %1 is no longer in the queue.").arg(who);
    const QString told = work.told.empty() ? QString() : tr("%1 was told to try.").arg(namedOwner(work.told, namer()));
    const QString left = result.state ? facts::waiters(*result.state, namer()) : QString();
    return inARow({text, told, left});
}

} // namespace lockscope::ui
