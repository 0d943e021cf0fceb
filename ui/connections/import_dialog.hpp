// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile_transfer.hpp"

#include <QDialog>

namespace lockscope::ui {

/// Shows what an import of profiles will do; accepted() means: do it.
class ImportDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ImportDialog(ImportPlan plan, QWidget* parent = nullptr);

    [[nodiscard]] const ImportPlan& plan() const { return m_plan; }

private:
    [[nodiscard]] QString stepText(const ImportPlan::Item& item) const;

    ImportPlan m_plan;
};

} // namespace lockscope::ui
