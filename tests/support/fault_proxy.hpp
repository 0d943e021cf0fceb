// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "support/proxy_link.hpp"
#include "support/until.hpp"

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace lockscope::test {

/// A TCP proxy in front of a Redis that misbehaves on demand, request by request.
///
///     FaultProxy proxy(sandbox.endpoint());
///     Client client(proxy.endpoint());
///     proxy.inject(FaultProxy::Fault::swallow_and_reset, FaultProxy::any_script());
///     lock.lock();                 // executed, answered into the void, connection reset
///     QVERIFY(proxy.wait_injected(1));
///
/// Runs on a thread of its own; all members may be called from any thread.
class FaultProxy
{
public:
    enum class Fault {
        reset_before_forwarding, ///< The server never sees the request.
        swallow_and_reset,       ///< The server executes it; its reply is dropped and the connection reset.
        swallow_and_fall_silent, ///< The server executes it and whatever follows; nothing comes back.
        hold_requests,           ///< This request and all later ones of the connection wait for release_held().
    };
    enum class Mode {
        forward,
        black_hole, ///< Connections are accepted and read; nothing is forwarded either way, also on existing ones.
        refuse,     ///< New connections are reset at once.
    };
    using Matcher = std::function<bool(const std::vector<std::string>& words)>;

    explicit FaultProxy(const Endpoint& server);
    ~FaultProxy();
    FaultProxy(const FaultProxy&) = delete;
    FaultProxy& operator=(const FaultProxy&) = delete;

    /// As the server's, but through the proxy.
    [[nodiscard]] const Endpoint& endpoint() const noexcept { return m_endpoint; }

    /// The next @p times requests that match get this fault, after @p skip that match and pass.
    void inject(Fault fault, Matcher matcher, int times = 1, int skip = 0);
    void clear_faults();
    /// Faults that have happened so far (a swallowed reply counts when it has been swallowed).
    [[nodiscard]] int injected() const;
    [[nodiscard]] bool wait_injected(int count, std::chrono::milliseconds limit = patience);
    void release_held();

    void set_mode(Mode mode);
    void cut_all();                                       ///< Resets every connection now.
    void delay_replies(std::chrono::milliseconds delay);  ///< From now on; 0: none.
    void delay_requests(std::chrono::milliseconds delay); ///< The same on the way there, where a lease begins later.
    void fragment_replies(std::size_t piece);             ///< At most so many bytes a segment; 0: as they come.
    [[nodiscard]] int connections() const;                ///< Open now.
    [[nodiscard]] int accepted() const;                   ///< Ever.

    /// @name Matchers
    ///@{
    static Matcher any_script();                ///< EVALSHA or EVAL
    static Matcher script(std::string sha);     ///< EVALSHA of this script
    static Matcher command(std::string name);   ///< First word, as sent
    static Matcher with_word(std::string word); ///< Any word equals this
    ///@}

private:
    struct Rule
    {
        Fault fault;
        Matcher matcher;
        int times;
        int skip;
    };
    void run();
    void accept_one();
    void from_client(ProxyLink& link);
    void from_server(ProxyLink& link);
    [[nodiscard]] const Rule* match(const std::vector<std::string>& words);
    void count_injected();
    void wake();

    Endpoint m_server;
    Endpoint m_endpoint;
    int m_listener = -1;
    int m_wake[2] = {-1, -1};
    mutable std::mutex m_mutex; ///< Guards everything below.
    std::condition_variable m_changed;
    std::list<Rule> m_rules;
    std::list<ProxyLink> m_links;
    Mode m_mode = Mode::forward;
    std::chrono::milliseconds m_delay{0}; ///< Of replies.
    std::chrono::milliseconds m_request_delay{0};
    std::size_t m_piece = 0;
    int m_injected = 0;
    int m_accepted = 0;
    bool m_cuts = false; ///< cut_all() waits for the thread to do it.
    bool m_ends = false;
    std::thread m_thread;
};

} // namespace lockscope::test
