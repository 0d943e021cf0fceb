// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client.hpp"
#include "options.hpp"

#include <list>

namespace lockctl {

/// Each does its command over a client that answers, and returns the exit code. @throws lockscope::Error
///@{
[[nodiscard]] int run(const ListOptions& options, Format format, lockscope::Client& client);
[[nodiscard]] int run(const ShowOptions& options, Format format, lockscope::Client& client);
[[nodiscard]] int run(const WatchOptions& options, Format format, lockscope::Client& client);
[[nodiscard]] int run(const HoldOptions& options, Format format, lockscope::Client& client);
/// The same over several servers, for a RedLock.
[[nodiscard]] int run(const HoldOptions& options, Format format, std::list<lockscope::Client>& clients);
[[nodiscard]] int run(const ForceOptions& options, Format format, lockscope::Client& client);
[[nodiscard]] int run(const ReleaseOneOptions& options, Format format, lockscope::Client& client);
[[nodiscard]] int run(const EvictOptions& options, Format format, lockscope::Client& client);
[[nodiscard]] int run(const RepairOptions& options, Format format, lockscope::Client& client);
[[nodiscard]] int run(const CheckOptions& options, Format format, lockscope::Client& client);
/// On servers of its own.
[[nodiscard]] int run(const DemoOptions& options, Format format);
///@}

} // namespace lockctl
