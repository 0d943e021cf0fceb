// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/everlasting.hpp"
#include "lockscope/admin.hpp"
#include "redis/reply.hpp"
#include "redis/script.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::admin {

/// While a slot is on its way through a cluster, a lock may be here and its queue there, and those who listen have not
/// followed yet. Nobody acts on half a picture: what the owner of the slot cannot do alone is not done.
inline constexpr auto where_it_is_whole = redis::Command::WhileMoving::is_done_at_home;

/// A script of several pieces: what scripts have in common, then its own. Each is static and never destroyed.
class JoinedScript
{
public:
    explicit JoinedScript(std::initializer_list<std::string_view> pieces);
    JoinedScript(const JoinedScript&) = delete;
    JoinedScript& operator=(const JoinedScript&) = delete;
    [[nodiscard]] const redis::Script& script() const noexcept { return m_script; }

private:
    Everlasting<std::string> m_text; ///< Before the script, which refers to it.
    redis::Script m_script;
};

/// What compare.lua wants to read.
void append_expected(std::vector<std::string>& arguments, const Expectation& expected, const HoldMark& mark);

/// The timeout strings of the readers expected. Counts come from the server: what is beyond the limit ends by itself.
[[nodiscard]] std::vector<std::string> reader_keys(const std::string& lock, const Expectation& expected);

/// Who holds it, as the operator saw it.
[[nodiscard]] std::vector<std::string> owners_of(const Expectation& expected);

/// The result if compare.lua found something else, nullopt if it did not. @throws Error protocol for nonsense.
[[nodiscard]] std::optional<AdminResult> difference(const redis::Reply& reply, const std::string& lock,
                                                    const Expectation& expected, const std::string& node);

/// "owner=count, …" from fields and values of a reply, beginning at @p first; empty for none. Escaped.
[[nodiscard]] std::string holders_text(const std::vector<redis::Reply>& parts, std::size_t first);

[[noreturn]] void throw_nonsense(const std::string& node);

} // namespace lockscope::admin
