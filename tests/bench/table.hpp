// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

namespace lockscope::bench {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The value below which the given part of the samples lies. Sorts them.
inline double percentile(std::vector<double>& samples, double part)
{
    if (samples.empty())
        return 0;
    std::sort(samples.begin(), samples.end());
    const auto index = static_cast<std::size_t>(part * static_cast<double>(samples.size() - 1));
    return samples[index];
}

/// Prints one measured figure beside what it is held against.
inline void row(const char* what, const std::string& measured, const std::string& target)
{
    std::printf("%-58s %-44s %s\n", what, measured.c_str(), target.c_str());
    std::fflush(stdout);
}

inline std::string format(const char* pattern, double first, double second = 0, double third = 0)
{
    char text[160];
    std::snprintf(text, sizeof text, pattern, first, second, third); // NOLINT(*-vararg): the patterns are ours
    return text;
}

} // namespace lockscope::bench
