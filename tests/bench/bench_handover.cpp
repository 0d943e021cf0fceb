// SPDX-License-Identifier: Apache-2.0
// How long a lock is nobody's when it goes to a waiter in another process: from the moment before unlock() there to the
// one after lock() here. Beside it in each round the same scripts sent by hand, Redisson, and a bare message.
#include "lock_by_hand.hpp"
#include "locks/key_names.hpp"
#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "parts.hpp"
#include "party.hpp"
#include "redisson.hpp"
#include "support/until.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace lockscope;
using namespace lockscope::bench;

namespace {

constexpr int rounds = 20;
constexpr int turns = 100; ///< In a round.
constexpr int turns_to_warm_up = 1000;

/// After its channel was subscribed to a waiter looks once more before it sleeps.
constexpr std::chrono::milliseconds to_lie_down{2};

/// "take NAME" and "leave NAME" are what the processes are told; they answer when that was.
std::pair<bool, std::string> parsed(std::string_view line)
{
    const auto blank = line.find(' ');
    return {line.substr(0, blank) == "take", std::string(line.substr(blank + 1))};
}

Party::Play lockscope_play(const Endpoint& endpoint)
{
    return [client = std::make_shared<Client>(endpoint)](std::string_view line) {
        const auto [takes, name] = parsed(line);
        auto lock = client->reentrant_lock(name);
        if (takes) {
            lock.lock();
            return now_ns();
        }
        const double before = now_ns();
        lock.unlock();
        return before;
    };
}

/// The same scripts and messages over bare hiredis, with a connection for each: what the protocol itself takes.
class ByHand
{
public:
    explicit ByHand(const Endpoint& endpoint)
        : m_commands(endpoint)
        , m_messages(endpoint)
        , m_scripts(m_commands)
        , m_owner("by-hand:" + std::to_string(::getpid()))
    {}

    double play(std::string_view line)
    {
        const auto [takes, name] = parsed(line);
        if (takes)
            return take(name);
        const double before = now_ns();
        m_commands.command(m_scripts.leave(name, m_owner));
        return before;
    }

private:
    double take(const std::string& name)
    {
        if (is_had(name))
            return now_ns();
        m_messages.command({"SUBSCRIBE", locks::unlock_channel(name)});
        while (!is_had(name))
            m_messages.reply(); // the next message
        const double taken = now_ns();
        m_messages.append({"UNSUBSCRIBE", locks::unlock_channel(name)});
        while (!m_messages.reply().starts_with("unsubscribe ")) {}
        return taken;
    }
    bool is_had(const std::string& name)
    {
        return Scripts::is_taken(m_commands.command(m_scripts.take(name, m_owner)));
    }

    HiredisPeer m_commands, m_messages;
    Scripts m_scripts;
    std::string m_owner;
};

/// Nothing but a message: "leave" publishes it, "take" waits for it.
class Messenger
{
public:
    Messenger(const Endpoint& endpoint, const std::string& channel) : m_peer(endpoint), m_listener(endpoint)
    {
        m_listener.command({"SUBSCRIBE", channel});
    }
    double play(std::string_view line)
    {
        const auto [takes, name] = parsed(line);
        if (takes) {
            m_listener.reply();
            return now_ns();
        }
        const double before = now_ns();
        m_peer.command({"PUBLISH", locks::unlock_channel(name), "0"});
        return before;
    }

private:
    HiredisPeer m_peer, m_listener;
};

/// How many listen to the unlock messages of this lock.
int listeners(HiredisPeer& peer, const std::string& name)
{
    const std::string reply = peer.command({"PUBSUB", "NUMSUB", locks::unlock_channel(name)});
    return std::stoi(reply.substr(reply.rfind(' ') + 1));
}

void wait_for_listeners(HiredisPeer& peer, const std::string& name, int count)
{
    if (!test::until([&] { return listeners(peer, name) == count; }))
        throw std::runtime_error("the waiter of " + name + " does not come, or does not go");
}

/// One way of handing over, and what was measured of it: microseconds.
struct Way
{
    std::string name;
    Party* holder;
    Party* waiter;
    std::vector<double> samples = {};
    std::vector<double> medians = {}; ///< Of each round.

