// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <memory>

namespace lockscope {

/// A dozen simulated clients that contend on locks of one (sandbox) server, so that every state of a window can be
/// seen: free, held, contended, expiring, stuck, never expiring; reentrant, fair with living and dead waiters, readers
/// and writers, fenced. Starts at construction, stops at destruction (leaves the keys to the sandbox). Never use it on
/// a server of others. Not thread-safe. Does not wait for the server: while it is away, the clients go on trying.
/// Destruction waits for the threads of its clients, as Client does.
class DemoTraffic
{
public:
    explicit DemoTraffic(const Endpoint& endpoint);
    ~DemoTraffic();
    DemoTraffic(const DemoTraffic&) = delete;
    DemoTraffic& operator=(const DemoTraffic&) = delete;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockscope
