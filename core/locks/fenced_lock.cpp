// SPDX-License-Identifier: Apache-2.0
#include "lockscope/fenced_lock.hpp"

#include "client/client_core.hpp"
#include "locks/hold_table.hpp"
#include "locks/key_names.hpp"
#include "locks/lock_error.hpp"

namespace lockscope {

namespace {

Awaitable<std::int64_t> ask_token(std::shared_ptr<detail::ClientCore> core, std::string name)
{
    redis::Command command{"GET", locks::token_key(name)};
    const redis::Reply reply = co_await core->servers().commands().call(std::move(command));
    const std::optional<std::int64_t> token = reply.as_integer();
    if (!token && reply.is_text())
        throw locks::make_error(*core, Errc::wrong_type, name, "has no token: something else stands in its place.");
    co_return token.value_or(0);
}

} // namespace

std::optional<std::int64_t> FencedLock::token() const
{
    return token(this_thread());
}

std::optional<std::int64_t> FencedLock::token(const OwnerId& owner) const
{
    const auto hold = core()->holds().find({name(), owner, Access::exclusive});
    if (!hold || !hold->is_valid(locks::Clock::now()))
        return std::nullopt;
    return hold->token;
}

std::int64_t FencedLock::newest_token()
{
    return core()->run(ask_token(core(), name()));
}

Awaitable<std::int64_t> FencedLock::async_newest_token()
{
    return core()->on_io(ask_token(core(), name()));
}

} // namespace lockscope
