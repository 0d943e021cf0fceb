// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"
#include "lockscope/client.hpp"

#include <boost/asio/cancellation_signal.hpp>

#include <list>
#include <random>
#include <string>
#include <vector>

namespace lockscope::lab {

namespace asio = boost::asio;
using std::chrono::milliseconds;

class Player;

/// What one thread of a simulated client does over and over: its lock, and its own dice.
struct Part
{
    Player& player;
    std::string lock;
    OwnerId owner;
    std::minstd_rand random;

    /// A time between the two, by the dice.
    [[nodiscard]] milliseconds between(int low, int high);
    [[nodiscard]] bool happens_once_in(int times);
};

/// One round of a part. Runs on the player's I/O thread; errors end the round.
using Role = asio::awaitable<void> (*)(Part& part);

/// One simulated client: a Client of its own, with its own UUID, whose threads are coroutines.
class Player
{
public:
    Player(const Endpoint& endpoint, const std::string& name);
    /// Ends all parts where they stand; what they hold stays.
    ~Player();
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    /// Plays rounds of @p role until the end; each part has a thread number of its own.
    void play(Role role, std::string lock);

    [[nodiscard]] Client& client() noexcept { return m_client; }
    /// On the I/O thread only.
    [[nodiscard]] redis::Servers& servers() { return m_client.core()->servers(); }
    asio::awaitable<std::int64_t> eval(const redis::Script& script, std::vector<std::string> keys,
                                       std::vector<std::string> arguments);

private:
    static asio::awaitable<void> perform(Role role, Part part);
    std::list<asio::cancellation_signal> m_stops; // Outlives the coroutines, which end with the client.
    Client m_client;
    std::int64_t m_threads = 0;
};

/// On the calling coroutine's executor; cancellable.
asio::awaitable<void> pause(milliseconds time);

} // namespace lockscope::lab
