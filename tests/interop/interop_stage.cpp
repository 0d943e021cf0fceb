// SPDX-License-Identifier: Apache-2.0
#include "interop/interop_stage.hpp"

#include "lockscope/escape.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace lockscope::test {

namespace {

std::filesystem::path folder_of(const std::string& version)
{
    return std::filesystem::path(INTEROP_PEERS) / version;
}

std::vector<int> numbers(const std::string& version)
{
    std::vector<int> parts;
    std::istringstream text(version);
    for (std::string part; std::getline(text, part, '.');)
        parts.push_back(std::stoi(part));
    return parts;
}

} // namespace

InteropStage::InteropStage(Deployed::Kind kind, std::vector<std::string> running)
    : server(kind)
    , m_running(std::move(running))
{
    // Started side by side: a JVM takes a second.
    for (const std::string& version : m_running)
        m_java.emplace(version, std::make_unique<JavaPeer>(folder_of(version)));
}

std::vector<std::string> InteropStage::versions()
{
    std::vector<std::string> all;
    std::istringstream list(INTEROP_VERSIONS);
    for (std::string version; std::getline(list, version, ',');)
        all.push_back(version);
    return all;
}

bool InteropStage::is_at_least(const std::string& version, const std::string& least)
{
    return numbers(version) >= numbers(least);
}

// In a cluster with Redis 7 newer ones publish within the shard; older ones know only messages to everybody.
ClientOptions InteropStage::understood_by(const std::string& version, ClientOptions options) const
{
    if (!is_at_least(version, "3.22.0"))
        options.sharded_messages = ShardedMessages::off;
    return options;
}

JavaPeer& InteropStage::java(const std::string& version)
{
    return *m_java.at(version);
}

std::unique_ptr<JavaPeer> InteropStage::another_java(const std::string& version) const
{
    return std::make_unique<JavaPeer>(folder_of(version));
}

JavaOwner InteropStage::new_owner(const std::string& version, milliseconds watchdog)
{
    return new_owner(java(version), watchdog);
}

JavaOwner InteropStage::new_owner(JavaPeer& java, milliseconds watchdog)
{
    const std::string client = "watchdog-" + std::to_string(watchdog.count());
    java.connect(client, server.endpoint().uri_without_password(), watchdog);
    return java.owner(client, "t" + std::to_string(++m_threads));
}

std::string InteropStage::new_name()
{
    return "orders " + std::to_string(++m_names) + ":\u00fc";
}

bool InteropStage::is_awaited(const std::string& channel, int clients)
{
    // A virtual machine that has just begun takes its time, with TLS in a cluster the most; less than a lease of the
    // tests.
    constexpr std::chrono::seconds for_the_first{25};
    return until([&] { return server.subscribers(channel) == clients; }, for_the_first);
}

std::string InteropStage::leftovers(const std::string& name)
{
    std::string all;
    for (const std::string& key : server.keys()) {
        if (!key.starts_with("redisson_lock_token:"))
            all += "key " + escape(key) + "; ";
    }
    for (const std::string& channel : server.channels()) {
        if (channel.starts_with("redisson_") && channel.find(name) != std::string::npos)
            all += "subscription to " + escape(channel) + "; ";
    }
    return all;
}

std::optional<std::string> reason_to_skip()
{
    for (const std::string& version : InteropStage::versions()) {
        std::ifstream file(folder_of(version) / "outcome");
        std::string outcome;
        std::getline(file, outcome);
        if (outcome != "built")
            return "the Java program around Redisson " + version
                 + " is not built: " + (outcome.empty() ? "the target interop_peers makes it" : outcome);
    }
    return std::nullopt;
}

} // namespace lockscope::test
