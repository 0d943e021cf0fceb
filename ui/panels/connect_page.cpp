// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/connect_page.hpp"

#include "connections/profile_secrets.hpp"
#include "connections/server_drop.hpp"
#include "connections/server_list.hpp"
#include "panels/heading.hpp"
#include "text/character_width.hpp"
#include "text/error_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include "lockscope/error.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

/// As wide as a line is comfortable to read.
constexpr int kColumnChars = 104;
constexpr double kTitleFactor = 1.9;
constexpr double kSectionFactor = 1.1;
constexpr int kLogoLines = 3; ///< As high as so many lines of text.
constexpr int kEdge = 3;
/// Shares of the height that is left over.
constexpr int kAbove = 2;
constexpr int kWays = 200;
constexpr int kBelow = 3;

QLabel* wrapped(QWidget* parent)
{
    QLabel* label = plainLabel({}, parent);
    label->setTextInteractionFlags(Qt::NoTextInteraction);
    label->setWordWrap(true);
    return label;
}

} // namespace

ConnectPage::ConnectPage(QWidget* parent) : QWidget(parent)
{
    auto* drop = new ServerDrop(*this, [this] { return m_ways->isVisible(); });
    connect(drop, &ServerDrop::addressDropped, this, &ConnectPage::takeAddress);
    connect(drop, &ServerDrop::fileDropped, this, &ConnectPage::fileDropped);
    auto* page = new QHBoxLayout(this);
    page->setContentsMargins(kEdge, kEdge, kEdge, kEdge);
    auto* area = new QScrollArea(this); // for large text in a small window
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->viewport()->setAutoFillBackground(false);
    page->addWidget(area);
    auto* content = new QWidget(area);
    content->setAutoFillBackground(false);
    auto* centred = new QHBoxLayout(content);
    centred->setContentsMargins(0, 0, 0, 0);
    centred->addStretch(1);
    m_column = new QWidget(content);
    m_column->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    centred->addWidget(m_column, 100);
    centred->addStretch(1);
    area->setWidget(content);
    content->setAutoFillBackground(false);

    auto* layout = new QVBoxLayout(m_column);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->addStretch(kAbove);
    buildHead(*layout);
    m_ways = new QWidget(m_column);
    auto* ways = new QVBoxLayout(m_ways);
    ways->setContentsMargins(0, 0, 0, 0);
    ways->setSpacing(8);
    buildServers(*ways);
    buildAddress(*ways);
    buildSandbox(*ways);
    ways->addStretch(1);
    layout->addWidget(m_ways);
    buildProgress(*layout);
    layout->addStretch(kBelow);
    const auto arrange = [this, layout] {
        // A list takes what height there is; without one, everything stands in the middle.
        layout->setStretchFactor(m_ways, m_servers->isEmpty() ? 0 : kWays);
    };
    connect(m_servers, &ServerList::shapeChanged, this, arrange);
    arrange();
    adoptFont();
    retranslate();
    setMode(Mode::ready);
}

void ConnectPage::buildHead(QVBoxLayout& layout)
{
    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    m_logo = plainLabel({}, m_column);
    head->addWidget(m_logo, 0, Qt::AlignTop);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    m_title = new Heading(kTitleFactor, m_column);
    m_explanation = wrapped(m_column);
    texts->addWidget(m_title);
    texts->addWidget(m_explanation);
    head->addLayout(texts, 1);
    layout.addLayout(head);
    layout.addSpacing(16);
}

void ConnectPage::buildServers(QVBoxLayout& layout)
{
    m_servers = new ServerList(m_ways);
    layout.addWidget(m_servers, kWays);
    layout.addSpacing(12);
    connect(m_servers, &ServerList::recentActivated, this, &ConnectPage::connectTo);
    connect(m_servers, &ServerList::forgetRequested, this, &ConnectPage::forgetRequested);
    connect(m_servers, &ServerList::typed, this, [this](const QString& text) {
        m_uri->setFocus();
        m_uri->selectAll();
        m_uri->insert(text);
    });
}

