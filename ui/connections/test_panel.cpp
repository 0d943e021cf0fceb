// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/test_panel.hpp"

#include "connections/permission_matrix.hpp"
#include "connections/risk_text.hpp"
#include "panels/marked_line.hpp"
#include "text/encryption_words.hpp"
#include "text/error_words.hpp"
#include "text/live_text.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

QString roleText(const std::string& role)
{
    if (role == "master") {
        return TestPanel::tr("master");
    }
    return role == "slave" ? TestPanel::tr("replica") : shortText(role, 20);
}

QString latencyText(std::chrono::microseconds latency)
{
    const double milliseconds = static_cast<double>(latency.count()) / 1000;
    return TestPanel::tr("%1 ms").arg(QLocale().toString(milliseconds, 'f', milliseconds < 10 ? 2 : 0));
}

QString factsText(const ServerCheck& check)
{
    QString answered = TestPanel::tr("answers in %1").arg(latencyText(check.latency));
    if (check.encryption) {
        answered = listText({answered, encryptionText(*check.encryption)});
    }
    if (check.version.empty()) {
        return TestPanel::tr("The server %1; it does not say what it is.").arg(answered);
    }
    return TestPanel::tr("%1 %2, %3, %4.", "Redis or Valkey, version, role, answers in 1 ms")
        .arg(shortText(check.product, 20), shortText(check.version, 20), roleText(check.role), answered);
}

QString encryptionConcern(const ServerCheck& check)
{
    if (!check.encryption) {
        return {};
    }
    if (!check.encryption->verified) {
        return TestPanel::tr("The connection is encrypted but NOT VERIFIED: anybody could be at the other end.");
    }
    const QString warning = certificateWarning(*check.encryption, std::chrono::system_clock::now());
    return warning.isEmpty() ? warning : TestPanel::tr("Attention: %1.", "a warning").arg(warning);
}

QString concernText(const ServerCheck& check)
{
    QStringList paragraphs;
    if (const QString concern = encryptionConcern(check); !concern.isEmpty()) {
        paragraphs << concern;
    }
    if (!check.troubles.empty()) {
        paragraphs << withCause(TestPanel::tr("%1 of %2 masters could not be asked.")
                                    .arg(QString::number(check.troubles.size()), QString::number(check.masters)),
                                check.troubles.front());
    }
    if (check.role == "slave") {
        paragraphs << replicaText();
    }
    if (const QString risks = risksText(check.risks); !risks.isEmpty()) {
        paragraphs << risks;
    }
    return paragraphs.join(QStringLiteral("\n\n"));
}

} // namespace

TestPanel::TestPanel(QWidget* parent)
    : QWidget(parent)
    , m_button(new QPushButton(this))
    , m_bar(new QProgressBar(this))
    , m_text(plainLabel({}, this))
    , m_warning(new MarkedLine(this))
    , m_matrix(new PermissionMatrix(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    m_button->setAutoDefault(false);
    m_bar->setRange(0, 0);
    m_bar->setTextVisible(false);
    m_bar->setMaximumHeight(fontMetrics().height() / 2);
    m_text->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addWidget(m_button);
    row->addWidget(m_bar, 1);
    row->addStretch(0);
    layout->addLayout(row);
    layout->addWidget(m_text);
    layout->addWidget(m_warning);
    layout->addWidget(m_matrix, 1);
    layout->addStretch(0);
    connect(m_button, &QPushButton::clicked, this, &TestPanel::toggle);
    connect(&m_test, &ConnectionTest::succeeded, this, &TestPanel::showCheck);
    connect(&m_test, &ConnectionTest::failed, this, [this](const QString& sentence) {
        m_warning->setWarning(sentence);
        setState(State::failed);
    });
    keepTranslated(*this, [this] {
        m_bar->setAccessibleName(tr("The test is running"));
        setState(m_state);
    });
}

void TestPanel::start(const Endpoint& endpoint)
{
    m_user = endpoint.user;
    m_test.start(endpoint);
    m_server = QString::fromStdString(endpoint.display());
    setState(State::running);
}

void TestPanel::forget()
{
    m_test.cancel();
    setState(State::untested);
}

void TestPanel::toggle()
{
    if (m_state == State::running) {
        forget();
    } else {
        emit requested();
    }
}

void TestPanel::showCheck(const ServerCheck& check)
{
    m_check = check;
    m_matrix->setReport(check.permissions, m_user);
    setState(State::succeeded);
}

void TestPanel::setState(State state)
{
    m_state = state;
    const bool running = state == State::running;
    m_button->setText(running ? tr("&Cancel the test") : tr("&Test"));
    m_button->setIcon(icon(running ? QStringLiteral("disconnect") : QStringLiteral("connect")));
    m_bar->setVisible(running);
    if (running) {
        m_text->setText(tr("Connecting to %1…").arg(m_server));
    } else if (state == State::succeeded) {
        m_text->setText(factsText(m_check));
        m_warning->setWarning(concernText(m_check));
    } else {
        m_text->setText(tr("The test connects, and tries what watching and acting on locks takes. It changes nothing "
                           "on the server."));
    }
    m_text->setVisible(state != State::failed);
    m_warning->setVisible(state == State::failed || (state == State::succeeded && !m_warning->text().isEmpty()));
    m_matrix->setVisible(state == State::succeeded);
}

} // namespace lockscope::ui
