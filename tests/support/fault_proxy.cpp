// SPDX-License-Identifier: Apache-2.0
#include "support/fault_proxy.hpp"

#include "support/resp_split.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockscope::test {

namespace {

using Clock = ProxyStream::Clock;

[[noreturn]] void fail(const char* what)
{
    throw std::runtime_error(std::string("fault proxy: ") + what + ": " + std::strerror(errno));
}

int connect_to(const Endpoint& server)
{
    const bool is_unix = !server.unix_path.empty();
    const int fd = ::socket(is_unix ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int result = -1;
    if (is_unix) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        server.unix_path.copy(address.sun_path, sizeof address.sun_path - 1);
        result = ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    } else {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(server.port);
        ::inet_pton(AF_INET, server.host.c_str(), &address.sin_addr);
        result = ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    if (result != 0) {
        ::close(fd);
        return -1;
    }
    return fd;
}

/// Appends what can be read now. @returns false at the end of the connection.
bool read_into(int fd, std::string& buffer)
{
    std::array<char, 65536> bytes;
    const ssize_t got = ::recv(fd, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got <= 0)
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    buffer.append(bytes.data(), static_cast<std::size_t>(got));
    return true;
}

bool is_message(std::string_view reply)
{
    return reply.starts_with("*3\r\n$7\r\nmessage\r\n") || reply.starts_with("*4\r\n$8\r\npmessage\r\n");
}

} // namespace

FaultProxy::FaultProxy(const Endpoint& server) : m_server(server), m_endpoint(server)
{
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(m_listener, generic, size) != 0 || ::listen(m_listener, 128) != 0
        || ::getsockname(m_listener, generic, &size) != 0 || ::pipe2(m_wake, O_CLOEXEC | O_NONBLOCK) != 0)
        fail("cannot listen");
    m_endpoint.unix_path.clear();
    m_endpoint.host = "127.0.0.1";
    m_endpoint.port = ntohs(address.sin_port);
    m_thread = std::thread([this] { run(); });
}

FaultProxy::~FaultProxy()
{
    {
        const std::scoped_lock guard(m_mutex);
        m_ends = true;
    }
    wake();
    m_thread.join();
    for (ProxyLink& link : m_links)
        link.close();
    for (const int fd : {m_listener, m_wake[0], m_wake[1]})
        ::close(fd);
}

void FaultProxy::wake()
{
    static_cast<void>(!::write(m_wake[1], "x", 1));
}

void FaultProxy::run()
{
    std::unique_lock guard(m_mutex);
    while (!m_ends) {
        const Clock::time_point now = Clock::now();
        Clock::time_point next = now + std::chrono::seconds(1);
        std::vector<pollfd> waits{{m_wake[0], POLLIN, 0}, {m_listener, POLLIN, 0}};
        std::vector<ProxyLink*> links;
        const bool moves = m_mode != Mode::black_hole;
        for (ProxyLink& link : m_links) {
            links.push_back(&link);
            const auto events = [&](const ProxyStream& out) {
                return static_cast<short>(POLLIN | (moves && out.wants_to_send(now) ? POLLOUT : 0));
            };
            waits.push_back({link.client, events(link.to_client), 0});
            waits.push_back({link.server, events(link.to_server), 0});
            for (const ProxyStream* out : {&link.to_client, &link.to_server}) {
                if (moves && out->next_due() > now)
                    next = std::min(next, out->next_due());
            }
        }
        const auto pause = std::chrono::ceil<std::chrono::milliseconds>(next - now);
        guard.unlock();
        ::poll(waits.data(), waits.size(), static_cast<int>(pause.count()));
        guard.lock();
        std::array<char, 64> drain;
        while (::read(m_wake[0], drain.data(), drain.size()) > 0) {}
        if (std::exchange(m_cuts, false))
            std::for_each(m_links.begin(), m_links.end(), [](ProxyLink& link) { link.close(); });
        if ((waits[1].revents & POLLIN) != 0)
            accept_one();
        for (std::size_t i = 0; i < links.size(); ++i) {
            ProxyLink& link = *links[i];
            if (!link.is_broken && waits[2 + 2 * i].revents != 0)
                from_client(link);
            if (!link.is_broken && waits[3 + 2 * i].revents != 0)
                from_server(link);
            if (link.is_broken || m_mode == Mode::black_hole)
                continue;
            const Clock::time_point later = Clock::now();
            if (!link.to_server.send_due(link.server, later, 0)
                || (link.client >= 0 && !link.to_client.send_due(link.client, later, m_piece)))
                link.close();
        }
        for (const ProxyLink& link : m_links) // who gave up before the reply came gets it as little
            m_injected += link.is_broken ? link.lost_replies() : 0;
        m_links.remove_if([](const ProxyLink& link) { return link.is_broken; });
        m_changed.notify_all();
    }
}

void FaultProxy::accept_one()
{
    const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0)
        return;
    ++m_accepted;
    const int yes = 1;
    ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes); // pieces stay pieces
    ProxyLink link;
    link.client = client;
    link.server = m_mode == Mode::refuse ? -1 : connect_to(m_server);
    if (link.server < 0)
        link.close();
    else
        m_links.push_back(std::move(link));
}

