// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/error.hpp"
#include "redis/connection.hpp"
#include "support/io_thread.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// A connection with its thread, ended in the right order.
class TlsLine
{
public:
    explicit TlsLine(const Endpoint& endpoint, std::chrono::milliseconds command_timeout = std::chrono::seconds(10),
                     std::chrono::milliseconds connect_timeout = std::chrono::seconds(10))
    {
        redis::ConnectionOptions options;
        options.endpoint = endpoint;
        options.client_name = "tested";
        options.command_timeout = command_timeout;
        options.connect_timeout = connect_timeout;
        m_connection.emplace(m_io.executor(), std::move(options));
    }
    ~TlsLine()
    {
        m_io.call([this] { m_connection->close(); });
        m_io.join();
        m_connection.reset();
    }

    void open() { m_io.await(m_connection->open()); }
    /// What open() says; Errc::ok and no words if nothing.
    std::pair<Errc, std::string> refusal()
    {
        try {
            open();
        } catch (const Error& error) {
            return {error.errc(), error.message()};
        }
        return {Errc::ok, {}};
    }
    std::string call(std::vector<std::string> words)
    {
        return m_io.await(m_connection->call(redis::Command(std::move(words)))).text;
    }
    std::future<redis::Reply> start(std::vector<std::string> words)
    {
        return m_io.start(m_connection->call(redis::Command(std::move(words))));
    }
    std::optional<Encryption> encryption()
    {
        return m_io.call([this] { return m_connection->encryption(); });
    }

private:
    std::optional<redis::Connection> m_connection;
    IoThread m_io;
};

} // namespace lockscope::test
