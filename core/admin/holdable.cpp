// SPDX-License-Identifier: Apache-2.0
#include "lockscope/holdable.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/fenced_lock.hpp"
#include "lockscope/multi_lock.hpp"
#include "lockscope/non_reentrant_lock.hpp"
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/read_write_lock.hpp"
#include "lockscope/red_lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/semaphore.hpp"
#include "lockscope/spin_lock.hpp"

#include <boost/asio/awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <stop_token>

namespace lockscope {
namespace {

Error nothing_to_release(const std::string& name)
{
    return Error(Errc::not_held, "No permit of " + escape(name) + " is held here, so none can be released.");
}

class OneLock final : public Holdable
{
public:
    OneLock(Lock lock, OwnerId owner, Access access = Access::exclusive, std::optional<FencedLock> fenced = {})
        : m_lock(std::move(lock))
        , m_owner(std::move(owner))
        , m_access(access)
        , m_fenced(std::move(fenced))
    {}

    [[nodiscard]] std::string owner() const override { return m_owner.field(); }
    [[nodiscard]] Awaitable<bool> acquire(Terms terms) override
    {
        const bool acquired = co_await m_lock.async_acquire(m_owner, terms);
        co_return acquired;
    }
    [[nodiscard]] Awaitable<int> release() override { return m_lock.async_unlock(m_owner); }
    [[nodiscard]] int count() const override { return m_lock.hold_count(m_owner); }
    [[nodiscard]] std::optional<std::int64_t> token() const override
    {
        return m_fenced ? m_fenced->token(m_owner) : std::nullopt;
    }
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> valid_until() const override
    {
        return m_lock.valid_until(m_owner);
    }
    [[nodiscard]] bool is_lost_by(const LossNotice& notice) const override
    {
        return notice.lock == m_lock.name() && notice.owner == m_owner && notice.access == m_access;
    }
    [[nodiscard]] std::stop_token loss_token() const override { return m_lock.loss_token(m_owner); }

private:
    Lock m_lock;
    OwnerId m_owner;
    Access m_access;
    std::optional<FencedLock> m_fenced;
};

class ManyLocks final : public Holdable
{
public:
    ManyLocks(GroupLock group, OwnerId owner) : m_group(std::move(group)), m_owner(std::move(owner)) {}

    [[nodiscard]] std::string owner() const override { return m_owner.field(); }
    [[nodiscard]] Awaitable<bool> acquire(Terms terms) override
    {
        return m_group.async_acquire(m_owner.thread, std::move(terms));
    }
    [[nodiscard]] Awaitable<int> release() override { return m_group.async_release(m_owner.thread); }
    [[nodiscard]] int count() const override { return m_group.hold_count(m_owner.thread); }
    /// A member was lost; with that the whole may be.
    [[nodiscard]] bool is_lost_by(const LossNotice& notice) const override
    {
        return notice.owner.thread == m_owner.thread && !m_group.is_held(m_owner.thread);
    }
    [[nodiscard]] std::stop_token loss_token() const override { return m_group.loss_token(m_owner.thread); }

private:
    GroupLock m_group;
    OwnerId m_owner;
};

/// Permits of a semaphore: as many as it was acquired times. They end with its key, of which no client tells.
class Permits final : public Holdable
{
public:
    Permits(Semaphore semaphore, OwnerId owner) : m_semaphore(std::move(semaphore)), m_owner(std::move(owner)) {}

    [[nodiscard]] std::string owner() const override { return m_owner.field(); }
    [[nodiscard]] Awaitable<bool> acquire(Terms terms) override
    {
        if (terms.lease)
            throw Error(Errc::invalid_argument, "The permits of a semaphore have no lease.");
        Patience patience;
        patience.wait = terms.wait;
        const bool acquired = co_await m_semaphore.async_acquire(1, patience);
        m_count += acquired ? 1 : 0;
        co_return acquired;
    }
    [[nodiscard]] Awaitable<int> release() override
    {
        if (m_count == 0)
            throw nothing_to_release(m_semaphore.name());
        --m_count;
        bool is_there = false;
        try {
            // Not as Redisson's release(): a semaphore made anew by that would have a permit that nobody has set.
            is_there = co_await m_semaphore.async_release_if_exists(1);
        } catch (const Error& error) {
            if (error.state_known()) // Otherwise it may have been given back, and must not be once more.
                ++m_count;
            throw;
        }
        if (!is_there)
            throw Error(Errc::lost, "The semaphore " + escape(m_semaphore.name())
                                        + " is gone, and its permit with it: nothing was given back.");
        co_return m_count;
    }
    [[nodiscard]] int count() const override { return m_count; }
    [[nodiscard]] bool is_lost_by(const LossNotice&) const override { return false; }

private:
    Semaphore m_semaphore;
    OwnerId m_owner;
    int m_count = 0;
};

/// Permits with an id and a lease each, which is renewed if none was asked for.
class PermitsWithId final : public Holdable
{
public:
    PermitsWithId(PermitSemaphore semaphore, const OwnerId& owner)
        : m_semaphore(std::move(semaphore))
        , m_last(owner.field())
    {}

