// SPDX-License-Identifier: Apache-2.0
#include "client/client_core.hpp"
#include "lockscope/error.hpp"
#include "lockscope/monitor.hpp"
#include "monitor/alarm.hpp"
#include "monitor/finder.hpp"
#include "monitor/glob.hpp"
#include "monitor/namesake.hpp"
#include "monitor/permission_probe.hpp"
#include "monitor/reader.hpp"

#include <limits>
#include <map>

namespace lockscope {
namespace {

namespace asio = boost::asio;
using monitor::Reader;
using monitor::Reading;
using monitor::ReadRequest;

/// Half of the time belongs to the server's other clients.
constexpr double duty = 0.5;
constexpr std::size_t locks_in_one_go = 200;

/// Collects the locks of one walk.
class Listing
{
public:
    Listing(redis::Connection& connection, Reader& reader, std::string glob, std::size_t max_locks)
        : m_connection(connection)
        , m_reader(reader)
        , m_glob(std::move(glob))
        , m_max_locks(max_locks)
    {}

    asio::awaitable<LockListing> run(asio::any_io_executor executor)
    {
        monitor::Scan scan(m_connection, m_glob);
        monitor::Pacer pacer(duty);
        monitor::Alarm alarm(executor);
        while (!scan.finished()) {
            auto step = co_await scan.next();
            for (auto& name : step.hashes)
                add(std::move(name), ReadRequest::Known::hash);
            for (auto& name : step.queued)
                add(std::move(name), ReadRequest::Known::companion);
            if (m_found.size() >= locks_in_one_go)
                co_await read();
            pacer.worked(step.took);
            const auto rest = pacer.take_rest();
            if (rest.count() > 0)
                co_await alarm.rest(rest);
        }
        co_await read();
        co_return result();
    }

private:
    void add(std::string name, ReadRequest::Known known)
    {
        // A scan names a key twice now and then.
        if (m_locks.contains(name))
            return;
        ReadRequest request;
        request.name = std::move(name);
        request.known = known;
        m_found.push_back(std::move(request));
    }

    asio::awaitable<void> read()
    {
        auto requests = std::exchange(m_found, {});
        if (requests.empty())
            co_return;
        auto readings = co_await m_reader.read(std::move(requests));
        for (auto& reading : readings) {
            if (reading.verdict != Reading::Verdict::lock)
                continue;
            if (m_locks.size() < m_max_locks)
                m_locks.emplace(reading.name, std::move(*reading.state));
            else if (!m_locks.contains(reading.name))
                ++m_not_kept;
        }
    }

    /// Two names that share their queue: without a holder it is listed once, under the plain name.
    [[nodiscard]] bool is_double(const LockState& state) const
    {
        const auto namesake = state.is_held() ? std::nullopt : monitor::namesake_of(state.name);
        const auto other = namesake ? m_locks.find(*namesake) : m_locks.end();
        return other != m_locks.end() && (other->second.is_held() || namesake->size() < state.name.size());
    }

    LockListing result() const
    {
        LockListing listing;
        listing.not_kept = m_not_kept;
        for (const auto& [name, state] : m_locks) {
            if (!is_double(state))
                listing.locks.push_back(state);
        }
        return listing;
    }

    redis::Connection& m_connection;
    Reader& m_reader;
    std::string m_glob;
    std::size_t m_max_locks;
    std::size_t m_not_kept = 0;
    std::vector<ReadRequest> m_found;
    std::map<std::string, LockState> m_locks;
};

asio::awaitable<LockListing> list(std::shared_ptr<detail::ClientCore> core, std::string glob, std::size_t max_locks)
{
    auto& connection = core->servers().masters().front()->monitor();
    Reader reader(connection);
    const auto report = co_await monitor::probe_reading(connection);
    reader.set_abilities(monitor::abilities_of(report));
    Listing listing(connection, reader, std::move(glob), max_locks);
    auto locks = co_await listing.run(core->executor());
    co_return locks;
}

asio::awaitable<std::optional<LockState>> read_one(std::shared_ptr<detail::ClientCore> core, std::string name)
{
    auto& connection = core->servers().monitor();
    Reader reader(connection);
    const auto report = co_await monitor::probe_reading(connection);
    reader.set_abilities(monitor::abilities_of(report));
    std::vector<ReadRequest> requests(1);
    requests.front().name = std::move(name);
    requests.front().known = ReadRequest::Known::companion;
    auto readings = co_await reader.read(std::move(requests));
    auto& reading = readings.front();
    if (reading.verdict == Reading::Verdict::failed) {
        redis::Reply reply;
        reply.kind = redis::Reply::Kind::error;
        reply.text = reading.error;
        throw redis::to_error(reply, connection.node(), "Reading the lock");
    }
    co_return std::move(reading.state);
}

} // namespace

std::vector<LockState> list_locks(Client& client, const std::string& glob)
{
    return list_locks(client, glob, std::numeric_limits<std::size_t>::max()).locks;
}

LockListing list_locks(Client& client, const std::string& glob, std::size_t max_locks)
{
    return client.core()->run(list(client.core(), glob.empty() ? "*" : glob, max_locks));
}

std::optional<LockState> read_lock(Client& client, const std::string& name)
{
    return client.core()->run(read_one(client.core(), name));
}

Awaitable<std::optional<LockState>> async_read_lock(Client& client, std::string name)
{
    const auto& core = client.core();
    return core->on_io(read_one(core, std::move(name)));
}

} // namespace lockscope
