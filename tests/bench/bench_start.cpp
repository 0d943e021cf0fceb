// SPDX-License-Identifier: GPL-3.0-or-later
// How long after the start of its process the window shows the first rows, measured from outside, again and again.
#include "keyspace.hpp"
#include "parts.hpp"
#include "party.hpp"
#include "table.hpp"
#include "ui/own_window.hpp"

#include "lockscope/sandbox.hpp"

#include <QApplication>
#include <QEvent>
#include <QTimer>
#include <QWidget>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

using namespace lockscope;
using namespace lockscope::bench;
using namespace lockscope::ui;

namespace {

constexpr int kLocks = 100'000;
constexpr int kKeys = 1'000'000;
constexpr int kStarts = 11;

/// Notes when a widget has been painted while @p isThere, and ends the program then.
class FirstPaint : public QObject
{
public:
    FirstPaint(QWidget& widget, std::function<bool()> isThere) : m_isThere(std::move(isThere))
    {
        widget.installEventFilter(this);
    }
    double when = 0; ///< As now_ns().

private:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && when == 0 && m_isThere()) {
            QTimer::singleShot(0, this, [this] { // when it has been
                when = now_ns();
                QCoreApplication::exit();
            });
        }
        return QObject::eventFilter(watched, event);
    }

    std::function<bool()> m_isThere;
};

/// As the program does, until the first rows are there; then says when that was.
void showWindow(int argc, char** argv, const std::string& uri)
{
    double when = 0;
    {
        QApplication application(argc, argv);
        preferChineseFonts();
        initResources();
        test::OwnWindow stage;
        const FirstPaint firstPaint(*stage.table().viewport(), [&stage] { return stage.model().total() > 0; });
        stage.session.connectTo(Endpoint::parse(uri));
        QApplication::exec();
        when = firstPaint.when;
    }
    std::printf("%.0f\n", when);
}

void start()
{
    const Sandbox sandbox({false, {"--enable-debug-command", "local"}, "redis-server"});
    HiredisPeer peer(sandbox.endpoint());
    make_locks(peer, kLocks);
    add_noise(peer, kKeys - kLocks);
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    std::vector<double> times;
    for (int i = 0; i < kStarts; ++i) {
        const double before = now_ns();
        Party window({self, "--window", sandbox.endpoint().uri_without_password()});
        times.push_back((window.answer() - before) / 1e6);
    }
    const double first = times.front();
    row("start of the process to first rows, 1,000,000 keys",
        format("p50 %.0f ms, longest %.0f ms, the first %.0f ms", percentile(times, 0.5), percentile(times, 1), first),
        "<= 1 s");
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    if (argc == 3 && std::string_view(argv[1]) == "--window") {
        showWindow(argc, argv, argv[2]);
        return 0;
    }
    return run_parts(argc, argv, {{"start", 20, start}});
}
