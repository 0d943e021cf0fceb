// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/table_placeholder.hpp"

#include "panels/connection_banner.hpp"
#include "panels/heading.hpp"
#include "panels/roomy_area.hpp"
#include "text/permission_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {

TablePlaceholder::TablePlaceholder(QWidget* parent) : QWidget(parent)
{
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(16, 32, 16, 32);
    layout->setSpacing(10);
    m_title = new Heading(1.35, this);
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setWordWrap(true);
    m_text = plainLabel({}, this);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_button = new QPushButton(this);
    connect(m_button, &QPushButton::clicked, this, [this] {
        switch (reason()) {
        case Reason::filtered: emit filterClearRequested(); break;
        case Reason::noPermission: emit permissionsRequested(); break;
        case Reason::paused: emit resumeRequested(); break;
        default: break;
        }
    });
    m_acquire = new QPushButton(icon(QStringLiteral("acquire")), {}, this);
    m_sandbox = new QPushButton(icon(QStringLiteral("sandbox")), {}, this);
    connect(m_acquire, &QPushButton::clicked, this, &TablePlaceholder::acquireRequested);
    connect(m_sandbox, &QPushButton::clicked, this, &TablePlaceholder::sandboxRequested);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(10);
    buttons->addStretch();
    for (QPushButton* button : {m_button, m_acquire, m_sandbox}) {
        buttons->addWidget(button);
    }
    buttons->addStretch();
    layout->addStretch(2);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addLayout(buttons);
    layout->addStretch(3);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->addWidget(new RoomyArea(page, this, RoomyArea::Sideways::scrolls));
    showText();
}

void TablePlaceholder::setStatus(const MonitorStatus& status)
{
    m_status = status;
    showText();
}

void TablePlaceholder::setCounts(int shown, std::size_t total)
{
    m_shown = shown;
    m_total = total;
    m_hadLocks = m_hadLocks || total > 0;
    showText();
}

void TablePlaceholder::setServer(Server server, int database, const std::string& pattern)
{
    m_server = server;
    m_hadLocks = false;
    m_database = database;
    m_pattern = pattern;
    showText();
}

void TablePlaceholder::setAcquiring(Acquiring acquiring)
{
    m_acquiring = acquiring;
    showText();
}

TablePlaceholder::Reason TablePlaceholder::reason() const
{
    if (m_shown > 0) {
        return Reason::none;
    }
    if (m_total > 0) {
        return Reason::filtered;
    }
    if (!mayLookForLocks(m_status.permissions)) {
        return Reason::noPermission;
    }
    if (m_status.link == MonitorStatus::Link::lost) {
        return Reason::lost;
    }
    if (m_status.paused) {
        return Reason::paused;
    }
    if (m_status.link == MonitorStatus::Link::connecting) {
        return Reason::connecting;
    }
    if (m_status.scan_rounds == 0) {
        return Reason::scanning;
    }
    if (!m_status.unreachable.empty()) {
        return Reason::partlyLost;
    }
    return m_status.keys_total == 0 ? Reason::noKeys : Reason::noLocks;
}

void TablePlaceholder::showText()
{
    const Reason why = reason();
    QString title;
    QString text;
    QString button;
    switch (why) {
    case Reason::none: break;
    case Reason::filtered:
        title = tr("Nothing matches the filter");
        text = tr("%Ln lock(s) are known.", "", pluralCount(m_total));
        button = tr("Clear the filter");
        break;
    case Reason::noPermission:
        title = tr("Not permitted to look for locks");
        text = tr("The server does not allow this user the commands that finding and reading locks takes.");
        button = tr("Show what is missing…");
        break;
    case Reason::lost:
        title = wasNeverRead(m_status) ? tr("Nothing could be read yet") : tr("The connection is lost");
        text = tr("What locks there are is not known.");
        break;
    case Reason::partlyLost:
        title = tr("No locks known");
        text = tr("What locks there are on the masters that do not answer is not known.");
        break;
    case Reason::paused:
        title = tr("Paused");
        text = tr("Nothing is read from the server.");
        button = tr("Resume");
        break;
    case Reason::connecting: title = tr("Connecting…"); break;
    case Reason::scanning:
        title = tr("Looking for locks… %1 %").arg(static_cast<int>(m_status.scan_fraction * 100.0));
        text = tr("%1 keys are looked through in small steps, so that nobody else is slowed down.")
                   .arg(QLocale().toString(static_cast<qulonglong>(m_status.keys_total)));
        break;
    case Reason::noLocks:
    case Reason::noKeys:
        title = m_status.keys_unreadable > 0    ? tr("No locks that could be read")
              : m_status.keys_not_permitted > 0 ? tr("No locks that may be read")
                                                : tr("No locks");
        text = absenceText(why);
        break;
    }
    m_title->setText(title);
    m_text->setText(text);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    m_acquire->setText(tr("Acquire a lock…"));
    m_sandbox->setText(tr("Start a sandbox"));
    m_sandbox->setToolTip(toolTipText(tr("Leaves this server for a private one, with clients that contend for locks")));
    // In a sandbox there are about to be some.
    const bool isEmpty = (why == Reason::noLocks || why == Reason::noKeys) && m_server != Server::sandbox;
    m_acquire->setVisible(isEmpty && m_acquiring == Acquiring::offered);
    m_sandbox->setVisible(isEmpty);
    setVisible(why != Reason::none);
}

/// Where there are none, and when there will be one: what was looked at may not be what was meant.
QString TablePlaceholder::absenceText(Reason why) const
{
    if (m_server == Server::sandbox) {
        return tr("The demonstration traffic of the sandbox is about to take some.");
    }
    // What another pattern leaves out is not gone.
    const bool areGone = m_hadLocks && m_pattern == "*";
    const QString where = areGone ? tr("There is none any more.") : nothingFoundText(why);
    const QString names =
        m_pattern == "*" ? QString()
                         : tr("Only names that match %1 are looked at.", "%1: pattern").arg(shortText(m_pattern, 60));
    const QString hidden =
        m_status.keys_not_permitted == 0
            ? QString()
            : tr("%Ln key(s) may not be read by this user (key patterns of its ACL): whether there are "
                 "locks among them is not known.",
                 "", pluralCount(m_status.keys_not_permitted));
    const QString unreadable =
        m_status.keys_unreadable == 0
            ? QString()
            : tr("%Ln key(s) could not be read, because the server's answers make no sense or are too large: whether "
                 "there are locks among them is not known.",
                 "", pluralCount(m_status.keys_unreadable));
    return inARow({where, names, hidden, unreadable, tr("A lock appears here as soon as somebody takes one.")});
}

QString TablePlaceholder::nothingFoundText(Reason why) const
{
    const int keys = pluralCount(m_status.keys_total);
    if (m_server == Server::cluster) {
        return why == Reason::noKeys
                 ? tr("This cluster is empty. Is it the right one?")
                 : tr("No Redisson lock was found among the %Ln key(s) of this cluster.", nullptr, keys);
    }
    return why == Reason::noKeys
             ? tr("Database %1 is empty. Is it the right one?", "%1: its number").arg(m_database)
             : tr("No Redisson lock was found among the %Ln key(s) of database %1.", "%1: the database's number", keys)
                   .arg(m_database);
}

void TablePlaceholder::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        showText();
    }
}

} // namespace lockscope::ui
