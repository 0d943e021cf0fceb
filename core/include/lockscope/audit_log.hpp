// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

namespace lockscope {

/// One action of an operator, refused ones too.
struct AuditEntry
{
    SystemTime at{};
    std::string server; ///< Endpoint::display()
    std::string user;   ///< Operating-system user, and the ACL user if any.
    /// "force-release", "force-expire", "extend", "wake-next", "undo", "evict-waiter", "repair-queue", "acquire",
    /// "release"
    std::string action;
    std::string lock; ///< Bytes; escaped in the file.
    std::string reason;
    std::string before; ///< One line: holders and counts as compared.
    std::string after;
    std::string outcome; ///< "done", "changed", "refused: …", "failed: …", "unknown: …"
    bool operator==(const AuditEntry&) const = default;
};

/// Append-only JSON lines, one entry a line, written and flushed to the disk (fsync) before append() returns, so that
/// they survive a crash of the program. The file is created with mode 0600. A half line left by a power cut is skipped
/// on reading. Safe to use from any thread, and by several processes at once (O_APPEND, one write per line).
///
///     const AuditLog log(AuditLog::default_path());
///     for (const AuditEntry& entry : log.read(20))
///         std::cout << entry.action << ' ' << entry.lock << ": " << entry.outcome << '\n';
class AuditLog
{
public:
    explicit AuditLog(std::filesystem::path file);
    /// $XDG_STATE_HOME/lockscope/audit.jsonl, or ~/.local/state/lockscope/audit.jsonl
    [[nodiscard]] static std::filesystem::path default_path();

    /// Opens the file as append() does (makes it if it is not there), to find out before an action whether it can be
    /// recorded.
    /// @throws Error invalid_argument if the file cannot be written: then the action must not be carried out.
    void require_writable();
    /// Times are kept to the millisecond; fields of more than 64 KB are cut.
    /// @throws Error invalid_argument if the entry could not be written.
    void append(const AuditEntry& entry);
    /// The newest @p limit entries, oldest first; of a very large file only the last 8 MB are looked at. None if there
    /// is no file: nobody has acted yet.
    /// @throws Error invalid_argument if the file is there and cannot be read.
    [[nodiscard]] std::vector<AuditEntry> read(std::size_t limit = 1000) const;
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }

private:
    std::filesystem::path m_file;
    mutable std::mutex m_mutex;
};

} // namespace lockscope
