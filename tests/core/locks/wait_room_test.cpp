// SPDX-License-Identifier: Apache-2.0
// Where the waiters of a process stand in line, without a server.
#include "locks/wait_room.hpp"
#include "lockscope/error.hpp"
#include "support/io_thread.hpp"

#include <QTest>

#include <optional>
#include <string>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::WaitRoom;
namespace asio = boost::asio;

namespace {

/// A server that never answers: whoever asks is told so when it no longer waits.
class SilentLink final : public redis::Link
{
public:
    using Link::pipeline;
    asio::awaitable<std::vector<redis::Reply>> pipeline(std::vector<redis::Command>, Clock::time_point until) override
    {
        asked_until = until;
        throw Error(Errc::timeout, "No answer.");
        co_return std::vector<redis::Reply>();
    }
    void send(const redis::Command&) override {}
    asio::awaitable<void> open() override { co_return; }
    [[nodiscard]] bool is_open() const noexcept override { return true; }
    [[nodiscard]] bool is_lost(std::string_view) const noexcept override { return false; }
    [[nodiscard]] const redis::ConnectionOptions& options() const noexcept override { return m_options; }
    [[nodiscard]] const std::string& node() const noexcept override { return m_node; }

    std::optional<Clock::time_point> asked_until;

private:
    redis::ConnectionOptions m_options;
    std::string m_node = "silent";
};

class NoMessages final : public redis::Subscriber
{
public:
    asio::awaitable<redis::Subscription> subscribe(std::string, Handler, Clock::time_point) override
    {
        co_return redis::Subscription();
    }
    [[nodiscard]] bool is_confirmed(const std::string&) const override { return false; }
};

} // namespace

class WaitRoomTest : public QObject
{
    Q_OBJECT

private slots:
    /// Being fair to other processes costs a caller neither its deadline nor the patience for a command.
    void whetherOthersWaitIsAskedForAMoment_data()
    {
        QTest::addColumn<int>("patience_ms");
        QTest::addColumn<int>("longest_ms");
        QTest::newRow("of one who soon gives up") << 10 << 10;
        QTest::newRow("of one who waits for long") << 3'600'000 << 50;
    }
    void whetherOthersWaitIsAskedForAMoment()
    {
        QFETCH(int, patience_ms);
        QFETCH(int, longest_ms);
        SilentLink link;
        NoMessages messages;
        IoThread io;
        const auto room = std::make_shared<WaitRoom>(io.executor(), messages);
        auto place = io.call([&] { return room->enter({locks::LineId::Kind::exclusive, "channel", "lock"}); });
        const auto start = WaitRoom::Clock::now();
        io.await(place->step_aside(link, start + std::chrono::milliseconds(patience_ms)));
        const auto end = WaitRoom::Clock::now();
        QVERIFY(link.asked_until.has_value());
        // A moment from when it was asked, which was after start and before the end.
        QVERIFY(*link.asked_until <= start + std::chrono::milliseconds(patience_ms));
        QVERIFY(*link.asked_until <= end + std::chrono::milliseconds(longest_ms));
        io.call([&] { place.reset(); });
    }

