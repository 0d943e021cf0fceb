// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage.hpp"

#include "models/lock_table_model.hpp"
#include "panels/bottom_panels.hpp"
#include "panels/detail_panel.hpp"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QTabWidget>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <vector>

namespace lockscope::shots {
namespace {

ui::SessionOptions optionsFor(const QTemporaryDir& folder)
{
    ui::SessionOptions options;
    options.auditFile = folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
    options.monitor.thresholds.stuck_after = std::chrono::seconds(8); // nobody wants to wait a minute for a picture
    return options;
}

/// So long from now, as Redis writes it.
std::string later(std::chrono::seconds by)
{
    const auto then = std::chrono::system_clock::now() + by;
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(then.time_since_epoch()).count());
}

} // namespace

Stage::Stage(const Look& look)
    : m_redis(m_sandbox.endpoint())
    , m_settings(m_folder.filePath(QStringLiteral("settings.ini")))
    , m_session(optionsFor(m_folder))
{
    m_settings.setZoomPercent(look.zoomPercent);
    m_settings.setTour(ui::Settings::Tour::seen);
    m_window.emplace(m_session, m_settings, m_language);
    m_window->useLanguage(look.language);
    m_window->useTheme(ui::themeChoice(look.theme).value_or(ui::ThemeChoice::light));
    m_window->resize(look.size);
    m_window->show();
}

void Stage::connect()
{
    if (!m_traffic) {
        m_traffic.emplace(m_sandbox.endpoint());
        breakSomeLocks();
        lockEachOtherOut();
    }
    if (m_session.state() != ui::Session::State::disconnected) {
        return;
    }
    m_session.connectTo(m_sandbox.endpoint());
    waitFor([this] {
        return m_session.state() == ui::Session::State::connected && m_session.status().counts.held > 10
            && m_session.status().scanned_at.has_value();
    });
    waitFor([] { return false; }, 10'000); // history: what happened meanwhile is what the pictures show
}

void Stage::breakSomeLocks()
{
    const std::string dead = "c0de1234-8a2b-4c3d-9e4f-5a6b7c8d9e0f:41";
    const std::string itsHolder = std::string(holder) + ":57";
    const std::string itsWaiter = std::string(holder) + ":60";
    // A queue whose head is dead, one that blocks for ever, a lock without an end, and a lost companion.
    m_redis.expect({"HSET", "payments:settle", itsHolder, "2"});
    m_redis.expect({"PEXPIRE", "payments:settle", "600000"});
    m_redis.expect({"RPUSH", "redisson_lock_queue:{payments:settle}", dead, itsWaiter});
    m_redis.expect({"ZADD", "redisson_lock_timeout:{payments:settle}", later(std::chrono::minutes(4)), dead,
                    later(std::chrono::minutes(9)), itsWaiter});
    m_redis.expect({"RPUSH", "redisson_lock_queue:{exports:nightly}", dead});
    m_redis.expect({"HSET", "migration:schema", itsHolder, "1"});
    m_redis.expect({"ZADD", "redisson_lock_timeout:{exports:weekly}", later(std::chrono::minutes(1)), dead});
}

/// Two threads with a fair lock each, of which either waits in the other's queue.
void Stage::lockEachOtherOut()
{
    const std::string one = "5ca1ab1e-2f3d-4b6a-8c9e-0a1b2c3d4e5f:12";
    const std::string other = "7e1ec0de-6d5c-4a3b-9f8e-1b2a3c4d5e6f:3";
    const auto give = [this](const std::string& lock, const std::string& itsHolder, const std::string& itsWaiter) {
        m_redis.expect({"HSET", lock, itsHolder, "1"});
        m_redis.expect({"PEXPIRE", lock, "600000"});
        m_waiters.emplace_back(m_sandbox.endpoint(),
                               std::vector<std::string>{"redisson_lock__channel:{" + lock + "}:" + itsWaiter});
        m_redis.expect({"RPUSH", "redisson_lock_queue:{" + lock + "}", itsWaiter});
        m_redis.expect({"ZADD", "redisson_lock_timeout:{" + lock + "}", later(std::chrono::minutes(15)), itsWaiter});
    };
    give(deadlocked, one, other);
    give("transfer:account:42", other, one);
}

void Stage::unlock()
{
    m_session.setServerKind(ui::Session::ServerKind::ordinary);
    m_session.setAdminMode(ui::Session::AdminMode::admin);
}

void Stage::select(const std::string& lock)
{
    const auto* model = m_window->findChild<ui::LockTableModel*>();
    waitFor([&] { return model->find(lock) != nullptr; }); // what is not there is not waited for by the window
    m_window->selectLock(lock);
    auto* detail = m_window->findChild<ui::DetailPanel*>();
    waitFor([&] { return detail->lock() && detail->lock()->name == lock; });
    waitFor([] { return false; }, 600);
}

void Stage::openPanel(const char* className)
{
    for (QTabWidget* tabs : m_window->findChildren<QTabWidget*>()) {
        for (int index = 0; index < tabs->count(); ++index) {
            const QWidget* page = tabs->widget(index);
            const QList<QWidget*> parts = page->findChildren<QWidget*>();
            const bool shows = page->inherits(className) || std::any_of(parts.begin(), parts.end(), [&](QWidget* each) {
                                   return each->inherits(className);
                               });
            const auto* panels = qobject_cast<ui::BottomPanels*>(tabs);
            if (shows && panels != nullptr) {
                panels->openActions().at(index)->trigger(); // in little room it comes alone
            } else if (shows) {
                tabs->setCurrentIndex(index);
            }
        }
    }
    waitFor([] { return false; }, 1200);
}

bool Stage::waitFor(const std::function<bool()>& condition, int milliseconds)
{
    return QTest::qWaitFor(condition, milliseconds);
}

QWidget* Stage::dialog()
{
    QWidget* newest = nullptr;
    for (QWidget* each : QApplication::topLevelWidgets()) {
        if (each->isVisible() && qobject_cast<QDialog*>(each) != nullptr) {
            newest = each;
        }
    }
    return newest;
}

void Stage::closeDialogs()
{
    while (auto* open = qobject_cast<QDialog*>(dialog())) {
        open->reject();
        open->hide();
    }
    QTest::qWait(50);
}

} // namespace lockscope::shots
