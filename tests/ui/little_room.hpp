// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <csignal>

#include <sys/resource.h>

namespace lockscope::test {

/// While it lives, no file of this program gets larger than @p bytes: it can be opened, but not be written as a whole,
/// as on a disk that is full. Nothing is to be said on the terminal meanwhile, which may be a file, too.
class LittleRoom
{
public:
    explicit LittleRoom(rlim_t bytes) : m_onTooLarge(std::signal(SIGXFSZ, SIG_IGN))
    {
        if (getrlimit(RLIMIT_FSIZE, &m_before) != 0) {
            qFatal("The size of files cannot be limited.");
        }
        rlimit little = m_before;
        little.rlim_cur = bytes;
        if (setrlimit(RLIMIT_FSIZE, &little) != 0) {
            qFatal("The size of files cannot be limited.");
        }
    }
    ~LittleRoom()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_onTooLarge);
    }
    LittleRoom(const LittleRoom&) = delete;
    LittleRoom& operator=(const LittleRoom&) = delete;

private:
    void (*m_onTooLarge)(int);
    rlimit m_before{};
};

} // namespace lockscope::test
