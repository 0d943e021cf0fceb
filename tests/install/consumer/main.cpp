// SPDX-License-Identifier: Apache-2.0
// The example of README.md.
#include <lockscope/client.hpp>
#include <lockscope/reentrant_lock.hpp>

#include <chrono>
#include <mutex>

void book(lockscope::Client& client)
{
    auto lock = client.reentrant_lock("orders:42");

    {
        std::scoped_lock guard(lock); // waits; renewed until the guard goes, or until this process dies
    }
    if (std::unique_lock guard(lock, std::chrono::seconds(5)); guard) {
        // got it within five seconds
    }
    if (lock.try_lock_for(std::chrono::seconds(1), std::chrono::seconds(30))) {
        lock.unlock(); // it would have ended by itself after thirty seconds
    }
}

int main()
{
    lockscope::Client client(lockscope::Endpoint::parse("redis://localhost"));
    book(client);
}
