// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of the window, measured inside it: 100,000 rows of a keyspace of 1,000,000, with 5,000 changes a second.
#include "hiredis_peer.hpp"
#include "keyspace.hpp"
#include "parts.hpp"
#include "table.hpp"
#include "ui/own_window.hpp"

#include "lockscope/sandbox.hpp"

#include <QApplication>
#include <QTimer>

#include <malloc.h>

#include <atomic>
#include <ctime>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <thread>

using namespace lockscope;
using namespace lockscope::bench;
using namespace lockscope::ui;

namespace {

constexpr int kLocks = 100'000;
constexpr int kKeys = 1'000'000;
constexpr int kChangesPerSecond = 5000;
constexpr auto kProbe = "lock:000000"; // sorted by name, the first row
constexpr int kProbes = 100;

double residentMegabytes()
{
    std::ifstream file("/proc/self/statm");
    long total = 0;
    long resident = 0;
    file >> total >> resident;
    return static_cast<double>(resident) * 4096 / 1e6;
}

/// What is allocated and not given back.
double heapMegabytes()
{
    const auto info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd) / 1e6;
}

/// Renews random locks, fifty every ten milliseconds.
void change(const Endpoint& endpoint, const std::atomic<bool>& stop)
{
    HiredisPeer peer(endpoint);
    constexpr int kBatch = kChangesPerSecond / 100;
    unsigned random = 1;
    auto next = Clock::now();
    while (!stop) {
        for (int i = 0; i < kBatch; ++i) {
            random = random * 1664525U + 1013904223U;
            peer.append({"PEXPIRE", lock_name(1 + static_cast<int>((random >> 8) % (kLocks - 1))), "600000"});
        }
        for (int i = 0; i < kBatch; ++i) {
            peer.reply();
        }
        next += std::chrono::milliseconds(10);
        std::this_thread::sleep_until(next);
    }
}

/// Processor time of this thread, in milliseconds. Where others want the processor too, it tells what the thread did
/// from how long it waited for its turn.
double threadTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// How long the GUI thread was busy in one go, in milliseconds.
struct Busy
{
    std::vector<double> times;
    double processor = 0; ///< The most that it worked in one go.
    std::string with;     ///< What that was.

    [[nodiscard]] double longest() { return percentile(times, 1); }
};

/// An application that measures how long the GUI thread is busy with one event: a paint, a timer, a batch from the
/// session.
class MeasuredApplication : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_depth > 0) {
            return event->type() == QEvent::Paint ? paint(receiver, event) : QApplication::notify(receiver, event);
        }
        ++m_depth;
        m_paints.clear();
        const std::string what = std::string(receiver->metaObject()->className()) + ", event "
                               + std::to_string(static_cast<int>(event->type()));
        const auto start = Clock::now();
        const double worked = threadTime();
        const bool handled = QApplication::notify(receiver, event);
        m_busy.times.push_back(seconds_since(start) * 1000);
        if (const double processor = threadTime() - worked; processor > m_busy.processor) {
            m_busy.processor = processor;
            m_busy.with = what + m_paints;
        }
        --m_depth;
        return handled;
    }
    Busy takeBusy() { return std::exchange(m_busy, {}); }

private:
    /// One of the widgets of a repaint: remembers those that take long.
    bool paint(QObject* receiver, QEvent* event)
    {
        const double before = threadTime();
        const bool handled = QApplication::notify(receiver, event);
        if (const double worked = threadTime() - before; worked >= 1) {
            const QObject* named = receiver->parent() ? receiver->parent() : receiver; // of a table its viewport paints
            m_paints += format("; %.1f ms ", worked) + named->metaObject()->className();
        }
        return handled;
    }

    int m_depth = 0;
    Busy m_busy;
    std::string m_paints; ///< Of the present event.
};

void busyRow(const char* what, Busy busy)
{
    const double p99 = percentile(busy.times, 0.99);
    row(what, format("p99 %.1f ms, longest %.1f ms", p99, busy.longest()), "<= 16 ms");
    row("  of it at work, and with what", format("%.1f ms, ", busy.processor) + busy.with, "");
}

