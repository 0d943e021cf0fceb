// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/about_dialog.hpp"

#include "panels/heading.hpp"
#include "text/server_text.hpp"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

constexpr int kLogo = 64;
constexpr int kWidthChars = 52;

} // namespace

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("About Lockscope"));
    auto* logo = new QLabel(this);
    logo->setPixmap(QIcon(QStringLiteral(":/icons/lockscope.svg")).pixmap(kLogo, kLogo));
    auto* title = new Heading(1.5, this);
    title->setText(QStringLiteral("Lockscope %1").arg(QCoreApplication::applicationVersion()));
    QLabel* text =
        plainLabel(tr("See, watch and free Redisson locks on Redis.\n\n"
                      "The desktop program is free software under the GNU General Public License, version 3 or "
                      "later; the library and lockctl are under the Apache License 2.0. There is no warranty."),
                   this);
    text->setWordWrap(true);
    text->setMinimumWidth(kWidthChars * fontMetrics().averageCharWidth());
    QLabel* versions = plainLabel(tr("Running with Qt %1.").arg(QString::fromLatin1(qVersion())), this);
    auto* buttons = new QDialogButtonBox(this);
    connect(buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole), &QPushButton::clicked, this,
            &QDialog::reject);

    auto* texts = new QVBoxLayout;
    texts->setSpacing(10);
    texts->addWidget(title);
    texts->addWidget(text);
    texts->addWidget(versions);
    auto* row = new QHBoxLayout;
    row->setSpacing(18);
    row->addWidget(logo, 0, Qt::AlignTop);
    row->addLayout(texts, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(14);
    layout->addLayout(row);
    layout->addWidget(buttons);
}

} // namespace lockscope::ui
