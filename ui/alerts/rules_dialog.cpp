// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/rules_dialog.hpp"

#include "alerts/alert_text.hpp"
#include "alerts/rule_editor.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/shown_text.hpp"
#include "text/wrapped_label.hpp"
#include "theme/icons.hpp"

#include <QBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QSignalBlocker>
#include <QUuid>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kListChars = 38;
constexpr int kEditorChars = 72;
constexpr int kLines = 40;
constexpr int kRuleChars = 60;

/// Of no rule that ever was: what was muted for that is not for this one.
std::string newId()
{
    return "rule-" + QUuid::createUuid().toString(QUuid::Id128).toStdString();
}

} // namespace

RulesDialog::RulesDialog(std::optional<AlertRules> rules, const AlertReactions& reactions, ReactionsForm::Tray tray,
                         QWidget* parent)
    : EditDialog(parent)
    , m_hasServer(rules.has_value())
    , m_rules(std::move(rules).value_or(AlertRules{}))
    , m_rulesBefore(m_rules)
    , m_noServer(plainLabel({}, this))
    , m_list(new QListWidget(this))
    , m_editor(new RuleEditor(this))
    , m_reactions(new ReactionsForm(reactions, tray, this))
    , m_reactionsBefore(m_reactions->reactions())
    , m_add(new QPushButton(icon(QStringLiteral("plus")), {}, this))
    , m_duplicate(new QPushButton(icon(QStringLiteral("duplicate")), {}, this))
    , m_remove(new QPushButton(icon(QStringLiteral("delete")), {}, this))
    , m_defaults(new QPushButton(this))
    , m_hint(plainLabel({}, this))
{
    auto* side = new QWidget(this);
    makeList(side);

    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins({});
    column->addWidget(m_noServer);
    column->addWidget(m_editor);
    column->addSpacing(fontMetrics().height());
    column->addWidget(m_reactions);
    column->addStretch(1);
    m_noServer->setWordWrap(true);
    m_noServer->setVisible(!m_hasServer);
    m_editor->setVisible(m_hasServer);
    side->setVisible(m_hasServer);

    addButton(QDialogButtonBox::RejectRole, [] { return tr("Cancel"); });
    m_ok = addButton(QDialogButtonBox::AcceptRole, [] { return tr("&Save"); });
    m_ok->setDefault(true);
    connect(m_ok, &QPushButton::clicked, this, &QDialog::accept);

    arrange(side, page);
    m_hint->setWordWrap(true);
    keepRoom(*m_hint);
    m_hint->hide();
    contents().addWidget(m_hint);
    keepTranslated(*this, [this] { retranslate(); });

    connect(m_editor, &RuleEditor::edited, this, &RulesDialog::takeEdit);
    connect(m_reactions, &ReactionsForm::edited, this, &RulesDialog::updateButtons);
    fill(0);
    if (m_hasServer) {
        m_list->setFocus();
    } else {
        m_reactions->setFocus();
    }
}

