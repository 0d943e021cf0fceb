// SPDX-License-Identifier: Apache-2.0
#include "lab/actors/player.hpp"

#include "lockscope/error.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

namespace lockscope::lab {

namespace {

constexpr milliseconds command_timeout{3000};
constexpr milliseconds breather{1000}; ///< After an error, before the next round.

ClientOptions options_of(const std::string& name)
{
    ClientOptions options;
    options.name = name;
    return options;
}

redis::Connection::Clock::time_point deadline()
{
    return redis::Connection::Clock::now() + command_timeout;
}

} // namespace

milliseconds Part::between(int low, int high)
{
    return milliseconds(std::uniform_int_distribution(low, high)(random));
}

bool Part::happens_once_in(int times)
{
    return std::uniform_int_distribution(1, times)(random) == 1;
}

Player::Player(const Endpoint& endpoint, const std::string& name) : m_client(endpoint, options_of(name)) {}

Player::~Player()
{
    asio::post(m_client.executor(), [this] {
        for (auto& stop : m_stops)
            stop.emit(asio::cancellation_type::terminal);
    });
}

void Player::play(Role role, std::string lock)
{
    const OwnerId owner{m_client.id(), ++m_threads};
    // The dice depend on the names alone: every run tells the same story.
    const auto seed = static_cast<std::uint32_t>(std::hash<std::string>()(m_client.options().name + lock)) + 1;
    Part part{*this, std::move(lock), owner, std::minstd_rand(seed + static_cast<std::uint32_t>(m_threads))};
    auto& stop = m_stops.emplace_back();
    asio::co_spawn(m_client.executor(), perform(role, std::move(part)),
                   asio::bind_cancellation_slot(stop.slot(), asio::detached));
}

asio::awaitable<void> Player::perform(Role role, Part part)
{
    for (;;) {
        bool has_failed = false;
        try {
            co_await role(part);
        } catch (const Error& error) {
            if (error.errc() == Errc::closed || error.errc() == Errc::cancelled)
                co_return;
            has_failed = true; // The server is away, or somebody freed our lock: simulated clients go on.
        } catch (const std::exception&) {
            co_return; // Asio's word for "the end".
        }
        try {
            co_await pause(has_failed ? breather : milliseconds(20));
        } catch (const std::exception&) {
            co_return;
        }
    }
}

asio::awaitable<std::int64_t> Player::eval(const redis::Script& script, std::vector<std::string> keys,
                                           std::vector<std::string> arguments)
{
    const auto reply = co_await servers().commands().eval(script, std::move(keys), std::move(arguments), deadline());
    co_return reply.as_integer().value_or(0);
}

asio::awaitable<void> pause(milliseconds time)
{
    asio::steady_timer timer(co_await asio::this_coro::executor, time);
    co_await timer.async_wait(asio::use_awaitable);
}

} // namespace lockscope::lab
