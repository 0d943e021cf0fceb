// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace lockctl {

/// "Looking for locks: 37 %" on standard error for what takes longer than a second, where a person looks at it: nothing
/// is written to a file or a pipe. Gone again with the object. One thread at a time.
class ProgressLine
{
public:
    explicit ProgressLine(std::string what);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// @param fraction 0…1
    void show(double fraction) noexcept;

private:
    void write(const std::string& text) noexcept;

    std::string m_what;
    bool m_has_reader;
    bool m_is_shown = false;
    std::chrono::steady_clock::time_point m_next;
};

} // namespace lockctl
