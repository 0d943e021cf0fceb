// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor/trace_folder.hpp"

#include <string>
#include <vector>

// Lines as MONITOR writes them, in the fewest words.
namespace lockscope::test {

inline const std::string trace_client = "9f45a0aa-0b6c-4f0e-9d4c-3b1f5f0a11e1";
inline const std::string trace_owner = trace_client + ":57";
inline constexpr const char* from_client = "1700000000.123456 [0 127.0.0.1:4711] ";
inline constexpr const char* from_script = "1700000000.123500 [0 lua] ";

inline std::string quoted(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words) {
        text += text.empty() ? "\"" : " \"";
        for (const char c : word) {
            if (c == '"' || c == '\\')
                text += '\\';
            text += c;
        }
        text += '"';
    }
    return text;
}

inline std::string line(const std::vector<std::string>& words)
{
    return from_client + quoted(words);
}

inline std::string inner(const std::vector<std::string>& words)
{
    return from_script + quoted(words);
}

inline std::vector<TraceCommand> folded(const std::vector<std::string>& lines, TraceOptions options = {})
{
    monitor::TraceFolder folder(options);
    for (const std::string& each : lines)
        folder.add(each, SteadyTime{});
    folder.close();
    return folder.take_commands();
}

inline TraceOptions everything()
{
    TraceOptions options;
    options.scope = TraceOptions::Scope::everything;
    options.reads = TraceOptions::Reads::kept;
    return options;
}

} // namespace lockscope::test
