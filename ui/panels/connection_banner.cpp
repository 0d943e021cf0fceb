// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/connection_banner.hpp"

#include "text/error_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include <QEvent>
#include <QLabel>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kTick{200};

} // namespace

ConnectionBanner::ConnectionBanner(QWidget* parent) : NoticeBar(parent), m_next(plainLabel({}, this))
{
    addControl(m_next);
    m_timer.setInterval(kTick);
    connect(&m_timer, &QTimer::timeout, this, &ConnectionBanner::showText);
    hide();
}

void ConnectionBanner::setStatus(const MonitorStatus& status)
{
    m_status = status;
    const bool lost = status.link == MonitorStatus::Link::lost || !status.unreachable.empty();
    if (!lost) {
        m_lostAt.reset();
        m_timer.stop();
    } else if (!m_lostAt) {
        m_lostAt = std::chrono::steady_clock::now();
        m_timer.start();
    }
    setVisible(lost);
    showText();
}

void ConnectionBanner::showText()
{
    if (!m_lostAt) {
        return;
    }
    const SteadyTime now = std::chrono::steady_clock::now();
    const auto age = std::chrono::duration_cast<milliseconds>(now - *m_lostAt);
    const QString sentence = sentenceFor(durationText(age));
    const QString reason = m_status.link_error.empty() ? QString() : errorText(m_status.link_code, m_status.link_error);
    text().setText(inARow({sentence, reason}));
    if (m_status.next_attempt && *m_status.next_attempt > now) {
        const auto left = std::chrono::duration_cast<milliseconds>(*m_status.next_attempt - now);
        m_next->setText(tr("Next try in %1").arg(durationText(left)));
    } else {
        m_next->setText(m_status.has_ended ? QString() : tr("Trying…"));
    }
}

QString ConnectionBanner::sentenceFor(const QString& age) const
{
    if (m_status.unreachable.empty() || m_status.unreachable.size() >= m_status.masters) {
        return tr("The connection is lost; what you see is %1 old.").arg(age);
    }
    return tr("%1 of %2 masters cannot be reached: %3. What is known there is shown grey, as it was %4 ago, and alerts "
              "about it wait.")
        .arg(QString::number(m_status.unreachable.size()), QString::number(m_status.masters), mastersText(), age);
}

QString ConnectionBanner::mastersText() const
{
    constexpr qsizetype kMostNames = 4;
    QStringList names;
    for (const UnreachableMaster& master : m_status.unreachable) {
        if (names.size() == kMostNames) {
            names << QStringLiteral("…");
            break;
        }
        names << tr("%1 with %Ln known lock(s)", "address of a server", pluralCount(master.locks))
                     .arg(shortText(master.address, 60));
    }
    return names.join(QStringLiteral(", "));
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
    return theme.danger;
}

} // namespace lockscope::ui
