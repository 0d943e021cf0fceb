// SPDX-License-Identifier: GPL-3.0-or-later

#include "lock_states.hpp"
#include "panels/lock_sentences.hpp"

#include "lockscope/findings.hpp"

#include <QTest>

#include <algorithm>
#include <optional>
#include <vector>

using namespace lockscope;
using namespace lockscope::ui;

Q_DECLARE_METATYPE(LockType)
Q_DECLARE_METATYPE(Severity)

class LockSentencesTest : public QObject
{
    Q_OBJECT

private slots:
    void whoWaitsWithoutAQueueWaitsForSomething_data()
    {
        QTest::addColumn<LockType>("type");
        QTest::addColumn<int>("listeners"); // -1: not known
        QTest::addColumn<QString>("note");
        QTest::newRow("a plain lock") << LockType::reentrant << 2
                                      << "2 client process(es) listen for the release of this one; any of them may be "
                                         "next.";
        QTest::newRow("nobody") << LockType::reentrant << 0 << "No client listens for the release of this one.";
        QTest::newRow("not known") << LockType::reentrant << -1 << "Only fair locks keep a queue in Redis.";
        QTest::newRow("a latch, which nobody releases")
            << LockType::latch << 1 << "1 client process(es) wait until it is counted down.";
        QTest::newRow("a semaphore") << LockType::semaphore << 3 << "3 client process(es) wait for a permit.";
        QTest::newRow("a semaphore without waiters")
            << LockType::semaphore << 0 << "Only fair locks keep a queue in Redis.";
        QTest::newRow("a fair lock") << LockType::fair << 0 << "Nobody is in the queue.";
    }
    void whoWaitsWithoutAQueueWaitsForSomething()
    {
        QFETCH(LockType, type);
        QFETCH(int, listeners);
        QFETCH(QString, note);
        LockState state;
        state.type = type;
        if (listeners >= 0) {
            state.waiting_clients = listeners;
        }
        QVERIFY2(queueNote(state).endsWith(note), qPrintable(queueNote(state)));
    }

    void aQueueThatMayNotBeReadIsNotEmpty()
    {
        LockState state;
        state.type_certain = false;
        state.queue_known = false;
        state.waiting_clients = 0;
        QCOMPARE(waitingSentence(state), QStringLiteral("unknown: this user may not read its queue"));
        QCOMPARE(queueNote(state), QStringLiteral("This user may not read the queue of this lock. If it is a fair "
                                                  "lock, others may wait in it."));
        state.type = LockType::fair;
        QCOMPARE(queueNote(state), QStringLiteral("This user may not read the queue of this lock."));
        QCOMPARE(waitingSentence(state), QStringLiteral("unknown: this user may not read its queue"));
    }

    void whatSpeaksForTheDeathOfAHolderIsSaid_data()
    {
        QTest::addColumn<int>("losses");
        QTest::addColumn<int>("connections");
        QTest::addColumn<bool>("isDisconnected");
        QTest::addColumn<QString>("begin");
        QTest::addColumn<QString>("end");
        const QString lost = QStringLiteral("Its client lost 6 lock(s), the newest jobs:7, 12 s ago");
        const QString seen = QStringLiteral("It has not been seen since ");
        const QString dead = QStringLiteral("It is probably dead.");
        QTest::newRow("nothing") << 0 << 0 << false << QString() << QString();
        QTest::newRow("it lost locks") << 6 << 0 << false << lost << dead;
        QTest::newRow("it is connected") << 6 << 2 << false << lost << QStringLiteral("nobody renewed them any more.");
        QTest::newRow("its connections have gone")
            << 0 << 0 << true << seen << QStringLiteral("None of its connections is listed any more. ") + dead;
        QTest::newRow("both") << 6 << 0 << true << lost
                              << QStringLiteral("None of its connections is listed any more. ") + dead;
    }
    void whatSpeaksForTheDeathOfAHolderIsSaid()
    {
        QFETCH(int, losses);
        QFETCH(int, connections);
        QFETCH(bool, isDisconnected);
        QFETCH(QString, begin);
        QFETCH(QString, end);
        const SystemTime now = std::chrono::system_clock::now();
        ClientRecord client;
        client.last_sign = now - std::chrono::seconds(20);
        client.connections = static_cast<std::size_t>(connections);
        if (losses > 0) {
            client.losses = static_cast<std::size_t>(losses);
            client.last_loss = now - std::chrono::seconds(12);
            client.lost_last = "jobs:7";
        }
        if (isDisconnected) {
            client.disconnected_since = now - std::chrono::seconds(15);
        }
        const ClientRecords records = [&client](const std::string&) { return std::optional(client); };
        LockState state = testing::heldLock("orders:42", testing::holder(testing::kAlice, 57));
        const QString text = deathSignsSentence(state, records, now);
        QVERIFY2(text.startsWith(begin) && text.endsWith(end), qPrintable(text));
        QCOMPARE(text.isEmpty(), begin.isEmpty());
        QCOMPARE(text.contains(QStringLiteral("not been seen")),
                 losses + connections > 0 ? connections == 0 : isDisconnected);
        state.holders.push_back(testing::holder(testing::kBob, 3)); // whose client would it be?
        state.holders_total = 2;
        QCOMPARE(deathSignsSentence(state, records, now), QString());
    }

