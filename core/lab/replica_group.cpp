// SPDX-License-Identifier: Apache-2.0
#include "lab/replica_group.hpp"

#include "lab/wait_for.hpp"
#include "lockscope/error.hpp"

#include <algorithm>
#include <string>

namespace lockscope::lab {
namespace {

using redis::Command;
using redis::Reply;

std::string to_lines(const SandboxReplicationOptions& options)
{
    // A comment at least: the file must be there, because a Sentinel has the server write into it whom it follows.
    std::string lines = "# Made by Lockscope's sandbox.\n";
    // The usual five seconds are for many replicas that come at once.
    lines += "repl-diskless-sync-delay 0\n";
    if (!options.password.empty())
        lines +=
            "requirepass " + quoted_word(options.password) + "\nmasterauth " + quoted_word(options.password) + "\n";
    return lines;
}

std::unique_ptr<Sandbox> start_server(const SandboxReplicationOptions& options, const std::string& lines)
{
    ServerPlan plan;
    plan.options = {.tcp = true, .arguments = options.arguments, .executable = options.executable, .tls = options.tls};
    plan.configuration = lines;
    plan.password = options.password;
    return std::make_unique<Sandbox>(ServerProcess::start(plan));
}

/// ROLE of a master: "master", offset, …; of a replica: "slave", host, port, "connected", offset.
std::int64_t offset_of(const Reply& role)
{
    const std::size_t place = role.elements.at(0).text == "master" ? 1 : 4;
    return role.elements.at(place).as_integer().value_or(-1);
}

/// A replica may count itself as connected before its master counts on it: ROLE of a master lists only replicas that
/// have answered since they loaded its data, each as [host, port, offset].
bool counts_on(const Reply& masters_role, std::int64_t replica_port)
{
    const auto& replicas = masters_role.elements.at(2).elements;
    return std::any_of(replicas.begin(), replicas.end(), [&](const Reply& replica) {
        return replica.elements.size() > 1 && replica.elements[1].as_integer() == replica_port;
    });
}

} // namespace

ReplicaGroup::ReplicaGroup(const SandboxReplicationOptions& options) : m_options(options)
{
    const std::string lines = to_lines(options);
    m_servers.push_back(start_server(options, lines));
    const std::string port = std::to_string(at(0).endpoint().port);
    for (int i = 0; i < options.replicas; ++i)
        m_servers.push_back(start_server(options, lines + "replicaof 127.0.0.1 " + port + "\n"));
    wait_until_synchronised(0);
}

const ServerProcess& ReplicaGroup::process(int index) const
{
    return m_servers.at(static_cast<std::size_t>(index))->process();
}

int ReplicaGroup::index_of(const Address& address) const
{
    for (int i = 0; i < size(); ++i)
        if (process(i).endpoint().port == address.port)
            return i;
    throw Error(Errc::connection_failed, "The server " + address.display() + " is none of the sandbox' own.");
}

bool ReplicaGroup::has_what(int replica, int master) const
{
    const Reply role = process(replica).ask(Command{"ROLE"});
    if (role.elements.size() < 5 || role.elements[3].text != "connected"
        || role.elements[2].as_integer() != process(master).endpoint().port)
        return false;
    const Reply masters = process(master).ask(Command{"ROLE"});
    return masters.elements.at(0).text == "master" && counts_on(masters, process(replica).endpoint().port)
        && offset_of(role) >= offset_of(masters);
}

void ReplicaGroup::wait_until_synchronised(int master)
{
    for (int i = 0; i < size(); ++i)
        if (i != master && process(i).state() == ServerProcess::State::running)
            wait_for("replica did not get what its master has", [&] { return has_what(i, master); });
}

void ReplicaGroup::cut(int replica)
{
    process(replica).ask(Command{"CONFIG", "SET", "masterauth", "cut-" + m_options.password});
    process(replica).ask(Command{"CLIENT", "KILL", "TYPE", "master"});
    wait_for("replica did not lose its link", [&] {
        const Reply role = process(replica).ask(Command{"ROLE"});
        return role.elements.size() < 5 || role.elements[3].text != "connected";
    });
}

void ReplicaGroup::mend(int replica)
{
    process(replica).ask(Command{"CONFIG", "SET", "masterauth", m_options.password});
}

void ReplicaGroup::promote(int server)
{
    process(server).ask(Command{"REPLICAOF", "NO", "ONE"});
    const std::string port = std::to_string(process(server).endpoint().port);
    for (int i = 0; i < size(); ++i)
        if (i != server && process(i).state() == ServerProcess::State::running)
            process(i).ask(Command{"REPLICAOF", "127.0.0.1", port});
}

void ReplicaGroup::bring_back()
{
    for (const auto& server : m_servers)
        lab::bring_back(*server);
}

} // namespace lockscope::lab
