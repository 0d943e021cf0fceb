// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/admin_mode_dialog.hpp"

#include "panels/heading.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 64;
constexpr double kTitleFactor = 1.25;

} // namespace

AdminModeDialog::AdminModeDialog(const QString& server, Session::ServerKind kind, QWidget* parent)
    : QDialog(parent)
    , m_production(new QCheckBox(tr("This is a production server: ask for the lock's name each time"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Unlock actions"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    auto* title = new Heading(kTitleFactor, this);
    title->setText(tr("Allow actions on %1?").arg(shortened(server, 50)));
    QLabel* text = plainLabel(
        tr("You will be able to release and expire locks that others hold, and to change the queues of fair "
           "locks. Each action asks again, compares what you saw with what is there, and is written to the audit log. The session "
           "is read-only again when you disconnect, or after 15 minutes without an action."),
        this);
    text->setWordWrap(true);
    text->setMinimumWidth(kWidthChars * fontMetrics().averageCharWidth());
    m_production->setChecked(kind == Session::ServerKind::production);

    auto* buttons = new QDialogButtonBox(this);
    QPushButton* cancel = buttons->addButton(tr("Stay read-only"), QDialogButtonBox::RejectRole);
    QPushButton* unlock = buttons->addButton(tr("Unlock"), QDialogButtonBox::AcceptRole);
    unlock->setIcon(icon(QStringLiteral("lock-open")));
    unlock->setAutoDefault(false);
    cancel->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(unlock, &QPushButton::clicked, this, &QDialog::accept);

    layout->addWidget(title);
    layout->addWidget(text);
    layout->addWidget(m_production);
    layout->addWidget(buttons);
    cancel->setFocus();
}

Session::ServerKind AdminModeDialog::serverKind() const
{
    return m_production->isChecked() ? Session::ServerKind::production : Session::ServerKind::ordinary;
}

} // namespace lockscope::ui
