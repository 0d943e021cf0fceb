// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/rule_editor.hpp"

#include "alerts/alert_text.hpp"
#include "dialogs/duration_field.hpp"
#include "panels/form_layout.hpp"
#include "text/live_text.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "text/wrapping_check_box.hpp"
#include "theme/text_color.hpp"

#include "lockscope/escape.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <array>

namespace lockscope::ui {
namespace {

constexpr int kMostWaiters = 1'000'000;
constexpr int kLongestPattern = 4 * 1024; ///< 1,024 bytes, each of which may stand there as four characters.
constexpr std::array kKinds{
    AlertRule::Kind::held_longer,   AlertRule::Kind::many_waiters,    AlertRule::Kind::low_ttl,
    AlertRule::Kind::never_expires, AlertRule::Kind::stale_head,      AlertRule::Kind::deadlock,
    AlertRule::Kind::lock_lost,     AlertRule::Kind::connection_lost, AlertRule::Kind::writes_refused};
constexpr std::array kSeverities{AlertRule::Severity::info, AlertRule::Severity::warning,
                                 AlertRule::Severity::critical};

} // namespace

RuleEditor::RuleEditor(QWidget* parent)
    : QWidget(parent)
    , m_form(new FormLayout(this))
    , m_kind(new QComboBox(this))
    , m_explanation(plainLabel({}, this))
    , m_name(new QLineEdit(this))
    , m_duration(new DurationField(this))
    , m_count(new QSpinBox(this))
    , m_severity(new QComboBox(this))
    , m_harmless(new WrappingCheckBox(this))
    , m_enabled(new WrappingCheckBox(this))
    , m_problem(plainLabel({}, this))
{
    for (const AlertRule::Kind kind : kKinds) {
        m_kind->addItem(QString(), static_cast<int>(kind));
    }
    for (const AlertRule::Severity severity : kSeverities) {
        m_severity->addItem(QString(), static_cast<int>(severity));
    }
    m_explanation->setWordWrap(true);
    m_problem->setWordWrap(true);
    m_count->setRange(0, kMostWaiters);
    m_name->setMaxLength(kLongestPattern);
    colorText(*m_problem, &Theme::danger);

    addRow(
        *m_form, [] { return tr("&Kind:"); }, m_kind);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->addRow(QString(), m_explanation);
    addRow(
        *m_form, [] { return tr("&Names (Redis pattern):"); }, m_name);
    addRow(
        *m_form, [] { return tr("&Time:"); }, m_duration);
    addRow(
        *m_form, [] { return tr("&Waiters:"); }, m_count);
    addRow(
        *m_form, [] { return tr("Se&verity:"); }, m_severity);
    m_form->addRow(QString(), m_harmless);
    m_form->addRow(QString(), m_enabled);
    m_form->addRow(QString(), m_problem);

    connect(m_kind, &QComboBox::currentIndexChanged, this, &RuleEditor::change);
    connect(m_severity, &QComboBox::currentIndexChanged, this, &RuleEditor::change);
    connect(m_name, &QLineEdit::textChanged, this, &RuleEditor::change);
    connect(m_duration, &DurationField::changed, this, &RuleEditor::change);
    connect(m_count, &QSpinBox::valueChanged, this, &RuleEditor::change);
    connect(m_harmless, &QCheckBox::toggled, this, &RuleEditor::change);
    connect(m_enabled, &QCheckBox::toggled, this, &RuleEditor::change);
    setRule({});
    keepTranslated(*this, [this] { retranslate(); });
}

void RuleEditor::retranslate()
{
    for (int i = 0; i < m_kind->count(); ++i) {
        m_kind->setItemText(i, ruleKindText(kKinds[static_cast<std::size_t>(i)]));
    }
    for (int i = 0; i < m_severity->count(); ++i) {
        m_severity->setItemText(i, severityText(kSeverities[static_cast<std::size_t>(i)]));
    }
    m_duration->setName(tr("Time"));
    m_name->setPlaceholderText(tr("all: *", "pattern of lock names"));
    m_harmless->setText(tr("Also w&hile it is renewed and nobody waits"));
    m_enabled->setText(tr("Rule is &on"));
    showFields();
}

void RuleEditor::setRule(const AlertRule& rule)
{
    m_filling = Filling::yes;
    m_rule = rule;
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(rule.kind)));
    m_severity->setCurrentIndex(m_severity->findData(static_cast<int>(rule.severity)));
    m_name->setText(displayText(rule.name_glob));
    m_duration->setValue(rule.duration);
    m_count->setValue(static_cast<int>(rule.count));
    m_harmless->setChecked(rule.also_harmless);
    m_enabled->setChecked(rule.enabled);
    m_filling = Filling::no;
    showFields();
}

AlertRule RuleEditor::rule() const
{
    AlertRule rule = m_rule;
    rule.kind = static_cast<AlertRule::Kind>(m_kind->currentData().toInt());
    rule.severity = static_cast<AlertRule::Severity>(m_severity->currentData().toInt());
    rule.name_glob = unescape(m_name->text().toStdString()); // also bytes that no keyboard can type
    rule.duration = m_duration->value();
    rule.count = m_count->value();
    rule.also_harmless = m_harmless->isChecked();
    rule.enabled = m_enabled->isChecked();
    return rule;
}

void RuleEditor::focusFirst()
{
    m_kind->setFocus();
}

void RuleEditor::change()
{
    showFields();
    if (m_filling == Filling::no) {
        emit edited();
    }
}

void RuleEditor::showFields()
{
    const AlertRule now = rule();
    const auto setRow = [this](QWidget* field, bool shown) {
        field->setVisible(shown);
        m_form->labelForField(field)->setVisible(shown);
    };
    setRow(m_name, has_name(now.kind));
    setRow(m_duration, has_duration(now.kind));
    setRow(m_count, has_count(now.kind));
    m_harmless->setVisible(has_harmless(now.kind));
    m_explanation->setText(ruleKindExplanation(now.kind));
    m_problem->setText(ruleProblemText(problem_of(now)));
    m_problem->setVisible(!m_problem->text().isEmpty());
}

} // namespace lockscope::ui
