// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QProxyStyle>
#include <QStyleOptionViewItem>

namespace lockscope::ui {

/// Between a number, which stands at the right of its column, and the text that begins the next one, in pixels.
[[nodiscard]] int numberGap(const QFontMetrics& metrics);
/// Of a table, whose rows are all of one height.
[[nodiscard]] int tableRowHeight(const QFontMetrics& metrics);

/// Paints a selection in the colour of one that has the keys, or does not have them. For lists that can have them: what
/// pops up below a field has its keys from there.
void adoptKeys(QStyleOptionViewItem& item);

/// Fusion, whose icons, their distance from the text, the room in cells, ticks, scroll bars and arrows grow with the
/// text; boxes for ticks have an edge that can be seen also in the dark, rows of lists and buttons have room around
/// their text, the arrow of a button with a menu stands in line with its text, and numbers in tables keep their
/// distance.
class FusionStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    FusionStyle();

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option = nullptr,
                                  const QWidget* widget = nullptr) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget = nullptr) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option = nullptr, const QWidget* widget = nullptr,
                                QStyleHintReturn* more = nullptr) const override;
    [[nodiscard]] QRect subElementRect(SubElement element, const QStyleOption* option,
                                       const QWidget* widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget = nullptr) const override;
    [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                       const QWidget* widget = nullptr) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                         const QWidget* widget = nullptr) const override;
};

} // namespace lockscope::ui
