// SPDX-License-Identifier: Apache-2.0
#include "admin/own_holds_impl.hpp"

#include "admin/describe.hpp"
#include "admin/hold_kinds.hpp"
#include "admin/policy.hpp"
#include "lockscope/error.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

namespace asio = boost::asio;
using Outcome = AdminResult::Outcome;

AdminResult not_so(std::string message)
{
    AdminResult result;
    result.outcome = Outcome::changed;
    result.message = std::move(message);
    return result;
}

Terms terms_of(const HoldRequest& request)
{
    if (request.kind == HoldKind::multi || request.kind == HoldKind::red)
        throw Error(Errc::invalid_argument, "Several locks at once cannot be held here.");
    Terms terms;
    terms.wait = request.wait;
    terms.lease = request.lease;
    return terms;
}

/// Who lines up removes those before it who are too late, or silent.
std::vector<std::string> removed_between(const std::optional<LockState>& before, const std::optional<LockState>& after)
{
    std::vector<std::string> removed;
    for (const Waiter& waiter : before ? before->waiters : std::vector<Waiter>()) {
        const bool is_silent = waiter.stale || waiter.subscribed == false;
        const bool is_there = after
                           && std::any_of(after->waiters.begin(), after->waiters.end(),
                                          [&](const Waiter& other) { return other.owner == waiter.owner; });
        if (is_silent && !is_there)
            removed.push_back(waiter.owner);
    }
    return removed;
}

} // namespace

OwnHolds::Impl::Impl(Client& client, std::shared_ptr<Admin::Impl> admin)
    : m_client(client)
    , m_admin(std::move(admin))
    , m_owner(client.new_owner()) // what an operator holds is nobody else's
    , m_next_look(m_admin->core->executor())
{}

void OwnHolds::Impl::add(std::uint64_t id, const HoldRequest& request)
{
    Entry entry;
    entry.hold.id = id;
    entry.hold.lock = request.lock;
    entry.hold.kind = request.kind;
    entry.hold.since = std::chrono::system_clock::now();
    entry.cancelling = std::make_shared<asio::cancellation_signal>();
    {
        const std::lock_guard guard(m_mutex);
        m_entries.insert_or_assign(id, std::move(entry));
    }
    tell();
}

Awaitable<AdminResult> OwnHolds::Impl::take(std::shared_ptr<Impl> self, std::uint64_t id, HoldRequest request)
{
    const auto& admin = self->m_admin;
    AuditEntry entry = admin->new_entry("acquire", request.lock, request.reason);
    if (auto refused = co_await admin->begin(entry, admin::refusal(admin->policy(), request))) {
        self->remove(id);
        co_return *refused;
    }
    Admin::Impl::Look before;
    if (admin::lines_up(request.kind))
        before = co_await admin->look(request.lock);
    AdminResult result = co_await Admin::Impl::outcome_of(self->try_to_take(id, request));
    Admin::Impl::Look after = co_await admin->look(request.lock);
    result.state = std::move(after.state);
    if (after.succeeded)
        result.removed = removed_between(before.state, result.state);
    entry.after = Admin::Impl::with_removed(result.state ? admin::describe(*result.state) : "", result);
    co_await admin->record(std::move(entry), result);
    if (result.outcome != Outcome::done)
        self->remove(id); // Last: once the list is empty, everything is over.
    co_return result;
}

Awaitable<AdminResult> OwnHolds::Impl::try_to_take(std::uint64_t id, HoldRequest request)
{
    const Terms terms = terms_of(request);
    const std::shared_ptr<Holdable> holdable = make_holdable(request.kind, {request.lock}, {&m_client}, m_owner);
    std::shared_ptr<asio::cancellation_signal> cancelling;
    {
        const std::lock_guard guard(m_mutex);
        Entry& entry = m_entries.at(id);
        entry.holdable = holdable;
        cancelling = entry.cancelling;
    }
    bool is_acquired = false;
    if (!is_cancelled(id))
        is_acquired = co_await wait_for(id, holdable, terms, cancelling);
    const std::string name = admin::in_quotes(request.lock);
    if (is_acquired && is_cancelled(id)) {
        co_await holdable->release();
        is_acquired = false;
    }
    if (is_cancelled(id))
        co_return not_so("Waiting for " + name + " was cancelled.");
    if (!is_acquired)
        co_return not_so(name + " was not to be had in time: somebody else has it.");
    // At once: whoever asks for everything to be released from now on must find it held.
    keep(id, request);
    AdminResult result;
    result.message = name + " is held by this program.";
    co_return result;
}

