// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/force_expire_dialog.hpp"

#include "dialogs/duration_field.hpp"
#include "dialogs/renewal_words.hpp"
#include "panels/form_layout.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

namespace lockscope::ui {

ForceExpireDialog::ForceExpireDialog(Session& session, LockStatePtr lock, QWidget* parent)
    : DestructiveDialog(session, std::move(lock), parent)
    , m_duration(new DurationField(this))
{
    m_duration->setValue(std::chrono::ceil<std::chrono::seconds>(renewalWithin(latest())));
    keepTranslated(*m_duration, [this] { m_duration->setName(tr("Expires in")); });
    addRow(
        form(), [] { return tr("E&xpires in:"); }, m_duration);
    connect(m_duration, &DurationField::changed, this, [this] {
        showSentence();
        checkReady();
    });
    build([] { return tr("Force-expire"); }, [] { return tr("Force-expire"); }, QStringLiteral("expire"));
}

bool ForceExpireDialog::endsSooner() const
{
    const std::optional<milliseconds> left = latest().remaining(moment().now);
    return left && *left <= m_duration->value() && !session().isPaused(); // Renewals are not heard of while paused.
}

QString ForceExpireDialog::problem() const
{
    return !m_duration->problem().isEmpty() ? m_duration->problem()
         : endsSooner()                     ? tr("Choose less time than it has left.")
                                            : QString();
}

QString ForceExpireDialog::sentence() const
{
    if (endsSooner()) {
        return tr("%1, %2, ends sooner already: nothing to do. A living watchdog may renew it before that.",
                  "%1: name of the lock; %2: held by whom")
            .arg(shortText(lock()->name, 60), heldByText());
    }
    const QString facts = inARow({leftText(), waitersText(), renewedText(), otherStakesText()});
    const QString effect =
        lock()->type == LockType::read_write
            ? tr("Its key, and what is later of the deadlines of its readers, get this end; whoever waits is told to "
                 "look again.")
            : tr("Its key gets this end; whoever waits is told to look again.");
    return inARow({tr("Lets %1 expire in %4; it is %2. %3",
                      "%1: name of the lock; %2: held by whom; %3: sentence about the waiters; %4: duration")
                       .arg(shortText(lock()->name, 60), heldByText(), facts, durationText(m_duration->value())),
                   facts::readersCut(latest()), renewalText(m_duration->value(), renewalWithin(latest())), effect});
}

QString ForceExpireDialog::leftText() const
{
    const std::optional<milliseconds> left = latest().remaining(moment().now);
    return left ? tr("It has %1 left now.", "%1: duration").arg(durationText(*left))
                : tr("As it is, it never expires.");
}

Session::Ticket ForceExpireDialog::perform(const AdminRequest& request)
{
    return session().forceExpire(request, m_duration->value());
}

QString ForceExpireDialog::doneText(const AdminResult& result) const
{
    if (!result.state || !result.state->is_held()) {
        return tr("Done: its time is over already. Right after that nobody held it yet.");
    }
    const QString left = durationText(result.state->remaining(result.state->observed_at).value_or(milliseconds(0)));
    const milliseconds before = result.lease_before.value_or(milliseconds(-1));
    const QString difference =
        before.count() < 0
            ? tr("Done: it has %1 left; before, it never expired.", "%1: duration").arg(left)
            : tr("Done: it has %1 left; before, it had %2.", "durations").arg(left, durationText(before));
    return inARow({difference, facts::readersCut(*result.state)});
}

QString ForceExpireDialog::notDoneText(const AdminResult& result) const
{
    return result.lease_before
             ? tr("It ends sooner already: it has %1 left. Nothing was done.").arg(durationText(*result.lease_before))
             : QString();
}

} // namespace lockscope::ui
