// SPDX-License-Identifier: Apache-2.0
#include "redis/candidates.hpp"

#include "redis/replication.hpp"

namespace lockscope::redis {

namespace {
/// How long another one that calls itself master, too, has to say so.
constexpr std::chrono::milliseconds further_opinions{1000};
} // namespace

Candidates::Candidates(asio::any_io_executor executor, const ConnectionOptions& options)
    : m_executor(std::move(executor))
    , m_options(options)
    , m_addresses(options.endpoint.addresses())
{
    m_options.endpoint.deployment = Deployment::single;
    m_options.endpoint.more.clear();
    m_options.locate = {};
    m_options.requires_master = false;
}

asio::awaitable<Address> Candidates::find()
{
    const auto self = shared_from_this();
    const auto round = std::make_shared<Round>(m_executor, &Candidates::ask);
    std::erase_if(m_rounds, [](const auto& each) { return each.expired(); });
    m_rounds.emplace_back(round);
    round->start(m_addresses, m_options);
    Clock::time_point end = Clock::now() + m_options.connect_timeout + m_options.command_timeout;
    bool is_first = true;
    while (!m_is_closed && round->pending() > 0 && Clock::now() < end) {
        co_await round->until_news(end);
        if (is_first && best_of(*round)) {
            is_first = false;
            end = std::min(end, Clock::now() + further_opinions);
        }
    }
    round->stop();
    if (const Round::Asked* best = best_of(*round))
        co_return best->where;
    Errc code = Errc::connection_failed;
    std::string replicas;
    for (const Round::Asked& each : round->asked) {
        if (each.answer)
            replicas += (replicas.empty() ? "" : ", ") + each.where.display();
        if (each.error && !each.error->transient() && each.error->errc() != Errc::closed)
            code = each.error->errc();
    }
    std::string sentence = "None of the servers says that it is the master";
    sentence += replicas.empty() ? "" : "; replicas are " + replicas;
    const std::string reasons = reasons_of(round->asked);
    sentence += reasons.empty() ? "" : "; " + reasons;
    throw Error(replicas.empty() ? code : Errc::read_only, sentence, m_options.endpoint.display());
}

asio::awaitable<Candidates::Role> Candidates::ask(Connection& candidate)
{
    const Replication replication =
        co_await ask_replication(candidate, Clock::now() + candidate.options().command_timeout);
    // Who must not say is believed: its READONLY would tell.
    const bool is_known = replication.role != ServerRole::unknown;
    co_return Role{replication.role == ServerRole::master || !is_known,
                   replication.replicas.value_or(is_known ? 0 : -1)};
}

const Candidates::Round::Asked* Candidates::best_of(const Round& round) const
{
    const Round::Asked* best = nullptr;
    for (const Round::Asked& each : round.asked) {
        if (each.answer && each.answer->is_master && (!best || each.answer->replicas > best->answer->replicas))
            best = &each;
    }
    return best;
}

void Candidates::close()
{
    m_is_closed = true;
    for (const auto& weak : m_rounds) {
        if (const auto round = weak.lock())
            round->stop();
    }
}

} // namespace lockscope::redis
