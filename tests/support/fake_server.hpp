// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"

#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace lockscope::test {

/// A TCP server on 127.0.0.1 that answers what a test wants it to, where no real server would lie like that. It reads
/// requests, never checks who asks, and remembers every one. All members may be called from any thread.
class FakeServer
{
public:
    using Words = std::vector<std::string>;
    /// The bytes to answer with; called on a thread of its own. Empty: no answer.
    using Answer = std::function<std::string(const Words&)>;

    explicit FakeServer(Answer answer = {});
    ~FakeServer();
    FakeServer(const FakeServer&) = delete;
    FakeServer& operator=(const FakeServer&) = delete;

    [[nodiscard]] const Address& address() const noexcept { return m_address; }
    [[nodiscard]] int accepted() const; ///< Connections, ever.
    [[nodiscard]] std::vector<Words> requests() const;
    void push(const std::string& bytes); ///< To every connection that is open.

    /// An array of bulk strings.
    [[nodiscard]] static std::string array(const Words& words);

private:
    void run();
    [[nodiscard]] bool serve(int fd, std::string& pending);

    Answer m_answer;
    Address m_address;
    int m_listener = -1;
    int m_wake[2] = {-1, -1};
    mutable std::mutex m_mutex; ///< Guards everything below.
    std::vector<Words> m_requests;
    std::vector<int> m_open;
    int m_accepted = 0;
    std::thread m_thread;
};

} // namespace lockscope::test
