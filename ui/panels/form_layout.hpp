// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/live_text.hpp"

#include <QFormLayout>

namespace lockscope::ui {

/// QFormLayout for rows that wrap and fields whose height depends on their width: without two mistakes of Qt 6.4, by
/// which such a form is cut off in some widths. A label stands beside the first line of a field that has several.
class FormLayout final : public QFormLayout
{
    Q_OBJECT

public:
    explicit FormLayout(QWidget* parent = nullptr);

    void setGeometry(const QRect& rect) override;

private:
    void alignLabels();
};

/// A row of a FormLayout whose label follows the language.
void addRow(QFormLayout& form, const Text& label, QWidget* field);

/// Has the Tab key go through the fields in the order of the rows, and not of their making.
void tabAlongRows(const QFormLayout& form);

} // namespace lockscope::ui
