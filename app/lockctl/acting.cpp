// SPDX-License-Identifier: Apache-2.0
#include "acting.hpp"

#include "held_signals.hpp"
#include "json_output.hpp"
#include "lockscope/monitor.hpp"
#include "output.hpp"
#include "table_output.hpp"

#include <nlohmann/json.hpp>

#include <csignal>
#include <set>
#include <thread>

namespace lockctl {

using namespace lockscope;

namespace {

constexpr std::chrono::seconds ghost_silence{2};

} // namespace

std::optional<LockState> look_for_ghosts(Client& client, const std::string& name)
{
    auto state = read_lock(client, name);
    std::set<std::string> silent;
    if (state) {
        for (const auto& waiter : state->waiters) {
            if (waiter.subscribed == false)
                silent.insert(waiter.owner);
        }
    }
    if (silent.empty())
        return state;
    std::this_thread::sleep_for(ghost_silence);
    state = read_lock(client, name);
    if (state) {
        for (auto& waiter : state->waiters) {
            if (waiter.subscribed == false && silent.contains(waiter.owner))
                waiter.stale = true;
        }
    }
    return state;
}

Admin operator_on(Client& client)
{
    return {client, std::make_shared<AuditLog>(AuditLog::default_path()),
            AdminPolicy{.read_only = false, .production = false, .reason_required = true}};
}

int tell(const AdminResult& result, Format format)
{
    using Outcome = AdminResult::Outcome;
    bool is_printed = true;
    if (format == Format::json)
        is_printed = print(to_line(to_json(result)));
    else if (result.outcome == Outcome::done)
        is_printed = print(result.message);
    else if (result.outcome == Outcome::changed && result.state)
        is_printed = print(to_details(*result.state));
    if (result.outcome != Outcome::done || !is_printed)
        complain(result.message + (result.unknown ? " It may have happened all the same." : ""));
    if (!result.unrecorded.empty()) {
        complain(result.unrecorded + " It does not say what became of this.");
        return exit_server;
    }
    switch (result.outcome) {
    case Outcome::done: return exit_if_printed(is_printed, exit_done);
    case Outcome::changed: return exit_if_printed(is_printed, exit_not_so);
    default: return exit_server;
    }
}

int carry_out(const std::function<AdminResult()>& action, Format format)
{
    const HeldSignals held;
    std::signal(SIGPIPE, SIG_IGN); // What was done must be said on stderr where nobody reads the output any more.
    return tell(action(), format);
}

} // namespace lockctl
