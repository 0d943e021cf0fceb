// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_lanes.hpp"
#include "clients/clients_model.hpp"
#include "clients/stakes_model.hpp"
#include "lock_states.hpp"
#include "models/audit_model.hpp"
#include "models/events_model.hpp"
#include "models/holders_model.hpp"
#include "models/lock_cells.hpp"
#include "models/raw_keys_model.hpp"
#include "models/readers_model.hpp"
#include "models/waiters_model.hpp"
#include "session/shown_time.hpp"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

namespace {

LockStatePtr queueOf(const QList<int>& threads)
{
    LockState state = fairLock("a");
    state.waiters.clear();
    for (const int thread : threads) {
        state.waiters.push_back(waiter(kBob, thread, state.server_time + 1000 * thread));
    }
    state.waiters_total = state.waiters.size();
    return shared(state);
}

QStringList owners(const WaitersModel& model)
{
    QStringList owners;
    for (int row = 0; row < model.rowCount(); ++row) {
        owners << model.index(row, WaitersModel::Owner).data().toString();
    }
    return owners;
}

AuditEntry entry(int number)
{
    AuditEntry entry;
    entry.action = "force-release";
    entry.lock = "lock-" + std::to_string(number);
    entry.outcome = "done";
    return entry;
}

} // namespace

