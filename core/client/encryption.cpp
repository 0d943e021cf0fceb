// SPDX-License-Identifier: Apache-2.0
#include "lockscope/encryption.hpp"

#include "client/client_core.hpp"
#include "lockscope/client.hpp"
#include "redis/certificate.hpp"

#include <initializer_list>

namespace lockscope {
namespace {

namespace asio = boost::asio;

asio::awaitable<std::optional<Encryption>> look(std::shared_ptr<detail::ClientCore> core)
{
    std::optional<Encryption> worst;
    for (const auto& node : core->servers().masters()) {
        for (const redis::Connection* each :
             {&node->commands(), &node->renewals(), &node->monitor(), &node->pubsub().connection()})
            redis::keep_worse(worst, each->encryption());
    }
    co_return worst;
}

} // namespace

std::optional<Encryption> encryption_of(Client& client)
{
    return client.core()->run(look(client.core()));
}

} // namespace lockscope
