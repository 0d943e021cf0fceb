// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>

namespace lockscope::test {

/// Absent where the lock gives none.
using FencingToken = std::optional<std::int64_t>;

/// What a fenced lock protects: it refuses every holder but the newest, by their tokens. All members may be called from
/// any thread.
///
///     if (!resource.lets_in(lock.token()))
///         ++stale; // it cannot be told from one whose time is over
class FencedResource
{
public:
    /// A new holder. @returns false if its token is not above those of all before it.
    [[nodiscard]] bool lets_in(FencingToken token)
    {
        const std::scoped_lock guard(m_mutex);
        const bool is_newest = !token || !m_newest || *token > *m_newest;
        if (token && is_newest)
            m_newest = token;
        return is_newest;
    }

private:
    std::mutex m_mutex;
    FencingToken m_newest;
};

/// Two had the lock one after the other, and the first may not know that its time is over: is it refused by what the
/// lock protects, once the second has been there?
[[nodiscard]] inline bool is_fenced_off(FencingToken first, FencingToken second)
{
    FencedResource resource;
    const bool has_let_them_in = resource.lets_in(first) && resource.lets_in(second);
    const bool comes_back = first && resource.lets_in(first);
    return first.has_value() == second.has_value() && has_let_them_in && !comes_back;
}

} // namespace lockscope::test
