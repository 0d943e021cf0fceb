// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/mouse_hold.hpp"

#include <QEvent>
#include <QWidget>

#include <chrono>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kRest{500};
constexpr std::chrono::milliseconds kLongest{2000};

} // namespace

MouseHold::MouseHold(QWidget& viewport, QObject* parent) : QObject(parent)
{
    viewport.setMouseTracking(true);
    viewport.installEventFilter(this);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRest);
    connect(&m_rest, &QTimer::timeout, this, &MouseHold::released);
}

bool MouseHold::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::MouseMove:
        if (!m_rest.isActive()) {
            m_since.start();
        }
        if (std::chrono::milliseconds(m_since.elapsed()) > kLongest) {
            release();
            m_since.start();
        }
        m_rest.start();
        break;
    case QEvent::Leave:
    case QEvent::Hide: release(); break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

void MouseHold::release()
{
    if (m_rest.isActive()) {
        m_rest.stop();
        emit released();
    }
}

} // namespace lockscope::ui
