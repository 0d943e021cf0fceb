// SPDX-License-Identifier: Apache-2.0
#include "client/client_core.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/monitor.hpp"
#include "monitor/alarm.hpp"
#include "monitor/channels.hpp"
#include "monitor/finder.hpp"
#include "monitor/glob.hpp"
#include "monitor/namesake.hpp"
#include "monitor/one_reading.hpp"
#include "monitor/permission_probe.hpp"
#include "monitor/reader.hpp"
#include "redis/replication.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_set>

namespace lockscope {
namespace {

namespace asio = boost::asio;
using monitor::Reader;
using monitor::Reading;
using monitor::ReadRequest;

/// Half of the time belongs to the server's other clients.
constexpr double duty = 0.5;
constexpr std::size_t locks_in_one_go = 200;
/// More kinds of errors than a server has reason for.
constexpr std::size_t most_kinds_of_trouble = 8;

/// By them one knows how far a look has come.
asio::awaitable<std::uint64_t> keys_of(redis::Connection& connection)
{
    std::vector<redis::Command> size{redis::Command{"DBSIZE"}};
    const auto replies = co_await connection.pipeline(std::move(size));
    co_return static_cast<std::uint64_t>(std::max<std::int64_t>(replies.front().as_integer().value_or(0), 0));
}

/// Collects the locks of all masters, one after the other.
class Listing
{
public:
    Listing(std::string glob, std::size_t max_locks) : m_glob(std::move(glob)), m_max_locks(max_locks) {}

    /// @param progress is told how much of this master is done, 0…1
    asio::awaitable<void> walk(detail::ClientCore& core, const std::shared_ptr<redis::Node>& master,
                               const LookProgress& progress)
    {
        redis::Connection& connection = master->monitor();
        Reader reader(connection);
        co_await look_for_its_master(connection);
        const auto report = co_await monitor::probe_reading(connection);
        auto abilities = monitor::abilities_of(report);
        const bool has_shards = core.servers().commands().publish_verb() != "PUBLISH";
        if (has_shards)
            abilities.shards = co_await monitor::may_count_in_shards(connection);
        reader.set_abilities(abilities);
        // A number says nothing of itself: without permits that end, only those who listen tell that it is a semaphore.
        std::unordered_set<std::string> waited_for;
        if (monitor::is_granted(report, "PUBSUB CHANNELS"))
            waited_for = co_await monitor::counters_waited_for(
                connection, has_shards ? monitor::ShardChannels::included : monitor::ShardChannels::left_out);
        for (const auto& name : waited_for) {
            const auto home = core.servers().home_of(name); // In a cluster somebody may listen at any node.
            if ((!home || home == master) && monitor::glob_match(m_glob, name))
                add(name, ReadRequest::Known::counter);
        }
        co_await read(reader);
        std::uint64_t keys = 0;
        if (progress && monitor::is_granted(report, "DBSIZE"))
            keys = co_await keys_of(connection);
        monitor::Scan scan(connection, m_glob, monitor::Scan::Scope::locks_and_deadlines);
        monitor::Pacer pacer(duty);
        monitor::Alarm alarm(core.executor());
        while (!scan.finished()) {
            auto step = co_await scan.next();
            for (auto& name : step.hashes)
                add(std::move(name), ReadRequest::Known::hash);
            for (auto& name : step.queued)
                add(std::move(name), ReadRequest::Known::companion);
            for (auto& name : step.permits) {
                if (!waited_for.contains(name))
                    add(std::move(name), ReadRequest::Known::counter);
            }
            if (m_found.size() >= locks_in_one_go)
                co_await read(reader);
            if (keys > 0)
                progress(scan.fraction(keys));
            pacer.worked(step.took);
            const auto rest = pacer.take_rest();
            if (rest.count() > 0)
                co_await alarm.rest(rest);
        }
        co_await read(reader);
    }

    /// Only what may be a replica can have lost one.
    asio::awaitable<void> look_for_its_master(redis::Connection& connection)
    {
        if (connection.options().requires_master)
            co_return;
        const auto deadline = redis::Link::Clock::now() + connection.options().command_timeout;
        const auto replication = co_await redis::ask_replication(connection, deadline);
        if (replication.lacks_master)
            m_without_master.push_back(connection.where().display());
    }

    /// What was on its way from one to another meanwhile.
    asio::awaitable<void> follow_up(redis::Link& link)
    {
        auto requests = std::exchange(m_moving, {});
        if (requests.empty())
            co_return;
        auto readings = co_await monitor::read_one_by_one(link, std::move(requests));
        for (auto& reading : readings)
            take(reading);
    }

    [[nodiscard]] LockListing result() const
    {
        LockListing listing;
        listing.not_kept = m_not_kept.size();
        listing.not_permitted = m_not_permitted.size();
        listing.troubles = troubles();
        listing.without_master = m_without_master;
        for (const auto& [name, state] : m_locks) {
            if (!is_double(state))
                listing.locks.push_back(state);
        }
        return listing;
    }

private:
    void add(std::string name, ReadRequest::Known known)
    {
        // A scan names a key twice now and then, and a lock by its queue and by the deadlines of that, too.
        if (m_locks.contains(name) || m_not_kept.contains(std::hash<std::string>{}(name)))
            return;
        ReadRequest request;
        request.name = std::move(name);
        request.known = known;
        m_found.push_back(std::move(request));
    }

