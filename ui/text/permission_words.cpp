// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/permission_words.hpp"

#include "text/server_text.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lockscope::ui {
namespace {

/// The sentences of cost_of(), where the translators find them.
constexpr std::array kCosts{
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Nothing is found by scanning: only locks that change or that somebody waits for are seen."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "What changes or is waited for is not recognised as a lock before a scan finds it."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "How far a scan has come is not known."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "No lock can be read."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Only the holders and waiters that are read are counted."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Fair locks look like reentrant ones, and their waiters are not seen."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Fenced locks look like reentrant ones, and semaphores are not seen."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Values that are too large for a lock are read up to the limit of one reply."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Deadlines of waiters cannot be judged."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Parts of a picture may be of different moments."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Locks are not found by those who wait for them."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "How many clients wait is not known, and waiters are dead only after their deadline."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Clients whose messages stay within a shard are not heard, and not counted as waiting."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Locks are not found by those who wait for them within a shard."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Waiting for a lock is refused; trying once works."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "What was listened to is listened to until the connection ends."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Clients are known by their UUID only, without name and address."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Version, role and cost are not shown, and fewer risks of the settings."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Nobody's lock can be acted on."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "A release is refused, because nobody could be woken by it."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Locks cannot be released, only expired."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Locks can be released and woken for, but not expired, extended or held."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Only the locks of others can be acted on."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Only read-write locks can be ended."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Fair locks cannot be ended, and nobody can be evicted."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Dead waiters stay until their deadline, and nobody can be evicted."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Queues cannot be repaired."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "A force-release cannot be taken back."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "One reader of several cannot be removed."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "A permit of somebody else cannot be given back."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Locks whose names the user's key patterns leave out are not seen."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Locks whose names the user's key patterns leave out cannot be acted on."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Nothing can be traced; all else works without it."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Every ending that is no expiry counts as a release."),
    QT_TRANSLATE_NOOP(
        "lockscope::ui::PermissionCost",
        "News come from keyspace notifications if the server has them on; otherwise known locks are read in turn."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Whether a silent server still lives is asked in another way."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "The connections of this program have no name in the server's list."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Whether a server is a master is asked of INFO."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Whether somebody stands in a queue is known by the deadline alone."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost",
                      "Dead waiters are removed from a queue only after their deadline."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Locks of this type cannot be acquired."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "No lock can be acquired."),
    QT_TRANSLATE_NOOP("lockscope::ui::PermissionCost", "Some actions on locks are refused."),
};

} // namespace

QString permissionCost(const Permission& permission, Feature feature)
{
    const std::string_view english = cost_of(permission, feature);
    const auto found = std::find(kCosts.begin(), kCosts.end(), english);
    return found != kCosts.end() ? QCoreApplication::translate("lockscope::ui::PermissionCost", *found)
                                 : QString::fromUtf8(english.data(), static_cast<qsizetype>(english.size()));
}

QStringList untriedRules(const PermissionReport& permissions)
{
    QStringList rules;
    for (const Permission& permission : permissions.all) {
        const bool tellsOfOthers = permission.acl_rule.starts_with("+acl|");
        if (!permission.known && is_for_acting(permission.feature) && !tellsOfOthers) {
            rules.append(shortText(permission.acl_rule));
        }
    }
    return rules;
}

bool maySeeQueues(const PermissionReport& permissions)
{
    return std::none_of(permissions.all.begin(), permissions.all.end(), [](const Permission& permission) {
        const bool isForQueues = permission.what == "LRANGE" || permission.what == "%R~redisson_lock_queue:*";
        return isForQueues && permission.known && !permission.granted;
    });
}

bool mayLookForLocks(const PermissionReport& permissions)
{
    return permissions.all.empty() || (permissions.allows(Feature::find) && permissions.allows(Feature::read));
}

} // namespace lockscope::ui
