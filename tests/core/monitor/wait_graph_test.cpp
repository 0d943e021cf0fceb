// SPDX-License-Identifier: Apache-2.0
#include "lockscope/wait_graph.hpp"

#include <QTest>

#include <algorithm>

using namespace lockscope;
using namespace std::string_literals;
using Certainty = WaitCycle::Certainty;

namespace {

const std::string alice = "0a0a0a0a-1111-4222-8333-444444444444";
const std::string bob = "0b0b0b0b-1111-4222-8333-444444444444";
const std::string carol = "0c0c0c0c-1111-4222-8333-444444444444";
const SteadyTime start(std::chrono::seconds(1000));

/// A lock in few words; times in milliseconds after the start.
struct LockMaker
{
    LockState state;

    explicit LockMaker(const std::string& name, int at = 0)
    {
        state.name = name;
        state.observed_at = start + milliseconds(at);
        state.type = LockType::fair;
        state.waiting_clients = 0;
    }
    LockMaker& held_by(const std::string& client, std::int64_t thread = 1)
    {
        Holder holder;
        holder.owner = client + ":" + std::to_string(thread);
        holder.count = 1;
        state.holders.push_back(holder);
        state.holders_total = state.holders.size();
        state.ttl = milliseconds(30'000);
        return *this;
    }
    LockMaker& read_by(const std::string& client, std::int64_t thread = 1)
    {
        state.type = LockType::read_write;
        state.mode = LockMode::read;
        return held_by(client, thread);
    }
    LockMaker& queued(const std::string& client, std::int64_t thread = 1, std::optional<bool> listens = true)
    {
        Waiter waiter;
        waiter.owner = client + ":" + std::to_string(thread);
        waiter.deadline = 1;
        waiter.subscribed = listens;
        state.waiters.push_back(waiter);
        state.waiters_total = state.waiters.size();
        return *this;
    }
    LockMaker& ghost(const std::string& client, std::int64_t thread = 1)
    {
        queued(client, thread, false);
        state.waiters.back().stale = true;
        return *this;
    }
    /// Its deadline has passed, and it listens all the same.
    LockMaker& late(const std::string& client, std::int64_t thread = 1)
    {
        queued(client, thread);
        state.waiters.back().stale = true;
        return *this;
    }
    LockMaker& listeners(std::int64_t count)
    {
        state.type = LockType::reentrant;
        state.waiting_clients = count;
        return *this;
    }
    [[nodiscard]] LockChange changed() const
    {
        return {LockChange::Kind::changed, std::make_shared<const LockState>(state)};
    }
    [[nodiscard]] LockChange removed() const
    {
        return {LockChange::Kind::removed, std::make_shared<const LockState>(state)};
    }
};

WaitGraph graph_of(const std::vector<LockMaker>& locks)
{
    WaitGraph graph;
    for (const auto& lock : locks)
        graph.apply(lock.changed());
    return graph;
}

/// "a:1 x>y, b:1 y>x" with the first letter of each client, and '~' for what is only possible.
QString told(const WaitCycle& cycle)
{
    QStringList parts;
    for (const auto& link : cycle.links) {
        const auto who = [](const std::string& owner) {
            return QString::fromStdString(owner.substr(1, 1) + (owner.size() > 36 ? owner.substr(36) : ":*"));
        };
        parts << who(link.owner) + (link.waiter == link.owner ? QString() : " as " + who(link.waiter)) + " "
                     + QString::fromStdString(link.holds) + (link.exact ? ">" : "~")
                     + QString::fromStdString(link.wants);
    }
    const QString kind = cycle.certainty == Certainty::certain     ? "certain"
                       : cycle.certainty == Certainty::unconfirmed ? "unconfirmed"
                                                                   : "possible";
    return kind + ": " + parts.join(", ");
}

QStringList told(const WaitCycles& cycles)
{
    QStringList all;
    for (const auto& cycle : cycles.cycles)
        all << told(cycle);
    return all;
}

} // namespace

class WaitGraphTest : public QObject
{
    Q_OBJECT

private slots:
    void findsRings_data()
    {
        QTest::addColumn<std::vector<LockMaker>>("locks");
        QTest::addColumn<QStringList>("cycles");
        using Locks = std::vector<LockMaker>;
        // The last one is read later than the first: what it shows is younger than what is known of the others.
        QTest::newRow("nobody waits") << Locks{LockMaker("x").held_by(alice), LockMaker("y").held_by(bob)}
                                      << QStringList();
        QTest::newRow("a queue is no ring")
            << Locks{LockMaker("x").held_by(alice).queued(bob).queued(carol), LockMaker("y").held_by(bob).queued(carol)}
            << QStringList();
        QTest::newRow("two threads") << Locks{LockMaker("x").held_by(alice).queued(bob),
                                              LockMaker("y").held_by(bob).queued(alice)}
                                     << QStringList{"unconfirmed: a:1 x>y, b:1 y>x"};
        QTest::newRow("two threads of one client") << Locks{LockMaker("x").held_by(alice, 1).queued(alice, 2),
                                                            LockMaker("y").held_by(alice, 2).queued(alice, 1)}
                                                   << QStringList{"unconfirmed: a:1 x>y, a:2 y>x"};
        QTest::newRow("other threads of the same clients")
            << Locks{LockMaker("x").held_by(alice, 1).queued(bob, 2), LockMaker("y").held_by(bob, 1).queued(alice, 2)}
            << QStringList();
        QTest::newRow("three threads, behind others in the queue")
            << Locks{LockMaker("x").held_by(alice).queued(carol, 9).queued(carol),
                     LockMaker("y").held_by(bob).queued(alice), LockMaker("z").held_by(carol).queued(bob)}
            << QStringList{"unconfirmed: a:1 x>y, b:1 y>z, c:1 z>x"};
        QTest::newRow("one of many readers") << Locks{LockMaker("x").read_by(carol).read_by(alice).queued(bob),
                                                      LockMaker("y").held_by(bob).queued(alice)}
                                             << QStringList{"unconfirmed: a:1 x>y, b:1 y>x"};
        QTest::newRow("a ghost waits for nothing")
            << Locks{LockMaker("x").held_by(alice).ghost(bob), LockMaker("y").held_by(bob).queued(alice)}
            << QStringList();
        QTest::newRow("who is too late waits all the same")
            << Locks{LockMaker("x").held_by(alice).late(bob), LockMaker("y").held_by(bob).queued(alice)}
            << QStringList{"unconfirmed: a:1 x>y, b:1 y>x"};
        QTest::newRow("who does not listen may wait")
            << Locks{LockMaker("x").held_by(alice).queued(bob, 1, false), LockMaker("y").held_by(bob).queued(alice)}
            << QStringList{"possible: a:1 x>y, b:1 y~x"};
        QTest::newRow("nobody may ask who listens") << Locks{LockMaker("x").held_by(alice).queued(bob, 1, std::nullopt),
                                                             LockMaker("y").held_by(bob).queued(alice)}
                                                    << QStringList{"possible: a:1 x>y, b:1 y~x"};
        QTest::newRow("a holder's own place in the queue is left over")
            << Locks{LockMaker("x").held_by(alice).queued(alice)} << QStringList();
        QTest::newRow("listeners of a plain lock have no names")
            << Locks{LockMaker("x").held_by(alice).listeners(1), LockMaker("y").held_by(bob).listeners(1)}
            << QStringList();
        QTest::newRow("two rings") << Locks{LockMaker("x").held_by(alice).queued(bob),
                                            LockMaker("y").held_by(bob).queued(alice),
                                            LockMaker("p").held_by(carol, 1).queued(carol, 2),
                                            LockMaker("q").held_by(carol, 2).queued(carol, 1)}
                                   << QStringList{"unconfirmed: a:1 x>y, b:1 y>x", "unconfirmed: c:1 p>q, c:2 q>p"};
    }
    void findsRings()
    {
        QFETCH(std::vector<LockMaker>, locks);
        QFETCH(QStringList, cycles);
        const auto graph = graph_of(locks);
        QCOMPARE(told(graph.cycles()), cycles);
        QVERIFY(graph.cycles().complete);
    }

