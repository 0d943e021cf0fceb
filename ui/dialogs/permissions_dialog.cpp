// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/permissions_dialog.hpp"

#include "text/error_words.hpp"
#include "text/permission_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

#include <QClipboard>
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

constexpr int kWidthChars = 110;

void fill(QTreeWidget& list, const PermissionReport& report)
{
    list.clear();
    list.setHeaderLabels({PermissionsDialog::tr("Does not work"), PermissionsDialog::tr("Because of"),
                          PermissionsDialog::tr("Rule to ask for"), PermissionsDialog::tr("What that costs")});
    for (const Permission& permission : report.missing()) {
        auto* item = new QTreeWidgetItem(&list, {featureText(permission.feature), shortText(permission.what),
                                                 shortText(permission.acl_rule), permissionCost(permission)});
        item->setToolTip(item->columnCount() - 1, toolTipText(permissionCost(permission)));
    }
    for (int column = 0; column < list.columnCount() - 1; ++column) {
        list.resizeColumnToContents(column);
    }
}

} // namespace

PermissionsDialog::PermissionsDialog(const PermissionReport& report, const std::string& user, QWidget* parent)
    : Dialog(parent)
{
    auto* list = new QTreeWidget(this);
    list->setRootIsDecorated(false);
    list->setMinimumWidth(widthOf(kWidthChars));
    list->setWordWrap(true);
    connect(list->header(), &QHeaderView::sectionResized, list,
            &QTreeWidget::doItemsLayout); // other lines, other heights
    contents().addWidget(list);

    QLabel* unasked = plainLabel({}, this);
    unasked->setWordWrap(true);
    unasked->setVisible(!report.troubles.empty());
    contents().addWidget(unasked);

    QLabel* explanation = plainLabel({}, this);
    explanation->setWordWrap(true);
    contents().addWidget(explanation);
    const QString line =
        QStringLiteral("ACL SETUSER %1 %2")
            .arg(user.empty() ? QStringLiteral("default") : displayText(user), displayText(report.acl_line()));
    auto* field = new QLineEdit(line, this);
    field->setReadOnly(true);
    field->setCursorPosition(0);
    explanation->setBuddy(field);
    auto* copy = new QPushButton(icon(QStringLiteral("copy")), {}, this);
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [line] { QGuiApplication::clipboard()->setText(line); });
    auto* row = new QHBoxLayout;
    row->addWidget(field, 1);
    row->addWidget(copy);
    contents().addLayout(row);
    addButton(QDialogButtonBox::RejectRole, [] { return tr("Close"); });
    keepTranslated(*this, [this, list, report, unasked, explanation, copy] {
        setWindowTitle(tr("Missing permissions"));
        fill(*list, report);
        list->setAccessibleName(tr("Missing permissions"));
        if (!report.troubles.empty()) {
            unasked->setText(withCause(tr("Not all masters could be asked, so what is missing there is not known."),
                                       report.troubles.front()));
        }
        explanation->setText(tr("The line to send to the server's administrator:"));
        copy->setText(tr("Copy"));
        makeRoom();
    });
}

} // namespace lockscope::ui