/// Side by side, if the screen is wide enough for both in the size of the text.
void RulesDialog::arrange(QWidget* side, QWidget* page)
{
    const QSize most = screen()->availableSize() * 9 / 10;
    const bool isNarrow = widthOf(kListChars + kEditorChars) < characterWidth(fontMetrics()) * kEditorChars;
    auto* both = new QBoxLayout(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    both->addWidget(side, 2);
    both->addWidget(page, 3);
    contents().addLayout(both, 1);
    m_list->setMinimumWidth(widthOf(kListChars / 2));
    m_list->setWordWrap(true);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const int characters = m_hasServer ? kListChars + kEditorChars : kEditorChars;
    const QSize wanted(characterWidth(fontMetrics()) * characters * 5 / 4,
                       m_hasServer ? fontMetrics().lineSpacing() * kLines : 0);
    resize(wanted.boundedTo(most));
}

void RulesDialog::makeList(QWidget* side)
{
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins({});
    m_title = plainLabel({}, side);
    m_title->setTextInteractionFlags(Qt::NoTextInteraction);
    m_title->setBuddy(m_list);
    layout->addWidget(m_title);
    layout->addWidget(m_list, 1);
    auto* first = new QHBoxLayout;
    auto* second = new QHBoxLayout;
    first->addWidget(m_add);
    first->addWidget(m_duplicate);
    second->addWidget(m_remove);
    second->addWidget(m_defaults);
    layout->addLayout(first);
    layout->addLayout(second);
    for (QPushButton* button : {m_add, m_duplicate, m_remove, m_defaults}) {
        button->setAutoDefault(false);
    }
    connect(m_list, &QListWidget::currentRowChanged, this, &RulesDialog::select);
    connect(m_list, &QListWidget::itemChanged, this, &RulesDialog::takeTick);
    connect(m_add, &QPushButton::clicked, this, &RulesDialog::addRule);
    connect(m_duplicate, &QPushButton::clicked, this, &RulesDialog::duplicateRule);
    connect(m_remove, &QPushButton::clicked, this, &RulesDialog::removeRule);
    connect(m_defaults, &QPushButton::clicked, this, &RulesDialog::restoreDefaults);
}

void RulesDialog::retranslate()
{
    setWindowTitle(tr("Alert rules"));
    m_title->setText(tr("&Rules of this server:"));
    m_list->setAccessibleName(tr("Rules of this server"));
    m_noServer->setText(tr("Each server has rules of its own: connect to one to see and change them. What happens when "
                           "an alert is raised is the same for all servers."));
    m_add->setText(tr("&Add"));
    m_duplicate->setText(tr("D&uplicate"));
    m_remove->setText(tr("R&emove"));
    m_defaults->setText(tr("Restore &defaults"));
    const QSignalBlocker blocker(m_list);
    for (int row = 0; row < m_list->count(); ++row) {
        m_list->item(row)->setText(ruleText(m_rules.rules[static_cast<std::size_t>(row)]));
    }
    showText(*m_hint, obstacle());
}

Text RulesDialog::unfinished() const
{
    const bool isChanged = m_rules != m_rulesBefore || reactions() != m_reactionsBefore;
    return isChanged ? Text([] { return tr("Alert rules"); }) : Text();
}

void RulesDialog::addRule()
{
    AlertRule rule;
    rule.id = newId();
    m_rules.rules.push_back(std::move(rule));
    fill(static_cast<int>(m_rules.rules.size()) - 1);
    m_editor->focusFirst();
}

void RulesDialog::duplicateRule()
{
    AlertRule rule = m_rules.rules[static_cast<std::size_t>(m_list->currentRow())];
    rule.id = newId();
    m_rules.rules.push_back(std::move(rule));
    fill(static_cast<int>(m_rules.rules.size()) - 1);
    m_editor->focusFirst();
}

void RulesDialog::removeRule()
{
    const int row = m_list->currentRow();
    m_rules.rules.erase(m_rules.rules.begin() + row);
    fill(std::min(row, static_cast<int>(m_rules.rules.size()) - 1));
    m_list->setFocus();
}

void RulesDialog::restoreDefaults()
{
    m_rules.rules = AlertRules::defaults().rules; // what is not understood stays
    fill(0);
}

void RulesDialog::fill(int selected)
{
    {
        const QSignalBlocker blocker(m_list);
        m_list->clear();
        for (const AlertRule& rule : m_rules.rules) {
            auto* item = new QListWidgetItem(ruleText(rule), m_list);
            item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
            item->setCheckState(rule.enabled ? Qt::Checked : Qt::Unchecked);
        }
    }
    m_list->setCurrentRow(selected);
    select(selected);
}

void RulesDialog::select(int row)
{
    const bool there = row >= 0 && row < static_cast<int>(m_rules.rules.size());
    if (there) {
        m_editor->setRule(m_rules.rules[static_cast<std::size_t>(row)]);
    }
    m_editor->setEnabled(there);
    updateButtons();
}

void RulesDialog::takeEdit()
{
    const int row = m_list->currentRow();
    if (row < 0 || row >= static_cast<int>(m_rules.rules.size())) {
        return;
    }
    AlertRule& rule = m_rules.rules[static_cast<std::size_t>(row)];
    rule = m_editor->rule();
    const QSignalBlocker blocker(m_list);
    m_list->item(row)->setText(ruleText(rule));
    m_list->item(row)->setCheckState(rule.enabled ? Qt::Checked : Qt::Unchecked);
    updateButtons();
}

void RulesDialog::takeTick(QListWidgetItem* item)
{
    const int row = m_list->row(item);
    AlertRule& rule = m_rules.rules[static_cast<std::size_t>(row)];
    rule.enabled = item->checkState() == Qt::Checked;
    if (row == m_list->currentRow()) {
        m_editor->setRule(rule);
    }
}

void RulesDialog::updateButtons()
{
    const bool full = m_rules.rules.size() >= AlertRules::most;
    const bool selected = m_list->currentRow() >= 0;
    m_add->setEnabled(!full);
    m_duplicate->setEnabled(!full && selected);
    m_remove->setEnabled(selected);
    const QString why = obstacle();
    m_ok->setEnabled(why.isEmpty());
    showText(*m_hint, why);
    makeRoom();
}

/// Also of a rule that is not the selected one.
QString RulesDialog::obstacle() const
{
    const auto wrong = std::find_if(m_rules.rules.begin(), m_rules.rules.end(),
                                    [](const AlertRule& rule) { return problem_of(rule) != AlertRuleProblem::none; });
    if (wrong != m_rules.rules.end()) {
        return tr("Not to be saved as it is: “%1”. %2", "%1: a rule; %2: sentence about what is wrong with it")
            .arg(shortened(ruleText(*wrong), kRuleChars), ruleProblemText(problem_of(*wrong)));
    }
    return m_reactions->isComplete() ? QString() : tr("Name the program that is to run, or untick it.");
}

} // namespace lockscope::ui
