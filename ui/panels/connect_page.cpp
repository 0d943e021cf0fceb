// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/connect_page.hpp"

#include "panels/heading.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include "lockscope/error.hpp"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

/// As wide as a line is comfortable to read.
constexpr int kColumnChars = 100;
constexpr double kTitleFactor = 1.9;
constexpr double kSectionFactor = 1.1;
constexpr int kLogo = 56;

QLabel* wrapped(QWidget* parent)
{
    QLabel* label = plainLabel({}, parent);
    label->setTextInteractionFlags(Qt::NoTextInteraction);
    label->setWordWrap(true);
    return label;
}

/// The address with @p password put behind the user that it names without one; otherwise as it is.
QString completed(const QString& address, const QString& password)
{
    const qsizetype scheme = address.indexOf(QLatin1String("://"));
    const qsizetype start = scheme < 0 ? 0 : scheme + 3;
    const qsizetype at = address.indexOf(QLatin1Char('@'), start);
    if (password.isEmpty() || at < 0 || address.mid(start, at - start).contains(QLatin1Char(':'))) {
        return address;
    }
    const QString encoded = QString::fromLatin1(QUrl::toPercentEncoding(password));
    return address.left(at) + QLatin1Char(':') + encoded + address.mid(at);
}

} // namespace

ConnectPage::ConnectPage(QWidget* parent) : QWidget(parent)
{
    auto* page = new QHBoxLayout(this);
    page->addStretch(1);
    auto* column = new QWidget(this);
    column->setMaximumWidth(kColumnChars * fontMetrics().averageCharWidth());
    column->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    page->addWidget(column, 100);
    page->addStretch(1);

    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->addStretch(2);
    buildHead(*layout);
    m_ways = new QWidget(column);
    auto* ways = new QVBoxLayout(m_ways);
    ways->setContentsMargins(0, 0, 0, 0);
    ways->setSpacing(8);
    buildNew(*ways);
    buildRecent(*ways);
    buildSandbox(*ways);
    layout->addWidget(m_ways);
    buildProgress(*layout);
    layout->addStretch(3);
    retranslate();
    setMode(Mode::ready);
}

void ConnectPage::buildHead(QVBoxLayout& layout)
{
    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    auto* logo = new QLabel(this);
    logo->setPixmap(QIcon(QStringLiteral(":/icons/lockscope.svg")).pixmap(kLogo, kLogo));
    head->addWidget(logo, 0, Qt::AlignTop);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    m_title = new Heading(kTitleFactor, this);
    m_explanation = wrapped(this);
    texts->addWidget(m_title);
    texts->addWidget(m_explanation);
    head->addLayout(texts, 1);
    layout.addLayout(head);
    layout.addSpacing(20);
}

void ConnectPage::buildNew(QVBoxLayout& layout)
{
    m_newTitle = new Heading(kSectionFactor, m_ways);
    m_uri = new QLineEdit(m_ways);
    m_uri->setClearButtonEnabled(true);
    m_uri->setPlaceholderText(QStringLiteral("redis://localhost:6379/0"));
    m_password = new QLineEdit(m_ways);
    m_password->setEchoMode(QLineEdit::Password);
    m_connect = new QPushButton(m_ways);
    m_connect->setIcon(icon(QStringLiteral("connect")));
    m_error = wrapped(m_ways);
    m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_error->hide();

    auto* row = new QHBoxLayout;
    row->addWidget(m_uri, 5);
    row->addWidget(m_password, 3);
    row->addWidget(m_connect);
    layout.addWidget(m_newTitle);
    layout.addLayout(row);
    layout.addWidget(m_error);
    layout.addSpacing(14);
    connect(m_connect, &QPushButton::clicked, this, &ConnectPage::submit);
    connect(m_uri, &QLineEdit::returnPressed, this, &ConnectPage::submit);
    connect(m_password, &QLineEdit::returnPressed, this, &ConnectPage::submit);
    connect(m_uri, &QLineEdit::textEdited, this, [this] { showError({}); });
}

void ConnectPage::buildRecent(QVBoxLayout& layout)
{
    m_recentBox = new QWidget(m_ways);
    auto* box = new QVBoxLayout(m_recentBox);
    box->setContentsMargins(0, 0, 0, 14);
    m_recentTitle = new Heading(kSectionFactor, m_recentBox);
    box->addWidget(m_recentTitle);
    m_recentList = new QVBoxLayout;
    m_recentList->setSpacing(2);
    box->addLayout(m_recentList);
    layout.addWidget(m_recentBox);
    m_recentBox->hide();
}

void ConnectPage::buildSandbox(QVBoxLayout& layout)
{
    m_sandboxTitle = new Heading(kSectionFactor, m_ways);
    m_sandboxText = wrapped(m_ways);
    m_sandbox = new QPushButton(m_ways);
    m_sandbox->setIcon(icon(QStringLiteral("sandbox")));
    auto* row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(m_sandboxText, 1);
    row->addWidget(m_sandbox, 0, Qt::AlignTop);
    layout.addWidget(m_sandboxTitle);
    layout.addLayout(row);
    connect(m_sandbox, &QPushButton::clicked, this, &ConnectPage::sandboxRequested);
}