    /// The waiter lies down, the holder leaves; then they change places.
    double turn(HiredisPeer& peer)
    {
        wait_for_listeners(peer, name, 0);
        waiter->tell("take " + name);
        wait_for_listeners(peer, name, 1);
        std::this_thread::sleep_for(to_lie_down);
        const double left = holder->ask("leave " + name).front();
        const double taken = waiter->answer();
        std::swap(holder, waiter);
        return (taken - left) / 1000;
    }
    template <typename Turn>
    void round(Turn turn)
    {
        std::vector<double> mine;
        for (int i = 0; i < turns; ++i)
            mine.push_back(turn());
        samples.insert(samples.end(), mine.begin(), mine.end());
        medians.push_back(percentile(mine, 0.5));
    }
    void round(HiredisPeer& peer)
    {
        round([&] { return turn(peer); });
    }
};

std::string figures(Way& way)
{
    return format("p50 %.0f us, p99 %.0f us, longest %.1f ms", percentile(way.samples, 0.5),
                  percentile(way.samples, 0.99), percentile(way.samples, 1) / 1000);
}

/// The median of the rounds.
double ratio(const std::vector<double>& ours, const std::vector<double>& theirs)
{
    std::vector<double> ratios;
    for (std::size_t i = 0; i < ours.size(); ++i)
        ratios.push_back(ours[i] / theirs[i]);
    return percentile(ratios, 0.5);
}

void compare_row(const std::string& what, Way& ours, Way& other)
{
    row(what.c_str(),
        figures(other)
            + format(": ours %.2f x, p99 %.2f x", ratio(ours.medians, other.medians),
                     percentile(ours.samples, 0.99) / percentile(other.samples, 0.99)),
        "");
}

void hand_over()
{
    const Sandbox sandbox({true, {}, "redis-server"}); // by TCP, because Redisson has nothing else
    const Endpoint& endpoint = sandbox.endpoint();
    const auto make_ours = [&]() -> Party::Play { return lockscope_play(endpoint); };
    const auto make_by_hand = [&]() -> Party::Play {
        return [by_hand = std::make_shared<ByHand>(endpoint)](std::string_view line) { return by_hand->play(line); };
    };
    Party ours_first = Party::forked(make_ours);
    Party ours_second = Party::forked(make_ours);
    Party by_hand_first = Party::forked(make_by_hand);
    Party by_hand_second = Party::forked(make_by_hand);
    const std::string channel = locks::unlock_channel("bench:message");
    const auto make_messenger = [&](const std::string& listens_to) -> Party::Play {
        return [messenger = std::make_shared<Messenger>(endpoint, listens_to)](std::string_view line) {
            return messenger->play(line);
        };
    };
    Party publisher = Party::forked([&] { return make_messenger("bench:nothing"); });
    Party listener = Party::forked([&] { return make_messenger(channel); });
    HiredisPeer peer(endpoint);
    auto java = redissons(endpoint, 4, 2);

    Way ours{"bench:ours", &ours_first, &ours_second};
    Way by_hand{"bench:by-hand", &by_hand_first, &by_hand_second};
    Way message{"bench:message", &publisher, &listener};
    std::optional<Way> redisson;
    if (!java.empty())
        redisson = Way{"bench:java", &java.front(), &java.back()};
    const auto message_turn = [&] {
        listener.tell("take " + message.name);
        std::this_thread::sleep_for(to_lie_down);
        const double left = publisher.ask("leave " + message.name).front();
        return (listener.answer() - left) / 1000;
    };

    if (redisson) {
        for (Party& party : java)
            party.ask("pairs 1 3000");
        redisson->holder->ask("take " + redisson->name);
        for (int i = 0; i < turns_to_warm_up; ++i)
            redisson->turn(peer);
    }
    for (Way* way : {&ours, &by_hand}) // only now: nobody renews what was taken by hand
        way->holder->ask("take " + way->name);
    wait_for_listeners(peer, message.name, 1);
    std::vector<double> pings;
    std::vector<double> rested_pings;
    for (int i = 0; i < rounds; ++i) { // in turn, so that all see the same machine
        pings.push_back(ping_time(peer, 200));
        rested_pings.push_back(ping_time(peer, turns, to_lie_down));
        message.round(message_turn);
        by_hand.round(peer);
        ours.round(peer);
        if (redisson)
            redisson->round(peer);
    }
    const auto slow = std::count_if(ours.samples.begin(), ours.samples.end(), [](double us) { return us > 1e6; });
    row("hand-over to a waiter in another process", figures(ours), "p99 <= 2 ms");
    const auto in_round_trips = [&](std::vector<double> round_trips) {
        const double times = ratio(ours.medians, round_trips); // before they are sorted
        return format("p50 %.2f x %.0f us", times, percentile(round_trips, 0.5));
    };
    row("  in round trips of PING, one after the other", in_round_trips(pings), "<= 3 x");
    row("  in those of PING after a pause, as a waiter has it", in_round_trips(rested_pings), "<= 3 x");
    row("  longer than 1 s", format("%.0f of %.0f", static_cast<double>(slow), rounds * turns), "0");
    if (redisson)
        compare_row("  " + redisson_name, ours, *redisson);
    compare_row("  the same scripts over hiredis, two connections each", ours, by_hand);
    compare_row("  the limit: PUBLISH to SUBSCRIBE over hiredis", ours, message);
}

} // namespace

int main(int argc, char** argv)
{
    return run_parts(argc, argv, {{"handover", 55, hand_over}});
}