/// A coroutine of its own, so that cancelling it ends nothing else. Cancelled, it is not acquired.
Awaitable<bool> OwnHolds::Impl::wait_for(std::uint64_t id, std::shared_ptr<Holdable> holdable, Terms terms,
                                         std::shared_ptr<asio::cancellation_signal> cancelling)
{
    bool is_acquired = false;
    bool was_interrupted = false;
    auto work = holdable->acquire(terms);
    try {
        is_acquired = co_await asio::co_spawn(m_admin->core->executor(), std::move(work),
                                              asio::bind_cancellation_slot(cancelling->slot(), asio::use_awaitable));
    } catch (const std::exception&) {
        // Whatever was cut short says it in its own words; what may have been acquired is given back in the background.
        if (!is_cancelled(id))
            throw;
        was_interrupted = true;
    }
    // The signal is still in use by the coroutine that has just ended.
    asio::post(m_admin->core->executor(), [cancelling] {});
    co_return is_acquired && !was_interrupted;
}

void OwnHolds::Impl::keep(std::uint64_t id, const HoldRequest& request)
{
    {
        const std::lock_guard guard(m_mutex);
        Entry& entry = m_entries.at(id);
        entry.taken = ++m_taken;
        entry.hold.owner = entry.holdable->owner();
        entry.hold.token = entry.holdable->token();
        entry.hold.since = std::chrono::system_clock::now();
        if (request.lease)
            entry.hold.ends = std::chrono::steady_clock::now() + *request.lease;
        entry.hold.state = OwnHold::State::held;
        // It may be gone already, before there was anybody to be told how.
        if (entry.holdable->count() == 0)
            entry.hold.state = OwnHold::State::lost;
    }
    tell();
    if (request.kind == HoldKind::semaphore && !std::exchange(m_looks, true))
        look_later();
}

Awaitable<AdminResult> OwnHolds::Impl::give_back(std::shared_ptr<Impl> self, std::uint64_t id)
{
    std::shared_ptr<Holdable> holdable;
    std::string lock;
    bool is_lost = false;
    bool is_everlasting = false;
    {
        const std::lock_guard guard(self->m_mutex);
        const auto found = self->m_entries.find(id);
        const bool is_held = found != self->m_entries.end() && found->second.hold.state != OwnHold::State::waiting;
        if (!is_held || found->second.hold.leaving)
            co_return not_so("It is not held by this program.");
        found->second.hold.leaving = true;
        holdable = found->second.holdable;
        lock = found->second.hold.lock;
        is_lost = found->second.hold.state == OwnHold::State::lost;
        is_everlasting = found->second.hold.kind == HoldKind::semaphore;
    }
    self->tell();
    const auto& admin = self->m_admin;
    AuditEntry entry = admin->new_entry("release", lock, {});
    entry.outcome = "begun";
    // Beside the release: a disk that is full or slow must not keep others out of the lock. What is missing in the log
    // the result says.
    const auto writing = [](std::shared_ptr<Admin::Impl> log, AuditEntry line) -> Awaitable<void> {
        co_await log->write(std::move(line));
    };
    asio::co_spawn(admin->core->executor(), writing(admin, entry), asio::detached);
    AdminResult result;
    try {
        if (is_lost)
            throw Error(Errc::lost, admin::in_quotes(lock) + " had been lost before it was released.");
        const int left = co_await holdable->release();
        result.message = admin::in_quotes(lock) + (left > 0 ? " is still held by this program." : " was given back.");
    } catch (const Error& error) {
        result = Admin::Impl::failure(error);
        if (error.errc() == Errc::not_held || error.errc() == Errc::lost)
            result.outcome = Outcome::changed;
    }
    // A permit without a lease that the server would not take is still held, and nothing ends it: to be tried again.
    // Where nobody knows whether it was released, it was given up all the same.
    const bool stays = is_everlasting && result.outcome == Outcome::failed && !result.unknown;
    if (!is_lost && !stays)
        self->exchange_terms(id);
    result.state = (co_await admin->look(lock)).state;
    entry.after = result.state ? admin::describe(*result.state) : "";
    co_await admin->record(std::move(entry), result);
    if (stays)
        self->stay(id);
    else
        self->remove(id);
    co_return result;
}

