// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope_random SECONDS [single|sentinel|cluster]
// Random input to the windows while their server has a bad day. It crashes, hangs or says an untruth, or it does not:
// every minute the troubles end, and then the window has to say what the server says.
#include "alarm.hpp"
#include "bad_day.hpp"
#include "hands.hpp"
#include "windows.hpp"

#include "language.hpp"
#include "main_window.hpp"
#include "models/lock_table_model.hpp"
#include "session/session.hpp"
#include "settings.hpp"
#include "support/resident.hpp"

#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QTemporaryDir>
#include <QTest>

#include <sys/statvfs.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <future>
#include <limits>
#include <map>
#include <optional>

using namespace lockscope;
using namespace lockscope::random;
using namespace lockscope::ui;

namespace {

using namespace std::chrono_literals;

constexpr auto kBetweenTruths = 60s;
constexpr int kPatience = 60'000;
constexpr auto kHung = 60s;
constexpr int kLongText = 20'000;
constexpr int kLongestLine = 160;
constexpr int kLongestPause = 12; ///< ms

/// Random input in a file dialog, or as the command of an alert, is anything: nothing on this machine may be changed by
/// it. Where nothing can be written to, nothing is.
bool isFenced()
{
    struct statvfs root
    {};
    return statvfs("/", &root) == 0 && (root.f_flag & ST_RDONLY) != 0;
}

std::map<QString, int>& warnings()
{
    static std::map<QString, int> all;
    return all;
}

void noteWarning(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    // What a platform without a display cannot do, and what Qt Test says of clicks that lead nowhere.
    static const std::array harmless{"This plugin does not support", "not accepted by receiving widget"};
    const bool isHarmless = std::any_of(harmless.begin(), harmless.end(),
                                        [&](const char* part) { return message.contains(QLatin1String(part)); });
    const bool isAnothers = qobject_cast<QFileDialog*>(QApplication::activeModalWidget()) != nullptr; // Qt's own
    if (type == QtDebugMsg || type == QtInfoMsg || isHarmless || isAnothers) {
        return;
    }
    const QString brief = message.left(kLongestLine);
    if (++warnings()[brief] == 1) {
        std::fprintf(stderr, "warning: %s\n", qUtf8Printable(brief));
    }
    if (type == QtFatalMsg) {
        std::abort();
    }
}

QStringList wordsFor(const Endpoint& server)
{
    return {QString::fromStdString(server.uri_without_password()),
            QStringLiteral("127.0.0.1"),
            QString::number(server.port),
            QStringLiteral("type:fair waiters>1 ttl<5s"),
            QStringLiteral("day:1:*"),
            QStringLiteral("name:\"day:\" or ("),
            QStringLiteral("state:held holder:"),
            QStringLiteral("-1"),
            QStringLiteral("99999999999999999999"),
            QStringLiteral("0.5"),
            QStringLiteral("redis://user:secret@localhost:1/0?x"),
            QStringLiteral("<b>&bold</b> %1 %n"),
            QStringLiteral("锁等待者"),
            QString(QChar(0x202e)) + QStringLiteral("desrever"),
            QString(kLongText, QLatin1Char('x')),
            QStringLiteral("day:0:0")};
}

/// Everything in front of the windows is gone then.
bool dialogsAreGone()
{
    return QTest::qWaitFor(
        [] {
            if (QWidget* popup = QApplication::activePopupWidget(); popup != nullptr) {
                popup->close();
            } else if (QWidget* modal = QApplication::activeModalWidget(); modal != nullptr) {
                if (auto* dialog = qobject_cast<QDialog*>(modal); dialog != nullptr) {
                    dialog->reject();
                } else {
                    modal->close();
                }
            }
            return QApplication::activePopupWidget() == nullptr && QApplication::activeModalWidget() == nullptr;
        },
        kPatience);
}

BadDay::Truth shownOf(const LockStatePtr& lock)
{
    BadDay::Truth shown;
    if (lock) {
        for (const Holder& holder : lock->holders) {
            shown.holders[holder.owner] = std::to_string(holder.count);
        }
        for (const Waiter& waiter : lock->waiters) {
            shown.queue.push_back(waiter.owner);
        }
    }
    return shown;
}

/// The names of locks that the window shows otherwise than the server has them; bytes, escaped.
QStringList differences(BadDay& day, const LockTableModel& shown)
{
    QStringList different;
    for (const auto& [name, truth] : day.truth()) {
        if (shownOf(shown.find(name)) != truth) {
            different.append(QString::fromLatin1(QByteArray::fromStdString(name).toPercentEncoding(":")));
        }
    }
    return different;
}

using Clock = std::chrono::steady_clock;

class Run
{
public:
    Run(test::DeploymentKind kind, std::uint64_t seed)
        : m_day(kind, seed)
        , m_hands(seed, wordsFor(m_day.endpoint()))
        , m_dice(seed)
    {}

