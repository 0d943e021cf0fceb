// SPDX-License-Identifier: Apache-2.0
#include "monitor/reader.hpp"

#include "locks/key_names.hpp"
#include "lockscope/error.hpp"
#include "monitor/counters.hpp"
#include "monitor/namesake.hpp"

#include <algorithm>
#include <utility>

namespace lockscope::monitor {
namespace {

using redis::Command;
using redis::Reply;
using Clock = std::chrono::steady_clock;

/// Enough to have every element of a lock's hash counted, and a bounded effort for the server.
constexpr const char* samples = "1100";
/// Owners may come while their details are asked for; after that the details stay absent. What is refused may turn out
/// in two steps: the readers' deadlines are asked for once the readers are known.
constexpr int attempts = 4;
/// A server without memory to spare queues no commands, and so has no transactions; then it is asked again.
constexpr std::chrono::seconds full_for{5};
/// A command that is refused this often, and never granted, is not sent any more.
constexpr int enough_refusals = 3;
/// What one message takes, about; a single lock may take more.
constexpr std::size_t most_message_bytes = 8 << 20;
/// As Redis says it.
constexpr const char* may_not_get = "NOPERM this user has no permissions to run the 'get' command";

void fail(Reading& reading, std::string error)
{
    const bool moved = redis::errc_of(error) == Errc::redirected || error.starts_with("TRYAGAIN");
    reading.verdict = moved ? Reading::Verdict::elsewhere : Reading::Verdict::failed;
    reading.error = std::move(error);
}

/// Lays the moments of the readings out as the server's clock says, so that a large batch is not all "now".
class Moments
{
public:
    Moments(SteadyTime started, SteadyTime finished) : m_started(started), m_finished(finished) {}
    void add(std::int64_t server_time) { m_last = std::max(m_last, server_time); }
    [[nodiscard]] SteadyTime of(std::int64_t server_time) const
    {
        if (server_time <= 0 || m_last - server_time > 60'000)
            return m_finished;
        return std::max(m_started, m_finished - milliseconds(m_last - server_time));
    }

private:
    SteadyTime m_started, m_finished;
    std::int64_t m_last = 0;
};

template <typename Shot>
struct Taken
{
    SteadyTime started;
    std::vector<typename Shot::Result> results; ///< One a snapshot, each with the moment that it is of.
};

/// All of them in one go.
template <typename Shot>
asio::awaitable<Taken<Shot>> take(redis::Link& connection, std::vector<Shot> snapshots)
{
    std::vector<Command> commands;
    for (const Shot& snapshot : snapshots)
        snapshot.commands().append_to(commands);
    Taken<Shot> taken;
    taken.started = Clock::now();
    const std::vector<Reply> replies = co_await connection.pipeline(std::move(commands));
    Moments moments(taken.started, Clock::now());
    std::span<const Reply> left = replies;
    for (const Shot& snapshot : snapshots) {
        taken.results.push_back(snapshot.parse(left.first(snapshot.commands().size())));
        moments.add(taken.results.back().raw.server_time);
        left = left.subspan(snapshot.commands().size());
    }
    for (typename Shot::Result& result : taken.results)
        result.raw.read_at = moments.of(result.raw.server_time);
    co_return taken;
}

asio::awaitable<Taken<CounterSnapshot>> take_counters(redis::Link& connection, const std::vector<std::string>& names,
                                                      Abilities abilities, const ReadLimits& limits)
{
    std::vector<CounterSnapshot> snapshots;
    for (const auto& name : names)
        snapshots.emplace_back(name, abilities, limits);
    auto taken = co_await take(connection, std::move(snapshots));
    co_return taken;
}

std::optional<std::int64_t> listeners(const RawLock& raw)
{
    if (!raw.unlock_subscribers && !raw.rwlock_subscribers)
        return std::nullopt;
    return raw.unlock_subscribers.value_or(0) + raw.rwlock_subscribers.value_or(0);
}

} // namespace

Reader::Reader(redis::Link& connection, ReadLimits limits) : m_connection(connection), m_limits(limits) {}

void Reader::set_abilities(const Abilities& abilities)
{
    m_abilities = m_granted = abilities;
    m_portion = {}; // It may be another server, and further away.
    m_queue_refusals = m_deadline_refusals = m_token_refusals = m_namesake_refusals = m_reader_refusals = {};
}

asio::awaitable<std::vector<Reading>> Reader::read(std::vector<ReadRequest> requests)
{
    Jobs jobs;
    jobs.reserve(requests.size());
    for (auto& request : requests) {
        Job job;
        job.reading.name = request.name;
        job.reading.news_at = request.news_at;
        job.request = std::move(request);
        jobs.push_back(std::move(job));
    }
    for (std::size_t begin = 0; begin < jobs.size();) {
        auto end = begin;
        for (std::size_t bytes = 0; end < jobs.size() && end - begin < most_at_once && bytes < most_name_bytes; ++end)
            bytes += jobs[end].request.name.size();
        co_await work(jobs, begin, end);
        begin = end;
    }
    std::vector<Reading> readings;
    readings.reserve(jobs.size());
    for (auto& job : jobs) {
        if (job.reading.at == SteadyTime{})
            job.reading.at = Clock::now();
        job.reading.oversize = job.request.expected.oversize;
        readings.push_back(std::move(job.reading));
    }
    co_return readings;
}

asio::awaitable<void> Reader::work(Jobs& jobs, std::size_t begin, std::size_t end)
{
    co_await read_counters(jobs, begin, end);
    co_await ask_types(jobs, begin, end);
    if (m_abilities.memory)
        co_await ask_sizes(jobs, begin, end);
    co_await peek(jobs, begin, end);
    if (m_abilities.memory)
        co_await ask_companion_sizes(jobs, begin, end);
    co_await take_snapshots(jobs, begin, end);
}

/// The number is read only if it is small, and the permits as far as a lock's holders are.
asio::awaitable<void> Reader::read_counters(Jobs& jobs, std::size_t begin, std::size_t end)
{
    std::vector<Job*> asked;
    std::vector<Command> sizes;
    for (auto i = begin; i < end; ++i) {
        auto& job = jobs[i];
        if (!job.open || job.request.known != ReadRequest::Known::counter)
            continue;
        job.open = false;
        job.reading.started = Clock::now();
        job.reading.verdict = Reading::Verdict::absent; // It may yet be something else: a lock.
        if (!m_granted.token && job.request.was_there)
            fail(job.reading, may_not_get);
        asked.push_back(&job);
        sizes.push_back(Command{"MEMORY", "USAGE", job.request.name});
        sizes.push_back(Command{"MEMORY", "USAGE", locks::permit_timeout_key(job.request.name), "SAMPLES", samples});
    }
    if (asked.empty() || !m_granted.token)
        co_return;
    if (m_abilities.memory) {
        const auto replies = co_await m_connection.pipeline(std::move(sizes));
        std::vector<Job*> small;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (replies[2 * i].as_integer().value_or(0) <= m_limits.token_bytes
                && replies[2 * i + 1].as_integer().value_or(0) <= m_limits.companion_bytes)
                small.push_back(asked[i]);
        }
        asked = std::move(small);
    }
    if (asked.empty())
        co_return;
    std::vector<std::string> names;
    for (const auto* job : asked)
        names.push_back(job->request.name);
    auto taken = co_await take_counters(m_connection, names, at_present(m_granted), m_limits);
    const bool is_full = std::any_of(taken.results.begin(), taken.results.end(),
                                     [this](const auto& result) { return refuses_transactions(result.error); });
    if (is_full) {
        auto apart = co_await take_counters(m_connection, names, at_present(m_granted), m_limits);
        taken = std::move(apart);
    }
    for (std::size_t i = 0; i < asked.size(); ++i) {
        auto& reading = asked[i]->reading;
        auto& result = taken.results[i];
        reading.started = taken.started;
        if (!result.error.empty() && !result.error.starts_with("WRONGTYPE")) {
            fail(reading, std::move(result.error));
            continue;
        }
        reading.at = result.raw.read_at;
        reading.state = classify_counter(result.raw, m_limits);
        if (reading.state)
            reading.verdict = Reading::Verdict::lock;
        else
            reading.idle = idle_counter(result.raw, m_limits);
    }
}

asio::awaitable<void> Reader::ask_types(Jobs& jobs, std::size_t begin, std::size_t end)
{
    std::vector<Command> commands;
    std::vector<Job*> asked;
    for (auto i = begin; i < end; ++i) {
        auto& job = jobs[i];
        if (!job.open)
            continue;
        job.reading.started = Clock::now();
        const auto known = job.request.known;
        if (known == ReadRequest::Known::hash || known == ReadRequest::Known::lock)
            continue;
        commands.push_back(Command{"TYPE", job.request.name});
        asked.push_back(&job);
    }
    if (commands.empty())
        co_return;
    const auto replies = co_await m_connection.pipeline(std::move(commands));
    for (std::size_t i = 0; i < asked.size(); ++i) {
        auto& job = *asked[i];
        const auto& reply = replies[i];
        if (reply.is_error()) {
            fail(job.reading, reply.text);
            job.open = false;
        } else if (!reply.is_text()) {
            fail(job.reading, answered_with_something_else("TYPE"));
            job.open = false;
        } else if (reply.text == "none") {
            job.reading.verdict = Reading::Verdict::absent;
            job.open = job.request.known == ReadRequest::Known::companion;
        } else if (reply.text != "hash") {
            job.reading.verdict = Reading::Verdict::foreign;
            job.open = false;
        }
    }
}

std::vector<Reader::Job*> Reader::those(Jobs& jobs, std::size_t begin, std::size_t end, bool (*is_wanted)(const Job&))
{
    std::vector<Job*> found;
    for (auto i = begin; i < end; ++i) {
        if (jobs[i].open && is_wanted(jobs[i]))
            found.push_back(&jobs[i]);
    }
    return found;
}

asio::awaitable<void> Reader::ask_sizes(Jobs& jobs, std::size_t begin, std::size_t end)
{
    const auto asked = those(jobs, begin, end, [](const Job& job) { return !job.is_trusted(); });
    std::vector<Command> commands;
    for (const auto* job : asked)
        commands.push_back(Command{"MEMORY", "USAGE", job->request.name, "SAMPLES", samples});
    if (asked.empty())
        co_return;
    const auto replies = co_await m_connection.pipeline(std::move(commands));
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (const auto size = replies[i].as_integer(); size && *size > m_limits.main_bytes) {
            asked[i]->reading.verdict = Reading::Verdict::foreign;
            asked[i]->open = false;
        }
    }
}

