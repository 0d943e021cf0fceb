// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/repair_queue_dialog.hpp"

#include "models/named_owner.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <algorithm>

namespace lockscope::ui {
namespace {

using What = QueueMend::What;

/// Names in a line at most; the audit log has the queue.
constexpr int kMostNames = 3;

struct Mends
{
    int count = 0;
    QStringList names;
};

Mends mendsOf(const std::vector<QueueMend>& mends, What what, const ClientNamer& namer)
{
    Mends found;
    for (const QueueMend& mend : mends) {
        if (mend.what != what) {
            continue;
        }
        if (++found.count <= kMostNames) {
            found.names << namedOwner(mend.owner, namer);
        }
    }
    if (found.count > kMostNames) {
        found.names << RepairQueueDialog::tr("%Ln more", "waiters", found.count - kMostNames);
    }
    return found;
}

QString lineOf(What what, int count)
{
    switch (what) {
    case What::silent: return RepairQueueDialog::tr("%Ln waiter(s) removed, dead", nullptr, count);
    case What::expired: return RepairQueueDialog::tr("%Ln waiter(s) removed, too late", nullptr, count);
    case What::without_deadline:
        return RepairQueueDialog::tr("%Ln waiter(s) removed, dead and without deadline", nullptr, count);
    case What::duplicate: return RepairQueueDialog::tr("%Ln waiter(s) left with one entry", nullptr, count);
    case What::stray: return RepairQueueDialog::tr("%Ln deadline(s) of nobody removed", nullptr, count);
    case What::given_deadline: return RepairQueueDialog::tr("%Ln living waiter(s) given a deadline", nullptr, count);
    case What::evicted: break;
    }
    return {};
}

QString asList(const QStringList& texts)
{
    QString list;
    for (const QString& text : texts) {
        list += QStringLiteral("\n  • ") + text;
    }
    return list;
}

} // namespace

QString RepairQueueDialog::frontText(const LockState& lock)
{
    return tr("Only the first %Ln of its waiters are looked at; repair it once more for those behind.", nullptr,
              pluralCount(lock.waiters.size()));
}

QStringList RepairQueueDialog::mendTexts(const std::vector<QueueMend>& mends, const ClientNamer& namer)
{
    QStringList texts;
    for (const What what :
         {What::silent, What::expired, What::without_deadline, What::duplicate, What::stray, What::given_deadline}) {
        const Mends found = mendsOf(mends, what, namer);
        if (found.count > 0) {
            texts << tr("%1: %2", "%1: what is mended; %2: waiters")
                         .arg(lineOf(what, found.count), namesText(found.names));
        }
    }
    return texts;
}

QString RepairQueueDialog::obstacleToRepair(const LockState& lock)
{
    if (!lock.queue_known) {
        return tr("This user may not read its queue.");
    }
    if (lock.type != LockType::fair) {
        return tr("Only fair locks have a queue.");
    }
    if (is_mapped(lock)) {
        return tr("Its clients have a NameMapper: whether they live cannot be seen here.");
    }
    const QueueView queue = queue_of(lock);
    if (queue.cut) {
        return tr("An entry of the queue is longer than what is read of it.");
    }
    if (why_not_compared(queue)) {
        return tr("The deadlines of the queue could not be read.");
    }
    if (!plan_repair(lock).empty()) {
        return {};
    }
    return queue.front ? tr("Nothing is wrong with the first %Ln of the queue; those behind are not looked at.",
                            nullptr, pluralCount(lock.waiters.size()))
                       : tr("Nothing is wrong with the queue.");
}

RepairQueueDialog::RepairQueueDialog(Session& session, LockStatePtr lock, QWidget* parent)
    : DestructiveDialog(session, std::move(lock), parent)
    , m_seen(queue_of(*this->lock()))
    , m_plan(plan_repair(*this->lock()))
{
    build([] { return tr("Repair queue"); }, [] { return tr("Repair"); }, QStringLiteral("repair"));
}

QString RepairQueueDialog::sentence() const
{
    QString text =
        tr("Repairs the queue of %1, %2. Whoever is alive keeps its place.", "%1: name of the lock; %2: held by whom")
            .arg(shortText(lock()->name, 60), heldByText());
    if (m_seen.front) {
        text += QLatin1Char('\n') + frontText(*lock());
    }
    return text + QLatin1Char('\n') + tr("What will be done:") + asList(mendTexts(m_plan, namer()));
}

Session::Ticket RepairQueueDialog::perform(const AdminRequest& request)
{
    RepairRequest repair = repair_request(*lock());
    repair.reason = request.reason;
    repair.typed_name = request.typed_name;
    return session().repairQueue(std::move(repair));
}

bool RepairQueueDialog::isAsSeen(const LockState& now) const
{
    return queue_of(now) == m_seen && !is_mapped(now);
}

QString RepairQueueDialog::changedText(const LockState* now) const
{
    if (now != nullptr && is_mapped(*now)) {
        return tr("Its clients have a NameMapper: whether they live cannot be seen here.");
    }
    if (now == nullptr || plan_repair(*now).empty()) {
        return tr("There is nothing to repair in its queue now.");
    }
    return tr("Its queue is another one now; close this and look again.");
}

QString RepairQueueDialog::doneText(const AdminResult& result) const
{
    const QueueWork work = result.queue.value_or(QueueWork{});
    if (work.mends.empty()) {
        return tr("There was nothing to repair any more.");
    }
    QString text = tr("Done:") + asList(mendTexts(work.mends, namer()));
    if (!work.told.empty()) {
        text += QLatin1Char('\n') + tr("%1 was told to try.").arg(namedOwner(work.told, namer()));
    }
    if (result.state && !plan_repair(*result.state).empty()) {
        text += QLatin1Char('\n') + tr("There is more to repair behind them: repair it once more.");
    }
    return text;
}

} // namespace lockscope::ui
