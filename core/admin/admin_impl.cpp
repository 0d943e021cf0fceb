// SPDX-License-Identifier: Apache-2.0
#include "admin/admin_impl.hpp"

#include "admin/describe.hpp"
#include "admin/evict_waiter.hpp"
#include "admin/extend.hpp"
#include "admin/force_end.hpp"
#include "admin/policy.hpp"
#include "admin/release_one.hpp"
#include "admin/repair_queue.hpp"
#include "admin/undo_release.hpp"
#include "admin/wake_next.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/queue_repair.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <array>

#include <pwd.h>
#include <unistd.h>

namespace lockscope {

using Outcome = AdminResult::Outcome;

namespace {

/// When the server has been away for longer, what is there says nothing about the action any more.
constexpr std::chrono::minutes late_look_limit{10};
constexpr std::chrono::seconds late_look_pause{1};

std::string system_user()
{
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 4096> buffer{};
    std::string user = "uid " + std::to_string(::getuid());
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found)
        user = found->pw_name;
    return user;
}

/// Who acts: "bob", or "bob as admin" with an ACL user.
std::string user_of(const Endpoint& endpoint)
{
    return endpoint.user.empty() ? system_user() : system_user() + " as " + endpoint.user;
}

/// The same for people at other machines.
std::string actor_here()
{
    std::array<char, 256> host{};
    const bool is_known = ::gethostname(host.data(), host.size() - 1) == 0 && host.front() != '\0';
    return is_known ? system_user() + '@' + host.data() : system_user();
}

std::string outcome_text(const AdminResult& result)
{
    switch (result.outcome) {
    case Outcome::done: return "done";
    case Outcome::changed: return "changed";
    case Outcome::refused: return "refused: " + result.message;
    case Outcome::failed: return (result.unknown ? "unknown: " : "failed: ") + result.message;
    }
    return "failed";
}

std::string describe_queue(const LockState& state)
{
    return admin::describe(queue_of(state));
}

} // namespace

Admin::Impl::Impl(Client& its_client, std::shared_ptr<AuditLog> its_audit, AdminPolicy its_policy)
    : core(its_client.core())
    , audit(std::move(its_audit))
    , user(user_of(core->endpoint))
    , m_actor(actor_here())
    , m_policy(its_policy)
    , m_reader(its_client)
{
    if (!audit)
        throw Error(Errc::invalid_argument, "Operators' actions need an audit log.");
}

AdminResult Admin::Impl::failure(const Error& error)
{
    AdminResult result;
    result.outcome = Outcome::failed;
    result.unknown = !error.state_known();
    result.code = error.errc();
    result.message = error.message();
    return result;
}

AuditEntry Admin::Impl::new_entry(std::string action, std::string lock, std::string reason) const
{
    AuditEntry entry;
    entry.id = boost::uuids::to_string(boost::uuids::random_generator()());
    entry.server = core->endpoint.display();
    entry.user = user;
    entry.action = std::move(action);
    entry.lock = std::move(lock);
    entry.reason = std::move(reason);
    return entry;
}

locks::OperatorAct Admin::Impl::news_of(const std::string& lock) const
{
    locks::OperatorAct news;
    news.actor = m_actor;
    news.database = core->endpoint.database;
    news.lock = lock;
    return news;
}

Awaitable<std::string> Admin::Impl::on_disk(std::function<void(AuditLog&)> work)
{
    auto start = [this, work](auto handler) {
        auto shared = std::make_shared<decltype(handler)>(std::move(handler));
        // The client's inside must live until the answer is handed over; whoever is destroyed meanwhile just never gets
        // it.
        m_worker.post([log = audit, keep = core, work, shared] {
            std::string problem;
            try {
                work(*log);
            } catch (const std::exception& error) {
                problem = error.what();
            }
            boost::asio::post(keep->executor(), [shared, problem] { std::move (*shared)(problem); });
        });
    };
    co_return co_await boost::asio::async_initiate<const boost::asio::use_awaitable_t<>, void(std::string)>(
        std::move(start), boost::asio::use_awaitable);
}

Awaitable<std::string> Admin::Impl::write(AuditEntry line)
{
    auto append = [line](AuditLog& log) mutable {
        line.at = std::chrono::system_clock::now();
        log.append(line);
    };
    std::string problem = co_await on_disk(std::move(append));
    co_return problem;
}