/// Changes the first row again and again, and sees when the new value is painted.
class Probe : public QObject
{
public:
    Probe(const Endpoint& endpoint, LockTableModel& model, QWidget& viewport, std::function<void()> finished)
        : m_peer(endpoint)
        , m_model(model)
        , m_finished(std::move(finished))
    {
        viewport.installEventFilter(this);
        next();
    }
    std::vector<double> latencies;

private:
    void next()
    {
        ++m_count;
        m_changed = Clock::now();
        m_peer.command({"HSET", kProbe, std::string(nobody) + ":0", std::to_string(m_count)});
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && !m_painted) {
            const LockStatePtr state = m_model.find(kProbe);
            if (state && !state->holders.empty() && state->holders.front().count == m_count) {
                latencies.push_back(seconds_since(m_changed) * 1000);
                m_painted = true;
                QTimer::singleShot(73, this, [this] {
                    if (latencies.size() < kProbes) {
                        m_painted = false;
                        next();
                    } else {
                        m_finished();
                    }
                });
            }
        }
        return QObject::eventFilter(watched, event);
    }

    HiredisPeer m_peer;
    LockTableModel& m_model;
    std::function<void()> m_finished;
    Clock::time_point m_changed;
    int m_count = 1;
    bool m_painted = false;
};

/// What the user can ask of all rows at once, one after the other: how long until the rows are there, and how long the
/// GUI thread was busy in one go meanwhile.
class Arrangements : public QObject
{
public:
    Arrangements(MeasuredApplication& application, LockTableModel& model, LockTable& table,
                 std::function<void()> finished)
        : m_application(application)
        , m_model(model)
        , m_finished(std::move(finished))
    {
        const auto filter = [&model](const char* text) {
            return
                [&model, text] { model.setFilter(std::get<LockFilter>(LockFilter::parse(QString::fromLatin1(text)))); };
        };
        const auto sort = [&table](LockColumn column, Qt::SortOrder order) {
            return [&table, column, order] { table.sortByColumn(static_cast<int>(column), order); };
        };
        m_steps = {
            {"sort by name, downwards", sort(LockColumn::name, Qt::DescendingOrder)},
            {"sort by TTL", sort(LockColumn::ttl, Qt::AscendingOrder)},
            {"sort by name", sort(LockColumn::name, Qt::AscendingOrder)},
            {"filter, one of ten", filter("lock:?1*")},
            {"filter, other nine", filter("-lock:?1*")},
            {"no filter", filter("")},
            {"group by prefix, closed", [&model] { model.setGrouping(Grouping::byFirstPart); }},
            {"open the groups", [&model] { model.setAllFolds(GroupFolds::Fold::open); }},
            {"no groups", [&model] { model.setGrouping(Grouping::none); }},
        };
        connect(&model, &LockTableModel::arranged, this, [this] { m_ready = seconds_since(m_asked) * 1000; });
        QTimer::singleShot(0, this, [this] { next(); });
    }

private:
    struct Step
    {
        const char* name;
        std::function<void()> ask;
    };

    void next()
    {
        if (m_at == m_steps.size()) {
            m_finished();
            return;
        }
        m_application.takeBusy();
        m_asked = Clock::now();
        m_steps[m_at].ask();
        // Paints and what the table does afterwards belong to it.
        QTimer::singleShot(1000, this, [this] {
            Busy busy = m_application.takeBusy();
            row((std::string(m_steps[m_at].name) + ", same load").c_str(),
                format("ready after %.0f ms, longest %.1f ms, at work %.1f ms", m_ready, busy.longest(),
                       busy.processor),
                "<= 16 ms");
            ++m_at;
            next();
        });
    }

    MeasuredApplication& m_application;
    LockTableModel& m_model;
    std::function<void()> m_finished;
    std::vector<Step> m_steps;
    std::size_t m_at = 0;
    Clock::time_point m_asked;
    double m_ready = 0;
};

/// What is measured of it.
enum class Extent {
    everything,
    load,  ///< Until all locks are there.
    flood, ///< The same with four million keys, of which more are locks than the window keeps.
};

