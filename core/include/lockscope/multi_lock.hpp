// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/group_lock.hpp"

namespace lockscope {

/// All of several locks or none, compatible with Redisson's RMultiLock, which has no keys of its own.
///
///     MultiLock both({accounts.reentrant_lock("account:1"), accounts.reentrant_lock("account:2")});
///     std::scoped_lock guard(both);
///
/// The members are taken in one order, whatever the order in which they are given, so that two who want the same ones
/// cannot block each other. Because others may take them in other orders, nobody waits long for one while it holds
/// another: it gives all back, waits for the busy one with empty hands, and takes the rest then.
///
/// With a lease, every member has at least so much left when this succeeds; one that is too short for that is Error
/// lost when it has been tried five times. The loss of any member is the loss of all.
class MultiLock : public GroupLock
{
public:
    /// @throws Error invalid_argument for no members, or the same lock of one server twice (also through two clients;
    /// servers are told apart by their addresses as they are written).
    explicit MultiLock(std::vector<Lock> members);
};

} // namespace lockscope
