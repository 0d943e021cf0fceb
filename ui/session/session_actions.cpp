// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Session that acts: each function hands one request to the core, which answers with a result.
#include "session/connection.hpp"
#include "session/session.hpp"

#include <utility>

namespace lockscope::ui {
namespace {

Monitor::Stage stageAfter(const AdminResult& result)
{
    const bool mayBeDone = result.outcome == AdminResult::Outcome::done || result.unknown;
    return mayBeDone ? Monitor::Stage::done : Monitor::Stage::not_done;
}

bool isRemoval(QueueMend::What what)
{
    switch (what) {
    case QueueMend::What::evicted:
    case QueueMend::What::without_deadline:
    case QueueMend::What::expired:
    case QueueMend::What::silent: return true;
    case QueueMend::What::duplicate:
    case QueueMend::What::stray:
    case QueueMend::What::given_deadline: break;
    }
    return false;
}

std::vector<std::string> removedWaiters(const AdminResult& result)
{
    std::vector<std::string> owners = result.removed;
    if (result.queue) {
        for (const QueueMend& mend : result.queue->mends) {
            if (isRemoval(mend.what)) {
                owners.push_back(mend.owner);
            }
        }
    }
    return owners;
}

std::vector<std::string> waitersOf(const QueueView& queue)
{
    std::vector<std::string> owners;
    for (const QueueView::Entry& entry : queue.entries) {
        owners.push_back(entry.owner);
    }
    return owners;
}

/// Tells the monitor of one action, so that what comes of it is told as the operator's. On any thread.
class ActionNote
{
public:
    /// A lease that was made shorter needs no word.
    enum class What { forceRelease, forceExpire, extend, removeWaiters };

    /// @param mayLeave waiters that are to be taken out of the queue; a force-release finds more of them by itself
    ActionNote(std::weak_ptr<Monitor> monitor, std::string lock, What what, std::vector<std::string> mayLeave)
        : m_monitor(std::move(monitor))
        , m_lock(std::move(lock))
        , m_what(what)
        , m_mayLeave(std::move(mayLeave))
    {}

    void begins() const { note(Monitor::Stage::begins, {}, Monitor::Stage::begins); }

    void ends(const AdminResult& result) const
    {
        const Monitor::Stage stage = stageAfter(result);
        const std::vector<std::string> removed = result.unknown ? m_mayLeave : removedWaiters(result);
        note(stage, removed, removed.empty() ? Monitor::Stage::not_done : stage);
    }

private:
    void note(Monitor::Stage stage, const std::vector<std::string>& removed, Monitor::Stage ofRemoval) const
    {
        const std::shared_ptr<Monitor> alive = m_monitor.lock();
        if (!alive || m_what == What::forceExpire) {
            return;
        }
        if (m_what == What::extend) {
            alive->note_extension(m_lock, stage);
            return;
        }
        alive->note_removal(m_lock, removed, ofRemoval);
        if (m_what == What::forceRelease) {
            alive->note_force(m_lock, stage);
        }
    }

