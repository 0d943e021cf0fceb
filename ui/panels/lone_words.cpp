// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lone_words.hpp"

#include "text/wrapped_label.hpp"

#include <QEvent>
#include <QLabel>
#include <QScrollArea>

namespace lockscope::ui {
namespace {

QScrollArea* areaAround(const QWidget& widget)
{
    for (QWidget* parent = widget.parentWidget(); parent != nullptr; parent = parent->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(parent)) {
            return area;
        }
    }
    return nullptr;
}

bool goesOnBelow(const QScrollArea& area, const QLabel& label)
{
    const QWidget* contents = area.widget();
    return contents != nullptr && contents->isAncestorOf(&label)
        && label.mapTo(contents, label.rect().bottomLeft()).y() >= area.viewport()->height();
}

} // namespace

LoneWords::LoneWords(QLabel& label) : QObject(&label), m_label(label)
{
    label.setWordWrap(true);
    label.installEventFilter(this);
    align();
}

void LoneWords::setPlace(Place place)
{
    m_place = place;
    align();
}

void LoneWords::align()
{
    if (m_place == Place::alone) {
        const bool isCut = m_area && goesOnBelow(*m_area, m_label);
        m_label.setAlignment(Qt::AlignHCenter | (isCut ? Qt::AlignTop : Qt::AlignVCenter));
        if (m_label.isVisible()) {
            reserveHeight(m_label, m_label.width());
        }
    }
}

/// What is seen of the label may change without the label: it is as high as its neighbours need.
void LoneWords::follow(QScrollArea* area)
{
    if (area == m_area) {
        return;
    }
    if (m_area) {
        m_area->viewport()->removeEventFilter(this);
    }
    m_area = area;
    if (area != nullptr) {
        area->viewport()->installEventFilter(this);
    }
}

bool LoneWords::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show && watched == &m_label) {
        follow(areaAround(m_label));
        align();
    } else if (event->type() == QEvent::Hide && watched == &m_label && m_place == Place::alone) {
        m_label.setMinimumHeight(0);              // behind another page it needs no room
    } else if (event->type() == QEvent::Resize) { // its own, or that of the view that it is in
        align();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockscope::ui