/// A few fields tell nearly every hash that is no lock, for a fraction of what a whole reading costs.
asio::awaitable<void> Reader::peek(Jobs& jobs, std::size_t begin, std::size_t end)
{
    const auto asked = those(jobs, begin, end, [](const Job& job) { return !job.is_known(); });
    std::vector<Command> commands;
    for (const auto* job : asked)
        commands.push_back(Command{"HSCAN", job->request.name, "0", "COUNT", "16"});
    if (asked.empty())
        co_return;
    const auto replies = co_await m_connection.pipeline(std::move(commands));
    for (std::size_t i = 0; i < asked.size(); ++i) {
        auto& job = *asked[i];
        const auto& reply = replies[i];
        if (reply.is_error()) {
            if (reply.text.starts_with("WRONGTYPE"))
                job.reading.verdict = Reading::Verdict::foreign;
            else
                fail(job.reading, reply.text);
            job.open = false;
            continue;
        }
        if (!is_scan_of_hash(reply))
            continue; // The whole reading will say so.
        const auto fields = to_fields(reply.elements[1].elements);
        if (fields.empty()) {
            job.reading.verdict = Reading::Verdict::absent;
            job.open = job.request.known == ReadRequest::Known::companion;
        } else if (!could_be_lock(fields)) {
            job.reading.verdict = Reading::Verdict::foreign;
            job.open = false;
        }
    }
}