Awaitable<std::optional<AdminResult>> Admin::Impl::begin(AuditEntry entry, std::optional<std::string> refusal)
{
    AdminResult refused;
    refused.outcome = Outcome::refused;
    refused.lock = entry.lock;
    if (refusal) {
        refused.message = *refusal;
        co_await record(std::move(entry), refused);
        co_return refused;
    }
    entry.outcome = "begun";
    const std::string problem = co_await write(entry);
    if (problem.empty())
        co_return std::nullopt;
    refused.message = problem
                    + " What cannot be recorded is not done: make room for the log, or name another place "
                      "with XDG_STATE_HOME.";
    entry.outcome = outcome_text(refused); // In case that the line is there, and only the disk is not sure of it.
    co_await write(std::move(entry));
    co_return refused;
}

Awaitable<void> Admin::Impl::record(AuditEntry entry, AdminResult& result)
{
    result.lock = entry.lock;
    entry.outcome = outcome_text(result);
    result.unrecorded = co_await write(std::move(entry));
}

Awaitable<Admin::Impl::Look> Admin::Impl::look(std::string lock)
{
    Look look;
    try {
        look.state = co_await m_reader.async_read(std::move(lock));
        look.succeeded = true;
    } catch (const Error&) {
        // The action is over; not being able to look at its result does not change it.
    }
    co_return look;
}

Awaitable<AdminResult> Admin::Impl::outcome_of(Awaitable<AdminResult> work)
{
    AdminResult result;
    try {
        result = co_await std::move(work);
    } catch (const Error& error) {
        result = failure(error);
    }
    co_return result;
}

std::string Admin::Impl::with_removed(std::string after, const AdminResult& result)
{
    if (!result.removed.empty())
        after += (after.empty() ? "" : ", ") + ("dead waiters removed: " + std::to_string(result.removed.size()));
    return after;
}

Awaitable<AdminResult> Admin::Impl::act(AuditEntry entry, std::optional<std::string> refusal,
                                        Awaitable<AdminResult> work, Describe describe)
{
    if (auto refused = co_await begin(entry, std::move(refusal)))
        co_return *refused;
    AdminResult result = co_await outcome_of(std::move(work));
    const bool has_failed = result.outcome == Outcome::failed && !result.unknown;
    bool is_in_doubt = false;
    if (!has_failed) {
        Look found = co_await look(entry.lock);
        is_in_doubt = result.unknown && !found.succeeded;
        entry.after = with_removed(after(found, describe), result);
        result.state = std::move(found.state);
    }
    co_await record(entry, result);
    if (is_in_doubt) {
        entry.outcome = outcome_text(result);
        look_later(std::move(entry), describe);
    }
    co_return result;
}

std::string Admin::Impl::after(const Look& found, Describe describe)
{
    if (!found.succeeded)
        return "unknown";
    return found.state ? describe(*found.state) : "nobody";
}

void Admin::Impl::look_later(AuditEntry entry, Describe describe)
{
    auto looking = look_until_seen(shared_from_this(), std::move(entry), describe);
    boost::asio::co_spawn(core->executor(), core->on_io_until_closed(std::move(looking)), boost::asio::detached);
}

Awaitable<void> Admin::Impl::look_until_seen(std::shared_ptr<Impl> self, AuditEntry entry, Describe describe)
{
    boost::asio::steady_timer pause(self->core->executor());
    const auto end = std::chrono::steady_clock::now() + late_look_limit;
    Look found;
    while (!found.succeeded && std::chrono::steady_clock::now() < end) {
        pause.expires_after(late_look_pause);
        co_await pause.async_wait(boost::asio::use_awaitable);
        found = co_await self->look(entry.lock);
    }
    if (!found.succeeded)
        co_return;
    entry.after = after(found, describe);
    co_await self->write(std::move(entry));
}

Awaitable<AdminResult> Admin::Impl::end(std::shared_ptr<Impl> self, AdminRequest request, milliseconds ttl,
                                        std::string action)
{
    AuditEntry entry = self->new_entry(std::move(action), request.lock, request.reason);
    entry.before = admin::describe(request.expected);
    auto refusal = admin::refusal(self->policy(), request);
    auto work = admin::force_end(self->core->servers().commands(), request, ttl, self->news_of(request.lock));
    AdminResult result = co_await self->act(std::move(entry), std::move(refusal), std::move(work), &admin::describe);
    co_return result;
}

