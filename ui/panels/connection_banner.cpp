// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/connection_banner.hpp"

#include "text/error_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include "lockscope/error.hpp"

#include <QAction>
#include <QEvent>
#include <QLabel>

#include <algorithm>
#include <chrono>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kTick{200};
constexpr qsizetype kMostNames = 4;
constexpr int kNameChars = 60;

/// There is a connection, and whatever is asked over it is refused.
bool isRefusal(Errc code)
{
    return code == Errc::loading || code == Errc::busy || code == Errc::master_down;
}

/// As many as there is room for.
QString someText(QStringList names)
{
    if (names.size() > kMostNames) {
        names.resize(kMostNames);
        names << QStringLiteral("…");
    }
    return namesText(names);
}

} // namespace

bool wasNeverRead(const MonitorStatus& status)
{
    return status.link == MonitorStatus::Link::lost && status.scan_rounds == 0 && status.scan_fraction <= 0
        && status.counts.locks == 0;
}

ConnectionBanner::ConnectionBanner(QWidget* parent)
    : NoticeBar(parent)
    , m_next(plainLabel({}, this))
    , m_password(new QAction(icon(QStringLiteral("connect")), {}, this))
    , m_resume(new QAction(icon(QStringLiteral("resume")), {}, this))
{
    addControl(m_next);
    addButton(m_password);
    addButton(m_resume);
    m_timer.setInterval(kTick);
    connect(&m_timer, &QTimer::timeout, this, &ConnectionBanner::showText);
    connect(m_resume, &QAction::triggered, this, &ConnectionBanner::resumeRequested);
    connect(m_password, &QAction::triggered, this, &ConnectionBanner::passwordRequested);
    showText();
    hide();
}

void ConnectionBanner::setStatus(const MonitorStatus& status, const std::optional<Moment>& standstill)
{
    m_status = status;
    m_standstill = standstill;
    const bool isShown = m_standstill || isPartlyLost();
    if (isShown != m_timer.isActive()) {
        isShown ? m_timer.start() : m_timer.stop();
    }
    setVisible(isShown);
    showText();
    update(); // the colour may be another one
}

/// All of it. That it is paused as well matters less then.
bool ConnectionBanner::isLost() const
{
    return m_standstill && (m_status.link == MonitorStatus::Link::lost || !m_status.paused);
}

bool ConnectionBanner::isPartlyLost() const
{
    return !m_status.unreachable.empty() && !isLost();
}

void ConnectionBanner::showText()
{
    const QString reason = m_status.link_error.empty() ? QString() : errorText(m_status.link_code, m_status.link_error);
    text().setText(inARow({standstillText(), partText(), reason, silentMastersText()}));
    m_next->setText(nextTryText());
    m_password->setText(tr("&Enter password…"));
    m_password->setIconText(m_password->text()); // with its letter
    m_password->setToolTip(tr("Go on with another password; nothing that is shown or held is given up"));
    m_password->setVisible(wantsPassword());
    m_resume->setText(tr("Resume"));
    m_resume->setToolTip(tr("Read from the server again"));
    m_resume->setVisible(m_status.paused);
}

bool ConnectionBanner::wantsPassword() const
{
    return m_status.link_code == Errc::authentication && !m_status.has_ended && (isLost() || isPartlyLost());
}

QString ConnectionBanner::standstillText() const
{
    if (!m_standstill) {
        return {};
    }
    if (wasNeverRead(m_status)) {
        return tr("Nothing could be read from the server yet.");
    }
    const auto age = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - m_standstill->now);
    if (!isLost()) {
        return tr("Paused: what you see is %1 old.").arg(durationText(age));
    }
    return isRefusal(m_status.link_code) ? tr("Nothing can be read now; what you see is %1 old.").arg(durationText(age))
                                         : tr("The connection is lost; what you see is %1 old.").arg(durationText(age));
}

QString ConnectionBanner::silentMastersText() const
{
    if (!isLost() || !isRefusal(m_status.link_code)) {
        return {};
    }
    QStringList names;
    for (const UnreachableMaster& master : m_status.unreachable) {
        if (!isRefusal(master.code)) {
            names << shortText(master.address, kNameChars);
        }
    }
    return names.isEmpty() ? QString() : tr("No answer from: %1.", "addresses of servers").arg(someText(names));
}

QString ConnectionBanner::partText() const
{
    if (!isPartlyLost()) {
        return {};
    }
    const auto earliest = std::min_element(m_status.unreachable.begin(), m_status.unreachable.end(),
                                           [](const auto& one, const auto& other) { return one.since < other.since; });
    const auto age = std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now() - earliest->since);
    return tr("%1 of %2 masters cannot be reached: %3. What is known there is shown grey, as it was %4 ago, and alerts "
              "about it wait.")
        .arg(QString::number(m_status.unreachable.size()), QString::number(m_status.masters), mastersText(),
             durationText(age));
}

QString ConnectionBanner::nextTryText() const
{
    if (m_status.has_ended || !(isLost() || isPartlyLost())) {
        return {};
    }
    const SteadyTime now = std::chrono::steady_clock::now();
    if (m_status.next_attempt && *m_status.next_attempt > now) {
        const auto left = std::chrono::duration_cast<milliseconds>(*m_status.next_attempt - now);
        return tr("Next try in %1").arg(durationText(left));
    }
    return tr("Trying…");
}

QString ConnectionBanner::mastersText() const
{
    QStringList names;
    for (const UnreachableMaster& master : m_status.unreachable) {
        names << tr("%1 with %Ln known lock(s)", "address of a server", pluralCount(master.locks))
                     .arg(shortText(master.address, kNameChars));
    }
    return someText(names);
}

void ConnectionBanner::changeEvent(QEvent* event)
{
    NoticeBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        showText();
    }
}

QColor ConnectionBanner::markColor(const Theme& theme) const
{
    return isLost() || isPartlyLost() ? theme.danger : theme.warning;
}

} // namespace lockscope::ui