void ConnectPage::buildProgress(QVBoxLayout& layout)
{
    m_progress = new QWidget(this);
    auto* box = new QVBoxLayout(m_progress);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(10);
    m_connecting = wrapped(m_progress);
    auto* bar = new QProgressBar(m_progress);
    bar->setRange(0, 0);
    bar->setTextVisible(false);
    bar->setMaximumHeight(6);
    m_cancel = new QPushButton(m_progress);
    box->addWidget(m_connecting);
    box->addWidget(bar);
    box->addWidget(m_cancel, 0, Qt::AlignLeft);
    layout.addWidget(m_progress);
    connect(m_cancel, &QPushButton::clicked, this, &ConnectPage::cancelRequested);
}

void ConnectPage::setRecent(const QStringList& uris)
{
    m_recent = uris;
    fillRecent();
}

void ConnectPage::fillRecent()
{
    while (QLayoutItem* item = m_recentList->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (const QString& uri : std::as_const(m_recent)) {
        auto* row = new QWidget(m_recentBox);
        auto* layout = new QHBoxLayout(row);
        layout->setContentsMargins(0, 0, 0, 0);
        auto* open = new QToolButton(row);
        open->setText(menuText(uri.toStdString()));
        open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        open->setIcon(icon(QStringLiteral("connect")));
        open->setAutoRaise(true);
        open->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        auto* forget = new QToolButton(row);
        forget->setText(QStringLiteral("✕"));
        forget->setAutoRaise(true);
        forget->setToolTip(toolTipText(tr("Forget this server")));
        forget->setAccessibleName(tr("Forget this server"));
        layout->addWidget(open, 1);
        layout->addWidget(forget);
        m_recentList->addWidget(row);
        connect(open, &QToolButton::clicked, this, [this, uri] {
            m_uri->setText(uri);
            submit();
        });
        connect(forget, &QToolButton::clicked, this, [this, uri] { emit forgetRequested(uri); });
    }
    m_recentBox->setVisible(!m_recent.isEmpty());
}

void ConnectPage::submit()
{
    const QString text = m_uri->text().trimmed();
    if (text.isEmpty()) {
        showError(tr("Enter the address of a Redis server, for example redis://localhost."));
        m_uri->setFocus();
        return;
    }
    Endpoint endpoint;
    try {
        endpoint = Endpoint::parse(completed(text, m_password->text()).toStdString());
    } catch (const Error& error) {
        showError(shortText(error.message(), 300));
        const bool passwordLacks = text.contains(QLatin1Char('@')) && m_password->text().isEmpty();
        (passwordLacks ? m_password : m_uri)->setFocus();
        return;
    }
    if (!m_password->text().isEmpty()) {
        endpoint.password = m_password->text().toStdString();
    }
    m_password->clear();
    m_uri->setText(QString::fromStdString(endpoint.uri_without_password()));
    emit connectRequested(endpoint);
}

void ConnectPage::showConnecting(const QString& target)
{
    m_connectingTo = target;
    m_connecting->setText(target.isEmpty() ? tr("Starting a private server…") : tr("Connecting to %1…").arg(target));
    setMode(Mode::connecting);
    m_cancel->setFocus();
}

void ConnectPage::showReady(const QString& error)
{
    setMode(Mode::ready);
    showError(error);
    m_uri->setFocus();
}

void ConnectPage::setMode(Mode mode)
{
    m_ways->setVisible(mode == Mode::ready);
    m_progress->setVisible(mode == Mode::connecting);
}

void ConnectPage::showError(const QString& sentence)
{
    m_error->setText(sentence);
    m_error->setVisible(!sentence.isEmpty());
    QPalette colors = m_error->palette();
    colors.setColor(QPalette::WindowText, Theme::of(palette()).danger);
    m_error->setPalette(colors);
}

void ConnectPage::retranslate()
{
    m_title->setText(QStringLiteral("Lockscope"));
    m_explanation->setText(tr("See, watch and free Redisson locks on Redis. Connecting changes nothing on the server: "
                              "every session starts read-only."));
    m_newTitle->setText(tr("Connect to a server"));
    m_uri->setAccessibleName(tr("Address of the server"));
    m_uri->setToolTip(toolTipText(QStringLiteral("redis://user@host:6379/0\nunix:///run/redis.sock?db=0\nhost:6379")));
    m_password->setPlaceholderText(tr("Password (not stored)"));
    m_password->setAccessibleName(tr("Password"));
    m_connect->setText(tr("Connect"));
    m_recentTitle->setText(tr("Recent servers"));
    m_sandboxTitle->setText(tr("Or try it out"));
    m_sandboxText->setText(tr("A sandbox is a private Redis server of your own, with a dozen clients that contend for "
                              "locks. It goes away when you disconnect, and touches nothing else."));
    m_sandbox->setText(tr("Start a sandbox"));
    m_cancel->setText(tr("Cancel"));
    m_connecting->setText(m_connectingTo.isEmpty() ? tr("Starting a private server…")
                                                   : tr("Connecting to %1…").arg(m_connectingTo));
    fillRecent();
}

void ConnectPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::PaletteChange) {
        showError(m_error->text());
    }
}

void ConnectPage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), Theme::of(palette()).base);
}

} // namespace lockscope::ui
