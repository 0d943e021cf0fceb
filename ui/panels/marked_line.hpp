// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"
#include "lockscope/severity.hpp"

#include <QColor>
#include <QWidget>

#include <optional>

class QLabel;

namespace lockscope::ui {

/// A mark and words beside it: a lock's condition, in its colour, or what is wrong in a sentence that may wrap.
class MarkedLine : public QWidget
{
    Q_OBJECT

public:
    explicit MarkedLine(QWidget* parent = nullptr);

    enum class Age { present, past };
    /// What is of the past is grey.
    void setCondition(LockCondition condition, Age age = Age::present);
    void setWarning(const QString& sentence, Severity severity = Severity::warning);
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QColor conditionColor() const;
    void arrange();
    void makeRoom();

    QLabel* m_words;
    std::optional<LockCondition> m_condition;
    Severity m_severity = Severity::warning; ///< Of a warning.
    Age m_age = Age::present;
};

} // namespace lockscope::ui
