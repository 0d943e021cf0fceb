// SPDX-License-Identifier: Apache-2.0
// handover_worker contend URI FILE TURNS SEED LOCK THREADS HISTORY: contends for a lock until the turns counted in FILE
// (a Handover) are done, and writes down in HISTORY what its threads did.
// handover_worker turns URI FILE TURNS SEED PROCESS: takes the locks of FILE (a Turns) in turn with the other process.
#include "handover.hpp"
#include "support/seed.hpp"
#include "turns.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>

namespace {

using namespace lockscope::test;

template <typename Shared>
Shared& in_shared_memory(const char* path)
{
    const int file = ::open(path, O_RDWR | O_CLOEXEC);
    void* memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file < 0 || memory == MAP_FAILED)
        throw std::runtime_error(std::string("cannot be shared: ") + path);
    return *static_cast<Shared*>(memory);
}

void contend(lockscope::Client& client, char** argv)
{
    auto& shared = in_shared_memory<Handover>(argv[3]);
    const std::uint64_t turns = std::strtoull(argv[4], nullptr, 10);
    Dice seeds(std::strtoull(argv[5], nullptr, 10));
    const std::string lock = argv[6];
    const int threads = std::atoi(argv[7]);
    constexpr int one_of = 64; // the turns are thousands
    History history;
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i)
        all.emplace_back([&, work = Work(seeds.seed(), one_of)] {
            shared.contend(client, lock, turns, work, Recorder(history, client, lock));
        });
    for (std::thread& thread : all)
        thread.join();
    std::ofstream file(argv[8]);
    history.write(file);
}

void take_turns(lockscope::Client& client, char** argv)
{
    auto& shared = in_shared_memory<Turns>(argv[3]);
    const std::uint64_t turns = std::strtoull(argv[4], nullptr, 10);
    Dice seeds(std::strtoull(argv[5], nullptr, 10));
    const int process = std::atoi(argv[6]);
    std::vector<std::thread> all;
    for (std::size_t i = 0; i < Turns::locks; ++i)
        all.emplace_back([&, i, dice = Dice(seeds.seed())] {
            try {
                shared.take(client, process, i, turns, dice);
            } catch (const std::exception& error) {
                std::fprintf(stderr, "%s\n", error.what());
                shared.failed = true;
            }
        });
    for (std::thread& thread : all)
        thread.join();
}

} // namespace

int main(int argc, char** argv)
{
    const std::string_view what = argc > 1 ? argv[1] : "";
    const bool contends = what == "contend" && argc == 9;
    if (!contends && !(what == "turns" && argc == 7))
        return 2;
    try {
        lockscope::Client client(lockscope::Endpoint::parse(argv[2]));
        if (contends)
            contend(client, argv);
        else
            take_turns(client, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
