// SPDX-License-Identifier: Apache-2.0
#include "lockscope/findings.hpp"

#include "pictures.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using Kind = Finding::Kind;
using Severity = Finding::Severity;
using Certainty = Finding::Certainty;
using Repair = Finding::Repair;

namespace {

const std::string bob = "0b0b0b0b-1111-4222-8333-444444444444";
const std::string carol = "0c0c0c0c-1111-4222-8333-444444444444";
const std::string dora = "0d0d0d0d-1111-4222-8333-444444444444";

/// A picture, and what has to be found in it.
struct Case
{
    LockState state;
    LockPast past;
    milliseconds at{0};
    std::vector<std::string> expected; ///< "severity kind subject (possible) -> repair"
};

Heartbeat beating(std::initializer_list<int> beats)
{
    Heartbeat heartbeat;
    heartbeat.observe(held(seconds(0)));
    for (const int at : beats)
        heartbeat.observe(renewed(seconds(at)));
    return heartbeat;
}

std::string in_words(const Finding& finding)
{
    auto words = std::string(to_string(finding.severity)) + ' ' + std::string(to_string(finding.kind));
    if (!finding.subject.empty())
        words += ' ' + finding.subject.substr(0, 4);
    if (finding.certainty == Certainty::possible)
        words += " (possible)";
    if (finding.repair != Repair::none)
        words += " -> " + std::string(to_string(finding.repair));
    return words;
}

Diagnosis diagnose_at(const LockState& state, const LockPast& past, milliseconds at, const FindingLimits& limits = {})
{
    return diagnose(state, past, limits, {start + at, wall_start + at});
}

Finding the_one(const Diagnosis& diagnosis, Kind kind)
{
    for (const auto& finding : diagnosis.findings) {
        if (finding.kind == kind)
            return finding;
    }
    return {};
}

template <typename Change>
LockState with(LockState state, Change change)
{
    change(state);
    return state;
}

} // namespace
Q_DECLARE_METATYPE(Case)

class FindingsTest : public QObject
{
    Q_OBJECT

private slots:
    void eachStateIsCalledByItsName_data();
    void eachStateIsCalledByItsName();

    void anIdIsTheSameAsLongAsTheThingIs()
    {
        Finding finding;
        finding.kind = Kind::ghost_waiter;
        finding.lock = "a";
        finding.subject = bob;
        auto later = finding;
        later.cost = milliseconds(5);
        later.severity = Severity::critical;
        QCOMPARE(later.id(), finding.id());
        QVERIFY(!(later == finding));

        Finding one, two; // Whatever the bytes are, subject and lock are not mixed up.
        one.lock = "b", one.subject = "a";
        two.lock = "ab", two.subject = "";
        QVERIFY(one.id() != two.id());
        one.lock = "1:x", one.subject = "";
        two.lock = "", two.subject = "1:x";
        QVERIFY(one.id() != two.id());
    }

