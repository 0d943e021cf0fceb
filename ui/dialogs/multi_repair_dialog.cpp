// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/multi_repair_dialog.hpp"

#include "dialogs/repair_queue_dialog.hpp"
#include "models/named_owner.hpp"
#include "text/words.hpp"

#include <set>
#include <string>
#include <utility>

namespace lockscope::ui {
namespace {

enum class Change { removed, leftOnce, strayRemoved, givenDeadline };

Change changeOf(QueueMend::What what)
{
    switch (what) {
    case QueueMend::What::duplicate: return Change::leftOnce;
    case QueueMend::What::stray: return Change::strayRemoved;
    case QueueMend::What::given_deadline: return Change::givenDeadline;
    case QueueMend::What::evicted:
    case QueueMend::What::without_deadline:
    case QueueMend::What::expired:
    case QueueMend::What::silent: break;
    }
    return Change::removed;
}

/// What happens to whom; a dead waiter whose time has run out since is removed as before.
std::set<std::pair<Change, std::string>> changesOf(const LockState& lock)
{
    std::set<std::pair<Change, std::string>> changes;
    for (const QueueMend& mend : plan_repair(lock)) {
        changes.emplace(changeOf(mend.what), mend.owner);
    }
    return changes;
}

} // namespace

MultiRepairDialog::MultiRepairDialog(Session& session, const std::vector<LockStatePtr>& locks, const QString& server,
                                     QWidget* parent)
    : MultiLockDialog(session, server, parent)
{
    build(
        locks, [] { return tr("Repair several queues"); }, QStringLiteral("repair"));
}

QString MultiRepairDialog::sentence(int count) const
{
    return inARow({tr("Repairs %Ln queue(s), one after the other.", "", count),
                   tr("Whoever is alive keeps its place. Each one is repaired only if it is still as it was read, and "
                      "if what happens is still what the list says.")});
}

QString MultiRepairDialog::verb(int count) const
{
    return tr("Repair %Ln", "button; %Ln: number of queues", count);
}

QString MultiRepairDialog::effectOn(const LockState& lock) const
{
    QStringList texts = RepairQueueDialog::mendTexts(plan_repair(lock), namer());
    if (queue_of(lock).front) {
        texts << RepairQueueDialog::frontText(lock);
    }
    return texts.join(QStringLiteral("; "));
}

std::vector<Session::Ticket> MultiRepairDialog::perform(const std::vector<Target>& targets)
{
    std::vector<RepairRequest> requests;
    for (const Target& target : targets) {
        RepairRequest one = repair_request(*target.latest);
        one.reason = target.reason;
        one.typed_name = target.typedName;
        requests.push_back(std::move(one));
    }
    return session().batch(std::move(requests));
}

Text MultiRepairDialog::doneText(const AdminResult& result) const
{
    return [this, work = result.queue.value_or(QueueWork{})] {
        const QString mended = RepairQueueDialog::mendTexts(work.mends, namer()).join(QStringLiteral("; "));
        if (mended.isEmpty()) {
            return tr("nothing done: there was nothing to repair any more");
        }
        return work.told.empty() ? tr("done: %1", "%1: what was mended").arg(mended)
                                 : tr("done: %1; %2 was told to try", "%1: what was mended; %2: waiter")
                                       .arg(mended, namedOwner(work.told, namer()));
    };
}

bool MultiRepairDialog::isAsSeen(const LockState& seen, const LockState& now) const
{
    return RepairQueueDialog::obstacleToRepair(now).isEmpty() && changesOf(seen) == changesOf(now);
}

QString MultiRepairDialog::changedText(const LockState* now) const
{
    return now == nullptr || plan_repair(*now).empty() ? tr("there is nothing to repair any more")
                                                       : tr("something else would be repaired now");
}

bool MultiRepairDialog::mayBeAskedAgain(const LockState& seen, const AdminResult& result) const
{
    return result.outcome == AdminResult::Outcome::changed && result.state && isAsSeen(seen, *result.state);
}

QString MultiRepairDialog::askedAgainText(int count) const
{
    return tr("In %Ln queue(s) somebody came or went in that moment. Nothing was done to them. Confirm again to repair "
              "them as they are now.",
              nullptr, count);
}

QString MultiRepairDialog::askedAgainText() const
{
    return tr("nothing done: somebody came or went; confirm again");
}

} // namespace lockscope::ui
