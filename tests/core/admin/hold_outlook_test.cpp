// SPDX-License-Identifier: Apache-2.0
// What taking a lock would meet, told from a look at its name; and that the server does what was told.
#include "admin_fixture.hpp"

#include "lockscope/hold_outlook.hpp"
#include "lockscope/own_holds.hpp"

#include <QTest>

#include <functional>
#include <future>

using namespace lockscope;
using namespace lockscope::tests;
using What = HoldOutlook::What;
using Outcome = AdminResult::Outcome;

namespace {

constexpr int minutes_ahead = 300'000;

const std::string taken_permit(16, 'a');
const std::string late_permit(16, 'b');

struct Setup
{
    const char* name;
    std::function<void(AdminFixture&)> make; ///< Under the name "a".
};

std::vector<Setup> setups()
{
    return {
        {"nothing", [](AdminFixture&) {}},
        {"held", [](AdminFixture& m) { m.hold("a", alice); }},
        {"held with a token",
         [](AdminFixture& m) {
             m.redis.expect({"SET", locks::token_key("a"), "7"});
             m.hold("a", alice);
         }},
        {"held with a queue",
         [](AdminFixture& m) {
             m.hold("a", alice);
             m.queue("a", bob, m.server_now() + minutes_ahead);
         }},
        {"read", [](AdminFixture& m) { m.read_hold("a", alice); }},
        {"written",
         [](AdminFixture& m) {
             m.redis.expect({"HSET", "a", "mode", "write", alice + ":write", "1"});
             m.redis.expect({"PEXPIRE", "a", "60000"});
         }},
        {"two permits",
         [](AdminFixture& m) {
             m.redis.expect({"SET", "a", "2"});
         }},
        {"no permit",
         [](AdminFixture& m) {
             m.redis.expect({"SET", "a", "0"});
         }},
        {"a permit past its lease beside one that is not",
         [](AdminFixture& m) {
             m.redis.expect({"SET", "a", "0"});
             m.redis.expect({"ZADD", "{a}:timeout", std::to_string(m.server_now() + minutes_ahead), taken_permit});
             m.redis.expect({"ZADD", "{a}:timeout", std::to_string(m.server_now() - 1), late_permit});
         }},
        {"a permit past its lease alone",
         [](AdminFixture& m) {
             m.redis.expect({"SET", "a", "0"});
             m.redis.expect({"ZADD", "{a}:timeout", std::to_string(m.server_now() - 1), late_permit});
         }},
        {"a text",
         [](AdminFixture& m) {
             m.redis.expect({"SET", "a", "text"});
         }},
        {"a long number",
         [](AdminFixture& m) {
             m.redis.expect({"SET", "a", "1234567890123456"});
         }},
        {"a number with a zero before it",
         [](AdminFixture& m) {
             m.redis.expect({"SET", "a", "007"});
         }},
        {"a list",
         [](AdminFixture& m) {
             m.redis.expect({"RPUSH", "a", "x"});
         }},
        {"another hash",
         [](AdminFixture& m) {
             m.redis.expect({"HSET", "a", "price", "3"});
         }},
    };
}

Outcome outcome_of(What what)
{
    switch (what) {
    case What::granted:
    case What::entered:
    case What::shared: return Outcome::done;
    case What::waits:
    case What::foreign:
    case What::for_itself: return Outcome::changed; // of one that does not wait
    case What::refused:
    case What::wrong_type: break;
    }
    return Outcome::failed;
}

LockState picture(LockType type)
{
    LockState state;
    state.name = "a";
    state.type = type;
    return state;
}

LockState with_waiters(LockState state, const std::vector<std::string>& owners)
{
    for (const auto& owner : owners) {
        Waiter waiter;
        waiter.owner = owner;
        state.waiters.push_back(waiter);
    }
    state.waiters_total = owners.size();
    return state;
}

} // namespace

class HoldOutlookTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<AdminFixture> m;
    std::unique_ptr<OwnHolds> holds;

    NameLook look()
    {
        std::promise<NameLook> promise;
        NameLooker(m->client).look_at("a", [&promise](NameLook look, const std::string& error) {
            look.name = error.empty() ? look.name : error;
            promise.set_value(std::move(look));
        });
        return promise.get_future().get();
    }
    AdminResult acquire(std::uint64_t id, HoldKind kind)
    {
        HoldRequest request;
        request.lock = "a";
        request.kind = kind;
        request.wait = std::chrono::milliseconds(0);
        request.reason = "test";
        std::promise<AdminResult> promise;
        holds->acquire(id, request, [&promise](AdminResult result) { promise.set_value(std::move(result)); });
        return promise.get_future().get();
    }
    AdminResult release(std::uint64_t id)
    {
        std::promise<AdminResult> promise;
        holds->release(id, [&promise](AdminResult result) { promise.set_value(std::move(result)); });
        return promise.get_future().get();
    }

private slots:
    void init()
    {
        m = std::make_unique<AdminFixture>();
        holds = std::make_unique<OwnHolds>(m->client, m->admin);
    }
    void cleanup()
    {
        holds.reset();
        m.reset();
    }

    void theServerDoesWhatWasTold_data()
    {
        QTest::addColumn<int>("place");
        const auto all = setups();
        for (std::size_t place = 0; place < all.size(); ++place)
            QTest::addRow("%s", all[place].name) << static_cast<int>(place);
    }
    void theServerDoesWhatWasTold()
    {
        QFETCH(int, place);
        const Subscriber listening(m->sandbox.endpoint(), {locks::fair_channel("a", bob)}); // he lives
        for (const HoldKind kind : all_hold_kinds) {
            if (kind == HoldKind::multi || kind == HoldKind::red)
                continue;
            m->redis.expect({"FLUSHALL"});
            setups()[static_cast<std::size_t>(place)].make(*m);
            const auto what = hold_outlook(kind, look(), holds->owner().field()).what;
            const auto result = acquire(1, kind);
            const auto shown = std::string(to_string(kind)) + ": " + result.message;
            QVERIFY2(result.outcome == outcome_of(what), shown.c_str());
            if (result.outcome == Outcome::done)
                QCOMPARE(release(1).outcome, Outcome::done);
        }
    }

    void whatIsOursIsEnteredOrRefused()
    {
        QCOMPARE(acquire(1, HoldKind::reentrant).outcome, Outcome::done);
        const auto owner = holds->owner().field();
        const auto seen = look();
        QVERIFY(seen.lock && seen.lock->holders.front().owner == owner);
        QVERIFY(hold_outlook(HoldKind::reentrant, seen, owner).what == What::entered);
        QVERIFY(hold_outlook(HoldKind::fair, seen, owner).what == What::entered);
        QVERIFY(hold_outlook(HoldKind::non_reentrant, seen, owner).what == What::refused);
        QVERIFY(hold_outlook(HoldKind::write, seen, owner).what == What::wrong_type);
        QVERIFY(hold_outlook(HoldKind::reentrant, seen, alice).what == What::waits);
        QCOMPARE(acquire(2, HoldKind::reentrant).outcome, Outcome::done);
        QCOMPARE(acquire(3, HoldKind::non_reentrant).outcome, Outcome::failed);
    }

    void aReaderThatWritesWouldWaitForItself()
    {
        QCOMPARE(acquire(1, HoldKind::read).outcome, Outcome::done);
        const auto owner = holds->owner().field();
        const auto seen = look();
        QVERIFY(hold_outlook(HoldKind::write, seen, owner).what == What::for_itself);
        QVERIFY(hold_outlook(HoldKind::read, seen, owner).what == What::entered);
        QVERIFY(hold_outlook(HoldKind::read, seen, alice).what == What::shared);
        QCOMPARE(acquire(2, HoldKind::write).outcome, Outcome::changed);
    }

    void aWriterMayReadBesideItself()
    {
        QCOMPARE(acquire(1, HoldKind::write).outcome, Outcome::done);
        const auto owner = holds->owner().field();
        QVERIFY(hold_outlook(HoldKind::read, look(), owner).what == What::entered);
        QVERIFY(hold_outlook(HoldKind::read, look(), alice).what == What::waits);
        QCOMPARE(acquire(2, HoldKind::read).outcome, Outcome::done);
    }

    void aQueueIsJoinedOrPassed()
    {
        const auto look = look_of(with_waiters(picture(LockType::fair), {bob, carol}));
        const auto fair = hold_outlook(HoldKind::fair, look, dave);
        QVERIFY(fair.what == What::waits);
        QCOMPARE(fair.before, 2U);
        QVERIFY(!fair.passes_queue);
        QCOMPARE(hold_outlook(HoldKind::fair, look, carol).before, 1U); // in the queue already
        QVERIFY(hold_outlook(HoldKind::fair, look, bob).what == What::granted);
        const auto reentrant = hold_outlook(HoldKind::reentrant, look, dave);
        QVERIFY(reentrant.what == What::granted && reentrant.passes_queue);

        auto dead = with_waiters(picture(LockType::fair), {bob});
        dead.waiters.front().stale = true; // and without a deadline
        QVERIFY(hold_outlook(HoldKind::fair, look_of(dead), dave).what == What::granted);
        QVERIFY(!hold_outlook(HoldKind::reentrant, look_of(dead), dave).passes_queue);
        auto late = dead;
        late.waiters.front().subscribed = true; // and so alive
        QCOMPARE(hold_outlook(HoldKind::fair, look_of(late), dave).before, 1U);
        late.server_time = 100'000;
        late.waiters.front().deadline = 100'000; // whoever comes drops it all the same
        QVERIFY(hold_outlook(HoldKind::fair, look_of(late), dave).what == What::granted);
        QVERIFY(hold_outlook(HoldKind::reentrant, look_of(late), dave).passes_queue);
        late.waiters.front().deadline = 100'001;
        QCOMPARE(hold_outlook(HoldKind::fair, look_of(late), dave).before, 1U);
        auto long_one = with_waiters(picture(LockType::fair), {bob});
        long_one.waiters_total = 1500;
        QCOMPARE(hold_outlook(HoldKind::fair, look_of(long_one), dave).before, 1500U);
    }

    void whoLinesUpRemovesTheDeadBeforeIt()
    {
        m->queue("a", bob, 1'000);
        m->queue("a", carol, 9'000'000'000'000);
        m->hold("a", alice);
        const auto owner = holds->owner().field();
        const auto outlook = hold_outlook(HoldKind::fair, look(), owner);
        QVERIFY(outlook.what == What::waits);
        QCOMPARE(outlook.drops, 1U); // Carol has time left.
        QCOMPARE(hold_outlook(HoldKind::reentrant, look(), owner).drops, 0U);
        QCOMPARE(acquire(1, HoldKind::fair).outcome, Outcome::changed);
        QCOMPARE(look().lock->waiters_total, std::size_t{1}); // It was not had, and yet:
        QCOMPARE(look().lock->waiters.front().owner, carol);
        m->redis.expect({"DEL", "a"});
        auto free = look_of(with_waiters(picture(LockType::fair), {carol, bob, dave}));
        QCOMPARE(hold_outlook(HoldKind::fair, free, owner).drops, 0U);
        auto dead = *free.lock;
        dead.waiters[0].stale = dead.waiters[2].stale = true;
        QCOMPARE(hold_outlook(HoldKind::fair, look_of(dead), owner).drops, 1U); // Bob protects the one behind him.
        QCOMPARE(hold_outlook(HoldKind::fair, look_of(dead), carol).drops, 0U); // Nobody drops itself.
    }

    /// One try does not know how long they have been silent.
    void theDeadWhoHaveTimeLeftAreRemovedByWhoWaits()
    {
        m->queue("a", bob, 9'000'000'000'000);
        const auto owner = holds->owner().field();
        auto seen = look(); // One look knows as little.
        seen.lock->waiters.front().stale = true;
        const auto outlook = hold_outlook(HoldKind::fair, seen, owner);
        QVERIFY(outlook.what == What::waits);
        QCOMPARE(outlook.before, 0U);
        QCOMPARE(outlook.drops, 0U);
        QCOMPARE(outlook.outlasts, 1U);
        QCOMPARE(acquire(1, HoldKind::fair).outcome, Outcome::changed);
        QCOMPARE(look().lock->waiters_total, std::size_t{1});
        m->hold("a", alice);
        seen.lock->holders = look().lock->holders;
        seen.lock->holders_total = 1;
        QCOMPARE(hold_outlook(HoldKind::fair, seen, owner).outlasts, 0U); // They cost nothing yet.
    }

    void aTokenThatWouldNotGrowIsNoticed()
    {
        m->redis.expect({"SET", locks::token_key("a"), "7"});
        m->hold("a", alice);
        const auto owner = holds->owner().field();
        QVERIFY(hold_outlook(HoldKind::reentrant, look(), owner).leaves_token);
        QVERIFY(!hold_outlook(HoldKind::fenced, look(), owner).leaves_token);
    }

    void aLatchIsNoSemaphore()
    {
        auto latch = picture(LockType::latch);
        latch.permits = 3;
        const auto outlook = hold_outlook(HoldKind::semaphore, look_of(latch), dave);
        QVERIFY(outlook.what == What::granted && outlook.counts_latch);
        QVERIFY(hold_outlook(HoldKind::reentrant, look_of(latch), dave).what == What::wrong_type);
    }

    /// Though nobody has looked since.
    void aPermitWhoseLeaseRunsOutIsToBeHad()
    {
        auto semaphore = picture(LockType::semaphore);
        semaphore.permits = 0;
        semaphore.observed_at = SteadyTime(std::chrono::hours(1000));
        semaphore.holders.resize(1);
        semaphore.holders.front().ttl = std::chrono::seconds(5);
        const auto what = [&](HoldKind kind, std::chrono::seconds later) {
            return hold_outlook(kind, look_of(semaphore), dave, semaphore.observed_at + later).what;
        };
        QVERIFY(what(HoldKind::permit, std::chrono::seconds(4)) == What::waits);
        QVERIFY(what(HoldKind::permit, std::chrono::seconds(5)) == What::granted);
        QVERIFY(what(HoldKind::semaphore, std::chrono::seconds(5)) == What::waits); // which collects nothing
        QCOMPARE(permits_to_be_had(HoldKind::permit, look_of(semaphore), semaphore.observed_at).value(), 0);
    }

    void aLookSaysWhatIsThere()
    {
        QVERIFY(look().is_nothing());
        m->redis.expect({"SET", "a", "12"});
        QCOMPARE(look().type, std::string("string"));
        QCOMPARE(look().number.value(), 12);
        m->redis.expect({"SET", "a", std::string(5000, '1')});
        QVERIFY(!look().number);
        m->redis.expect({"DEL", "a"});
        m->redis.expect({"ZADD", "a", "1", "x"});
        QCOMPARE(look().type, std::string("zset"));
        m->redis.expect({"DEL", "a"});
        m->hold("a", alice, 2);
        const auto held = look();
        QCOMPARE(held.type, std::string("hash"));
        QVERIFY(held.lock && held.lock->holders.front().count == 2);
        QCOMPARE(held.name, std::string("a"));
    }

    void aLookThatFailsSaysWhy()
    {
        m->redis.expect({"ACL", "SETUSER", "viewer", "on", ">pw", "~other:*", "&*", "+@all"});
        Endpoint endpoint = m->sandbox.endpoint();
        endpoint.user = "viewer";
        endpoint.password = "pw";
        Client stranger(endpoint);
        std::promise<std::string> promise;
        NameLooker(stranger).look_at("a", [&promise](NameLook look, const std::string& error) {
            promise.set_value(look.name == "a" ? error : "another name");
        });
        const auto error = promise.get_future().get();
        QVERIFY2(!error.empty() && error != "another name", error.c_str());
    }
};

QTEST_GUILESS_MAIN(HoldOutlookTest)
#include "hold_outlook_test.moc"
