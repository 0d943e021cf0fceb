// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QFile>
#include <QTemporaryDir>

#include <cstdint>
#include <memory>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace lockscope::test {

/// A server whose wall clock can be set. The clocks that this process waits with are left alone.
class ClockServer
{
public:
    ClockServer()
    {
        const std::string clock = (m_folder.path() + "/clock").toStdString();
        const int file = ::open(clock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (::ftruncate(file, sizeof(std::int64_t)) == 0)
            m_offset = static_cast<std::int64_t*>(
                ::mmap(nullptr, sizeof(std::int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
        ::close(file);
        // A sanitizer's runtime would have to come before what is preloaded; the server has none.
        const QString script = m_folder.path() + "/redis-server";
        QFile starter(script);
        static_cast<void>(starter.open(QIODevice::WriteOnly));
        starter.write(
            ("#!/bin/sh\nLOCKSCOPE_CLOCK_FILE='" + clock + "' LD_PRELOAD='" CLOCK_SHIM "' exec redis-server \"$@\"\n")
                .c_str());
        starter.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        starter.close();
        m_server = std::make_unique<Server>(SandboxOptions{false, {}, script.toStdString()});
    }
    ~ClockServer()
    {
        m_server.reset();
        ::munmap(m_offset, sizeof(std::int64_t));
    }
    ClockServer(const ClockServer&) = delete;
    ClockServer& operator=(const ClockServer&) = delete;

    /// From now on its clock is off by so much.
    void set(milliseconds offset) { *static_cast<volatile std::int64_t*>(m_offset) = offset.count(); }
    Server* operator->() { return m_server.get(); }

private:
    QTemporaryDir m_folder;
    std::int64_t* m_offset = nullptr;
    std::unique_ptr<Server> m_server;
};

} // namespace lockscope::test
