// SPDX-License-Identifier: Apache-2.0
#include "holdable.hpp"

#include "lockscope/error.hpp"
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

namespace lockctl {

using namespace lockscope;

namespace {

class OneLock final : public Holdable
{
public:
    OneLock(Client& client, Lock lock, std::optional<FencedLock> fenced = {})
        : m_client(client)
        , m_lock(std::move(lock))
        , m_fenced(std::move(fenced))
        , m_owner(client.this_thread())
    {}
    ~OneLock() override { m_client.on_lost({}); }

    [[nodiscard]] std::string owner() const override { return m_owner.field(); }
    [[nodiscard]] Awaitable<bool> acquire(Terms terms) override { return m_lock.async_acquire(m_owner, terms); }
    [[nodiscard]] Awaitable<int> release() override { return m_lock.async_unlock(m_owner); }
    [[nodiscard]] int count() const override { return m_lock.hold_count(m_owner); }
    [[nodiscard]] std::optional<std::int64_t> token() const override
    {
        return m_fenced ? m_fenced->token(m_owner) : std::nullopt;
    }
    void on_lost(std::function<void(LossNotice::Reason)> tell) override
    {
        m_client.on_lost([tell = std::move(tell), name = m_lock.name(), owner = m_owner](const LossNotice& notice) {
            if (notice.lock == name && notice.owner == owner)
                tell(notice.reason);
        });
    }

private:
    Client& m_client;
    Lock m_lock;
    std::optional<FencedLock> m_fenced;
    OwnerId m_owner;
};

class ManyLocks final : public Holdable
{
public:
    ManyLocks(const std::vector<Client*>& clients, GroupLock group)
        : m_clients(clients)
        , m_group(std::move(group))
        , m_owner(clients.front()->this_thread())
    {}
    ~ManyLocks() override
    {
        for (Client* client : m_clients)
            client->on_lost({});
    }

    [[nodiscard]] std::string owner() const override { return m_owner.field(); }
    [[nodiscard]] Awaitable<bool> acquire(Terms terms) override
    {
        return m_group.async_acquire(m_owner.thread, std::move(terms));
    }
    [[nodiscard]] Awaitable<int> release() override { return m_group.async_release(m_owner.thread); }
    [[nodiscard]] int count() const override { return m_group.hold_count(m_owner.thread); }
    void on_lost(std::function<void(LossNotice::Reason)> tell) override
    {
        // A member was lost; with that the whole may be.
        const auto note = [tell, group = m_group, thread = m_owner.thread](const LossNotice& notice) {
            if (notice.owner.thread == thread && !group.is_held(thread))
                tell(notice.reason);
        };
        for (Client* client : m_clients)
            client->on_lost(note);
    }

private:
    std::vector<Client*> m_clients;
    GroupLock m_group;
    OwnerId m_owner;
};

/// Permits of a semaphore: as many as it was acquired times. Nobody can lose them.
class Permits final : public Holdable
{
public:
    Permits(Client& client, Semaphore semaphore) : m_semaphore(std::move(semaphore)), m_owner(client.this_thread()) {}

    [[nodiscard]] std::string owner() const override { return m_owner.field(); }
    [[nodiscard]] Awaitable<bool> acquire(Terms terms) override
    {
        Patience patience;
        patience.wait = terms.wait;
        const bool acquired = co_await m_semaphore.async_acquire(1, patience);
        m_count += acquired ? 1 : 0;
        co_return acquired;
    }
    [[nodiscard]] Awaitable<int> release() override
    {
        co_await m_semaphore.async_release(1);
        co_return --m_count;
    }
    [[nodiscard]] int count() const override { return m_count; }
    void on_lost(std::function<void(LossNotice::Reason)>) override {}

private:
    Semaphore m_semaphore;
    OwnerId m_owner;
    int m_count = 0;
};

/// Permits with an id and, if wanted, a lease each.
class PermitsWithId final : public Holdable
{
public:
    PermitsWithId(Client& client, PermitSemaphore semaphore)
        : m_semaphore(std::move(semaphore))
        , m_last(client.this_thread().field())
    {}

    /// Of permits, the id is what Redis knows.
    [[nodiscard]] std::string owner() const override { return m_ids.empty() ? m_last : m_ids.back(); }
    [[nodiscard]] Awaitable<bool> acquire(Terms terms) override
    {
        const std::optional<std::string> id = co_await m_semaphore.async_acquire(terms);
        if (id)
            m_ids.push_back(*id);
        co_return id.has_value();
    }
    [[nodiscard]] Awaitable<int> release() override
    {
        const std::string id = m_ids.back();
        m_ids.pop_back();
        m_last = id;
        const bool released = co_await m_semaphore.async_release(id);
        if (!released)
            throw Error(Errc::lost, "The permit had expired before it was released.");
        co_return static_cast<int>(m_ids.size());
    }
    [[nodiscard]] int count() const override { return static_cast<int>(m_ids.size()); }
    void on_lost(std::function<void(LossNotice::Reason)>) override {}

private:
    PermitSemaphore m_semaphore;
    std::string m_last;
    std::vector<std::string> m_ids;
};

std::unique_ptr<Holdable> one(Client& client, Lock lock)
{
    return std::make_unique<OneLock>(client, std::move(lock));
}

std::vector<Lock> members(const HoldOptions& options, const std::vector<Client*>& clients)
{
    std::vector<Lock> locks;
    for (Client* client : clients) {
        locks.push_back(client->reentrant_lock(options.name));
        for (const std::string& name : options.more_names)
            locks.push_back(client->reentrant_lock(name));
    }
    return locks;
}

} // namespace

std::unique_ptr<Holdable> make_holdable(const HoldOptions& options, const std::vector<Client*>& clients)
{
    Client& client = *clients.front();
    const std::string& name = options.name;
    const std::string& type = options.type;
    if (type != "multi" && !options.more_names.empty())
        throw Error(Errc::invalid_argument, "Only --type multi takes more than one name.");
    if (type == "red")
        return std::make_unique<ManyLocks>(clients, RedLock(members(options, clients)));
    if (clients.size() > 1)
        throw Error(Errc::invalid_argument, "Only --type red takes more than one server.");
    if (type == "multi")
        return std::make_unique<ManyLocks>(clients, MultiLock(members(options, clients)));
    if (type == "fair")
        return one(client, client.fair_lock(name));
    if (type == "read")
        return one(client, client.read_write_lock(name).read());
    if (type == "write")
        return one(client, client.read_write_lock(name).write());
    if (type == "fenced")
        return std::make_unique<OneLock>(client, client.fenced_lock(name), client.fenced_lock(name));
    if (type == "spin")
        return one(client, client.spin_lock(name));
    if (type == "non-reentrant")
        return one(client, client.non_reentrant_lock(name));
    if (type == "non-reentrant-fair")
        return one(client, client.non_reentrant_fair_lock(name));
    if (type == "semaphore")
        return std::make_unique<Permits>(client, client.semaphore(name));
    if (type == "permit")
        return std::make_unique<PermitsWithId>(client, client.permit_semaphore(name));
    return one(client, client.reentrant_lock(name));
}

} // namespace lockctl