    /// The dead stand in the queue, and do not wait.
    void whoWaitsIsSaidWithoutTheDead()
    {
        LockState state;
        state.type = LockType::fair;
        state.waiters.resize(5);
        state.waiters_total = 5;
        QCOMPARE(waitingSentence(state), QStringLiteral("5 waiter(s)"));
        state.waiters[3].stale = true;
        state.waiters[4].stale = true;
        QCOMPARE(waitingSentence(state), QStringLiteral("3 waiter(s), and 2 dead in the queue"));
        for (Waiter& waiter : state.waiters) {
            waiter.stale = true;
        }
        QCOMPARE(waitingSentence(state), QStringLiteral("nobody, and 5 dead in the queue"));
        state.waiters_total = 9; // who was not read may live
        QVERIFY(waitingSentence(state).startsWith(QStringLiteral("nobody known; ")));
    }

    void aFreeLockThatNobodyTakesIsAsBadAsTheFindingSays_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::addColumn<Severity>("severity");
        QTest::newRow("for a while") << 10 << Severity::warning;
        QTest::newRow("for longer than the threshold") << 61 << Severity::critical;
    }
    void aFreeLockThatNobodyTakesIsAsBadAsTheFindingSays()
    {
        QFETCH(int, seconds);
        QFETCH(Severity, severity);
        LockState state;
        state.type = LockType::fair;
        state.observed_at = SteadyTime(std::chrono::hours(1000));
        state.untaken_since = state.observed_at - std::chrono::seconds(seconds);
        state.server_time = 1'800'000'000'000;
        state.waiters.resize(1);
        state.waiters_total = 1;
        state.waiters.front().subscribed = true;
        state.waiters.front().deadline = state.server_time + 300'000;
        const Thresholds thresholds;
        QCOMPARE(severityOf(Anomaly::free_but_queued, state, state.observed_at, thresholds), severity);
        FindingLimits limits;
        limits.thresholds = thresholds;
        const std::vector<Finding> found = diagnose(state, {}, limits, {state.observed_at, SystemTime{}}).findings;
        const auto same = std::find_if(found.begin(), found.end(), [](const Finding& finding) {
            return finding.kind == Finding::Kind::queue_without_holder;
        });
        QVERIFY(same != found.end());
        QCOMPARE(same->severity, severity);
    }

    void aDeadHeadIsAsBadAsTheFindingSays_data()
    {
        QTest::addColumn<bool>("isHeld");
        QTest::addColumn<int>("left"); // Seconds to its deadline; -1: it has none.
        QTest::addColumn<bool>("isFollowed");
        QTest::addColumn<Severity>("severity");
        QTest::newRow("somebody waits behind it") << true << 200 << true << Severity::critical;
        QTest::newRow("whoever comes will") << true << 200 << false << Severity::warning;
        QTest::newRow("it never goes") << true << -1 << false << Severity::critical;
        QTest::newRow("its time is over") << true << 0 << true << Severity::info;
        QTest::newRow("it keeps a free lock for long") << false << 200 << false << Severity::warning;
        QTest::newRow("it soon goes") << false << 20 << false << Severity::info;
    }
    void aDeadHeadIsAsBadAsTheFindingSays()
    {
        QFETCH(bool, isHeld);
        QFETCH(int, left);
        QFETCH(bool, isFollowed);
        QFETCH(Severity, severity);
        constexpr std::int64_t serverTime = 1'800'000'000'000;
        LockState state;
        state.type = LockType::fair;
        state.observed_at = SteadyTime(std::chrono::hours(1000));
        state.server_time = serverTime;
        state.holders.resize(isHeld ? 1 : 0);
        state.waiters.resize(isFollowed ? 2 : 1);
        state.waiters_total = state.waiters.size();
        state.waiters.back().deadline = serverTime + 500'000;
        state.waiters.front().stale = true;
        state.waiters.front().subscribed = false;
        state.waiters.front().deadline =
            left >= 0 ? std::optional<std::int64_t>(serverTime + left * 1000) : std::nullopt;
        const Thresholds thresholds;
        QCOMPARE(severityOf(Anomaly::dead_head, state, state.observed_at, thresholds), severity);
        LockPast past;
        FindingLimits limits;
        limits.thresholds = thresholds;
        const std::vector<Finding> found = diagnose(state, past, limits, {state.observed_at, SystemTime{}}).findings;
        QVERIFY(std::any_of(found.begin(), found.end(),
                            [severity](const Finding& finding) { return finding.severity == severity; }));
        QVERIFY(std::none_of(found.begin(), found.end(),
                             [severity](const Finding& finding) { return finding.severity > severity; }));
    }

    /// Nobody is seen to have them, which does not mean that nobody has.
    void whoHasPermitsIsNotClaimed_data()
    {
        QTest::addColumn<LockType>("type");
        QTest::addColumn<int>("permits"); // -1: not known
        QTest::addColumn<QString>("note");
        QTest::newRow("all are taken") << LockType::semaphore << 0
                                       << "All of its permits are taken. Who has its permits Redis does not tell.";
        QTest::newRow("some are free") << LockType::semaphore << 3
                                       << "3 permit(s) are free. Who has its permits Redis does not tell.";
        QTest::newRow("not known") << LockType::semaphore << -1 << "Who has its permits Redis does not tell.";
        QTest::newRow("a latch") << LockType::latch << 2
                                 << "Nobody holds a latch. It has to be counted down 2 time(s) more.";
        QTest::newRow("a latch that is open") << LockType::latch << 0 << "Nobody holds a latch.";
        QTest::newRow("a lock") << LockType::reentrant << -1 << "Nobody holds this lock.";
    }
    void whoHasPermitsIsNotClaimed()
    {
        QFETCH(LockType, type);
        QFETCH(int, permits);
        LockState state;
        state.type = type;
        if (permits >= 0) {
            state.permits = permits;
        }
        QTEST(holdersNote(state), "note");
    }

    void permitsPastTheirLeaseAreSaidBesideTheFree()
    {
        LockState state;
        state.type = LockType::semaphore;
        state.permits = 0;
        QCOMPARE(countSentence(state, state.observed_at), QStringLiteral("0"));
        state.permits_over = 2;
        QCOMPARE(countSentence(state, state.observed_at),
                 QStringLiteral("0; 2 more past their lease go to whoever comes"));
    }

    void aPermitWithoutAnEndDoesNotSpeakForTheOthers()
    {
        LockState state = testing::heldLock("permits", testing::holder(testing::kAlice, 1), milliseconds{-1});
        state.type = LockType::semaphore;
        state.holders.front().ttl = milliseconds{-1};
        QCOMPARE(leaseSentence(state, state.observed_at), QStringLiteral("never expires"));
        state.holders.push_back(state.holders.front());
        state.holders.back().ttl = std::chrono::minutes{4};
        QCOMPARE(leaseSentence(state, state.observed_at), QStringLiteral("not every permit ends"));
    }

    void anEndThatMayBeADeletionIsNoRelease()
    {
        using Kind = LockEvent::Kind;
        QVERIFY(endSentence(Kind::lost_in_restart, std::chrono::seconds(3))
                    .contains(QStringLiteral("a restart of the server")));
        QVERIFY(endSentence(Kind::gone, std::chrono::seconds(3)).contains(QStringLiteral("or deleted")));
        QVERIFY(!endSentence(Kind::forced, std::chrono::seconds(3)).contains(QLatin1Char('@')));
        QVERIFY(endSentence(Kind::forced, std::chrono::seconds(3), "bob@host").contains(QStringLiteral("bob@host")));
        QVERIFY(!endSentence(Kind::released, std::chrono::seconds(3)).contains(QStringLiteral("deleted")));
    }
};

QTEST_MAIN(LockSentencesTest)
#include "lock_sentences_test.moc"
