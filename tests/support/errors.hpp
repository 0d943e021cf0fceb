// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/error.hpp"

namespace lockscope::test {

/// What @p action threw; Errc::ok if nothing.
template <typename Action>
[[nodiscard]] Errc thrown(Action action)
{
    try {
        static_cast<void>(action());
    } catch (const Error& error) {
        return error.errc();
    }
    return Errc::ok;
}

} // namespace lockscope::test
