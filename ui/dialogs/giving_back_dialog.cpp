// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/giving_back_dialog.hpp"

#include "dialogs/leave_dialog.hpp"
#include "panels/heading.hpp"
#include "session/session.hpp"
#include "text/server_text.hpp"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <chrono>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 60;
constexpr double kTitleFactor = 1.25;
/// A server that answers has done so by then.
constexpr std::chrono::seconds kPatience{1};

} // namespace

GivingBackDialog::GivingBackDialog(Session& session, const Text& action, QWidget* parent)
    : Dialog(parent)
    , m_session(session)
    , m_what(plainLabel({}, this))
{
    auto* heading = new Heading(kTitleFactor, this);
    heading->setWordWrap(true);
    m_what->setWordWrap(true);
    m_what->setMinimumWidth(widthOf(kWidthChars));
    contents().addWidget(heading);
    contents().addWidget(m_what);
    QPushButton* stay = addButton(QDialogButtonBox::RejectRole, [] { return tr("Cancel"); });
    QPushButton* leave = addButton(QDialogButtonBox::AcceptRole, [] { return tr("Leave all the same"); });
    leave->setAutoDefault(false);
    connect(leave, &QPushButton::clicked, this, &QDialog::accept);
    stay->setDefault(true);
    stay->setFocus();
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatience);
    connect(&m_patience, &QTimer::timeout, this, &QDialog::open);
    connect(&m_session, &Session::actionFinished, this, &GivingBackDialog::finish);
    connect(&m_session, &Session::statusChanged, this, &GivingBackDialog::showOpen);
    keepTranslated(*this, [this, action, heading] {
        setWindowTitle(action());
        heading->setText(tr("Not given back yet"));
        showOpen();
    });
}

void GivingBackDialog::start(const std::vector<OwnHold>& holds)
{
    for (const OwnHold& hold : holds) {
        m_asked.emplace(m_session.releaseHold(hold.id), hold);
    }
    m_patience.start();
    showOpen();
}

/// What the session answers while it is being closed comes too late.
void GivingBackDialog::done(int result)
{
    m_patience.stop();
    disconnect(&m_session, nullptr, this, nullptr);
    deleteLater(); // it may never have been in sight
    QDialog::done(result);
}

void GivingBackDialog::finish(quint64 ticket, const AdminResult& result)
{
    const auto found = m_asked.find(ticket);
    if (found == m_asked.end()) {
        return;
    }
    const bool isGivenBack =
        result.outcome == AdminResult::Outcome::done || result.outcome == AdminResult::Outcome::changed; // not ours
    if (!isGivenBack) {
        m_refused.push_back(found->second);
    }
    m_asked.erase(found);
    showOpen();
    if (!m_asked.empty()) {
        return;
    }
    if (m_refused.empty()) {
        accept();
    } else if (!isVisible()) {
        m_patience.stop();
        open();
    }
}

void GivingBackDialog::showOpen()
{
    std::vector<OwnHold> all = m_refused;
    for (const auto& [ticket, hold] : m_asked) {
        all.push_back(hold);
    }
    std::vector<LeaveLosses::Stranded> stranded;
    for (const OwnHold& hold : all) {
        stranded.push_back(strandedIf(hold, m_session.watchdogLease()));
    }
    QStringList lines{
        tr("The server has not confirmed that these were given back: %1", "%1: names of locks, each with when it ends")
            .arg(endsText(stranded))};
    if (m_refused.empty()) {
        lines << tr("As soon as it has, this goes on by itself.");
    }
    m_what->setText(lines.join(QLatin1Char('\n')));
    makeRoom();
}

} // namespace lockscope::ui
