// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace lockscope::detail {

/// A small number for the calling thread, like the JVM's thread ids; never used twice in a process.
inline std::int64_t thread_number()
{
    static std::atomic<std::int64_t> last{0};
    thread_local const std::int64_t number = ++last;
    return number;
}

} // namespace lockscope::detail
