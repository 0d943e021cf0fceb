// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/permissions_dialog.hpp"

#include "delegates/wrapping_delegate.hpp"
#include "text/character_width.hpp"
#include "text/error_words.hpp"
#include "text/permission_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kWidthChars = 110;
constexpr double kMostOfTheScreen = 0.75;
constexpr double kLeastForCosts = 0.35; ///< Of the list; their sentences wrap.
constexpr int kLeastLines = 9;
constexpr int kMostLines = 24;
constexpr double kMostOfTheHeight = 0.5;

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
    const int last = list.columnCount() - 1;
    int taken = 0;
    for (int column = 0; column < last; ++column) {
        list.resizeColumnToContents(column);
        taken += list.columnWidth(column);
    }
    const double share = list.minimumWidth() * (1 - kLeastForCosts) / std::max(taken, 1);
    for (int column = 0; column < last && share < 1; ++column) {
        list.setColumnWidth(column, static_cast<int>(list.columnWidth(column) * share));
    }
}

} // namespace

PermissionsDialog::PermissionsDialog(const PermissionReport& report, const std::string& user, QWidget* parent)
    : Dialog(parent)
{
    auto* list = new QTreeWidget(this);
    list->setRootIsDecorated(false);
    // A table may be wider than a text that one reads.
    list->setMinimumWidth(std::min(kWidthChars * characterWidth(fontMetrics()),
                                   static_cast<int>(screen()->availableSize().width() * kMostOfTheScreen)));
    const int lines = std::clamp(2 * static_cast<int>(report.missing().size()) + 2, kLeastLines, kMostLines);
    list->setMinimumHeight(std::min(lines * fontMetrics().lineSpacing(),
                                    static_cast<int>(screen()->availableSize().height() * kMostOfTheHeight)));
    new WrappingDelegate(*list);
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
