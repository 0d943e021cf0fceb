// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/cell_delegate.hpp"

#include "lockscope/severity.hpp"

namespace lockscope::ui {

/// Critical: an octagon with a bar. Warning: a triangle. Info: a ring with an i. @p hole is the ground it stands on.
void drawSeverityMark(QPainter& painter, const QRectF& square, Severity severity, const QColor& color,
                      const QColor& hole);
[[nodiscard]] QColor severityColor(Severity severity, const Theme& theme);

/// The mark and, where a filter button wants it, as an icon in the theme's colour.
[[nodiscard]] QIcon severityIcon(Severity severity, const QPalette& palette, int side);

/// Shape, word and colour of a severity. The word is the display role.
class SeverityDelegate : public CellDelegate
{
    Q_OBJECT

public:
    /// @param severityRole int of Severity
    explicit SeverityDelegate(int severityRole, QObject* parent = nullptr);

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
    [[nodiscard]] int extraWidth(const QStyleOptionViewItem& option) const override;

private:
    int m_severityRole;
};

} // namespace lockscope::ui
