// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/permission_matrix.hpp"

#include "text/character_width.hpp"
#include "text/permission_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kListChars = 52;

enum Column { featureColumn, stateColumn, ruleColumn };

/// Several permissions make a feature; the worst of them counts.
struct FeatureRow
{
    Feature feature;
    bool granted = true;
    bool known = true;
    QStringList missing; ///< ACL rules.
    QStringList costs;   ///< What each of them costs.
};

QList<FeatureRow> rowsOf(const PermissionReport& report)
{
    QList<FeatureRow> rows;
    for (const Permission& permission : report.all) {
        auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const FeatureRow& each) { return each.feature == permission.feature; });
        if (row == rows.end()) {
            row = rows.insert(rows.end(), FeatureRow{permission.feature, true, true, {}, {}});
        }
        row->known = row->known && permission.known;
        if (!permission.granted) {
            row->granted = false;
            row->missing.append(shortText(permission.acl_rule));
            row->costs.append(permissionCost(permission));
        }
    }
    return rows;
}

/// The icons are no buttons, which would be drawn as pressed in a row that is expanded.
class PlainIcons : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->state &= ~QStyle::State_Open;
    }
};

} // namespace

PermissionMatrix::PermissionMatrix(QWidget* parent)
    : QWidget(parent)
    , m_list(new QTreeWidget(this))
    , m_request(new QWidget(this))
    , m_requestLabel(plainLabel({}, m_request))
    , m_line(new QLineEdit(m_request))
    , m_copy(new QPushButton(m_request))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setItemDelegate(new PlainIcons(m_list));
    m_list->setColumnCount(ruleColumn + 1);
    m_list->header()->setStretchLastSection(true);
    m_list->setMinimumWidth(kListChars * characterWidth(fontMetrics()));
    layout->addWidget(m_list, 1);

    auto* request = new QVBoxLayout(m_request);
    request->setContentsMargins(0, 0, 0, 0);
    request->setSpacing(6);
    m_requestLabel->setWordWrap(true);
    m_requestLabel->setTextInteractionFlags(Qt::NoTextInteraction);
    m_requestLabel->setBuddy(m_line);
    m_line->setReadOnly(true);
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_copy->setAutoDefault(false);
    auto* row = new QHBoxLayout;
    row->addWidget(m_line, 1);
    row->addWidget(m_copy);
    request->addWidget(m_requestLabel);
    request->addLayout(row);
    layout->addWidget(m_request);
    m_request->hide();
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(aclLine()); });
    retranslate();
}

void PermissionMatrix::setReport(const PermissionReport& report, const std::string& user)
{
    m_report = report;
    m_user = user;
    fill();
}

QString PermissionMatrix::aclLine() const
{
    const std::string rules = m_report.acl_line();
    if (rules.empty()) {
        return {};
    }
    const QString user = m_user.empty() ? QStringLiteral("default") : displayText(m_user);
    return QStringLiteral("ACL SETUSER %1 %2").arg(user, displayText(rules));
}

void PermissionMatrix::fill()
{
    m_list->clear();
    bool isAnyMissing = false;
    for (const FeatureRow& row : rowsOf(m_report)) {
        isAnyMissing = isAnyMissing || !row.granted;
        auto* item = new QTreeWidgetItem(m_list);
        item->setText(featureColumn, featureText(row.feature));
        item->setText(stateColumn, !row.granted ? tr("Forbidden") : row.known ? tr("Works") : tr("Not tried"));
        item->setIcon(stateColumn, icon(!row.granted ? QStringLiteral("warning")
                                        : row.known  ? QStringLiteral("check")
                                                     : QStringLiteral("question")));
        item->setText(ruleColumn, row.missing.join(QLatin1Char(' ')));
        for (qsizetype i = 0; i < row.missing.size(); ++i) {
            auto* right = new QTreeWidgetItem(item);
            const QString text =
                tr("%1: %2", "a right that is missing, and what that costs").arg(row.missing.at(i), row.costs.at(i));
            right->setText(ruleColumn, text);
            right->setToolTip(ruleColumn, toolTipText(text));
        }
        item->setExpanded(true);
        if (!row.missing.isEmpty()) {
            item->setToolTip(ruleColumn, toolTipText(row.missing.join(QLatin1Char(' '))));
        }
    }
    m_list->setColumnHidden(ruleColumn, !isAnyMissing);
    m_list->resizeColumnToContents(featureColumn);
    m_list->resizeColumnToContents(stateColumn);
    m_line->setText(aclLine());
    m_line->setCursorPosition(0);
    m_request->setVisible(!aclLine().isEmpty());
}

void PermissionMatrix::retranslate()
{
    m_list->setHeaderLabels({tr("Feature"), tr("State"), tr("Missing rules")});
    m_list->setAccessibleName(tr("Permissions"));
    m_requestLabel->setText(tr("The line to send to the server's administrator:"));
    m_copy->setText(tr("Copy"));
    fill();
}

void PermissionMatrix::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::FontChange) {
        m_list->setMinimumWidth(kListChars * characterWidth(fontMetrics()));
        fill();
    }
}

} // namespace lockscope::ui
