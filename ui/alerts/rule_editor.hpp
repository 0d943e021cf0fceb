// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/alert_rules.hpp"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace lockscope::ui {

class DurationField;

/// The fields of one rule. What does not apply to its kind is hidden; what is wrong is said below the fields.
class RuleEditor : public QWidget
{
    Q_OBJECT

public:
    explicit RuleEditor(QWidget* parent = nullptr);

    void setRule(const AlertRule& rule);
    /// Id and unknown members as they were given.
    [[nodiscard]] AlertRule rule() const;
    void focusFirst();

signals:
    void edited();

private:
    void showFields();
    void retranslate();
    void change();

    AlertRule m_rule;
    enum class Filling { no, yes };
    Filling m_filling = Filling::no;
    QFormLayout* m_form;
    QComboBox* m_kind;
    QLabel* m_explanation;
    QLineEdit* m_name;
    DurationField* m_duration;
    QSpinBox* m_count;
    QComboBox* m_severity;
    QCheckBox* m_harmless;
    QCheckBox* m_enabled;
    QLabel* m_problem;
};

} // namespace lockscope::ui
