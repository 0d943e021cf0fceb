// SPDX-License-Identifier: Apache-2.0
#include "redis/name_lookup.hpp"

#include "base/everlasting.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>

#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace lockscope::redis {

namespace asio = boost::asio;

namespace {

/// As long as it takes; without the thread of a context, because this one is ours.
NameLookup::Answer ask_system(const std::string& host)
{
    NameLookup::Answer answer;
    try {
        asio::io_context context;
        asio::ip::tcp::resolver resolver(context);
        for (const auto& found : resolver.resolve(host, "", answer.error))
            answer.addresses.push_back(found.endpoint().address());
    } catch (const std::exception&) { // there is nobody on this thread who would take it
        answer.error = asio::error::no_memory;
    }
    return answer;
}

} // namespace

struct NameLookup::Asker
{
    Asker(asio::any_io_executor its_executor, std::function<void(Answer)> its_told)
        : executor(std::move(its_executor))
        , told(std::move(its_told))
    {}

    const asio::any_io_executor executor;
    std::mutex mutex;                 ///< For `is_gone`, until which the executor is there.
    std::function<void(Answer)> told; ///< On the executor only.
    bool is_gone = false;

    static void tell(const std::shared_ptr<Asker>& asker, const Answer& answer)
    {
        const std::lock_guard guard(asker->mutex);
        if (asker->is_gone)
            return;
        asio::post(asker->executor, [asker, answer] {
            if (asker->told)
                std::exchange(asker->told, nullptr)(answer);
        });
    }
};

/// Who waits for which name. However often somebody tries again while the resolver is silent, it is asked once, by one
/// thread.
struct NameLookup::Table
{
    std::mutex mutex;
    std::map<std::string, std::vector<std::weak_ptr<Asker>>> asking;

    /// The threads keep it, too: they may outlive everything else, up to the end of the process.
    static const std::shared_ptr<Table>& shared()
    {
        static const Everlasting<std::shared_ptr<Table>> table(std::make_shared<Table>());
        return *table;
    }

    /// @returns whether nobody has asked for it yet.
    bool add(const std::string& host, const std::shared_ptr<Asker>& asker)
    {
        const std::lock_guard guard(mutex);
        const auto [at, is_first] = asking.try_emplace(host);
        std::erase_if(at->second, [](const auto& each) { return each.expired(); });
        at->second.push_back(asker);
        return is_first;
    }

    void tell(const std::string& host, const Answer& answer)
    {
        std::vector<std::weak_ptr<Asker>> askers;
        {
            const std::lock_guard guard(mutex);
            askers = std::move(asking.extract(host).mapped());
        }
        for (const auto& weak : askers) {
            if (const auto asker = weak.lock())
                Asker::tell(asker, answer);
        }
    }
};

NameLookup::NameLookup(asio::any_io_executor executor, const std::string& host, std::function<void(Answer)> told)
    : m_asker(std::make_shared<Asker>(std::move(executor), std::move(told)))
{
    const std::shared_ptr<Table>& table = Table::shared();
    if (!table->add(host, m_asker))
        return;
    try {
        // Detached, because nobody can end it; it touches nothing but what it keeps itself.
        std::thread([table, host] { table->tell(host, ask_system(host)); }).detach();
    } catch (const std::system_error&) {
        table->tell(host, {asio::error::no_memory, {}});
    }
}

NameLookup::~NameLookup()
{
    const std::lock_guard guard(m_asker->mutex);
    m_asker->is_gone = true;
    m_asker->told = nullptr;
}

} // namespace lockscope::redis
