// SPDX-License-Identifier: Apache-2.0
#include "monitor/fields.hpp"

#include "locks/key_names.hpp"
#include "redis/reply.hpp"

#include <algorithm>
#include <map>

namespace lockscope::monitor {
namespace {

constexpr std::size_t group_value_size = 22;

bool is_base64(std::string_view text) noexcept
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
    });
}

bool is_group_value(std::string_view field) noexcept
{
    return field.size() == group_value_size && is_base64(field);
}

/// `<22 base64>:<owner>:expire_time` or `:lock_count`.
struct GroupDetail
{
    std::string_view value, owner;
    enum class What { expires, count } what;
};

std::optional<GroupDetail> group_detail(std::string_view field)
{
    GroupDetail detail{};
    if (field.ends_with(locks::expire_time_suffix)) {
        detail.what = GroupDetail::What::expires;
        field.remove_suffix(locks::expire_time_suffix.size());
    } else if (field.ends_with(locks::lock_count_suffix)) {
        detail.what = GroupDetail::What::count;
        field.remove_suffix(locks::lock_count_suffix.size());
    } else {
        return std::nullopt;
    }
    if (field.size() <= group_value_size || field[group_value_size] != ':')
        return std::nullopt;
    detail.value = field.substr(0, group_value_size);
    detail.owner = field.substr(group_value_size + 1);
    if (!is_group_value(detail.value) || !OwnerField::parse(detail.owner))
        return std::nullopt;
    return detail;
}

class Parser
{
public:
    bool take(std::string_view field, std::string_view value)
    {
        if (field == locks::mode_field)
            return take_mode(value);
        if (auto owner = OwnerField::parse(field))
            return take_owner(field, std::move(*owner), value);
        if (is_group_value(field))
            return take_group_owner(field, value);
        if (const auto detail = group_detail(field))
            return take_group_detail(*detail, value);
        return false;
    }

    ParsedFields finish() &&
    {
        for (auto& [value, owner] : m_group_owners) {
            GroupValue entry{value, owner, 0, 0};
            if (const auto found = m_details.find({value, owner}); found != m_details.end()) {
                entry.expires = found->second.first;
                entry.count = found->second.second;
            }
            m_result.group.push_back(std::move(entry));
        }
        return std::move(m_result);
    }

private:
    bool take_mode(std::string_view value)
    {
        m_result.mode = value == "read" ? LockMode::read : value == "write" ? LockMode::write : LockMode::none;
        return m_result.mode != LockMode::none;
    }

    bool take_owner(std::string_view field, OwnerField owner, std::string_view value)
    {
        const auto count = redis::to_integer(value);
        if (!count)
            return false;
        // No client leaves 0 or less behind, but whoever wrote it keeps everybody out all the same.
        m_result.owners.push_back({std::string(field), std::move(owner), *count});
        return true;
    }

    bool take_group_owner(std::string_view field, std::string_view owner)
    {
        if (!OwnerField::parse(owner))
            return false;
        m_group_owners.emplace_back(field, owner);
        return true;
    }

    bool take_group_detail(const GroupDetail& detail, std::string_view value)
    {
        const auto number = redis::to_integer(value);
        if (!number)
            return false;
        auto& entry = m_details[{std::string(detail.value), std::string(detail.owner)}];
        (detail.what == GroupDetail::What::expires ? entry.first : entry.second) = *number;
        return true;
    }

    ParsedFields m_result;
    std::vector<std::pair<std::string, std::string>> m_group_owners;
    std::map<std::pair<std::string, std::string>, std::pair<std::int64_t, std::int64_t>> m_details;
};

} // namespace

std::optional<ParsedFields> parse_fields(const Fields& fields)
{
    Parser parser;
    for (const auto& [field, value] : fields) {
        if (!parser.take(field, value))
            return std::nullopt;
    }
    return std::move(parser).finish();
}

} // namespace lockscope::monitor