Awaitable<AdminResult> Admin::Impl::evict(std::shared_ptr<Impl> self, EvictRequest request)
{
    AuditEntry entry = self->new_entry("evict-waiter", request.lock, request.reason);
    entry.before = escape(request.owner);
    if (request.deadline)
        entry.before += " until " + std::to_string(*request.deadline);
    if (request.liveness == EvictRequest::Liveness::may_be_alive)
        entry.before += " (also if alive)";
    auto refusal = admin::refusal(self->policy(), request);
    auto work = admin::evict_waiter(self->core->servers().commands(), request, self->news_of(request.lock));
    AdminResult result = co_await self->act(std::move(entry), std::move(refusal), std::move(work), &describe_queue);
    co_return result;
}

Awaitable<AdminResult> Admin::Impl::release_one(std::shared_ptr<Impl> self, ReleaseOneRequest request)
{
    AuditEntry entry = self->new_entry("release-one", request.lock, request.reason);
    entry.before = admin::describe(Expectation{{request.owner, request.count}});
    if (request.deadline)
        entry.before += *request.deadline < 0 ? " (never expires)" : " until " + std::to_string(*request.deadline);
    auto refusal = admin::refusal(self->policy(), request);
    auto work = admin::release_one(self->core->servers().commands(), request, self->news_of(request.lock));
    AdminResult result = co_await self->act(std::move(entry), std::move(refusal), std::move(work), &admin::describe);
    co_return result;
}

Awaitable<AdminResult> Admin::Impl::repair(std::shared_ptr<Impl> self, RepairRequest request)
{
    AuditEntry entry = self->new_entry("repair-queue", request.lock, request.reason);
    entry.before = admin::describe(request.expected);
    auto refusal = admin::refusal(self->policy(), request);
    auto work = admin::repair_queue(self->core->servers().commands(), request, self->news_of(request.lock));
    AdminResult result = co_await self->act(std::move(entry), std::move(refusal), std::move(work), &describe_queue);
    co_return result;
}

Awaitable<AdminResult> Admin::Impl::extend(std::shared_ptr<Impl> self, AdminRequest request, milliseconds ttl)
{
    AuditEntry entry = self->new_entry("extend", request.lock, request.reason);
    entry.before = admin::describe(request.expected);
    auto refusal = admin::refusal(self->policy(), request);
    auto work = admin::extend(self->core->servers().commands(), request, ttl, self->news_of(request.lock));
    AdminResult result = co_await self->act(std::move(entry), std::move(refusal), std::move(work), &admin::describe);
    co_return result;
}

Awaitable<AdminResult> Admin::Impl::wake(std::shared_ptr<Impl> self, WakeRequest request)
{
    AuditEntry entry = self->new_entry("wake-next", request.lock, request.reason);
    entry.before = admin::describe(request.expected);
    auto refusal = admin::refusal(self->policy(), request);
    auto work = admin::wake_next(self->core->servers().commands(), request);
    AdminResult result = co_await self->act(std::move(entry), std::move(refusal), std::move(work), &admin::describe);
    co_return result;
}

Awaitable<AdminResult> Admin::Impl::undo(std::shared_ptr<Impl> self, UndoTicket ticket)
{
    AuditEntry entry = self->new_entry("undo", ticket.lock, ticket.reason);
    entry.before = "nobody"; // or it is not done
    auto refusal = admin::refusal(self->policy(), ticket);
    auto work = admin::undo_release(self->core->servers().commands(), ticket, self->news_of(ticket.lock));
    AdminResult result = co_await self->act(std::move(entry), std::move(refusal), std::move(work), &admin::describe);
    co_return result;
}

void Admin::Impl::deliver(Awaitable<AdminResult> work, Callback callback)
{
    boost::asio::co_spawn(core->executor(), std::move(work),
                          [callback = std::move(callback)](const std::exception_ptr& failed, AdminResult result) {
                              if (failed)
                                  result = failure(Error(Errc::closed, "The action was cut short.", {}));
                              callback(std::move(result));
                          });
}

} // namespace lockscope
