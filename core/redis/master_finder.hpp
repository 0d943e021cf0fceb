// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "redis/link.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>

namespace lockscope::redis {

/// Knows where the master of a deployment is. Lives on one executor; every member must be called there.
class MasterFinder
{
public:
    virtual ~MasterFinder() = default;

    /// Asks those who know, within the connect_timeout of its options. Whoever connects there verifies by ROLE.
    /// @throws Error with a sentence that says whom it asked and what became of it
    virtual asio::awaitable<Address> find() = 0;
    /// Called when another server may be the master now: ask again. One listener; it must not throw.
    virtual void on_hint(std::function<void()> listener) = 0;
    /// A link to what was found there could not be opened, or was lost; until one is opened again.
    virtual void doubt(const Address&) {}
    virtual void trust() {}
    virtual void close() = 0;
};

} // namespace lockscope::redis
