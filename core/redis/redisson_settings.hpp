// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace lockscope::redis {

/// True for a setting that says how Redisson treats its own threads and connections, at the top level or in a
/// deployment: whoever only looks at locks does not need it. (Names as in Redisson's Config and its deployments.)
[[nodiscard]] inline bool is_redisson_tuning(std::string_view name) noexcept
{
    static constexpr const char* names[] = {
        "addressResolverGroupFactory",
        "checkMasterLinkStatus",
        "checkSentinelsList",
        "checkSlaveStatusWithSyncing",
        "checkSlotsCoverage",
        "cleanUpKeysAmount",
        "codec",
        "connectTimeout",
        "connectionListener",
        "connectionMinimumIdleSize",
        "connectionPoolSize",
        "dnsMonitoring",
        "dnsMonitoringInterval",
        "eventLoopGroup",
        "executor",
        "failedSlaveCheckDelay",
        "failedSlaveCheckInterval",
        "failedSlaveNodeDetector",
        "failedSlaveReconnectionInterval",
        "idleConnectionTimeout",
        "keepAlive",
        "keepPubSubOrder",
        "lazyInitialization",
        "loadBalancer",
        "lockWatchdogBatchSize",
        "masterConnectionMinimumIdleSize",
        "masterConnectionPoolSize",
        "maxCleanUpDelay",
        "minCleanUpDelay",
        "monitorIPChanges",
        "nettyExecutor",
        "nettyHook",
        "nettyThreads",
        "performanceMode",
        "pingConnectionInterval",
        "pingTimeout",
        "protocol",
        "readMode",
        "reconnectionDelay",
        "reconnectionTimeout",
        "referenceEnabled",
        "reliableTopicWatchdogTimeout",
        "retryAttempts",
        "retryDelay",
        "retryInterval",
        "scanInterval",
        "sentinelsDiscovery",
        "slaveConnectionMinimumIdleSize",
        "slaveConnectionPoolSize",
        "slaveSubscriptionConnectionMinimumIdleSize",
        "slaveSubscriptionConnectionPoolSize",
        "sslProvider",
        "subscriptionConnectionMinimumIdleSize",
        "subscriptionConnectionPoolSize",
        "subscriptionMode",
        "subscriptionTimeout",
        "subscriptionsPerConnection",
        "tcpKeepAlive",
        "tcpKeepAliveCount",
        "tcpKeepAliveIdle",
        "tcpKeepAliveInterval",
        "tcpNoDelay",
        "tcpUserTimeout",
        "threads",
        "timeout",
        "transportMode",
        "useScriptCache",
        "useThreadClassLoader",
    };
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

} // namespace lockscope::redis
