// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/cluster_link.hpp"
#include "redis/cluster_messages.hpp"
#include "redis/servers.hpp"
#include "redis/slot_map.hpp"

#include <boost/asio/steady_timer.hpp>

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace lockscope::redis {

/// A Redis Cluster: knows which master serves which slot, keeps a Node for each, and finds out anew when a node says
/// so, is lost, or some seconds have passed. Only members that the cluster itself lists are ever connected to.
class Cluster final : public Servers, public std::enable_shared_from_this<Cluster>
{
public:
    using Clock = Link::Clock;

    Cluster(asio::any_io_executor executor, ConnectionOptions options, ShardedMessages sharded);
    ~Cluster() override;

    Link& commands() override { return m_commands; }
    Link& renewals() override { return m_renewals; }
    Link& monitor() override { return m_monitor; }
    Subscriber& messages() override { return *m_messages; }
    Nodes masters() override;
    asio::awaitable<Nodes> find_masters() override;
    asio::awaitable<std::shared_ptr<Node>> master_of(std::string_view key, Clock::time_point deadline,
                                                     std::function<bool()> wanted = {}) override;
    std::shared_ptr<Node> home_of(std::string_view key) override { return node_of(slot_of(key)); }
    std::shared_ptr<void> on_change(std::function<void()> listener) override;
    const std::string& name() const noexcept override { return m_name; }
    void close() override;

    /// @name For the links and the messages
    ///@{
    /// Until the slots are known. @throws Error: why they cannot be found out; at once if waiting does not help.
    /// cancelled, as Command::only_while() says of @p wanted.
    asio::awaitable<void> ready(Clock::time_point deadline, std::function<bool()> wanted = {});
    [[nodiscard]] bool is_ready() const noexcept { return !m_map.is_empty(); }
    [[nodiscard]] bool is_closed() const noexcept { return m_is_closed; }
    [[nodiscard]] bool is_sharded() const noexcept { return m_is_sharded; }
    [[nodiscard]] const ConnectionOptions& options() const noexcept { return m_options; }
    [[nodiscard]] std::shared_ptr<Node> node_of(unsigned slot); ///< nullptr if nobody serves it.
    [[nodiscard]] std::shared_ptr<Node> node_at(const Address& master);
    [[nodiscard]] std::shared_ptr<Node> any_node(); ///< One that is connected, if there is one.
    /// A node says that @p slot is served by @p master now.
    void moved(unsigned slot, const Address& master);
    /// Keys of this slot are on their way from one node to another.
    void migrates(unsigned slot);
    /// True for a while after that: messages within a shard may be told at either end.
    [[nodiscard]] bool is_migrating(unsigned slot) const;
    /// Something is wrong: find out anew, soon.
    void suspect() override;
    /// A member says that the cluster is down. Perhaps it is itself cut off from the others: then its map is of the
    /// past.
    void note_down(const Address& member);
    /// Until the next map, or for a moment at most.
    asio::awaitable<void> until_news(std::chrono::milliseconds limit);
    ///@}

private:
    struct Member
    {
        std::shared_ptr<Node> node;
        std::vector<std::shared_ptr<void>> listening;
    };
    asio::awaitable<void> watch();
    asio::awaitable<void> rest_until(Clock::time_point time);
    asio::awaitable<void> look();
    asio::awaitable<SlotMap> ask(const Address& member, std::chrono::milliseconds limit);
    asio::awaitable<void> decide_sharding();
    void require_allowed(const SlotMap& map) const;
    [[nodiscard]] std::vector<Address> candidates() const;
    void adopt(SlotMap map);
    void tell_waiters();
    [[nodiscard]] ConnectionOptions options_for(const Address& member) const;

    asio::any_io_executor m_executor;
    const ConnectionOptions m_options;
    const std::string m_name;
    const ShardedMessages m_sharded;
    SlotMap m_map;
    std::map<Address, Member> m_members; ///< The masters of m_map.
    std::unique_ptr<Connection> m_scout; ///< Asks for the map; stays with a member that answers.
    std::optional<Address> m_scouted;    ///< Where that is.
    std::optional<Address> m_hint;       ///< Who knows better than m_map.
    std::set<Address> m_silent;          ///< Those who did not answer the last time, so asked last.
    std::optional<Error> m_trouble;      ///< Why the last look failed.
    std::list<asio::steady_timer*> m_waiters;
    std::list<std::pair<std::weak_ptr<void>, std::function<void()>>> m_listeners;
    asio::steady_timer m_alarm;
    std::map<unsigned, Clock::time_point> m_migrating; ///< Slots, and until when that is assumed.
    bool m_is_started = false;
    bool m_is_scout_trusted = true; ///< Otherwise another member is asked next.
    bool m_is_suspicious = false;
    bool m_is_sharded = false;
    bool m_is_decided = false; ///< m_is_sharded is known.
    bool m_is_closed = false;
    ClusterLink m_commands, m_renewals, m_monitor;
    std::shared_ptr<ClusterMessages> m_messages;
};

} // namespace lockscope::redis