    void isCertainOnceAllOfItWasReadAgain()
    {
        WaitGraph graph;
        graph.apply(LockMaker("x", 0).held_by(alice).queued(bob).changed());
        graph.apply(LockMaker("y", 50).held_by(bob).queued(alice).changed());
        const auto cycles = graph.cycles();
        QCOMPARE(told(cycles), QStringList{"unconfirmed: a:1 x>y, b:1 y>x"});
        QVERIFY(WaitGraph::unconfirmed(cycles) == (std::vector<std::string>{"x", "y"}));
        graph.apply(LockMaker("y", 90).held_by(bob).queued(alice).changed());
        QCOMPARE(told(graph.cycles()).front().section(':', 0, 0), QString("unconfirmed")); // x may be free by now
        graph.apply(LockMaker("x", 90).held_by(alice).queued(bob).changed());
        QCOMPARE(told(graph.cycles()), QStringList{"certain: a:1 x>y, b:1 y>x"});
        QVERIFY(WaitGraph::unconfirmed(graph.cycles()).empty());
        // Others who come and go do not make it less certain.
        graph.apply(LockMaker("x", 95).held_by(alice).queued(carol, 7).queued(bob).changed());
        QCOMPARE(told(graph.cycles()), QStringList{"certain: a:1 x>y, b:1 y>x"});
    }

