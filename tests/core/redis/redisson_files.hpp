// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/redisson_yaml.hpp"

#include <algorithm>

namespace lockscope::test {

// moc does not understand raw strings of several lines.
inline constexpr auto kSingle = "# what an application in a cluster of containers typically has\n"
                                "singleServerConfig:\n"
                                "  idleConnectionTimeout: 10000\n"
                                "  connectTimeout: 10000\n"
                                "  timeout: 3000\n"
                                "  retryAttempts: 3\n"
                                "  password: \"pa:ss/w@rd\"\n"
                                "  username: orders\n"
                                "  subscriptionsPerConnection: 5\n"
                                "  clientName: orders-service\n"
                                "  address: \"redis://cache.example:6380\"\n"
                                "  connectionPoolSize: 64\n"
                                "  database: 3\n"
                                "threads: 16\n"
                                "nettyThreads: 32\n"
                                "codec: !<org.redisson.codec.Kryo5Codec> {}\n"
                                "transportMode: \"NIO\"\n"
                                "lockWatchdogTimeout: 30000\n";

inline const RedissonRemark* remark(const RedissonConfig& config, RedissonRemark::Kind kind)
{
    const auto found = std::find_if(config.remarks.begin(), config.remarks.end(),
                                    [kind](const RedissonRemark& each) { return each.kind == kind; });
    return found == config.remarks.end() ? nullptr : &*found;
}

} // namespace lockscope::test