void OwnHolds::Impl::stay(std::uint64_t id)
{
    {
        const std::lock_guard guard(m_mutex);
        m_entries.at(id).hold.leaving = false;
    }
    tell();
}

/// A release always ends the latest entry. What is left of the lock is kept as the earlier ones asked for it.
void OwnHolds::Impl::exchange_terms(std::uint64_t id)
{
    const std::lock_guard guard(m_mutex);
    Entry& given_back = m_entries.at(id);
    Entry* latest = &given_back;
    for (auto& [number, entry] : m_entries) {
        const OwnHold& other = entry.hold;
        const bool is_of_same_hold = other.state == OwnHold::State::held && other.lock == given_back.hold.lock
                                  && other.kind == given_back.hold.kind && other.owner == given_back.hold.owner;
        if (is_of_same_hold && entry.taken > latest->taken)
            latest = &entry;
    }
    latest->hold.ends = given_back.hold.ends;
}

void OwnHolds::Impl::cancel(std::uint64_t id)
{
    std::shared_ptr<asio::cancellation_signal> cancelling;
    {
        const std::lock_guard guard(m_mutex);
        const auto found = m_entries.find(id);
        if (found == m_entries.end() || found->second.hold.state != OwnHold::State::waiting)
            return;
        found->second.is_cancelled = true;
        cancelling = found->second.cancelling;
    }
    cancelling->emit(asio::cancellation_type::terminal);
}

void OwnHolds::Impl::release_all()
{
    std::vector<std::uint64_t> waiting, held, in_doubt;
    {
        const std::lock_guard guard(m_mutex);
        for (const auto& [id, entry] : m_entries) {
            const bool is_known = !entry.hold.in_doubt || entry.hold.leaving;
            (entry.hold.state == OwnHold::State::waiting ? waiting : is_known ? held : in_doubt).push_back(id);
        }
    }
    for (const auto id : in_doubt)
        remove(id);
    for (const auto id : waiting)
        cancel(id);
    for (const auto id : held)
        m_admin->deliver(give_back(shared_from_this(), id), [](const AdminResult&) {});
}

void OwnHolds::Impl::note_loss(const LossNotice& notice)
{
    bool is_news = false;
    {
        const std::lock_guard guard(m_mutex);
        for (auto& [id, entry] : m_entries) {
            if (entry.hold.state != OwnHold::State::held || entry.hold.leaving || !entry.holdable->is_lost_by(notice))
                continue;
            entry.hold.state = OwnHold::State::lost;
            entry.hold.loss = notice.reason;
            entry.hold.since = std::chrono::system_clock::now();
            entry.hold.ends.reset();
            is_news = true;
        }
    }
    if (is_news)
        tell();
}

void OwnHolds::Impl::note_failover(const std::string& address)
{
    bool is_news = false;
    for (const OwnHold& permit : permits()) {
        if (!is_served_by(address, permit.lock))
            continue;
        const std::lock_guard guard(m_mutex);
        m_entries.at(permit.id).hold.in_doubt = true;
        is_news = true;
    }
    if (is_news) {
        tell();
        m_next_look.cancel(); // perhaps its semaphore is gone
    }
}

