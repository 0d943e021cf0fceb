// SPDX-License-Identifier: Apache-2.0
#include "output.hpp"

#include <cstdio>

namespace lockctl {

bool print(const std::string& text)
{
    const bool is_complete = std::fwrite(text.data(), 1, text.size(), stdout) == text.size()
                          && (text.ends_with('\n') || std::fputc('\n', stdout) != EOF);
    return std::fflush(stdout) == 0 && is_complete;
}

void complain(const std::string& sentence)
{
    std::fprintf(stderr, "lockctl: %s\n", sentence.c_str());
}

} // namespace lockctl
