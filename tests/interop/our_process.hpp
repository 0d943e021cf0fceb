// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <QProcess>

#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

/// A process of ours that a test can kill: this program once more. It takes locks, one after the other, and keeps them
/// by a short watchdog.
///
///     OurProcess mortal({server.endpoint()}, {java_object("fair", "a"), java_object("multi", {"b", "c"})});
///     QVERIFY(mortal.holds_all());
///     mortal.kill();
class OurProcess
{
public:
    /// @param endpoints one; several for a RedLock
    /// @param locks types and names as the Java program takes them
    OurProcess(const std::vector<Endpoint>& endpoints, const std::vector<std::string>& locks);
    ~OurProcess();
    OurProcess(const OurProcess&) = delete;
    OurProcess& operator=(const OurProcess&) = delete;

    /// Waits until it does.
    [[nodiscard]] bool holds_all();
    void kill(); ///< SIGKILL, and waits until it is gone.

private:
    QProcess m_process;
};

/// What the program does if it was started as such a process. @returns its exit code; nothing if it was not.
[[nodiscard]] std::optional<int> as_our_process(int argc, char** argv);

} // namespace lockscope::test
