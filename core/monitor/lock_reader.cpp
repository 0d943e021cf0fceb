// SPDX-License-Identifier: Apache-2.0
#include "lockscope/lock_reader.hpp"

#include "lockscope/error.hpp"
#include "lockscope/monitor.hpp"
#include "monitor/one_reading.hpp"

#include <utility>

namespace lockscope {

struct LockReader::Impl
{
    explicit Impl(std::shared_ptr<detail::ClientCore> its_core) : core(std::move(its_core)) {}

    static boost::asio::awaitable<std::optional<LockState>> read(std::shared_ptr<Impl> self, std::string name)
    {
        try {
            // Whoever names it takes it for a lock; the action of an operator may just have met one that is out of
            // order.
            auto lock = co_await monitor::read_one(*self->core, self->rights, std::move(name),
                                                   monitor::ReadRequest::Known::lock);
            co_return lock;
        } catch (const Error&) {
            self->rights.forget(); // One may have been taken away.
            throw;
        }
    }

    const std::shared_ptr<detail::ClientCore> core;
    monitor::AbilityBook rights; ///< I/O thread only.
};

LockReader::LockReader(Client& client) : m_impl(std::make_shared<Impl>(client.core())) {}

LockReader::~LockReader() = default;

Awaitable<std::optional<LockState>> LockReader::async_read(std::string name)
{
    return m_impl->core->on_io(Impl::read(m_impl, std::move(name)));
}

std::optional<LockState> read_lock(Client& client, const std::string& name)
{
    return client.core()->run(async_read_lock(client, name));
}

Awaitable<std::optional<LockState>> async_read_lock(Client& client, std::string name)
{
    return LockReader(client).async_read(std::move(name)); // Who reads keeps what it needs.
}

} // namespace lockscope
