// SPDX-License-Identifier: Apache-2.0
#include "monitor/one_reading.hpp"

#include "lockscope/error.hpp"
#include "monitor/permission_probe.hpp"

#include <utility>

namespace lockscope::monitor {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::chrono::minutes rights_last{1};

} // namespace

asio::awaitable<Abilities> AbilityBook::of(detail::ClientCore& core, redis::Node& master)
{
    redis::Connection& connection = master.monitor();
    const auto found = m_entries.find(master.name());
    if (found != m_entries.end() && connection.is_open() && found->second.link_number == connection.link_number()
        && Clock::now() - found->second.tried_at < rights_last)
        co_return found->second.abilities;
    const PermissionReport report = co_await probe_reading(connection);
    Entry entry;
    entry.abilities = abilities_of(report);
    if (core.servers().commands().publish_verb() != "PUBLISH")
        entry.abilities.shards = co_await may_count_in_shards(connection);
    entry.link_number = connection.link_number();
    entry.tried_at = Clock::now();
    m_entries[master.name()] = entry;
    co_return entry.abilities;
}

asio::awaitable<std::vector<Reading>> read_one_by_one(redis::Link& link, std::vector<ReadRequest> requests)
{
    Abilities abilities;
    abilities.transactions = false;
    abilities.time = false; // It would be any server's.
    Reader reader(link);
    reader.set_abilities(abilities);
    auto readings = co_await reader.read(std::move(requests));
    co_return readings;
}

asio::awaitable<Reading> take_one_reading(detail::ClientCore& core, AbilityBook& book, std::string name,
                                          ReadRequest::Known known)
{
    const auto master = co_await core.servers().master_of(name, Clock::now() + core.options.connect_timeout);
    redis::Connection& connection = master->monitor();
    const Abilities abilities = co_await book.of(core, *master);
    Reader reader(connection);
    reader.set_abilities(abilities);
    std::vector<ReadRequest> requests(1);
    requests.front().name = std::move(name);
    requests.front().known = known;
    requests.front().suspect = known == ReadRequest::Known::lock; // nothing is known of its size
    auto again = requests;
    auto readings = co_await reader.read(std::move(requests));
    if (readings.front().verdict == Reading::Verdict::foreign) {
        again.front().known = ReadRequest::Known::counter;
        readings = co_await reader.read(again);
    }
    if (readings.front().verdict == Reading::Verdict::elsewhere)
        readings = co_await read_one_by_one(core.servers().monitor(), std::move(again));
    Reading& reading = readings.front();
    if (reading.verdict == Reading::Verdict::failed || reading.verdict == Reading::Verdict::elsewhere) {
        redis::Reply reply;
        reply.kind = redis::Reply::Kind::error;
        reply.text = reading.error;
        throw redis::to_error(reply, connection.node(), "Reading the lock");
    }
    co_return std::move(reading);
}

asio::awaitable<std::optional<LockState>> read_one(detail::ClientCore& core, AbilityBook& book, std::string name,
                                                   ReadRequest::Known known)
{
    Reading reading = co_await take_one_reading(core, book, std::move(name), known);
    co_return std::move(reading.state);
}

} // namespace lockscope::monitor
