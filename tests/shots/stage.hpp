// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "language.hpp"
#include "main_window.hpp"
#include "session/session.hpp"
#include "settings.hpp"
#include "support/redis_client.hpp"
#include "support/subscriber.hpp"

#include "lockscope/demo_traffic.hpp"
#include "lockscope/sandbox.hpp"

#include <QTemporaryDir>

#include <functional>
#include <list>
#include <optional>
#include <string>

namespace lockscope::shots {

/// How the pictures of one run look.
struct Look
{
    QString theme = QStringLiteral("light");
    QString language = QStringLiteral("en");
    int zoomPercent = 100;
    QSize size{1360, 860};
};

/// A private server with the sandbox's traffic and a few broken locks, and the window that looks at it. Its settings
/// and its audit log are its own.
class Stage
{
public:
    /// A client that holds what is broken.
    static constexpr const char* holder = "9f45b0de-7c31-4a52-8b6d-2f1e0a9c8b7d";
    /// A lock whose holder waits for whoever waits for it.
    static constexpr const char* deadlocked = "transfer:account:17";

    explicit Stage(const Look& look);

    /// Connects, unless it is so, and waits until the demonstration has something to show.
    void connect();
    /// Unlocks actions without the dialog.
    void unlock();
    /// Selects the lock and waits until the detail shows it.
    void select(const std::string& lock);
    /// Brings a panel at the bottom to the front, by its class name.
    void openPanel(const char* className);
    /// Waits, while the window lives on. @returns whether @p condition became true.
    bool waitFor(const std::function<bool()>& condition, int milliseconds = 10'000);

    [[nodiscard]] ui::MainWindow& window() { return *m_window; }
    [[nodiscard]] ui::Session& session() { return m_session; }
    [[nodiscard]] Sandbox& server() { return m_sandbox; }
    [[nodiscard]] test::RedisClient& redis() { return m_redis; }
    /// The dialog that was opened last; null if none is open.
    [[nodiscard]] QWidget* dialog();
    void closeDialogs();

private:
    void breakSomeLocks();
    void lockEachOtherOut();

    QTemporaryDir m_folder;
    Sandbox m_sandbox;
    test::RedisClient m_redis;
    std::list<test::Subscriber> m_waiters; ///< Who listens is alive.
    std::optional<DemoTraffic> m_traffic;
    ui::Settings m_settings;
    ui::Language m_language;
    ui::Session m_session;
    std::optional<ui::MainWindow> m_window;
};

} // namespace lockscope::shots
