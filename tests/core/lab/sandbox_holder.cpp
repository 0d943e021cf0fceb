// SPDX-License-Identifier: Apache-2.0
// Starts a sandbox, says where it is, and waits to be killed.
#include "lockscope/error.hpp"
#include "lockscope/sandbox.hpp"

#include <cstdio>

#include <unistd.h>

int main()
{
    try {
        const lockscope::Sandbox sandbox;
        std::printf("%d\n%s\n", sandbox.server_pid(), sandbox.folder().c_str());
        std::fflush(stdout);
        ::pause();
    } catch (const lockscope::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
