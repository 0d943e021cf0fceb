// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/fusion_style.hpp"

#include "text/letter_room.hpp"
#include "theme/icons.hpp"
#include "theme/style_parts.hpp"
#include "theme/theme.hpp"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QFontMetrics>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QStyleOption>
#include <QToolButton>

#include <algorithm>
#include <optional>

namespace lockscope::ui {
namespace {

/// Up to text of this height, in pixels, the style is as it was drawn.
constexpr int kUsualText = 20;
constexpr int kBelowTitle = 3; ///< Of a group box, to its frame: Fusion's own.
constexpr int kRowRoom = 6;    ///< Above and below the text of a list's row, together, at least.
constexpr int kNumberGap = 6;  ///< At least.
/// Between a button's icon and its text, a quarter of the text's height; the style has four pixels, however large it
/// is.
constexpr QChar kIconGap(0x2005);

/// Whether it is a button that opens a menu wherever it is pressed.
const QStyleOptionToolButton* menuButton(const QStyleOption* option)
{
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    const bool opens = button && button->features.testFlag(QStyleOptionToolButton::HasMenu)
                    && !button->features.testFlag(QStyleOptionToolButton::MenuButtonPopup)
                    && button->toolButtonStyle != Qt::ToolButtonIconOnly;
    return opens ? button : nullptr;
}

/// Menus ask for the icon of something that the mouse is on, as buttons do, though their ground is another one.
QIcon asSelected(const QIcon& icon, int size)
{
    QIcon selected;
    for (const QIcon::State state : {QIcon::Off, QIcon::On}) {
        const QPixmap drawn = icon.pixmap({size, size}, qApp->devicePixelRatio(), QIcon::Selected, state);
        selected.addPixmap(drawn, QIcon::Active, state);
    }
    return selected;
}

/// Its own ground is that of the window, which on the accent of high contrast looks filled, ticked or not.
bool standsOnAccent(const QStyleOption& box)
{
    return box.state.testFlag(QStyle::State_Selected) && Theme::of(box.palette).contrast == Theme::Contrast::high;
}

/// How much wider than usual the part of a box with its arrows is, so that they can be seen, and hit.
int moreArrowRoom(const QStyleOption& option)
{
    return std::max(0, option.fontMetrics.height() - kUsualText);
}

/// Where the mark of sorting is drawn: Fusion's place for it is the end of the column, beside the title of the next
/// one.
QRect besideTitle(const QStyleOption& option, const QWidget* widget)
{
    QRect rect = option.rect;
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&option);
    const auto* view = qobject_cast<const QHeaderView*>(widget);
    if (header && view && view->orientation() == Qt::Horizontal && !header->textAlignment.testFlag(Qt::AlignRight)) {
        const int margin = view->style()->pixelMetric(QStyle::PM_HeaderMargin, header, view);
        const int title = option.fontMetrics.horizontalAdvance(header->text);
        rect.moveLeft(std::min(rect.left(), view->sectionViewportPosition(header->section) + 2 * margin + title));
    }
    return rect;
}

} // namespace

int numberGap(const QFontMetrics& metrics)
{
    return std::max(kNumberGap, metrics.height() / 3);
}

int tableRowHeight(const QFontMetrics& metrics)
{
    return metrics.height() * 3 / 2;
}

FusionStyle::FusionStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

/// Qt's own mark is a picture of one size, and a field asks for it only once.
void FusionStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<const QLineEdit*>(widget) == nullptr) {
        return;
    }
    if (auto* clear = widget->findChild<QAction*>(QStringLiteral("_q_qlineeditclearaction"))) { // Qt's name for it
        clear->setIcon(icon(QStringLiteral("clear")));
    }
}

int FusionStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    const int plain = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_ListViewIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_ScrollBarExtent:
    case PM_MenuButtonIndicator:
    case PM_TabBarScrollButtonWidth:
    case PM_HeaderMarkSize:
    case PM_ToolBarExtensionExtent:
        return std::max(plain, plain * QFontMetrics(QApplication::font()).height() / kUsualText);
    case PM_FocusFrameHMargin: // beside the text of a cell
    case PM_HeaderMargin: return std::max(plain, QFontMetrics(QApplication::font()).height() / 8);
    default: return plain;
    }
}

void adoptKeys(QStyleOptionViewItem& item)
{
    const auto* view = qobject_cast<const QAbstractItemView*>(item.widget);
    if (item.state.testFlag(QStyle::State_Selected) && view != nullptr && !view->hasFocus()
        && view->focusPolicy() != Qt::NoFocus && view->window()->windowType() != Qt::Popup) {
        item.palette.setColor(QPalette::Highlight, Theme::of(item.palette).quietAccent());
    }
}

void FusionStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const
{
    if (const std::optional<Qt::ArrowType> arrow = arrowOf(element, *option)) {
        const bool isMarked = element == PE_IndicatorBranch && option->state.testFlag(State_Selected);
        const QPalette::ColorGroup group =
            option->state.testFlag(State_Enabled) ? QPalette::Active : QPalette::Disabled;
        const QRect place = element == PE_IndicatorHeaderArrow ? besideTitle(*option, widget) : option->rect;
        drawArrow(*arrow, place, *option,
                  option->palette.color(group, isMarked ? QPalette::HighlightedText : QPalette::WindowText), *painter);
        return;
    }
    if (element == PE_IndicatorBranch) {
        return; // lines between the rows say nothing that the arrows do not
    }
    if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
        item && (element == PE_PanelItemViewItem || element == PE_PanelItemViewRow)) {
        QStyleOptionViewItem drawn(*item);
        adoptKeys(drawn);
        QProxyStyle::drawPrimitive(element, &drawn, painter, widget);
        return;
    }
    if (element == PE_FrameFocusRect && option->state.testFlag(State_Item) && !option->state.testFlag(State_Selected)) {
        drawFocusRing(*option, option->rect, *painter); // on its ground alone, nobody would find it in the dark
        return;
    }
    if (element == PE_FrameFocusRect && qobject_cast<const QToolButton*>(widget) != nullptr) {
        drawFocusRing(*option, widget->rect(), *painter); // Fusion's own is a faint ground
        return;
    }
    if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        button && element == PE_PanelButtonCommand) {
        // Fusion frames the default one as the one that has the focus: nobody could tell which a key presses.
        QStyleOptionButton plain(*button);
        plain.features.setFlag(QStyleOptionButton::DefaultButton, false);
        plain.state.setFlag(State_HasFocus, false);
        QProxyStyle::drawPrimitive(element, &plain, painter, widget);
        drawButtonFrame(*button, *painter);
    } else if (button && element == PE_IndicatorCheckBox && standsOnAccent(*button)) {
        QStyleOptionButton box(*button);
        box.palette.setColor(QPalette::Base, Qt::transparent);
        box.palette.setColor(QPalette::Text, button->palette.color(QPalette::HighlightedText));
        QProxyStyle::drawPrimitive(element, &box, painter, widget);
    } else {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
    if ((element == PE_PanelButtonTool || element == PE_PanelButtonCommand) && option->state.testFlag(State_On)) {
        drawPressed(*option, *painter);
        return;
    }
    const Theme& theme = Theme::of(option->palette);
    if (element == PE_FrameGroupBox && theme.contrast == Theme::Contrast::high) {
        painter->save();
        painter->setPen(theme.border);
        painter->drawRect(option->rect.adjusted(0, option->fontMetrics.height() + kBelowTitle, -1, -1));
        painter->restore();
        return;
    }
    const bool isTick = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    if (!isTick && element != PE_IndicatorRadioButton) {
        return;
    }
    if (isTick) {
        drawEdge(*painter, *option);
        return;
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(edgeColor(*option));
    painter->setBrush(Qt::NoBrush);
    painter->drawEllipse(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
    painter->restore();
}

void FusionStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const
{
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (element == CE_PushButtonLabel && button && !button->icon.isNull() && !button->text.isEmpty()) {
        QStyleOptionButton label(*button);
        label.text.prepend(kIconGap);
        QProxyStyle::drawControl(element, &label, painter, widget);
        return;
    }
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    if (element == CE_MenuItem && item && item->menuItemType == QStyleOptionMenuItem::Separator
        && item->text.isEmpty()) {
        const int middle = item->rect.center().y();
        painter->fillRect(QRect(item->rect.left() + 4, middle, item->rect.width() - 8, 1),
                          Theme::of(item->palette).border);
        return;
    }
    if (element == CE_MenuItem && item && !item->icon.isNull() && item->state.testFlag(State_Selected)
        && item->state.testFlag(State_Enabled)) {
        QStyleOptionMenuItem marked(*item);
        marked.icon = asSelected(item->icon, proxy()->pixelMetric(PM_SmallIconSize, option, widget));
        QProxyStyle::drawControl(element, &marked, painter, widget);
        return;
    }
    if (element == CE_MenuBarItem && item && item->state.testFlag(State_Selected)) {
        QStyleOptionMenuItem marked(*item);
        marked.state |= State_Sunken; // also where the keys are and no menu is open, as after Escape
        QProxyStyle::drawControl(element, &marked, painter, widget);
        return;
    }
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (element != CE_HeaderLabel || !header || !header->textAlignment.testFlag(Qt::AlignRight)) {
        QProxyStyle::drawControl(element, option, painter, widget);
        return;
    }
    QStyleOptionHeaderV2 label;
    if (const auto* version2 = qstyleoption_cast<const QStyleOptionHeaderV2*>(option)) {
        label = *version2;
    } else {
        label.QStyleOptionHeader::operator=(*header);
    }
    if (label.sortIndicator == QStyleOptionHeader::None) { // whose mark stands between a number's title and the edge
        label.rect.adjust(0, 0, -numberGap(label.fontMetrics), 0);
    }
    QProxyStyle::drawControl(element, &label, painter, widget);
}

int FusionStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* more) const
{
    switch (hint) {
    case SH_EtchDisabledText: return 0;
    case SH_Menu_Scrollable: return 1; // a second column of a few entries hides what the menu is about
    default: return QProxyStyle::styleHint(hint, option, widget, more);
    }
}

QRect FusionStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
    const bool isNumber = element == SE_ItemViewItemText && item && item->displayAlignment.testFlag(Qt::AlignRight);
    return isNumber ? rect.adjusted(0, 0, -numberGap(item->fontMetrics), 0) : rect;
}

void FusionStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                     const QWidget* widget) const
{
    if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option); bar && control == CC_ScrollBar) {
        drawScrollBar(*painter, *bar, *proxy(), widget);
        return;
    }
    if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option); box && control == CC_SpinBox) {
        QStyleOptionSpinBox field(*box);
        field.buttonSymbols = QAbstractSpinBox::NoButtons;
        QProxyStyle::drawComplexControl(control, &field, painter, widget);
        if (box->buttonSymbols != QAbstractSpinBox::NoButtons) {
            drawSteps(*box, *painter, *proxy(), widget);
        }
        drawEdge(*painter, *option);
        return;
    }
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option); box && control == CC_ComboBox) {
        QStyleOptionComboBox field(*box);
        field.subControls.setFlag(SC_ComboBoxArrow, false);
        QProxyStyle::drawComplexControl(control, &field, painter, widget);
        drawArrow(Qt::DownArrow, proxy()->subControlRect(control, box, SC_ComboBoxArrow, widget), *box, *painter);
        return;
    }
    const QStyleOptionToolButton* button = control == CC_ToolButton ? menuButton(option) : nullptr;
    if (!button) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        return;
    }
    // The panel first; then text and icon in what the arrow leaves of it.
    QStyleOptionToolButton panel(*button);
    panel.features.setFlag(QStyleOptionToolButton::HasMenu, false);
    panel.text.clear();
    panel.icon = {};
    QProxyStyle::drawComplexControl(control, &panel, painter, widget);
    const int size = arrowSize(*button);
    QStyleOptionToolButton label(*button);
    label.features.setFlag(QStyleOptionToolButton::HasMenu, false);
    label.rect = visualRect(button->direction, button->rect, button->rect.adjusted(size / 2, 0, -2 * size, 0));
    proxy()->drawControl(CE_ToolButtonLabel, &label, painter, widget);
    drawArrow(Qt::DownArrow,
              alignedRect(button->direction, Qt::AlignRight | Qt::AlignVCenter, {size, size},
                          button->rect.adjusted(size, 0, -size, 0)),
              *button, *painter);
}

QRect FusionStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                  const QWidget* widget) const
{
    const QRect rect = QProxyStyle::subControlRect(control, option, part, widget);
    const int more = moreArrowRoom(*option);
    const bool isArrow =
        control == CC_ComboBox ? part == SC_ComboBoxArrow : part == SC_SpinBoxUp || part == SC_SpinBoxDown;
    const bool isField = part == (control == CC_ComboBox ? SC_ComboBoxEditField : SC_SpinBoxEditField);
    if ((control != CC_ComboBox && control != CC_SpinBox) || !rect.isValid()) {
        return rect;
    }
    const bool isMirrored = option->direction == Qt::RightToLeft;
    if (isArrow) {
        return isMirrored ? rect.adjusted(0, 0, more, 0) : rect.adjusted(-more, 0, 0, 0);
    }
    if (isField) {
        return isMirrored ? rect.adjusted(more, 0, 0, 0) : rect.adjusted(0, 0, -more, 0);
    }
    return rect;
}

QSize FusionStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                    const QWidget* widget) const
{
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option); item && type == CT_ItemViewItem) {
        size.setHeight(
            std::max(size.height(), item->fontMetrics.height() + std::max(kRowRoom, item->fontMetrics.height() / 3)));
    }
    if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        button && type == CT_PushButton && !button->text.isEmpty()) {
        size.rwidth() += button->fontMetrics.height() / 2;
    }
    if (const auto* entry = qstyleoption_cast<const QStyleOptionMenuItem*>(option); entry && type == CT_MenuItem) {
        size.rwidth() += letterRoom(entry->fontMetrics, entry->text);
    }
    if (type == CT_ComboBox || type == CT_SpinBox) {
        size.rwidth() += moreArrowRoom(*option);
    }
    if (type == CT_ToolButton && menuButton(option)) {
        size.rwidth() += arrowSize(*option) * 5 / 2;
        if (menuButton(option)->toolButtonStyle == Qt::ToolButtonTextBesideIcon) {
            size.rwidth() -=
                2 * option->fontMetrics.horizontalAdvance(QLatin1Char(' ')); // the button's, behind the text
        }
    }
    return size;
}

} // namespace lockscope::ui
