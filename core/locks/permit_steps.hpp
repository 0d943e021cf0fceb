// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/counting.hpp"

#include <optional>
#include <string>

/// What a permit-expirable semaphore does, step by step, as coroutines on the I/O thread.
namespace lockscope::locks {

/// What a permit is known by: 16 random bytes on the wire, the same in hex for people.
struct PermitId
{
    std::string raw;
    std::string hex;

    [[nodiscard]] static PermitId make();
    /// @throws Error invalid_argument for anything but 32 hex digits.
    [[nodiscard]] static PermitId parse(const std::string& hex);
};

struct Permits
{
    int available = 0;
    int acquired = 0;
    std::optional<milliseconds> left; ///< Of the permit that was asked about; max(): it never expires.
};

/// @returns its id in hex; nullopt if there was none in time. @throws Error
boost::asio::awaitable<std::optional<std::string>> acquire_permit(detail::ClientCore& core, std::string name,
                                                                  std::optional<milliseconds> wait,
                                                                  std::optional<milliseconds> lease);
/// @returns false if it had expired. @throws Error; then it goes on in the background.
boost::asio::awaitable<bool> release_permit(detail::ClientCore& core, std::string name, PermitId id);
/// Does the same in the background, until it is answered, or the lease is over.
void give_back_permit(detail::ClientCore& core, const std::string& name, const PermitId& id,
                      std::optional<milliseconds> lease);
boost::asio::awaitable<bool> update_lease(detail::ClientCore& core, std::string name, PermitId id,
                                          std::optional<milliseconds> lease);
boost::asio::awaitable<Permits> look(detail::ClientCore& core, std::string name, PermitId id);

boost::asio::awaitable<bool> try_set_permits(detail::ClientCore& core, std::string name, int permits);
boost::asio::awaitable<void> set_permits(detail::ClientCore& core, std::string name, int permits);
boost::asio::awaitable<void> add_permits(detail::ClientCore& core, std::string name, int delta);
boost::asio::awaitable<bool> remove_permits(detail::ClientCore& core, std::string name);

} // namespace lockscope::locks
