// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/missing_lock_bar.hpp"

#include "text/server_text.hpp"
#include "theme/theme.hpp"

#include <QEvent>
#include <QLabel>
#include <QToolButton>

namespace lockscope::ui {

MissingLockBar::MissingLockBar(QWidget* parent)
    : NoticeBar(parent)
    , m_show(new QToolButton(this))
    , m_dismiss(new QToolButton(this))
{
    for (QToolButton* button : {m_show, m_dismiss}) {
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAutoRaise(button == m_dismiss);
        addControl(button);
    }
    connect(m_show, &QToolButton::clicked, this, [this] {
        emit showRequested(std::string(m_lock)); // the bar goes with the filter, while the signal is heard
    });
    connect(m_dismiss, &QToolButton::clicked, this, &MissingLockBar::clear);
    retranslate();
}

void MissingLockBar::sayHidden(const std::string& lock)
{
    say(Why::hidden, lock);
}

void MissingLockBar::sayGone(const std::string& lock)
{
    say(Why::gone, lock);
}

void MissingLockBar::say(Why why, const std::string& lock)
{
    m_why = why;
    m_lock = lock;
    refresh();
}

std::optional<std::string> MissingLockBar::gone() const
{
    return m_why == Why::gone ? std::optional(m_lock) : std::nullopt;
}

void MissingLockBar::noteFound(const std::string& lock)
{
    if (m_lock == lock) {
        clear();
    }
}

void MissingLockBar::clear()
{
    m_why.reset();
    m_lock.clear();
    refresh();
}

void MissingLockBar::refresh()
{
    const QString name = shortText(m_lock, 60);
    setVisible(m_why.has_value());
    m_show->setVisible(m_why == Why::hidden);
    text().setText(!m_why                 ? QString()
                   : m_why == Why::hidden ? tr("%1 is hidden by the filter.", "%1: name of a lock").arg(name)
                                          : tr("%1 is not there now.", "%1: name of a lock").arg(name));
}

void MissingLockBar::retranslate()
{
    setAccessibleName(tr("A lock that is not in the table"));
    m_show->setText(tr("Show it", "button"));
    m_show->setToolTip(tr("Clear the filter and select the lock"));
    m_dismiss->setText(QStringLiteral("×"));
    m_dismiss->setToolTip(tr("Dismiss"));
    m_dismiss->setAccessibleName(tr("Dismiss"));
    refresh();
}

void MissingLockBar::changeEvent(QEvent* event)
{
    NoticeBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

QColor MissingLockBar::markColor(const Theme& theme) const
{
    return theme.accent;
}

} // namespace lockscope::ui
