// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/acquire_outlook.hpp"

#include "dialogs/standstill.hpp"
#include "session/session.hpp"
#include "text/error_words.hpp"
#include "text/server_text.hpp"
#include "text/shown_text.hpp"
#include "text/words.hpp"
#include "text/wrapped_label.hpp"
#include "theme/text_color.hpp"

#include <QLabel>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::ui {
namespace {

using Gravity = AcquireEffect::Gravity;

/// What is older is not of now, whatever the reason.
constexpr std::chrono::seconds kFresh{5};

} // namespace

AcquireOutlook::AcquireOutlook(Session& session, NameWatch::Known known, QWidget* dialog)
    : QObject(dialog)
    , m_session(session)
    , m_watch(new NameWatch(session, std::move(known), this))
    , m_present(plainLabel({}, dialog))
    , m_standstill(standstillLabel(dialog))
    , m_effect(plainLabel({}, dialog))
{
    for (QLabel* label : {m_present, m_effect}) {
        label->setWordWrap(true);
        label->hide();
    }
    m_present->setAlignment(Qt::AlignLeading | Qt::AlignTop);
    m_standstill->setAlignment(Qt::AlignLeading | Qt::AlignTop);
}

const LockState* AcquireOutlook::lock() const
{
    return look() != nullptr && look()->lock ? &*look()->lock : nullptr;
}

bool AcquireOutlook::isInReach() const
{
    return ui::isInReach(m_session, lock());
}

void AcquireOutlook::show(const std::optional<AcquirePlan>& plan)
{
    const AcquireEffect effect = plan ? effectOf(*plan, look(), moment()) : AcquireEffect{};
    colorText(*m_effect, effect.gravity == Gravity::hopeless   ? &Theme::danger
                         : effect.gravity == Gravity::doubtful ? &Theme::warning
                                                               : &Theme::text);
    showText(*m_effect, effect.text);
    for (QLabel* above : {m_present, m_standstill}) {
        keepTakenRoom(*above); // somebody may be aiming at a field below them
    }
    showText(*m_present, plan ? seenText() : QString());
    const QString standstill = plan ? standstillText() : QString();
    m_standstill->setText(standstill);
    if (!standstill.isEmpty()) {
        m_standstill->show(); // and not hidden again: a form gives no room to what is hidden
    }
}

Moment AcquireOutlook::moment() const
{
    const Moment shown = m_session.shownTime().now();
    const Moment at = look() != nullptr && look()->at > shown.now ? ShownTime::present() : shown;
    return lock() != nullptr ? lock()->known_at(at) : at;
}

QString AcquireOutlook::seenText() const
{
    if (look() != nullptr) {
        return presentText(*look(), moment(), m_namer);
    }
    return m_watch->error().isEmpty()
             ? tr("How it is now is not known yet.")
             : withDetail(tr("How it is now could not be read."), m_watch->error().toStdString());
}

QString AcquireOutlook::standstillText() const
{
    if (!isInReach()) {
        return ui::standstillText(m_session, lock());
    }
    const std::optional<Moment>& standstill = m_session.shownTime().standstill();
    const QString seen =
        look() == nullptr ? QString() : seenAtText(standstill ? std::max(look()->at, standstill->now) : look()->at);
    if (m_session.isPaused()) {
        return inARow({tr("Paused: this is what was seen last, and may be otherwise now."), seen});
    }
    if (m_session.status().source == NewsSource::polling) {
        return inARow({tr("This server sends no news: it is asked again and again."), seen});
    }
    const bool isOld = look() != nullptr && ShownTime::present().now - look()->at > kFresh;
    return isOld && m_watch->isAnswered() ? seen : QString();
}

} // namespace lockscope::ui
