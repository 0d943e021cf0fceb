// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/demo_traffic.hpp"
#include "support/deployments.hpp"
#include "support/seed.hpp"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace lockscope::random {

/// Servers of its own, whose locks change all the time, and which are stopped, killed, emptied, filled and forbidden
/// things while they do. All of that on a thread of its own.
class BadDay
{
public:
    BadDay(test::DeploymentKind kind, std::uint64_t seed);
    ~BadDay();

    [[nodiscard]] const Endpoint& endpoint() const { return m_servers->endpoint(); }
    /// Ends all troubles and changes; returns when the servers are well and answer.
    void calm();
    void goOn();
    /// Of one lock, as its server itself says it.
    struct Truth
    {
        std::map<std::string, std::string> holders; ///< The fields in Redis, and their counts; empty: free.
        std::vector<std::string> queue;
        bool operator==(const Truth&) const = default;
    };
    /// Of each of its locks, by their names. Only while it is calm.
    [[nodiscard]] std::map<std::string, Truth> truth();
    /// How often each trouble befell it.
    [[nodiscard]] std::map<std::string, int> troubles() const { return m_troubles; }

private:
    struct Trouble
    {
        const char* name;
        void (BadDay::*befall)();
    };
    [[nodiscard]] const std::vector<Trouble>& all() const;
    [[nodiscard]] bool hasFailover() const { return m_kind != test::DeploymentKind::single; }

    void live();
    /// @returns whether it may go on then
    bool pause(int milliseconds);
    /// At the server of this lock. What is refused at the moment, is.
    void command(const std::string& lock, const std::vector<std::string>& words);
    void recover();
    void mend();

    void changeLock();
    void hold(const std::string& lock);
    void queueUp(const std::string& lock);
    void read(const std::string& lock);
    void holdForEver(const std::string& lock);
    void release(const std::string& lock);
    void spoil(const std::string& lock);

    void stop();
    void die();
    void handOver();
    void dropClients();
    void forbid();
    void flood();
    void empty();
    void forgetScripts();
    void becomeReplica();
    void runOutOfMemory();
    void growHuge();

    [[nodiscard]] static std::string lockNumber(int number);
    [[nodiscard]] std::string anyLock();
    [[nodiscard]] std::string anyOwner();

    test::DeploymentKind m_kind;
    std::unique_ptr<test::ServersOfTest> m_servers;
    std::unique_ptr<DemoTraffic> m_traffic;
    test::Dice m_dice;
    std::map<const Sandbox*, test::RedisClient> m_clients;
    std::map<std::string, int> m_troubles;
    std::mutex m_mutex;
    std::condition_variable m_told;
    bool m_isToStop = false;
    std::thread m_thread;
};

} // namespace lockscope::random
