// SPDX-License-Identifier: Apache-2.0
#include "acting.hpp"
#include "commands.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/monitor.hpp"
#include "output.hpp"

#include <algorithm>

namespace lockctl {

using namespace lockscope;

namespace {

using Outcome = AdminResult::Outcome;
using What = QueueMend::What;

AdminResult not_so(std::string message, std::optional<LockState> state)
{
    AdminResult result;
    result.outcome = Outcome::changed;
    result.message = std::move(message);
    result.state = std::move(state);
    return result;
}

std::string in_queue_of(const std::string& name)
{
    return "in the queue of \"" + escape(name) + '"';
}

/// What evicting would do.
std::string plan_of(const LockState& state, const Waiter& waiter, const EvictOptions& options)
{
    const auto place = &waiter - state.waiters.data() + 1;
    std::string text = "This would remove " + escape(waiter.owner) + ", place " + std::to_string(place) + " of "
                     + std::to_string(state.waiters_total) + ' ' + in_queue_of(options.name) + ". ";
    if (!waiter.subscribed)
        text += "Whether it is alive cannot be asked (PUBSUB NUMSUB is not permitted).";
    else
        text += *waiter.subscribed ? "It is alive: its client listens for its turn." : "Nobody listens for it.";
    const bool needs_more = !options.may_be_alive && waiter.subscribed != false;
    return text + " Nothing was done; repeat it with --yes" + (needs_more ? " --alive." : ".");
}

std::string sentence_of(What what)
{
    switch (what) {
    case What::without_deadline: return "remove, it has no deadline and nobody listens for it: ";
    case What::expired: return "remove, its deadline has passed: ";
    case What::silent: return "remove, nobody listens for it: ";
    case What::duplicate: return "leave only its first entry: ";
    case What::stray: return "remove the deadline of somebody who is not in the queue: ";
    case What::given_deadline: return "give a new deadline, it waits without a valid one: ";
    case What::evicted: break;
    }
    return "remove: ";
}

/// " Only the first 1000 of 5000 waiters …" of a queue that is too long to be repaired at once.
std::string about_the_front(const LockState& state, const char* and_behind)
{
    if (!queue_of(state).front)
        return {};
    return " Only the first " + std::to_string(state.waiters.size()) + " of " + std::to_string(state.waiters_total)
         + " waiters are looked at; " + and_behind + '.';
}

/// What repairing would do.
std::string plan_of(const std::vector<QueueMend>& mends, const LockState& state)
{
    std::string text = "This would change " + std::to_string(mends.size())
                     + (mends.size() == 1 ? " thing " : " things ") + in_queue_of(state.name)
                     + ". Nothing was done; repeat it with --yes."
                     + about_the_front(state, "repair it once more for those behind");
    for (const auto& mend : mends)
        text += "\n  " + sentence_of(mend.what) + escape(mend.owner);
    return text;
}

} // namespace

int run(const EvictOptions& options, Format format, Client& client)
{
    EvictRequest request;
    request.lock = options.name;
    request.owner = unescape(options.owner);
    request.reason = options.reason;
    if (options.may_be_alive)
        request.liveness = EvictRequest::Liveness::may_be_alive;

    auto state = options.may_be_alive ? read_lock(client, options.name) : look_for_ghosts(client, options.name);
    const Waiter* waiter = nullptr;
    if (state) {
        const auto found = std::find_if(state->waiters.begin(), state->waiters.end(),
                                        [&](const Waiter& each) { return each.owner == request.owner; });
        waiter = found == state->waiters.end() ? nullptr : &*found;
    }
    // Then the script says more. A long name is cut, too, and not found by the whole of it.
    const bool is_cut =
        state && (state->waiters_total > state->waiters.size() || state->anomalies.contains(Anomaly::truncated));
    if (!waiter && !is_cut)
        return tell(not_so(escape(request.owner) + " is not " + in_queue_of(options.name) + '.', state), format);
    if (waiter && !options.may_be_alive && waiter->subscribed == false && !waiter->stale)
        return tell(
            not_so(escape(request.owner) + " has only just come; whether it is alive shows in a moment.", state),
            format);
    if (!options.is_confirmed) {
        complain(waiter
                     ? plan_of(*state, *waiter, options)
                     : "Not all of the queue of \"" + escape(options.name)
                           + "\" is read, and who is looked for is not among what is. Nothing was done; repeat it with "
                             "--yes, and the server will look.");
        return exit_usage;
    }
    const auto evict = [&] {
        auto result = operator_on(client).evict_waiter(request);
        if (result.outcome == Outcome::changed && result.queue && result.queue->was_alive == true)
            result.message += " To evict it all the same, add --alive.";
        return result;
    };
    return carry_out(evict, format);
}

int run(const RepairOptions& options, Format format, Client& client)
{
    const auto state = look_for_ghosts(client, options.name);
    if (!state)
        return tell(not_so("There is no lock named \"" + escape(options.name) + "\".", state), format);
    if (const auto why = why_not_compared(queue_of(*state)); why && !options.is_confirmed) {
        AdminResult refused;
        refused.outcome = Outcome::refused;
        refused.message = *why;
        refused.state = state;
        return tell(refused, format);
    }
    const auto plan = plan_repair(*state);
    if (!options.is_confirmed && !plan.empty()) {
        complain(plan_of(plan, *state));
        return exit_usage;
    }
    if (!options.is_confirmed) {
        AdminResult result;
        result.message = "There is nothing to repair " + in_queue_of(options.name) + '.'
                       + about_the_front(*state, "those behind can be once they have moved up");
        result.state = state;
        return tell(result, format);
    }
    RepairRequest request = repair_request(*state);
    request.reason = options.reason;
    return carry_out([&] { return operator_on(client).repair_queue(request); }, format);
}

} // namespace lockctl
