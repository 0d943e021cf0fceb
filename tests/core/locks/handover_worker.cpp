// SPDX-License-Identifier: Apache-2.0
// handover_worker URI LOCK FILE THREADS TURNS HISTORY SEED: contends for a lock until the turns counted in FILE (a
// Handover) are done, and writes down in HISTORY what its threads did.
#include "handover.hpp"
#include "support/seed.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>

int main(int argc, char** argv)
{
    if (argc != 8)
        return 2;
    const int file = ::open(argv[3], O_RDWR | O_CLOEXEC);
    void* memory = ::mmap(nullptr, sizeof(lockscope::test::Handover), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file < 0 || memory == MAP_FAILED)
        return 3;
    auto* shared = static_cast<lockscope::test::Handover*>(memory);
    const int threads = std::atoi(argv[4]);
    const std::uint64_t turns = std::strtoull(argv[5], nullptr, 10);
    lockscope::test::Dice seeds(std::strtoull(argv[7], nullptr, 10));
    constexpr int one_of = 64; // the turns are thousands
    try {
        lockscope::Client client(lockscope::Endpoint::parse(argv[1]));
        lockscope::test::History history;
        std::vector<std::thread> all;
        for (int i = 0; i < threads; ++i)
            all.emplace_back([&, work = lockscope::test::Work(seeds.seed(), one_of)] {
                shared->contend(client, argv[2], turns, work, lockscope::test::Recorder(history, client, argv[2]));
            });
        for (std::thread& thread : all)
            thread.join();
        std::ofstream file(argv[6]);
        history.write(file);
    } catch (const lockscope::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
