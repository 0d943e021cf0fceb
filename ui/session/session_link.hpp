// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>

#include <functional>
#include <mutex>
#include <utility>

namespace lockscope::ui {

/// Carries calls from any thread to an object of the GUI thread, as long as that object lives. The core's callbacks
/// hold a share of the link, so that a late one finds either the object or nothing.
class SessionLink
{
public:
    explicit SessionLink(QObject* receiver) : m_receiver(receiver) {}

    /// Any thread. @return false if the receiver is gone and the call was dropped.
    bool post(std::function<void()> call)
    {
        const std::lock_guard guard(m_mutex);
        if (m_receiver == nullptr) {
            return false;
        }
        return QMetaObject::invokeMethod(m_receiver, std::move(call), Qt::QueuedConnection);
    }

    /// GUI thread, before the receiver is destroyed. No call arrives any more.
    void detach()
    {
        const std::lock_guard guard(m_mutex);
        m_receiver = nullptr;
    }

private:
    std::mutex m_mutex;
    QObject* m_receiver; ///< Not owned.
};

} // namespace lockscope::ui