asio::awaitable<void> Reader::ask_companion_sizes(Jobs& jobs, std::size_t begin, std::size_t end)
{
    // What was too large is asked about until it is not any more.
    const auto asked =
        those(jobs, begin, end, [](const Job& job) { return !job.is_trusted() || job.oversize().any(); });
    std::vector<Command> commands;
    std::vector<std::size_t> firsts; // What is asked about each begins there.
    const auto ask = [&commands](const std::string& key) {
        commands.push_back(Command{"MEMORY", "USAGE", key, "SAMPLES", samples});
    };
    for (const auto* job : asked) {
        const auto& name = job->request.name;
        firsts.push_back(commands.size());
        ask(locks::queue_key(name));
        ask(locks::timeout_key(name));
        ask(locks::token_key(name));
        if (const auto namesake = namesake_of(name); namesake && (job->request.suspect || job->oversize().namesake))
            ask(*namesake);
    }
    if (asked.empty())
        co_return;
    firsts.push_back(commands.size());
    const auto replies = co_await m_connection.pipeline(std::move(commands));
    for (std::size_t i = 0; i < asked.size(); ++i) {
        auto& oversize = asked[i]->request.expected.oversize;
        const auto size = [&](std::size_t which) { return replies[firsts[i] + which].as_integer().value_or(0); };
        oversize.queue = size(0) > m_limits.companion_bytes || size(1) > m_limits.companion_bytes;
        oversize.token = size(2) > m_limits.token_bytes;
        oversize.namesake = firsts[i + 1] - firsts[i] > 3 && size(3) > m_limits.main_bytes;
    }
}

asio::awaitable<void> Reader::take_snapshots(Jobs& jobs, std::size_t begin, std::size_t end)
{
    for (int attempt = 1; attempt <= attempts; ++attempt) {
        for (std::size_t next = begin; next < end;)
            next = co_await take_some(jobs, next, end, attempt);
    }
}

