// SPDX-License-Identifier: Apache-2.0
#include "lockscope/read_write_lock.hpp"

#include "locks/protocol.hpp"

namespace lockscope {

ReadWriteLock::ReadWriteLock(const std::shared_ptr<detail::ClientCore>& core, const std::string& name)
    : m_read(core, name, locks::read_protocol())
    , m_write(core, name, locks::write_protocol())
{}

} // namespace lockscope