    void isNotCertainWhereAPartWasMadeAnew_data()
    {
        QTest::addColumn<bool>("hold");
        QTest::newRow("released and taken again") << true;
        QTest::newRow("left the queue and came back") << false;
    }
    void isNotCertainWhereAPartWasMadeAnew()
    {
        QFETCH(bool, hold);
        const auto began = SystemTime{} + std::chrono::hours(1);
        const auto x = [&](int at, SystemTime since) {
            auto lock = LockMaker("x", at).held_by(alice).queued(bob);
            lock.state.held_since = hold ? since : began;
            lock.state.waiters.front().since = hold ? began : since;
            return lock.changed();
        };
        WaitGraph graph;
        graph.apply(x(0, began));
        graph.apply(LockMaker("y", 50).held_by(bob).queued(alice).changed());
        graph.apply(LockMaker("y", 90).held_by(bob).queued(alice).changed());
        const auto certainty = [&graph] { return told(graph.cycles()).front().section(':', 0, 0); };
        graph.apply(x(90, began + milliseconds(5)));
        QCOMPARE(certainty(), QString("unconfirmed"));
        graph.apply(x(100, began + milliseconds(5)));
        graph.apply(LockMaker("y", 100).held_by(bob).queued(alice).changed());
        QCOMPARE(certainty(), QString("certain"));
    }

    void endsWithTheWait()
    {
        auto graph = graph_of({LockMaker("x").held_by(alice).queued(bob), LockMaker("y").held_by(bob).queued(alice)});
        const auto before = graph.revision();
        graph.apply(LockMaker("y", 10).held_by(bob).changed());
        QVERIFY(graph.revision() > before);
        QVERIFY(graph.cycles().cycles.empty());
        QCOMPARE(graph.contended(), std::size_t{1});
        graph.apply(LockMaker("y", 20).held_by(bob).queued(alice).changed());
        QCOMPARE(graph.cycles().cycles.size(), std::size_t{1});
        graph.apply(LockMaker("x", 30).removed());
        QVERIFY(graph.cycles().cycles.empty());
        graph.clear();
        QCOMPARE(graph.contended(), std::size_t{0});
    }

    void renewalsChangeNothing()
    {
        auto graph = graph_of({LockMaker("x").held_by(alice).queued(bob)});
        const auto before = graph.revision();
        for (int i = 1; i < 10; ++i)
            graph.apply(LockMaker("x", i).held_by(alice).queued(bob).changed());
        QCOMPARE(graph.revision(), before);
    }

    void hintsMakeRingsPossible()
    {
        auto graph = graph_of({LockMaker("x").held_by(alice).listeners(1), LockMaker("y").held_by(bob).queued(alice)});
        QVERIFY(graph.cycles().cycles.empty());
        graph.hint({"x", bob + ":1", start});
        QCOMPARE(told(graph.cycles()), QStringList{"possible: a:1 x>y, b:1 y~x"});
        graph.withdraw("x", bob + ":1");
        QVERIFY(graph.cycles().cycles.empty());
        // Only the client is known: any of its threads may be the one.
        graph.hint({"x", bob, start});
        QCOMPARE(told(graph.cycles()), QStringList{"possible: a:1 x>y, b:1 as b:* y~x"});
        // Nobody listens any more, and that was read long after.
        graph.apply(LockMaker("x", 5000).held_by(alice).listeners(0).changed());
        QVERIFY(graph.cycles().cycles.empty());
    }

    void aHintIsOverOnceItHoldsTheLock()
    {
        auto graph = graph_of({LockMaker("x").held_by(alice).listeners(1)});
        graph.hint({"x", bob + ":1", start});
        graph.apply(LockMaker("x", 5000).held_by(bob).listeners(1).changed());
        graph.apply(LockMaker("x", 6000).held_by(alice).listeners(1).changed());
        const auto picture = graph.picture({}, {});
        QCOMPARE(picture.nodes.size(), std::size_t{2}); // the lock and its holder
        QCOMPARE(picture.nodes.front().unknown_waiters, std::int64_t{1});
    }

    void aReaderThatWaitsToWriteWaitsForItself()
    {
        auto graph = graph_of({LockMaker("x").read_by(alice)});
        graph.apply(LockMaker("x", 1).read_by(alice).listeners(1).changed());
        auto state = LockMaker("x", 2).read_by(alice);
        state.state.waiting_clients = 1;
        graph.apply(state.changed());
        graph.hint({"x", alice + ":1", start}); // It tries to read: a reader enters again.
        QVERIFY(graph.cycles().cycles.empty());
        graph.hint({"x", alice + ":1:write", start});
        QCOMPARE(told(graph.cycles()), QStringList{"possible: a:1 x~x"});
    }

