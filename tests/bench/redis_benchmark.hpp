// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockscope::bench {

/// What Redis' own redis-benchmark reaches with one command over as many connections as there are clients: the limit
/// of what server and machine give, for it does nothing with an answer.
struct RedisBenchmark
{
    double rate = 0;   ///< Requests a second.
    double p50_us = 0; ///< From request to answer.

    /// @param command its words must not contain quotes
    /// @throws std::runtime_error if the program is missing or answers otherwise than Redis 6.2 and newer do
    static RedisBenchmark run(const Endpoint& endpoint, int clients, int requests,
                              const std::vector<std::string>& command)
    {
        std::string line = "redis-benchmark --csv -c " + std::to_string(clients) + " -n " + std::to_string(requests);
        line += endpoint.unix_path.empty() ? " -h " + endpoint.host + " -p " + std::to_string(endpoint.port)
                                           : " -s " + endpoint.unix_path;
        for (const std::string& word : command)
            line += " '" + word + "'";
        line += " 2>/dev/null";
        const std::unique_ptr<std::FILE, Close> output(popen(line.c_str(), "r"));
        std::string text;
        std::array<char, 4096> part{};
        while (output && std::fgets(part.data(), part.size(), output.get()) != nullptr)
            text += part.data();
        return parse(text);
    }

private:
    struct Close
    {
        void operator()(std::FILE* file) const { pclose(file); }
    };
    /// The last line: "<command>","<rate>","<average ms>","<least ms>","<p50 ms>",…
    static RedisBenchmark parse(const std::string& csv)
    {
        RedisBenchmark measured;
        const auto start = csv.rfind("\n\"");
        const auto figures = start == std::string::npos ? start : csv.find("\",\"", start);
        if (figures == std::string::npos
            || std::sscanf(csv.c_str() + figures, R"(","%lf","%*f","%*f","%lf")", // NOLINT(*-vararg)
                           &measured.rate, &measured.p50_us)
                   != 2)
            throw std::runtime_error("redis-benchmark is missing, or answers otherwise than expected");
        measured.p50_us *= 1000;
        return measured;
    }
};

} // namespace lockscope::bench
