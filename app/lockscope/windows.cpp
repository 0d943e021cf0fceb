// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows.hpp"

#include "main_window.hpp"

#include <QApplication>
#include <QScreen>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace lockscope::app {
namespace {

constexpr int kLeastSteps = 8; ///< So much of a window can be seen, at least.
constexpr auto kClearUpEvery = std::chrono::milliseconds(200);

/// Off the other one by the height of a title bar, as far as the screen allows; at its corner again below that.
void cascade(QWidget& window, const QWidget& other)
{
    if (other.screen() == nullptr) {
        return;
    }
    const int step = other.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &other);
    const QRect screen = other.screen()->availableGeometry();
    window.resize(other.isMaximized() ? other.normalGeometry().size() : other.size());
    QPoint place = other.pos() + QPoint(step, step);
    if (!screen.adjusted(0, 0, -kLeastSteps * step, -kLeastSteps * step).contains(place)) {
        place = screen.topLeft();
    }
    window.move(place);
}

} // namespace

Windows::Windows(ui::SessionOptions options, ui::Settings& settings, ui::Language& language)
    : m_options(std::move(options))
    , m_settings(settings)
    , m_language(language)
{
    m_clearUp.setInterval(kClearUpEvery);
    connect(&m_clearUp, &QTimer::timeout, this, &Windows::clearUp);
}

Windows::~Windows()
{
    for (Pair& pair : m_open) {
        pair.window->disconnect(this);
        delete std::exchange(pair.window, nullptr);
    }
}

const Windows::Pair& Windows::open(const QWidget* beside)
{
    Pair& pair = m_open.emplace_back();
    pair.session = std::make_unique<ui::Session>(m_options);
    pair.window = new ui::MainWindow(*pair.session, m_settings, m_language);
    pair.window->setAttribute(Qt::WA_DeleteOnClose);
    if (beside != nullptr) {
        cascade(*pair.window, *beside);
    }
    connect(pair.window, &QObject::destroyed, this, &Windows::leave);
    connect(pair.window, &ui::MainWindow::newWindowRequested, this,
            [this, window = pair.window] { open(window).window->show(); });
    connect(pair.window, &ui::MainWindow::newWindowRequestedFor, this,
            [this, window = pair.window](const ui::KnownServer& server) {
                ui::MainWindow* another = open(window).window;
                another->show();
                another->connectTo(server);
            });
    connect(pair.window, &ui::MainWindow::quitRequested, this, &Windows::quit);
    return pair;
}

void Windows::quit()
{
    for (Pair& pair : m_open) {
        pair.mayQuit = false;
        pair.hasGivenBack = false;
    }
    askNext();
}

/// Every time from the start: one that had nothing to lose may have got something while another one asked.
void Windows::askNext()
{
    for (Pair& pair : m_open) {
        if (!pair.mayQuit && pair.window->asksBeforeClosing()) {
            pair.window->askBeforeQuitting([this, &pair] { // while its window is there, so is the pair
                pair.mayQuit = true;
                askNext();
            });
            return;
        }
    }
    giveBackNext();
}

/// Only now: as long as one may be told to stay, all of them keep what they hold.
void Windows::giveBackNext()
{
    for (Pair& pair : m_open) {
        if (!pair.hasGivenBack) {
            pair.window->giveBackBeforeQuitting([this, &pair] {
                pair.hasGivenBack = true;
                giveBackNext();
            });
            return;
        }
    }
    for (const Pair& pair : m_open) {
        pair.window->stopAsking();
        pair.window->close(); // deleted only later, so the list stays as it is
    }
}

void Windows::quitUnasked()
{
    for (const Pair& pair : m_open) {
        pair.window->stopAsking();
    }
    QApplication::closeAllWindows(); // dialogs first: they keep their windows open
    // It ends at the first dialog that only stops what it does; that goes with its window.
    for (const Pair& pair : m_open) {
        if (pair.window->isVisible()) {
            pair.window->close();
        }
    }
}

/// The window is half destroyed now, and what is left of it still listens to its session: that is closed later.
void Windows::leave(const QObject* window)
{
    const auto found =
        std::find_if(m_open.begin(), m_open.end(), [&](const Pair& pair) { return pair.window == window; });
    if (found != m_open.end()) {
        m_leaving.push_back(std::move(found->session));
        m_open.erase(found);
        m_clearUp.start();
    }
}

/// Destroying a session waits for what it still does in the background: other windows must not feel it.
void Windows::clearUp()
{
    std::erase_if(m_leaving, [](const std::unique_ptr<ui::Session>& session) {
        session->close();
        return session->isIdle();
    });
    if (m_leaving.empty()) {
        m_clearUp.stop();
    }
}

} // namespace lockscope::app
