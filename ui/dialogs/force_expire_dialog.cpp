// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/force_expire_dialog.hpp"

#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QDoubleSpinBox>
#include <QFormLayout>

#include <cmath>

namespace lockscope::ui {
namespace {

constexpr double kShortest = 0.1;
constexpr double kLongest = 86'400;
constexpr double kFirst = 5;

} // namespace

ForceExpireDialog::ForceExpireDialog(Session& session, LockStatePtr lock, QWidget* parent)
    : DestructiveDialog(session, std::move(lock), parent)
    , m_seconds(new QDoubleSpinBox(this))
{
    m_seconds->setDecimals(1);
    m_seconds->setRange(kShortest, kLongest);
    m_seconds->setValue(kFirst);
    keepTranslated(*m_seconds, [this] { m_seconds->setSuffix(tr(" s", "seconds")); });
    addRow(
        form(), [] { return tr("Expires in:"); }, m_seconds);
    connect(m_seconds, &QDoubleSpinBox::valueChanged, this, &ForceExpireDialog::showSentence);
    build([] { return tr("Force-expire"); }, [] { return tr("Force-expire"); }, QStringLiteral("expire"));
}

milliseconds ForceExpireDialog::chosen() const
{
    return milliseconds(std::llround(m_seconds->value() * 1000.0));
}

QString ForceExpireDialog::sentence() const
{
    return tr("Lets %1 expire in %4; it is %2. %3 A living watchdog will renew it before that; if the holder does not "
              "renew it and is still working then, two will work at once.",
              "%1: name of the lock; %2: held by whom; %3: sentence about the waiters; %4: duration")
        .arg(shortText(lock()->name, 60), heldByText(), waitersText(), durationText(chosen()));
}

Session::Ticket ForceExpireDialog::perform(const AdminRequest& request)
{
    return session().forceExpire(request, chosen());
}

} // namespace lockscope::ui
