// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/permissions_dialog.hpp"

#include "delegates/wrapping_delegate.hpp"
#include "panels/acl_request.hpp"
#include "text/character_width.hpp"
#include "text/error_words.hpp"
#include "text/permission_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QLabel>
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
    for (const Feature feature : report.features()) {
        if (feature == Feature::trace) {
            continue; // which nobody is to ask for
        }
        for (const Permission& permission : report.missing_for(feature)) {
            const QString cost = permissionCost(permission, feature);
            auto* item = new QTreeWidgetItem(
                &list, {featureText(feature), shortText(permission.what), shortText(permission.acl_rule), cost});
            item->setToolTip(item->columnCount() - 1, toolTipText(cost));
        }
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
    list->setVisible(!report.missing().empty());
    contents().addWidget(list);

    QLabel* unasked = plainLabel({}, this);
    unasked->setWordWrap(true);
    unasked->setVisible(!report.troubles.empty());
    contents().addWidget(unasked);

    QLabel* untried = plainLabel({}, this);
    untried->setWordWrap(true);
    untried->setVisible(!untriedRules(report).isEmpty());
    contents().addWidget(untried);

    auto* request = new AclRequest(this);
    request->setReport(report, user);
    contents().addWidget(request);
    addButton(QDialogButtonBox::RejectRole, [] { return tr("Close"); });
    keepTranslated(*this, [this, list, report, unasked, untried] {
        setWindowTitle(tr("Missing permissions"));
        fill(*list, report);
        list->setAccessibleName(tr("Missing permissions"));
        if (!report.troubles.empty()) {
            unasked->setText(withCause(tr("Not all masters could be asked, so what is missing there is not known."),
                                       report.troubles.front()));
        }
        untried->setText(
            tr("Whether this user has these rights is not known, because only acting would tell: %1", "%1: ACL rules")
                .arg(untriedRules(report).join(QLatin1Char(' '))));
        makeRoom();
    });
}

} // namespace lockscope::ui
