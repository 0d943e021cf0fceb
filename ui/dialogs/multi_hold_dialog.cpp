// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/multi_hold_dialog.hpp"

#include "dialogs/duration_field.hpp"
#include "dialogs/hold_facts.hpp"
#include "dialogs/renewal_words.hpp"
#include "dialogs/standstill.hpp"
#include "models/lock_facts.hpp"
#include "models/named_owner.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::ui {
namespace {

QString iconOf(BatchRequest::What what)
{
    switch (what) {
    case BatchRequest::What::force_release: return QStringLiteral("release");
    case BatchRequest::What::force_expire: return QStringLiteral("expire");
    case BatchRequest::What::extend: break;
    }
    return QStringLiteral("extend");
}

} // namespace

MultiHoldDialog::MultiHoldDialog(Session& session, What what, const std::vector<LockStatePtr>& locks,
                                 const QString& server, QWidget* parent)
    : MultiLockDialog(session, server, parent)
    , m_what(what)
{
    milliseconds longest{0};
    for (const LockStatePtr& lock : locks) {
        m_renewalWithin = std::max(m_renewalWithin, renewalWithin(*lock));
        const SteadyTime now = momentFor(session, *lock).now;
        longest = std::max(longest, lock->remaining(now).value_or(milliseconds(0)));
    }
    if (what != What::force_release) {
        const bool extends = what == What::extend;
        m_duration = new DurationField(this);
        m_duration->setValue(extends ? extensionFor(longest)
                                     : std::chrono::ceil<std::chrono::seconds>(m_renewalWithin));
        addRow([extends] { return extends ? tr("&Left from now:") : tr("E&xpires in:"); }, m_duration);
        keepTranslated(*m_duration,
                       [this, extends] { m_duration->setName(extends ? tr("Left from now") : tr("Expires in")); });
        connect(m_duration, &DurationField::changed, this, [this] {
            showEffects();
            checkReady();
        });
    }
    build(
        locks, [what] { return titleOf(what); }, iconOf(what));
}

QString MultiHoldDialog::effectOn(const LockState& lock) const
{
    const SteadyTime now = momentFor(session(), lock).now;
    switch (m_what) {
    case What::force_release:
        return tr("released. %1", "%1: sentence about the waiters")
            .arg(inARow({facts::waiters(lock, namer()), facts::ghosts(lock), facts::lateReaders(lock),
                         facts::renewal(lock, now)}));
    case What::force_expire:
        if (isNothingToDo(lock)) {
            return tr("nothing: it ends sooner already");
        }
        return tr("expires in %1. %2", "%1: duration; %2: sentence about the waiters")
            .arg(durationText(m_duration->value()),
                 inARow({facts::readersCut(lock), facts::waiters(lock, namer()), facts::renewal(lock, now)}));
    case What::extend: break;
    }
    return extensionOf(lock, now);
}

bool MultiHoldDialog::isNothingToDo(const LockState& lock) const
{
    const std::optional<milliseconds> left = lock.remaining(momentFor(session(), lock).now);
    switch (m_what) {
    case What::force_release: return false;
    case What::force_expire: return left && *left <= m_duration->value();
    case What::extend: break;
    }
    return lock.ttl.count() == -1 || left.value_or(milliseconds(0)) >= m_duration->value();
}

QString MultiHoldDialog::problem() const
{
    return m_duration == nullptr ? QString() : m_duration->problem();
}

QString MultiHoldDialog::extensionOf(const LockState& lock, SteadyTime now) const
{
    if (lock.ttl.count() == -1) {
        return tr("nothing: it never expires");
    }
    const milliseconds left = lock.remaining(now).value_or(milliseconds(0));
    return isNothingToDo(lock)
             ? tr("nothing: it has %1 left already").arg(durationText(left))
             : tr("%1 left instead of %2", "durations").arg(durationText(m_duration->value()), durationText(left));
}

std::vector<Session::Ticket> MultiHoldDialog::perform(const std::vector<Target>& targets)
{
    BatchRequest request;
    request.what = m_what;
    request.ttl = m_asked = m_duration ? m_duration->value() : milliseconds(0);
    for (const Target& target : targets) {
        AdminRequest one = admin_request(*target.latest); // the dead waiters that the list promises to remove
        one.expected = expectation_of(*target.seen);
        one.reason = target.reason;
        one.typed_name = target.typedName;
        request.locks.push_back(std::move(one));
    }
    return session().batch(std::move(request));
}

Text MultiHoldDialog::doneText(const AdminResult& result) const
{
    switch (m_what) {
    case What::force_release: return [this, result] { return releasedText(result); };
    case What::force_expire: return [asked = m_asked] { return tr("done: it expires in %1").arg(durationText(asked)); };
    case What::extend: break;
    }
    return [asked = m_asked] { return tr("done: %1 left").arg(durationText(asked)); };
}

QString MultiHoldDialog::releasedText(const AdminResult& result) const
{
    if (!result.no_undo.empty()) {
        return tr("done: released; it cannot be taken back");
    }
    return result.state && result.state->is_held()
             ? tr("done: released; now held by %1").arg(namedHolders(*result.state, namer()))
             : tr("done: released");
}

QString MultiHoldDialog::notDoneText(const AdminResult& result) const
{
    if (result.lease_before) {
        return m_what == What::extend ? tr("nothing done: it has more left already")
                                      : tr("nothing done: it ends sooner already");
    }
    return result.renewed ? tr("nothing done: renewed, or taken anew, in this moment")
                          : MultiLockDialog::notDoneText(result);
}

QString MultiHoldDialog::sentence(int count) const
{
    switch (m_what) {
    case What::force_release: return inARow({tr("Releases %Ln lock(s), one after the other.", "", count), warning()});
    case What::force_expire: return inARow({tr("Lets %Ln lock(s) expire.", "", count), warning()});
    case What::extend: break;
    }
    return inARow({tr("Extends the leases of %Ln lock(s).", "", count), warning()});
}

QString MultiHoldDialog::warning() const
{
    switch (m_what) {
    case What::force_release:
        return tr(
            "Each one is released only if it is still held as the list says. Where a holder is still working, two "
            "will work at once.");
    case What::force_expire:
        return inARow({tr("Each one is expired only if it is still held as the list says."),
                       renewalText(m_duration->value(), m_renewalWithin)});
    case What::extend: break;
    }
    return tr("Each one is extended only if it is still held as the list says. Who waits may wait for longer; a living "
              "watchdog may set its own, shorter lease again.");
}

QString MultiHoldDialog::titleOf(What what)
{
    switch (what) {
    case What::force_release: return tr("Force-release several locks");
    case What::force_expire: return tr("Force-expire several locks");
    case What::extend: break;
    }
    return tr("Extend several leases");
}

QString MultiHoldDialog::verb(int count) const
{
    switch (m_what) {
    case What::force_release: return tr("Force-release %Ln", "button; %Ln: number of locks", count);
    case What::force_expire: return tr("Force-expire %Ln", "button; %Ln: number of locks", count);
    case What::extend: break;
    }
    return tr("Extend %Ln", "button; %Ln: number of locks", count);
}

} // namespace lockscope::ui
