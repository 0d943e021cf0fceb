// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include "lockscope/read_write_lock.hpp"
#include "support/lock_suite.hpp"

#include <string>
#include <utility>

namespace lockscope::test {

/// Another thread of another Java service.
inline const std::string other_java_owner = "7e6d5c4b-3a29-4180-9f0e-aabbccddeeff:12";

/// The server and two clients of the tests of read-write locks, and what they ask all the time.
class ReadWriteFixture
{
public:
    static inline const std::string channel = "redisson_rwlock:{a}";

    void fresh(const ClientOptions& options = {})
    {
        server.empty();
        client.emplace(server.endpoint(), options);
        other.emplace(server.endpoint(), options);
    }
    void close()
    {
        client.reset();
        other.reset();
    }
    [[nodiscard]] RedisClient& redis() { return server.redis; }
    [[nodiscard]] ReadWriteLock lock() { return client->read_write_lock("a"); }
    [[nodiscard]] ReadLock read() { return lock().read(); }
    [[nodiscard]] WriteLock write() { return lock().write(); }
    [[nodiscard]] ReadWriteLock others_lock() { return other->read_write_lock("a"); }
    [[nodiscard]] OwnerId owner(std::int64_t thread) const { return {client->id(), thread}; }

    [[nodiscard]] Fields hash() { return redis().hash("a"); }
    [[nodiscard]] std::string mode() { return hash()["mode"]; }
    [[nodiscard]] std::string field() { return client->this_thread().field(); }
    [[nodiscard]] static std::string deadline(const std::string& reader, int entry)
    {
        return "{a}:" + reader + ":rwlock_timeout:" + std::to_string(entry);
    }
    /// A reader of a Java service, as its own script would write it down.
    void java_reads(const std::string& reader, milliseconds lease)
    {
        const std::string ms = std::to_string(lease.count());
        redis().expect({"HSET", "a", "mode", "read", reader, "1"});
        redis().expect({"SET", deadline(reader, 1), "1", "PX", ms});
        if (redis().pttl("a") < lease.count())
            redis().expect({"PEXPIRE", "a", ms});
    }
    void java_writes(milliseconds lease)
    {
        redis().expect({"HSET", "a", "mode", "write", java_owner + ":write", "1"});
        redis().expect({"PEXPIRE", "a", std::to_string(lease.count())});
    }
    /// Somebody waits, and has tried again after subscribing: as many processes as said.
    [[nodiscard]] bool waits(int processes = 1)
    {
        return until([&] { return redis().subscribers(channel) == processes; });
    }
    template <typename T>
    T await(boost::asio::awaitable<T> work)
    {
        return boost::asio::co_spawn(client->executor(), std::move(work), boost::asio::use_future).get();
    }

    Server server;
    std::optional<Client> client;
    std::optional<Client> other;
};

/// Is @p ttl a lease of @p lease that began a moment ago? The leases of a test differ by more than that.
[[nodiscard]] inline bool is_fresh(std::int64_t ttl, milliseconds lease)
{
    return ttl <= lease.count() && ttl > lease.count() - 4500;
}

} // namespace lockscope::test