void measure(Extent extent, int argc, char** argv)
{
    const bool floods = extent == Extent::flood;
    const int locks = floods ? 250'000 : kLocks;
    const int keys = floods ? 4'000'000 : kKeys;
    const std::size_t kept = std::min<std::size_t>(static_cast<std::size_t>(locks), MonitorOptions{}.max_locks);
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    MeasuredApplication application(argc, argv);
    initResources();
    const Sandbox sandbox({false, {"--enable-debug-command", "local"}, "redis-server"});
    HiredisPeer peer(sandbox.endpoint());
    make_locks(peer, locks);
    add_noise(peer, keys - locks);

    test::OwnWindow stage;
    MainWindow& window = stage.window;
    Session& session = stage.session;
    const auto start = Clock::now();
    session.connectTo(sandbox.endpoint());

    LockTableModel& model = stage.model();
    double firstRows = 0;
    double firstLocks = 0;
    double heap = 0;
    double resident = 0;
    std::atomic<bool> stop{false};
    std::thread changes;
    std::unique_ptr<Probe> probe;
    std::unique_ptr<Arrangements> arrangements;
    const auto report = [&] {
        busyRow("GUI thread busy in one go, 100,000 rows, 5,000 changes/s", application.takeBusy());
        const double p99 = percentile(probe->latencies, 0.99);
        row("server event to pixel, same load",
            format("p50 %.0f ms, p99 %.0f ms", percentile(probe->latencies, 0.5), p99), "p99 <= 100 ms");
        arrangements = std::make_unique<Arrangements>(application, model, *window.findChild<LockTable*>(),
                                                      [&application] { application.quit(); });
    };
    QTimer watch;
    QObject::connect(&watch, &QTimer::timeout, &window, [&] {
        if (firstRows == 0 && model.total() > 0) {
            firstRows = seconds_since(start);
        }
        if (firstLocks == 0 && model.total() > 1000) { // what the window itself takes is there
            firstLocks = static_cast<double>(model.total());
            heap = heapMegabytes();
            resident = residentMegabytes();
        }
        if (model.total() < kept || probe || (floods && session.status().scan_rounds == 0)) {
            return;
        }
        watch.stop();
        row("first rows after connecting", format("%.2f s", firstRows), "<= 1 s");
        const auto shown = static_cast<double>(model.total());
        row("locks in the table", format("%.0f of %.0f keys after %.1f s", shown, keys, seconds_since(start)), "");
        const double more = shown - firstLocks;
        row("  memory for each lock more", // a megabyte for 100,000 locks is ten bytes each
            format("%.0f bytes; %.0f resident", (heapMegabytes() - heap) * 1e6 / more,
                   (residentMegabytes() - resident) * 1e6 / more),
            "<= 1 KB a lock");
        busyRow("GUI thread busy in one go while they come in", application.takeBusy());
        if (floods) {
            row("locks found that are not kept, as the status strip says",
                format("%.0f", static_cast<double>(session.status().locks_not_kept)), "> 0");
        }
        if (extent != Extent::everything) {
            QApplication::quit();
            return;
        }
        changes = std::thread([&] { change(sandbox.endpoint(), stop); });
        probe = std::make_unique<Probe>(sandbox.endpoint(), model, *window.findChild<LockTable*>()->viewport(), report);
    });
    watch.start(5);
    QTimer::singleShot(180'000, &application, [] { QCoreApplication::exit(1); }); // something is wrong
    const int result = QApplication::exec();
    stop = true;
    if (changes.joinable()) {
        changes.join();
    }
    if (result != 0) {
        throw std::runtime_error("the window did not come to an end within three minutes");
    }
}

} // namespace

int main(int argc, char** argv)
{
    const auto with = [argc, argv](Extent extent) { return [=] { measure(extent, argc, argv); }; };
    return run_parts(argc, argv,
                     {{"window", 60, with(Extent::everything)},
                      {"load", 15, with(Extent::load), Part::When::asked},
                      {"flood", 60, with(Extent::flood), Part::When::asked}});
}
