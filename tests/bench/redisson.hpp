// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "party.hpp"
#include "table.hpp"

#include <list>
#include <stdexcept>
#include <string>

namespace lockscope::bench {

#ifdef BENCH_REDISSON
inline const std::string redisson_name = "Redisson " BENCH_REDISSON;
#else
inline const std::string redisson_name = "Redisson";
#endif

/// So many Java programs (tests/interop/java, Bench), each with a Redisson of its own and so many connections, which
/// has been there. None, and it is said, where there was no JDK or Maven to build them with, or they do not run.
inline std::list<Party> redissons([[maybe_unused]] const Endpoint& endpoint, [[maybe_unused]] int connections,
                                  [[maybe_unused]] int processes)
{
    std::list<Party> all;
#ifdef BENCH_REDISSON
    try {
        // They compile at the same time, and there may be eight: without a bound each takes a quarter of the memory.
        const std::vector<std::string> words{BENCH_JAVA,
                                             "-Xmx256m",
                                             "-cp",
                                             BENCH_CLASSES,
                                             "lockscope.interop.Bench",
                                             "redis://" + endpoint.host + ":" + std::to_string(endpoint.port),
                                             std::to_string(connections)};
        for (int i = 0; i < processes; ++i)
            all.emplace_back(words);
        for (Party& party : all)
            party.ask("hello");
    } catch (const std::runtime_error&) {
        all.clear();
    }
#endif
    if (all.empty())
        row("  Redisson", "not measured: the Java program does not run", "");
    return all;
}

} // namespace lockscope::bench
