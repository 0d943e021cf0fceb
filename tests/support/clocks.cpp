// SPDX-License-Identifier: Apache-2.0
#include "support/clocks.hpp"

#include <QFile>

#include <cstdint>
#include <stdexcept>

#include <fcntl.h>
#include <unistd.h>

namespace lockscope::test {

Clocks::Clocks(const std::string& server) : m_executable((m_folder.path() + "/redis-server").toStdString())
{
    // It runs in the folder of its sandbox, so that every server has a clock of its own. A sanitizer's runtime would
    // have to come before what is preloaded; the server has none.
    QFile starter(QString::fromStdString(m_executable));
    const std::string script = "#!/bin/sh\n"
                               "[ -s clock ] || printf '\\0\\0\\0\\0\\0\\0\\0\\0' >clock\n"
                               "LOCKSCOPE_CLOCK_FILE=\"$PWD/clock\" LD_PRELOAD='" CLOCK_SHIM "' exec "
                             + server + " \"$@\"\n";
    if (!starter.open(QIODevice::WriteOnly) || starter.write(script.c_str()) < 0)
        throw std::runtime_error("the starter of a server with a clock cannot be written");
    starter.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void Clocks::set(const Sandbox& server, std::chrono::milliseconds offset) const
{
    const std::string clock = (server.folder() / "clock").string();
    const std::int64_t value = offset.count();
    const int file = ::open(clock.c_str(), O_WRONLY | O_CLOEXEC); // The server has mapped the same pages.
    const bool is_set = file >= 0 && ::pwrite(file, &value, sizeof value, 0) == sizeof value;
    ::close(file);
    if (!is_set)
        throw std::runtime_error("the server was not started with a clock that can be set");
}

} // namespace lockscope::test