    void aGhostAtTheHeadCostsTheTimeToItsDeadline()
    {
        auto state = held(seconds(4));
        queue(state, bob, 200, Life::dead);
        const auto ghost = the_one(diagnose_at(state, {}, seconds(4)), Kind::ghost_waiter);
        QCOMPARE(ghost.cost_at(start + seconds(4)).value(), milliseconds(200'000));
        QCOMPARE(ghost.cost_at(start + seconds(54)).value(), milliseconds(150'000));
        QCOMPARE(ghost.cost_at(start + seconds(999)).value(), milliseconds(0));
        QCOMPARE(ghost.count.value(), std::int64_t(1));
    }

    void aGhostIsNoTroubleWhenItsDeadlineIsOver()
    {
        auto state = held(seconds(4));
        queue(state, bob, 200, Life::dead);
        const auto before = diagnose_at(state, {}, seconds(4));
        QCOMPARE(the_one(before, Kind::ghost_waiter).severity, Severity::warning);
        const SteadyTime over = start + seconds(204);
        std::optional<SteadyTime> next = before.look_again; // though nothing happens to the lock
        while (next && *next < over)
            next = diagnose_at(state, {}, std::chrono::duration_cast<milliseconds>(*next - start)).look_again;
        QVERIFY(next && *next < over + seconds(1));
        const auto ghost = the_one(diagnose_at(state, {}, seconds(205)), Kind::ghost_waiter);
        QCOMPARE(ghost.severity, Severity::info);
        QCOMPARE(ghost.cost.value(), milliseconds(0));
    }

    void aGhostFurtherBackCostsWhatItAdds()
    {
        auto state = held(seconds(4));
        queue(state, bob, 300);
        queue(state, carol, 420, Life::dead);
        const auto ghost = the_one(diagnose_at(state, {}, seconds(4)), Kind::ghost_waiter);
        QCOMPARE(ghost.cost_at(start + seconds(4)).value(), milliseconds(120'000));
    }

    void ofManyTheLastSaysHowManyMoreThereAre()
    {
        auto state = held(seconds(4));
        constexpr std::size_t all = 100;
        for (std::size_t i = 0; i < all; ++i)
            queue(state, "dead-" + std::to_string(i) + ":1", 300 + static_cast<int>(i), Life::dead);
        FindingLimits limits;
        const auto ghosts = diagnose_at(state, {}, seconds(4)).findings;
        const auto is_ghost = [](const Finding& finding) { return finding.kind == Kind::ghost_waiter; };
        QCOMPARE(std::count_if(ghosts.begin(), ghosts.end(), is_ghost),
                 static_cast<std::ptrdiff_t>(limits.most_of_a_kind));
        for (const auto& finding : ghosts) {
            if (is_ghost(finding))
                QCOMPARE(finding.more,
                         finding.count == std::int64_t(limits.most_of_a_kind) ? all - limits.most_of_a_kind : 0);
        }
    }

    void aClockThatIsOffIsMeasured()
    {
        auto state = held(seconds(4));
        queue(state, bob, 300 + 30 + 600);
        const auto ahead = the_one(diagnose_at(state, {}, seconds(4)), Kind::clock_skew);
        QCOMPARE(ahead.cost.value(), milliseconds(600'000));
        QCOMPARE(ahead.certainty, Certainty::possible);

        state = held(seconds(4));
        queue(state, bob, -90);
        LockPast past;
        past.born_late = {state.waiters.front().owner};
        const auto behind = the_one(diagnose_at(state, past, seconds(4)), Kind::clock_skew);
        QCOMPARE(behind.cost.value(), milliseconds(-90'000));
        QCOMPARE(behind.certainty, Certainty::certain);
    }

    /// Whose deadline may be anybody's.
    void theDeadlineOfTheDeadTellsOfNoClock()
    {
        auto state = held(seconds(4));
        queue(state, bob, 300 + 30 + 600, Life::dead);
        const auto diagnosis = diagnose_at(state, {}, seconds(4));
        QVERIFY(std::none_of(diagnosis.findings.begin(), diagnosis.findings.end(),
                             [](const Finding& finding) { return finding.kind == Kind::clock_skew; }));
    }

    void whatHarmsNobodyIsNoFinding()
    {
        auto state = held(seconds(200));
        state.renewed_at = state.observed_at;
        const auto quiet = diagnose_at(state, {}, seconds(201));
        QVERIFY(quiet.findings.empty());
        QVERIFY(quiet.look_again && *quiet.look_again <= state.observed_at + seconds(21));
        state.waiting_clients = 1;
        QCOMPARE(the_one(diagnose_at(state, {}, seconds(201)), Kind::long_hold).severity, Severity::warning);
    }

    void whatIsUsualIsSaidOfALongerHoldOnly()
    {
        auto state = held(seconds(200));
        state.waiting_clients = 1;
        LockPast past;
        past.usual = {seconds(230), 10};
        const auto shorter = diagnose_at(state, past, seconds(201));
        QVERIFY(!the_one(shorter, Kind::long_hold).usual);
        QVERIFY(shorter.look_again && *shorter.look_again <= start + seconds(231));
        QVERIFY(the_one(diagnose_at(state, past, seconds(231)), Kind::long_hold).usual == seconds(230));
    }

    void theDeadAreNotCountedAmongThoseWhoWait()
    {
        auto state = held(seconds(200));
        queue(state, bob, 300, Life::dead);
        queue(state, carol, 600, Life::dead);
        const auto held_for_long = the_one(diagnose_at(state, {}, seconds(201)), Kind::long_hold);
        QCOMPARE(held_for_long.severity, Severity::info);
        QCOMPARE(held_for_long.count.value(), 0);
        QCOMPARE(held_for_long.dead, std::size_t{2});
    }

    void eachSaysHowManyOfTheLivingWait()
    {
        auto state = held(seconds(4));
        queue(state, bob, 300, Life::dead);
        queue(state, carol, 600);
        queue(state, dora, 900);
        const auto findings = diagnose_at(state, {}, seconds(4)).findings;
        QCOMPARE(findings.size(), std::size_t{1});
        QCOMPARE(findings.front().kind, Kind::ghost_waiter);
        QCOMPARE(findings.front().count.value(), 1); // its place
        QCOMPARE(findings.front().waiting, 2);
    }

    void timeAloneIsForeseen()
    {
        auto state = held(seconds(4));
        const auto heartbeat = beating({});
        LockPast past;
        past.heartbeat = &heartbeat;
        // First the lease comes to its end, then nothing else is to say until the threshold of a long hold.
        auto diagnosis = diagnose_at(state, past, seconds(4));
        QVERIFY(diagnosis.findings.empty());
        QVERIFY(diagnosis.look_again.value() > start + seconds(4));
        QVERIFY(diagnosis.look_again.value() <= start + seconds(29));

        // That nobody takes a free lock is seen, not foreseen: somebody may have taken it since the last look.
        state = untaken(seconds(0));
        queue(state, bob, 300);
        diagnosis = diagnose_at(state, past, seconds(3));
        QVERIFY(diagnosis.findings.empty() && !diagnosis.look_again);
        state = untaken(seconds(2));
        queue(state, bob, 300);
        QCOMPARE(diagnose_at(state, past, seconds(2)).findings.size(), std::size_t(1));
    }

    void whoComesWaitsForTheDeadUntilTheFirstDeadline()
    {
        auto state = untaken(seconds(4));
        queue(state, bob, 300, Life::dead);
        const auto finding = diagnose_at(state, {}, seconds(4)).findings.front();
        QCOMPARE(finding.kind, Finding::Kind::leftover_keys);
        const milliseconds left(*state.waiters.front().deadline - state.server_time);
        QCOMPARE(finding.until, std::optional(state.observed_at + left));
    }

    void whoWasNotToldSleepsUntilTheLeaseThatItSawIsOver()
    {
        auto state = untaken(seconds(4));
        state.waiting_clients = 2;
        state.lease = milliseconds(0); // They saw one without an end.
        QVERIFY(!diagnose_at(state, {}, seconds(4)).findings.front().until);
        state.lease = std::chrono::duration_cast<milliseconds>(start + seconds(50) - state.untaken_since);
        const auto diagnosis = diagnose_at(state, {}, seconds(4));
        QCOMPARE(diagnosis.findings.front().cost_at(start + seconds(4)), std::optional(milliseconds(46'000)));
        QVERIFY(diagnosis.look_again > start + seconds(50)); // Then it is only said that they do not take it.
        QVERIFY(!diagnose_at(state, {}, seconds(50)).findings.front().until);
    }

    void aQueueWhoseNamesAreMappedIsLeftAlone()
    {
        auto state = untaken(seconds(4));
        queue(state, bob, -5, Life::not_asked);
        state.waiters.back().stale = false;
        state.waiters.back().mapped = true;
        queue(state, carol, 300, Life::dead);
        state.strays = {state.waiters.back()};
        queue(state, dora, -5); // alive, and late
        std::vector<std::string> words;
        for (const auto& finding : diagnose_at(state, {}, seconds(4)).findings) {
            words.push_back(in_words(finding));
            QVERIFY(finding.is_mapped);
        }
        // Under another name the dead one may well be alive.
        QCOMPARE(words, (std::vector<std::string>{"warning ghost-waiter 0c0c (possible)", "warning late-waiter 0d0d",
                                                  "info score-without-entry 0c0c"}));
    }

    void whoIsFirstAmongTheMappedIsPerhapsDead()
    {
        auto state = held(seconds(4));
        queue(state, carol, std::nullopt, Life::dead);
        const auto first_words = [&] { return in_words(diagnose_at(state, {}, seconds(4)).findings.at(0)); };
        QCOMPARE(first_words(), std::string("critical head-without-score 0c0c -> repair-queue"));
        queue(state, bob, 300, Life::not_asked);
        state.waiters.back().mapped = true;
        QCOMPARE(first_words(), std::string("critical head-without-score 0c0c (possible)"));
        state.waiters.front().subscribed = true;
        state.waiters.front().stale = false;
        QCOMPARE(first_words(), std::string("warning head-without-score 0c0c"));
    }

    void nothingIsSaidOfWhatWasNotSeen()
    {
        LockState unread;
        unread.name = "a";
        const auto diagnosis = diagnose_at(unread, {}, seconds(1));
        QVERIFY(diagnosis.findings.empty() && !diagnosis.look_again);
    }

    void aThousandGhostsAreNotAThousandFindings()
    {
        auto state = held(seconds(4));
        for (int i = 0; i < 1000; ++i)
            queue(state, bob + std::to_string(i), 200 + i, Life::dead);
        const auto diagnosis = diagnose_at(state, {}, seconds(4));
        QVERIFY(diagnosis.findings.size() < 20);
    }

    void hostileNumbersDoNotOverflow()
    {
        auto state = held(seconds(4));
        for (const auto deadline : {INT64_MAX, INT64_MIN, INT64_MAX, std::int64_t(0), INT64_MIN})
            queue(state, bob + std::to_string(deadline), 1, Life::dead), state.waiters.back().deadline = deadline;
        LockPast past;
        past.born_late = {state.waiters[1].owner};
        const auto diagnosis = diagnose_at(state, past, seconds(4));
        for (const auto& finding : diagnosis.findings)
            (void)finding.cost_at(start + seconds(5));
        QVERIFY(!diagnosis.findings.empty());
    }
};

void FindingsTest::eachStateIsCalledByItsName_data()
{
    QTest::addColumn<Case>("data");
    using Words = std::vector<std::string>;
    const auto row = [](const char* name, LockState state, Words words, milliseconds at = seconds(4),
                        LockPast past = {}) {
        QTest::newRow(name) << Case{std::move(state), std::move(past), at, std::move(words)};
    };
    static const auto regular = beating({10, 20, 30});
    static const auto fixed = beating({});
    static const auto lasting = beating({10, 20, 30, 40, 50, 60});
    const auto fair = [](auto... waiters) {
        auto state = held(seconds(4));
        (waiters(state), ...);
        return state;
    };
    const auto in_queue = [](const std::string& client, std::optional<std::int64_t> left, Life life = Life::lives) {
        return [=](LockState& state) { queue(state, client, left, life); };
    };
    const auto watched = [](const Heartbeat& heartbeat, UsualHold usual = {},
                            NewsSource source = NewsSource::broadcast) {
        LockPast past;
        past.heartbeat = &heartbeat;
        past.usual = usual;
        past.source = source;
        return past;
    };
    const auto from_afar = [&](const Heartbeat& heartbeat) {
        LockPast past = watched(heartbeat);
        past.behind = milliseconds(2000);
        return past;
    };

    row("held", held(seconds(4)), {});
    row("free", nobody(seconds(4)), {});
    row("a healthy queue", fair(in_queue(bob, 300), in_queue(carol, 600)), {});

    row("a ghost first", fair(in_queue(bob, 300, Life::dead), in_queue(carol, 600)),
        {"critical ghost-waiter 0b0b -> evict-waiter"});
    row("a ghost first, and nobody behind it", fair(in_queue(bob, 300, Life::dead)),
        {"warning ghost-waiter 0b0b -> evict-waiter"});
    row("a ghost later", fair(in_queue(bob, 300), in_queue(carol, 600, Life::dead)),
        {"warning ghost-waiter 0c0c -> evict-waiter"});
    row("a ghost whose time is over", fair(in_queue(bob, -3, Life::dead)), {"info ghost-waiter 0b0b -> evict-waiter"});
    row("perhaps a ghost", fair(in_queue(bob, -3, Life::not_asked)),
        {"info ghost-waiter 0b0b (possible) -> evict-waiter"});
    row("a living one whose time is over", fair(in_queue(bob, -3)), {"warning late-waiter 0b0b -> repair-queue"});

    row("no deadline, dead", fair(in_queue(bob, std::nullopt, Life::dead)),
        {"critical head-without-score 0b0b -> repair-queue"});
    row("no deadline, alive", fair(in_queue(bob, std::nullopt)), {"warning head-without-score 0b0b -> repair-queue"});
    row("no deadline, who knows", fair(in_queue(bob, std::nullopt, Life::not_asked)),
        {"critical head-without-score 0b0b (possible) -> repair-queue"});
    row("no deadline, later", fair(in_queue(bob, 300), in_queue(carol, std::nullopt, Life::dead)),
        {"warning entry-without-score 0c0c -> repair-queue"});
    const auto of_many = [](LockState& state) {
        state.waiters_total = 5000;
        state.anomalies = {Anomaly::truncated};
    };
    row("no deadline, the first of many", with(fair(in_queue(bob, std::nullopt, Life::dead)), of_many),
        {"critical head-without-score 0b0b -> repair-queue"});
    row("a deadline that may be among those not read",
        with(fair(in_queue(bob, std::nullopt, Life::dead)),
             [of_many](LockState& state) {
                 of_many(state);
                 state.deadlines_known = false;
             }),
        {});
    row("a crowd of whom some were read, and one of them lives",
        with(fair(in_queue(bob, 300), in_queue(carol, 600, Life::dead)), of_many),
        {"warning ghost-waiter 0c0c -> evict-waiter", "warning crowd (possible)"});
    const auto unknown = [](LockState& state) { state.deadlines_known = false; };
    row("deadlines that may not be read",
        with(fair(in_queue(bob, std::nullopt), in_queue(carol, std::nullopt, Life::not_asked)), unknown), {});
    row("a deadline of nobody",
        with(held(seconds(4)),
             [](LockState& state) {
                 queue(state, bob, 300);
                 std::swap(state.strays, state.waiters);
                 state.waiters_total = 0;
             }),
        {"info score-without-entry 0b0b -> repair-queue"});

    const auto left_alone = with(untaken(seconds(4)), [](LockState& state) { queue(state, bob, 300); });
    row("just handed over", with(untaken(seconds(1)), [](LockState& state) { queue(state, bob, 300); }), {},
        seconds(1));
    row("handed over, and not looked at since",
        with(untaken(seconds(1)), [](LockState& state) { queue(state, bob, 300); }), {}, seconds(4));
    row("nobody takes it", left_alone, {"warning queue-without-holder -> wake-next"}, seconds(4));
    row("nobody takes it for longer than the threshold",
        with(untaken(seconds(60)), [](LockState& state) { queue(state, bob, 300); }),
        {"critical queue-without-holder -> wake-next"}, seconds(60));
    const auto listened_for = [](LockState& state) {
        state.waiting_clients = 2;
        state.untold_seen = true;
    };
    row("nobody was told", with(untaken(seconds(4)), listened_for), {"warning untold-waiters -> wake-next"},
        seconds(4));
    row("nobody was told for longer than the threshold", with(untaken(seconds(60)), listened_for),
        {"critical untold-waiters -> wake-next"}, seconds(60));
    row("perhaps nobody was told", with(untaken(seconds(4)), [](LockState& state) { state.waiting_clients = 2; }),
        {"warning untold-waiters (possible) -> wake-next"}, seconds(4));
    row("nobody was told a moment ago", with(untaken(seconds(1)), listened_for), {}, seconds(1));
    row("nobody is left", with(untaken(seconds(4)), [](LockState& state) { queue(state, bob, 300, Life::dead); }),
        {"warning leftover-keys -> repair-queue"}, seconds(4));
    row("only deadlines of nobody are left",
        with(untaken(seconds(4)),
             [](LockState& state) {
                 queue(state, bob, 300);
                 std::swap(state.strays, state.waiters);
                 state.waiters_total = 0;
             }),
        {"info leftover-keys -> repair-queue"}, seconds(4));
    row("nobody is left, and the dead soon go",
        with(untaken(seconds(4)), [](LockState& state) { queue(state, bob, 50, Life::dead); }),
        {"info leftover-keys -> repair-queue"}, seconds(4));
    row("nobody is left, and the first blocks it for ever",
        with(untaken(seconds(1)), [](LockState& state) { queue(state, bob, std::nullopt, Life::dead); }),
        {"critical head-without-score 0b0b -> repair-queue"}, seconds(1));
    row("nobody is left, and a later one will block it for ever",
        with(untaken(seconds(1)),
             [](LockState& state) {
                 queue(state, bob, 300, Life::dead);
                 queue(state, carol, std::nullopt, Life::dead);
             }),
        {"warning entry-without-score 0c0c -> repair-queue", "warning ghost-waiter 0b0b -> evict-waiter"}, seconds(1));

    row("TTL -1", held(seconds(4), milliseconds(-1)), {"critical never-expires -> force-expire"}, seconds(400));
    row("a beat that came", renewed(seconds(30)), {}, seconds(42), watched(regular));
    row("a beat that did not", renewed(seconds(30)), {"warning missed-heartbeat 0a0a"}, seconds(44), watched(regular));
    row("a beat that may be on its way", renewed(seconds(30)), {}, seconds(44), from_afar(regular));
    row("not any more", renewed(seconds(30)), {"warning missed-heartbeat 0a0a"}, seconds(46), from_afar(regular));
    row("two", renewed(seconds(30)), {"critical missed-heartbeat 0a0a"}, seconds(53), watched(regular));
    row("while polling", renewed(seconds(30)), {"warning missed-heartbeat 0a0a (possible)"}, seconds(44),
        watched(regular, {}, NewsSource::polling));
    row("of several readers", with(renewed(seconds(30)), [](LockState& state) { state.holders_total = 2; }), {},
        seconds(53), watched(regular));
    row("renewed for ever", renewed(seconds(60)), {"warning renewed-without-end 0a0a (possible) -> force-release"},
        seconds(70), watched(lasting, {milliseconds(2000), 9}));

    row("fixed, much left", held(seconds(0)), {}, seconds(20), watched(fixed));
    row("fixed, little left", held(seconds(0)), {"warning lease-ending 0a0a"}, seconds(25), watched(fixed));
    row("fixed, over", held(seconds(0)), {}, seconds(31), watched(fixed));
    row("short leases end all the time", held(seconds(0), milliseconds(3000), milliseconds(3000)), {},
        milliseconds(2900), watched(fixed));

    row("held for long", held(seconds(70)), {"info long-hold -> force-release"}, seconds(70));
    row("held for long, renewed, unwanted", renewed(seconds(70)), {}, seconds(70));
    row("held for long, wanted", with(renewed(seconds(70)), [](LockState& state) { state.waiting_clients = 2; }),
        {"warning long-hold -> force-release"}, seconds(70));
    row("held for long, and only a dead one in its queue",
        with(renewed(seconds(70)), [](LockState& state) { queue(state, bob, 300, Life::dead); }),
        {"warning ghost-waiter 0b0b -> evict-waiter"}, seconds(70));
    row("many, and all dead",
        with(held(seconds(4)),
             [](LockState& state) {
                 for (int i = 0; i < 10; ++i)
                     queue(state, bob, -300, Life::dead);
             }),
        std::vector<std::string>(10, "info ghost-waiter 0b0b -> evict-waiter"), seconds(4));
    row("wanted by many", with(held(seconds(4)), [](LockState& state) { state.waiting_clients = 10; }),
        {"warning crowd"});
    row("two types", with(held(seconds(4)), [](LockState& state) { state.anomalies = {Anomaly::mixed_types}; }),
        {"critical mixed-types"});
    row("two types, torn",
        with(held(seconds(4)),
             [](LockState& state) {
                 state.anomalies = {Anomaly::mixed_types, Anomaly::torn};
             }),
        {"critical mixed-types (possible)"});

    const auto reader = [](LockState& state) {
        state.type = LockType::read_write;
        state.mode = LockMode::read;
        state.waiting_clients = 1;
    };
    row("a reader, somebody waits", with(held(seconds(4)), reader), {});
    row("a reader for long, somebody waits", with(renewed(seconds(70)), reader),
        {"warning self-deadlock 0a0a (possible) -> force-release"}, seconds(70));
    row("two readers for long",
        with(renewed(seconds(70)),
             [&](LockState& state) {
                 reader(state);
                 state.holders.push_back(state.holders.front());
                 state.holders.back().owner = bob;
                 state.holders_total = 2;
             }),
        {"warning long-hold -> force-release"}, seconds(70));
    row("a reader in its own queue",
        with(held(seconds(4)),
             [&](LockState& state) {
                 queue(state, std::string(state.holders.front().client()), 300);
                 state.waiters.back().owner = state.holders.front().owner;
                 reader(state);
             }),
        {"critical self-deadlock 0a0a -> force-release"});

    static const std::string thread = held(seconds(4)).holders.front().owner;
    static const RingPlace ring{thread, "b", 2, Certainty::certain};
    static const RingPlace possible_ring{thread, "b", 3, Certainty::possible};
    static const RingPlace past_ring{dora + ":7", "b", 2, Certainty::certain};
    const auto part_of = [](const RingPlace& place) {
        LockPast past;
        past.ring = &place;
        return past;
    };
    row("part of a ring, for long", renewed(seconds(70)), {"critical deadlock 0a0a -> force-release"}, seconds(70),
        part_of(ring));
    row("perhaps part of a ring", held(seconds(4)), {"warning deadlock 0a0a (possible) -> force-release"}, seconds(4),
        part_of(possible_ring));
    row("part of a ring to write",
        with(held(seconds(4)),
             [](LockState& state) {
                 state.type = LockType::read_write;
                 state.mode = LockMode::write;
                 state.holders.front().owner += ":write";
             }),
        {"critical deadlock 0a0a -> force-release"}, seconds(4), part_of(ring));
    row("somebody else of the ring had it", held(seconds(4)), {}, seconds(4), part_of(past_ring));
    row("free, and was part of a ring", nobody(seconds(4)), {}, seconds(4), part_of(ring));
    const auto dead_reader = [&](LockState& state) {
        reader(state);
        state.anomalies = {Anomaly::dead_reader};
        state.holders.front().ttl = milliseconds(0);
    };
    row("a dead reader", with(held(seconds(4)), dead_reader), {"warning dead-reader 0a0a (possible) -> force-release"});
    row("a dead reader among the living",
        with(held(seconds(4)),
             [&](LockState& state) {
                 dead_reader(state);
                 state.holders.push_back(picture_of_holder(bob, 2));
                 state.holders.back().ttl = milliseconds(500);
                 state.holders_total = 2;
             }),
        {"warning dead-reader 0a0a (possible)"});
    row("a clock that runs ahead", fair(in_queue(bob, 4000), in_queue(carol, 4300)),
        {"warning clock-skew 0b0b (possible)"});
    row("somebody patient among the patient", fair(in_queue(bob, 4000), in_queue(carol, 8000)), {});
}

void FindingsTest::eachStateIsCalledByItsName()
{
    QFETCH(Case, data);
    std::vector<std::string> found;
    for (const auto& finding : diagnose_at(data.state, data.past, data.at).findings) {
        QCOMPARE(finding.lock, std::string("a"));
        found.push_back(in_words(finding));
    }
    std::string all;
    for (const auto& words : found)
        all += words + "; ";
    QVERIFY2(found == data.expected, all.c_str());
}

QTEST_APPLESS_MAIN(FindingsTest)
#include "findings_test.moc"
