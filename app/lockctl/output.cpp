// SPDX-License-Identifier: Apache-2.0
#include "output.hpp"

#include "lockscope/escape.hpp"
#include "options.hpp"

#include <cerrno>
#include <chrono>
#include <cstdio>

namespace lockctl {

bool print(const std::string& text)
{
    const bool is_complete = std::fwrite(text.data(), 1, text.size(), stdout) == text.size()
                          && (text.ends_with('\n') || std::fputc('\n', stdout) != EOF);
    const int first_error = errno;
    const bool is_flushed = std::fflush(stdout) == 0;
    if (!is_complete)
        errno = first_error;
    return is_flushed && is_complete;
}

int exit_if_printed(bool is_printed, int code)
{
    if (is_printed)
        return code;
    complain(output_is_cut);
    return exit_server;
}

void complain(const std::string& sentence)
{
    std::fprintf(stderr, "lockctl: %s\n", sentence.c_str());
}

std::string as_sentence(const std::string& words)
{
    return words.ends_with('.') ? words : words + '.';
}

std::vector<std::string> concerns(const std::optional<lockscope::Encryption>& encryption)
{
    std::vector<std::string> all;
    if (!encryption)
        return all;
    if (!encryption->verified)
        all.emplace_back(not_verified);
    const auto now = std::chrono::system_clock::now();
    if (!encryption->ends_soon(now))
        return all;
    const bool ours = encryption->own_ends_first();
    const std::string whose =
        ours ? "Our certificate" : "The server's certificate (" + lockscope::escape(encryption->subject) + ")";
    const int days = encryption->days_left(now);
    const std::string end = lockscope::to_date(ours ? *encryption->own_valid_until : encryption->valid_until);
    if (days < 0)
        all.push_back(whose + " ended on " + end + "; renew it.");
    else
        all.push_back(whose + " ends in " + std::to_string(days) + (days == 1 ? " day" : " days") + ", on " + end
                      + "; renew it.");
    return all;
}

} // namespace lockctl
