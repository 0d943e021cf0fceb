// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/cell_delegate.hpp"

#include "lockscope/alert_rules.hpp"

namespace lockscope::ui {

/// Info: a ring with a dot. Warning: a triangle. Critical: a filled octagon with a bar.
void drawSeverityMark(QPainter& painter, const QRectF& square, AlertRule::Severity severity, const QColor& color,
                      const QColor& hole);
[[nodiscard]] QColor severityColor(AlertRule::Severity severity, const Theme& theme);

/// Shape, word and colour of a severity (int under @p severityRole). The word is the display role.
class AlertSeverityDelegate : public CellDelegate
{
    Q_OBJECT

public:
    explicit AlertSeverityDelegate(int severityRole, QObject* parent = nullptr);

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
    [[nodiscard]] int extraWidth(const QStyleOptionViewItem& option) const override;

private:
    int m_severityRole;
};

} // namespace lockscope::ui
