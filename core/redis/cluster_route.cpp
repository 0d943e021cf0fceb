// SPDX-License-Identifier: Apache-2.0
#include "redis/cluster_route.hpp"

#include "redis/cluster.hpp"
#include "redis/retry.hpp"

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

/// Does whoever sent the command want to hear that its slot is on its way?
bool is_answer(const Reply& refusal, const Redirection& redirection, Command::WhileMoving moving)
{
    using WhileMoving = Command::WhileMoving;
    if (says_half_moved(refusal))
        return moving != WhileMoving::follows;
    return redirection.kind == Redirection::Kind::ask && moving == WhileMoving::is_done_at_home;
}

/// What to throw if there is no time to try again. Whoever gets it may always do so later.
std::exception_ptr trouble_of(const Reply& refusal, const std::string& cluster)
{
    if (says_half_moved(refusal))
        return std::make_exception_ptr(HalfMoved(cluster));
    const Error error = to_error(refusal, cluster);
    return std::make_exception_ptr(error.transient() ? error : Error(Errc::master_down, error.message(), cluster));
}

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
        if (!commands.front().is_wanted())
            throw Error(Errc::cancelled, "It is no longer wanted.", m_cluster.name());
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
        m_trouble = std::make_exception_ptr(Error(
            Errc::master_down, "No node of " + m_cluster.name() + " serves this key just now.", m_cluster.name()));
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
    m_trouble = trouble_of(*refusal, m_cluster.name());
    m_asking.reset();
    if (says_down(*refusal))
        m_cluster.note_down(node->address());
    const Redirection redirection = *redirection_of(*refusal, node->address());
    if (is_answer(*refusal, redirection, commands.front().while_moving())) {
        m_cluster.suspect();
        co_return Next::done;
    }
    if (redirection.kind == Redirection::Kind::ask && commands.size() > 1) {
        m_cluster.migrates(redirection.slot);
        m_replies = co_await one_by_one(commands);
        co_return Next::done;
    }
    co_return follow(redirection);
}

asio::awaitable<std::vector<Reply>> ClusterRoute::send(std::shared_ptr<Node> node, const std::vector<Command>& commands)
{
    if (m_asking)
        return ask(std::move(node), commands.front());
    return ((*node).*m_role)().pipeline(commands, m_deadline);
}

/// Without the right to ask, that refusal is the answer.
asio::awaitable<std::vector<Reply>> ClusterRoute::ask(std::shared_ptr<Node> node, Command command)
{
    std::vector<Command> asked{Command{"ASKING"}, std::move(command)};
    std::vector<Reply> answers = co_await ((*node).*m_role)().pipeline(std::move(asked), m_deadline);
    answers.erase(answers.begin() + (answers.front().is_error() ? 1 : 0));
    co_return answers;
}

/// While their slot migrates, some keys of a transaction are here and some there, and ASKING counts for one command
/// only. So each goes its own way, and the replies are put together as EXEC would have done.
asio::awaitable<std::vector<Reply>> ClusterRoute::one_by_one(const std::vector<Command>& block)
{
    std::vector<Reply> replies(block.size());
    Reply& all = replies.back();
    all.kind = Reply::Kind::array;
    for (std::size_t i = 1; i + 1 < block.size(); ++i) {
        ClusterRoute route(m_cluster, m_role, m_slot, m_deadline);
        const std::vector<Command> single{block[i]};
        std::vector<Reply> answer = co_await route.run(single);
        all.elements.push_back(std::move(answer.front()));
        replies[i].kind = Reply::Kind::status;
        replies[i].text = "QUEUED";
    }
    if (!all.elements.empty())
        all.sent = all.elements.front().sent;
    replies.front().kind = Reply::Kind::status;
    replies.front().text = "OK";
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
    const bool is_at_once = is_member && m_redirections < many_redirections;
    if (redirection.kind == Redirection::Kind::moved) {
        m_cluster.moved(redirection.slot, redirection.to);
    } else {
        m_cluster.migrates(redirection.slot);
        if (is_at_once) // an ASK is good for this moment only; after a pause the owner is asked again
            m_asking = redirection.to;
    }
    return is_at_once ? Next::at_once : Next::after_a_pause;
}

asio::awaitable<void> ClusterRoute::rest()
{
    if (m_cluster.is_closed())
        throw Error(Errc::closed, "The connections to " + m_cluster.name() + " are closed.", m_cluster.name());
    if (!has_time_to_retry(m_pause, m_deadline))
        std::rethrow_exception(m_trouble);
    co_await m_cluster.until_news(m_pause);
    m_pause = std::min(m_pause * 2, longest_pause);
}

} // namespace lockscope::redis
