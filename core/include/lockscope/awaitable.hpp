// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef> // Qt's moc cannot read <chrono> or <compare> as the first header of a file

// Forward declarations, so that the public headers do not pull Boost.Asio in: a file that only uses
// the blocking interface compiles without it. Whoever awaits includes <boost/asio/awaitable.hpp>.
namespace boost::asio {
class any_io_executor;
template <typename T, typename Executor>
class awaitable;
} // namespace boost::asio

namespace lockscope {

/// What the async_… functions return: a lazily started coroutine of Boost.Asio.
///
/// It may be awaited from any executor; the work itself always runs on the client's I/O thread.
template <typename T>
using Awaitable = boost::asio::awaitable<T, boost::asio::any_io_executor>;

} // namespace lockscope