class LockModelsTest : public QObject
{
    Q_OBJECT

private slots:
    void theQueueMovesUpWithoutAReset()
    {
        WaitersModel model;
        QAbstractItemModelTester tester(&model);
        model.setState(queueOf({1, 2, 3, 4}));
        QPersistentModelIndex third(model.index(2, 0));
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        model.setState(queueOf({2, 3, 4, 5}));
        QCOMPARE(owners(model), QStringList({"c0de…bb:2", "c0de…bb:3", "c0de…bb:4", "c0de…bb:5"}));
        QCOMPARE(third.row(), 1);
        QCOMPARE(reset.size(), 0);
        QCOMPARE(removed.size(), 1);
        QCOMPARE(inserted.size(), 1);
        model.setState(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void anyChangeOfAQueueIsFollowed()
    {
        WaitersModel model;
        QAbstractItemModelTester tester(&model);
        auto* random = QRandomGenerator::global();
        for (int round = 0; round < 300; ++round) {
            QList<int> threads;
            for (int i = 0; i < 8; ++i) {
                if (random->bounded(2) == 0) {
                    threads << i;
                }
            }
            std::shuffle(threads.begin(), threads.end(), *random);
            model.setState(queueOf(threads));
            QStringList expected;
            for (const int thread : threads) {
                expected << QStringLiteral("c0de…bb:%1").arg(thread);
            }
            QCOMPARE(owners(model), expected);
        }
    }

    void aWaiterThatStandsTwiceInTheQueueIsShownTwice()
    {
        WaitersModel model;
        QAbstractItemModelTester tester(&model);
        model.setState(queueOf({1, 2, 1}));
        QCOMPARE(model.rowCount(), 3);
        model.setState(queueOf({2, 1}));
        QCOMPARE(model.rowCount(), 2);
    }

    void deadlinesAreReadByTheServersClock()
    {
        WaitersModel model;
        LockState state = fairLock("a");
        state.waiters[1].deadline.reset();
        state.waiters[2].deadline = std::numeric_limits<std::int64_t>::max();
        model.setState(shared(state));
        const auto deadline = [&](int row) { return model.index(row, WaitersModel::Deadline).data().toString(); };
        QVERIFY2(deadline(0).contains(QLatin1String("4 m 5")) || deadline(0).contains(QLatin1String("5 m 00 s")),
                 qPrintable(deadline(0)));
        QCOMPARE(deadline(1), QStringLiteral("none"));
        QCOMPARE(deadline(2), QStringLiteral("unknown"));
        state.waiters[0].deadline = state.server_time - 5'000;
        model.setState(shared(state));
        QVERIFY2(deadline(0).endsWith(QLatin1String("ago")), qPrintable(deadline(0)));
    }

    void whoeverMayNotAskSaysSo()
    {
        LockState state = fairLock("a");
        state.waiters[0].subscribed.reset();
        WaitersModel model;
        model.setState(shared(state));
        const auto explanation = [&](int row) {
            return model.index(row, WaitersModel::Place).data(Qt::ToolTipRole).toString();
        };
        QVERIFY2(explanation(0).contains(QStringLiteral("may not be asked")), qPrintable(explanation(0)));
        QVERIFY2(explanation(1).contains(QStringLiteral("Its client listens")), qPrintable(explanation(1)));
    }

    /// It is painted, and so must be said, too.
    void whatIsLeftOfALeaseIsSaidInWords()
    {
        HoldersModel holders;
        holders.setState(shared(heldLock("a", holder(kAlice, 57), milliseconds{-1})));
        QCOMPARE(holders.index(0, HoldersModel::Deadline).data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("never"));
        ReadersModel readers;
        readers.setState(shared(heldLock("a", holder(kAlice, 57), milliseconds{21'500})));
        const QString left = readers.index(0, ReadersModel::Left).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(left.startsWith(QStringLiteral("21")) || left.startsWith(QStringLiteral("20")), qPrintable(left));
    }

    void timeStandsStillWithTheSession()
    {
        const LockState state = fairLock("a"); // the deadlines of its waiters: in 5 m, in 10 m, 5 s ago
        ShownTime time;
        HoldersModel holders;
        WaitersModel waiters;
        holders.setTime(time);
        waiters.setTime(time);
        holders.setState(shared(state));
        waiters.setState(shared(state));
        const QModelIndex deadline = waiters.index(0, WaitersModel::Deadline);
        const QModelIndex late = waiters.index(2, WaitersModel::Condition);
        QVERIFY(!deadline.data(kPastRole).isValid());
        QCOMPARE(late.data().toString(), QStringLiteral("too late"));

        const QSignalSpy changes(&waiters, &QAbstractItemModel::dataChanged);
        const SteadyTime seen = state.observed_at - std::chrono::seconds{10};
        time.standStill({seen, std::chrono::system_clock::now()});
        QCOMPARE(changes.size(), 1);
        QCOMPARE(deadline.data().toString(), QStringLiteral("in 5 m 10 s"));
        QCOMPARE(late.data().toString(), QStringLiteral("dead"));
        for (const QModelIndex& index : {deadline, holders.index(0, HoldersModel::Deadline)}) {
            QCOMPARE(index.data(kPastRole).value<Moment>().now, seen);
            QVERIFY(index.data(Qt::ForegroundRole).isValid()); // grey
        }

        time.goOn();
        QVERIFY(!deadline.data(kPastRole).isValid());
        QVERIFY(!deadline.data(Qt::ForegroundRole).isValid());
        QCOMPARE(late.data().toString(), QStringLiteral("too late"));
    }

    void whatAClientHoldsOutOfReachStandsStillAlone()
    {
        LockState away = heldLock("away", holder(kAlice, 1));
        away.out_of_reach_since = away.observed_at - std::chrono::seconds{40}; // 24 s after it was acquired
        std::vector<ClientStake> stakes(2);
        stakes[0].lock = shared(away);
        stakes[1].lock = shared(heldLock("near", holder(kAlice, 1)));
        for (ClientStake& stake : stakes) {
            stake.since = stake.lock->held_since;
        }
        ShownTime time;
        StakesModel model;
        model.setTime(time);
        model.setStakes(std::move(stakes));
        const QModelIndex silent = model.index(0, StakesModel::Since);
        const QModelIndex live = model.index(1, StakesModel::Since);
        QCOMPARE(silent.data(kPastRole).value<Moment>().now, away.out_of_reach_since);
        QVERIFY(silent.data(Qt::ForegroundRole).isValid()); // grey
        QVERIFY2(silent.data().toString() == QStringLiteral("24 s")
                     || silent.data().toString() == QStringLiteral("23 s"),
                 qPrintable(silent.data().toString()));
        QVERIFY(!live.data(kPastRole).isValid());
        QVERIFY(live.data().toString().startsWith(QLatin1String("1 m")));
    }

    void timeOfOneLockFollowsTheWindow()
    {
        ShownTime window;
        ShownTime time;
        LockState away = heldLock("away", holder(kAlice, 1));
        time.follow(window, &away);
        QVERIFY(!time.standstill());
        away.out_of_reach_since = away.observed_at - std::chrono::seconds{40};
        const QSignalSpy changes(&time, &ShownTime::changed);
        time.follow(window, &away);
        time.follow(window, &away);
        QCOMPARE(changes.size(), 1); // the moment stays the same
        QCOMPARE(time.now().now, away.out_of_reach_since);
        time.follow(window, nullptr);
        QVERIFY(!time.standstill());
        const Moment paused{away.observed_at - std::chrono::minutes{1}, *away.held_since};
        window.standStill(paused);
        for (const LockState* lock : {&std::as_const(away), static_cast<const LockState*>(nullptr)}) {
            time.follow(window, lock);
            QCOMPARE(time.now().now, paused.now); // before it was out of reach
        }
    }

    void clientsAreNamedWhereRedisTells()
    {
        const ClientNamer namer = [](const std::string& uuid) {
            return uuid == kAlice ? QStringLiteral("pay-1, 10.0.0.7") : QString();
        };
        HoldersModel holders;
        holders.setClientNamer(namer);
        holders.setState(shared(heldLock("x", holder(kAlice, 57))));
        const QModelIndex held = holders.index(0, HoldersModel::Client);
        QCOMPARE(held.data().toString(), QStringLiteral("pay-1, 10.0.0.7"));
        QVERIFY(held.data(Qt::ToolTipRole).toString().contains(QStringLiteral("pay-1")));
        WaitersModel waiters;
        waiters.setClientNamer(namer);
        waiters.setState(shared(fairLock("x"))); // Bob, Carol, Alice
        QCOMPARE(waiters.index(0, WaitersModel::Client).data().toString(), QString());
        QCOMPARE(waiters.index(2, WaitersModel::Client).data().toString(), QStringLiteral("pay-1, 10.0.0.7"));
        ReadersModel readers;
        readers.setClientNamer(namer);
        readers.setState(shared(heldLock("x", holder(kAlice, 57))));
        QCOMPARE(readers.index(0, ReadersModel::Client).data().toString(), QStringLiteral("pay-1, 10.0.0.7"));
        const QString tip = toolTipOfLock(heldLock("x", holder(kAlice, 57)), LockColumn::holder, namer);
        QVERIFY2(tip.contains(QStringLiteral("pay-1, 10.0.0.7")), qPrintable(tip));
    }

    void clientsAreFoundByNameAndAddress()
    {
        ClientDirectory directory;
        ClientsModel model;
        QSignalSpy renamed(&model, &ClientsModel::namesChanged);
        const auto take = [&] { model.apply(directory, directory.take_changes()); };
        directory.apply({LockChange::Kind::added, shared(heldLock("x", holder(kAlice, 57)))},
                        std::chrono::system_clock::now());
        take();
        QCOMPARE(renamed.size(), 0);
        QCOMPARE(model.nameOrAddressOf(kAlice), QString());
        QVERIFY(model.clientsCalled(QStringLiteral("10.0.0.7")).empty());

        directory.learn(kAlice, "10.0.0.7:4001", {});
        take();
        QCOMPARE(renamed.size(), 1);
        QCOMPARE(model.nameOrAddressOf(kAlice), QStringLiteral("10.0.0.7:4001"));
        QCOMPARE(model.clientsCalled(QStringLiteral("10.0.0.7")), ClientSet{kAlice});

        QVERIFY(model.setData(model.index(0, ClientsModel::Name), QStringLiteral("Pay desk")));
        QCOMPARE(renamed.size(), 2);
        QCOMPARE(model.nameOrAddressOf(kAlice), QStringLiteral("Pay desk"));
        QCOMPARE(model.clientsCalled(QStringLiteral("pay d")), ClientSet{kAlice});
        QCOMPARE(model.clientsCalled(QStringLiteral("10.0.0.7")), ClientSet{kAlice});
        QVERIFY(model.clientsCalled(QStringLiteral("bill")).empty());

        const QModelIndex name = model.index(0, ClientsModel::Name);
        QVERIFY(model.setData(name, QStringLiteral("pay\\desk")));
        const QString called = name.data(Qt::EditRole).toString();
        QVERIFY(model.setData(name, called)); // nothing was changed
        QCOMPARE(name.data(Qt::EditRole).toString(), called);
        QVERIFY(model.setData(name, QStringLiteral("Pay desk")));
        renamed.clear();

        directory.apply({LockChange::Kind::added, shared(heldLock("y", holder(kAlice, 57)))},
                        std::chrono::system_clock::now());
        take();
        QCOMPARE(renamed.size(), 0); // It holds more, but is called as before.
    }

    void readersHaveTheirOwnDeadlines()
    {
        HoldersModel model;
        QAbstractItemModelTester tester(&model);
        LockState state = heldLock("a", holder(kAlice, 1, 2));
        state.type = LockType::read_write;
        state.mode = LockMode::read;
        state.holders.push_back(holder(kBob, 7));
        state.holders[0].ttl = milliseconds{5'000};
        state.holders[1].ttl = milliseconds{-1};
        model.setState(shared(state));
        const auto countdown = [&](int row) {
            return model.index(row, HoldersModel::Deadline).data(HoldersModel::CountdownRole).value<Countdown>();
        };
        QCOMPARE(countdown(0).deadline, state.observed_at + milliseconds{5'000});
        QCOMPARE(countdown(1).kind, Countdown::Kind::never);
        QCOMPARE(model.index(0, HoldersModel::Entries).data().toString(), QStringLiteral("2"));
        QCOMPARE(model.index(0, HoldersModel::Mode).data().toString(), QStringLiteral("read"));
    }

    void newAuditEntriesComeOnTopWithoutAReset()
    {
        AuditModel model;
        QAbstractItemModelTester tester(&model);
        model.setEntries({entry(1), entry(2)});
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setEntries({entry(1), entry(2), entry(3)});
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.entryAt(0).lock, std::string("lock-3"));
        model.setEntries({entry(3), entry(4)}); // The older ones are beyond what is read.
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.entryAt(0).lock, std::string("lock-4"));
        QCOMPARE(reset.size(), 0);
        model.setEntries({entry(3), entry(4)});
        QCOMPARE(model.rowCount(), 2);
        model.setEntries({entry(9)});
        QCOMPARE(model.rowCount(), 1);
    }

    void anOutcomeComesToTheRowOfItsAction()
    {
        AuditModel model;
        QAbstractItemModelTester tester(&model);
        AuditEntry waiting = entry(1);
        waiting.id = "1";
        waiting.outcome = "begun";
        model.setEntries({waiting, entry(2)});
        const QPersistentModelIndex row(model.index(1, AuditModel::Outcome));
        QCOMPARE(row.data().toString(), QStringLiteral("begun, no outcome"));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        waiting.outcome = "done";
        model.setEntries({waiting, entry(2), entry(3)});
        QCOMPARE(row.row(), 2);
        QCOMPARE(row.data().toString(), QStringLiteral("done"));
        QCOMPARE(changed.size(), 1);
    }

    void rawKeysAreATreeOfWhatRedisHas()
    {
        RawKeysModel model;
        QAbstractItemModelTester tester(&model);
        RawKey hash;
        hash.key = "orders:42";
        hash.type = "hash";
        hash.command = "redis-cli HGETALL orders:42";
        hash.entries = {{kAlice + ":57", "2"}, {std::string("\0x", 2), "<b>"}};
        hash.ttl = milliseconds{21'000};
        RawKey string;
        string.key = "token";
        string.type = "string";
        string.entries = {{"", "17"}};
        model.setKeys({hash, string});
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex first = model.index(0, 0);
        QCOMPARE(model.rowCount(first), 2);
        QCOMPARE(model.index(1, 0, first).data().toString(), QStringLiteral("\\x00x"));
        QCOMPARE(model.index(1, 1, first).data().toString(), QStringLiteral("<b>"));
        QCOMPARE(model.keyAt(model.index(1, 0, first))->key, std::string("orders:42"));
        QVERIFY(model.index(0, 1).data().toString().contains(QLatin1String("21 s")));
        QVERIFY(model.keyAt({}) == nullptr);
    }

    void commandsKeepTheirQuotingButNothingInvisible()
    {
        RawKey key;
        key.command = "redis-cli HGETALL $'a\\x00b'";
        QCOMPARE(commandText(key), QStringLiteral("redis-cli HGETALL $'a\\x00b'"));
        key.command = "redis-cli GET \xe2\x80\xae";
        QCOMPARE(commandText(key), QStringLiteral("redis-cli GET \\xe2\\x80\\xae"));
    }

    void lanesJoinTheHistoryWithWhatIsSeen()
    {
        const SystemTime now = std::chrono::system_clock::now();
        TimelineLanes lanes;
        HoldRecord past;
        past.owner = kBob + ":1";
        past.from = now - std::chrono::seconds{60};
        past.to = now - std::chrono::seconds{40};
        past.ended = LockEvent::Kind::expired;
        lanes.setHistory({{past}, {}});
        LockState state = fairLock("a"); // Alice holds; Bob, Carol and Alice wait.
        lanes.observe(state, now);
        QCOMPARE(lanes.clients().lanes.size(), std::size_t{3});

        state.holders = {holder(kBob, 3)}; // Bob's turn.
        state.held_since = now + std::chrono::seconds{1};
        state.waiters.erase(state.waiters.begin());
        lanes.observe(state, now + std::chrono::seconds{1});
        for (const TimelineLane& lane : lanes.clients().lanes) {
            if (lane.client == kBob) {
                QCOMPARE(lane.spans.size(), std::size_t{3}); // The old hold, the wait that is over, the hold.
                QVERIFY(lane.spans[1].to.has_value());
                QCOMPARE(lane.spans[1].kind, TimelineSpan::Kind::wait);
            }
        }
        lanes.end(now + std::chrono::seconds{2});
        for (const TimelineLane& lane : lanes.clients().lanes) {
            for (const TimelineSpan& span : lane.spans) {
                QVERIFY(span.to.has_value());
            }
        }
        lanes.clear();
        QVERIFY(lanes.clients().lanes.empty());
    }

    void waitsOfBeforeItWasSelectedAreShownAndNoneTwice()
    {
        const SystemTime now = std::chrono::system_clock::now();
        const auto ago = [now](int seconds) { return now - std::chrono::seconds{seconds}; };
        LockState state = fairLock("a");
        state.waiters = {waiter(kBob, 3, state.server_time + 300'000)};
        state.waiters.front().since = ago(30);
        state.waiters.front().since_exact = true;
        TimelineLanes lanes;
        lanes.observe(state, now);
        LockHistory past;
        past.waits = {{kCarol + ":1", ago(90), ago(60), true, true}};
        lanes.setHistory(past);
        const auto waitsOf = [&lanes](const std::string& client) {
            std::vector<TimelineSpan> waits;
            for (const TimelineLane& lane : lanes.clients().lanes) {
                std::copy_if(lane.spans.begin(), lane.spans.end(), std::back_inserter(waits), [&](const auto& span) {
                    return lane.client == client && span.kind == TimelineSpan::Kind::wait;
                });
            }
            return waits;
        };
        QCOMPARE(waitsOf(kCarol).size(), std::size_t{1});
        QVERIFY(waitsOf(kCarol).front().from == ago(90) && waitsOf(kCarol).front().to == ago(60));
        QVERIFY(!waitsOf(kBob).front().to);

        past.waits.push_back({kBob + ":3", ago(30), ago(1), false, true}); // faster than the reading that shows it
        lanes.setHistory(past);
        QCOMPARE(waitsOf(kBob).size(), std::size_t{1});
        QVERIFY(waitsOf(kBob).front().to == ago(1));
        state.waiters.clear();
        lanes.observe(state, now);
        QCOMPARE(waitsOf(kBob).size(), std::size_t{1});
    }

    void whereNoQueueTellsWhoWaitsThatIsNotTakenForNobody_data()
    {
        QTest::addColumn<LockType>("type");
        QTest::addColumn<bool>("hasWaited");
        QTest::addColumn<bool>("told");
        QTest::newRow("fair") << LockType::fair << false << true;
        QTest::newRow("reentrant") << LockType::reentrant << false << false;
        QTest::newRow("read-write") << LockType::read_write << false << false;
        QTest::newRow("fair, which is not seen now") << LockType::reentrant << true << true;
    }
    void whereNoQueueTellsWhoWaitsThatIsNotTakenForNobody()
    {
        QFETCH(LockType, type);
        QFETCH(bool, hasWaited);
        QFETCH(bool, told);
        const SystemTime now = std::chrono::system_clock::now();
        LockState state = heldLock("a", holder(kAlice, 57));
        state.type = type;
        TimelineLanes lanes;
        lanes.observe(state, now);
        if (hasWaited) {
            lanes.setHistory({{}, {{kBob + ":1", now - std::chrono::seconds{2}, now, true, true}}});
        }
        QCOMPARE(lanes.clients().areWaitersTold, told);
    }

    void aWaitBeganWhenTheMonitorSawIt_data()
    {
        QTest::addColumn<int>("secondsAgo"); // -1: nobody watched before
        QTest::addColumn<bool>("exact");
        QTest::newRow("it was seen to come") << 600 << true;
        QTest::newRow("it was there when one began to look") << 600 << false;
        QTest::newRow("nobody knows") << -1 << false;
    }
    void aWaitBeganWhenTheMonitorSawIt()
    {
        QFETCH(int, secondsAgo);
        QFETCH(bool, exact);
        const SystemTime now = std::chrono::system_clock::now();
        LockState state = fairLock("a");
        state.waiters = {waiter(kBob, 3, state.server_time + 300'000)};
        if (secondsAgo >= 0) {
            state.waiters.front().since = now - std::chrono::seconds{secondsAgo};
            state.waiters.front().since_exact = exact;
        }
        TimelineLanes lanes;
        lanes.observe(state, now);
        state.waiters.clear();
        lanes.observe(state, now + std::chrono::seconds{3});
        const auto shown = lanes.clients().lanes;
        const auto bob =
            std::find_if(shown.begin(), shown.end(), [](const TimelineLane& lane) { return lane.client == kBob; });
        QVERIFY(bob != shown.end());
        QCOMPARE(bob->spans.size(), std::size_t{1});
        const TimelineSpan& wait = bob->spans.front();
        QCOMPARE(wait.kind, TimelineSpan::Kind::wait);
        QVERIFY(wait.from == now - std::chrono::seconds{std::max(secondsAgo, 0)});
        QVERIFY(wait.to == now + std::chrono::seconds{3});
        QCOMPARE(wait.exact, exact);
    }

    void aHoldThatWasNotSeenToBeginLastedAtLeastSoLong_data()
    {
        QTest::addColumn<LockEvent::Kind>("kind");
        QTest::addColumn<bool>("exact");
        QTest::addColumn<QString>("said");
        QTest::newRow("seen") << LockEvent::Kind::released << true << QStringLiteral("1 m 04 s");
        QTest::newRow("found held") << LockEvent::Kind::released << false << QStringLiteral("≥ 1 m 04 s");
        QTest::newRow("its end was not seen") << LockEvent::Kind::ended << true << QStringLiteral("≤ 1 m 04 s");
        QTest::newRow("neither was") << LockEvent::Kind::ended << false << QStringLiteral("≈ 1 m 04 s");
    }
    void aHoldThatWasNotSeenToBeginLastedAtLeastSoLong()
    {
        QFETCH(LockEvent::Kind, kind);
        QFETCH(bool, exact);
        QFETCH(QString, said);
        LockEvent event = lockEvent(kind, "a");
        event.held_for = milliseconds{64'000};
        event.held_for_exact = exact;
        EventsModel model;
        model.append({event});
        QCOMPARE(model.index(0, EventsModel::HeldFor).data().toString(), said);
    }

    void theLongestHoldMayHaveBegunEarlier_data()
    {
        QTest::addColumn<bool>("exact");
        QTest::newRow("seen") << true;
        QTest::newRow("found held") << false;
    }
    void theLongestHoldMayHaveBegunEarlier()
    {
        QFETCH(bool, exact);
        ClientDirectory directory;
        ClientsModel model;
        LockState state = heldLock("x", holder(kAlice, 57));
        state.held_since_exact = exact;
        directory.apply({LockChange::Kind::added, shared(state)}, std::chrono::system_clock::now());
        model.apply(directory, directory.take_changes());
        const QModelIndex longest = model.index(0, ClientsModel::LongestHold);
        const QString said = longest.data().toString();
        QVERIFY2(said.contains(QStringLiteral("1 m")), qPrintable(said));
        QCOMPARE(said.startsWith(QStringLiteral("≥ ")), !exact);
        QCOMPARE(longest.data(Qt::ToolTipRole).toString().isEmpty(), exact);
    }

    void aThousandClientsAreBounded()
    {
        const SystemTime now = std::chrono::system_clock::now();
        TimelineLanes lanes;
        LockState state = fairLock("a");
        for (int round = 0; round < 3; ++round) {
            state.waiters.clear();
            for (int i = 0; i < 1000; ++i) {
                state.waiters.push_back(waiter("client-" + std::to_string(round) + std::to_string(i), 1, 1));
            }
            lanes.observe(state, now + std::chrono::seconds{round});
        }
        QCOMPARE(lanes.clients().lanes.size(), TimelineLanes::kMaxLanes);
        QVERIFY(lanes.clients().more >= 1000 - TimelineLanes::kMaxLanes);
    }

    void whoHoldsComesBeforeWhoWaitsInTheOrderOfTheQueue()
    {
        const SystemTime now = std::chrono::system_clock::now();
        TimelineLanes lanes;
        LockState state = fairLock("a");
        state.holders = {holder(kCarol, 1)};
        const std::string gone = "11111111-2222-3333-4444-555555555555";
        state.waiters = {waiter(gone, 1, 1)};
        lanes.observe(state, now);
        state.waiters = {waiter(kBob, 1, 1), waiter(kAlice, 1, 1), waiter(kBob, 2, 1)};
        lanes.observe(state, now + std::chrono::seconds{1});
        std::vector<std::string> order;
        for (const TimelineLane& lane : lanes.clients().lanes) {
            order.push_back(lane.client);
        }
        QVERIFY((order == std::vector{std::string(kCarol), std::string(kBob), std::string(kAlice), gone}));
        QCOMPARE(lanes.clients().more, std::size_t{0});
    }
};

QTEST_MAIN(LockModelsTest)
#include "lock_models_test.moc"
