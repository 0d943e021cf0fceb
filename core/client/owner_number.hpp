// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

/// The numbers of owners, which tell the activities of a process apart. Threads and all others have ranges of their
/// own, and none is used twice in a process.
namespace lockscope::detail {

/// A small number for the calling thread, like the JVM's thread ids.
inline std::int64_t thread_number()
{
    static std::atomic<std::int64_t> last{0};
    thread_local const std::int64_t number = ++last;
    return number;
}

/// A new one for whatever is an owner and no thread: a coroutine, a task, an operator.
inline std::int64_t next_owner_number()
{
    static std::atomic<std::int64_t> last{1'000'000'000}; // no process has had so many threads
    return ++last;
}

} // namespace lockscope::detail
