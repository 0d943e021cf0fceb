// SPDX-License-Identifier: Apache-2.0
// Everything that one client can hold and another one wait for, told by a message when it is its turn.
#pragma once

#include "lock_rows.hpp"
#include "lockscope/count_down_latch.hpp"
#include "lockscope/multi_lock.hpp"
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/semaphore.hpp"
#include "support/lock_suite.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// One who holds, and one who waits for it. The holder's two steps belong to one thread.
struct Contest
{
    std::string what;
    std::function<void()> take;
    /// @returns whether it came to its turn; gives back what it got then.
    std::function<bool()> wait;
    std::function<void()> give_back;
};

/// Much longer than a test waits: nobody is woken by its end.
inline constexpr milliseconds long_lease{120'000};

inline Contest lock_contest(std::string what, Lock held, Lock wanted)
{
    return {std::move(what), [held]() mutable { held.lock(long_lease); },
            [wanted]() mutable {
                return wanted.acquire({.wait = patience, .lease = long_lease, .stop = {}}) && wanted.release() == 0;
            },
            [held]() mutable { held.release(); }};
}

inline Contest semaphore_contest(Client& holding, Client& waiting, const std::string& name)
{
    return {
        name,
        [held = holding.semaphore(name)]() mutable {
            held.try_set_permits(1);
            held.acquire();
        },
        [wanted = waiting.semaphore(name)]() mutable { return wanted.try_acquire_for(patience) && wanted.remove(); },
        [held = holding.semaphore(name)]() mutable { held.release(); }};
}

inline Contest permit_contest(Client& holding, Client& waiting, const std::string& name)
{
    const auto id = std::make_shared<std::string>();
    return {name,
            [held = holding.permit_semaphore(name), id]() mutable {
                held.try_set_permits(1);
                *id = held.acquire(long_lease);
            },
            [wanted = waiting.permit_semaphore(name)]() mutable {
                const auto got = wanted.try_acquire_for(patience, long_lease);
                return got && wanted.release(*got) && wanted.remove();
            },
            [held = holding.permit_semaphore(name), id]() mutable { held.release(*id); }};
}

inline Contest latch_contest(Client& holding, Client& waiting, const std::string& name)
{
    return {name, [held = holding.count_down_latch(name)]() mutable { held.try_set_count(1); },
            [wanted = waiting.count_down_latch(name)]() mutable { return wanted.wait_for(patience); },
            [held = holding.count_down_latch(name)]() mutable { held.count_down(); }};
}

inline MultiLock multi_lock(Client& client, const std::vector<std::string>& names)
{
    std::vector<Lock> members;
    for (const std::string& name : names)
        members.push_back(client.reentrant_lock(name));
    return MultiLock(members);
}

/// Those that poll are none of them.
inline std::vector<Contest> contests(Client& holding, Client& waiting, const std::vector<std::string>& members)
{
    std::vector<Contest> all;
    for (const LockRow& row : lock_rows) {
        const std::string name = row.name;
        if (name != "spin")
            all.push_back(lock_contest(name, row.make(holding, name), row.make(waiting, name)));
        if (row.make_reader != nullptr) {
            const std::string read = name + ", read";
            all.push_back(lock_contest(read, row.make_reader(holding, read), row.make(waiting, read)));
        }
    }
    all.push_back(semaphore_contest(holding, waiting, "semaphore"));
    all.push_back(permit_contest(holding, waiting, "permits"));
    all.push_back(latch_contest(holding, waiting, "latch"));
    MultiLock held = multi_lock(holding, members);
    MultiLock wanted = multi_lock(waiting, members);
    all.push_back({"multi", [held]() mutable { held.lock(long_lease); },
                   [wanted]() mutable { return wanted.try_lock_for(patience, long_lease) && wanted.release() == 0; },
                   [held]() mutable { held.release(); }});
    return all;
}

} // namespace lockscope::test
