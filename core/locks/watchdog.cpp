// SPDX-License-Identifier: Apache-2.0
#include "locks/watchdog.hpp"

#include "locks/answers.hpp"
#include "locks/key_names.hpp"
#include "locks/protocol.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>

namespace lockscope::locks {

namespace {

constexpr std::size_t batch_size = 100;
/// Most holds are shorter; they cost nothing beyond acquire and release.
constexpr milliseconds settling_time{25};
/// Looks that are due within this time go together: many locks taken in a row are not looked at one by one.
constexpr milliseconds looks_together{10};
constexpr milliseconds retry_pause{200};
constexpr milliseconds longest_retry_pause{1000}; ///< Where the link is lost: its return is told anyway.
constexpr milliseconds slow_look{20};
constexpr int most_slow_looks = 3; ///< Then the server is always so slow.
/// A read-write lock changes with every reader that comes or goes; one who stays need not look each time.
constexpr milliseconds among_readers{20};
/// A reader with a lease of its own is looked at three times within that.
constexpr milliseconds longest_unseen_reader{30'000};

} // namespace

Watchdog::Watchdog(boost::asio::any_io_executor executor, redis::Link& renewals, HoldTable& holds)
    : m_executor(std::move(executor))
    , m_renewals(renewals)
    , m_holds(holds)
    , m_timer(m_executor)
    , m_random(std::random_device{}())
{}

void Watchdog::keep(const Hold& hold)
{
    const Clock::time_point now = Clock::now();
    const HoldId& id = hold.id;
    const auto [found, is_new] = m_entries.try_emplace(id);
    Entry& entry = found->second;
    if (!is_new)
        unschedule(id, entry);
    if (entry.generation != hold.generation) {
        entry = Entry{};
        entry.generation = hold.generation;
        entry.field = hold.protocol->field(id.owner);
        entry.deadlines_prefix = hold.protocol->deadlines_prefix(id);
    }
    entry.count = hold.count;
    entry.lease = hold.lease;
    entry.watched = hold.watched;
    entry.valid_until = hold.valid_until;
    entry.granted_until = std::max(entry.granted_until, hold.valid_until);
    entry.kept_at = now;
    entry.is_suspended = false;
    entry.renew_at = next_renewal(entry, now);
    entry.look_at = entry.is_settled ? next_look(entry, now) : std::min(entry.renew_at, now + settling_time);
    schedule(id, entry);
    arm();
}

void Watchdog::forget(const HoldId& id)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end())
        return;
    unschedule(found->first, found->second);
    m_entries.erase(found);
}

void Watchdog::suspend(const HoldId& id)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end())
        return;
    unschedule(found->first, found->second);
    found->second.is_suspended = true;
    schedule(found->first, found->second); // its end is told even if the release takes longer
}

void Watchdog::suspect(const std::string& lock)
{
    for (const Hold& hold : m_holds.find_all(lock)) {
        const auto found = m_entries.find(hold.id);
        if (found == m_entries.end() || found->second.is_suspended)
            continue;
        unschedule(found->first, found->second);
        found->second.is_settled = false;
        found->second.is_suspected = found->second.is_under_way;
        const milliseconds pause = hold.id.access == Access::shared ? among_readers : milliseconds(0);
        found->second.look_at = std::min(found->second.renew_at, Clock::now() + pause);
        schedule(found->first, found->second);
    }
    arm();
}

void Watchdog::suspect_where(const std::function<bool(const std::string& lock)>& concerns)
{
    const Clock::time_point now = Clock::now();
    for (auto& [id, entry] : m_entries) {
        if (entry.is_suspended || !concerns(id.lock))
            continue;
        unschedule(id, entry);
        entry.is_settled = false;
        entry.is_suspected = entry.is_under_way;
        entry.look_at = std::min(entry.look_at, now + settling_time);
        schedule(id, entry);
    }
    arm();
}

void Watchdog::close()
{
    m_entries.clear();
    m_schedule.clear();
    m_timer.cancel();
}

void Watchdog::schedule(const HoldId& id, Entry& entry)
{
    entry.due =
        entry.is_under_way || entry.is_suspended ? entry.valid_until : std::min(entry.look_at, entry.valid_until);
    m_schedule.emplace(entry.due, id);
}

void Watchdog::try_again(const HoldId& id, Entry& entry)
{
    entry.look_at = Clock::now() + std::min(retry_pause, entry.lease / 10);
    schedule(id, entry);
}

