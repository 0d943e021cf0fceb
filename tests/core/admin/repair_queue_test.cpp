// SPDX-License-Identifier: Apache-2.0
#include "admin_fixture.hpp"

#include "lockscope/error.hpp"
#include "lockscope/monitor.hpp"
#include "support/printing.hpp"

#include <QTest>

#include <future>

using namespace lockscope;
using namespace lockscope::tests;
using Outcome = AdminResult::Outcome;
using What = QueueMend::What;
using Mends = std::vector<QueueMend>;
using Messages = std::vector<std::pair<std::string, std::string>>;
using Owners = std::vector<std::string>;

namespace {

constexpr long long none = -1; ///< No deadline.

/// A queue in the fewest words: who, seconds to the deadline, and whether somebody listens.
struct Place
{
    std::string owner;
    long long seconds = none;
    enum { silent, listens } hears = silent;
};

struct Case
{
    std::vector<Place> list;
    std::vector<Place> strays;
    Owners ghosts;
    Mends mends;
    Owners left;
};

} // namespace
Q_DECLARE_METATYPE(Case)

class RepairQueueTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<AdminFixture> m;
    std::vector<std::unique_ptr<Subscriber>> m_listeners;

    void write(const Case& data)
    {
        const auto now = m->server_now();
        const auto add = [&](const Place& place) {
            if (place.seconds != none)
                m->redis.expect(
                    {"ZADD", locks::timeout_key("f"), std::to_string(now + 1000 * place.seconds), place.owner});
            if (place.hears == Place::listens)
                m_listeners.push_back(std::make_unique<Subscriber>(m->sandbox.endpoint(),
                                                                   std::vector{locks::fair_channel("f", place.owner)}));
        };
        for (const auto& place : data.list) {
            m->redis.expect({"RPUSH", locks::queue_key("f"), place.owner});
            add(place);
        }
        for (const auto& place : data.strays)
            add(place);
    }

    /// As an operator sees it who has known for a while who is dead.
    LockState look(const Owners& ghosts = {})
    {
        auto state = read_lock(m->client, "f").value();
        for (auto& waiter : state.waiters)
            waiter.stale = waiter.stale || std::find(ghosts.begin(), ghosts.end(), waiter.owner) != ghosts.end();
        return state;
    }
    static RepairRequest request(const LockState& state)
    {
        auto request = repair_request(state);
        request.reason = "test";
        return request;
    }

    enum class Deadlines { none, given };

    /// "w0", "w1", …; given deadlines are far ahead, in the order of the queue.
    void pushWaiters(int count, Deadlines deadlines = Deadlines::none)
    {
        std::vector<std::string> push{"RPUSH", locks::queue_key("f")};
        std::vector<std::string> add{"ZADD", locks::timeout_key("f")};
        for (int i = 0; i < count; ++i) {
            push.push_back("w" + std::to_string(i));
            add.push_back(std::to_string(8'000'000'000'000 + i));
            add.push_back(push.back());
        }
        m->redis.expect(push);
        if (deadlines == Deadlines::given)
            m->redis.expect(add);
    }

