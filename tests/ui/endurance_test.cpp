// SPDX-License-Identifier: GPL-3.0-or-later
// A long day in fast motion: what the window does over and over must not make it grow.
#include "panels/bottom_panels.hpp"
#include "theme/theme.hpp"
#include "trace/trace_panel.hpp"
#include "window_stage.hpp"

#include "support/resident.hpp"

#include <QSignalSpy>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 60'000;
constexpr int kRounds = 60;
constexpr int kHalf = 30;
constexpr int kLocks = 200;
constexpr qint64 kSlackBytes = 8 << 20;

/// 200 locks in one go: half are taken, half change hands or are let go, in turn.
constexpr auto kRound = R"(
local round = tonumber(ARGV[1])
for i = 1, tonumber(ARGV[2]) do
    local name = 'endurance:' .. (i % 10) .. ':' .. i
    local had = redis.call('DEL', name)
    if (i + round) % 3 ~= 0 then
        redis.call('HSET', name, ARGV[3 + (i + round) % 2] .. ':' .. i, 1)
        redis.call('PEXPIRE', name, 60000)
    end
    if had == 1 then
        redis.call('PUBLISH', 'redisson_lock__channel:{' .. name .. '}', '0')
    end
end
return redis.call('HSET', 'endurance:round', ARGV[3] .. ':1', round)
)";

/// A sanitizer keeps what was freed for a while, on purpose; it looks for what is lost itself.
constexpr bool kMemoryTells =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    false;
#else
    true;
#endif

} // namespace

class EnduranceTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void doesNotGrow();

private:
    static void changeLocks(WindowStage& stage, int round);
    static void useTheWindow(WindowStage& stage, int round);
    static void actOnALock(WindowStage& stage);
    static void pauseAndTrace(WindowStage& stage);
    static void dressAnew(WindowStage& stage, int round);
    static void reconnect(WindowStage& stage);
};

void EnduranceTest::changeLocks(WindowStage& stage, int round)
{
    stage.redis.expect({"EVAL", kRound, "0", std::to_string(round), std::to_string(kLocks), alice, bob});
    QTRY_VERIFY_WITH_TIMEOUT(stage.model().find("endurance:round") != nullptr
                                 && stage.model().find("endurance:round")->holders.size() == 1
                                 && stage.model().find("endurance:round")->holders.front().count == round,
                             kPatience);
}

void EnduranceTest::useTheWindow(WindowStage& stage, int round)
{
    auto* bottom = stage.window.findChild<BottomPanels*>();
    bottom->setCurrentIndex(round % bottom->count());
    stage.window.setFilterText(round % 2 == 0 ? QStringLiteral("name:endurance:*") : QStringLiteral("state:held"));
    QCoreApplication::processEvents();
    stage.window.selectLock("endurance:" + std::to_string(round % 10) + ':' + std::to_string(round));
    stage.trigger(QKeySequence(Qt::CTRL | Qt::Key_G)); // on, and off in the next round
    QCoreApplication::processEvents();
    stage.window.setFilterText({});
    stage.window.grab();
}

/// Opens a dialog and thinks better of it; then does it all the same.
void EnduranceTest::actOnALock(WindowStage& stage)
{
    stage.session.setAdminMode(Session::AdminMode::admin);
    stage.window.selectLock("endurance:round");
    QTRY_VERIFY_WITH_TIMEOUT(stage.selected("endurance:round"), kPatience);
    stage.trigger(QKeySequence(Qt::CTRL | Qt::Key_Delete));
    QTRY_VERIFY_WITH_TIMEOUT(stage.dialog() != nullptr, kPatience);
    stage.dialog()->reject();
    QTRY_VERIFY_WITH_TIMEOUT(stage.dialog() == nullptr, kPatience);

    QSignalSpy finished(&stage.session, &Session::actionFinished);
    AdminRequest request = admin_request(*stage.model().find("endurance:round"));
    request.reason = "endurance";
    stage.session.forceRelease(std::move(request));
    QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), kPatience);
}

void EnduranceTest::pauseAndTrace(WindowStage& stage)
{
    stage.session.pause();
    TraceSession& trace = stage.window.findChild<TracePanel*>()->trace();
    trace.start({});
    QTRY_VERIFY_WITH_TIMEOUT(trace.status().state == TraceStatus::State::running, kPatience);
    stage.redis.expect({"HSET", "endurance:traced", alice + ":1", "1"});
    trace.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!trace.isRunning(), kPatience);
    stage.redis.expect({"DEL", "endurance:traced"});
    stage.session.resume();
}

void EnduranceTest::dressAnew(WindowStage& stage, int round)
{
    stage.window.useTheme(round % 20 == 0 ? ThemeChoice::light : ThemeChoice::dark);
    stage.window.useLanguage(round % 20 == 0 ? QStringLiteral("en") : QStringLiteral("zh_CN"));
    QCoreApplication::processEvents();
}

void EnduranceTest::reconnect(WindowStage& stage)
{
    stage.session.close();
    QTRY_VERIFY_WITH_TIMEOUT(stage.session.isIdle(), kPatience);
    stage.session.connectTo(stage.sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
}

void EnduranceTest::doesNotGrow()
{
    WindowStage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    qint64 atHalf = 0;
    for (int round = 1; round <= kRounds; ++round) {
        changeLocks(stage, round);
        QVERIFY2(!QTest::currentTestFailed(), qPrintable(QStringLiteral("round %1").arg(round)));
        useTheWindow(stage, round);
        actOnALock(stage);
        if (round % 5 == 0) {
            pauseAndTrace(stage);
        }
        QVERIFY2(!QTest::currentTestFailed(), qPrintable(QStringLiteral("round %1").arg(round)));
        if (round % 10 == 0) {
            dressAnew(stage, round);
        }
        if (round == kHalf) {
            atHalf = resident_bytes();
        }
        if (round % 20 == 10) {
            reconnect(stage);
            QVERIFY(!QTest::currentTestFailed());
        }
    }
    const qint64 atEnd = resident_bytes();
    QVERIFY(atHalf > 0 && atEnd > 0);
    qInfo("%lld MB after %d rounds, %lld MB after %d", static_cast<long long>(atHalf >> 20), kHalf,
          static_cast<long long>(atEnd >> 20), kRounds);
    if (kMemoryTells) {
        QVERIFY(atEnd <= atHalf + atHalf / 10 + kSlackBytes);
    }
}

QTEST_MAIN(EnduranceTest)
#include "endurance_test.moc"
