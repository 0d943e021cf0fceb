// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/findings.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/wait_graph.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lockscope {

/// The findings of a whole server, kept up to date from a monitor's batches.
///
///     FindingsBook book;
///     book.take(batch, moment);              // each batch: costs as much as it has changes
///     book.look_again(moment, 500);          // now and then: what time alone changes
///     const auto news = book.take_difference();
///
/// Each lock knows when time alone will change something about it, and is looked at again then, so that nothing runs
/// over all locks. While the monitor is paused or has lost its connection, time stands still, and so it does for locks
/// that are out of reach. Not synchronised: one thread at a time.
class FindingsBook
{
public:
    struct Row
    {
        std::string id; ///< Finding::id()
        Finding finding;
        SystemTime found_at{};
        bool operator==(const Row&) const = default;
    };
    /// What happened since the last difference; each id is in one list at most.
    struct Difference
    {
        std::vector<Row> added;
        std::vector<Row> changed;
        std::vector<std::string> removed;
        [[nodiscard]] bool empty() const noexcept { return added.empty() && changed.empty() && removed.empty(); }
    };
    struct Counts
    {
        std::size_t critical = 0, warning = 0, info = 0;
        [[nodiscard]] std::size_t total() const noexcept { return critical + warning + info; }
        bool operator==(const Counts&) const = default;
    };

    explicit FindingsBook(FindingLimits limits = {});
    ~FindingsBook();
    FindingsBook(const FindingsBook&) = delete;
    FindingsBook& operator=(const FindingsBook&) = delete;

    void take(const MonitorBatch& batch, const Moment& moment);
    /// Looks at up to @p at_most locks whose time has come, the longest due first. @returns whether more are due.
    bool look_again(const Moment& moment, std::size_t at_most);
    /// The rings of waits as they are now (WaitGraph::cycles()): the locks of each are found to be in a deadlock. Of
    /// those that are not confirmed yet nothing is said.
    void set_cycles(const WaitCycles& cycles, const Moment& moment);
    /// Counted from now on; what is known is due to be looked at again.
    void set_limits(const FindingLimits& limits);
    /// Another server: everything is forgotten. The next difference names what is gone.
    void clear();

    [[nodiscard]] Difference take_difference();
    [[nodiscard]] const Counts& counts() const noexcept;
    /// The newest picture of a lock; null if it is not known.
    [[nodiscard]] LockStatePtr find(const std::string& lock) const;
    /// What there is to say about it now.
    [[nodiscard]] std::vector<Finding> findings_of(const std::string& lock) const;
    /// How long it is usually held.
    [[nodiscard]] UsualHold usual(const std::string& lock) const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockscope
