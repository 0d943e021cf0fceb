// SPDX-License-Identifier: Apache-2.0
#include "lockscope/name_look.hpp"

#include "client/client_core.hpp"
#include "lockscope/error.hpp"
#include "monitor/counters.hpp"
#include "monitor/one_reading.hpp"

#include <boost/asio/detached.hpp>

#include <utility>

namespace lockscope {
namespace {

namespace asio = boost::asio;
using Answer = std::function<void(NameLook, std::string error)>;

/// No number is longer.
constexpr std::int64_t most_number_bytes = 1024;

asio::awaitable<NameLook> look_under(detail::ClientCore& core, monitor::AbilityBook& book, std::string name)
{
    monitor::Reading reading = co_await monitor::take_one_reading(core, book, name);
    if (reading.state)
        co_return look_of(std::move(*reading.state));
    // Nobody has any of its permits, and they tell that it is a semaphore all the same.
    if (reading.idle && reading.idle->permits_over > 0)
        co_return look_of(std::move(*reading.idle));
    redis::Link& link = core.servers().monitor(); // Which follows a slot on its way through a cluster.
    std::vector<redis::Command> questions;
    questions.push_back(redis::Command{"TYPE", name});
    questions.push_back(redis::Command{"MEMORY", "USAGE", name});
    const auto answers = co_await link.pipeline(std::move(questions));
    if (answers[0].is_error())
        throw redis::to_error(answers[0], core.servers().name(), "TYPE");
    NameLook look;
    look.name = name;
    look.at = std::chrono::steady_clock::now();
    if (answers[0].text == "none")
        co_return look;
    look.type = answers[0].text;
    if (look.type == "string" && answers[1].is_error())
        throw redis::to_error(answers[1], core.servers().name(), "MEMORY");
    if (look.type == "hash") {
        auto lock = co_await monitor::read_one(core, book, name); // Perhaps somebody has just taken it.
        if (lock)
            co_return look_of(std::move(*lock));
    }
    // Of a size that nobody may ask for no number is read: it may be a file of megabytes.
    if (const auto bytes = answers[1].as_integer(); look.type == "string" && bytes && *bytes <= most_number_bytes) {
        std::vector<redis::Command> reads;
        reads.push_back(redis::Command{"GET", name});
        const auto values = co_await link.pipeline(std::move(reads));
        if (values[0].is_error() && redis::to_error(values[0], {}, {}).errc() != Errc::wrong_type)
            throw redis::to_error(values[0], core.servers().name(), "GET");
        if (values[0].is_text())
            look.number = monitor::to_count(values[0].text);
    }
    co_return look;
}

asio::awaitable<NameLook> look_once(std::shared_ptr<detail::ClientCore> core, std::string name)
{
    monitor::AbilityBook book;
    auto look = co_await look_under(*core, book, std::move(name));
    co_return look;
}

} // namespace

class NameLooker::Impl
{
public:
    explicit Impl(std::shared_ptr<detail::ClientCore> the_core) : core(std::move(the_core)) {}

    static asio::awaitable<void> look(std::shared_ptr<Impl> self, std::string name, Answer callback)
    {
        NameLook look;
        look.name = name;
        std::string sentence;
        try {
            look = co_await look_under(*self->core, self->m_book, std::move(name));
        } catch (const std::exception& error) {
            sentence = error.what();
            self->m_book.forget(); // It may be a right that was taken away.
        }
        callback(std::move(look), std::move(sentence));
    }

    const std::shared_ptr<detail::ClientCore> core;

private:
    monitor::AbilityBook m_book; ///< I/O thread only.
};

NameLooker::NameLooker(Client& client) : m_impl(std::make_shared<Impl>(client.core())) {}

NameLooker::~NameLooker() = default;

void NameLooker::look_at(std::string name, Answer callback)
{
    asio::co_spawn(m_impl->core->executor(), Impl::look(m_impl, std::move(name), std::move(callback)), asio::detached);
}

NameLook look_of(LockState state)
{
    NameLook look;
    look.name = state.name;
    look.at = state.observed_at;
    if (is_counter(state.type)) {
        look.type = "string";
        look.number = state.permits;
    } else if (state.is_held()) {
        look.type = "hash";
    }
    look.lock = std::move(state);
    return look;
}

Awaitable<NameLook> async_look_at(Client& client, std::string name)
{
    const auto& core = client.core();
    return core->on_io(look_once(core, std::move(name)));
}

} // namespace lockscope
