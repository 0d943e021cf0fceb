// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/awaitable.hpp"
#include "lockscope/client.hpp"
#include "lockscope/lock.hpp"
#include "options.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockctl {

/// What `hold` can hold, of whatever type: acquired and left by one owner.
class Holdable
{
public:
    virtual ~Holdable() = default;
    [[nodiscard]] virtual std::string owner() const = 0;
    [[nodiscard]] virtual lockscope::Awaitable<bool> acquire(lockscope::Terms terms) = 0;
    /// @returns how many holds are left.
    [[nodiscard]] virtual lockscope::Awaitable<int> release() = 0;
    [[nodiscard]] virtual int count() const = 0;
    [[nodiscard]] virtual std::optional<std::int64_t> token() const { return std::nullopt; }
    /// @p tell is called with the reason, on another thread, when it is lost; never again after this object is gone.
    virtual void on_lost(std::function<void(lockscope::LossNotice::Reason)> tell) = 0;
};

/// @param clients the server, or for "red" all of them
/// @throws lockscope::Error invalid_argument if type, names and servers do not go together
[[nodiscard]] std::unique_ptr<Holdable> make_holdable(const HoldOptions& options,
                                                      const std::vector<lockscope::Client*>& clients);

} // namespace lockctl
