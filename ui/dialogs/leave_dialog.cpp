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
constexpr std::size_t kMostNames = 5;
constexpr int kNameChars = 40;
constexpr int kServerChars = 50;
constexpr double kTitleFactor = 1.25;

QString listOf(const std::vector<std::string>& locks)
{
    QStringList names;
    for (std::size_t place = 0; place < std::min(locks.size(), kMostNames); ++place) {
        names << shortText(locks[place], kNameChars);
    }
    if (locks.size() > kMostNames) {
        names << QCoreApplication::translate("lockscope::ui::LeaveDialog", "%Ln more", "names of locks",
                                             pluralCount(locks.size() - kMostNames));
    }
    return namesText(names);
}

QString consequences(const QString& server, const LeaveLosses& losses)
{
    QStringList lines;
    if (!losses.held.empty()) {
        lines << LeaveDialog::tr("What this program holds or waits for is given up: %1", "names of locks")
                     .arg(listOf(losses.held));
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

LeaveDialog::LeaveDialog(const QString& server, const LeaveLosses& losses, const Text& action, Instead instead,
                         QWidget* parent)
    : Dialog(parent)
{
    auto* question = new Heading(kTitleFactor, this);
    question->setWordWrap(true);
    QLabel* what = plainLabel({}, this);
    what->setWordWrap(true);
    what->setMinimumWidth(widthOf(kWidthChars));
    contents().addWidget(question);
    contents().addWidget(what);
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
    keepTranslated(*this, [this, server, losses, action, question, what] {
        setWindowTitle(action());
        question->setText(server.isEmpty() ? tr("%1?", "what is about to be done").arg(action())
                                           : tr("Leave %1?", "name of a server").arg(shortened(server, kServerChars)));
        what->setText(consequences(server, losses));
        makeRoom();
    });
}

} // namespace lockscope::ui
