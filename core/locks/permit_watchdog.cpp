// SPDX-License-Identifier: Apache-2.0
#include "locks/permit_watchdog.hpp"

#include "counting_scripts.hpp"
#include "locks/answers.hpp"
#include "locks/key_names.hpp"
#include "locks/permit_id.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;

constexpr std::size_t batch_size = 100;
constexpr milliseconds retry_pause{200};

} // namespace

PermitWatchdog::PermitWatchdog(asio::any_io_executor executor, redis::Link& renewals, milliseconds lease)
    : m_executor(std::move(executor))
    , m_renewals(renewals)
    , m_lease(lease)
    , m_random(std::random_device{}())
{}

void PermitWatchdog::ends(const PermitKey& key, Clock::time_point valid_until)
{
    auto found = m_entries.find(key);
    if (found == m_entries.end()) {
        const std::scoped_lock guard(m_mutex);
        found = m_entries.try_emplace(key, m_executor).first;
    }
    Entry& entry = found->second;
    entry.valid_until = valid_until;
    entry.renew_at = Clock::time_point::max();
    entry.generation = ++m_generations;
    entry.is_under_way = false;
    arm(key, entry);
}

void PermitWatchdog::may_end(const PermitKey& key, Clock::time_point valid_until)
{
    const auto found = m_entries.find(key);
    if (found == m_entries.end() || found->second.valid_until <= valid_until)
        return;
    Entry& entry = found->second;
    entry.valid_until = valid_until;
    entry.generation = ++m_generations; // an answer that is on its way knows the former end
    entry.is_under_way = false;
    if (entry.renew_at != Clock::time_point::max())
        entry.renew_at = next_renewal(entry);
    arm(key, entry);
}

bool PermitWatchdog::keep(const PermitKey& key)
{
    const auto found = m_entries.find(key);
    if (found == m_entries.end())
        return false;
    Entry& entry = found->second;
    if (entry.renew_at == Clock::time_point::max()) {
        entry.renew_at = next_renewal(entry);
        arm(key, entry);
    }
    return true;
}

bool PermitWatchdog::suspend(const PermitKey& key)
{
    const auto found = m_entries.find(key);
    if (found == m_entries.end() || found->second.renew_at == Clock::time_point::max())
        return false;
    Entry& entry = found->second;
    entry.renew_at = Clock::time_point::max();
    entry.generation = ++m_generations; // an answer that is on its way is of the time before
    entry.is_under_way = false;
    arm(key, entry);
    return true;
}

void PermitWatchdog::forget(const PermitKey& key)
{
    const std::scoped_lock guard(m_mutex);
    m_entries.erase(key);
}

std::stop_token PermitWatchdog::loss_token(const PermitKey& key) const
{
    const std::scoped_lock guard(m_mutex);
    const auto found = m_entries.find(key);
    return found == m_entries.end() ? std::stop_token() : found->second.loss.get_token();
}

void PermitWatchdog::close()
{
    const std::scoped_lock guard(m_mutex);
    m_entries.clear();
}

PermitWatchdog::Clock::time_point PermitWatchdog::next_renewal(const Entry& entry)
{
    // A third of what is left, a little more at random, so that the renewals of a fleet do not march in step.
    const Clock::time_point now = Clock::now();
    const auto left = std::chrono::duration_cast<milliseconds>(entry.valid_until - now);
    const milliseconds third = std::clamp(left, milliseconds::zero(), m_lease) / 3;
    return now + third + milliseconds(std::uniform_int_distribution<std::int64_t>(0, third.count() / 10)(m_random));
}

void PermitWatchdog::arm(const PermitKey& key, Entry& entry)
{
    entry.timer.expires_at(entry.is_under_way ? entry.valid_until : std::min(entry.renew_at, entry.valid_until));
    entry.timer.async_wait([weak = weak_from_this(), key](const boost::system::error_code& error) {
        const auto self = weak.lock();
        if (!error && self)
            self->on_time(key);
    });
}

/// Whatever it was armed for may be different by now.
void PermitWatchdog::on_time(const PermitKey& key)
{
    const auto found = m_entries.find(key);
    if (found == m_entries.end())
        return;
    Entry& entry = found->second;
    const Clock::time_point now = Clock::now();
    if (entry.valid_until <= now)
        lose(key, LossNotice::Reason::expired);
    else if (entry.is_under_way || entry.renew_at > now)
        arm(key, entry);
    else
        asio::co_spawn(m_executor, renew(take_batch(key)), asio::detached);
}

/// Others of the same semaphore that would be due soon come along.
std::vector<PermitWatchdog::Renewal> PermitWatchdog::take_batch(const PermitKey& first)
{
    std::vector<Renewal> batch;
    const auto take = [&](const PermitKey& key, Entry& entry) {
        entry.is_under_way = true;
        arm(key, entry);
        batch.push_back({key, entry.generation});
    };
    take(first, m_entries.at(first));
    const Clock::time_point soon = Clock::now() + m_lease / 6;
    for (auto next = m_entries.lower_bound({first.semaphore, {}});
         next != m_entries.end() && next->first.semaphore == first.semaphore && batch.size() < batch_size; ++next) {
        Entry& entry = next->second;
        if (!entry.is_under_way && entry.renew_at <= soon)
            take(next->first, entry);
    }
    return batch;
}

asio::awaitable<void> PermitWatchdog::renew(std::vector<Renewal> batch)
{
    static const redis::Script script(scripts::permit_renew);
    const auto self = shared_from_this();
    std::vector<std::string> keys{permit_timeout_key(batch.front().key.semaphore)};
    std::vector<std::string> args{std::to_string(m_lease.count())};
    for (const Renewal& renewal : batch) {
        PermitId id = PermitId::parse(renewal.key.id);
        args.push_back(std::move(id.raw));
        args.push_back(std::move(id.hex));
    }
    redis::Reply reply;
    try {
        const Clock::time_point limit = Clock::now() + m_renewals.options().command_timeout;
        reply = co_await m_renewals.eval(script, std::move(keys), std::move(args), limit);
    } catch (const Error&) {
        // Tried again until the lease ends; then the permits are lost.
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
        std::optional<std::int64_t> left;
        if (i < reply.elements.size())
            left = reply.elements[i].as_integer();
        on_answer(batch[i], left, reply.sent);
    }
}

void PermitWatchdog::on_answer(const Renewal& renewal, std::optional<std::int64_t> left, Clock::time_point sent)
{
    const auto found = m_entries.find(renewal.key);
    if (found == m_entries.end() || found->second.generation != renewal.generation)
        return; // given back meanwhile, or it has another end
    Entry& entry = found->second;
    entry.is_under_way = false;
    if (left && *left < 0)
        return lose(renewal.key, LossNotice::Reason::taken);
    if (left) {
        entry.valid_until = std::max(entry.valid_until, sent + time_left(*left) - redis::clock_grain);
        entry.renew_at = next_renewal(entry);
    } else {
        entry.renew_at = Clock::now() + std::min(retry_pause, m_lease / 10);
    }
    arm(renewal.key, entry);
}

void PermitWatchdog::lose(const PermitKey& key, LossNotice::Reason reason)
{
    // Whoever is told may look here at once.
    std::stop_source loss = m_entries.at(key).loss;
    forget(key);
    loss.request_stop();
    if (m_on_lost)
        m_on_lost(key, reason);
}

} // namespace lockscope::locks
