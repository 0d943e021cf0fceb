// SPDX-License-Identifier: Apache-2.0
#include "locks/confirmation.hpp"

#include "locks/wait_room.hpp"
#include "redis/replication.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace lockscope::locks {

namespace asio = boost::asio;

bool is_gone(detail::ClientCore& core, const Error& error)
{
    return error.errc() == Errc::closed && !core.wait_room().is_closed();
}

namespace {

bool is_passing(const redis::Reply& refusal)
{
    return redis::to_error(refusal, {}, {}).transient();
}

} // namespace

Confirmation::Confirmation(detail::ClientCore& core, std::shared_ptr<redis::Node> node,
                           redis::ConnectionPool::Loan loan)
    : m_core(&core)
    , m_node(std::move(node))
    , m_loan(std::move(loan))
{}

asio::awaitable<Confirmation> Confirmation::begin(detail::ClientCore& core, std::string key, Clock::time_point limit)
{
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const auto is_wanted = [&] { return cancellation.cancelled() == asio::cancellation_type::none; };
    std::shared_ptr<redis::Node> node = co_await core.servers().master_of(key, limit, is_wanted);
    redis::ConnectionPool& pool = node->waiting(core.options.replica_timeout);
    redis::ConnectionPool::Loan loan = co_await pool.borrow(limit);
    co_return Confirmation(core, std::move(node), std::move(loan));
}

ScriptCall Confirmation::adapted(ScriptCall call) const
{
    const std::string_view verb = m_core->servers().commands().publish_verb();
    std::replace(call.args.begin(), call.args.end(), std::string("PUBLISH"), std::string(verb));
    return call;
}

bool Confirmation::is_same_link() const
{
    return m_node->commands().is_open() && m_node->commands().link_number() == m_taken_over;
}

asio::awaitable<bool> Confirmation::is_still_master(Clock::time_point limit) const
{
    const redis::Replication replication = co_await redis::ask_replication(link(), limit);
    co_return (replication.role == redis::ServerRole::master && is_same_link());
}

asio::awaitable<bool> Confirmation::confirm(ScriptCall restate, Clock::time_point limit)
{
    const Clock::time_point patience = limit + m_core->options.command_timeout;
    std::uint64_t asked_over = 0;
    std::vector<redis::Reply> replies;
    try {
        const redis::Replication replication = co_await redis::ask_replication(*m_loan, patience);
        if (replication.role == redis::ServerRole::replica || !is_same_link())
            co_return false;
        asked_over = m_loan->link_number();
        std::vector<redis::Command> commands;
        commands.push_back(restate.script->eval(restate.keys, restate.args));
        if (replication.replicas != 0) {
            const auto left = std::chrono::duration_cast<milliseconds>(limit - Clock::now());
            commands.push_back(redis::Command{"WAIT", "1"}.arg(std::max<std::int64_t>(left.count(), 1)));
        }
        replies = co_await m_loan->pipeline(std::move(commands), patience);
    } catch (const Error& error) {
        if (!error.transient() && !is_gone(*m_core, error))
            throw;
        co_return false;
    }
    const redis::Reply& restated = replies.front();
    if (restated.is_error() && !is_passing(restated))
        throw redis::to_error(restated, m_core->servers().name(), "A script");
    const redis::Reply* const waited = replies.size() > 1 ? &replies.back() : nullptr;
    if (waited && waited->is_error() && !is_passing(*waited)) {
        const Error refusal = redis::to_error(*waited, m_core->servers().name(), "WAIT");
        throw Error(refusal.errc(),
                    "No replica could be waited for, so nothing was taken: " + refusal.message()
                        + "; permit WAIT, or do not wait for replicas.",
                    refusal.node());
    }
    // Both connections led to one server all the time: to that which took it, and whose replicas were asked for.
    const bool is_one_server = is_same_link() && m_loan->is_open() && m_loan->link_number() == asked_over
                            && m_loan->where() == m_node->commands().where();
    const bool is_there = restated.as_integer() == 1;
    const bool is_had = !waited || waited->as_integer().value_or(0) > 0;
    co_return (is_one_server && is_there && is_had);
}

asio::awaitable<void> Redirected::after(detail::ClientCore& core, std::string key, Error error,
                                        Confirmation::Clock::time_point limit)
{
    constexpr int most = 5;
    if (error.errc() != Errc::redirected && !is_gone(core, error))
        throw error;
    if (++m_times > most || Confirmation::Clock::now() >= limit)
        throw Error(Errc::master_down, error.message(), error.node());
    try {
        // The link of all commands follows redirections, and remembers where they lead.
        redis::Command look{"EXISTS", key};
        co_await core.servers().commands().call(std::move(look), limit);
    } catch (const Error& trouble) {
        if (!trouble.transient())
            throw;
    }
    asio::steady_timer pause(core.executor(), milliseconds(10) * (1 << m_times));
    boost::system::error_code ignored;
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
}

std::string not_confirmed(const detail::ClientCore& core)
{
    return "was not confirmed by any replica within " + std::to_string(core.options.replica_timeout.count())
         + " ms, so it was given back; see whether the replicas keep up with their master.";
}

} // namespace lockscope::locks
