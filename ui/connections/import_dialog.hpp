// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile_transfer.hpp"
#include "dialogs/dialog.hpp"

class QLabel;
class QTreeWidget;

namespace lockscope::ui {

class MarkedLine;

/// Shows what an import of profiles will do; accepted() means: do it.
class ImportDialog : public Dialog
{
    Q_OBJECT

public:
    explicit ImportDialog(ImportPlan plan, QWidget* parent = nullptr);

    [[nodiscard]] const ImportPlan& plan() const { return m_plan; }

private:
    [[nodiscard]] QString stepText(const ImportPlan::Item& item) const;
    void retranslate();

    ImportPlan m_plan;
    QLabel* m_rules;
    QTreeWidget* m_list;
    MarkedLine* m_leftOut;
};

} // namespace lockscope::ui