void ConnectPage::buildAddress(QVBoxLayout& layout)
{
    m_addressTitle = new Heading(kSectionFactor, m_ways);
    m_uri = new QLineEdit(m_ways);
    m_uri->setObjectName(QStringLiteral("address"));
    m_uri->setClearButtonEnabled(true);
    m_uri->setAcceptDrops(false); // the page takes it, and takes it apart
    m_uri->setPlaceholderText(QStringLiteral("redis://localhost:6379/0"));
    m_password = new QLineEdit(m_ways);
    m_password->setObjectName(QStringLiteral("password"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setAcceptDrops(false);
    m_sentinelPassword = new QLineEdit(m_ways);
    m_sentinelPassword->setObjectName(QStringLiteral("sentinelPassword"));
    m_passphrase = new QLineEdit(m_ways);
    m_passphrase->setObjectName(QStringLiteral("passphrase"));
    for (QLineEdit* field : {m_sentinelPassword, m_passphrase}) {
        field->setEchoMode(QLineEdit::Password);
        field->setAcceptDrops(false);
        field->hide();
    }
    m_connect = new QPushButton(m_ways);
    m_connect->setIcon(icon(QStringLiteral("connect")));
    m_error = wrapped(m_ways);
    m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_error->hide();

    auto* row = new QHBoxLayout;
    row->addWidget(m_uri, 5);
    row->addWidget(m_password, 3);
    row->addWidget(m_connect);
    layout.addWidget(m_addressTitle);
    layout.addLayout(row);
    auto* secrets = new QHBoxLayout;
    secrets->addWidget(m_sentinelPassword);
    secrets->addWidget(m_passphrase);
    layout.addLayout(secrets);
    layout.addWidget(m_error);
    layout.addSpacing(12);
    connect(m_connect, &QPushButton::clicked, this, &ConnectPage::submit);
    connect(m_uri, &QLineEdit::returnPressed, this, &ConnectPage::submit);
    for (QLineEdit* field : {m_password, m_sentinelPassword, m_passphrase}) {
        connect(field, &QLineEdit::returnPressed, this, &ConnectPage::submit);
    }
    connect(m_uri, &QLineEdit::textChanged, this, &ConnectPage::arrangeSecrets);
    connect(m_uri, &QLineEdit::textEdited, this, [this] { showError({}); });
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
    m_progress = new QWidget(m_column);
    auto* box = new QVBoxLayout(m_progress);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(10);
    m_connecting = wrapped(m_progress);
    m_bar = new QProgressBar(m_progress);
    m_bar->setRange(0, 0);
    m_bar->setTextVisible(false);
    m_cancel = new QPushButton(m_progress);
    box->addWidget(m_connecting);
    box->addWidget(m_bar);
    box->addWidget(m_cancel, 0, Qt::AlignLeft);
    layout.addWidget(m_progress);
    connect(m_cancel, &QPushButton::clicked, this, &ConnectPage::cancelRequested);
}

void ConnectPage::setRecent(const QStringList& uris)
{
    m_servers->setRecent(uris);
}

void ConnectPage::connectTo(const QString& uri)
{
    if (!isVisible() || m_uri->text().trimmed() != uri) { // what was typed here was meant for another server
        forgetSecrets();
    }
    m_uri->setText(uri);
    submit();
}

void ConnectPage::forgetSecrets()
{
    for (QLineEdit* each : {m_password, m_sentinelPassword, m_passphrase}) {
        each->clear();
    }
}

void ConnectPage::submit()
{
    const QString text = m_uri->text().trimmed();
    if (text.isEmpty()) {
        showError([] { return tr("Enter the address of a Redis server, for example redis://localhost."); });
        m_uri->setFocus();
        return;
    }
    Endpoint endpoint;
    try {
        endpoint = Endpoint::parse(text.toStdString());
    } catch (const Error& error) {
        showError([error] { return errorText(error); });
        m_uri->setFocus();
        return;
    }
    const auto take = [](QLineEdit& field, std::string& secret) {
        if (!field.text().isEmpty()) {
            secret = field.text().toStdString();
        }
        field.clear();
    };
    take(*m_password, endpoint.password);
    if (takesSentinelPassword(endpoint)) {
        take(*m_sentinelPassword, endpoint.sentinel_password);
    }
    if (takesKeyPassphrase(endpoint)) {
        take(*m_passphrase, endpoint.tls.key_passphrase);
    }
    offerToMend(QString::fromStdString(endpoint.uri_without_password()),
                [this, &endpoint] { emit connectRequested(endpoint); });
}

void ConnectPage::offerToMend(const QString& uri, const std::function<void()>& connecting)
{
    m_uri->setText(uri);
    m_isTyped = true;
    connecting();
    m_isTyped = false;
}

/// Fields for the secrets that this address has a use for.
void ConnectPage::arrangeSecrets()
{
    bool hasSentinels = false;
    bool hasKey = false;
    try {
        const Endpoint endpoint = Endpoint::parse(m_uri->text().toStdString());
        hasSentinels = takesSentinelPassword(endpoint);
        hasKey = takesKeyPassphrase(endpoint);
    } catch (const Error&) {
        // It is not whole yet.
        hasSentinels = !m_sentinelPassword->text().isEmpty();
        hasKey = !m_passphrase->text().isEmpty();
    }
    m_sentinelPassword->setVisible(hasSentinels);
    m_passphrase->setVisible(hasKey);
}

/// Shows an address for the user to confirm; its password goes where it cannot be read.
void ConnectPage::takeAddress(const QString& uri)
{
    showError({});
    try {
        Endpoint endpoint = Endpoint::parse(uri.toStdString());
        const ProfileSecrets secrets = ProfileSecrets::takenFrom(endpoint);
        m_uri->setText(QString::fromStdString(endpoint.uri_without_password()));
        m_password->setText(secrets.password);
        m_sentinelPassword->setText(secrets.sentinelPassword);
        m_connect->setFocus();
    } catch (const Error& error) {
        m_uri->clear();
        showError([error] { return errorText(error); });
        m_uri->setFocus();
    }
}

void ConnectPage::showConnecting(const QString& target)
{
    m_connectingTo = target;
    m_wasTyped = m_isTyped;
    sayWhereTo();
    setMode(Mode::connecting);
    m_cancel->setFocus();
}

void ConnectPage::sayWhereTo()
{
    const QString text =
        m_connectingTo.isEmpty() ? tr("Starting a private server…") : tr("Connecting to %1…").arg(m_connectingTo);
    m_connecting->setText(text);
    m_bar->setAccessibleName(text);
}

void ConnectPage::showReady(const Text& error, Missing missing)
{
    setMode(Mode::ready);
    const Text why = error && missing == Missing::trust ? withAdvice(error, m_wasTyped) : error;
    const bool isOfList = error && !m_wasTyped && !m_connectingTo.isEmpty();
    showError(isOfList ? Text() : why);
    m_servers->setFailure(!isOfList ? Text() : [why, server = m_connectingTo] {
        return tr("%1: %2", "a server; why it could not be connected to").arg(server, why());
    });
    if (error && m_wasTyped) {
        (missing == Missing::password ? m_password : m_uri)->setFocus();
    } else if (m_servers->isEmpty()) {
        m_uri->setFocus();
    } else {
        m_servers->focusList();
    }
}

/// Where it can be said whom to trust.
Text ConnectPage::withAdvice(const Text& error, bool isTyped)
{
    return [error, isTyped] {
        return inARow({error(), isTyped ? tr("In the address, a CA file is written ?ca=/path/ca.pem, and a server name "
                                             "?server-name=host.")
                                        : tr("“Edit…” has fields for the trusted CA and the server name, under "
                                             "“Encrypted connection (TLS)”.")});
    };
}

void ConnectPage::setMode(Mode mode)
{
    m_ways->setVisible(mode == Mode::ready);
    m_progress->setVisible(mode == Mode::connecting);
}

void ConnectPage::showError(const Text& text)
{
    m_errorText = text;
    const QString sentence = text ? text() : QString();
    m_error->setText(sentence);
    m_error->setVisible(!sentence.isEmpty());
    QPalette colors = m_error->palette();
    colors.setColor(QPalette::WindowText, Theme::of(palette()).danger);
    m_error->setPalette(colors);
}

void ConnectPage::adoptFont()
{
    m_column->setMaximumWidth(kColumnChars * characterWidth(fontMetrics()));
    m_bar->setMaximumHeight(fontMetrics().height() / 2);
    const int side = kLogoLines * fontMetrics().height();
    m_logo->setPixmap(QIcon(QStringLiteral(":/icons/lockscope.svg")).pixmap(side, side));
}

void ConnectPage::retranslate()
{
    m_title->setText(QStringLiteral("Lockscope"));
    m_explanation->setText(tr("See, watch and free Redisson locks on Redis. Connecting changes nothing on the server: "
                              "every session starts read-only."));
    m_addressTitle->setText(tr("Connect to an address"));
    m_uri->setAccessibleName(tr("Address of the server"));
    m_uri->setToolTip(toolTipText(
        QStringLiteral("redis://user@host:6379/0\nrediss://host:6379?ca=/path/ca.pem\nunix:///run/redis.sock?db=0\n"
                       "redis+sentinel://host:26379,host:26379/master\nredis+cluster://host:6379,host:6379\n"
                       "redis+replicated://host:6379,host:6379\nhost:6379")));
    m_password->setPlaceholderText(tr("Password (not stored)"));
    m_password->setAccessibleName(tr("Password"));
    m_sentinelPassword->setPlaceholderText(tr("Password of the Sentinels, if they ask for one"));
    m_sentinelPassword->setAccessibleName(tr("Password of the Sentinels"));
    m_passphrase->setPlaceholderText(tr("Passphrase of the key, if it has one"));
    m_passphrase->setAccessibleName(tr("Passphrase of the key"));
    m_connect->setText(tr("Connect"));
    m_sandboxTitle->setText(tr("Or try it out"));
    m_sandboxText->setText(tr("A sandbox is a private Redis server of your own, with a dozen clients that contend for "
                              "locks. It goes away when you disconnect, and touches nothing else."));
    m_sandbox->setText(tr("Start a sandbox"));
    m_cancel->setText(tr("Cancel"));
    sayWhereTo();
    showError(Text(m_errorText));
}

void ConnectPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange: retranslate(); break;
    case QEvent::PaletteChange: showError(Text(m_errorText)); break;
    case QEvent::FontChange: adoptFont(); break;
    default: break;
    }
}

void ConnectPage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), Theme::of(palette()).base);
}

} // namespace lockscope::ui