private slots:
    void init() { m = std::make_unique<AdminFixture>(); }
    void cleanup()
    {
        m_listeners.clear();
        m.reset();
    }

    void mends_data()
    {
        QTest::addColumn<Case>("data");
        const auto row = [](const char* name, const Case& data) { QTest::newRow(name) << data; };
        using P = Place;
        row("nothing", {{{bob, 60}, {carol, 90, P::listens}}, {}, {}, {}, {bob, carol}});
        row("a dead head without deadline",
            {{{bob, none}, {carol, 90, P::listens}}, {}, {}, {{What::without_deadline, bob}}, {carol}});
        row("a living one without deadline",
            {{{bob, none, P::listens}, {carol, 90, P::listens}}, {}, {}, {{What::given_deadline, bob}}, {bob, carol}});
        row("a dead head whose time is over", {{{bob, -9}, {carol, 90}}, {}, {}, {{What::expired, bob}}, {carol}});
        row("the same further back", {{{carol, 90}, {bob, -9}}, {}, {}, {{What::expired, bob}}, {carol}});
        row("a living head whose time is over",
            {{{bob, -9, P::listens}, {carol, 90}}, {}, {}, {{What::given_deadline, bob}}, {bob, carol}});
        row("a ghost", {{{bob, 60}, {carol, 90}}, {}, {bob}, {{What::silent, bob}}, {carol}});
        row("entries twice",
            {{{bob, 60}, {carol, 90}, {bob, 60}, {bob, 60}}, {}, {}, {{What::duplicate, bob}}, {bob, carol}});
        row("a dead one twice",
            {{{bob, none}, {carol, 90}, {bob, none}}, {}, {}, {{What::without_deadline, bob}}, {carol}});
        row("a deadline of nobody", {{{bob, 60}}, {{dave, 70}}, {}, {{What::stray, dave}}, {bob}});
        row("only deadlines of nobody",
            {{}, {{carol, 60}, {dave, 70}}, {}, {{What::stray, carol}, {What::stray, dave}}, {}});
        row("everything at once", {{{alice, none}, {bob, 60}, {carol, none, P::listens}, {bob, 60}},
                                   {{dave, 99}},
                                   {},
                                   {{What::without_deadline, alice},
                                    {What::given_deadline, carol},
                                    {What::duplicate, bob},
                                    {What::stray, dave}},
                                   {bob, carol}});
        row("hostile bytes", {{{std::string("\0\xff\n%", 4), none}, {"", none}},
                              {},
                              {},
                              {{What::without_deadline, std::string("\0\xff\n%", 4)}, {What::without_deadline, ""}},
                              {}});
    }
    void mends()
    {
        QFETCH(Case, data);
        m->hold("f", alice);
        write(data);
        const auto seen = look(data.ghosts);
        QVERIFY(plan_repair(seen) == data.mends);

        const auto result = m->admin.repair_queue(request(seen));

        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(result.queue);
        QVERIFY(result.queue->mends == data.mends);
        QCOMPARE(result.message.find("nothing to repair") != std::string::npos, data.mends.empty());
        QCOMPARE(m->queued("f"), data.left);
        auto scored = m->scored("f");
        auto left = data.left;
        std::sort(scored.begin(), scored.end());
        std::sort(left.begin(), left.end());
        QCOMPARE(scored, left); // List and deadlines agree.
        QVERIFY(plan_repair(look()).empty());
        QCOMPARE(m->redis.hash("f"), (std::map<std::string, std::string>{{alice, "1"}}));
    }

    void newDeadlinesLeaveTimeForThoseInFront()
    {
        m->hold("f", alice, 1, 60'000);
        const auto now = m->redis.integer({"PEXPIRETIME", "f"}) - 60'000;
        write({{{bob, none, Place::listens},
                {carol, 400},
                {dave, none, Place::listens},
                {"far", 2'000'000'000},
                {"last", none, Place::listens}},
               {},
               {},
               {},
               {}});
        QCOMPARE(m->admin.repair_queue(request(look())).outcome, Outcome::done);
        const auto seconds = [&](const std::string& owner) { return (m->deadline("f", owner) - now + 500) / 1000; };
        QCOMPARE(seconds(bob), 360);   // The rest of the lease, and the usual wait.
        QCOMPARE(seconds(carol), 400); // As it was.
        QCOMPARE(seconds(dave), 700);
        QCOMPARE(seconds("last"), 60 + 5 * 300); // Not later than if all in front wait as usual.
    }

    void doesNothingIfTheQueueChanged_data()
    {
        QTest::addColumn<QList<QByteArray>>("command");
        const auto queue = QByteArray::fromStdString(locks::queue_key("f"));
        const auto deadlines = QByteArray::fromStdString(locks::timeout_key("f"));
        const auto name = [](const std::string& owner) { return QByteArray::fromStdString(owner); };
        QTest::newRow("somebody came") << QList<QByteArray>{"RPUSH", queue, name(dave)};
        QTest::newRow("somebody left") << QList<QByteArray>{"LREM", queue, "0", name(carol)};
        QTest::newRow("another head") << QList<QByteArray>{"LPUSH", queue, name(carol)};
        QTest::newRow("all left") << QList<QByteArray>{"DEL", queue};
        QTest::newRow("a deadline moved") << QList<QByteArray>{"ZINCRBY", deadlines, "1", name(carol)};
        QTest::newRow("a deadline came") << QList<QByteArray>{"ZADD", deadlines, "5", name(bob)};
        QTest::newRow("a deadline went") << QList<QByteArray>{"ZREM", deadlines, name(carol)};
        QTest::newRow("a stray deadline came") << QList<QByteArray>{"ZADD", deadlines, "5", "nobody"};
        QTest::newRow("a stray deadline moved") << QList<QByteArray>{"ZINCRBY", deadlines, "1", "stray"};
        QTest::newRow("a stray deadline went") << QList<QByteArray>{"ZREM", deadlines, "stray"};
        QTest::newRow("a stray found its place") << QList<QByteArray>{"RPUSH", queue, "stray"};
    }
    void doesNothingIfTheQueueChanged()
    {
        QFETCH(QList<QByteArray>, command);
        write({{{bob, none}, {carol, 90, Place::listens}}, {{"stray", 50}}, {}, {}, {}});
        const auto wanted = request(look());
        std::vector<std::string> words;
        for (const auto& word : command)
            words.push_back(word.toStdString());
        m->redis.expect(words);
        const auto queued = m->queued("f");
        const auto scored = m->redis.list({"ZRANGE", locks::timeout_key("f"), "0", "-1", "WITHSCORES"});

        const auto result = m->admin.repair_queue(wanted);

        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY(!result.queue);
        QCOMPARE(m->queued("f"), queued);
        QCOMPARE(m->redis.list({"ZRANGE", locks::timeout_key("f"), "0", "-1", "WITHSCORES"}), scored);
        QVERIFY(m_listeners.front()->take_all(m->redis).empty());
    }

    void aGhostThatIsHeardOfAgainStays()
    {
        write({{{bob, 60}, {carol, none}}, {}, {}, {}, {}});
        const auto wanted = request(look({bob}));
        QCOMPARE(wanted.ghosts, Owners{bob});
        const Subscriber back(m->sandbox.endpoint(), {locks::fair_channel("f", bob)});
        const auto result = m->admin.repair_queue(wanted);
        QVERIFY((result.queue->mends == Mends{{What::without_deadline, carol}}));
        QCOMPARE(m->queued("f"), Owners{bob});
    }

    /// What Redisson does when it waits: subscribed to its own channel, it tries when a message comes.
    void aWaiterOfJavaBehindABrokenHeadIsToldThatTheLockIsFree()
    {
        write({{{bob, none}, {carol, 90, Place::listens}}, {}, {}, {}, {}});
        const auto result = m->admin.repair_queue(request(look()));
        QCOMPARE(result.queue->told, carol);
        QVERIFY(m_listeners.front()->wait_for(locks::fair_channel("f", carol), "0"));
        QCOMPARE(m->queued("f"), Owners{carol}); // Redisson's script lets the head in.
    }

    void nobodyIsToldWhileTheLockIsHeld()
    {
        m->hold("f", alice);
        write({{{bob, none}, {carol, 90, Place::listens}}, {}, {}, {}, {}});
        QCOMPARE(m->admin.repair_queue(request(look())).outcome, Outcome::done);
        QVERIFY(m_listeners.front()->take_all(m->redis).empty());
    }

    void whoBelievesToBeQueuedIsToldToQueueAnew()
    {
        m->hold("f", alice);
        write({{{bob, 60}}, {{carol, 90, Place::listens}}, {}, {}, {}});
        QCOMPARE(m->admin.repair_queue(request(look())).outcome, Outcome::done);
        QVERIFY(m_listeners.front()->wait_for(locks::fair_channel("f", carol), "0"));
        QCOMPARE(m->deadline("f", carol), -1);
    }

    void aScoreThatIsNoTimeIsNone()
    {
        m->redis.expect({"RPUSH", locks::queue_key("f"), bob, carol});
        m->redis.expect({"ZADD", locks::timeout_key("f"), "inf", bob, "-inf", carol, "1e300", dave});
        const auto seen = look();
        QVERIFY((plan_repair(seen)
                 == Mends{{What::without_deadline, bob}, {What::without_deadline, carol}, {What::stray, dave}}));
        QCOMPARE(m->admin.repair_queue(request(seen)).outcome, Outcome::done);
        QCOMPARE(m->redis.integer({"DBSIZE"}), 0);
    }

    void whoMayNotAskForListenersKeepsTheLiving()
    {
        m->redis.expect({"ACL", "SETUSER", "op", "on", "nopass", "~*", "allchannels", "+@all", "-pubsub"});
        Endpoint endpoint = m->sandbox.endpoint();
        endpoint.user = "op";
        endpoint.password = "x";
        Client client(endpoint);
        Admin admin(client, m->audit, m->admin.policy());
        write({{{bob, -5}, {carol, none}, {dave, 90}}, {}, {}, {}, {}});
        const auto seen = read_lock(client, "f").value();
        const auto result = admin.repair_queue(request(seen));
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY((result.queue->mends == Mends{{What::expired, bob}, {What::given_deadline, carol}}));
        QVERIFY(plan_repair(seen) == result.queue->mends);
        QCOMPARE(m->queued("f"), (Owners{carol, dave}));
    }

    void aMissingPermissionChangesNothing_data()
    {
        QTest::addColumn<QByteArray>("rule");
        for (const char* rule : {"-publish", "-lrem", "-zrem", "-zadd"})
            QTest::newRow(rule) << QByteArray(rule);
    }
    void aMissingPermissionChangesNothing()
    {
        QFETCH(QByteArray, rule);
        m->redis.expect({"ACL", "SETUSER", "op", "on", "nopass", "~*", "allchannels", "+@all", rule.toStdString()});
        Endpoint endpoint = m->sandbox.endpoint();
        endpoint.user = "op";
        endpoint.password = "x";
        Client client(endpoint);
        Admin admin(client, m->audit, m->admin.policy());
        write({{{bob, none}, {carol, none, Place::listens}}, {{dave, 50}}, {}, {}, {}});
        const auto result = admin.repair_queue(request(look()));
        QCOMPARE(result.outcome, Outcome::failed);
        QVERIFY(!result.unknown);
        QCOMPARE(m->queued("f"), (Owners{bob, carol}));
        QCOMPARE(m->scored("f"), Owners{dave});
    }

    void aThousandAreComparedAsAWhole()
    {
        pushWaiters(1000);
        const auto seen = look();
        QVERIFY(queue_of(seen).complete);
        QCOMPARE(plan_repair(seen).size(), std::size_t{1000});
        m->redis.expect({"RPUSH", locks::queue_key("f"), "one more"});
        QCOMPARE(m->admin.repair_queue(request(seen)).outcome, Outcome::changed);
        QCOMPARE(m->redis.integer({"LLEN", locks::queue_key("f")}), 1001);
        m->redis.expect({"RPOP", locks::queue_key("f")});
        QCOMPARE(m->admin.repair_queue(request(seen)).outcome, Outcome::done);
        QCOMPARE(m->redis.integer({"DBSIZE"}), 0);
    }

    void ofALongerOneTheFrontIsMended()
    {
        pushWaiters(1001, Deadlines::given);
        // Whose time is over, and who is there twice: the second entry is behind the front.
        m->redis.expect({"ZADD", locks::timeout_key("f"), "1", "w7", "2", "w1000"});
        m->redis.expect({"RPUSH", locks::queue_key("f"), "w8"});
        const auto seen = look({"w3"});
        QVERIFY(queue_of(seen).front);
        QVERIFY(!queue_of(seen).complete);
        QVERIFY((plan_repair(seen) == Mends{{What::silent, "w3"}, {What::expired, "w7"}}));

        m->redis.expect({"RPUSH", locks::queue_key("f"), "another"}); // It is behind, and changes nothing.
        const auto result = m->admin.repair_queue(request(seen));

        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(result.queue->mends == plan_repair(seen));
        QVERIFY2(result.message.ends_with(" Only its first 1000 places were looked at."), result.message.c_str());
        const auto left = m->queued("f");
        QCOMPARE(left.size(), std::size_t{1001});
        QVERIFY(std::find(left.begin(), left.end(), "w3") == left.end());
        QVERIFY(std::find(left.begin(), left.end(), "w7") == left.end());
        QCOMPARE(std::count(left.begin(), left.end(), "w8"), std::ptrdiff_t{2});
        QCOMPARE(m->deadline("f", "w1000"), 2); // Dead, too, but behind.
    }

    void aFrontThatChangedIsNotTouched_data()
    {
        QTest::addColumn<QList<QByteArray>>("command");
        const auto queue = QByteArray::fromStdString(locks::queue_key("f"));
        const auto deadlines = QByteArray::fromStdString(locks::timeout_key("f"));
        QTest::newRow("its head left") << QList<QByteArray>{"LPOP", queue};
        QTest::newRow("somebody in it left") << QList<QByteArray>{"LREM", queue, "1", "w500"};
        QTest::newRow("it is shorter") << QList<QByteArray>{"LTRIM", queue, "0", "998"};
        QTest::newRow("a deadline moved") << QList<QByteArray>{"ZINCRBY", deadlines, "1", "w500"};
        QTest::newRow("a deadline went") << QList<QByteArray>{"ZREM", deadlines, "w500"};
    }
    void aFrontThatChangedIsNotTouched()
    {
        QFETCH(QList<QByteArray>, command);
        pushWaiters(1500, Deadlines::given);
        const auto wanted = request(look({"w3"}));
        std::vector<std::string> words;
        for (const auto& word : command)
            words.push_back(word.toStdString());
        m->redis.expect(words);
        const auto queued = m->queued("f");
        QCOMPARE(m->admin.repair_queue(wanted).outcome, Outcome::changed);
        QVERIFY(m->queued("f") == queued);
    }

    /// Of more than a thousand deadlines the earliest are read. One of those in front may be among the others.
    void aDeadlineThatWasNotReadIsNeitherMissedNorChanged()
    {
        pushWaiters(1500, Deadlines::given);
        m->redis.expect({"ZADD", locks::timeout_key("f"), "9000000000001", "w0", "9000000000002", "w1"});
        const auto seen = look({"w1"});
        QVERIFY(!seen.deadlines_known);
        QVERIFY(!seen.waiters[0].deadline && !seen.waiters[1].deadline && seen.waiters[2].deadline);
        QVERIFY(!seen.anomalies.contains(Anomaly::queue_without_score));
        QVERIFY(!head_never_goes(seen));
        QVERIFY((plan_repair(seen) == Mends{{What::silent, "w1"}}));

        const auto result = m->admin.repair_queue(request(seen));
        QVERIFY(result.queue->mends == plan_repair(seen));
        QCOMPARE(m->queued("f").front(), std::string("w0"));
        QCOMPARE(m->deadline("f", "w0"), 9000000000001);
        QCOMPARE(m->deadline("f", "w1"), -1);
    }

    /// Else nobody would ever try: all who were looked at are gone, and who is first now was told nothing.
    void whoStandsBehindAFrontOfTheDeadIsTold()
    {
        pushWaiters(1000);
        m->redis.expect({"RPUSH", locks::queue_key("f"), carol});
        const Subscriber listening(m->sandbox.endpoint(), {locks::fair_channel("f", carol)});
        const auto seen = look();
        QCOMPARE(plan_repair(seen).size(), std::size_t{1000});
        const auto result = m->admin.repair_queue(request(seen));
        QCOMPARE(result.outcome, Outcome::done);
        QCOMPARE(result.queue->told, carol);
        QCOMPARE(m->queued("f"), Owners{carol});
    }

    void aThousandDeadOnesInFrontOfManyAreRepairedStepByStep()
    {
        pushWaiters(2500);
        for (const std::size_t left : {1500, 500, 0}) {
            QCOMPARE(m->admin.repair_queue(request(look())).outcome, Outcome::done);
            QCOMPARE(m->queued("f").size(), left);
        }
    }

    /// It is the entry that is too long, not the queue.
    void anEntryThatIsCutWhereItIsReadIsRefused()
    {
        m->redis.expect({"RPUSH", locks::queue_key("f"), bob, std::string(owner_bytes_limit + 1, 'w')});
        const auto seen = look();
        QVERIFY(queue_of(seen).cut && !queue_of(seen).complete);
        const auto refused = m->admin.repair_queue(request(seen));
        QCOMPARE(refused.outcome, Outcome::refused);
        QCOMPARE(refused.message, *why_not_compared(queue_of(seen)));
        QVERIFY2(refused.message.find("an entry that is longer") != std::string::npos, refused.message.c_str());
        QCOMPARE(m->redis.integer({"LLEN", locks::queue_key("f")}), 2);
    }

    void aKeyOfAnotherTypeIsNotTouched()
    {
        write({{{bob, none}}, {}, {}, {}, {}});
        const auto wanted = request(look());
        m->redis.expect({"SET", locks::timeout_key("f"), "precious"});
        const auto result = m->admin.repair_queue(wanted);
        QCOMPARE(result.outcome, Outcome::failed);
        QVERIFY(!result.unknown);
        QCOMPARE(m->queued("f"), Owners{bob});
    }

    void thePolicyIsAskedFirst()
    {
        write({{{bob, none}}, {}, {}, {}, {}});
        const auto wanted = request(look());
        m->admin.set_policy({});
        QCOMPARE(m->admin.repair_queue(wanted).outcome, Outcome::refused);
        m->admin.set_policy({.read_only = false, .production = true, .reason_required = true});
        QCOMPARE(m->admin.repair_queue(wanted).outcome, Outcome::refused);
        QCOMPARE(m->queued("f"), Owners{bob});
        QVERIFY(m->audit->read().back().outcome.starts_with("refused: "));
    }

    void leavesALineInTheLog()
    {
        write({{{bob, none}, {carol, 90}}, {{dave, 50}}, {}, {}, {}});
        QCOMPARE(m->admin.repair_queue(request(look())).outcome, Outcome::done);
        const auto entry = m->audit->read().back();
        QCOMPARE(entry.action, std::string("repair-queue"));
        QVERIFY(entry.before.starts_with(bob + " without deadline, " + carol + " until "));
        QVERIFY(entry.before.find(dave) != std::string::npos);
        QVERIFY(entry.after.starts_with(carol + " until "));
        QVERIFY(entry.after.find(bob) == std::string::npos);
    }

    void answersByCallback()
    {
        write({{{bob, none}}, {}, {}, {}, {}});
        std::promise<AdminResult> promise;
        m->admin.repair_queue(request(look()),
                              [&promise](AdminResult result) { promise.set_value(std::move(result)); });
        QCOMPARE(promise.get_future().get().outcome, Outcome::done);
    }
};

QTEST_GUILESS_MAIN(RepairQueueTest)
#include "repair_queue_test.moc"
