// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <cstddef>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

namespace lockscope {

/// One action of an operator on locks of others, or on those that OwnHolds keeps; refused ones too. A line of the log,
/// or what its lines say: one is written before the action begins (that a lock of OwnHolds is given back: beside it),
/// another when it is known what became of it. Where the answer was lost, a third one says what was there when the
/// server answered again, if that was within ten minutes and before the Client was closed.
struct AuditEntry
{
    SystemTime at{};    ///< When it began; in the log, when the line was written.
    std::string id;     ///< The same in all its lines. Older versions wrote one line, without.
    std::string server; ///< Endpoint::display()
    std::string user;   ///< Operating-system user, and the ACL user if any.
    /// "force-release", "force-expire", "extend", "wake-next", "undo", "evict-waiter", "release-one", "repair-queue",
    /// "acquire", "release"
    std::string action;
    std::string lock; ///< Bytes; escaped in the file.
    std::string reason;
    std::string before; ///< One line: holders and counts as compared.
    std::string after;  ///< The same of what was there then; "unknown" if it could not be read.
    /// "done", "changed", "refused: …", "failed: …", "unknown: …"; "begun" before any of them: it is under way, or the
    /// program ended in the midst of it, and it may have been done.
    std::string outcome;
    bool operator==(const AuditEntry&) const = default;
};

/// What was read of the log.
struct AuditReading
{
    std::vector<AuditEntry> actions;
    std::size_t damaged_lines = 0; ///< Among those that were looked at; not one that is still being written.
};

/// Append-only JSON lines, two or three for an action, written and flushed to the disk (fsync) before append() returns,
/// so that they survive a crash of the program. The file is created with mode 0600. A half line left by a power cut is
/// skipped on reading. Safe to use from any thread, and by several processes at once (O_APPEND, one write per line).
///
///     const AuditLog log(AuditLog::default_path());
///     for (const AuditEntry& entry : log.read(20))
///         std::cout << entry.action << ' ' << entry.lock << ": " << entry.outcome << '\n';
class AuditLog
{
public:
    explicit AuditLog(std::filesystem::path file);
    /// $XDG_STATE_HOME/lockscope/audit.jsonl, or ~/.local/state/lockscope/audit.jsonl: one for each user of the system.
    [[nodiscard]] static std::filesystem::path default_path();

    /// One line. Times are kept to the millisecond; fields of more than 64 KB are cut.
    /// @throws Error invalid_argument if it could not be written: an action that was to begin must not be carried out,
    /// unless it gives back a lock of ours.
    void append(const AuditEntry& line);
    /// The newest @p limit actions, in the order in which they began; of a very large file only the last 8 MB are
    /// looked at. One whose begin is not there any more stands where its outcome does. None if there is no file: nobody
    /// has acted yet.
    /// @throws Error invalid_argument if the file is there and cannot be read.
    [[nodiscard]] std::vector<AuditEntry> read(std::size_t limit = 1000) const;
    /// The same, with how many lines say nothing that could be understood.
    [[nodiscard]] AuditReading read_with_damage(std::size_t limit = 1000) const;
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }

private:
    std::filesystem::path m_file;
    mutable std::mutex m_mutex;
};

} // namespace lockscope
