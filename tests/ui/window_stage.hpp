// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lock_examples.hpp"
#include "own_window.hpp"

#include "support/redis_client.hpp"
#include "text/server_text.hpp"

#include "lockscope/sandbox.hpp"

#include <QApplication>
#include <QDialog>
#include <QTest>

#include <string>

namespace lockscope::test {

struct StageServer
{
    Sandbox sandbox;
    RedisClient redis{sandbox.endpoint()};
};

/// A window on a private server, which outlives it.
struct WindowStage : StageServer, OwnWindow
{
    enum class Start { connected, disconnected };
    explicit WindowStage(Start start = Start::connected, ui::SessionOptions more = {}) : OwnWindow(std::move(more))
    {
        if (start == Start::connected) {
            session.connectTo(sandbox.endpoint());
        }
    }

    void hold(const std::string& lock, const std::string& client, int count = 1, int lease = 30'000)
    {
        redis.expect({"MULTI"});
        redis.expect({"DEL", lock});
        redis.expect({"HSET", lock, client + ":57", std::to_string(count)});
        redis.expect({"PEXPIRE", lock, std::to_string(lease)});
        redis.expect({"EXEC"});
    }

    /// As the table shows it; empty if there is no such row.
    QString cell(const std::string& lock, ui::LockColumn column)
    {
        const int row = model().rowOf(lock);
        return row < 0 ? QString() : model().index(row, static_cast<int>(column)).data().toString();
    }
    [[nodiscard]] bool connected() const { return session.state() == ui::Session::State::connected; }
    bool selected(const std::string& lock)
    {
        const LockStatePtr state = table().selectedLock();
        return state && state->name == lock;
    }

    /// Presses a key where a person's key would arrive: in the popup, the dialog or the window that is in front.
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(keyTarget(), static_cast<Qt::Key>(key), modifiers);
    }
    void type(const QString& text) { QTest::keyClicks(keyTarget(), text); }
    /// Tabs until @p target has the focus: what cannot be reached so cannot be used without a mouse.
    bool tabTo(const QWidget* target)
    {
        for (int i = 0; i < 60 && keyTarget() != target; ++i) {
            press(Qt::Key_Tab);
        }
        return keyTarget() == target;
    }
    QWidget* keyTarget()
    {
        QWidget* front = QApplication::activePopupWidget();
        if (front == nullptr) {
            front = QApplication::activeModalWidget();
        }
        if (front == nullptr) {
            front = QApplication::activeWindow();
        }
        if (front == nullptr) {
            front = &window;
        }
        return front->focusWidget() != nullptr ? front->focusWidget() : front;
    }

    /// What a window manager does after a dialog or a popup has gone; the offscreen platform has none.
    [[nodiscard]] bool backInWindow()
    {
        return QTest::qWaitFor([this] {
            window.activateWindow();
            return QApplication::activeWindow() == &window && QApplication::activePopupWidget() == nullptr;
        });
    }

    /// Does what the shortcut in the menus does, as far as that is enabled.
    void trigger(const QKeySequence& keys)
    {
        for (QAction* action : window.findChildren<QAction*>()) {
            if (action->isEnabled() && action->shortcuts().contains(keys)) {
                action->trigger();
                return;
            }
        }
    }
    /// Says why an action cannot be used.
    QString tipOf(const QKeySequence& keys)
    {
        for (const QAction* action : window.findChildren<QAction*>()) {
            if (action->shortcuts().contains(keys)) {
                return ui::plainToolTip(action->toolTip());
            }
        }
        return {};
    }
    /// The dialog that is open; null if none is.
    static QDialog* dialog()
    {
        for (QWidget* each : QApplication::topLevelWidgets()) {
            if (auto* dialog = qobject_cast<QDialog*>(each); dialog != nullptr && dialog->isVisible()) {
                return dialog;
            }
        }
        return nullptr;
    }
};

} // namespace lockscope::test