    void hintsAreBounded()
    {
        auto graph = graph_of({LockMaker("x").held_by(alice).listeners(1), LockMaker("y").held_by(bob).queued(alice)});
        graph.hint({"x", bob + ":1", start});
        for (std::size_t i = 0; i < WaitGraph::most_hints; ++i)
            graph.hint({"other:" + std::to_string(i), bob + ":1", start});
        QVERIFY(graph.cycles().cycles.empty()); // The oldest went first.
    }

    void foreignAndHostileOwnersAreOwners()
    {
        auto x = LockMaker("x\n\xff").held_by(alice);
        x.state.holders.front().owner = "\0<b>"s;
        auto y = LockMaker("y").held_by(bob).queued(carol);
        y.state.waiters.front().owner = "\0<b>"s;
        x.queued(bob);
        const auto graph = graph_of({x, y});
        const auto cycles = graph.cycles().cycles;
        QCOMPARE(cycles.size(), std::size_t{1});
        QCOMPARE(cycles.front().links.front().owner, "\0<b>"s);
        QCOMPARE(cycles.front().links.front().holds, std::string("x\n\xff"));
    }

    void aRingOfThousandsIsFound()
    {
        WaitGraph graph;
        constexpr int size = 10'000;
        for (int i = 0; i < size; ++i)
            graph.apply(
                LockMaker("lock:" + std::to_string(i)).held_by(alice, i).queued(alice, (i + 1) % size).changed());
        const auto cycles = graph.cycles();
        QVERIFY(!cycles.cycles.empty());
        QCOMPARE(cycles.cycles.front().links.size(), std::size_t{size});
    }

    void thePictureShowsWhatMattersMost()
    {
        std::vector<LockMaker> locks{LockMaker("x").held_by(alice).queued(bob),
                                     LockMaker("y").held_by(bob).queued(alice)};
        for (int i = 0; i < 100; ++i)
            locks.push_back(LockMaker("crowd:" + std::to_string(i))
                                .held_by(carol, i)
                                .queued(carol, 1000 + i)
                                .queued(carol, 2000 + i));
        const auto graph = graph_of(locks);
        const auto cycles = graph.cycles();
        const auto picture = graph.picture({}, cycles, 50);
        QVERIFY(picture.nodes.size() <= 50);
        QCOMPARE(picture.nodes[0].name, std::string("y")); // what the first of the ring waits for
        QVERIFY(picture.nodes[0].deadlock == Certainty::unconfirmed);
        QCOMPARE(picture.locks_left_out, graph.contended()
                                             - static_cast<std::size_t>(std::count_if(
                                                 picture.nodes.begin(), picture.nodes.end(), [](const auto& node) {
                                                     return node.kind == WaitPicture::Node::Kind::lock;
                                                 })));
        QCOMPARE(std::count_if(picture.edges.begin(), picture.edges.end(),
                               [](const auto& edge) { return edge.deadlock.has_value(); }),
                 4);

        const auto around = graph.picture({"crowd:7", {}}, cycles);
        QCOMPARE(around.nodes.size(), std::size_t{4});
        QCOMPARE(around.nodes[0].name, std::string("crowd:7"));
        const auto client = graph.picture({{}, bob}, cycles);
        QCOMPARE(client.nodes.size(), std::size_t{4});
    }

    void whatOnlyTheDeadWaitForIsNotMissedInAPicture()
    {
        const auto graph =
            graph_of({LockMaker("x").held_by(alice).queued(bob), LockMaker("y").held_by(carol).queued(alice, 2),
                      LockMaker("listened to").held_by(carol, 3).listeners(2),
                      LockMaker("left behind").held_by(carol, 2).ghost(bob, 2)});
        QCOMPARE(graph.picture({"x", {}}, {}).locks_left_out, std::size_t{2});
    }

    void thePictureOfACrowdSaysWhatIsHidden()
    {
        auto crowd = LockMaker("x").held_by(alice);
        for (int i = 0; i < 500; ++i)
            crowd.queued(bob, i);
        const auto picture = graph_of({crowd}).picture({}, {});
        QVERIFY(picture.nodes.size() < 20);
        QCOMPARE(picture.nodes.front().hidden + picture.nodes.size() - 2, std::size_t{500});
    }
};

Q_DECLARE_METATYPE(LockMaker)

QTEST_GUILESS_MAIN(WaitGraphTest)
#include "wait_graph_test.moc"
