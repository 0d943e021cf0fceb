// SPDX-License-Identifier: Apache-2.0
#include "locks/confirmation.hpp"

#include "locks/wait_room.hpp"
#include "redis/replication.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace lockscope::locks {

namespace asio = boost::asio;

bool is_gone(detail::ClientCore& core, const Error& error)
{
    return error.errc() == Errc::closed && !core.wait_room().is_closed();
}

Confirmation::Confirmation(detail::ClientCore& core, std::shared_ptr<redis::Node> node,
                           redis::ConnectionPool::Loan loan)
    : m_core(&core)
    , m_node(std::move(node))
    , m_loan(std::move(loan))
{}

asio::awaitable<Confirmation> Confirmation::begin(detail::ClientCore& core, std::string key, Clock::time_point limit)
{
    std::shared_ptr<redis::Node> node = co_await core.servers().master_of(key);
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

bool Confirmation::is_same_link() const noexcept
{
    return m_loan->is_open() && m_loan->link_number() == m_link_number;
}

asio::awaitable<bool> Confirmation::confirm(Clock::time_point limit)
{
    const Clock::time_point patience = limit + m_core->options.command_timeout;
    redis::Reply answer;
    try {
        const redis::Replication replication = co_await redis::ask_replication(*m_loan, patience);
        if (replication.role == redis::ServerRole::replica || !is_same_link())
            co_return false;
        if (replication.replicas == 0)
            co_return true;
        const auto left = std::chrono::duration_cast<milliseconds>(limit - Clock::now());
        std::vector<redis::Command> wait;
        wait.push_back(redis::Command{"WAIT", "1"}.arg(std::max<std::int64_t>(left.count(), 1)));
        std::vector<redis::Reply> replies = co_await m_loan->pipeline(std::move(wait), patience);
        answer = std::move(replies.front());
    } catch (const Error& error) {
        if (!error.transient() && !is_gone(*m_core, error))
            throw;
        co_return false;
    }
    if (answer.is_error()) {
        const Error refusal = redis::to_error(answer, m_core->servers().name(), "WAIT");
        if (!refusal.transient())
            throw Error(refusal.errc(),
                        "No replica could be waited for, so nothing was taken: " + refusal.message()
                            + "; permit WAIT, or do not wait for replicas.",
                        refusal.node());
        co_return false;
    }
    co_return answer.as_integer().value_or(0) > 0 && is_same_link();
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
