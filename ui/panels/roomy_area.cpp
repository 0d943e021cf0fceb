// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/roomy_area.hpp"

#include <QAbstractItemView>
#include <QEvent>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QScreen>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kLeastLines = 4;
constexpr int kLeastChars = 20;
constexpr double kMostOfTheScreen = 0.85;
constexpr const char* kFollowed = "rowsAreBroughtToSight";

} // namespace

RoomyArea::RoomyArea(QWidget* contents, QWidget* parent, Sideways sideways) : QScrollArea(parent), m_sideways(sideways)
{
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidget(contents);
    viewport()->setAutoFillBackground(false);
    contents->setAutoFillBackground(false);
}

QSize RoomyArea::sizeHint() const
{
    return widget()->sizeHint();
}

QSize RoomyArea::minimumSizeHint() const
{
    QSize least = widget()->minimumSizeHint();
    least.rwidth() += verticalScrollBar()->sizeHint().width(); // sideways it should never have to scroll
    const int most = m_sideways == Sideways::scrolls
                       ? kLeastChars * fontMetrics().averageCharWidth()
                       : static_cast<int>(screen()->availableSize().width() * kMostOfTheScreen);
    return {std::min(least.width(), most), std::min(least.height(), kLeastLines * fontMetrics().lineSpacing())};
}

bool RoomyArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
        updateGeometry();
    }
    return QScrollArea::eventFilter(watched, event);
}

void RoomyArea::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    for (QAbstractItemView* view : widget()->findChildren<QAbstractItemView*>()) {
        if (view->window() == window()) { // not the list of a combo box
            follow(*view);
        }
    }
}

void RoomyArea::follow(QAbstractItemView& view)
{
    if (view.selectionModel() == nullptr || !view.property(kFollowed).isNull()) {
        return;
    }
    view.setProperty(kFollowed, true);
    connect(view.selectionModel(), &QItemSelectionModel::currentChanged, this, [this, &view] {
        if (view.hasFocus() && QGuiApplication::mouseButtons() == Qt::NoButton) { // what is clicked is in sight
            QTimer::singleShot(0, &view, [this, &view] { bringToSight(view); });  // once it has scrolled itself
        }
    });
}

void RoomyArea::bringToSight(const QAbstractItemView& view)
{
    const QRect row = view.visualRect(view.currentIndex()) & view.viewport()->rect();
    if (row.isEmpty()) {
        return;
    }
    const QRect place(view.viewport()->mapTo(widget(), row.topLeft()), row.size());
    // Sideways nothing moves: rows are mostly wider than what is seen of them.
    ensureVisible(horizontalScrollBar()->value(), place.center().y(), 0,
                  place.height() / 2 + fontMetrics().height() / 4);
}

} // namespace lockscope::ui