    /// Of permits, the id is what Redis knows.
    [[nodiscard]] std::string owner() const override { return m_ids.empty() ? m_last : m_ids.back(); }
    [[nodiscard]] Awaitable<bool> acquire(Terms terms) override
    {
        std::optional<std::string> id;
        if (terms.lease)
            id = co_await m_semaphore.async_acquire(terms);
        else
            id = co_await m_semaphore.async_acquire_kept(terms.wait);
        if (!id)
            co_return false;
        const std::lock_guard guard(m_mutex);
        m_ids.push_back(*id);
        co_return true;
    }
    [[nodiscard]] Awaitable<int> release() override
    {
        {
            const std::lock_guard guard(m_mutex);
            if (m_ids.empty())
                throw nothing_to_release(m_semaphore.name());
            m_last = m_ids.back();
            m_ids.pop_back();
        }
        const bool released = co_await m_semaphore.async_release(m_last);
        if (!released)
            throw Error(Errc::lost, "The permit had expired before it was released.");
        co_return static_cast<int>(m_ids.size());
    }
    /// Those that are known to be valid.
    [[nodiscard]] int count() const override
    {
        return static_cast<int>(std::count_if(m_ids.begin(), m_ids.end(), [this](const std::string& id) {
            return m_semaphore.loss_token(id).stop_possible();
        }));
    }
    [[nodiscard]] bool is_lost_by(const LossNotice& notice) const override
    {
        const std::lock_guard guard(m_mutex);
        return notice.lock == m_semaphore.name() && std::count(m_ids.begin(), m_ids.end(), notice.permit) > 0;
    }
    [[nodiscard]] std::stop_token loss_token() const override
    {
        return m_ids.empty() ? std::stop_token() : m_semaphore.loss_token(m_ids.front());
    }

private:
    PermitSemaphore m_semaphore;
    std::string m_last;
    mutable std::mutex m_mutex; ///< While m_ids changes, and for is_lost_by().
    std::vector<std::string> m_ids;
};

std::vector<Lock> members(const std::vector<std::string>& names, const std::vector<Client*>& clients)
{
    std::vector<Lock> locks;
    for (Client* client : clients) {
        for (const std::string& name : names)
            locks.push_back(client->reentrant_lock(name));
    }
    return locks;
}

constexpr std::array<std::string_view, all_hold_kinds.size()> kind_names{
    "reentrant",          "fair",      "read",   "write", "fenced", "spin", "non-reentrant",
    "non-reentrant-fair", "semaphore", "permit", "multi", "red",
};

} // namespace

std::string_view to_string(HoldKind kind) noexcept
{
    const auto place = static_cast<std::size_t>(kind);
    return place < kind_names.size() ? kind_names[place] : std::string_view("unknown");
}

std::optional<HoldKind> hold_kind(std::string_view name) noexcept
{
    const auto found = std::find(kind_names.begin(), kind_names.end(), name);
    if (found == kind_names.end())
        return std::nullopt;
    return static_cast<HoldKind>(found - kind_names.begin());
}

std::unique_ptr<Holdable> make_holdable(HoldKind kind, const std::vector<std::string>& names,
                                        const std::vector<Client*>& clients, std::optional<OwnerId> owner)
{
    if (names.empty() || clients.empty())
        throw Error(Errc::invalid_argument, "A name and a server are needed.");
    if (kind != HoldKind::multi && names.size() > 1)
        throw Error(Errc::invalid_argument, "Only a MultiLock takes more than one name.");
    if (kind != HoldKind::red && clients.size() > 1)
        throw Error(Errc::invalid_argument, "Only a RedLock takes more than one server.");
    Client& client = *clients.front();
    const std::string& name = names.front();
    const OwnerId who = owner ? *owner : client.this_thread();
    switch (kind) {
    case HoldKind::red: return std::make_unique<ManyLocks>(RedLock(members(names, clients)), who);
    case HoldKind::multi: return std::make_unique<ManyLocks>(MultiLock(members(names, clients)), who);
    case HoldKind::fair: return std::make_unique<OneLock>(client.fair_lock(name), who);
    case HoldKind::read: return std::make_unique<OneLock>(client.read_write_lock(name).read(), who, Access::shared);
    case HoldKind::write: return std::make_unique<OneLock>(client.read_write_lock(name).write(), who);
    case HoldKind::fenced: {
        const FencedLock lock = client.fenced_lock(name);
        return std::make_unique<OneLock>(lock, who, Access::exclusive, lock);
    }
    case HoldKind::spin: return std::make_unique<OneLock>(client.spin_lock(name), who);
    case HoldKind::non_reentrant: return std::make_unique<OneLock>(client.non_reentrant_lock(name), who);
    case HoldKind::non_reentrant_fair: return std::make_unique<OneLock>(client.non_reentrant_fair_lock(name), who);
    case HoldKind::semaphore: return std::make_unique<Permits>(client.semaphore(name), who);
    case HoldKind::permit: return std::make_unique<PermitsWithId>(client.permit_semaphore(name), who);
    case HoldKind::reentrant: break;
    }
    return std::make_unique<OneLock>(client.reentrant_lock(name), who);
}

} // namespace lockscope