    void whoIsServedTimeAndAgainMakesWay_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("makes_way");
        using Kind = locks::LineId::Kind;
        const auto row = [](const char* name, Kind kind, bool makes_way) {
            QTest::newRow(name) << static_cast<int>(kind) << makes_way;
        };
        row("for a lock", Kind::exclusive, true);
        row("for permits", Kind::permits, true);
        row("not for a latch, which is open to all", Kind::latch, false);
        row("not where nobody can be asked whether others wait", Kind::polling, false);
    }
    void whoIsServedTimeAndAgainMakesWay()
    {
        QFETCH(int, kind);
        QFETCH(bool, makes_way);
        NoMessages messages;
        IoThread io;
        const auto room = std::make_shared<WaitRoom>(io.executor(), messages);
        const locks::LineId id{static_cast<locks::LineId::Kind>(kind), "channel", "lock"};
        const bool is_greedy = io.call([&] {
            const auto place = room->enter(id);
            for (int i = 0; i < 20; ++i)
                place->granted();
            return place->is_greedy();
        });
        QCOMPARE(is_greedy, makes_way);
    }

    // Who seems dead in the queue of a fair lock.

    void whoIsFoundSilentForTwoSecondsIsDead()
    {
        locks::SuspectsByLock suspects;
        const auto start = WaitRoom::Clock::now();
        suspects.update("a", {"dead", "slow"}, start);
        suspects.update("a", {"dead"}, start + 1s);
        suspects.update("a", {"dead", "slow"}, start + 1900ms);
        QVERIFY(suspects.dead("a", start + 1900ms).empty());
        suspects.update("a", {"dead", "slow"}, start + 2s);
        QCOMPARE(suspects.dead("a", start + 2s), std::vector<std::string>{"dead"});
        QVERIFY(suspects.dead("b", start + 2s).empty());
    }

    /// Meanwhile it may have been served, and have queued anew.
    void whatNobodyHasConfirmedForLongCountsNoMore()
    {
        locks::SuspectsByLock suspects;
        const auto start = WaitRoom::Clock::now();
        suspects.update("a", {"x"}, start);
        suspects.update("a", {"x"}, start + 2s);
        QVERIFY(!suspects.dead("a", start + 6s).empty());
        QVERIFY(suspects.dead("a", start + 7s).empty());
        suspects.update("a", {"x"}, start + 7s);
        QVERIFY(suspects.dead("a", start + 8s).empty());
        suspects.update("a", {"x"}, start + 9s);
        QVERIFY(!suspects.dead("a", start + 9s).empty());
    }

    void ofTooManyLocksThoseLookedAtLastAreKnown()
    {
        locks::SuspectsByLock suspects;
        const auto start = WaitRoom::Clock::now();
        constexpr int locks = 3000;
        for (int i = 0; i < locks; ++i)
            suspects.update("lock " + std::to_string(i), {"x"}, start + std::chrono::microseconds(i));
        const auto is_known = [&](int i) { return !suspects.is_empty("lock " + std::to_string(i)); };
        QVERIFY(is_known(locks - 1));
        QVERIFY(is_known(locks - 1000));
        QVERIFY(!is_known(locks - 1001));
        QVERIFY(!is_known(0));
    }

    /// Those of whom nothing is suspected do not take the place of others, however often they are looked at.
    void amongManyLocksTheSuspectsAreKnown()
    {
        using Waiters = std::vector<std::string>;
        locks::SuspectsByLock suspects;
        const auto start = WaitRoom::Clock::now();
        constexpr int locks = 1500;
        for (const auto after : {0ms, 1000ms, 2000ms}) {
            for (int i = 0; i < locks; ++i)
                suspects.update("lock " + std::to_string(i), i == 7 ? Waiters{"x"} : Waiters{},
                                start + after + std::chrono::microseconds(i));
        }
        QCOMPARE(suspects.dead("lock 7", start + 2500ms), Waiters{"x"});
    }

    /// Closing ends all waits, and some learn of it late: one who comes and leaves after that leaves nothing behind
    /// that a release would wake.
    void whoComesAfterClosingIsForgotten()
    {
        NoMessages messages;
        IoThread io;
        const auto room = std::make_shared<WaitRoom>(io.executor(), messages);
        const locks::LineId id{locks::LineId::Kind::exclusive, "channel", "lock"};
        const bool is_first = io.call([&] {
            auto before = room->enter(id);
            room->close();
            room->enter(id).reset();
            before.reset();
            room->released(id);
            return room->enter(id)->is_first();
        });
        QVERIFY(is_first);
    }
};

QTEST_GUILESS_MAIN(WaitRoomTest)
#include "wait_room_test.moc"
