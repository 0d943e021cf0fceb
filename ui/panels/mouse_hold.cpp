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
        m_rest.start(kRest);
        break;
    case QEvent::Leave: release(); break;
    case QEvent::Hide:
        if (m_rest.isActive()) {
            m_rest.start(0); // Later: whoever listens may be on its way out, and its view hides because of that.
        }
        break;
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
