// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/inquiry.hpp"
#include "redis/master_finder.hpp"
#include "redis/pubsub.hpp"

#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::redis {

/// What the Sentinels of an endpoint know of its service. Asks all of them for each find(), and listens to their
/// `+switch-master` from the first find() on. What they say is a hint, and bounded: no address outside of
/// Endpoint::allowed_hosts is ever returned.
class Sentinels final : public MasterFinder, public std::enable_shared_from_this<Sentinels>
{
public:
    using Clock = Link::Clock;
    static constexpr std::size_t most_sentinels = 32;

    /// @param options of the connections to the master; the sentinels get their own user and password from its endpoint
    Sentinels(asio::any_io_executor executor, const ConnectionOptions& options);

    /// The answer that most of the user's sentinels agree on; of those that answer within 300 ms after the first. Where
    /// none of them answers, the others are asked that they have told of before. While the link to what most of them
    /// say is broken, a single one that knows of a later configuration (its epoch) is believed.
    asio::awaitable<Address> find() override;
    void on_hint(std::function<void()> listener) override { m_listener = std::move(listener); }
    void doubt(const Address& master) override { m_doubted = master; }
    void trust() override { m_doubted.reset(); }
    void close() override;

    /// @name For messages and tests
    ///@{
    [[nodiscard]] const std::vector<Address>& learned() const noexcept { return m_learned; }
    [[nodiscard]] std::size_t listening_to() const; ///< How many would tell us of a switch now.
    ///@}

private:
    struct Told
    {
        std::optional<Address> master; ///< None: the service is not known there.
        std::int64_t epoch = 0;        ///< Of its configuration: each switch has a higher one.
        std::vector<Address> sentinels;
        std::string services; ///< Those that it does know, for messages; only where ours is not.
    };
    using Round = Inquiry<Told>;

    /// One find(), for all who want to know the same at the same time.
    struct Search
    {
        explicit Search(const asio::any_io_executor& executor) : done(executor, Clock::time_point::max()) {}
        asio::steady_timer done;
        std::optional<Address> found;
        std::optional<Error> error;
    };
    struct Listening
    {
        explicit Listening(const asio::any_io_executor& executor) : pause(executor) {}
        std::shared_ptr<PubSub> pubsub;
        Subscription subscription;
        asio::steady_timer pause; ///< Between attempts to subscribe.
        bool is_over = false;
    };
    enum class Patience { waits, is_over };

    asio::awaitable<void> search(std::shared_ptr<Search> into);
    asio::awaitable<Told> ask(Connection& sentinel) const;
    [[nodiscard]] Address to_master(const Reply& reply, const Address& sentinel) const;
    /// Until it is decided; @returns nullopt if these sentinels know nothing.
    asio::awaitable<std::optional<Address>> until_decided(Round& round);
    [[nodiscard]] std::optional<Address> decide(const Round& round, Patience patience) const;
    [[nodiscard]] Error explain(const Round& round) const;
    void learn(const Round& round);
    void follow();
    asio::awaitable<void> listen(std::shared_ptr<Listening> where);
    void on_message(const Message& message);
    void hint();

    asio::any_io_executor m_executor;
    Endpoint m_endpoint;         ///< As the user gave it.
    ConnectionOptions m_options; ///< For sentinels.
    std::vector<Address> m_given;
    std::vector<Address> m_learned;
    std::map<Address, std::shared_ptr<Listening>> m_listening;
    std::shared_ptr<Search> m_search; ///< The one under way.
    std::vector<std::weak_ptr<Round>> m_rounds;
    std::function<void()> m_listener;
    std::optional<Address> m_last_found;
    Clock::time_point m_found_at{};     ///< For those who ask at almost the same time; none: it may have changed since.
    std::optional<Address> m_doubted;   ///< Could not be reached.
    std::optional<Address> m_announced; ///< By the last switch that we heard of.
    Clock::time_point m_announced_at{};
    asio::steady_timer m_hint_timer;
    bool m_hints = false;
    Clock::time_point m_hinted_at{};
    bool m_is_closed = false;
};

} // namespace lockscope::redis
