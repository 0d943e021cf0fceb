// SPDX-License-Identifier: Apache-2.0
#include "admin/policy.hpp"

#include "locks/permit_id.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>

namespace lockscope::admin {
namespace {

bool is_blank(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); });
}

/// What is asked of every action.
std::optional<std::string> refusal_to_act(const AdminPolicy& policy, const std::string& reason)
{
    if (policy.read_only)
        return "This session is read-only.";
    if (policy.reason_required && is_blank(reason))
        return "A reason is required; it goes to the audit log.";
    return std::nullopt;
}

/// And of everyone that names its lock for the first time.
template <typename Request>
std::optional<std::string> refusal_to_touch(const AdminPolicy& policy, const Request& request)
{
    if (auto why = refusal_to_act(policy, request.reason))
        return why;
    if (policy.production && request.typed_name != escape(request.lock))
        return "This server counts as production: the lock's name must be typed exactly.";
    return std::nullopt;
}

} // namespace

std::optional<std::string> refusal(const AdminPolicy& policy, const AdminRequest& request)
{
    if (auto why = refusal_to_touch(policy, request))
        return why;
    if (request.expected.empty())
        return "Nobody held the lock when it was looked at, so there is nothing to end or to extend.";
    if (!request.comparable)
        return "Not all of who holds it was read, or it is a group of locks in one hash: it cannot be compared with what "
               "was seen, so nothing is done.";
    return std::nullopt;
}

std::optional<std::string> refusal(const AdminPolicy& policy, const UndoTicket& ticket)
{
    return refusal_to_act(policy, ticket.reason);
}

std::optional<std::string> refusal(const AdminPolicy& policy, const HoldRequest& request)
{
    return refusal_to_touch(policy, request);
}

std::optional<std::string> refusal(const AdminPolicy& policy, const WakeRequest& request)
{
    return refusal_to_touch(policy, request);
}

std::optional<std::string> refusal(const AdminPolicy& policy, const EvictRequest& request)
{
    return refusal_to_touch(policy, request);
}

std::optional<std::string> refusal(const AdminPolicy& policy, const ReleaseOneRequest& request)
{
    if (auto why = refusal_to_touch(policy, request))
        return why;
    if (!has_single_holds(request.type, request.mode))
        return "Only one of the readers of a read-write lock, or one permit of a semaphore, can be released by itself.";
    if (request.type == LockType::semaphore && !locks::PermitId::is_one(request.owner))
        return "The id of a permit has 32 hex digits, unlike " + escape(request.owner) + '.';
    return std::nullopt;
}

std::optional<std::string> refusal(const AdminPolicy& policy, const RepairRequest& request)
{
    if (auto why = refusal_to_touch(policy, request))
        return why;
    return why_not_compared(request.expected);
}

} // namespace lockscope::admin
