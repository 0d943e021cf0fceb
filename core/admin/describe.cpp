// SPDX-License-Identifier: Apache-2.0
#include "admin/describe.hpp"

#include "base/durations.hpp"
#include "lockscope/escape.hpp"

namespace lockscope {

Expectation expectation_of(const LockState& state)
{
    Expectation expected;
    for (const auto& holder : state.holders)
        expected[holder.owner] = holder.count;
    return expected;
}

HoldMark mark_of(const LockState& state)
{
    HoldMark mark;
    mark.token = state.fencing_token;
    if (state.is_held() && state.ttl.count() == -1)
        mark.lease_end = -1;
    else if (state.is_held() && state.ttl.count() >= 0 && state.ttl < longest_lease && state.server_time > 0)
        mark.lease_end = state.server_time + state.ttl.count();
    return mark;
}

AdminRequest admin_request(const LockState& state)
{
    AdminRequest request;
    request.lock = state.name;
    request.expected = expectation_of(state);
    request.mark = mark_of(state);
    request.comparable = is_comparable(state);
    for (const auto& waiter : state.waiters) {
        if (is_dead(waiter))
            request.ghosts.push_back(waiter.owner);
    }
    return request;
}

namespace admin {
namespace {

void append(std::string& text, const std::vector<QueueView::Entry>& entries, const std::string& without,
            const std::string& mark)
{
    for (std::size_t i = 0; i < entries.size(); ++i) {
        text += text.empty() ? "" : ", ";
        if (i == most_entries) {
            text += std::to_string(entries.size() - i) + " more";
            return;
        }
        const auto& [owner, deadline] = entries[i];
        text += escape(owner) + (deadline ? " until " + std::to_string(*deadline) : without) + mark;
    }
}

} // namespace

std::string describe(const QueueView& queue)
{
    std::string text;
    append(text, queue.entries, queue.deadlines_known ? " without deadline" : " with a deadline that is not known", "");
    append(text, queue.strays, " without deadline", " (not in the queue)");
    if (queue.front)
        text += ", and those behind";
    return text.empty() ? "nobody" : text;
}

std::string in_quotes(const std::string& name)
{
    return '"' + escape(name) + '"';
}

std::string describe(const Expectation& holders)
{
    std::string text;
    std::size_t told = 0;
    for (const auto& [owner, count] : holders) {
        if (!text.empty())
            text += ", ";
        if (told++ == most_entries)
            return text + std::to_string(holders.size() - most_entries) + " more";
        text += escape(owner) + '=' + std::to_string(count);
    }
    return text.empty() ? "nobody" : text;
}

std::string describe(const LockState& state)
{
    std::string text = describe(expectation_of(state));
    if (state.is_held())
        text += state.ttl.count() < 0 ? " (never expires)" : " (" + std::to_string(state.ttl.count()) + " ms left)";
    return text;
}

} // namespace admin
} // namespace lockscope
