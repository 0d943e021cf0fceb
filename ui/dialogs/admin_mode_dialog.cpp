// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/admin_mode_dialog.hpp"

#include "panels/heading.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "text/wrapping_check_box.hpp"
#include "theme/text_color.hpp"
#include "theme/theme.hpp"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 64;
constexpr double kTitleFactor = 1.25;

} // namespace

AdminModeDialog::AdminModeDialog(const QString& server, Session::ServerKind kind, std::chrono::milliseconds limit,
                                 QWidget* parent)
    : Dialog(parent)
    , m_rights(plainLabel({}, this))
    , m_production(new WrappingCheckBox(this))
{
    auto* title = new Heading(kTitleFactor, this);
    title->setWordWrap(true);
    QLabel* text = plainLabel({}, this);
    text->setWordWrap(true);
    text->setMinimumWidth(widthOf(kWidthChars));
    m_production->setChecked(kind == Session::ServerKind::production);
    keepTranslated(*this, [this, title, text, server, limit] {
        setWindowTitle(tr("Unlock actions"));
        title->setText(tr("Allow actions on %1?").arg(shortened(server, 50)));
        text->setText(
            tr("You will be able to release and expire locks that others hold, and to change the queues of fair "
               "locks. Each action asks again, compares what you saw with what is there, and is written to the audit "
               "log. The session is read-only again when you disconnect, or after %1 without an action.",
               "%1: duration")
                .arg(limitText(limit)));
        m_production->setText(tr("This is a &production server: ask for the lock's name each time"));
        makeRoom();
    });
    QPushButton* cancel = addButton(QDialogButtonBox::RejectRole, [] { return tr("Stay &read-only"); });
    QPushButton* unlock = addButton(
        QDialogButtonBox::AcceptRole, [] { return tr("&Unlock"); }, QStringLiteral("lock-open"));
    cancel->setDefault(true); // Unlocking alone does nothing yet: where it has the focus, Return presses it.
    connect(unlock, &QPushButton::clicked, this, &QDialog::accept);

    contents().addWidget(title);
    contents().addWidget(text);
    m_rights->setWordWrap(true);
    m_rights->hide();
    colorText(*m_rights, &Theme::warning);
    contents().addWidget(m_rights);
    contents().addWidget(m_production);
    cancel->setFocus();
}

void AdminModeDialog::setRights(const PermissionReport& rights)
{
    const auto isThere = [&rights](bool Permission::*what) {
        return std::any_of(rights.all.begin(), rights.all.end(),
                           [what](const Permission& each) { return is_for_acting(each.feature) && !(each.*what); });
    };
    const bool isMissing = isThere(&Permission::granted);
    m_rights->setVisible(isMissing || isThere(&Permission::known));
    keepTranslated(*m_rights, [this, isMissing] {
        m_rights->setText(isMissing
                              ? tr("This user lacks rights that some of them need: see Server → Missing "
                                   "permissions.")
                              : tr("Whether this user has the rights for that is not known: the server tells only "
                                   "when it is tried."));
        makeRoom();
    });
}

void AdminModeDialog::insistOnProduction()
{
    m_production->setChecked(true);
    m_production->setEnabled(false);
    keepTranslated(*m_production, [this] {
        m_production->setToolTip(
            toolTipText(tr("The profile says that this is a production server. It can be changed there.")));
    });
}

Session::ServerKind AdminModeDialog::serverKind() const
{
    return m_production->isChecked() ? Session::ServerKind::production : Session::ServerKind::ordinary;
}

} // namespace lockscope::ui
