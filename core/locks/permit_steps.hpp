// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/counting.hpp"
#include "locks/permit_id.hpp"
#include "locks/protocol.hpp"

#include <optional>
#include <string>
#include <vector>

/// What a permit-expirable semaphore does, step by step, as coroutines on the I/O thread.
namespace lockscope::locks {

/// Each of them once. @throws Error as PermitId::parse(), and for more than one call may carry
[[nodiscard]] PermitIds parse_ids(const std::vector<std::string>& hex);
/// The most that one call takes or gives back: a server does nothing else meanwhile.
inline constexpr int most_permits_at_once = 1000;
/// @throws Error invalid_argument
void require_permits_at_once(int permits);

struct Permits
{
    int available = 0;
    int acquired = 0;
    std::optional<milliseconds> left; ///< Of the permit that was asked about; max(): it never expires.
};

/// All of them or none. @returns their ids in hex; nullopt if there were too few in time. @throws Error
boost::asio::awaitable<std::optional<std::vector<std::string>>> acquire_permits(detail::ClientCore& core,
                                                                                std::string name, int permits,
                                                                                std::optional<milliseconds> wait,
                                                                                std::optional<milliseconds> lease);
/// One with the lease of the watchdog, which renews it from the first moment.
/// @returns its id, or nullopt. @throws Error
boost::asio::awaitable<std::optional<std::string>> acquire_kept_permit(detail::ClientCore& core, std::string name,
                                                                       std::optional<milliseconds> wait);
/// @returns how many of them had not expired. @throws Error; then it goes on in the background.
boost::asio::awaitable<int> release_permits(detail::ClientCore& core, std::string name, PermitIds ids);
/// What it sends.
[[nodiscard]] ScriptCall permit_release_call(const std::string& name, const PermitIds& ids);
/// Does the same in the background, until it is answered, or the lease is over.
void give_back_permits(detail::ClientCore& core, const std::string& name, const PermitIds& ids,
                       std::optional<milliseconds> lease);
boost::asio::awaitable<bool> update_lease(detail::ClientCore& core, std::string name, PermitId id,
                                          std::optional<milliseconds> lease);
/// From now on the client's watchdog renews it. @returns false if the client does not know until when it is valid
boost::asio::awaitable<bool> keep_permit(detail::ClientCore& core, std::string name, PermitId id);
boost::asio::awaitable<Permits> look(detail::ClientCore& core, std::string name, PermitId id);

boost::asio::awaitable<bool> try_set_permits(detail::ClientCore& core, std::string name, int permits);
boost::asio::awaitable<void> set_permits(detail::ClientCore& core, std::string name, int permits);
boost::asio::awaitable<void> add_permits(detail::ClientCore& core, std::string name, int delta);
boost::asio::awaitable<bool> remove_permits(detail::ClientCore& core, std::string name);

} // namespace lockscope::locks
