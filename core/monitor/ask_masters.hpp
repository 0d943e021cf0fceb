// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"
#include "lockscope/error.hpp"

#include <boost/asio/awaitable.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::monitor {

/// What the masters answered, and why some did not: nobody may take the answer of some for that of all.
template <typename Answer>
struct MasterAnswers
{
    std::vector<Answer> answers;
    std::vector<std::string> troubles; ///< Sentences.
};

/// Asks one master after the other: @p ask makes an awaitable of a redis::Node&.
/// @throws Error the first trouble, if nobody answered.
template <typename Answer, typename Ask>
boost::asio::awaitable<MasterAnswers<Answer>> ask_masters(std::shared_ptr<detail::ClientCore> core, Ask ask)
{
    const auto masters = co_await core->servers().find_masters();
    MasterAnswers<Answer> result;
    std::vector<Error> troubles;
    for (const auto& master : masters) {
        try {
            Answer answer = co_await ask(*master);
            result.answers.push_back(std::move(answer));
        } catch (const Error& error) {
            troubles.push_back(error);
            result.troubles.push_back(error.message());
        }
    }
    if (result.answers.empty() && !troubles.empty())
        throw Error(troubles.front());
    co_return result;
}

} // namespace lockscope::monitor
