// SPDX-License-Identifier: Apache-2.0
#include "lockscope/owner.hpp"

#include <algorithm>
#include <charconv>

namespace lockscope {

namespace {

bool is_lower_hex(std::string_view text) noexcept
{
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_uuid(std::string_view text) noexcept
{
    if (text.size() != 36)
        return false;
    for (const std::size_t dash : {8, 13, 18, 23}) {
        if (text[dash] != '-')
            return false;
    }
    return is_lower_hex(text.substr(0, 8)) && is_lower_hex(text.substr(9, 4)) && is_lower_hex(text.substr(14, 4))
        && is_lower_hex(text.substr(19, 4)) && is_lower_hex(text.substr(24));
}

/// As std::to_string() writes them: "007" and "-0" are nobody's numbers.
bool is_plain(std::string_view digits) noexcept
{
    const auto number = digits.substr(digits.starts_with('-') ? 1 : 0);
    return digits == "0" || !number.starts_with('0');
}

} // namespace

OwnerView OwnerView::of(std::string_view field) noexcept
{
    if (field.size() < 38 || field[36] != ':' || !is_uuid(field.substr(0, 36)))
        return {};
    OwnerView parts;
    parts.client = field.substr(0, 36);

    std::string_view rest = field.substr(37);
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), parts.thread);
    const auto digits = static_cast<std::size_t>(end - rest.data());
    if (error != std::errc{} || !is_plain(rest.substr(0, digits)))
        return {};
    rest.remove_prefix(digits);

    constexpr std::string_view write = ":write";
    if (rest.starts_with(write)) {
        parts.writer = true;
        rest.remove_prefix(write.size());
    }
    if (rest.size() == 33 && rest.front() == ':' && is_lower_hex(rest.substr(1))) {
        parts.transaction = rest.substr(1);
        rest = {};
    }
    if (!rest.empty())
        return {};
    return parts;
}

std::string OwnerId::field() const
{
    return client + ':' + std::to_string(thread);
}

std::optional<OwnerField> OwnerField::parse(std::string_view field)
{
    const auto owner = OwnerView::of(field);
    if (owner.client.empty())
        return std::nullopt;
    return OwnerField{std::string(owner.client), owner.thread, owner.writer, std::string(owner.transaction)};
}

} // namespace lockscope