/// More often towards the end of the lease, when another server may still take the place of the silent one.
void Watchdog::wait_for_link(const HoldId& id, Entry& entry, Clock::time_point now)
{
    const auto left = std::chrono::floor<milliseconds>(entry.valid_until - now);
    entry.look_at = now + std::clamp(left / 4, std::min(retry_pause, entry.lease / 10), longest_retry_pause);
    schedule(id, entry);
}

void Watchdog::unschedule(const HoldId& id, const Entry& entry)
{
    m_schedule.erase({entry.due, id});
}

Clock::time_point Watchdog::next_renewal(const Entry& entry, Clock::time_point now)
{
    if (!entry.watched)
        return Clock::time_point::max();
    // A third of the lease, a little more at random, so that the renewals of a fleet do not march in step.
    const auto third = entry.lease / 3;
    const auto spread = std::uniform_int_distribution<std::int64_t>(0, third.count() / 10)(m_random);
    return std::min(entry.valid_until - 2 * third, now + third) + milliseconds(spread);
}

/// Perhaps nobody tells that a reader's lease became shorter, which others who read do without any ill will. Who renews
/// finds out by that.
Clock::time_point Watchdog::next_look(const Entry& entry, Clock::time_point now)
{
    const bool is_unseen = !entry.watched && !entry.deadlines_prefix.empty();
    return is_unseen ? now + std::min(entry.lease, longest_unseen_reader) / 3 : entry.renew_at;
}

void Watchdog::arm()
{
    if (m_schedule.empty()) {
        m_armed_for = Clock::time_point::max();
        m_timer.cancel();
        return;
    }
    const Clock::time_point next = m_schedule.begin()->first;
    if (next >= m_armed_for)
        return; // the timer looks again by itself when it fires
    m_armed_for = next;
    m_timer.expires_at(next);
    m_timer.async_wait([weak = weak_from_this()](boost::system::error_code error) {
        const auto self = weak.lock();
        if (!error && self)
            self->on_timer();
    });
}

void Watchdog::on_timer()
{
    m_armed_for = Clock::time_point::max();
    const Clock::time_point now = Clock::now();
    struct Batch
    {
        std::vector<Item> items;
        std::vector<Renewing> holds;
    };
    std::vector<HoldId> expired, out_of_reach;
    std::map<unsigned, Batch> batches; // one script may not name keys of several slots of a cluster
    const auto send = [&](Batch& batch) {
        if (batch.items.empty())
            return;
        const Clock::time_point deadline = now + m_renewals.options().command_timeout;
        boost::asio::co_spawn(m_executor, look(std::move(batch.items), std::move(batch.holds), deadline),
                              boost::asio::detached);
        batch = {};
    };
    for (auto place = m_schedule.begin(); place != m_schedule.end();) {
        const HoldId id = place->second;
        Entry& entry = m_entries.at(id);
        const bool is_due = entry.due <= now;
        // A batch that is sent anyway takes along what would be due soon.
        const bool may_come_along = !batches.empty() && !entry.is_under_way && !entry.is_suspended;
        const bool renews_early =
            may_come_along && entry.watched && entry.is_settled && entry.renew_at <= now + entry.lease / 6;
        const bool looks_early = may_come_along && !entry.is_settled && entry.look_at <= now + looks_together;
        if (!is_due && !renews_early && !looks_early)
            break;
        place = m_schedule.erase(place);
        if (entry.valid_until <= now) {
            expired.push_back(id);
            continue;
        }
        // Where a server is silent, thousands of attempts in vain would cost the others' holds their time. Once there
        // is a link again, all of its own are looked at.
        if (m_renewals.is_lost(id.lock)) {
            out_of_reach.push_back(id);
            continue;
        }
        const bool renews = renews_early || (entry.watched && entry.renew_at <= now);
        Batch& batch = batches[m_renewals.group_of(id.lock)];
        batch.items.push_back({id, entry.generation, renews});
        Renewing& hold = batch.holds.emplace_back();
        hold.lock = id.lock;
        hold.field = entry.field;
        hold.deadlines_prefix = entry.deadlines_prefix;
        const bool is_reader = !entry.deadlines_prefix.empty();
        if (is_reader)
            hold.guard = reader_guard_key(id.lock, id.owner.field());
        hold.entries = entry.count;
        hold.lease = renews ? entry.lease : milliseconds(0);
        if (is_reader)
            hold.granted = std::chrono::floor<milliseconds>(entry.granted_until - now);
        entry.is_under_way = true;
        entry.due = entry.valid_until;
        m_schedule.emplace(entry.due, id);
        if (batch.items.size() == batch_size)
            send(batch);
    }
    for (auto& [group, batch] : batches)
        send(batch);
    for (const HoldId& id : out_of_reach)
        wait_for_link(id, m_entries.at(id), now);
    for (const HoldId& id : expired)
        declare_lost(id, LossNotice::Reason::expired);
    arm();
}

