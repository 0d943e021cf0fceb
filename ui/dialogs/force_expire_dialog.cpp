// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/force_expire_dialog.hpp"

#include "dialogs/renewal_words.hpp"
#include "panels/form_layout.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QDoubleSpinBox>

#include <cmath>

namespace lockscope::ui {
namespace {

constexpr double kShortest = 0.1;
constexpr double kLongest = 86'400;

} // namespace

ForceExpireDialog::ForceExpireDialog(Session& session, LockStatePtr lock, QWidget* parent)
    : DestructiveDialog(session, std::move(lock), parent)
    , m_seconds(new QDoubleSpinBox(this))
{
    m_seconds->setDecimals(1);
    m_seconds->setRange(kShortest, kLongest);
    m_seconds->setValue(std::ceil(static_cast<double>(renewalWithin(latest()).count()) / 1000));
    keepTranslated(*m_seconds, [this] { m_seconds->setSuffix(tr(" s", "seconds")); });
    addRow(
        form(), [] { return tr("E&xpires in:"); }, m_seconds);
    connect(m_seconds, &QDoubleSpinBox::valueChanged, this, [this] {
        showSentence();
        checkReady();
    });
    build([] { return tr("Force-expire"); }, [] { return tr("Force-expire"); }, QStringLiteral("expire"));
}

milliseconds ForceExpireDialog::chosen() const
{
    return milliseconds(std::llround(m_seconds->value() * 1000.0));
}

bool ForceExpireDialog::endsSooner() const
{
    const std::optional<milliseconds> left = latest().remaining(moment().now);
    return left && *left <= chosen() && !session().isPaused(); // Renewals are not heard of while paused.
}

QString ForceExpireDialog::problem() const
{
    return endsSooner() ? tr("Choose less time than it has left.") : QString();
}

QString ForceExpireDialog::sentence() const
{
    if (endsSooner()) {
        return tr("%1, %2, ends sooner already: nothing to do. A living watchdog may renew it before that.",
                  "%1: name of the lock; %2: held by whom")
            .arg(shortText(lock()->name, 60), heldByText());
    }
    const QString facts = inARow({leftText(), waitersText(), renewedText()});
    const QString effect =
        lock()->type == LockType::read_write
            ? tr("Its key, and what is later of the deadlines of its readers, get this end; whoever waits is told to "
                 "look again.")
            : tr("Its key gets this end; whoever waits is told to look again.");
    return inARow({tr("Lets %1 expire in %4; it is %2. %3",
                      "%1: name of the lock; %2: held by whom; %3: sentence about the waiters; %4: duration")
                       .arg(shortText(lock()->name, 60), heldByText(), facts, durationText(chosen())),
                   renewalText(chosen(), renewalWithin(latest())), effect});
}

QString ForceExpireDialog::leftText() const
{
    const std::optional<milliseconds> left = latest().remaining(moment().now);
    return left ? tr("It has %1 left now.", "%1: duration").arg(durationText(*left))
                : tr("As it is, it never expires.");
}

Session::Ticket ForceExpireDialog::perform(const AdminRequest& request)
{
    return session().forceExpire(request, chosen());
}

QString ForceExpireDialog::doneText(const AdminResult& result) const
{
    if (!result.state || !result.state->is_held()) {
        return tr("Done: its time is over already; nobody holds it now.");
    }
    const QString left = durationText(result.state->remaining(result.state->observed_at).value_or(milliseconds(0)));
    const milliseconds before = result.lease_before.value_or(milliseconds(-1));
    return before.count() < 0
             ? tr("Done: it has %1 left; before, it never expired.", "%1: duration").arg(left)
             : tr("Done: it has %1 left; before, it had %2.", "durations").arg(left, durationText(before));
}

QString ForceExpireDialog::notDoneText(const AdminResult& result) const
{
    return result.lease_before
             ? tr("It ends sooner already: it has %1 left. Nothing was done.").arg(durationText(*result.lease_before))
             : QString();
}

} // namespace lockscope::ui
