// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/server_process.hpp"
#include "lockscope/client.hpp"
#include "lockscope/demonstration.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <string>

namespace lockscope::lab {

inline constexpr std::chrono::milliseconds lesson_lease{30000}; ///< Longer than any lesson.
inline constexpr const char* lesson_lock = "orders:42";

/// Counts and tells the steps, and puts into words what a server has.
class Lesson
{
public:
    using Tell = std::function<void(const DemonstrationStep&)>;

    explicit Lesson(const Tell& tell) : m_tell(tell) {}

    void step(const std::string& text) { m_tell({++m_number, text}); }
    /// From now on the owner fields of this client are told by this name.
    void introduce(const Client& client, const std::string& name) { m_names[client.id()] = name; }
    /// "held by Alice", "free" or "dead".
    [[nodiscard]] std::string state_on(const Sandbox& server, const std::string& lock = lesson_lock) const;
    /// The same, with ", 29.9 s left".
    [[nodiscard]] std::string lock_on(const Sandbox& server, const std::string& lock = lesson_lock) const;
    [[nodiscard]] bool is_held_on(const Sandbox& server, const Client& by, const std::string& lock = lesson_lock) const;

private:
    const Tell& m_tell;
    int m_number = 0;
    std::map<std::string, std::string> m_names; ///< By the client's UUID.
};

/// "127.0.0.1:6379"
[[nodiscard]] std::string place_of(const Sandbox& server);
/// "2.3 s"
[[nodiscard]] std::string seconds(std::chrono::milliseconds duration);
/// Alice, Bob: clients that give up soon, because a lesson must not take long.
[[nodiscard]] ClientOptions lesson_client(const std::string& name);

/// The lessons. @returns whether it ended as announced.
///@{
enum class Waiting { off, for_replica };
[[nodiscard]] bool play_failover(Lesson& lesson, const DemonstrationOptions& options, Waiting waiting);
[[nodiscard]] bool play_red_lock(Lesson& lesson, const DemonstrationOptions& options);
///@}

} // namespace lockscope::lab
