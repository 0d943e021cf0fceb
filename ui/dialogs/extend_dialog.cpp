// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/extend_dialog.hpp"

#include "dialogs/duration_field.hpp"
#include "dialogs/renewal_words.hpp"
#include "panels/form_layout.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

namespace lockscope::ui {
namespace {

SystemTime endOf(milliseconds left)
{
    return std::chrono::system_clock::now() + left;
}

} // namespace

ExtendDialog::ExtendDialog(Session& session, LockStatePtr lock, QWidget* parent)
    : DestructiveDialog(session, std::move(lock), parent)
    , m_duration(new DurationField(this))
{
    m_duration->setValue(extensionFor(left()));
    keepTranslated(*m_duration, [this] { m_duration->setName(tr("Left from now")); });
    addRow(
        form(), [] { return tr("&Left from now:"); }, m_duration);
    connect(m_duration, &DurationField::changed, this, [this] {
        showSentence();
        checkReady();
    });
    build([] { return tr("Extend the lease"); }, [] { return tr("Extend"); }, QStringLiteral("extend"));
}

milliseconds ExtendDialog::left() const
{
    return latest().remaining(moment().now).value_or(milliseconds(0));
}

QString ExtendDialog::sentence() const
{
    const milliseconds chosen = m_duration->value();
    if (left() >= chosen || !m_duration->problem().isEmpty()) {
        return tr("%1, %2, has %3 left already. Extending never shortens; choose more.",
                  "%1: name of the lock; %2: held by whom; %3: duration")
            .arg(shortText(lock()->name, 60), heldByText(), durationText(left()));
    }
    QStringList text{tr("Lets %1 live for %4 instead of %3, until %5; it is %2.",
                        "%1: name of the lock; %2: held by whom; %3, %4: durations; %5: time of day")
                         .arg(shortText(lock()->name, 60), heldByText(), durationText(left()), durationText(chosen),
                              timeOfDayText(endOf(chosen)))};
    if (lock()->type == LockType::read_write) {
        text << tr("Deadlines of its readers that would end before are moved with it.");
    }
    text
        << waitersText() << otherStakesText()
        << tr("This keeps others out for longer. The holder is not told: with a fixed lease it still believes in its old "
              "end and may let go then; a living watchdog may set its own lease again when it renews.");
    return inARow(text);
}

Session::Ticket ExtendDialog::perform(const AdminRequest& request)
{
    m_asked = m_duration->value();
    m_end = endOf(m_asked);
    return session().extend(request, m_asked);
}

QString ExtendDialog::problem() const
{
    return !m_duration->problem().isEmpty() ? m_duration->problem()
         : left() < m_duration->value()     ? QString()
                                            : tr("Choose more time than it has left.");
}

QString ExtendDialog::doneText(const AdminResult& result) const
{
    const milliseconds before = result.lease_before.value_or(milliseconds(0));
    if (before >= m_asked) {
        return tr("Done: deadlines of readers were moved; the lock itself had %1 left already.")
            .arg(durationText(before));
    }
    return tr("Done: the time left is now %1, until %2; it was %3.", "%1, %3: durations; %2: time of day")
        .arg(durationText(m_asked), timeOfDayText(m_end), durationText(before));
}

QString ExtendDialog::notDoneText(const AdminResult& result) const
{
    if (!result.lease_before) {
        return {};
    }
    return result.lease_before->count() < 0 ? tr("The lock never expires. Nothing was done.")
                                            : tr("It has %1 left already; extending never shortens. Nothing was done.")
                                                  .arg(durationText(*result.lease_before));
}

} // namespace lockscope::ui
