// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QWidget>

#include <optional>

class QLabel;

namespace lockscope::ui {

/// A mark and words beside it: a lock's condition, in its colour, or a warning in a sentence that may wrap.
class MarkedLine : public QWidget
{
    Q_OBJECT

public:
    explicit MarkedLine(QWidget* parent = nullptr);

    void setCondition(LockCondition condition);
    void setWarning(const QString& sentence);
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void makeRoom();

    QLabel* m_words;
    std::optional<LockCondition> m_condition;
};

} // namespace lockscope::ui