void FaultProxy::from_client(ProxyLink& link)
{
    if (!read_into(link.client, link.to_server.received)) {
        if (link.holds_requests)
            link.close_client(); // what it sent is still on its way
        else
            link.close();
        return;
    }
    std::string& bytes = link.to_server.received;
    while (!link.holds_requests) {
        const std::size_t length = first_value(bytes);
        if (length == 0)
            return;
        const Rule* rule = match(words_of(std::string_view(bytes).substr(0, length)));
        ProxyLink::Reply reply = ProxyLink::Reply::pass;
        if (rule != nullptr && rule->fault == Fault::reset_before_forwarding) {
            link.close();
            count_injected();
            return;
        }
        if (rule != nullptr && rule->fault == Fault::hold_requests) {
            link.holds_requests = true;
            count_injected();
            return;
        }
        if (rule != nullptr)
            reply = rule->fault == Fault::swallow_and_reset ? ProxyLink::Reply::swallow_and_reset
                                                            : ProxyLink::Reply::swallow_and_fall_silent;
        link.expected.push_back(reply);
        link.to_server.queue(std::string_view(bytes).substr(0, length), Clock::now() + m_request_delay);
        bytes.erase(0, length);
    }
}

void FaultProxy::from_server(ProxyLink& link)
{
    const bool is_open = read_into(link.server, link.to_client.received);
    std::string& bytes = link.to_client.received;
    while (const std::size_t length = first_value(bytes)) {
        const std::string value = bytes.substr(0, length);
        bytes.erase(0, length);
        ProxyLink::Reply what = ProxyLink::Reply::pass;
        if (!is_message(value) && !link.expected.empty()) {
            what = link.expected.front();
            link.expected.pop_front();
        }
        if (what == ProxyLink::Reply::swallow_and_reset) {
            link.close();
            count_injected();
            return;
        }
        if (what == ProxyLink::Reply::swallow_and_fall_silent) {
            link.is_silent = true;
            count_injected();
        }
        if (!link.is_silent && link.client >= 0)
            link.to_client.queue(value, Clock::now() + m_delay);
    }
    if (!is_open)
        link.close();
}

const FaultProxy::Rule* FaultProxy::match(const std::vector<std::string>& words)
{
    for (Rule& rule : m_rules) {
        if (rule.times == 0 || !rule.matcher(words))
            continue;
        if (rule.skip > 0) {
            --rule.skip;
            continue;
        }
        --rule.times;
        return &rule;
    }
    return nullptr;
}

void FaultProxy::count_injected()
{
    ++m_injected;
    m_changed.notify_all();
}

void FaultProxy::inject(Fault fault, Matcher matcher, int times, int skip)
{
    const std::scoped_lock guard(m_mutex);
    m_rules.push_back({fault, std::move(matcher), times, skip});
}

void FaultProxy::clear_faults()
{
    const std::scoped_lock guard(m_mutex);
    m_rules.clear();
}

int FaultProxy::injected() const
{
    const std::scoped_lock guard(m_mutex);
    return m_injected;
}

bool FaultProxy::wait_injected(int count, std::chrono::milliseconds limit)
{
    std::unique_lock guard(m_mutex);
    return m_changed.wait_for(guard, limit, [&] { return m_injected >= count; });
}

void FaultProxy::release_held()
{
    const std::scoped_lock guard(m_mutex);
    for (ProxyLink& link : m_links) {
        if (!std::exchange(link.holds_requests, false))
            continue;
        link.to_server.queue(link.to_server.received, Clock::now());
        link.to_server.received.clear();
    }
    wake();
}

void FaultProxy::set_mode(Mode mode)
{
    const std::scoped_lock guard(m_mutex);
    m_mode = mode;
    wake();
}

void FaultProxy::cut_all()
{
    std::unique_lock guard(m_mutex);
    m_cuts = true;
    wake();
    m_changed.wait(guard, [&] { return !m_cuts; });
}

void FaultProxy::delay_replies(std::chrono::milliseconds delay)
{
    const std::scoped_lock guard(m_mutex);
    m_delay = delay;
}

void FaultProxy::delay_requests(std::chrono::milliseconds delay)
{
    const std::scoped_lock guard(m_mutex);
    m_request_delay = delay;
}

void FaultProxy::fragment_replies(std::size_t piece)
{
    const std::scoped_lock guard(m_mutex);
    m_piece = piece;
}

int FaultProxy::connections() const
{
    const std::scoped_lock guard(m_mutex);
    return static_cast<int>(m_links.size());
}

int FaultProxy::accepted() const
{
    const std::scoped_lock guard(m_mutex);
    return m_accepted;
}

FaultProxy::Matcher FaultProxy::any_script()
{
    return [](const std::vector<std::string>& words) { return words[0] == "EVALSHA" || words[0] == "EVAL"; };
}

FaultProxy::Matcher FaultProxy::script(std::string sha)
{
    return
        [sha = std::move(sha)](const std::vector<std::string>& words) { return words.size() > 1 && words[1] == sha; };
}

FaultProxy::Matcher FaultProxy::command(std::string name)
{
    return [name = std::move(name)](const std::vector<std::string>& words) { return words[0] == name; };
}

FaultProxy::Matcher FaultProxy::with_word(std::string word)
{
    return [word = std::move(word)](const std::vector<std::string>& words) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
}

} // namespace lockscope::test
