// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interop/interop_stage.hpp"
#include "interop/our_waiter.hpp"

#include <QObject>

namespace lockscope::test {

/// A test that runs with each version of Redisson, each of its slots on an empty server with new names and new clients
/// of ours. What it leaves behind in Redis, keys or subscriptions, is a failure.
class InteropTest : public QObject
{
    Q_OBJECT

protected:
    /// @param since the first version to run with
    explicit InteropTest(InteropStage& stage, std::string since = "0");

    [[nodiscard]] static std::string version();
    [[nodiscard]] InteropStage& stage() const { return m_stage; }
    /// The server of name().
    [[nodiscard]] RedisClient& redis() const { return m_stage.server.home_of(m_name); }
    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] Client& client() { return *m_client; }
    [[nodiscard]] Client& quick_client() { return *m_quick_client; } ///< With the short watchdog.

    /// Was it soon enough after @p start for a message? Remembers the slowest.
    ///@{
    [[nodiscard]] bool is_prompt(Clock::time_point start, Clock::time_point at);
    [[nodiscard]] bool is_prompt(Clock::time_point start, const JavaCommand& entering);
    [[nodiscard]] bool is_prompt(Clock::time_point start, OurWaiter& entering);
    ///@}

private slots:
    void initTestCase_data();
    void init();
    void cleanup();
    void cleanupTestCase();

private:
    InteropStage& m_stage;
    std::string m_since;
    std::string m_name;
    std::optional<Client> m_client, m_quick_client;
    milliseconds m_slowest{0};
};

} // namespace lockscope::test
