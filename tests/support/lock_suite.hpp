// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "support/errors.hpp"
#include "support/printing.hpp"
#include "support/server.hpp"
#include "support/subscriber.hpp"
#include "support/until.hpp"

#include <chrono>
#include <future>
#include <map>
#include <optional>
#include <string>

namespace lockscope::test {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using Fields = std::map<std::string, std::string>;

/// Runs @p action in a thread of its own.
template <typename Action>
[[nodiscard]] auto in_thread(Action action)
{
    return std::async(std::launch::async, std::move(action));
}

template <typename T>
[[nodiscard]] bool is_ready(const std::future<T>& result, milliseconds limit = milliseconds(0))
{
    return result.wait_for(limit) == std::future_status::ready;
}

[[nodiscard]] inline milliseconds since(Clock::time_point start)
{
    return std::chrono::duration_cast<milliseconds>(Clock::now() - start);
}

/// Is what @p acquire tries not to be had? An attempt whose answer came too late to be told is made again; what it may
/// have taken goes back by itself.
template <typename Acquire>
[[nodiscard]] bool is_refused(Acquire acquire)
{
    bool has_it = false;
    return until([&] { return thrown([&] { has_it = acquire(); }) != Errc::outcome_unknown; }) && !has_it;
}

/// The same of one attempt that was begun elsewhere, and so cannot be made again.
[[nodiscard]] inline bool was_refused(std::future<bool>& attempt)
{
    bool has_it = false;
    const Errc how = thrown([&] { has_it = attempt.get(); });
    return !has_it && (how == Errc::ok || how == Errc::outcome_unknown);
}

/// Takes @p lock, also for a client that has less patience than a busy machine needs to connect or to answer.
template <typename AnyLock>
[[nodiscard]] bool gets(AnyLock&& lock)
{
    return until([&] { return thrown([&] { lock.lock(); }) == Errc::ok; });
}

/// A Java service's owner field, as it stands in Redis.
inline const std::string java_owner = "0f3c2d1e-8b7a-4c6d-9e5f-112233445566:87";

} // namespace lockscope::test
