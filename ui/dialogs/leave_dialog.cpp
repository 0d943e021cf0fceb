// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/leave_dialog.hpp"

#include "panels/heading.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QCoreApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 60;
constexpr qsizetype kMostNames = 5;
constexpr int kNameChars = 40;
constexpr int kServerChars = 50;
constexpr qsizetype kMostServers = 6;
constexpr double kTitleFactor = 1.25;

QString fewOf(const QStringList& all)
{
    QStringList few = all.first(std::min(all.size(), kMostNames));
    if (const qsizetype more = all.size() - few.size(); more > 0) {
        few << QCoreApplication::translate("lockscope::ui::LeaveDialog", "%Ln more", "names of locks",
                                           pluralCount(more));
    }
    return namesText(few);
}

QString listOf(const std::vector<std::string>& locks)
{
    QStringList names;
    for (const std::string& lock : locks) {
        names << shortText(lock, kNameChars);
    }
    return fewOf(names);
}

/// Of a cluster all addresses are named, with nothing but a comma between them: each whole, and a line may end there.
QString brief(const QString& server)
{
    QStringList parts = server.split(QLatin1Char(','));
    for (QString& part : parts) {
        part = shortened(part, kServerChars);
    }
    if (parts.size() > kMostServers) {
        parts = parts.first(kMostServers) << QStringLiteral("…");
    }
    return parts.join(QStringLiteral(",\u200b"));
}

QString consequences(const QString& server, const LeaveLosses& losses)
{
    QStringList lines;
    if (!losses.held.empty()) {
        lines << LeaveDialog::tr("What this program holds or waits for is given up: %1", "names of locks")
                     .arg(listOf(losses.held));
    }
    if (!losses.stranded.empty()) {
        lines << LeaveDialog::tr("The server does not answer, so nothing can be given back now: %1",
                                 "%1: names of locks, each with when it ends")
                     .arg(endsText(losses.stranded));
    }
    if (!losses.inDoubt.empty()) {
        lines << LeaveDialog::tr(
                     "Permits that are not given back, as since a failover nobody can tell whether they still "
                     "count: %1",
                     "names of semaphores")
                     .arg(listOf(losses.inDoubt));
    }
    if (!losses.undoable.empty()) {
        lines << LeaveDialog::tr("What was released by force can no longer be put back: %1", "names of locks")
                     .arg(listOf(losses.undoable));
    }
    for (const Text& work : losses.unfinished) {
        lines << LeaveDialog::tr("Not finished yet: %1", "%1: Writing 5,000 rows to locks.csv…").arg(work());
    }
    if (!server.isEmpty()) {
        lines << LeaveDialog::tr("The events and the contention seen so far are forgotten.");
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

LeaveLosses::Stranded strandedIf(const OwnHold& hold, milliseconds watchdogLease)
{
    if (hold.kind == HoldKind::semaphore) {
        return {hold.lock, std::nullopt};
    }
    const SteadyTime now = std::chrono::steady_clock::now();
    const SteadyTime end = hold.ends ? *hold.ends : hold.valid_until.value_or(now + watchdogLease);
    return {hold.lock, std::max(std::chrono::duration_cast<milliseconds>(end - now), milliseconds(0))};
}

QString endsText(const std::vector<LeaveLosses::Stranded>& stranded)
{
    QStringList ends;
    for (const LeaveLosses::Stranded& each : stranded) {
        const QString name = shortText(each.lock, kNameChars);
        ends << (each.left ? LeaveDialog::tr("%1 ends in about %2", "%1: name of a lock; %2: duration")
                                 .arg(name, durationText(*each.left))
                           : LeaveDialog::tr("%1 never ends by itself", "%1: name of a semaphore").arg(name));
    }
    return fewOf(ends);
}

LeaveDialog::LeaveDialog(const QString& server, const LeaveLosses& losses, const Text& action, Instead instead,
                         QWidget* parent)
    : Dialog(parent)
    , m_server(server)
    , m_losses(losses)
    , m_what(plainLabel({}, this))
{
    auto* question = new Heading(kTitleFactor, this);
    question->setWordWrap(true);
    m_what->setWordWrap(true);
    m_what->setMinimumWidth(widthOf(kWidthChars));
    contents().addWidget(question);
    contents().addWidget(m_what);
    QPushButton* stay = addButton(QDialogButtonBox::RejectRole, [] { return tr("Cancel"); });
    if (instead == Instead::newWindow) {
        QPushButton* another = addButton(
            QDialogButtonBox::ActionRole, [] { return tr("New window"); }, QStringLiteral("window"));
        another->setAutoDefault(false);
        connect(another, &QPushButton::clicked, this, &LeaveDialog::newWindowRequested);
        connect(another, &QPushButton::clicked, this, &QDialog::reject);
    }
    QPushButton* leave = addButton(QDialogButtonBox::AcceptRole, action);
    leave->setAutoDefault(false);
    connect(leave, &QPushButton::clicked, this, &QDialog::accept);
    stay->setDefault(true);
    stay->setFocus(); // a second press in a hurry changes nothing
    keepTranslated(*this, [this, action, question] {
        setWindowTitle(action());
        question->setText(m_server.isEmpty() ? tr("%1?", "what is about to be done").arg(action())
                                             : tr("Leave %1?", "name of a server").arg(brief(m_server)));
        showLosses();
    });
}

void LeaveDialog::setLosses(const LeaveLosses& losses)
{
    m_losses = losses;
    showLosses();
}

void LeaveDialog::showLosses()
{
    m_what->setText(consequences(m_server, m_losses));
    makeRoom();
}

} // namespace lockscope::ui
