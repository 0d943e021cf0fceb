// SPDX-License-Identifier: Apache-2.0
#include "lockscope/baselines.hpp"

#include "client/client_core.hpp"
#include "lab_scripts.hpp"
#include "lockscope/client.hpp"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

namespace lockscope::baseline {

namespace {

Awaitable<redis::Reply> call(redis::Link& connection, redis::Command command)
{
    redis::Reply reply = co_await connection.call(std::move(command));
    co_return reply;
}

redis::Reply run(detail::ClientCore& core, redis::Command command)
{
    return core.run(call(core.servers().commands(), std::move(command)));
}

} // namespace

SetnxExpireLock::SetnxExpireLock(Client& client, std::string name) : m_core(client.core()), m_name(std::move(name)) {}

bool SetnxExpireLock::try_lock(milliseconds lease)
{
    if (!try_lock_and_die())
        return false;
    const std::int64_t seconds = std::chrono::ceil<std::chrono::seconds>(lease).count();
    run(*m_core, {"EXPIRE", m_name, std::to_string(seconds)});
    return true;
}

bool SetnxExpireLock::try_lock_and_die()
{
    return run(*m_core, {"SETNX", m_name, "1"}).integer == 1;
}

void SetnxExpireLock::unlock()
{
    run(*m_core, {"DEL", m_name});
}

SetNxPxLock::SetNxPxLock(Client& client, std::string name)
    : m_core(client.core())
    , m_name(std::move(name))
    , m_value(boost::uuids::to_string(boost::uuids::random_generator()()))
{}

bool SetNxPxLock::try_lock(milliseconds lease)
{
    return !run(*m_core, {"SET", m_name, m_value, "NX", "PX", std::to_string(lease.count())}).is_nil();
}

bool SetNxPxLock::unlock()
{
    static const redis::Script script(lab::scripts::compare_and_delete);
    return run(*m_core, script.eval({m_name}, {m_value})).integer == 1;
}

} // namespace lockscope::baseline
