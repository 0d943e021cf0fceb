// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/sentinels.hpp"
#include "support/io_thread.hpp"

#include <chrono>
#include <memory>

namespace lockscope::test {

/// Sentinels with their thread, ended in the right order.
class AskedSentinels
{
public:
    explicit AskedSentinels(redis::ConnectionOptions options)
        : sentinels(std::make_shared<redis::Sentinels>(io.executor(), std::move(options)))
    {}
    ~AskedSentinels()
    {
        io.call([this] { sentinels->close(); });
        io.join();
        sentinels.reset(); // its timers live in the thread's context
    }
    AskedSentinels(const AskedSentinels&) = delete;
    AskedSentinels& operator=(const AskedSentinels&) = delete;

    Address find() { return io.await(sentinels->find()); }
    /// The error of find(); Errc::ok without one.
    Error refusal()
    {
        try {
            static_cast<void>(find());
        } catch (const Error& error) {
            return error;
        }
        return Error(Errc::ok, "it was found");
    }
    std::size_t listening()
    {
        return io.call([this] { return sentinels->listening_to(); });
    }

    IoThread io;
    std::shared_ptr<redis::Sentinels> sentinels;
};

} // namespace lockscope::test
