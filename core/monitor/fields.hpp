// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/owner.hpp"
#include "monitor/raw_lock.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::monitor {

/// One owner field with its reentry count.
struct OwnerCount
{
    std::string field;
    OwnerField owner;
    std::int64_t count = 0;
};

/// One value of a faster multi lock's group.
struct GroupValue
{
    std::string value; ///< 22 characters of base64: the hash of the locked value.
    std::string owner;
    std::int64_t expires = 0; ///< Epoch milliseconds by the holder's clock; 0 if missing.
    std::int64_t count = 0;
};

/// A lock's hash, sorted by what its fields are.
struct ParsedFields
{
    LockMode mode = LockMode::none;
    std::vector<OwnerCount> owners;
    std::vector<GroupValue> group;
};

/// nullopt as soon as one field is none that a Redisson lock has, or has a value that it never has.
[[nodiscard]] std::optional<ParsedFields> parse_fields(const Fields& fields);

} // namespace lockscope::monitor
