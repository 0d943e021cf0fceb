// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Session that acts: each function hands one request to the core, which answers with a result.
#include "session/connection.hpp"
#include "session/session.hpp"

#include <utility>

namespace lockscope::ui {
namespace {

/// On any thread.
void noteForce(const std::weak_ptr<Monitor>& monitor, const std::string& lock, Monitor::Stage stage)
{
    if (const std::shared_ptr<Monitor> alive = monitor.lock()) {
        alive->note_force(lock, stage);
    }
}

void noteUndo(const std::weak_ptr<Monitor>& monitor, const UndoTicket& undo, Monitor::Stage stage)
{
    if (const std::shared_ptr<Monitor> alive = monitor.lock()) {
        alive->note_undo(undo.lock, undo.owners, stage);
    }
}

void noteExtension(const std::weak_ptr<Monitor>& monitor, const std::string& lock, Monitor::Stage stage)
{
    if (const std::shared_ptr<Monitor> alive = monitor.lock()) {
        alive->note_extension(lock, stage);
    }
}

Monitor::Stage stageAfter(const AdminResult& result)
{
    const bool mayBeDone = result.outcome == AdminResult::Outcome::done || result.unknown;
    return mayBeDone ? Monitor::Stage::done : Monitor::Stage::not_done;
}

} // namespace

Session::Ticket Session::forceRelease(AdminRequest request)
{
    request.undo = AdminRequest::Undo::keep;
    const std::weak_ptr<Monitor> monitor = m_connection ? m_connection->monitor : nullptr;
    return act([request = std::move(request), monitor](Admin& admin, Admin::Callback done) {
        noteForce(monitor, request.lock, Monitor::Stage::begins);
        admin.force_release(request, [monitor, lock = request.lock, done = std::move(done)](AdminResult result) {
            noteForce(monitor, lock, stageAfter(result));
            done(std::move(result));
        });
    });
}

Session::Ticket Session::forceExpire(AdminRequest request, std::chrono::milliseconds ttl)
{
    return act([request = std::move(request), ttl](Admin& admin, Admin::Callback done) {
        admin.force_expire(request, ttl, std::move(done));
    });
}

Session::Ticket Session::extend(AdminRequest request, std::chrono::milliseconds ttl)
{
    const std::weak_ptr<Monitor> monitor = m_connection ? m_connection->monitor : nullptr;
    return act([request = std::move(request), ttl, monitor](Admin& admin, Admin::Callback done) {
        noteExtension(monitor, request.lock, Monitor::Stage::begins);
        admin.extend(request, ttl, [monitor, lock = request.lock, done = std::move(done)](AdminResult result) {
            noteExtension(monitor, lock, stageAfter(result));
            done(std::move(result));
        });
    });
}

Session::Ticket Session::wakeNext(WakeRequest request)
{
    return act([request = std::move(request)](Admin& admin, Admin::Callback done) {
        admin.wake_next(request, std::move(done));
    });
}

Session::Ticket Session::undoForceRelease(UndoTicket undo)
{
    const std::weak_ptr<Monitor> monitor = m_connection ? m_connection->monitor : nullptr;
    return act([undo = std::move(undo), monitor](Admin& admin, Admin::Callback done) {
        noteUndo(monitor, undo, Monitor::Stage::begins);
        admin.undo_force_release(undo, [monitor, undo, done = std::move(done)](AdminResult result) {
            noteUndo(monitor, undo, stageAfter(result));
            done(std::move(result));
        });
    });
}

Session::Ticket Session::evictWaiter(EvictRequest request)
{
    return act([request = std::move(request)](Admin& admin, Admin::Callback done) {
        admin.evict_waiter(request, std::move(done));
    });
}

Session::Ticket Session::repairQueue(RepairRequest request)
{
    return act([request = std::move(request)](Admin& admin, Admin::Callback done) {
        admin.repair_queue(request, std::move(done));
    });
}

std::vector<Session::Ticket> Session::actInTurn(
    std::size_t count, const std::function<void(Admin&, std::stop_token, Admin::EachResult)>& start)
{
    std::vector<Ticket> tickets;
    while (tickets.size() < count) {
        tickets.push_back(newTicket());
    }
    if (m_connection) {
        m_batchStop = {};
        start(*m_connection->admin, m_batchStop.get_token(),
              [this, post = poster(), tickets](std::size_t place, AdminResult result) {
                  post([this, ticket = tickets[place], result = std::move(result)] { finish(ticket, result); });
              });
    }
    return tickets;
}

std::vector<Session::Ticket> Session::batch(BatchRequest request)
{
    const std::size_t count = request.locks.size();
    using What = BatchRequest::What;
    const What what = request.what;
    const auto note = [what](const std::weak_ptr<Monitor>& told, const std::string& lock, Monitor::Stage stage) {
        if (what == What::force_release) {
            noteForce(told, lock, stage);
        } else if (what == What::extend) {
            noteExtension(told, lock, stage);
        }
    };
    std::vector<std::string> locks;
    for (AdminRequest& each : request.locks) {
        locks.push_back(each.lock);
        each.undo = AdminRequest::Undo::keep;
    }
    const std::weak_ptr<Monitor> monitor = m_connection ? m_connection->monitor : nullptr;
    return actInTurn(count, [&](Admin& admin, std::stop_token stop, Admin::EachResult each) {
        if (!locks.empty()) {
            note(monitor, locks.front(), Monitor::Stage::begins);
        }
        admin.batch(std::move(request), std::move(stop),
                    [monitor, locks, note, each = std::move(each)](std::size_t place, AdminResult result) {
                        note(monitor, locks[place], stageAfter(result));
                        if (place + 1 < locks.size()) { // they are done one after the other
                            note(monitor, locks[place + 1], Monitor::Stage::begins);
                        }
                        each(place, std::move(result));
                    });
    });
}

std::vector<Session::Ticket> Session::batch(std::vector<RepairRequest> queues)
{
    const std::size_t count = queues.size();
    return actInTurn(count, [&](Admin& admin, std::stop_token stop, Admin::EachResult each) {
        admin.batch(std::move(queues), std::move(stop), std::move(each));
    });
}

std::vector<Session::Ticket> Session::batch(std::vector<WakeRequest> locks)
{
    const std::size_t count = locks.size();
    return actInTurn(count, [&](Admin& admin, std::stop_token stop, Admin::EachResult each) {
        admin.batch(std::move(locks), std::move(stop), std::move(each));
    });
}

void Session::cancelBatch()
{
    m_batchStop.request_stop();
}

Session::Ticket Session::hold(HoldRequest request)
{
    const Ticket ticket = newTicket();
    if (m_connection) {
        m_connection->holds->acquire(ticket, std::move(request), [this, post = poster(), ticket](AdminResult result) {
            post([this, ticket, result = std::move(result)] { finish(ticket, result); });
        });
    }
    return ticket;
}

void Session::cancelHold(Ticket id)
{
    if (m_connection) {
        m_connection->holds->cancel(id);
    }
}

Session::Ticket Session::releaseHold(Ticket id)
{
    const Ticket ticket = newTicket();
    if (m_connection) {
        m_connection->holds->release(id, [this, post = poster(), ticket, lock = heldLock(id)](AdminResult result) {
            post([this, ticket, lock, result = std::move(result)] {
                finish(ticket, result);
                if (!lock.empty() && (result.code != Errc::ok || !result.unrecorded.empty())) {
                    emit releaseFailed(lock, result);
                }
            });
        });
    }
    return ticket;
}

} // namespace lockscope::ui
