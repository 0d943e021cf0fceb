// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/permission_matrix.hpp"

#include "panels/acl_request.hpp"
#include "text/character_width.hpp"
#include "text/permission_words.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/icons.hpp"

#include <QEvent>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lockscope::ui {
namespace {

constexpr int kListChars = 52;

enum Column { featureColumn, stateColumn, ruleColumn };

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
    , m_request(new AclRequest(this))
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

    layout->addWidget(m_request);
    retranslate();
}

void PermissionMatrix::setReport(const PermissionReport& report, const std::string& user)
{
    m_report = report;
    m_request->setReport(report, user);
    fill();
}

QString PermissionMatrix::aclLine() const
{
    return m_request->line(Purpose::acting);
}

void PermissionMatrix::fill()
{
    m_list->clear();
    bool isAnyMissing = false;
    for (const Feature feature : m_report.features()) {
        const bool isAllowed = m_report.allows(feature);
        const bool isKnown = m_report.knows(feature);
        isAnyMissing = isAnyMissing || !isAllowed;
        auto* item = new QTreeWidgetItem(m_list);
        item->setText(featureColumn, featureText(feature));
        item->setText(stateColumn, !isAllowed ? tr("Forbidden") : isKnown ? tr("Works") : tr("Not tried"));
        item->setIcon(stateColumn, icon(!isAllowed ? QStringLiteral("warning")
                                        : isKnown  ? QStringLiteral("check")
                                                   : QStringLiteral("question")));
        QStringList rules;
        for (const Permission& permission : m_report.missing_for(feature)) {
            rules.append(shortText(permission.acl_rule));
            auto* right = new QTreeWidgetItem(item);
            const QString text = tr("%1: %2", "a right that is missing, and what that costs")
                                     .arg(rules.last(), permissionCost(permission, feature));
            right->setText(ruleColumn, text);
            right->setToolTip(ruleColumn, toolTipText(text));
        }
        item->setText(ruleColumn, rules.join(QLatin1Char(' ')));
        item->setExpanded(true);
        if (!rules.isEmpty()) {
            item->setToolTip(ruleColumn, toolTipText(rules.join(QLatin1Char(' '))));
        }
    }
    m_list->setColumnHidden(ruleColumn, !isAnyMissing);
    m_list->resizeColumnToContents(featureColumn);
    m_list->resizeColumnToContents(stateColumn);
}

void PermissionMatrix::retranslate()
{
    m_list->setHeaderLabels({tr("Feature"), tr("State"), tr("Missing rules")});
    m_list->setAccessibleName(tr("Permissions"));
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
