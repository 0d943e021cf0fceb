// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "alerts/alert_reactions.hpp"

#include <QGroupBox>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace lockscope::ui {

/// What happens besides the list: the tray's message, and the user's own command with what has to be known of it.
class ReactionsForm : public QGroupBox
{
    Q_OBJECT

public:
    enum class Tray { available, absent };
    explicit ReactionsForm(const AlertReactions& reactions, Tray tray, QWidget* parent = nullptr);

    [[nodiscard]] AlertReactions reactions() const;
    /// A command that is on needs a program.
    [[nodiscard]] bool isComplete() const;

signals:
    void edited();

private:
    void browse();
    void showFields();
    void showMissing();
    void retranslate();

    QCheckBox* m_tray;
    QCheckBox* m_command;
    QLineEdit* m_program;
    QPushButton* m_browse;
    QPlainTextEdit* m_arguments;
    QLabel* m_missing;
    QLabel* m_absent;
    QLabel* m_explanation;
};

} // namespace lockscope::ui
