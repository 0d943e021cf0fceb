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

std::string quoted(const std::string& name)
{
    return '"' + escape(name) + '"';
}

/// @throws Error invalid_argument for what has no single holds
void require_single_holds(const LockState& state)
{
    if (has_single_holds(state.type, state.mode))
        return;
    const bool is_written = state.type == LockType::read_write && state.mode == LockMode::write;
    const std::string is_what = is_written ? "is held for writing" : "is a " + std::string(to_string(state.type));
    throw Error(
        Errc::invalid_argument,
        quoted(state.name) + ' ' + is_what
            + ": only one reader of a read-write lock, or one permit of a semaphore, can be released by itself.");
}

std::string end_of(const Holder& holder)
{
    if (!holder.ttl)
        return "when its lease ends is not known";
    return *holder.ttl < milliseconds(0) ? "its lease never ends"
                                         : "its lease ends in " + std::to_string(holder.ttl->count()) + " ms";
}

std::string those_who_stay(const LockState& state)
{
    const auto others = std::max<std::size_t>(state.holders_total, state.holders.size()) - 1;
    if (state.type == LockType::semaphore)
        return std::to_string(others) + (others == 1 ? " other stays" : " others stay") + " taken.";
    if (others == 0)
        return "It is the last reader: the lock ends, and who waits is told.";
    return std::to_string(others) + (others == 1 ? " other goes" : " others go") + " on reading.";
}

/// What it would do.
std::string plan_of(const LockState& state, const Holder& holder)
{
    std::string text = state.type == LockType::semaphore
                         ? "This would give the permit " + escape(holder.owner) + " back to " + quoted(state.name)
                         : "This would remove the reader " + escape(holder.owner) + '=' + std::to_string(holder.count)
                               + " from " + quoted(state.name);
    return text + "; " + end_of(holder) + ". " + those_who_stay(state) + " Nothing was done; repeat it with --yes.";
}

/// Where nobody was seen whom the server could compare.
AdminResult not_there(const ReleaseOneOptions& options, std::optional<LockState> state)
{
    AdminResult result;
    result.outcome = AdminResult::Outcome::changed;
    result.message = escape(unescape(options.owner)) + " does not have " + quoted(options.name) + '.';
    if (state && state->holders_total > state->holders.size())
        result.message += " Only the first " + std::to_string(state->holders.size()) + " of "
                        + std::to_string(state->holders_total) + " holders are read.";
    result.state = std::move(state);
    return result;
}

} // namespace

int run(const ReleaseOneOptions& options, Format format, Client& client)
{
    const std::string owner = unescape(options.owner);
    const auto state = read_lock(client, options.name);
    if (!state || !state->is_held())
        return tell(not_there(options, state), format);
    require_single_holds(*state);
    const auto holder = std::find_if(state->holders.begin(), state->holders.end(),
                                     [&](const Holder& each) { return each.owner == owner; });
    if (holder == state->holders.end())
        return tell(not_there(options, state), format);
    if (!options.is_confirmed) {
        complain(plan_of(*state, *holder));
        return exit_usage;
    }
    ReleaseOneRequest request = release_one_request(*state, *holder);
    // A watchdog moves it, and whoever is renewed all the time could never be released.
    request.deadline.reset();
    request.reason = options.reason;
    return carry_out([&] { return operator_on(client).release_one(request); }, format);
}

} // namespace lockctl
