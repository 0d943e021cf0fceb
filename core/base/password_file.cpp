// SPDX-License-Identifier: Apache-2.0
#include "lockscope/password_file.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace lockscope {

std::string read_password_file(const std::string& path)
{
    constexpr std::size_t longest = 64 << 10;
    const auto refuse = [&path](const std::string& why) {
        return Error(Errc::invalid_argument, "The password file \"" + escape(path) + "\" " + why);
    };
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::string line(longest + 1, '\0');
    file.read(line.data(), static_cast<std::streamsize>(line.size()));
    if (!file.is_open() || file.bad())
        throw refuse("cannot be read: " + std::string(std::strerror(errno)) + ".");
    line.resize(static_cast<std::size_t>(file.gcount()));
    line.resize(std::min(line.find('\n'), line.size()));
    if (line.ends_with('\r'))
        line.pop_back();
    if (line.size() > longest)
        throw refuse("has a first line of more than 64 KB.");
    if (line.empty())
        throw refuse("has no password in its first line.");
    return line;
}

} // namespace lockscope