/// As many as one message carries. @returns where the next one begins
asio::awaitable<std::size_t> Reader::take_some(Jobs& jobs, std::size_t begin, std::size_t end, int attempt)
{
    std::vector<Snapshot> snapshots;
    std::vector<Job*> asked;
    auto next = begin;
    const std::size_t most = m_portion.locks();
    for (std::size_t bytes = 0; next < end && asked.size() < most && bytes < most_message_bytes; ++next) {
        auto& job = jobs[next];
        if (!job.open)
            continue;
        snapshots.emplace_back(job.request.name, job.request.expected, at_present(m_abilities), m_limits);
        bytes += snapshots.back().commands().bytes();
        asked.push_back(&job);
    }
    if (asked.empty())
        co_return next;
    auto taken = co_await take(m_connection, std::move(snapshots));
    const auto now = Clock::now();
    m_portion.answered(now - taken.started, now);
    for (const auto& result : taken.results)
        note_grants(result.granted);
    for (std::size_t i = 0; i < asked.size(); ++i) {
        asked[i]->reading.started = taken.started;
        conclude(*asked[i], std::move(taken.results[i]), attempt);
    }
    co_return next;
}

void Reader::conclude(Job& job, Snapshot::Result result, int attempt)
{
    auto& expected = job.request.expected;
    expected.oversize.token |= result.oversize.token;
    expected.oversize.queue |= result.oversize.queue;
    expected.oversize.namesake |= result.oversize.namesake;
    note_refusals(result.refused);
    if (attempt < attempts && result.failed && refuses_transactions(result.error))
        return;
    if (attempt < attempts && result.failed && result.refused.any()) {
        expected.queue &= !result.refused.queue;
        expected.deadlines &= !result.refused.deadlines;
        expected.token &= !result.refused.token;
        expected.namesake &= !result.refused.namesake;
        expected.reader_deadlines &= !result.refused.readers;
        return;
    }
    if (attempt < attempts && !result.failed && result.more) {
        expected.readers = std::move(result.expected.readers);
        expected.waiters = std::move(result.expected.waiters);
        expected.namesake = result.expected.namesake;
        return;
    }
    settle(job, std::move(result));
}

Abilities Reader::at_present(const Abilities& granted) const
{
    Abilities abilities = granted;
    abilities.transactions = granted.transactions && Clock::now() >= m_apart_until;
    return abilities;
}

bool Reader::refuses_transactions(const std::string& error)
{
    if (!m_abilities.transactions || !error.starts_with("OOM"))
        return false;
    m_apart_until = Clock::now() + full_for;
    return true;
}

void Reader::settle(Job& job, Snapshot::Result result)
{
    job.open = false;
    if (result.failed) {
        fail(job.reading, std::move(result.error));
        return;
    }
    job.reading.at = result.raw.read_at;
    result.raw.was_lock = job.is_known();
    job.reading.state = classify(result.raw, m_limits);
    if (job.reading.state && !job.reading.state->is_held() && result.raw.namesake_held)
        job.reading.state.reset(); // The queue that it was taken for is its namesake's.
    if (job.reading.state && job.oversize().queue)
        job.reading.state->anomalies.insert(Anomaly::truncated);
    if (job.reading.state)
        job.reading.verdict = Reading::Verdict::lock;
    else if (result.raw.main == RawLock::Main::absent) {
        job.reading.verdict = Reading::Verdict::absent;
        job.reading.listeners = listeners(result.raw);
        if (result.raw.unlock_subscribers.value_or(0) == 0 && result.raw.rwlock_subscribers.value_or(0) > 0)
            job.reading.listened_as = LockType::read_write;
    } else
        job.reading.verdict = Reading::Verdict::foreign;
}

void Reader::note_grants(const Companions& granted)
{
    m_queue_refusals.was_granted |= granted.queue;
    m_deadline_refusals.was_granted |= granted.deadlines;
    m_token_refusals.was_granted |= granted.token;
    m_namesake_refusals.was_granted |= granted.namesake;
    m_reader_refusals.was_granted |= granted.readers;
}

void Reader::note_refusals(const Companions& refused)
{
    const auto count = [](bool is_refused, Refusals& refusals, bool& ability) {
        if (is_refused && !refusals.was_granted && ++refusals.count >= enough_refusals)
            ability = false;
    };
    count(refused.queue, m_queue_refusals, m_abilities.queue);
    count(refused.deadlines, m_deadline_refusals, m_abilities.deadlines);
    count(refused.token, m_token_refusals, m_abilities.token);
    count(refused.namesake, m_namesake_refusals, m_abilities.namesake);
    count(refused.readers, m_reader_refusals, m_abilities.readers);
}

} // namespace lockscope::monitor
