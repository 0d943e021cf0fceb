// SPDX-License-Identifier: Apache-2.0
#include "support/clocks.hpp"

#include "support/preload.hpp"

#include <QFile>

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace lockscope::test {

namespace {

void write(const std::filesystem::path& clock, std::chrono::milliseconds offset)
{
    const std::int64_t value = offset.count();
    const int file = ::open(clock.c_str(), O_WRONLY | O_CLOEXEC); // The program has mapped the same pages.
    const bool is_set = file >= 0 && ::pwrite(file, &value, sizeof value, 0) == sizeof value;
    ::close(file);
    if (!is_set)
        throw std::runtime_error(clock.string() + " is no clock that can be set");
}

} // namespace

WallClock::WallClock(std::filesystem::path file) : m_file(std::move(file))
{
    std::ofstream(m_file, std::ios::binary | std::ios::app);
    write(m_file, {});
}

QProcessEnvironment WallClock::environment() const
{
    QProcessEnvironment environment = preloaded(CLOCK_SHIM);
    environment.insert("LOCKSCOPE_CLOCK_FILE", QString::fromStdString(m_file.string()));
    return environment;
}

void WallClock::set(std::chrono::milliseconds offset) const
{
    write(m_file, offset);
}

Clocks::Clocks(const std::string& server) : m_executable((m_folder.path() + "/redis-server").toStdString())
{
    // It runs in the folder of its sandbox, so that every server has a clock of its own.
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
    write(server.folder() / "clock", offset);
}

} // namespace lockscope::test
