// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/trace.hpp"
#include "monitor/trace_line.hpp"

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace lockscope::monitor {

/// The words of EVAL, EVALSHA, FCALL: what they are applied to.
struct ScriptCall
{
    std::string_view script;                       ///< Its SHA-1, its text, or the name of a function.
    std::vector<std::string_view> keys, arguments; ///< Into the line, which must live as long.
};
[[nodiscard]] bool is_script_verb(std::string_view upper_verb) noexcept;
/// nullopt if the words are no proper call.
[[nodiscard]] std::optional<ScriptCall> script_call_of(const TraceLine& line);

/// Names that are known to be locks; bounded.
class KnownLocks
{
public:
    void add(std::string_view name);
    [[nodiscard]] bool contains(std::string_view name) const { return m_names.contains(std::string(name)); }

private:
    std::unordered_set<std::string> m_names;
};

/// What a command says about locks by its own words.
struct TraceSubject
{
    bool touches = false; ///< It names a lock, a key or a channel of one.
    std::vector<std::string> locks;
    std::string owner;
};
[[nodiscard]] TraceSubject subject_of(const TraceLine& line, const KnownLocks& known);

/// The role of a plain command, by its verb.
[[nodiscard]] TraceCommand::Role role_of(std::string_view upper_verb) noexcept;
/// Does it delete nothing but unlock latches? That is the end of a release by Redisson, which needs its latch no more.
[[nodiscard]] bool clears_unlock_latch(const TraceLine& line);
/// Is it one of those that change nothing?
[[nodiscard]] bool is_read(std::string_view upper_verb) noexcept;

/// What a script did, told by its arguments (where Redisson and we put lease and owner) and by what it executed.
struct ScriptMeaning
{
    TraceCommand::Role role = TraceCommand::Role::other;
    TraceCommand::Outcome outcome = TraceCommand::Outcome::unknown;
    std::optional<milliseconds> lease;
};
/// @param executed the inner commands' words, verbs as they came
[[nodiscard]] ScriptMeaning meaning_of(const ScriptCall& call, const std::vector<TraceCommand>& executed);

} // namespace lockscope::monitor
