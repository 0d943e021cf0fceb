// SPDX-License-Identifier: Apache-2.0
#include "redis/redisson_values.hpp"

#include "lockscope/error.hpp"
#include "redis/redisson_placeholders.hpp"

#include <yaml-cpp/yaml.h>

#include <charconv>

namespace lockscope::redis {

namespace {

using Kind = RedissonRemark::Kind;

} // namespace

void refuse_file(const std::string& sentence)
{
    throw Error(Errc::invalid_argument, sentence);
}

std::string RedissonValues::text(const YAML::Node& value, const std::string& path)
{
    if (value.IsNull())
        return {};
    if (!value.IsScalar())
        refuse_file(path + " should be a single value.");
    const FilledValue result = filled(value.Scalar());
    if (result.by_default)
        remark(Kind::default_taken, path);
    if (result.by_nothing)
        remark(Kind::placeholder_left, path);
    return result.text;
}

bool RedissonValues::truth(const YAML::Node& value, const std::string& path, bool otherwise)
{
    const std::string word = text(value, path);
    if (!word.empty() && word != "true" && word != "false")
        refuse_file(path + " should be true or false.");
    return word.empty() ? otherwise : word == "true";
}

std::int64_t RedissonValues::number(const YAML::Node& value, const std::string& path, std::int64_t low,
                                    std::int64_t high, std::int64_t otherwise)
{
    const std::string digits = text(value, path);
    if (digits.empty())
        return otherwise;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size() || number < low || number > high)
        refuse_file(path + " should be a number from " + std::to_string(low) + " to " + std::to_string(high) + '.');
    return number;
}

void RedissonValues::remark(Kind kind, const std::string& path)
{
    for (RedissonRemark& each : m_remarks) {
        if (each.kind == kind) {
            if (each.settings.back() != path)
                each.settings.push_back(path);
            return;
        }
    }
    m_remarks.push_back({kind, {path}});
}

void RedissonValues::remark_if_set(Kind kind, const YAML::Node& value, const std::string& path)
{
    if (!value.IsNull() && value.Tag().find(".Default") == std::string::npos)
        remark(kind, path);
}

} // namespace lockscope::redis
