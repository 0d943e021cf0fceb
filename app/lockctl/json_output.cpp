// SPDX-License-Identifier: Apache-2.0
#include "json_output.hpp"

#include "lockscope/escape.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <ctime>

namespace lockctl {

using namespace lockscope;

namespace {

std::string base64(std::string_view bytes)
{
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto byte = [&](std::size_t at) { return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U; };
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const unsigned group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
        text += digits[group >> 18];
        text += digits[group >> 12 & 63];
        text += i + 1 < bytes.size() ? digits[group >> 6 & 63] : '=';
        text += i + 2 < bytes.size() ? digits[group & 63] : '=';
    }
    return text;
}

template <typename T>
Json or_null(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

/// Client and thread, where the owner has the known form.
void set_owner(Json& object, const std::string& owner, std::string_view client, std::int64_t thread)
{
    set_bytes(object, "owner", owner);
    object["client"] = client.empty() ? Json(nullptr) : Json(client);
    object["thread"] = client.empty() ? Json(nullptr) : Json(thread);
}

Json to_json(const Holder& holder)
{
    Json object;
    set_owner(object, holder.owner, holder.client(), holder.thread());
    object["count"] = holder.count;
    object["writer"] = holder.is_writer();
    if (holder.ttl)
        object["ttl_ms"] = holder.ttl->count();
    return object;
}

Json to_json(const Waiter& waiter)
{
    Json object;
    set_owner(object, waiter.owner, waiter.client(), waiter.thread());
    object["deadline_ms"] = or_null(waiter.deadline);
    object["stale"] = waiter.stale;
    object["subscribed"] = or_null(waiter.subscribed);
    return object;
}

/// A deadline of somebody who is not in the queue.
Json to_json_stray(const Waiter& stray)
{
    Json object;
    set_owner(object, stray.owner, stray.client(), stray.thread());
    object["deadline_ms"] = or_null(stray.deadline);
    return object;
}

Json to_json(const QueueWork& work)
{
    Json object;
    object["mends"] = Json::array();
    for (const auto& mend : work.mends) {
        Json& each = object["mends"].emplace_back();
        each["what"] = to_string(mend.what);
        set_bytes(each, "owner", mend.owner);
    }
    if (work.told.empty())
        object["told"] = nullptr;
    else
        set_bytes(object, "told", work.told);
    object["was_alive"] = or_null(work.was_alive);
    return object;
}

} // namespace

void set_bytes(Json& object, const std::string& key, std::string_view bytes)
{
    const bool is_text = is_utf8(bytes);
    object[key] = is_text ? std::string(bytes) : escape(bytes);
    if (!is_text)
        object[key + "_base64"] = base64(bytes);
}

std::string to_text(SystemTime time)
{
    const auto since = std::chrono::floor<milliseconds>(time).time_since_epoch();
    const auto whole = std::chrono::floor<std::chrono::seconds>(since);
    const std::time_t seconds = whole.count();
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> date{};
    std::strftime(date.data(), date.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    std::array<char, 16> rest{};
    std::snprintf(rest.data(), rest.size(), ".%03dZ", static_cast<int>((since - whole).count() % 1000));
    return std::string(date.data()) + rest.data();
}

Json to_json(const LockState& state)
{
    const auto now = std::chrono::steady_clock::now();
    const auto condition = condition_of(state, Thresholds(), now, std::chrono::system_clock::now());
    Json object;
    set_bytes(object, "name", state.name);
    object["type"] = to_string(state.type);
    object["type_certain"] = state.type_certain;
    object["mode"] = state.mode == LockMode::none ? Json(nullptr) : Json(to_string(state.mode));
    object["state"] = to_string(condition);
    object["ttl_ms"] = state.ttl.count();
    object["holders"] = Json::array();
    for (const auto& holder : state.holders)
        object["holders"].push_back(to_json(holder));
    object["waiters"] = Json::array();
    for (const auto& waiter : state.waiters)
        object["waiters"].push_back(to_json(waiter));
    object["deadlines_known"] = state.deadlines_known;
    object["queue_known"] = state.queue_known;
    object["strays"] = Json::array();
    for (const auto& stray : state.strays)
        object["strays"].push_back(to_json_stray(stray));
    object["holders_total"] = state.holders_total;
    object["waiters_total"] = state.waiters_total;
    object["waiting_clients"] = or_null(state.waiting_clients);
    object["fencing_token"] = or_null(state.fencing_token);
    object["permits"] = or_null(state.permits);
    object["out_of_reach"] = state.is_out_of_reach();
    object["lease_ms"] = state.lease.count();
    object["held_since"] = state.held_since ? Json(to_text(*state.held_since)) : Json(nullptr);
    object["held_since_exact"] = state.held_since_exact;
    object["anomalies"] = Json::array();
    for (const auto anomaly : state.anomalies)
        object["anomalies"].push_back(to_string(anomaly));
    return object;
}

Json to_json(const LockChange& change)
{
    static constexpr const char* kinds[] = {"added", "changed", "removed"};
    Json object;
    object["change"] = kinds[static_cast<int>(change.kind)];
    object["lock"] = change.state ? to_json(*change.state) : Json(nullptr);
    return object;
}

namespace {

Json to_json(const Failover& failover)
{
    Json object;
    object["from"] = failover.from;
    object["to"] = failover.to;
    object["at"] = to_text(failover.at);
    object["kept"] = failover.kept;
    object["lost"] = failover.lost;
    object["changed"] = failover.changed;
    object["expired"] = failover.expired;
    object["ended"] = failover.ended;
    object["unclear"] = failover.unclear;
    object["shortened"] = failover.shortened;
    object["unread"] = failover.unread;
    object["lost_locks"] = Json::array();
    for (const auto& name : failover.lost_locks) {
        Json lock;
        set_bytes(lock, "name", name);
        object["lost_locks"].push_back(std::move(lock));
    }
    return object;
}

} // namespace

Json to_json(const LockEvent& event)
{
    Json object;
    object["event"] = to_string(event.kind);
    set_bytes(object, "name", event.lock);
    set_bytes(object, "owner", event.owner);
    object["count"] = event.count;
    object["held_ms"] = event.held_for ? Json(event.held_for->count()) : Json(nullptr);
    object["held_exact"] = event.held_for ? Json(event.held_for_exact) : Json(nullptr);
    object["unseen"] = event.unseen;
    object["actor"] = event.actor.empty() ? Json(nullptr) : Json(escape(event.actor));
    object["at"] = to_text(event.at);
    if (event.failover)
        object["failover"] = to_json(*event.failover);
    return object;
}

Json to_json(const AdminResult& result)
{
    static constexpr const char* outcomes[] = {"done", "changed", "refused", "failed"};
    Json object;
    object["outcome"] = outcomes[static_cast<int>(result.outcome)];
    object["unknown"] = result.unknown;
    object["message"] = result.message;
    object["lock"] = result.state ? to_json(*result.state) : Json(nullptr);
    object["queue"] = result.queue ? to_json(*result.queue) : Json(nullptr);
    object["unrecorded"] = result.unrecorded.empty() ? Json(nullptr) : Json(result.unrecorded);
    return object;
}

std::string to_line(const Json& json)
{
    return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

} // namespace lockctl
