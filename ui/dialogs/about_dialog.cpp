// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/about_dialog.hpp"

#include "panels/heading.hpp"
#include "text/server_text.hpp"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

constexpr int kLogo = 64;
constexpr int kWidthChars = 52;

} // namespace

AboutDialog::AboutDialog(QWidget* parent) : Dialog(parent)
{
    auto* logo = new QLabel(this);
    logo->setPixmap(QIcon(QStringLiteral(":/icons/lockscope.svg")).pixmap(kLogo, kLogo));
    auto* title = new Heading(1.5, this);
    title->setText(QStringLiteral("Lockscope %1").arg(QCoreApplication::applicationVersion()));
    QLabel* text = plainLabel({}, this);
    text->setWordWrap(true);
    text->setMinimumWidth(widthOf(kWidthChars));
    QLabel* versions = plainLabel({}, this);
    addButton(QDialogButtonBox::RejectRole, [] { return tr("Close"); });
    keepTranslated(*this, [this, text, versions] {
        setWindowTitle(tr("About Lockscope"));
        text->setText(tr("See, watch and free Redisson locks on Redis.\n\n"
                         "The desktop program is free software under the GNU General Public License, version 3 or "
                         "later; the library and lockctl are under the Apache License 2.0. There is no warranty."));
        versions->setText(tr("Running with Qt %1.").arg(QString::fromLatin1(qVersion())));
        makeRoom();
    });

    auto* texts = new QVBoxLayout;
    texts->setSpacing(10);
    texts->addWidget(title);
    texts->addWidget(text);
    texts->addWidget(versions);
    auto* row = new QHBoxLayout;
    row->setSpacing(18);
    row->addWidget(logo, 0, Qt::AlignTop);
    row->addLayout(texts, 1);
    contents().addLayout(row);
}

} // namespace lockscope::ui
