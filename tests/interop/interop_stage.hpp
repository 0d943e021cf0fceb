// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interop/java_lock.hpp"
#include "interop/java_peer.hpp"
#include "interop/our_process.hpp"
#include "support/deployed.hpp"
#include "support/lock_suite.hpp"

#include <QCoreApplication>
#include <QTest>

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

/// How soon somebody must enter who is woken by a message, on a machine that has much else to do; all leases of such
/// tests are several times as long.
inline constexpr milliseconds prompt{6000};
inline constexpr milliseconds usual_watchdog{30000}; ///< Redisson's default, and ours.
/// For tests that wait for the end of a lease. Renewed every second and a half on both sides.
inline constexpr milliseconds short_watchdog{4500};

[[nodiscard]] inline ClientOptions quick_options()
{
    ClientOptions options;
    options.watchdog_lease = short_watchdog;
    return options;
}

/// A Redis, and a Java service for each version of Redisson, which all tests of a program share.
class InteropStage
{
public:
    explicit InteropStage(Deployed::Kind kind = Deployed::Kind::single, std::vector<std::string> running = versions());

    /// Of Redisson, the oldest first: those that were built.
    [[nodiscard]] static std::vector<std::string> versions();
    /// Is @p version at least @p least? An empty one is less than any other.
    [[nodiscard]] static bool is_at_least(const std::string& version, const std::string& least);

    Deployed server;

    /// Of Redisson: those that run on this stage.
    [[nodiscard]] const std::vector<std::string>& running() const noexcept { return m_running; }
    /// As @p options, but such that a client of ours and this Redisson hear each other.
    [[nodiscard]] ClientOptions understood_by(const std::string& version, ClientOptions options = {}) const;
    /// The program that runs as long as the tests do.
    [[nodiscard]] JavaPeer& java(const std::string& version);
    /// One that a test may harm.
    [[nodiscard]] std::unique_ptr<JavaPeer> another_java(const std::string& version) const;
    /// A thread that was not used before, of a client with this watchdog time-out.
    [[nodiscard]] JavaOwner new_owner(const std::string& version, milliseconds watchdog = usual_watchdog);
    [[nodiscard]] JavaOwner new_owner(JavaPeer& java, milliseconds watchdog = usual_watchdog);
    /// A name that was not used before, and is not plain ASCII.
    [[nodiscard]] std::string new_name();

    /// Do exactly @p clients clients listen to @p channel, or within the patience of a test?
    [[nodiscard]] bool is_awaited(const std::string& channel, int clients = 1);
    /// Keys, and subscriptions to channels of @p name, that are in the server now, for people; empty if there are none.
    /// Fencing tokens stay by design and do not count.
    [[nodiscard]] std::string leftovers(const std::string& name);

private:
    std::vector<std::string> m_running;
    std::map<std::string, std::unique_ptr<JavaPeer>> m_java;
    int m_names = 0, m_threads = 0;
};

/// Why the tests cannot run here, if so: the Java program could not be built.
[[nodiscard]] std::optional<std::string> reason_to_skip();
inline constexpr int skipped = 77; ///< The exit code that CTest takes for "skipped".

/// Runs @p all in a program that is prepared for tests with Java. @returns the exit code of the program.
template <typename All>
int with_interop(int argc, char** argv, All all)
{
    if (const auto code = as_our_process(argc, argv))
        return *code;
    if (const auto reason = reason_to_skip()) {
        std::fprintf(stderr, "skipped: %s\n", reason->c_str());
        return skipped;
    }
    qputenv("QTEST_DISABLE_STACK_DUMP", "1"); // a debugger that stops us stops the Java programs' watchdogs, too
    const QCoreApplication application(argc, argv);
    return all() == 0 ? 0 : 1;
}

/// The main function of a program: runs each of the test classes, which are made with an InteropStage&.
template <typename... Tests>
int run_interop(int argc, char** argv)
{
    return with_interop(argc, argv, [&] {
        InteropStage stage;
        int failed = 0;
        const auto run = [&](auto&& test) { failed += QTest::qExec(&test, argc, argv); };
        (run(Tests(stage)), ...);
        return failed;
    });
}

} // namespace lockscope::test
