// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/completion_popup.hpp"

#include "delegates/cell_delegate.hpp"
#include "text/server_text.hpp"
#include "theme/theme.hpp"

#include <QHeaderView>
#include <QScreen>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kMostRows = 10;
constexpr int kInsertRole = Qt::UserRole;
constexpr int kWordChars = 60;

} // namespace

CompletionPopup::CompletionPopup(QWidget* field) : QTreeWidget(field)
{
    // A tool tip takes no focus, and leaves all keys to the field.
    setWindowFlags(Qt::ToolTip | Qt::FramelessWindowHint);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setFocusPolicy(Qt::NoFocus);
    setColumnCount(2);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header()->hide();
    header()->setStretchLastSection(true);
    setSelectionMode(SingleSelection);
    connect(this, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem* item) { emit chosen(item->data(0, kInsertRole).toString()); });
    hide();
}

void CompletionPopup::showChoices(const QList<FilterCompletions::Choice>& choices, int offset)
{
    clear();
    setFont(parentWidget()->font());
    const QFont mono = monospaceLike(font());
    const QColor muted = Theme::of(palette()).mutedText;
    for (const FilterCompletions::Choice& choice : choices) {
        auto* item = new QTreeWidgetItem(this, {shortened(choice.insert, kWordChars), choice.meaning});
        item->setData(0, kInsertRole, choice.insert);
        item->setFont(0, mono);
        item->setForeground(1, muted);
    }
    setCurrentItem(nullptr);
    fit(offset);
    show();
    raise();
}

void CompletionPopup::fit(int offset)
{
    const int rows = std::min(topLevelItemCount(), kMostRows);
    const int gap = fontMetrics().horizontalAdvance(u'0') * 2;
    int width = 0;
    for (int column = 0; column < columnCount(); ++column) {
        const int wanted = sizeHintForColumn(column) + gap; // the last one is as wide as the room that was left
        setColumnWidth(column, wanted);
        width += wanted;
    }
    const int scrollBar = topLevelItemCount() > kMostRows ? style()->pixelMetric(QStyle::PM_ScrollBarExtent) : 0;
    const int frame = 2 * frameWidth() + 2;
    resize(width + scrollBar + frame, rows * std::max(1, sizeHintForRow(0)) + frame);

    const QWidget* field = parentWidget();
    QPoint place = field->mapToGlobal(QPoint(offset, field->height() + 1));
    if (const QScreen* screen = field->screen()) {
        const QRect area = screen->availableGeometry();
        place.setX(std::clamp(place.x(), area.left(), std::max(area.left(), area.right() - this->width())));
    }
    move(place);
}

void CompletionPopup::moveBy(int rows)
{
    const int count = topLevelItemCount();
    if (count == 0) {
        return;
    }
    const int now = currentItem() ? indexOfTopLevelItem(currentItem()) : (rows > 0 ? -1 : count);
    setCurrentItem(topLevelItem((now + rows + count) % count));
}

QString CompletionPopup::chosenOrFirst() const
{
    const QTreeWidgetItem* item = currentItem() ? currentItem() : topLevelItem(0);
    return item ? item->data(0, kInsertRole).toString() : QString();
}

} // namespace lockscope::ui
