// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <malloc.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace lockscope::test {

/// What this process has of the machine's memory, in bytes, after everything free was given back. 0: not to be read.
[[nodiscard]] inline std::int64_t resident_bytes()
{
    malloc_trim(0);
    std::ifstream file("/proc/self/statm");
    std::int64_t total = 0, resident = 0; // pages
    file >> total >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

} // namespace lockscope::test
