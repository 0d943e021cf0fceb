// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/yielding_label.hpp"

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>

#include <algorithm>

namespace lockscope::ui {
namespace {

/// More than a button is high: a layout that is short of room takes it from the highest part down to the next.
constexpr int kLeastLines = 2;

} // namespace

YieldingLabel::YieldingLabel(QLabel* label, QWidget* parent) : RoomyArea(label, parent)
{
    label->setWordWrap(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

int YieldingLabel::heightForWidth(int width) const
{
    return widget()->heightForWidth(width);
}

QSize YieldingLabel::minimumSizeHint() const
{
    const int lines = std::min(kLeastLines * fontMetrics().lineSpacing(), heightForWidth(width()));
    return RoomyArea::minimumSizeHint().expandedTo({0, lines});
}

/// Beside a bar that is there already, words may need more room than there is without it: it would stay for ever.
void YieldingLabel::offerBar()
{
    setVerticalScrollBarPolicy(heightForWidth(width()) <= height() ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
}

bool YieldingLabel::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::LayoutRequest: // other words, or another size of text
        offerBar();
        updateGeometry();
        break;
    case QEvent::Show: // of what changed while it was hidden nobody has heard
        QCoreApplication::postEvent(this, new QEvent(QEvent::LayoutRequest));
        break;
    default: break;
    }
    return RoomyArea::event(event);
}

void YieldingLabel::resizeEvent(QResizeEvent* event)
{
    offerBar();
    updateGeometry(); // the least height depends on the width
    RoomyArea::resizeEvent(event);
}

} // namespace lockscope::ui
