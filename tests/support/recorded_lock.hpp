// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock.hpp"
#include "support/history.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope::test {

/// A lock of the calling thread that writes into a history what it does. Not for several threads at once: each makes
/// its own.
class RecordedLock
{
public:
    enum class Side { exclusive, shared };
    using Token = std::function<std::optional<std::int64_t>()>;

    /// @param owner what the history calls the thread
    RecordedLock(History& history, Lock lock, std::string owner, Side side = Side::exclusive, Token token = {});

    /// As Lock::acquire, but false in place of the errors that say that it was not acquired, or is not known to be.
    bool acquire(const Terms& terms = {});
    /// As Lock::release, but nothing in place of the errors that say that nothing was released, or is not known to be.
    std::optional<int> release();
    bool force();
    /// Releases until nothing is left.
    void release_all();

    [[nodiscard]] int count() const { return m_lock.hold_count(); }
    [[nodiscard]] Lock& lock() { return m_lock; }

private:
    /// @returns whether it took longer than its lease
    bool note_late_grant(const Terms& terms, Instant called);

    History& m_history;
    Lock m_lock;
    std::string m_owner;
    Side m_side;
    Token m_token;
    using OnLoss = std::stop_callback<std::function<void()>>;
    std::vector<std::unique_ptr<OnLoss>> m_on_loss; ///< One for each acquisition: losses are history, too.
};

} // namespace lockscope::test
