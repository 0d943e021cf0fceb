// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/redisson_yaml.hpp"

#include <yaml-cpp/node/node.h>

#include <cstdint>

namespace lockscope::redis {

/// What is wrong with the whole of it. @throws Error invalid_argument
[[noreturn]] void refuse_file(const std::string& sentence);

/// Reads single values, with their placeholders filled, and collects what is to be said of them. The sentences of
/// errors name @p path, where the value stands, and never show it.
class RedissonValues
{
public:
    /// @param remarks outlives this object
    explicit RedissonValues(std::vector<RedissonRemark>& remarks) : m_remarks(remarks) {}

    /// Empty for null. @throws Error invalid_argument for a list or a map
    [[nodiscard]] std::string text(const YAML::Node& value, const std::string& path);
    /// @param otherwise for null and nothing. @throws Error invalid_argument for any other word than true and false
    [[nodiscard]] bool truth(const YAML::Node& value, const std::string& path, bool otherwise);
    /// @param otherwise for null and nothing. @throws Error invalid_argument outside of @p low and @p high
    [[nodiscard]] std::int64_t number(const YAML::Node& value, const std::string& path, std::int64_t low,
                                      std::int64_t high, std::int64_t otherwise);

    void remark(RedissonRemark::Kind kind, const std::string& path);
    /// Not for null, nor for classes like DefaultNameMapper, which change nothing.
    void remark_if_set(RedissonRemark::Kind kind, const YAML::Node& value, const std::string& path);

private:
    std::vector<RedissonRemark>& m_remarks;
};

} // namespace lockscope::redis
