// SPDX-License-Identifier: Apache-2.0
#include "lockscope/sandbox_sentinel.hpp"

#include "lab/replica_group.hpp"
#include "lab/wait_for.hpp"
#include "lockscope/error.hpp"

#include <algorithm>
#include <map>

namespace lockscope {
namespace {

using lab::ReplicaGroup;
using lab::ServerPlan;
using lab::ServerProcess;
using redis::Command;
using redis::Reply;
using Fields = std::map<std::string, std::string>;

SandboxReplicationOptions servers_of(const SandboxSentinelOptions& options)
{
    return {.replicas = options.replicas,
            .password = options.password,
            .arguments = options.arguments,
            .executable = options.executable,
            .tls = options.tls};
}

std::string configuration_of(const SandboxSentinelOptions& options, const Endpoint& master)
{
    const std::string name = lab::quoted_word(options.service);
    std::string lines = "sentinel monitor " + name + " 127.0.0.1 " + std::to_string(master.port) + " "
                      + std::to_string(options.quorum) + "\n";
    const auto set = [&](const std::string& what, const std::string& value) {
        lines += "sentinel " + what + " " + name + " " + value + "\n";
    };
    set("down-after-milliseconds", std::to_string(options.down_after.count()));
    set("failover-timeout", std::to_string(options.failover_timeout.count()));
    set("parallel-syncs", std::to_string(std::max(options.replicas, 1)));
    if (!options.password.empty())
        set("auth-pass", lab::quoted_word(options.password));
    if (!options.sentinel_password.empty()) {
        const std::string secret = lab::quoted_word(options.sentinel_password);
        lines += "requirepass " + secret + "\nsentinel sentinel-pass " + secret + "\n";
    }
    return lines;
}

Fields to_fields(const Reply& reply)
{
    Fields fields;
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2)
        fields[reply.elements[i].text] = reply.elements[i + 1].text;
    return fields;
}

bool is_running(Sandbox& sandbox)
{
    return sandbox.process().state() == ServerProcess::State::running;
}

} // namespace

struct SandboxSentinel::Impl
{
    explicit Impl(SandboxSentinelOptions the_options) : options(std::move(the_options)), group(servers_of(options))
    {
        ServerPlan plan;
        plan.role = ServerPlan::Role::sentinel;
        plan.options = {.tcp = true, .arguments = {}, .executable = options.executable, .tls = options.tls};
        plan.configuration = configuration_of(options, group.at(0).endpoint());
        plan.password = options.sentinel_password;
        for (int i = 0; i < options.sentinels; ++i) {
            sentinels.push_back(std::make_unique<Sandbox>(ServerProcess::start(plan)));
            hurry(sentinels.back()->process());
        }
        introduce();
        endpoint = to_endpoint();
        wait_until_agreed();
    }

    /// An older Redis does not know this, and is slower. Not quicker than that: what a sentinel knows of a replica is
    /// too old for it after five times the period of PINGs or three times that of INFO, and of a dead master's replicas
    /// it learns only once a second. Without a replica that is known well enough it waits for twice the time-out.
    static void hurry(const ServerProcess& sentinel)
    {
        static_cast<void>(sentinel.ask(
            {Command{"SENTINEL", "DEBUG", "INFO-PERIOD", "500"}, Command{"SENTINEL", "DEBUG", "PUBLISH-PERIOD", "400"},
             Command{"SENTINEL", "DEBUG", "PING-PERIOD", "400"}, Command{"SENTINEL", "DEBUG", "ASK-PERIOD", "200"}}));
    }

    /// Sentinels find each other by what they publish on the master every two seconds. This says it for them, once
    /// they listen.
    void introduce()
    {
        const ServerProcess& master = group.at(0).process();
        const Command listeners{"PUBSUB", "NUMSUB", "__sentinel__:hello"};
        lab::wait_for("sentinels did not find the master", [&] {
            return master.ask(listeners).elements.at(1).as_integer() >= static_cast<std::int64_t>(sentinels.size());
        });
        const std::string about_master =
            ",0," + options.service + ",127.0.0.1," + std::to_string(group.at(0).endpoint().port) + ",0";
        for (const auto& sentinel : sentinels) {
            std::vector<Command> who;
            who.push_back(Command{"SENTINEL", "MYID"});
            const Reply id = sentinel->process().ask(std::move(who)).front();
            if (id.is_error()) // Before Redis 6.2: then it takes them the two seconds.
                return;
            const std::string port = std::to_string(sentinel->endpoint().port);
            master.ask(Command{"PUBLISH", "__sentinel__:hello", "127.0.0.1," + port + "," + id.text + about_master});
        }
    }

    [[nodiscard]] Endpoint to_endpoint()
    {
        Endpoint all = group.at(0).endpoint(); // Password and TLS are the same everywhere.
        all.deployment = Deployment::sentinel;
        all.service = options.service;
        all.sentinel_password = options.sentinel_password;
        all.port = sentinels.front()->endpoint().port;
        for (std::size_t i = 1; i < sentinels.size(); ++i)
            all.more.push_back(sentinels[i]->endpoint().addresses().front());
        return all;
    }

    [[nodiscard]] Fields look(Sandbox& sentinel) const
    {
        return to_fields(sentinel.process().ask(Command{"SENTINEL", "MASTER", options.service}));
    }

