// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/permissions_dialog.hpp"

#include "text/permission_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 80;

QTreeWidget* missingList(const PermissionReport& report, QWidget* parent)
{
    auto* list = new QTreeWidget(parent);
    list->setRootIsDecorated(false);
    list->setHeaderLabels({PermissionsDialog::tr("Does not work"), PermissionsDialog::tr("Because of"),
                           PermissionsDialog::tr("Rule to ask for"), PermissionsDialog::tr("What that costs")});
    for (const Permission& permission : report.missing()) {
        auto* item = new QTreeWidgetItem(list, {featureText(permission.feature), shortText(permission.what),
                                                shortText(permission.acl_rule), permissionCost(permission)});
        item->setToolTip(item->columnCount() - 1, toolTipText(permissionCost(permission)));
    }
    for (int column = 0; column < list->columnCount() - 1; ++column) {
        list->resizeColumnToContents(column);
    }
    return list;
}

} // namespace

PermissionsDialog::PermissionsDialog(const PermissionReport& report, const std::string& user, QWidget* parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Missing permissions"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    QTreeWidget* list = missingList(report, this);
    list->setMinimumWidth(kWidthChars * fontMetrics().averageCharWidth());
    layout->addWidget(list);

    QLabel* explanation = plainLabel(tr("The line to send to the server's administrator:"), this);
    layout->addWidget(explanation);
    const QString line =
        QStringLiteral("ACL SETUSER %1 %2")
            .arg(user.empty() ? QStringLiteral("default") : displayText(user), displayText(report.acl_line()));
    auto* field = new QLineEdit(line, this);
    field->setReadOnly(true);
    field->setCursorPosition(0);
    explanation->setBuddy(field);
    auto* copy = new QPushButton(icon(QStringLiteral("copy")), tr("Copy"), this);
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [line] { QGuiApplication::clipboard()->setText(line); });
    auto* row = new QHBoxLayout;
    row->addWidget(field, 1);
    row->addWidget(copy);
    layout->addLayout(row);

    auto* buttons = new QDialogButtonBox(this);
    connect(buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole), &QPushButton::clicked, this,
            &QDialog::reject);
    layout->addWidget(buttons);
}

} // namespace lockscope::ui
