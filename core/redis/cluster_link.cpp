// SPDX-License-Identifier: Apache-2.0
#include "redis/cluster_link.hpp"

#include "redis/cluster.hpp"
#include "redis/cluster_route.hpp"
#include "redis/redirection.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace lockscope::redis {

namespace {

/// Which word tells a script how to publish; as many as there are words if none does.
std::size_t published_at(const std::vector<std::string>& words)
{
    const std::int64_t keys = words.size() > 2 ? to_integer(words[2]).value_or(0) : 0;
    const std::size_t first = std::min(words.size(), 3 + static_cast<std::size_t>(std::max<std::int64_t>(keys, 0)));
    const auto found = std::find(words.begin() + static_cast<std::ptrdiff_t>(first), words.end(), "PUBLISH");
    return static_cast<std::size_t>(found - words.begin());
}

} // namespace

/// What several nodes have been asked for one caller.
struct ClusterLink::Gathering
{
    explicit Gathering(const asio::any_io_executor& executor) : done(executor)
    {
        done.expires_at(Clock::time_point::max());
    }
    std::vector<Reply> replies;
    std::exception_ptr failure;
    std::size_t open = 0;
    asio::steady_timer done;
};

asio::awaitable<std::vector<Reply>> ClusterLink::pipeline(std::vector<Command> commands, Clock::time_point deadline)
{
    if (commands.empty())
        co_return std::vector<Reply>{};
    co_await m_cluster.ready(deadline, commands.front().wanted());
    const std::size_t count = commands.size();
    std::vector<Unit> units = split(std::move(commands));
    if (units.size() == 1)
        co_return co_await run(std::move(units.front()), deadline);
    co_return co_await scatter(std::move(units), count, deadline);
}

std::vector<ClusterLink::Unit> ClusterLink::split(std::vector<Command> commands) const
{
    std::vector<Unit> units;
    bool is_in_block = false;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        if (!is_in_block)
            units.push_back({{}, std::nullopt, i});
        Unit& unit = units.back();
        if (const auto key = key_of(commands[i]); key && !unit.slot)
            unit.slot = slot_of(*key);
        const std::string& verb = commands[i].words().front();
        is_in_block = verb == "MULTI" || (is_in_block && verb != "EXEC");
        unit.commands.push_back(translated(std::move(commands[i])));
    }
    return units;
}

/// What the cluster calls differently where messages stay within a shard. No argument of a script of ours is the word
/// PUBLISH for another reason: names of users stand there with a prefix only. Its keys are names of users.
Command ClusterLink::translated(Command command) const
{
    if (!m_cluster.is_sharded())
        return command;
    const auto& words = command.words();
    const std::string& verb = words.front();
    const bool is_script = verb == "EVAL" || verb == "EVALSHA";
    const std::size_t said_at = is_script ? published_at(words) : words.size();
    if (is_script ? said_at == words.size() : verb != "PUBLISH" && verb != "PUBSUB")
        return command;
    std::vector<std::string> said = words;
    if (is_script)
        said[said_at] = "SPUBLISH";
    else if (verb == "PUBLISH")
        said[0] = "SPUBLISH";
    else if (said.size() > 1 && (said[1] == "NUMSUB" || said[1] == "CHANNELS"))
        said[1].insert(0, "SHARD");
    return command.with(std::move(said));
}

std::shared_ptr<Node> ClusterLink::node_for(const Unit& unit) const
{
    return unit.slot ? m_cluster.node_of(*unit.slot) : m_cluster.any_node();
}

asio::awaitable<std::vector<Reply>> ClusterLink::run(Unit unit, Clock::time_point deadline)
{
    ClusterRoute route(m_cluster, m_role, unit.slot, deadline);
    co_return co_await route.run(unit.commands);
}

asio::awaitable<std::vector<Reply>> ClusterLink::scatter(std::vector<Unit> units, std::size_t count,
                                                         Clock::time_point deadline)
{
    const auto executor = co_await asio::this_coro::executor;
    auto gathering = std::make_shared<Gathering>(executor);
    gathering->replies.resize(count);
    std::map<std::shared_ptr<Node>, std::vector<Unit>> shares;
    for (Unit& unit : units)
        shares[node_for(unit)].push_back(std::move(unit));
    gathering->open = shares.size();
    for (auto& [node, share] : shares) {
        auto work = run_all(node, std::move(share), deadline, gathering);
        asio::co_spawn(executor, std::move(work), [gathering](std::exception_ptr failure) {
            if (failure && !gathering->failure)
                gathering->failure = std::move(failure);
            if (--gathering->open == 0)
                gathering->done.cancel();
        });
    }
    boost::system::error_code ignored;
    while (gathering->open > 0)
        co_await gathering->done.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    if (gathering->failure)
        std::rethrow_exception(gathering->failure);
    co_return std::move(gathering->replies);
}

/// All that this node is thought to serve, in one go; what it does not is run by itself.
asio::awaitable<void> ClusterLink::run_all(std::shared_ptr<Node> node, std::vector<Unit> units,
                                           Clock::time_point deadline, std::shared_ptr<Gathering> gathering)
{
    std::vector<Reply> replies;
    if (node) {
        std::vector<Command> commands;
        for (const Unit& unit : units)
            commands.insert(commands.end(), unit.commands.begin(), unit.commands.end());
        try {
            replies = co_await ((*node).*m_role)().pipeline(std::move(commands), deadline);
        } catch (const Error& error) {
            if (error.errc() != Errc::closed || m_cluster.is_closed())
                throw;
        }
    }
    auto next = replies.begin();
    for (Unit& unit : units) {
        const std::size_t length = unit.commands.size();
        const std::size_t first = unit.first;
        std::vector<Reply> own;
        if (next != replies.end()) {
            own.assign(std::make_move_iterator(next),
                       std::make_move_iterator(next + static_cast<std::ptrdiff_t>(length)));
            next += static_cast<std::ptrdiff_t>(length);
        }
        if (own.empty() || redirection_among(own))
            own = co_await run(std::move(unit), deadline);
        std::move(own.begin(), own.end(), gathering->replies.begin() + static_cast<std::ptrdiff_t>(first));
    }
}

void ClusterLink::send(const Command& command)
{
    const auto key = key_of(command);
    if (const auto node = key ? m_cluster.node_of(slot_of(*key)) : m_cluster.any_node())
        ((*node).*m_role)().send(translated(command));
}

asio::awaitable<void> ClusterLink::open()
{
    co_await m_cluster.ready(Clock::now() + options().connect_timeout);
    const std::shared_ptr<Node> node = m_cluster.any_node();
    if (node)
        co_await ((*node).*m_role)().open();
}

bool ClusterLink::is_open() const noexcept
{
    return m_cluster.is_ready();
}

bool ClusterLink::is_lost(std::string_view key) const noexcept
{
    const std::shared_ptr<Node> home = m_cluster.home_of(key);
    return home && (home.get()->*m_role)().is_lost();
}

const ConnectionOptions& ClusterLink::options() const noexcept
{
    return m_cluster.options();
}

const std::string& ClusterLink::node() const noexcept
{
    return m_cluster.name();
}

unsigned ClusterLink::group_of(std::string_view key) const noexcept
{
    return slot_of(key);
}

std::string_view ClusterLink::publish_verb() const noexcept
{
    return m_cluster.is_sharded() ? "SPUBLISH" : "PUBLISH";
}

} // namespace lockscope::redis