    [[nodiscard]] static Address address_in(Fields& fields)
    {
        Address address;
        address.host = fields["ip"];
        address.port = static_cast<std::uint16_t>(redis::to_integer(fields["port"]).value_or(0));
        return address;
    }

    [[nodiscard]] Address master_address()
    {
        for (const auto& sentinel : sentinels)
            if (is_running(*sentinel)) {
                Fields fields = look(*sentinel);
                return address_in(fields);
            }
        throw Error(Errc::connection_failed, "No sentinel of the sandbox runs.");
    }

    [[nodiscard]] bool is_complete(Fields& fields) const
    {
        return fields["flags"] == "master" && fields["num-slaves"] == std::to_string(group.size() - 1)
            && fields["num-other-sentinels"] == std::to_string(sentinels.size() - 1);
    }

    /// The one that all sentinels name, if they know everything, and it is a master that answers.
    [[nodiscard]] std::optional<Address> agreed_master()
    {
        std::optional<Address> agreed;
        for (const auto& sentinel : sentinels) {
            if (!is_running(*sentinel))
                continue;
            Fields fields = look(*sentinel);
            const Address named = address_in(fields);
            if (!is_complete(fields) || (agreed && *agreed != named))
                return {};
            agreed = named;
        }
        if (!agreed)
            return {};
        Sandbox& server = group.at(group.index_of(*agreed));
        if (!is_running(server) || server.process().ask(Command{"ROLE"}).elements.at(0).text != "master")
            return {};
        return agreed;
    }

    /// As this sentinel sees it, which looks from time to time only. One that believes a replica to be a master still
    /// would undo the next failover.
    [[nodiscard]] bool knows_replica(const Fields& fields)
    {
        const auto field = [&](const char* name) {
            const auto found = fields.find(name);
            return found == fields.end() ? std::string() : found->second;
        };
        Address address;
        address.port = static_cast<std::uint16_t>(redis::to_integer(field("port")).value_or(0));
        if (!is_running(group.at(group.index_of(address))))
            return true;
        return field("flags") == "slave" && field("role-reported") == "slave" && field("master-link-status") == "ok";
    }

    [[nodiscard]] bool knows_replicas(Sandbox& sentinel)
    {
        const Reply replicas = sentinel.process().ask(Command{"SENTINEL", "REPLICAS", options.service});
        return std::all_of(replicas.elements.begin(), replicas.elements.end(),
                           [this](const Reply& replica) { return knows_replica(to_fields(replica)); });
    }

    void wait_until_agreed()
    {
        lab::wait_for("sentinels did not agree on the servers", [&] {
            return agreed_master() && std::all_of(sentinels.begin(), sentinels.end(), [this](const auto& sentinel) {
                       return !is_running(*sentinel) || knows_replicas(*sentinel);
                   });
        });
    }

    SandboxSentinelOptions options;
    ReplicaGroup group;
    std::vector<std::unique_ptr<Sandbox>> sentinels;
    Endpoint endpoint;
};

SandboxSentinel::SandboxSentinel(SandboxSentinelOptions options) : m_impl(std::make_unique<Impl>(std::move(options))) {}

SandboxSentinel::~SandboxSentinel() = default;

const Endpoint& SandboxSentinel::endpoint() const noexcept
{
    return m_impl->endpoint;
}

Address SandboxSentinel::master_address()
{
    return m_impl->master_address();
}

Sandbox& SandboxSentinel::master()
{
    return m_impl->group.at(m_impl->group.index_of(master_address()));
}

int SandboxSentinel::servers() const noexcept
{
    return m_impl->group.size();
}

Sandbox& SandboxSentinel::server(int index)
{
    return m_impl->group.at(index);
}

int SandboxSentinel::sentinels() const noexcept
{
    return static_cast<int>(m_impl->sentinels.size());
}

Sandbox& SandboxSentinel::sentinel(int index)
{
    return *m_impl->sentinels.at(static_cast<std::size_t>(index));
}

void SandboxSentinel::kill_master()
{
    master().kill_server();
}

void SandboxSentinel::pause_master()
{
    master().pause_server();
}

void SandboxSentinel::restart_old()
{
    m_impl->group.bring_back();
}

void SandboxSentinel::failover()
{
    wait_until_agreed();
    const Address old = master_address();
    lab::wait_for("sentinels did not make another server the master", [&] {
        const std::optional<Address> agreed = m_impl->agreed_master();
        // None is under way: not yet, which is refused as long as no replica looks good enough, or no more, because it
        // was given up or undone while the machine was busy.
        if (agreed == old)
            m_impl->sentinels.front()->process().ask(Command{"SENTINEL", "FAILOVER", m_impl->options.service});
        return agreed && *agreed != old;
    });
}

void SandboxSentinel::cut_replication(int server)
{
    m_impl->group.cut(server);
}

void SandboxSentinel::mend_replication(int server)
{
    m_impl->group.mend(server);
}

void SandboxSentinel::wait_until_agreed()
{
    m_impl->wait_until_agreed();
}

Address SandboxSentinel::wait_for_failover(const Address& old)
{
    std::optional<Address> found;
    lab::wait_for("sentinels did not make another server the master", [&] {
        found = m_impl->agreed_master();
        return found && *found != old;
    });
    return *found;
}

void SandboxSentinel::wait_until_synchronised()
{
    m_impl->group.wait_until_synchronised(m_impl->group.index_of(master_address()));
}

} // namespace lockscope
