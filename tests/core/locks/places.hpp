// SPDX-License-Identifier: Apache-2.0
// The ways to deploy Redis, as the rows of a data-driven test; and what tests look at there.
#pragma once

#include "lockscope/client.hpp"
#include "lockscope/lock.hpp"
#include "support/deployed.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

namespace lockscope::test {

struct Place
{
    const char* name;
    Deployed::Kind kind;
    ShardedMessages sharded = ShardedMessages::automatic;
    bool wait_for_replica = false;

    [[nodiscard]] ClientOptions options(milliseconds watchdog = 30s) const
    {
        ClientOptions options;
        options.sharded_messages = sharded;
        options.wait_for_replica = wait_for_replica;
        options.watchdog_lease = watchdog;
        return options;
    }
};

/// To add a way to deploy Redis, add a row.
inline const std::array places{
    Place{.name = "single", .kind = Deployed::Kind::single},
    Place{.name = "sentinel", .kind = Deployed::Kind::sentinel},
    Place{.name = "sentinel, replica awaited", .kind = Deployed::Kind::sentinel, .wait_for_replica = true},
    Place{.name = "TLS", .kind = Deployed::Kind::tls},
    Place{.name = "cluster", .kind = Deployed::Kind::cluster},
    Place{.name = "cluster, replica awaited", .kind = Deployed::Kind::cluster, .wait_for_replica = true},
    Place{.name = "cluster, messages to all", .kind = Deployed::Kind::cluster, .sharded = ShardedMessages::off},
    Place{.name = "cluster with TLS", .kind = Deployed::Kind::tls_cluster},
};

inline void add_places()
{
    QTest::addColumn<std::size_t>("place");
    for (std::size_t i = 0; i < places.size(); ++i)
        QTest::newRow(places[i].name) << i;
}

inline const Place& place()
{
    return places.at(*static_cast<const std::size_t*>(QTest::qData("place", qMetaTypeId<std::size_t>())));
}

/// Three names that live on different masters of a cluster of three.
inline const std::vector<std::string> members{"a", "b", "c"};

/// Channels of locks that somebody listens to.
inline std::vector<std::string> lock_channels(Deployed& servers)
{
    std::vector<std::string> channels = servers.channels();
    std::erase_if(channels, [](const std::string& channel) { return !channel.starts_with("redisson_"); });
    return channels;
}

/// What locks have left behind; fencing tokens stay by design.
inline std::vector<std::string> leftovers(Deployed& servers)
{
    std::vector<std::string> left = servers.keys();
    std::erase_if(left, [](const std::string& key) { return key.starts_with("redisson_lock_token:"); });
    for (const std::string& channel : lock_channels(servers))
        left.push_back("subscription to " + channel);
    return left;
}

/// As the one for one server.
inline bool are_renewed(Deployed& servers, const std::vector<Lock>& locks, int times = 1)
{
    std::vector<std::int64_t> last(locks.size(), std::numeric_limits<std::int64_t>::max());
    std::vector<int> rises(locks.size(), 0);
    bool lives = true;
    const bool ended = until([&] {
        for (std::size_t i = 0; i < locks.size() && lives; ++i) {
            const std::int64_t left = servers.home_of(locks[i].name()).pttl(locks[i].name());
            lives = left >= brief_lease.count() / 10;
            rises[i] += left > last[i] ? 1 : 0;
            last[i] = left;
        }
        return !lives || std::all_of(rises.begin(), rises.end(), [&](int each) { return each >= times; });
    });
    return ended && lives;
}

} // namespace lockscope::test
