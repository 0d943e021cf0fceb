// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <chrono>
#include <optional>

class QComboBox;
class QDoubleSpinBox;

namespace lockscope::ui {

/// A number and its unit: seconds, minutes or hours. Takes what is too short or too long, too, so that it can be said:
/// a field that corrects itself would have something else happen than what was typed.
class DurationField : public QWidget
{
    Q_OBJECT

public:
    explicit DurationField(QWidget* parent = nullptr);

    [[nodiscard]] std::chrono::milliseconds value() const;
    /// Not between a tenth of a second and a hundred days: one sentence; otherwise empty.
    [[nodiscard]] QString problem() const;
    /// Takes the largest unit in which it is a whole number. What the number has too few decimals for is kept all the
    /// same until somebody edits it.
    void setValue(std::chrono::milliseconds value);
    /// What a screen reader says; the label of a form says it only for one control.
    void setName(const QString& name);

signals:
    void changed();

private:
    void edit();

    std::optional<std::chrono::milliseconds> m_exact; ///< As it was set; nothing once it is edited.
    bool m_isBeingSet = false;
    QDoubleSpinBox* m_number;
    QComboBox* m_unit;
};

} // namespace lockscope::ui
