// SPDX-License-Identifier: Apache-2.0
#include "admin_fixture.hpp"

#include "lockscope/monitor.hpp"
#include "lockscope/own_holds.hpp"
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/semaphore.hpp"
#include "support/errors.hpp"
#include "support/fault_proxy.hpp"
#include "support/until.hpp"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <future>

using namespace lockscope;
using namespace lockscope::tests;
using namespace std::chrono_literals;
using Outcome = AdminResult::Outcome;
using State = OwnHold::State;

class OwnHoldsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<AdminFixture> m;
    std::unique_ptr<OwnHolds> holds;

    static HoldRequest wish(const std::string& lock, HoldKind kind = HoldKind::reentrant)
    {
        HoldRequest request;
        request.lock = lock;
        request.kind = kind;
        request.wait = 0ms;
        request.reason = "test";
        return request;
    }
    std::future<AdminResult> begin(std::uint64_t id, HoldRequest request)
    {
        auto promise = std::make_shared<std::promise<AdminResult>>();
        auto result = promise->get_future();
        holds->acquire(id, std::move(request), [promise](AdminResult r) { promise->set_value(std::move(r)); });
        return result;
    }
    AdminResult acquire(std::uint64_t id, HoldRequest request) { return begin(id, std::move(request)).get(); }
    AdminResult release(std::uint64_t id)
    {
        std::promise<AdminResult> promise;
        holds->release(id, [&promise](AdminResult r) { promise.set_value(std::move(r)); });
        return promise.get_future().get();
    }
    bool is_empty() { return holds->list().empty(); }
    /// Waits until the only entry is in this state.
    bool is_soon(State state)
    {
        return test::until([&] { return holds->list().size() == 1 && holds->list().front().state == state; });
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

    void everyKindCanBeHeldAndGivenBack_data()
    {
        QTest::addColumn<int>("kind");
        for (const HoldKind kind : all_hold_kinds) {
            if (kind != HoldKind::multi && kind != HoldKind::red)
                QTest::addRow("%s", std::string(to_string(kind)).c_str()) << static_cast<int>(kind);
        }
    }
    void everyKindCanBeHeldAndGivenBack()
    {
        QFETCH(int, kind);
        const auto what = static_cast<HoldKind>(kind);
        QVERIFY(hold_kind(to_string(what)) == what);
        const bool counts = what == HoldKind::semaphore || what == HoldKind::permit;
        if (what == HoldKind::semaphore)
            QVERIFY(m->client.semaphore("a").try_set_permits(2));
        if (what == HoldKind::permit)
            QVERIFY(m->client.permit_semaphore("a").try_set_permits(2));
        QCOMPARE(acquire(7, wish("a", what)).outcome, Outcome::done);
        const auto list = holds->list();
        QCOMPARE(list.size(), 1U);
        QCOMPARE(list[0].id, 7U);
        QVERIFY(list[0].state == State::held && list[0].kind == what && !list[0].owner.empty() && !list[0].ends);
        QCOMPARE(list[0].token.has_value(), what == HoldKind::fenced);
        QVERIFY(counts ? m->redis.text({"GET", "a"}) == "1" : !m->redis.hash("a").empty());
        QCOMPARE(release(7).outcome, Outcome::done);
        QVERIFY(is_empty());
        QVERIFY(counts ? m->redis.text({"GET", "a"}) == "2" : m->exists("a") == 0);
        const auto entries = m->audit->read();
        QCOMPARE(entries.size(), 2U);
        QCOMPARE(entries[0].action, std::string("acquire"));
        QCOMPARE(entries[1].action, std::string("release"));
    }

    void anotherOneOfTheSameIsAReentry()
    {
        QCOMPARE(acquire(1, wish("a")).outcome, Outcome::done);
        QCOMPARE(acquire(2, wish("a")).outcome, Outcome::done);
        QCOMPARE(m->redis.hash("a").begin()->second, std::string("2"));
        QCOMPARE(release(1).outcome, Outcome::done);
        QCOMPARE(m->redis.hash("a").begin()->second, std::string("1"));
        QCOMPARE(release(2).outcome, Outcome::done);
        QCOMPARE(m->exists("a"), 0);
        QCOMPARE(release(2).outcome, Outcome::changed);
    }

    /// Whichever of the entries is given back, the latest one ends: what stays is kept as the first wanted it.
    void whatStaysHasTheTermsOfWhoWasThereBefore()
    {
        HoldRequest brief = wish("a");
        brief.lease = 60s;
        QCOMPARE(acquire(1, brief).outcome, Outcome::done);
        QCOMPARE(acquire(2, wish("a")).outcome, Outcome::done);
        QVERIFY(!holds->list().at(1).ends);
        QCOMPARE(release(1).outcome, Outcome::done);
        QCOMPARE(holds->list().size(), std::size_t(1));
        QCOMPARE(holds->list().front().id, std::uint64_t(2));
        QVERIFY(holds->list().front().ends); // nobody renews it any more
        QCOMPARE(release(2).outcome, Outcome::done);
        QCOMPARE(acquire(3, wish("a")).outcome, Outcome::done);
        QCOMPARE(acquire(4, brief).outcome, Outcome::done);
        QCOMPARE(release(3).outcome, Outcome::done);
        QVERIFY(!holds->list().front().ends); // it is renewed
    }

    /// It was given up all the same, so what stays is kept as the one before wanted it.
    void whatStaysIsToldAlsoWhereNobodyKnowsWhetherTheOtherWasReleased()
    {
        test::FaultProxy proxy(m->sandbox.endpoint());
        ClientOptions options;
        options.command_timeout = 300ms;
        options.outage_patience = 600ms;
        Client client(proxy.endpoint(), options);
        Admin admin(client, m->audit, {.read_only = false, .production = false, .reason_required = true});
        holds = std::make_unique<OwnHolds>(client, admin);
        // A client of so little patience is told by a busy machine, too, that nobody knows.
        const auto is_connected = [&] {
            return test::until([&] { return test::thrown([&] { client.ping(); }) == Errc::ok; });
        };
        const auto gets = [&](std::uint64_t id, const HoldRequest& request) {
            return test::until([&] { return acquire(id, request).outcome == Outcome::done; });
        };
        HoldRequest brief = wish("a");
        brief.lease = 60s;
        QVERIFY(is_connected());
        QVERIFY(gets(1, brief));
        QVERIFY(gets(2, wish("a")));
        proxy.inject(test::FaultProxy::Fault::swallow_and_fall_silent, test::FaultProxy::any_script(), 1000);
        const AdminResult unknown = release(1);
        QVERIFY2(unknown.outcome == Outcome::failed, unknown.message.c_str());
        QCOMPARE(holds->list().size(), std::size_t(1));
        QVERIFY(holds->list().front().ends); // nobody renews it any more
        proxy.clear_faults();
        QVERIFY(is_connected());
        QCOMPARE(release(2).outcome, Outcome::done);
        QVERIFY(is_empty());
        QCOMPARE(m->exists("a"), 0);
        holds.reset();
    }

    void whatSomebodyElseHoldsIsNotHad()
    {
        m->hold("a", alice);
        const auto result = acquire(1, wish("a"));
        QCOMPARE(result.outcome, Outcome::changed);
        QVERIFY(result.state && result.state->is_held());
        QVERIFY(is_empty());
    }

    void aLeaseEndsByItselfAndThatIsTold()
    {
        std::atomic<int> changes = 0;
        holds->on_change([&changes] { ++changes; });
        auto request = wish("a");
        request.lease = 3s;
        QCOMPARE(acquire(1, request).outcome, Outcome::done);
        QVERIFY(holds->list().front().ends.has_value());
        QVERIFY(is_soon(State::lost));
        QVERIFY(holds->list().front().loss == LossNotice::Reason::expired);
        QVERIFY(test::until([&] { return changes >= 3; })); // waiting, held, lost: told after it stands in the list
        QCOMPARE(release(1).outcome, Outcome::changed);
        QVERIFY(is_empty());
        holds->on_change({});
    }

    void untilWhenItIsValidIsKnownWithoutAskingTheServer()
    {
        const auto before = std::chrono::steady_clock::now();
        QCOMPARE(acquire(1, wish("a")).outcome, Outcome::done);
        const auto until = holds->list().front().valid_until;
        QVERIFY(until && *until > before + 20s && *until <= std::chrono::steady_clock::now() + 30s);
        auto limited = wish("b");
        limited.lease = 60s;
        QCOMPARE(acquire(2, limited).outcome, Outcome::done);
        QVERIFY(!holds->list().back().valid_until);
    }

    void whatIsTakenAwayIsTold()
    {
        QCOMPARE(acquire(1, wish("a", HoldKind::write)).outcome, Outcome::done);
        m->redis.expect({"DEL", "a"});
        QVERIFY(is_soon(State::lost));
        QVERIFY(holds->list().front().loss == LossNotice::Reason::taken);
    }

    /// Without a lease nothing else ends it.
    void aPermitThatIsNotTakenBackStaysInTheList()
    {
        QVERIFY(m->client.semaphore("a").try_set_permits(1));
        QCOMPARE(acquire(1, wish("a", HoldKind::semaphore)).outcome, Outcome::done);
        m->redis.expect({"ACL", "SETUSER", "default", "-evalsha", "-eval"});
        const auto refused = release(1);
        QCOMPARE(refused.outcome, Outcome::failed);
        QVERIFY(!refused.unknown);
        QCOMPARE(holds->list().size(), std::size_t(1));
        QVERIFY(!holds->list().front().leaving);
        m->redis.expect({"ACL", "SETUSER", "default", "+@all"});
        QCOMPARE(release(1).outcome, Outcome::done);
        QVERIFY(is_empty());
        QCOMPARE(m->redis.expect({"GET", "a"}).text, std::string("1"));
    }

    /// Made anew, the semaphore would have a permit that nobody has set.
    void aPermitOfASemaphoreThatIsGoneIsNotGivenBack()
    {
        QVERIFY(m->client.semaphore("a").try_set_permits(5));
        QCOMPARE(acquire(1, wish("a", HoldKind::semaphore)).outcome, Outcome::done);
        m->redis.expect({"DEL", "a"});
        const auto result = release(1);
        QCOMPARE(result.outcome, Outcome::changed);
        QCOMPARE(result.code, Errc::lost);
        QVERIFY(is_empty());
        QCOMPARE(m->exists("a"), 0);
        QCOMPARE(m->audit->read().back().outcome, std::string("changed"));
    }

    void aPermitIsLostWithItsSemaphore()
    {
        ClientOptions options;
        options.watchdog_lease = 600ms; // somebody looks after each third of it
        Client client(m->sandbox.endpoint(), options);
        const Admin admin(client, m->audit, {.read_only = false, .production = false, .reason_required = true});
        holds = std::make_unique<OwnHolds>(client, admin);
        QVERIFY(client.semaphore("a").try_set_permits(5));
        QCOMPARE(acquire(1, wish("a", HoldKind::semaphore)).outcome, Outcome::done);
        m->redis.expect({"FLUSHALL"});
        QVERIFY(is_soon(State::lost));
        QVERIFY(holds->list().front().loss == LossNotice::Reason::taken);
        QVERIFY(client.semaphore("a").try_set_permits(5)); // by somebody else, who knows nothing of us
        QCOMPARE(release(1).outcome, Outcome::changed);
        QCOMPARE(m->redis.text({"GET", "a"}), std::string("5"));
        holds.reset();
    }

    /// Whoever knows better may give it back.
    void afterAFailoverAPermitIsNotGivenBackUnasked()
    {
        QVERIFY(m->client.semaphore("a").try_set_permits(5));
        QCOMPARE(acquire(1, wish("a", HoldKind::semaphore)).outcome, Outcome::done);
        QCOMPARE(acquire(2, wish("a", HoldKind::semaphore)).outcome, Outcome::done);
        QCOMPARE(acquire(3, wish("lock")).outcome, Outcome::done);
        holds->note_failover({});
        QTRY_VERIFY(holds->list()[0].in_doubt && holds->list()[1].in_doubt);
        QVERIFY(!holds->list()[2].in_doubt); // its renewal tells
        QVERIFY(holds->list()[0].state == State::held);
        QCOMPARE(release(1).outcome, Outcome::done);
        QCOMPARE(m->redis.text({"GET", "a"}), std::string("4"));
        holds->release_all();
        QVERIFY(holds->wait_for_release(15s));
        QCOMPARE(m->redis.text({"GET", "a"}), std::string("4"));
        QCOMPARE(m->exists("lock"), 0);
    }

    void theEndOfAPermitIsTold()
    {
        QVERIFY(m->client.permit_semaphore("a").try_set_permits(1));
        auto request = wish("a", HoldKind::permit);
        request.lease = 2s; // longer than an answer takes
        QCOMPARE(acquire(1, request).outcome, Outcome::done);
        QVERIFY(is_soon(State::lost));
        QVERIFY(holds->list().front().loss == LossNotice::Reason::expired);
        QCOMPARE(release(1).outcome, Outcome::changed);
        QVERIFY(is_empty());
    }

    /// So that it does not get lost with this program.
    void aPermitWithoutALeaseHasOne()
    {
        QVERIFY(m->client.permit_semaphore("a").try_set_permits(1));
        QCOMPARE(acquire(1, wish("a", HoldKind::permit)).outcome, Outcome::done);
        QVERIFY(!holds->list().front().ends);
        const auto deadlines = m->redis.list({"ZRANGE", "{a}:timeout", "0", "-1", "WITHSCORES"});
        QCOMPARE(deadlines.size(), 2U);
        QVERIFY2(std::stoll(deadlines[1]) < 922337203685477, deadlines[1].c_str());
    }

    void waitingCanBeCancelled_data()
    {
        QTest::addColumn<int>("kind");
        for (const HoldKind kind : {HoldKind::reentrant, HoldKind::fair, HoldKind::write, HoldKind::spin})
            QTest::addRow("%s", std::string(to_string(kind)).c_str()) << static_cast<int>(kind);
    }
    void waitingCanBeCancelled()
    {
        QFETCH(int, kind);
        m->hold("a", alice, 1, 600'000);
        if (static_cast<HoldKind>(kind) == HoldKind::write) // otherwise it is a lock of another type, and that is said
            m->redis.expect({"HSET", "a", "mode", "write"});
        auto request = wish("a", static_cast<HoldKind>(kind));
        request.wait.reset();
        auto result = begin(1, request);
        QVERIFY(is_soon(State::waiting));
        if (static_cast<HoldKind>(kind) == HoldKind::fair)
            QTRY_COMPARE(m->queued("a").size(), 1U);
        holds->cancel(1);
        QVERIFY(result.wait_for(15s) == std::future_status::ready);
        const auto outcome = result.get();
        QVERIFY2(outcome.outcome == Outcome::changed, outcome.message.c_str());
        QVERIFY2(outcome.message.find("cancelled") != std::string::npos, outcome.message.c_str());
        QTRY_VERIFY(is_empty());
        QTRY_VERIFY(m->queued("a").empty());
        QCOMPARE(m->exists("a"), 1); // Alice has it still.
        QCOMPARE(m->audit->read().back().outcome, std::string("changed"));
    }

    void whoWaitsGetsItWhenItIsFree()
    {
        m->hold("a", alice, 1, 600'000);
        auto request = wish("a");
        request.wait = 60s;
        auto result = begin(1, request);
        QTRY_VERIFY(m->redis.subscribers(locks::unlock_channel("a")) > 0);
        QCOMPARE(m->admin.force_release(AdminFixture::request("a", {{alice, 1}})).outcome, Outcome::done);
        QCOMPARE(result.get().outcome, Outcome::done);
        QVERIFY(is_soon(State::held));
    }

    /// Each line is stamped when it is written, and an action stands where it began.
    void theTimesOfTheAuditNeverGoBack()
    {
        m->hold("a", alice, 1, 600'000);
        auto request = wish("a");
        request.wait = 60s;
        auto result = begin(1, request);
        QTRY_VERIFY(m->redis.subscribers(locks::unlock_channel("a")) > 0);
        QCOMPARE(m->admin.force_release(AdminFixture::request("a", {{alice, 1}})).outcome, Outcome::done);
        QCOMPARE(result.get().outcome, Outcome::done);

        std::ifstream log(m->audit->file());
        std::vector<std::string> times;
        for (std::string line; std::getline(log, line);)
            times.push_back(nlohmann::json::parse(line)["at"]);
        QVERIFY(times.size() >= 2);
        QVERIFY(std::is_sorted(times.begin(), times.end()));
        const auto entries = m->audit->read();
        QCOMPARE(entries.size(), 2U);
        QCOMPARE(entries[0].action, std::string("acquire"));
        QCOMPARE(entries[1].action, std::string("force-release"));
        QVERIFY(entries[0].at <= entries[1].at);
    }

    /// Acquiring keeps others out, and so does not happen unrecorded; giving back lets them in.
    void withoutAnAuditLogOneCanOnlyGiveBack()
    {
        QCOMPARE(acquire(1, wish("a")).outcome, Outcome::done);
        std::filesystem::remove(m->audit->file());
        std::filesystem::create_symlink("/dev/full", m->audit->file());
        const auto refused = acquire(2, wish("b"));
        QCOMPARE(refused.outcome, Outcome::refused);
        QVERIFY(refused.message.find("cannot be written") != std::string::npos);
        QCOMPARE(m->exists("b"), 0);
        const auto released = release(1);
        QCOMPARE(released.outcome, Outcome::done);
        QVERIFY(released.unrecorded.find("cannot be written") != std::string::npos);
        QCOMPARE(m->exists("a"), 0);
        QVERIFY(is_empty());
    }

    void everythingIsGivenBackAtTheEnd()
    {
        m->hold("held", alice, 1, 600'000);
        QCOMPARE(acquire(1, wish("a")).outcome, Outcome::done);
        QCOMPARE(acquire(2, wish("b", HoldKind::fair)).outcome, Outcome::done);
        auto request = wish("held");
        request.wait.reset();
        auto waiting = begin(3, request);
        QTRY_COMPARE(holds->list().size(), 3U);
        holds->release_all();
        QVERIFY(holds->wait_for_release(15s));
        QCOMPARE(waiting.get().outcome, Outcome::changed);
        QCOMPARE(m->exists("a") + m->exists("b"), 0);
        QCOMPARE(m->audit->read().size(), 5U);
    }

    void whatMakesNoSenseIsRefusedInWords()
    {
        auto leased = wish("a", HoldKind::semaphore);
        leased.lease = 1s;
        QCOMPARE(acquire(1, leased).outcome, Outcome::failed);
        QCOMPARE(acquire(2, wish("", HoldKind::reentrant)).outcome, Outcome::failed);
        QCOMPARE(acquire(3, wish("a", HoldKind::multi)).outcome, Outcome::failed);
        m->redis.expect({"SET", "s", "text"});
        QCOMPARE(acquire(4, wish("s")).outcome, Outcome::failed);
        QTRY_VERIFY(is_empty());
    }

    void thePolicyIsAskedForTakingAndNotForGivingBack()
    {
        auto request = wish("a\n");
        request.reason = " ";
        QCOMPARE(acquire(1, request).outcome, Outcome::refused);
        m->admin.set_policy({.read_only = false, .production = true, .reason_required = true});
        QCOMPARE(acquire(2, wish("a\n")).outcome, Outcome::refused); // From then on everybody is kept out.
        request = wish("a\n");
        request.typed_name = "a\\x0a";
        QCOMPARE(acquire(2, request).outcome, Outcome::done);
        m->admin.set_policy({});
        QCOMPARE(acquire(3, wish("b")).outcome, Outcome::refused);
        QCOMPARE(release(2).outcome, Outcome::done);
    }
};

QTEST_GUILESS_MAIN(OwnHoldsTest)
#include "own_holds_test.moc"