    std::weak_ptr<Monitor> m_monitor;
    std::string m_lock;
    What m_what;
    std::vector<std::string> m_mayLeave;
};

ActionNote::What noted(BatchRequest::What what)
{
    switch (what) {
    case BatchRequest::What::force_release: return ActionNote::What::forceRelease;
    case BatchRequest::What::extend: return ActionNote::What::extend;
    case BatchRequest::What::force_expire: break;
    }
    return ActionNote::What::forceExpire;
}

/// Of actions that are done one after the other.
Admin::EachResult noteEach(std::vector<ActionNote> notes, Admin::EachResult each)
{
    if (!notes.empty()) {
        notes.front().begins();
    }
    return [notes = std::move(notes), each = std::move(each)](std::size_t place, AdminResult result) {
        notes[place].ends(result);
        if (place + 1 < notes.size()) {
            notes[place + 1].begins();
        }
        each(place, std::move(result));
    };
}

Admin::Callback noteEnd(ActionNote note, Admin::Callback done)
{
    return [note = std::move(note), done = std::move(done)](AdminResult result) {
        note.ends(result);
        done(std::move(result));
    };
}

/// On any thread.
void noteUndo(const std::weak_ptr<Monitor>& monitor, const UndoTicket& undo, Monitor::Stage stage)
{
    if (const std::shared_ptr<Monitor> alive = monitor.lock()) {
        alive->note_undo(undo.lock, undo.owners, stage);
    }
}

/// On any thread.
void noteExpulsion(const std::weak_ptr<Monitor>& monitor, const ReleaseOneRequest& request, Monitor::Stage stage)
{
    if (const std::shared_ptr<Monitor> alive = monitor.lock()) {
        alive->note_expulsion(request.lock, request.owner, stage);
    }
}

/// Watched weakly: an action may last for longer than the connection.
std::weak_ptr<Monitor> monitorOf(const std::shared_ptr<Connection>& connection)
{
    return connection ? connection->monitor : nullptr;
}

} // namespace

Session::Ticket Session::forceRelease(AdminRequest request)
{
    request.undo = AdminRequest::Undo::keep;
    const ActionNote note(monitorOf(m_connection), request.lock, ActionNote::What::forceRelease, request.ghosts);
    return act([request = std::move(request), note](Admin& admin, Admin::Callback done) {
        note.begins();
        admin.force_release(request, noteEnd(note, std::move(done)));
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
    const ActionNote note(monitorOf(m_connection), request.lock, ActionNote::What::extend, {});
    return act([request = std::move(request), ttl, note](Admin& admin, Admin::Callback done) {
        note.begins();
        admin.extend(request, ttl, noteEnd(note, std::move(done)));
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
    const std::weak_ptr<Monitor> monitor = monitorOf(m_connection);
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
    const ActionNote note(monitorOf(m_connection), request.lock, ActionNote::What::removeWaiters, {request.owner});
    return act([request = std::move(request), note](Admin& admin, Admin::Callback done) {
        note.begins();
        admin.evict_waiter(request, noteEnd(note, std::move(done)));
    });
}

Session::Ticket Session::releaseOne(ReleaseOneRequest request)
{
    const std::weak_ptr<Monitor> monitor = monitorOf(m_connection);
    return act([request = std::move(request), monitor](Admin& admin, Admin::Callback done) {
        noteExpulsion(monitor, request, Monitor::Stage::begins);
        admin.release_one(request, [monitor, request, done = std::move(done)](AdminResult result) {
            noteExpulsion(monitor, request, stageAfter(result));
            done(std::move(result));
        });
    });
}

Session::Ticket Session::repairQueue(RepairRequest request)
{
    const ActionNote note(monitorOf(m_connection), request.lock, ActionNote::What::removeWaiters,
                          waitersOf(request.expected));
    return act([request = std::move(request), note](Admin& admin, Admin::Callback done) {
        note.begins();
        admin.repair_queue(request, noteEnd(note, std::move(done)));
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
    std::vector<ActionNote> notes;
    for (AdminRequest& each : request.locks) {
        notes.emplace_back(monitorOf(m_connection), each.lock, noted(request.what), each.ghosts);
        each.undo = AdminRequest::Undo::keep;
    }
    return actInTurn(count, [&](Admin& admin, std::stop_token stop, Admin::EachResult each) {
        admin.batch(std::move(request), std::move(stop), noteEach(std::move(notes), std::move(each)));
    });
}

std::vector<Session::Ticket> Session::batch(std::vector<RepairRequest> queues)
{
    const std::size_t count = queues.size();
    std::vector<ActionNote> notes;
    for (const RepairRequest& each : queues) {
        notes.emplace_back(monitorOf(m_connection), each.lock, ActionNote::What::removeWaiters,
                           waitersOf(each.expected));
    }
    return actInTurn(count, [&](Admin& admin, std::stop_token stop, Admin::EachResult each) {
        admin.batch(std::move(queues), std::move(stop), noteEach(std::move(notes), std::move(each)));
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
    if (const auto found = m_releases.find(id); found != m_releases.end()) {
        return found->second;
    }
    const Ticket ticket = newTicket();
    if (m_connection) {
        m_releases.emplace(id, ticket);
        m_connection->holds->release(id, [this, post = poster(), id, ticket, lock = heldLock(id)](AdminResult result) {
            post([this, id, ticket, lock, result = std::move(result)] {
                m_releases.erase(id);
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
