// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::bench {

/// One of the things that a program measures: `./dev bench NAME` runs it alone.
struct Part
{
    enum class When {
        always,
        asked, ///< Only if it is named.
    };
    const char* name;
    int seconds; ///< What it takes, about.
    std::function<void()> run;
    When when = When::always;
};

/// What main() of a benchmark does: runs the parts that are named, or all that need not be; for --list prints their
/// names and what they take. One that fails says why, and the others go on. @returns the exit code.
inline int run_parts(int argc, char** argv, const std::vector<Part>& parts)
{
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    if (words.size() == 1 && words.front() == "--list") {
        for (const Part& part : parts)
            std::printf("%-16s about %d s%s\n", part.name, part.seconds,
                        part.when == Part::When::asked ? ", only when named" : "");
        return 0;
    }
    std::vector<const Part*> chosen;
    for (const Part& part : parts) {
        if (words.empty() && part.when == Part::When::always)
            chosen.push_back(&part);
    }
    for (const std::string_view word : words) {
        const auto before = chosen.size();
        for (const Part& part : parts) {
            if (word == part.name)
                chosen.push_back(&part);
        }
        if (chosen.size() == before) {
            std::fprintf(stderr, "there is no part '%s'; --list names them\n", std::string(word).c_str());
            return 2;
        }
    }
    if (chosen.empty())
        return 0;
    const std::string_view program(argv[0]);
    std::printf("== %s\n", std::string(program.substr(program.rfind('/') + 1)).c_str());
    std::printf("%-58s %-44s %s\n", "what", "measured", "target");
    std::fflush(stdout); // there are parts that fork
    int result = 0;
    for (const Part* part : chosen) {
        try {
            part->run();
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s: %s\n", part->name, error.what());
            result = 1;
        }
    }
    return result;
}

} // namespace lockscope::bench
