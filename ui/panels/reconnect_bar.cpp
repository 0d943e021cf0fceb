// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/reconnect_bar.hpp"

#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QLocale>

namespace lockscope::ui {

ReconnectBar::ReconnectBar(QWidget* parent)
    : NoticeBar(parent)
    , m_reconnect(new QAction(icon(QStringLiteral("connect")), {}, this))
    , m_later(new QAction(this))
{
    addButton(m_reconnect);
    addButton(m_later);
    connect(m_reconnect, &QAction::triggered, this, &ReconnectBar::reconnectRequested);
    connect(m_later, &QAction::triggered, this, &QWidget::hide);
    retranslate();
    hide();
}

void ReconnectBar::setWaiting(const QList<WaitingPart>& parts)
{
    if (m_parts != parts) {
        m_parts = parts;
        retranslate();
        setVisible(!m_parts.isEmpty());
    }
}

void ReconnectBar::retranslate()
{
    QStringList names;
    for (const WaitingPart part : m_parts) {
        names << partName(part);
    }
    if (m_parts.isEmpty()) {
        text().clear();
    } else {
        text().setText(
            tr("The profile was changed. This takes effect only with the next connection: %1.", "parts of it")
                .arg(QLocale().createSeparatedList(names)));
    }
    m_reconnect->setText(tr("Reconnect now"));
    m_reconnect->setToolTip(tr("Leave this connection, and connect as the profile says now"));
    m_later->setText(tr("Later"));
    m_later->setToolTip(tr("Hide this; the connection stays as it is"));
    setAccessibleName(tr("Changes that wait for the next connection"));
}

void ReconnectBar::changeEvent(QEvent* event)
{
    NoticeBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

QColor ReconnectBar::markColor(const Theme& theme) const
{
    return theme.warning;
}

} // namespace lockscope::ui
