// SPDX-License-Identifier: Apache-2.0
#include "locks/key_names.hpp"

#include "lockscope/owner.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lockscope::locks {
namespace {

constexpr std::string_view reader_timeout_infix = ":rwlock_timeout";
constexpr std::string_view latch_channel_prefix = "redisson_countdownlatch__channel__";
constexpr std::string_view permit_timeout_suffix = ":timeout";

std::string join(std::initializer_list<std::string_view> parts)
{
    std::string whole;
    std::size_t size = 0;
    for (const auto part : parts)
        size += part.size();
    whole.reserve(size);
    for (const auto part : parts)
        whole += part;
    return whole;
}

void add_unique(std::vector<NameUse>& uses, std::string raw, std::string_view owner)
{
    NameUse use{std::move(raw), std::string(owner)};
    if (std::find(uses.begin(), uses.end(), use) == uses.end())
        uses.push_back(std::move(use));
}

void add_tag(std::vector<NameUse>& uses, std::string_view tag, std::string_view owner)
{
    for (auto& raw : untagged(tag))
        add_unique(uses, std::move(raw), owner);
}

/// Where the owner begins in `<tag>:<owner>`; npos if the end is no owner.
std::size_t owner_at_end(std::string_view text) noexcept
{
    // An owner has at most four parts, so no more than four colons from the right need a look.
    auto colon = std::string_view::npos;
    for (int part = 0; part < 4; ++part) {
        if (colon == 0)
            break;
        colon = text.rfind(':', colon == std::string_view::npos ? colon : colon - 1);
        if (colon == std::string_view::npos)
            break;
        if (OwnerField::parse(text.substr(colon + 1)))
            return colon + 1;
    }
    return std::string_view::npos;
}

/// `<tag>:<owner>:rwlock_timeout:<n>`, read from the right, because a name may contain anything.
std::optional<std::pair<std::string_view, std::string_view>> split_reader_timeout(std::string_view key)
{
    const auto colon = key.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == key.size())
        return std::nullopt;
    const auto number = key.substr(colon + 1);
    if (number.size() > 19 || !std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    auto rest = key.substr(0, colon);
    if (!rest.ends_with(reader_timeout_infix))
        return std::nullopt;
    rest.remove_suffix(reader_timeout_infix.size());
    const auto owner = owner_at_end(rest);
    if (owner == std::string_view::npos)
        return std::nullopt;
    return std::pair{rest.substr(0, owner - 1), rest.substr(owner)};
}

} // namespace

std::string tagged(std::string_view raw)
{
    return raw.find('{') != std::string_view::npos ? std::string(raw) : join({"{", raw, "}"});
}

std::string unlock_channel(std::string_view raw)
{
    return join({unlock_channel_prefix, tagged(raw)});
}

std::string fair_channel(std::string_view raw, std::string_view owner)
{
    return join({unlock_channel_prefix, tagged(raw), ":", owner});
}

std::string rwlock_channel(std::string_view raw)
{
    return join({rwlock_channel_prefix, tagged(raw)});
}

std::string queue_key(std::string_view raw)
{
    return join({queue_prefix, tagged(raw)});
}

std::string timeout_key(std::string_view raw)
{
    return join({timeout_prefix, tagged(raw)});
}

std::string token_key(std::string_view raw)
{
    return join({token_prefix, tagged(raw)});
}

std::string reader_timeout_prefix(std::string_view raw, std::string_view owner)
{
    return join({tagged(raw), ":", owner, reader_timeout_infix});
}

std::string reader_timeout_key(std::string_view raw, std::string_view owner, std::int64_t hold)
{
    return join({reader_timeout_prefix(raw, owner), ":", std::to_string(hold)});
}

std::string reader_guard_key(std::string_view raw, std::string_view owner)
{
    return reader_timeout_key(raw, owner, 0);
}

std::string latch_prefix(std::string_view raw)
{
    return join({unlock_latch_prefix, tagged(raw), ":"});
}

std::string semaphore_channel(std::string_view raw)
{
    return join({semaphore_channel_prefix, tagged(raw)});
}

std::string permit_timeout_key(std::string_view raw)
{
    return join({tagged(raw), permit_timeout_suffix});
}

std::string latch_channel(std::string_view raw)
{
    return join({latch_channel_prefix, "{", raw, "}"});
}

std::vector<std::string> names_of_counter_channel(std::string_view channel)
{
    if (channel.starts_with(semaphore_channel_prefix))
        return untagged(channel.substr(semaphore_channel_prefix.size()));
    if (!channel.starts_with(latch_channel_prefix))
        return {};
    const auto tag = channel.substr(latch_channel_prefix.size());
    if (tag.size() <= 2 || tag.front() != '{' || tag.back() != '}')
        return {};
    return {std::string(tag.substr(1, tag.size() - 2))};
}

std::vector<std::string> names_of_permits(std::string_view key)
{
    if (!key.ends_with(permit_timeout_suffix))
        return {};
    return untagged(key.substr(0, key.size() - permit_timeout_suffix.size()));
}

std::vector<std::string> untagged(std::string_view tag)
{
    std::vector<std::string> names;
    if (tag.find('{') == std::string_view::npos)
        return names; // A name without braces would have got some.
    if (tag.size() >= 2 && tag.front() == '{' && tag.back() == '}') {
        const auto inside = tag.substr(1, tag.size() - 2);
        if (!inside.empty() && inside.find('{') == std::string_view::npos)
            names.emplace_back(inside);
    }
    names.emplace_back(tag);
    return names;
}

std::vector<NameUse> names_of_channel(std::string_view channel)
{
    std::vector<NameUse> uses;
    if (channel.starts_with(rwlock_channel_prefix)) {
        add_tag(uses, channel.substr(rwlock_channel_prefix.size()), {});
        return uses;
    }
    if (!channel.starts_with(unlock_channel_prefix))
        return uses;
    const auto rest = channel.substr(unlock_channel_prefix.size());
    if (const auto owner = owner_at_end(rest); owner != std::string_view::npos)
        add_tag(uses, rest.substr(0, owner - 1), rest.substr(owner));
    add_tag(uses, rest, {});
    // A waiter whose owner has a form of its own: what follows the closing brace may be it.
    if (const auto end = rest.find("}:"); uses.size() == 1 && end != std::string_view::npos)
        add_tag(uses, rest.substr(0, end + 1), rest.substr(end + 2));
    return uses;
}

std::vector<NameUse> names_of_companion(std::string_view key)
{
    std::vector<NameUse> uses;
    for (const auto prefix : {queue_prefix, timeout_prefix, token_prefix}) {
        if (key.starts_with(prefix))
            add_tag(uses, key.substr(prefix.size()), {});
    }
    if (const auto parts = split_reader_timeout(key))
        add_tag(uses, parts->first, parts->second);
    return uses;
}

bool is_companion(std::string_view key) noexcept
{
    for (const auto prefix : {queue_prefix, timeout_prefix, token_prefix, unlock_latch_prefix}) {
        if (key.starts_with(prefix) && key.find('{', prefix.size()) != std::string_view::npos)
            return true;
    }
    return split_reader_timeout(key).has_value();
}

} // namespace lockscope::locks
