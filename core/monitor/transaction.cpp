// SPDX-License-Identifier: Apache-2.0
#include "monitor/transaction.hpp"

#include <algorithm>
#include <cstdint>

namespace lockscope::monitor {

using redis::Command;
using redis::Reply;

void Transaction::add(Command command)
{
    for (const std::string& word : command.words())
        m_bytes += word.size();
    m_commands.push_back(std::move(command));
}

void Transaction::append_to(std::vector<Command>& commands) const
{
    if (m_is_atomic)
        commands.push_back(Command{"MULTI"});
    commands.insert(commands.end(), m_commands.begin(), m_commands.end());
    if (m_is_atomic)
        commands.push_back(Command{"EXEC"});
}

std::size_t Transaction::size() const noexcept
{
    return m_commands.size() + (m_is_atomic ? 2 : 0);
}

Transaction::Answers Transaction::unpack(std::span<const Reply> replies) const
{
    if (!m_is_atomic)
        return {true, replies, {}};
    const Reply& all = replies.back();
    if (all.is_array() && all.elements.size() == m_commands.size())
        return {true, all.elements, {}};
    const Reply& begin = replies.front();
    const std::string& why = begin.is_error() ? begin.text : all.text;
    return {false, replies.subspan(1, m_commands.size()), why.empty() ? "ERR no transaction" : why};
}

std::optional<std::int32_t> to_subscribers(const Reply& reply)
{
    constexpr std::int64_t most = 1'000'000'000; // Those of a channel and of its shard channel can be added up.
    const auto count = reply.as_integer();
    return count ? std::optional(static_cast<std::int32_t>(std::clamp<std::int64_t>(*count, 0, most))) : std::nullopt;
}

std::int64_t to_server_time(const Reply& reply)
{
    if (reply.elements.size() != 2)
        return 0;
    const std::int64_t seconds = reply.elements[0].as_integer().value_or(0);
    const std::int64_t micros = reply.elements[1].as_integer().value_or(0);
    const bool makes_sense = seconds > 0 && seconds < 4'000'000'000'000 && micros >= 0 && micros < 1'000'000;
    return makes_sense ? seconds * 1000 + micros / 1000 : 0;
}

} // namespace lockscope::monitor
