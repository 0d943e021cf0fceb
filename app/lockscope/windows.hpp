// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.hpp"

#include <QObject>
#include <QTimer>

#include <list>
#include <memory>
#include <vector>

class QWidget;

namespace lockscope::ui {
class Language;
class MainWindow;
class Settings;
} // namespace lockscope::ui

namespace lockscope::app {

/// The windows of the program, each with a session of its own: a server each, or several views of one. A window that
/// was closed goes with its session, without anybody waiting for its server; the program ends with the last one.
class Windows : public QObject
{
    Q_OBJECT

public:
    /// @param settings and @param language are not owned and outlive the windows
    Windows(ui::SessionOptions options, ui::Settings& settings, ui::Language& language);
    ~Windows() override;

    struct Pair
    {
        std::unique_ptr<ui::Session> session;
        ui::MainWindow* window = nullptr; ///< Deletes itself when it is closed.
        bool mayQuit = false;             ///< Said of it since all were asked last.
        bool hasGivenBack = false;        ///< What it held, since then.
    };
    /// A new one, not shown yet. @param beside a little off this one; null: where the last one was closed
    const Pair& open(const QWidget* beside = nullptr);
    [[nodiscard]] std::size_t count() const { return m_open.size(); }
    /// The windows with something to lose ask, one after the other; all close if none of them is told to stay.
    void quit();
    /// Nobody is there to answer.
    void quitUnasked();

private:
    void askNext();
    void giveBackNext();
    void leave(const QObject* window);
    void clearUp();

    ui::SessionOptions m_options;
    ui::Settings& m_settings;
    ui::Language& m_language;
    std::list<Pair> m_open;
    std::vector<std::unique_ptr<ui::Session>> m_leaving; ///< Closed, and waiting for their background tasks.
    QTimer m_clearUp;
};

} // namespace lockscope::app
