// SPDX-License-Identifier: Apache-2.0
#include "redis/cluster_route.hpp"

#include "redis/cluster.hpp"

#include <algorithm>
#include <utility>

namespace lockscope::redis {

using std::chrono::milliseconds;

namespace {

constexpr int most_redirections = 5;
/// From then on with pauses: the nodes do not agree with each other yet.
constexpr int many_redirections = 3;
constexpr milliseconds longest_pause{100};
const Address anywhere{};

} // namespace

const Reply* redirection_among(const std::vector<Reply>& replies)
{
    const auto found = std::find_if(replies.begin(), replies.end(),
                                    [](const Reply& reply) { return redirection_of(reply, anywhere).has_value(); });
    return found == replies.end() ? nullptr : &*found;
}

asio::awaitable<std::vector<Reply>> ClusterRoute::run(const std::vector<Command>& commands)
{
    while (true) {
        const Next next = co_await attempt(commands);
        if (next == Next::done)
            co_return std::move(m_replies);
        if (next == Next::after_a_pause)
            co_await rest();
    }
}

asio::awaitable<ClusterRoute::Next> ClusterRoute::attempt(const std::vector<Command>& commands)
{
    std::shared_ptr<Node> node = m_slot ? m_cluster.node_of(*m_slot) : m_cluster.any_node();
    if (m_asking)
        node = m_cluster.node_at(*m_asking);
    if (!node) {
        m_cluster.suspect();
        m_trouble.emplace(Errc::master_down, "No node of " + m_cluster.name() + " serves this key just now.",
                          m_cluster.name());
        m_asking.reset();
        co_return Next::after_a_pause;
    }
    try {
        m_replies = co_await send(node, commands);
    } catch (const Error& error) {
        // Closed means: it is no member any more, and this was not sent. Its successor is known already.
        if (error.errc() != Errc::closed || m_cluster.is_closed()) {
            if (error.transient())
                m_cluster.suspect();
            throw;
        }
        m_asking.reset();
        co_return Next::at_once;
    }
    const Reply* refusal = redirection_among(m_replies);
    if (!refusal)
        co_return Next::done;
    m_trouble = to_error(*refusal, m_cluster.name());
    m_asking.reset();
    co_return follow(*redirection_of(*refusal, node->address()));
}

asio::awaitable<std::vector<Reply>> ClusterRoute::send(std::shared_ptr<Node> node, const std::vector<Command>& commands)
{
    if (m_asking)
        return ask(std::move(node), commands);
    return ((*node).*m_role)().pipeline(commands, m_deadline);
}

/// ASKING counts for the next command only. A transaction cannot be asked for in this way, so its commands go one by
/// one, and their replies are put together as EXEC would have done.
asio::awaitable<std::vector<Reply>> ClusterRoute::ask(std::shared_ptr<Node> node, const std::vector<Command>& commands)
{
    const bool is_block = commands.size() > 1;
    std::vector<Command> asked;
    for (const Command& command : commands) {
        if (is_block && (command.words().front() == "MULTI" || command.words().front() == "EXEC"))
            continue;
        asked.push_back(Command{"ASKING"});
        asked.push_back(command);
    }
    const std::vector<Reply> answers = co_await ((*node).*m_role)().pipeline(std::move(asked), m_deadline);
    std::vector<Reply> replies;
    for (std::size_t i = 1; i < answers.size(); i += 2) // without the right to ask, the refusal is what counts
        replies.push_back(answers[i - 1].is_error() ? answers[i - 1] : answers[i]);
    if (!is_block || redirection_among(replies))
        co_return replies;
    Reply all;
    all.kind = Reply::Kind::array;
    all.elements = std::move(replies);
    Reply queued;
    queued.kind = Reply::Kind::status;
    queued.text = "QUEUED";
    replies.assign(commands.size() - 1, queued);
    replies.front().text = "OK";
    replies.push_back(std::move(all));
    co_return replies;
}

ClusterRoute::Next ClusterRoute::follow(const Redirection& redirection)
{
    if (redirection.kind == Redirection::Kind::try_again) {
        m_cluster.suspect();
        return Next::after_a_pause;
    }
    if (++m_redirections > most_redirections)
        throw Error(Errc::master_down,
                    "The nodes of " + m_cluster.name() + " send us from one to the other; try again later.",
                    m_cluster.name());
    // Only members that the cluster lists itself are connected to.
    const bool is_member = m_cluster.node_at(redirection.to) != nullptr;
    if (redirection.kind == Redirection::Kind::moved) {
        m_cluster.moved(redirection.slot, redirection.to);
    } else {
        m_cluster.migrates(redirection.slot);
        m_asking = redirection.to;
    }
    return is_member && m_redirections < many_redirections ? Next::at_once : Next::after_a_pause;
}

asio::awaitable<void> ClusterRoute::rest()
{
    if (m_cluster.is_closed())
        throw Error(Errc::closed, "The connections to " + m_cluster.name() + " are closed.", m_cluster.name());
    if (Clock::now() + m_pause >= m_deadline)
        throw m_trouble->transient() ? *m_trouble : Error(Errc::master_down, m_trouble->message(), m_cluster.name());
    co_await m_cluster.until_news(m_pause);
    m_pause = std::min(m_pause * 2, longest_pause);
}

} // namespace lockscope::redis
