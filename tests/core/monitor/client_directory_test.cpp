// SPDX-License-Identifier: Apache-2.0
#include "lockscope/client.hpp"
#include "lockscope/client_directory.hpp"
#include "lockscope/sandbox.hpp"
#include "monitor/client_identities.hpp"

#include "support/redis_client.hpp"

#include <QTest>

#include <algorithm>
#include <future>
#include <map>
#include <random>

using namespace lockscope;
using namespace std::chrono_literals;
using test::RedisClient;

namespace {

const std::string alice = "0a0a0a0a-1111-4222-8333-444444444444";
const std::string bob = "0b0b0b0b-1111-4222-8333-444444444444";
const SystemTime noon = SystemTime(std::chrono::hours(500'000));

Holder holder(const std::string& client, std::int64_t thread)
{
    Holder holder;
    holder.owner = client + ":" + std::to_string(thread);
    holder.count = 2;
    return holder;
}

Waiter waiter(const std::string& client, std::int64_t thread)
{
    Waiter waiter;
    waiter.owner = client + ":" + std::to_string(thread);
    return waiter;
}

LockState held(const std::string& name, const std::vector<Holder>& holders, SystemTime since = noon)
{
    LockState state;
    state.name = name;
    state.holders = holders;
    state.holders_total = holders.size();
    state.held_since = since;
    state.ttl = 30s;
    return state;
}

LockChange change(const LockState& state, LockChange::Kind kind = LockChange::Kind::changed)
{
    return {kind, std::make_shared<const LockState>(state)};
}

ConnectionList connected(const std::vector<ClientConnection>& connections)
{
    ConnectionList list;
    list.outcome = ConnectionList::Outcome::known;
    list.connections = connections;
    return list;
}

ConnectionList ask(Client& client)
{
    std::promise<ConnectionList> answer;
    list_connections(client, [&answer](ConnectionList list) { answer.set_value(std::move(list)); });
    return answer.get_future().get();
}

} // namespace

class ClientDirectoryTest : public QObject
{
    Q_OBJECT

private slots:
    void countsWhatAClientHoldsAndWaitsFor()
    {
        ClientDirectory directory;
        directory.apply(change(held("x", {holder(alice, 1)}, noon - 5s)), noon);
        auto queue = held("y", {holder(bob, 1)});
        queue.waiters = {waiter(alice, 1), waiter(alice, 2)};
        directory.apply(change(queue), noon);
        auto ghost = held("z", {holder(alice, 3), holder(bob, 1)});
        ghost.waiters = {waiter(bob, 9)};
        ghost.waiters.front().stale = true;
        directory.apply(change(ghost), noon);

        const auto* record = directory.find(alice);
        QVERIFY(record != nullptr);
        QCOMPARE(record->holds, std::size_t{2});
        QCOMPARE(record->waits, std::size_t{1}); // One lock, though two threads wait for it.
        QVERIFY(record->longest_since == noon - 5s);
        QVERIFY(record->first_seen == noon);
        QCOMPARE(directory.find(bob)->ghosts, std::size_t{1});
        QCOMPARE(directory.find(bob)->waits, std::size_t{0});
        QCOMPARE(directory.size(), std::size_t{2});

        const auto stakes = directory.stakes(alice);
        QCOMPARE(stakes.size(), std::size_t{4});
        QCOMPARE(stakes[0].lock->name, std::string("x"));
        QCOMPARE(stakes[0].count, std::int64_t{2});
        QVERIFY(stakes[2].role == ClientStake::Role::waits && stakes[2].count == 1);
        QVERIFY(stakes[3].role == ClientStake::Role::waits && stakes[3].count == 2 && stakes[3].thread == 2);
        QCOMPARE(directory.stakes(alice, 2).size(), std::size_t{2});
        QVERIFY(directory.stakes("nobody").empty());
    }

    void whoIsTooLateButListensWaits()
    {
        ClientDirectory directory;
        auto queue = held("x", {holder(alice, 1)});
        queue.waiters = {waiter(bob, 9)};
        queue.waiters.front().stale = true;
        queue.waiters.front().subscribed = true;
        directory.apply(change(queue), noon);
        QCOMPARE(directory.find(bob)->waits, std::size_t{1});
        QCOMPARE(directory.find(bob)->ghosts, std::size_t{0});
        QVERIFY(directory.stakes(bob).front().role == ClientStake::Role::waits);
    }

    void forgetsWhatIsGivenBack()
    {
        ClientDirectory directory;
        const auto x = held("x", {holder(alice, 1)}, noon - 9s);
        directory.apply(change(x), noon);
        directory.apply(change(held("y", {holder(alice, 1)}, noon - 5s)), noon);
        directory.apply(change(x, LockChange::Kind::removed), noon);
        QCOMPARE(directory.find(alice)->holds, std::size_t{1});
        QVERIFY(directory.find(alice)->longest_since == noon - 5s);
        directory.apply(change(held("y", {})), noon);
        QCOMPARE(directory.find(alice)->holds, std::size_t{0});
        QVERIFY(!directory.find(alice)->longest_since);
        QVERIFY(directory.stakes(alice).empty());
    }

    void knowsWhetherTheLongestHoldWasSeenToBegin()
    {
        ClientDirectory directory;
        const auto found = held("x", {holder(alice, 1)}, noon - 9s);
        auto seen = held("y", {holder(alice, 1)}, noon - 5s);
        seen.held_since_exact = true;
        directory.apply(change(seen), noon);
        QVERIFY(directory.find(alice)->longest_since_exact);
        directory.apply(change(found), noon);
        QVERIFY(!directory.find(alice)->longest_since_exact);
        directory.apply(change(found, LockChange::Kind::removed), noon);
        QVERIFY(directory.find(alice)->longest_since == noon - 5s);
        QVERIFY(directory.find(alice)->longest_since_exact);
    }

    void tellsEachChangeOnce()
    {
        ClientDirectory directory;
        directory.apply(change(held("x", {holder(alice, 1)})), noon);
        directory.apply(change(held("x", {holder(alice, 1), holder(bob, 1)})), noon);
        auto changes = directory.take_changes();
        std::sort(changes.changed.begin(), changes.changed.end());
        QVERIFY(changes.changed == (std::vector<std::string>{alice, bob}));
        QVERIFY(directory.take_changes().changed.empty());
    }

    void signsOfLife_data()
    {
        QTest::addColumn<LockEvent::Kind>("kind");
        QTest::addColumn<bool>("alive");
        using Kind = LockEvent::Kind;
        QTest::newRow("acquired") << Kind::acquired << true;
        QTest::newRow("renewed") << Kind::renewed << true;
        QTest::newRow("released") << Kind::released << true;
        QTest::newRow("expired") << Kind::expired << false;
        QTest::newRow("forced") << Kind::forced << false;
        QTest::newRow("made endless") << Kind::persisted << false;
        QTest::newRow("vanished") << Kind::vanished << false;
        QTest::newRow("left the queue") << Kind::waiter_left << false;
    }
    void signsOfLife()
    {
        QFETCH(LockEvent::Kind, kind);
        QFETCH(bool, alive);
        ClientDirectory directory;
        directory.apply(change(held("x", {holder(alice, 1)})), noon);
        QVERIFY(!directory.find(alice)->last_sign); // Found in the data: it may be long dead.
        LockEvent event;
        event.kind = kind;
        event.lock = "x";
        event.owner = alice + ":1";
        event.at = noon + 3s;
        directory.note(event);
        QCOMPARE(directory.find(alice)->last_sign.has_value(), alive);
        event.owner = "nobody in particular";
        directory.note(event);
        event.owner = bob + ":1";
        directory.note(event);
        QCOMPARE(directory.size(), std::size_t{1});
    }

    /// A watchdog that stopped; a lease that nobody ever renewed ends as it was meant to.
    void whatAClientLostIsCountedUntilItActsAgain()
    {
        ClientDirectory directory;
        const auto lose = [&directory](const std::string& lock, SystemTime at, LockEvent::Kind kind) {
            LockEvent event;
            event.kind = kind;
            event.lock = lock;
            event.owner = alice + ":1";
            event.at = at;
            directory.note_loss(event);
            directory.note(event);
        };
        for (const char* name : {"x", "y", "z"}) {
            auto state = held(name, {holder(alice, 1)});
            state.renewed_at = SteadyTime(1h);
            directory.apply(change(state), noon);
        }
        directory.apply(change(held("fixed", {holder(alice, 1)})), noon);
        lose("fixed", noon + 1s, LockEvent::Kind::expired);
        lose("y", noon + 1s, LockEvent::Kind::released);
        lose("unknown", noon + 1s, LockEvent::Kind::expired);
        QCOMPARE(directory.find(alice)->losses, std::size_t{0});
        lose("x", noon + 2s, LockEvent::Kind::expired);
        directory.apply(change(held("x", {}), LockChange::Kind::removed), noon + 2s);
        lose("y", noon + 3s, LockEvent::Kind::expired);
        QCOMPARE(directory.find(alice)->losses, std::size_t{2});
        QVERIFY(directory.find(alice)->last_loss == noon + 3s);
        QCOMPARE(directory.find(alice)->lost_last, std::string("y"));
        lose("z", noon + 3s, LockEvent::Kind::renewed); // it may have been before
        QCOMPARE(directory.find(alice)->losses, std::size_t{2});
        lose("z", noon + 4s, LockEvent::Kind::renewed);
        QCOMPARE(directory.find(alice)->losses, std::size_t{0});
        QVERIFY(!directory.find(alice)->last_loss);
    }

    /// Only of those whose connections carry their UUIDs anybody can tell.
    void whoseConnectionsHaveGoneIsKnown()
    {
        ClientDirectory directory;
        directory.apply(change(held("x", {holder(alice, 1), holder(bob, 1)})), noon);
        directory.learn(bob, "10.0.0.8:2", {});
        directory.take(connected({{1, "10.0.0.7:1", "pay@" + alice, {}}, {2, "10.0.0.8:2", {}, {}}}), noon);
        QVERIFY(!directory.find(alice)->disconnected_since);
        ConnectionList some = connected({});
        some.error = "one of the masters did not answer";
        directory.take(some, noon + 1s);
        QVERIFY(!directory.find(alice)->disconnected_since);
        directory.take(connected({}), noon + 2s);
        directory.take(connected({}), noon + 3s);
        QVERIFY(directory.find(alice)->disconnected_since == noon + 2s);
        QVERIFY(!directory.find(bob)->disconnected_since);
        directory.take(connected({{1, "10.0.0.7:9", "pay@" + alice, {}}}), noon + 4s);
        QVERIFY(!directory.find(alice)->disconnected_since);
    }

    void whoListensIsAlive()
    {
        ClientDirectory directory;
        auto queue = held("x", {holder(alice, 1)});
        queue.waiters = {waiter(bob, 1)};
        queue.waiters.front().subscribed = true;
        directory.apply(change(queue), noon);
        QVERIFY(directory.find(bob)->last_sign == noon);
    }

    void whatIsOutOfReachIsNoSignOfLife()
    {
        ClientDirectory directory;
        LockState state = held("a", {holder(alice, 1)});
        state.type = LockType::fair;
        state.waiters = {waiter(bob, 3)};
        state.waiters.front().subscribed = true;
        directory.apply(change(state), noon);
        state.out_of_reach_since = SteadyTime(1h);
        directory.apply(change(state), noon + 1min);
        QVERIFY(directory.find(bob)->last_sign == noon);
        state.out_of_reach_since = {};
        directory.apply(change(state), noon + 2min);
        QVERIFY(directory.find(bob)->last_sign == noon + 2min);
    }

    void knowsWhoSaysSoInAName()
    {
        ClientDirectory directory;
        directory.apply(change(held("x", {holder(alice, 1), holder(bob, 1)})), noon);
        directory.take(connected({{1, "10.0.0.7:4001", "pay@" + alice, ""},
                                  {2, "10.0.0.7:4002", "pay@" + alice + "-messages", ""},
                                  {3, "10.0.0.8:1", "orders " + bob + "\n<b>", "redisson(3.50.0)"},
                                  {4, "10.0.0.9:1", "somebody", ""}}),
                       noon + 1s);
        const auto* a = directory.find(alice);
        QCOMPARE(a->name, std::string("pay"));
        QCOMPARE(a->address, std::string("10.0.0.7"));
        QCOMPARE(a->connections, std::size_t{2});
        QVERIFY(a->kind == ClientRecord::Kind::lockscope);
        QVERIFY(a->last_sign == noon + 1s);
        const auto* b = directory.find(bob);
        QVERIFY(b->kind == ClientRecord::Kind::redisson);
        QCOMPARE(b->address, std::string("10.0.0.8:1"));
        QCOMPARE(b->name, "orders " + bob + "\n<b>");
        // Who connects no more is not known any more; a list that could not be had changes nothing.
        directory.take({}, noon + 2s);
        QCOMPARE(directory.find(alice)->name, std::string("pay"));
        directory.take(connected({}), noon + 2s);
        QCOMPARE(directory.find(alice)->name, std::string());
    }

    void learnsAddresses()
    {
        ClientDirectory directory;
        QVERIFY(directory.learn(alice, "10.0.0.7:4001", ""));
        QVERIFY(!directory.learn(alice, "10.0.0.7:4001", ""));
        directory.apply(change(held("x", {holder(alice, 1)})), noon);
        QCOMPARE(directory.find(alice)->address, std::string("10.0.0.7:4001"));
        QCOMPARE(directory.uuid_at("10.0.0.7:4001"), alice);
        QCOMPARE(directory.uuid_at("10.0.0.7:4002"), std::string());
        // The connection at that address has a name.
        directory.take(connected({{1, "10.0.0.7:4001", "orders-service", "redisson"}}), noon);
        QCOMPARE(directory.find(alice)->name, std::string("orders-service"));
        QVERIFY(directory.find(alice)->kind == ClientRecord::Kind::redisson);
        // The port was given to somebody else.
        QVERIFY(directory.learn(bob, "10.0.0.7:4001", ""));
        QCOMPARE(directory.uuid_at("10.0.0.7:4001"), bob);
    }

    void learnsNoMoreThanItMay()
    {
        monitor::ClientIdentities identities;
        for (std::size_t i = 0; i < monitor::ClientIdentities::most_learned + 5; ++i)
            identities.learn(alice, "10.0.0.7:" + std::to_string(i), "");
        QCOMPARE(identities.uuid_at("10.0.0.7:0"), std::string());
        QCOMPARE(identities.uuid_at("10.0.0.7:5"), alice);
    }

    void unixSocketsTellNobodyApart()
    {
        ClientDirectory directory;
        directory.apply(change(held("x", {holder(alice, 1)})), noon);
        directory.take(connected({{1, "/tmp/redis.sock:0", "pay@" + alice, ""}, {2, "redis.sock:0", "x", ""}}), noon);
        QCOMPARE(directory.find(alice)->address, std::string("/tmp/redis.sock"));
        QCOMPARE(directory.find(alice)->connections, std::size_t{1});
        QCOMPARE(directory.uuid_at("/tmp/redis.sock:0"), std::string());
    }

    void isBounded()
    {
        ClientDirectory directory(3);
        const auto uuid = [](int i) { return "0000000" + std::to_string(i) + "-1111-4222-8333-444444444444"; };
        for (int i = 0; i < 3; ++i)
            directory.apply(change(held("x" + std::to_string(i), {holder(uuid(i), 1)})), noon);
        directory.apply(change(held("x3", {holder(uuid(3), 1)})), noon);
        QVERIFY(directory.is_full());
        QVERIFY(directory.find(uuid(3)) == nullptr);
        (void)directory.take_changes();
        // One that has nothing any more makes room; what the others could not be told of does no harm.
        directory.apply(change(held("x1", {})), noon);
        directory.apply(change(held("x4", {holder(uuid(4), 1)})), noon);
        QVERIFY(directory.find(uuid(1)) == nullptr);
        QVERIFY(directory.find(uuid(4)) != nullptr);
        const auto changes = directory.take_changes();
        QVERIFY(changes.removed == std::vector<std::string>{uuid(1)});
        QVERIFY(std::find(changes.changed.begin(), changes.changed.end(), uuid(1)) == changes.changed.end());
        directory.apply(change(held("x3", {}), LockChange::Kind::removed), noon);
        QCOMPARE(directory.size(), std::size_t{3});
    }

    void agreesWithCountingAnew()
    {
        const auto seed = std::random_device{}();
        qInfo("seed %u", seed);
        std::mt19937 random(seed);
        const auto below = [&random](int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random); };
        const std::vector<std::string> clients{alice, bob, "0c0c0c0c-1111-4222-8333-444444444444"};
        ClientDirectory directory;
        std::map<std::string, LockState> truth;
        for (int step = 0; step < 3000; ++step) {
            const std::string name = "lock:" + std::to_string(below(12));
            auto state = held(name, {}, noon + std::chrono::seconds(below(50)));
            for (int i = below(3); i > 0; --i)
                state.holders.push_back(holder(clients[static_cast<std::size_t>(below(3))], below(3)));
            for (int i = below(3); i > 0; --i) {
                state.waiters.push_back(waiter(clients[static_cast<std::size_t>(below(3))], below(3)));
                state.waiters.back().stale = below(2) == 0;
            }
            const bool goes = below(5) == 0;
            directory.apply(change(state, goes ? LockChange::Kind::removed : LockChange::Kind::changed), noon);
            if (goes)
                truth.erase(name);
            else
                truth[name] = state;
            for (const auto& client : clients) {
                std::size_t holds = 0, waits = 0, ghosts = 0;
                std::optional<SystemTime> longest;
                for (const auto& [lock, now] : truth) {
                    const auto mine = [&client](const auto& each) { return each.client() == client; };
                    if (std::any_of(now.holders.begin(), now.holders.end(), mine)) {
                        ++holds;
                        longest = longest ? std::min(*longest, *now.held_since) : *now.held_since;
                    }
                    const bool waiting = std::any_of(now.waiters.begin(), now.waiters.end(),
                                                     [&](const auto& each) { return mine(each) && !each.stale; });
                    waits += waiting ? 1 : 0;
                    ghosts += !waiting && std::any_of(now.waiters.begin(), now.waiters.end(), mine) ? 1 : 0;
                }
                const auto* record = directory.find(client);
                if (record == nullptr) {
                    QVERIFY(holds + waits + ghosts == 0);
                    continue;
                }
                QCOMPARE(record->holds, holds);
                QCOMPARE(record->waits, waits);
                QCOMPARE(record->ghosts, ghosts);
                QVERIFY(record->longest_since == longest);
            }
        }
    }

    void readsClientList()
    {
        const auto list =
            parse_client_list("id=3 addr=127.0.0.1:47412 laddr=127.0.0.1:6379 name=pay-1 age=3 lib-name=x\r\n"
                              "nonsense\n"
                              "id=four addr=[::1]:2 name= flags=N\n");
        QCOMPARE(list.size(), std::size_t{2});
        QVERIFY(list[0] == (ClientConnection{3, "127.0.0.1:47412", "pay-1", "x"}));
        QVERIFY(list[1] == (ClientConnection{0, "[::1]:2", "", ""}));
        QVERIFY(parse_client_list("").empty());
    }

    void ourOwnConnectionsSayWhoTheyAre()
    {
        Sandbox sandbox;
        ClientOptions options;
        options.name = "pay 1";
        Client client(sandbox.endpoint(), options);
        client.ping();
        const auto list = ask(client);
        QVERIFY(list.outcome == ConnectionList::Outcome::known);
        ClientDirectory directory;
        directory.apply(change(held("x", {holder(client.id(), 1)})), noon);
        directory.take(list, noon);
        QCOMPARE(directory.find(client.id())->name, std::string("pay-1"));
        QVERIFY(directory.find(client.id())->kind == ClientRecord::Kind::lockscope);
        QVERIFY(directory.find(client.id())->connections >= 2);
    }

    void whoMayNotAskIsTold()
    {
        Sandbox sandbox;
        RedisClient redis(sandbox.endpoint());
        redis.expect({"ACL", "SETUSER", "watcher", "on", ">secret", "allkeys", "allchannels", "+@all", "-client|list"});
        auto endpoint = sandbox.endpoint();
        endpoint.user = "watcher";
        endpoint.password = "secret";
        Client client(endpoint);
        const auto list = ask(client);
        QVERIFY(list.outcome == ConnectionList::Outcome::forbidden);
        QVERIFY(!list.error.empty());
    }
};

QTEST_GUILESS_MAIN(ClientDirectoryTest)
#include "client_directory_test.moc"
