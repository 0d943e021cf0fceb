// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program: reads options, builds the objects and starts them.
#include "named_profile.hpp"
#include "options.hpp"
#include "screenshot.hpp"
#include "signal_watcher.hpp"
#include "windows.hpp"

#include "connections/profile_store.hpp"
#include "language.hpp"
#include "main_window.hpp"
#include "session/session.hpp"
#include "settings.hpp"

#include <QApplication>

#include <cstdio>
#include <optional>
#include <variant>

namespace {

constexpr int kUsageError = 2;
constexpr int kNoDisplay = 3;

/// Qt itself would abort without a display, even for --help.
bool isWithoutDisplay()
{
#ifdef Q_OS_LINUX
    const auto isUnset = [](const char* name) { return qEnvironmentVariableIsEmpty(name); };
    return isUnset("DISPLAY") && isUnset("WAYLAND_DISPLAY") && isUnset("QT_QPA_PLATFORM");
#else
    return false;
#endif
}

/// Whoever started us from a terminal reads where the sandbox is, or why there is none.
void reportToTerminal(lockscope::ui::Session& session)
{
    using lockscope::ui::Session;
    QObject::connect(&session, &Session::stateChanged, &session, [&session](Session::State state) {
        if (state == Session::State::connected && session.isSandbox()) {
            std::printf("sandbox %s\n", session.endpoint()->uri_without_password().c_str());
            std::fflush(stdout);
        }
    });
    QObject::connect(&session, &Session::connectFailed, &session,
                     [](const QString& message) { std::fprintf(stderr, "lockscope: %s\n", qUtf8Printable(message)); });
}

} // namespace

int main(int argc, char** argv)
{
    const bool withoutDisplay = isWithoutDisplay();
    if (withoutDisplay) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication application(argc, argv);
    lockscope::ui::preferChineseFonts();
    QCoreApplication::setApplicationName(QStringLiteral("lockscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Lockscope"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.lockscope.Lockscope"));
    lockscope::ui::initResources();

    lockscope::ui::Language language;
    language.use({}); // the system's, for what is said on the terminal
    const auto read = lockscope::app::readOptions(QCoreApplication::arguments());
    if (const auto* error = std::get_if<lockscope::app::UsageError>(&read)) {
        std::fprintf(stderr, "lockscope: %s\n", qUtf8Printable(error->sentence));
        return kUsageError;
    }
    const auto& options = std::get<lockscope::app::Options>(read);
    if (!options.warning.isEmpty()) {
        std::fprintf(stderr, "lockscope: %s\n", qUtf8Printable(options.warning));
    }

    if (withoutDisplay && options.screenshot.isEmpty()) {
        std::fputs("lockscope: there is no display here. Use lockctl, or lockscope --screenshot FILE.\n", stderr);
        return kNoDisplay;
    }

    lockscope::ui::Settings settings;
    std::optional<lockscope::ui::ConnectionProfile> profile;
    if (!options.profile.isEmpty()) {
        const lockscope::ui::ProfileStore store(settings.profilesFile());
        const auto found = lockscope::app::profileNamed(options.profile, store.profiles());
        if (const auto* error = std::get_if<lockscope::app::UsageError>(&found)) {
            std::fprintf(stderr, "lockscope: %s\n", qUtf8Printable(error->sentence));
            return kUsageError;
        }
        profile = std::get<lockscope::ui::ConnectionProfile>(found);
    }
    lockscope::ui::SessionOptions sessionOptions;
    sessionOptions.admin = options.admin;
    lockscope::app::Windows windows(sessionOptions, settings, language);
    const lockscope::app::Windows::Pair& first = windows.open();
    lockscope::ui::MainWindow& window = *first.window;
    lockscope::ui::Session& session = *first.session;
    reportToTerminal(session);
    if (!options.language.isEmpty()) {
        window.useLanguage(options.language);
    }
    if (options.theme) {
        window.useTheme(*options.theme);
    }
    if (options.filter) {
        window.setFilterText(*options.filter);
    }
    if (!options.select.empty()) {
        window.selectLock(options.select);
    }

    if (options.screenshot.isEmpty()) {
        window.offerTour();
    }

    const lockscope::app::SignalWatcher signalWatcher;
    QObject::connect(&signalWatcher, &lockscope::app::SignalWatcher::quitRequested, &windows,
                     &lockscope::app::Windows::quitUnasked);
    if (options.endpoint) {
        window.connectTo(*options.endpoint);
    } else if (profile) {
        window.connectTo(lockscope::ui::KnownServer(*profile));
    } else if (options.sandbox) {
        window.startSandbox();
        if (options.filter) {
            window.setFilterText(*options.filter);
        }
    }
    window.show();
    if (!options.screenshot.isEmpty()) {
        const bool isServerWanted = options.endpoint || profile || options.sandbox;
        lockscope::app::takeScreenshot(window, options.screenshot, options.after, [&session, isServerWanted] {
            return !isServerWanted || session.state() == lockscope::ui::Session::State::connected;
        });
    }
    return QApplication::exec();
}
