// SPDX-License-Identifier: Apache-2.0
#include "lockscope/encryption.hpp"

#include "client/client_core.hpp"
#include "lockscope/client.hpp"

#include <initializer_list>

namespace lockscope {
namespace {

namespace asio = boost::asio;

/// Whether @p one is what should be said first.
bool is_worse(const Encryption& one, const Encryption& other)
{
    if (one.verified != other.verified)
        return !one.verified;
    const Encryption::Time now = std::chrono::system_clock::now();
    return one.days_left(now) < other.days_left(now);
}

asio::awaitable<std::optional<Encryption>> look(std::shared_ptr<detail::ClientCore> core)
{
    std::optional<Encryption> worst;
    for (const auto& node : core->servers().masters()) {
        for (const redis::Connection* each :
             {&node->commands(), &node->renewals(), &node->monitor(), &node->pubsub().connection()}) {
            const std::optional<Encryption> found = each->encryption();
            if (found && (!worst || is_worse(*found, *worst)))
                worst = found;
        }
    }
    co_return worst;
}

} // namespace

std::optional<Encryption> encryption_of(Client& client)
{
    return client.core()->run(look(client.core()));
}

} // namespace lockscope