    asio::awaitable<void> read(Reader& reader)
    {
        const auto requests = std::exchange(m_found, {});
        if (requests.empty())
            co_return;
        const bool is_done = co_await read_together(reader, requests);
        for (std::size_t i = 0; !is_done && i < requests.size(); ++i) {
            std::vector<ReadRequest> alone{requests[i]};
            co_await read_together(reader, std::move(alone));
        }
    }

    /// @returns false if one of them may be too large for the connection. What is so alone is a trouble, and done with.
    asio::awaitable<bool> read_together(Reader& reader, std::vector<ReadRequest> requests)
    {
        try {
            auto readings = co_await reader.read(requests);
            for (auto& reading : readings)
                take(reading);
            co_return true;
        } catch (const Error& error) {
            if (error.errc() != Errc::connection_lost && error.errc() != Errc::timeout)
                throw;
            if (requests.size() == 1)
                note_trouble(requests.front().name, error.message());
        }
        // What is asked before the connection has told everybody of its end ends with it.
        const auto executor = co_await asio::this_coro::executor;
        co_await asio::post(executor, asio::use_awaitable);
        co_return requests.size() == 1;
    }

    void take(Reading& reading)
    {
        if (reading.verdict == Reading::Verdict::elsewhere) {
            ReadRequest request;
            request.name = reading.name;
            request.known = ReadRequest::Known::companion;
            m_moving.push_back(std::move(request));
        }
        // A scan names every key, this user's or not: what may not be read is no trouble, but it is counted.
        if (reading.verdict == Reading::Verdict::failed && monitor::refusal_of(reading.error) == monitor::Refusal::key)
            m_not_permitted.insert(std::hash<std::string>{}(reading.name));
        else if (reading.verdict == Reading::Verdict::failed)
            note_trouble(reading.name, escape(reading.error));
        if (reading.verdict != Reading::Verdict::lock)
            return;
        if (m_locks.size() < m_max_locks)
            m_locks.emplace(reading.name, std::move(*reading.state));
        else if (!m_locks.contains(reading.name))
            m_not_kept.insert(std::hash<std::string>{}(reading.name));
    }

    void note_trouble(const std::string& name, const std::string& why)
    {
        const auto known = m_unread.find(why);
        // A scan names a key twice now and then, and by a queue both names that it can belong to.
        if (known != m_unread.end())
            known->second.others |= name != known->second.first && name != monitor::namesake_of(known->second.first);
        else if (m_unread.size() < most_kinds_of_trouble)
            m_unread[why].first = name;
    }

    [[nodiscard]] std::vector<std::string> troubles() const
    {
        std::vector<std::string> sentences;
        for (const auto& [why, unread] : m_unread) {
            const char* what = unread.others ? "\" and others could not be read: " : "\" could not be read: ";
            sentences.push_back('"' + escape(unread.first) + what + why);
        }
        return sentences;
    }

    /// Two names that share their queue: without a holder it is listed once, under the plain name.
    [[nodiscard]] bool is_double(const LockState& state) const
    {
        const auto namesake = state.is_held() ? std::nullopt : monitor::namesake_of(state.name);
        const auto other = namesake ? m_locks.find(*namesake) : m_locks.end();
        return other != m_locks.end() && (other->second.is_held() || namesake->size() < state.name.size());
    }

    std::string m_glob;
    std::size_t m_max_locks;
    std::unordered_set<std::size_t> m_not_kept, m_not_permitted; ///< Hashes of names: each may be met several times.
    std::vector<ReadRequest> m_found, m_moving;
    std::vector<std::string> m_without_master;
    std::map<std::string, LockState> m_locks;
    struct Unread
    {
        std::string first; ///< Its name.
        bool others = false;
    };
    std::map<std::string, Unread> m_unread; ///< By why.
};

asio::awaitable<LockListing> list(std::shared_ptr<detail::ClientCore> core, std::string glob, std::size_t max_locks,
                                  LookProgress progress)
{
    const auto masters = co_await core->servers().find_masters();
    Listing listing(std::move(glob), max_locks);
    std::vector<Error> troubles;
    for (std::size_t i = 0; i < masters.size(); ++i) {
        LookProgress of_all;
        if (progress) {
            of_all = [&progress, i, masters = masters.size()](double part) {
                progress((static_cast<double>(i) + part) / static_cast<double>(masters));
            };
        }
        try {
            co_await listing.walk(*core, masters[i], of_all);
        } catch (const Error& error) {
            troubles.push_back(error);
        }
    }
    if (!troubles.empty() && troubles.size() == masters.size())
        throw Error(troubles.front());
    co_await listing.follow_up(core->servers().monitor());
    auto result = listing.result();
    for (const auto& trouble : troubles)
        result.troubles.push_back(trouble.message());
    co_return result;
}

} // namespace

std::vector<LockState> list_locks(Client& client, const std::string& glob)
{
    auto listing = list_locks(client, glob, std::numeric_limits<std::size_t>::max());
    if (!listing.troubles.empty())
        throw Error(Errc::connection_failed, listing.troubles.front());
    return std::move(listing.locks);
}

LockListing list_locks(Client& client, const std::string& glob, std::size_t max_locks, const LookProgress& progress)
{
    return client.core()->run(list(client.core(), glob.empty() ? "*" : glob, max_locks, progress));
}

} // namespace lockscope
