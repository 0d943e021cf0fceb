// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/history.hpp"

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockscope::test {

/// A history told in words, one operation a line; times in milliseconds, "?" for an operation nobody heard of again:
///
///     A acquires 0 1 ok count 1 until 30
///     B tries    2 3 failed
///     A releases 5 ? unknown
///
/// The lock is "a", unless the line ends with `at NAME`.
[[nodiscard]] inline std::vector<Operation> told(const std::string& text)
{
    constexpr Instant millisecond = 1'000'000;
    std::vector<Operation> all;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Operation each{.lock = "a"};
        std::string verb;
        std::string end;
        std::string outcome;
        if (!(words >> each.owner))
            continue;
        words >> verb >> each.invoked >> end >> outcome;
        each.invoked *= millisecond;
        each.returned = end == "?" ? never : std::stoll(end) * millisecond;
        each.kind = verb == "acquires" || verb == "tries" ? Kind::acquire
                  : verb == "reads"                       ? Kind::acquire_shared
                  : verb == "releases"                    ? Kind::release
                  : verb == "stops_reading"               ? Kind::release_shared
                  : verb == "forces"                      ? Kind::force_release
                                                          : throw std::runtime_error("no such verb: " + verb);
        each.outcome = outcome == "ok"      ? Outcome::ok
                     : outcome == "failed"  ? Outcome::failed
                     : outcome == "lost"    ? Outcome::lost
                     : outcome == "unknown" ? Outcome::unknown
                                            : throw std::runtime_error("no such outcome: " + outcome);
        for (std::string word; words >> word;) {
            Instant number = 0;
            if (word == "at") {
                words >> each.lock;
                continue;
            }
            words >> number;
            if (word == "count")
                each.count = static_cast<int>(number);
            else if (word == "until")
                each.valid_until = number * millisecond;
            else if (word == "told_lost")
                each.lost_at = number * millisecond;
            else if (word == "token")
                each.token = number;
            else
                throw std::runtime_error("no such word: " + word);
        }
        all.push_back(std::move(each));
    }
    return all;
}

} // namespace lockscope::test