void Watchdog::declare_lost(const HoldId& id, LossNotice::Reason reason)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end())
        return;
    unschedule(id, found->second);
    const HoldId gone = found->first;
    m_entries.erase(found);
    if (m_on_lost)
        m_on_lost(gone, reason);
    else
        m_holds.lost(gone, reason);
}

boost::asio::awaitable<void> Watchdog::look(std::vector<Item> items, std::vector<Renewing> holds,
                                            Clock::time_point deadline)
{
    const auto self = shared_from_this();
    if (m_before_look)
        m_before_look();
    std::vector<Renewed> answers(items.size());
    try {
        answers = co_await renew(m_renewals, std::move(holds), deadline);
    } catch (const Error&) {
        // Tried again until the lease ends; then the holds are declared lost.
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Item& item = items[i];
        const auto found = m_entries.find(item.id);
        if (found == m_entries.end() || found->second.generation != item.generation)
            continue; // released meanwhile
        Entry& entry = found->second;
        entry.is_under_way = false;
        if (entry.is_suspended)
            continue;
        if (answers[i].left) {
            on_answer(item, *answers[i].left, answers[i].sent);
        } else {
            unschedule(item.id, entry);
            try_again(item.id, entry);
        }
    }
    arm();
}

void Watchdog::on_answer(const Item& item, std::int64_t left, Clock::time_point sent)
{
    if (left == -2 || left == -3) {
        declare_lost(item.id, LossNotice::Reason::taken);
        return;
    }
    Entry& entry = m_entries.at(item.id);
    unschedule(item.id, entry);
    // A reader's deadline leaves with its entry; of a single lease a renewal can only tell too little.
    const bool is_of_any_time = item.renews && item.id.access == Access::exclusive;
    if (!is_of_any_time && entry.kept_at > sent) {
        // Entered again, left once or extended while the look was on its way: it may tell of what was before. Look
        // again.
        entry.look_at = std::min(entry.look_at, Clock::now() + settling_time);
        schedule(item.id, entry);
        return;
    }
    const milliseconds confirmed = left < 0 ? entry.lease : time_left(left); // -1: somebody made it persistent
    const Clock::time_point now = Clock::now();
    const Clock::time_point valid_until = sent + confirmed - redis::clock_grain;
    // The lease counts from the sending, because nobody knows when a slow server has looked. If it has not really
    // become shorter, a faster look will say so.
    const bool may_be_unchanged = valid_until < entry.valid_until && now + confirmed >= entry.valid_until;
    const bool was_slow = now - sent > std::max(slow_look, entry.lease / 50);
    const bool tells_too_little = !item.renews && may_be_unchanged && was_slow;
    if (tells_too_little && ++entry.slow_looks < most_slow_looks) {
        entry.look_at = std::min(entry.renew_at, now + settling_time);
        schedule(item.id, entry);
        return;
    }
    if (!tells_too_little)
        entry.slow_looks = 0;
    // Of a look only a shorter lease is news; but what others took from a reader comes back, and so does what slower
    // looks had to leave out.
    if (item.renews)
        entry.valid_until = std::max(entry.valid_until, valid_until);
    else
        entry.valid_until = std::min(entry.granted_until, valid_until);
    entry.granted_until = std::max(entry.granted_until, entry.valid_until);
    m_holds.confirm(item.id, entry.generation, entry.valid_until);
    entry.is_settled = true;
    // A look changes nothing of that: when an operator shortened the lease, it ends then, unless a renewal comes first.
    if (item.renews)
        entry.renew_at = next_renewal(entry, Clock::now());
    entry.look_at =
        entry.is_suspected ? std::min(entry.renew_at, Clock::now() + among_readers) : next_look(entry, Clock::now());
    if (tells_too_little) // a faster one may still come, before the end that this one tells
        entry.look_at = std::min({entry.look_at, now + entry.lease / 10, now + (entry.valid_until - now) / 2});
    entry.is_suspected = false;
    schedule(item.id, entry);
}

} // namespace lockscope::locks
