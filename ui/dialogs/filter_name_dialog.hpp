// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"

#include <QStringList>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

/// Asks under which name a filter is to be kept. Opened with open().
class FilterNameDialog final : public Dialog
{
    Q_OBJECT

public:
    /// @param taken names that there are; one of them replaces its filter, and the dialog says so
    /// @param most names that there may be: where that many are, it saves under one of them only
    FilterNameDialog(const QString& filter, QStringList taken, qsizetype most, QWidget* parent = nullptr);

    [[nodiscard]] QString name() const;

private:
    void refresh();
    [[nodiscard]] QString note() const;
    [[nodiscard]] bool replaces() const { return m_taken.contains(name()); }
    [[nodiscard]] bool isFull() const { return m_taken.size() >= m_most; }

    QStringList m_taken;
    qsizetype m_most;
    QLineEdit* m_name;
    QLabel* m_note;
    QPushButton* m_save;
};

} // namespace lockscope::ui