bool OwnHolds::Impl::is_served_by(const std::string& address, const std::string& lock)
{
    auto& core = *m_admin->core;
    if (address.empty() || core.endpoint.deployment != Deployment::cluster)
        return true;
    const auto home = core.servers().home_of(lock);
    return home == nullptr || home->address().display() == address;
}

void OwnHolds::Impl::look_later()
{
    m_next_look.expires_after(m_admin->core->options.watchdog_lease / 3);
    // Cancelled, it is to be done at once.
    m_next_look.async_wait([weak = weak_from_this()](const boost::system::error_code&) {
        if (const auto self = weak.lock())
            asio::co_spawn(self->m_admin->core->executor(), look_after_permits(self), asio::detached);
    });
}

Awaitable<void> OwnHolds::Impl::look_after_permits(std::shared_ptr<Impl> self)
{
    const std::vector<OwnHold> permits = self->permits();
    for (const OwnHold& permit : permits) {
        if (co_await self->is_gone(permit.lock))
            self->lose(permit.id);
    }
    self->m_looks = !permits.empty();
    if (self->m_looks)
        self->look_later();
}

Awaitable<bool> OwnHolds::Impl::is_gone(std::string semaphore)
{
    redis::Command command{"GET", std::move(semaphore)};
    try {
        const redis::Reply reply = co_await m_admin->core->servers().renewals().call(std::move(command));
        co_return reply.is_nil();
    } catch (const Error&) {
        co_return false; // Nobody knows.
    }
}

std::vector<OwnHold> OwnHolds::Impl::permits() const
{
    std::vector<OwnHold> held;
    const std::lock_guard guard(m_mutex);
    for (const auto& [id, entry] : m_entries) {
        const OwnHold& hold = entry.hold;
        if (hold.kind == HoldKind::semaphore && hold.state == OwnHold::State::held && !hold.leaving)
            held.push_back(hold);
    }
    return held;
}

/// It may have been given back meanwhile.
void OwnHolds::Impl::lose(std::uint64_t id)
{
    {
        const std::lock_guard guard(m_mutex);
        const auto found = m_entries.find(id);
        if (found == m_entries.end() || found->second.hold.state != OwnHold::State::held || found->second.hold.leaving)
            return;
        OwnHold& hold = found->second.hold;
        hold.state = OwnHold::State::lost;
        hold.in_doubt = false;
        hold.loss = LossNotice::Reason::taken;
        hold.since = std::chrono::system_clock::now();
    }
    tell();
}

void OwnHolds::Impl::remove(std::uint64_t id)
{
    {
        const std::lock_guard guard(m_mutex);
        m_entries.erase(id);
    }
    m_left.notify_all();
    tell();
}

bool OwnHolds::Impl::is_cancelled(std::uint64_t id) const
{
    const std::lock_guard guard(m_mutex);
    return m_entries.at(id).is_cancelled;
}

std::vector<OwnHold> OwnHolds::Impl::list() const
{
    std::vector<OwnHold> holds;
    const std::lock_guard guard(m_mutex);
    for (const auto& [id, entry] : m_entries) {
        holds.push_back(entry.hold);
        if (entry.hold.state == OwnHold::State::held && !entry.hold.ends)
            holds.back().valid_until = entry.holdable->valid_until();
    }
    std::stable_sort(holds.begin(), holds.end(), [](const OwnHold& a, const OwnHold& b) { return a.since < b.since; });
    return holds;
}

bool OwnHolds::Impl::wait_until_empty(milliseconds limit)
{
    std::unique_lock guard(m_mutex);
    return m_left.wait_for(guard, limit, [this] { return m_entries.empty(); });
}

void OwnHolds::Impl::on_change(std::function<void()> callback)
{
    const std::lock_guard guard(m_mutex);
    m_on_change = std::move(callback);
}

void OwnHolds::Impl::tell()
{
    std::function<void()> callback;
    {
        const std::lock_guard guard(m_mutex);
        callback = m_on_change;
    }
    if (callback)
        callback();
}

} // namespace lockscope