    /// @returns whether it said the truth each time
    bool goOnFor(std::chrono::seconds time)
    {
        const auto begin = Clock::now();
        bool isTrue = true;
        while (isTrue && Clock::now() < begin + time) {
            const auto end = std::min(Clock::now() + kBetweenTruths, begin + time);
            m_isOver = false;
            goOn();
            static_cast<void>(QTest::qWaitFor([&] { return Clock::now() >= end; }, std::numeric_limits<int>::max()));
            m_isOver = true;
            isTrue = saysTheTruth();
            const auto passed = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin);
            std::printf("%lld s: %d steps, %d windows, %lld MB; %s, connected %s\n",
                        static_cast<long long>(passed.count()), m_hands.steps(), static_cast<int>(m_windows.count()),
                        static_cast<long long>(test::resident_bytes() >> 20),
                        isTrue ? "window and server agree" : "NOT TRUE", m_isKept ? "as before" : "anew");
            std::fflush(stdout);
        }
        return isTrue;
    }
    void tellWhatHappened() const
    {
        for (const auto& [name, times] : m_day.troubles()) {
            std::printf("%s %d times\n", name.c_str(), times);
        }
        std::printf("longest without a return to the event loop: %lld ms\n",
                    static_cast<long long>(m_alarm.longest().count()));
        for (const auto& [message, times] : warnings()) {
            std::printf("%d times: %s\n", times, qUtf8Printable(message));
        }
    }

private:
    static SessionOptions options(const QTemporaryDir& folder)
    {
        SessionOptions options;
        options.auditFile = folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
        return options;
    }

    /// Whoever has closed the last one starts the program again.
    const app::Windows::Pair& keepAWindow()
    {
        if (m_windows.count() == 0 || m_pair == nullptr || m_window.isNull()) {
            const app::Windows::Pair& pair = m_windows.open();
            m_pair = &pair;
            m_window = pair.window;
            pair.window->show();
            pair.session->connectTo(m_day.endpoint());
        }
        return *m_pair;
    }

    /// The next step is due before this one is done: it may be in the event loop of a dialog that only a further one
    /// closes.
    void goOn()
    {
        if (m_isOver) {
            return;
        }
        QTimer::singleShot(m_dice.below(kLongestPause), &m_context, [this] { goOn(); });
        keepAWindow();
        step();
    }

    void step()
    {
        if (m_dice.below(300) == 0 && m_pair->session->state() == Session::State::connected) {
            m_pair->session->setAdminMode(Session::AdminMode::admin); // otherwise they are hardly ever unlocked
        }
        if (m_dice.below(2000) == 0) {
            m_pair->session->connectTo(m_day.endpoint());
        }
        m_hands.doSomething();
    }

    /// A connection that went through all the troubles is what is to be looked at, if it is still there.
    void comeBack(Session& session)
    {
        m_isKept = session.endpoint() == m_day.endpoint();
        if (!m_isKept) {
            session.connectTo(m_day.endpoint());
            return;
        }
        session.setMonitoring({});
        session.resume();
    }

    bool saysTheTruth()
    {
        std::future<void> calmed = std::async(std::launch::async, [this] { m_day.calm(); });
        bool isTrue = QTest::qWaitFor([&] { return calmed.wait_for(0s) == std::future_status::ready; }, kPatience);
        isTrue = dialogsAreGone() && isTrue;
        const app::Windows::Pair& pair = keepAWindow();
        comeBack(*pair.session);
        const auto* model = pair.window->findChild<LockTableModel*>();
        QStringList different;
        const bool agrees = QTest::qWaitFor(
            [&] {
                return pair.session->state() == Session::State::connected
                    && (different = differences(m_day, *model)).isEmpty();
            },
            kPatience);
        if (!isTrue || !agrees) {
            std::printf("not true, or a dialog does not go: %s\n", qUtf8Printable(different.join(QLatin1String(", "))));
            for (const QString& step : m_hands.lately()) {
                std::printf("  %s\n", qUtf8Printable(step));
            }
        }
        m_day.goOn();
        return isTrue && agrees;
    }

    QTemporaryDir m_folder;
    BadDay m_day;
    Settings m_settings{m_folder.filePath(QStringLiteral("settings.ini"))};
    Language m_language;
    app::Windows m_windows{options(m_folder), m_settings, m_language};
    Hands m_hands;
    test::Dice m_dice;
    const app::Windows::Pair* m_pair = nullptr;
    QPointer<MainWindow> m_window;
    HangAlarm m_alarm{kHung, [this](std::chrono::milliseconds away) {
                          std::printf("away for %lld ms, with: %s\n", static_cast<long long>(away.count()),
                                      qUtf8Printable(m_hands.lately().isEmpty() ? QString() : m_hands.lately().last()));
                      }};
    bool m_isOver = false;
    bool m_isKept = false; ///< The connection, when the truth was last asked for.
    QObject m_context;
};

} // namespace

int main(int argc, char** argv)
{
    if (!isFenced()) {
        std::fputs("lockscope_random: random input can do anything to a machine. It runs by “./dev random” only, where "
                   "nothing can be written to.\n",
                   stderr);
        return 2;
    }
    sayWhereItCrashes();
    QApplication application(argc, argv);
    const int seconds = QCoreApplication::arguments().value(1).toInt();
    if (seconds <= 0) {
        std::fputs("lockscope_random: for how many seconds?\n", stderr);
        return 2;
    }
    const QString wanted = QCoreApplication::arguments().value(2);
    std::optional<test::DeploymentKind> kind;
    for (const auto each :
         {test::DeploymentKind::single, test::DeploymentKind::sentinel, test::DeploymentKind::cluster}) {
        if (wanted == QLatin1String(test::name_of(each))) {
            kind = each;
        }
    }
    if (!kind) {
        std::fputs("lockscope_random: single, sentinel or cluster?\n", stderr);
        return 2;
    }
    QCoreApplication::setApplicationName(QStringLiteral("lockscope"));
    QApplication::setQuitOnLastWindowClosed(false);
    qInstallMessageHandler(noteWarning);
    initResources();
    preferChineseFonts();
    Run run(*kind, test::seed_of_this_run());
    const bool isTrue = run.goOnFor(std::chrono::seconds(seconds));
    run.tellWhatHappened();
    return isTrue && warnings().empty() ? 0 : 1;
}
