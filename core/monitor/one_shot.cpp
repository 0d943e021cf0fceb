// SPDX-License-Identifier: Apache-2.0
#include "client/client_core.hpp"
#include "locks/key_names.hpp"
#include "lockscope/error.hpp"
#include "lockscope/monitor.hpp"
#include "monitor/alarm.hpp"
#include "monitor/finder.hpp"
#include "monitor/glob.hpp"
#include "monitor/permission_probe.hpp"
#include "monitor/reader.hpp"

#include <map>
#include <set>

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
    Listing(redis::Connection& connection, Reader& reader, std::string glob)
        : m_connection(connection)
        , m_reader(reader)
        , m_glob(std::move(glob))
    {}

    asio::awaitable<std::vector<LockState>> run(asio::any_io_executor executor)
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
        if (!m_names.insert(name).second)
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
            if (reading.verdict == Reading::Verdict::lock)
                m_locks.emplace(reading.name, std::move(*reading.state));
        }
    }

    /// `a` and `{a}` share their queue; without a holder it is listed once, under the plain name.
    [[nodiscard]] bool is_double(const LockState& state) const
    {
        if (state.is_held())
            return false;
        const auto inner = locks::untagged(state.name);
        const auto other = m_locks.find(inner.size() > 1 ? inner.front() : locks::tagged(state.name));
        return other != m_locks.end() && other->first != state.name && (inner.size() > 1 || other->second.is_held());
    }

    std::vector<LockState> result() const
    {
        std::vector<LockState> locks;
        for (const auto& [name, state] : m_locks) {
            if (!is_double(state))
                locks.push_back(state);
        }
        return locks;
    }

    redis::Connection& m_connection;
    Reader& m_reader;
    std::string m_glob;
    std::set<std::string> m_names;
    std::vector<ReadRequest> m_found;
    std::map<std::string, LockState> m_locks;
};

asio::awaitable<std::vector<LockState>> list(std::shared_ptr<detail::ClientCore> core, std::string glob)
{
    auto& connection = core->node().monitor();
    Reader reader(connection);
    const auto report = co_await monitor::probe_reading(connection);
    reader.set_abilities(monitor::abilities_of(report));
    Listing listing(connection, reader, std::move(glob));
    auto locks = co_await listing.run(core->executor());
    co_return locks;
}

asio::awaitable<std::optional<LockState>> read_one(std::shared_ptr<detail::ClientCore> core, std::string name)
{
    auto& connection = core->node().monitor();
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
    return client.core()->run(list(client.core(), glob.empty() ? "*" : glob));
}

std::optional<LockState> read_lock(Client& client, const std::string& name)
{
    return client.core()->run(read_one(client.core(), name));
}

Awaitable<std::optional<LockState>> async_read_lock(Client& client, std::string name)
{
    const auto core = client.core();
    return core->on_io(read_one(core, std::move(name)));
}

} // namespace lockscope
