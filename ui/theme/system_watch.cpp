// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/system_watch.hpp"

#include <QApplication>
#include <QEvent>
#include <QtGlobal>

#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    #include <QStyleHints>
#endif

namespace lockscope::ui {

SystemWatch::SystemWatch(QApplication& application) : QObject(&application), m_application(application)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &SystemWatch::changed);
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
        if (m_watches) {
            m_timer.start();
        }
    });
#endif
}

void SystemWatch::start()
{
    m_watches = true;
    m_application.installEventFilter(this);
}

void SystemWatch::stop()
{
    m_watches = false;
    m_application.removeEventFilter(this);
    m_timer.stop();
}

/// As the filter of the application, it sees the events of all objects. Some desktops tell each window, some set a
/// palette for the program.
bool SystemWatch::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ThemeChange
        || (watched == &m_application && event->type() == QEvent::ApplicationPaletteChange)) {
        m_timer.start();
    }
    return false;
}

} // namespace lockscope::ui
