// SPDX-License-Identifier: Apache-2.0
#include "redis/sentinels.hpp"

#include "lockscope/escape.hpp"
#include "redis/allowed_hosts.hpp"

#include <array>

namespace lockscope::redis {

using std::chrono::milliseconds;

namespace {

/// How long to wait for further opinions after the first.
constexpr milliseconds further_opinions{300};
/// While the sentinels may still disagree about a switch that one of them has announced.
constexpr milliseconds switch_settles{30000};
constexpr milliseconds between_hints{250};
/// All connections of a client ask after a loss; one answer is enough for those who ask together.
constexpr milliseconds same_moment{50};
constexpr milliseconds between_attempts{1000};
constexpr milliseconds between_refusals{30000}; ///< A missing right is not granted within a second.
constexpr std::size_t longest_name_shown = 100;
constexpr std::size_t most_names_shown = 10;
constexpr const char* switch_channel = "+switch-master";

ConnectionOptions for_sentinels(ConnectionOptions options)
{
    Endpoint& endpoint = options.endpoint;
    endpoint.deployment = Deployment::single;
    endpoint.more.clear();
    endpoint.service.clear();
    endpoint.database = 0;
    endpoint.user = std::exchange(endpoint.sentinel_user, {});
    endpoint.password = std::exchange(endpoint.sentinel_password, {});
    options.password = std::exchange(options.sentinel_password, {}); // not that of the servers
    options.limits = {1u << 20, 1u << 15, 1u << 16};
    options.locate = {};
    options.requires_master = false;
    if (!options.client_name.empty())
        options.client_name += "-sentinel";
    return options;
}

/// The value of a field in a flat list of fields and values.
std::string_view field_of(const Reply& entry, std::string_view field)
{
    for (std::size_t i = 0; i + 1 < entry.elements.size(); i += 2) {
        if (entry.elements[i].text == field)
            return entry.elements[i + 1].text;
    }
    return {};
}

std::string shown(std::string_view bytes)
{
    return escape(bytes.substr(0, longest_name_shown));
}

/// "name old-host old-port new-host new-port": the new address, if it is about this service.
std::optional<Address> new_master(std::string_view payload, std::string_view service)
{
    std::array<std::string_view, 5> words;
    for (std::string_view& word : words) {
        word = payload.substr(0, payload.find(' '));
        payload.remove_prefix(std::min(word.size() + 1, payload.size()));
    }
    if (words[0] != service || !payload.empty())
        return std::nullopt;
    return announced_address(words[3], to_integer(words[4]).value_or(0));
}

} // namespace

Sentinels::Sentinels(asio::any_io_executor executor, const ConnectionOptions& options)
    : m_executor(std::move(executor))
    , m_endpoint(options.endpoint)
    , m_options(for_sentinels(options))
    , m_given(options.endpoint.addresses())
    , m_hint_timer(m_executor)
{
    m_given.resize(std::min(m_given.size(), most_sentinels));
}

asio::awaitable<Address> Sentinels::find()
{
    const auto self = shared_from_this();
    if (m_last_found && Clock::now() < m_found_at + same_moment)
        co_return *m_last_found;
    if (!m_search) {
        m_search = std::make_shared<Search>(m_executor);
        const auto searching = [](std::shared_ptr<Sentinels> who,
                                  std::shared_ptr<Search> into) -> asio::awaitable<void> {
            co_await who->search(std::move(into));
        };
        asio::co_spawn(m_executor, searching(self, m_search), asio::detached);
    }
    const std::shared_ptr<Search> search = m_search;
    boost::system::error_code ignored;
    while (!search->found && !search->error && !m_is_closed)
        co_await search->done.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    if (search->found)
        co_return *search->found;
    if (search->error)
        throw *search->error;
    throw Error(Errc::closed, "The search for the master is over: the client is being closed.", m_endpoint.display());
}

asio::awaitable<void> Sentinels::search(std::shared_ptr<Search> into)
{
    follow();
    // A round may end after us, with answers that come too late.
    const Round::Ask ask_one = [self = shared_from_this()](Connection& sentinel) { return self->ask(sentinel); };
    try {
        auto round = std::make_shared<Round>(m_executor, ask_one);
        m_rounds.emplace_back(round);
        round->start(m_given, m_options);
        into->found = co_await until_decided(*round);
        const auto has_answered = [](const Round::Asked& each) { return each.answer.has_value(); };
        const bool is_silent = std::none_of(round->asked.begin(), round->asked.end(), has_answered);
        if (!into->found && is_silent && !m_learned.empty() && !m_is_closed) {
            const auto others = std::make_shared<Round>(m_executor, ask_one);
            m_rounds.emplace_back(others);
            others->start(m_learned, m_options);
            into->found = co_await until_decided(*others);
            if (into->found)
                round = others;
        }
        if (into->found)
            learn(*round);
        else
            into->error = explain(*round);
    } catch (const Error& error) {
        into->error = error;
    }
    if (into->found)
        m_last_found = into->found;
    if (m_search == into) {
        m_search.reset();
        m_found_at = into->found ? Clock::now() : Clock::time_point{};
    }
    std::erase_if(m_rounds, [](const auto& round) { return round.expired(); });
    into->done.cancel();
}

asio::awaitable<std::optional<Address>> Sentinels::until_decided(Round& round)
{
    Clock::time_point end = Clock::now() + m_options.connect_timeout + m_options.command_timeout;
    bool is_first_opinion = true;
    std::optional<Address> found;
    while (!m_is_closed) {
        const Clock::time_point now = Clock::now();
        const bool is_over = round.pending() == 0 || now >= end;
        found = decide(round, is_over ? Patience::is_over : Patience::waits);
        if (found || is_over)
            break;
        const auto knows = [](const Round::Asked& each) { return each.answer && each.answer->master; };
        if (is_first_opinion && std::any_of(round.asked.begin(), round.asked.end(), knows)) {
            is_first_opinion = false;
            end = std::min(end, now + further_opinions);
        }
        co_await round.until_news(end);
    }
    round.stop();
    co_return found;
}

/// A switch that was announced is believed as soon as one of them confirms it; otherwise the majority is.
std::optional<Address> Sentinels::decide(const Round& round, Patience patience) const
{
    const bool is_settling = m_announced && Clock::now() < m_announced_at + switch_settles;
    std::vector<const Round::Asked*> answers;
    for (const Round::Asked& each : round.asked) {
        if (each.answer && each.answer->master)
            answers.push_back(&each);
    }
    std::sort(answers.begin(), answers.end(),
              [](const auto* one, const auto* other) { return one->order < other->order; });
    std::size_t most = 0;
    std::optional<Address> best;
    for (const auto* each : answers) {
        const Address& master = *each->answer->master;
        if (is_settling && master == *m_announced)
            return master;
        const auto votes = static_cast<std::size_t>(std::count_if(
            answers.begin(), answers.end(), [&](const auto* other) { return other->answer->master == master; }));
        // Of two that have as many votes, not always the same one: it may be the stale one.
        if (votes > most || (votes == most && best == m_last_found)) {
            most = votes;
            best = master;
        }
    }
    if (patience == Patience::waits && most * 2 <= round.asked.size())
        return std::nullopt;
    if (!best || best != m_doubted)
        return best;
    // The leader of a failover knows the new master before the others do.
    const auto by_epoch = [](const auto* one, const auto* other) { return one->answer->epoch < other->answer->epoch; };
    const Round::Asked* latest = *std::max_element(answers.begin(), answers.end(), by_epoch);
    const auto is_best = [&](const auto* each) { return each->answer->master == best; };
    const Round::Asked* voter = *std::find_if(answers.begin(), answers.end(), is_best);
    if (latest->answer->epoch > voter->answer->epoch)
        return latest->answer->master;
    return patience == Patience::is_over ? best : std::nullopt;
}

asio::awaitable<Sentinels::Told> Sentinels::ask(Connection& sentinel) const
{
    const Address where = sentinel.where();
    std::vector<Command> commands;
    commands.push_back(Command{"SENTINEL", "GET-MASTER-ADDR-BY-NAME", m_endpoint.service});
    commands.push_back(Command{"SENTINEL", "SENTINELS", m_endpoint.service});
    commands.push_back(Command{"SENTINEL", "MASTER", m_endpoint.service}); // may be forbidden
    const std::vector<Reply> replies = co_await sentinel.pipeline(std::move(commands));
    const Reply& master = replies[0];
    if (master.is_error() && errc_of(master.text) == Errc::server)
        throw Error(Errc::invalid_argument, "it is no Sentinel: it answered " + shown(master.text), where.display());
    if (master.is_error())
        throw to_error(master, where.display(), "SENTINEL GET-MASTER-ADDR-BY-NAME");
    Told told;
    if (master.is_array() && master.elements.size() == 2) {
        told.master = to_master(master, where);
        told.epoch = to_integer(field_of(replies[2], "config-epoch")).value_or(0);
        for (const Reply& entry : replies[1].elements) {
            const auto address =
                announced_address(field_of(entry, "ip"), to_integer(field_of(entry, "port")).value_or(0));
            if (address && is_allowed(m_endpoint, *address) && told.sentinels.size() < most_sentinels)
                told.sentinels.push_back(*address);
        }
        co_return told;
    }
    std::vector<Command> names;
    names.push_back(Command{"SENTINEL", "MASTERS"});
    const std::vector<Reply> masters = co_await sentinel.pipeline(std::move(names));
    std::size_t count = 0;
    for (const Reply& entry : masters.front().elements) {
        if (count++ == most_names_shown) {
            told.services += ", …";
            break;
        }
        told.services += (told.services.empty() ? "" : ", ") + shown(field_of(entry, "name"));
    }
    co_return told;
}

Address Sentinels::to_master(const Reply& reply, const Address& sentinel) const
{
    const std::string& host = reply.elements[0].text;
    const auto address = announced_address(host, reply.elements[1].as_integer().value_or(0));
    if (!address)
        throw Error(Errc::protocol, "its answer is no address: " + shown(host) + ' ' + shown(reply.elements[1].text),
                    sentinel.display());
    if (!is_allowed(m_endpoint, *address))
        throw Error(Errc::invalid_argument,
                    "it says that the master is " + address->display()
                        + ", which is not among the allowed hosts; add it there if that is right",
                    sentinel.display());
    return *address;
}

Error Sentinels::explain(const Round& round) const
{
    const std::string name = m_endpoint.display();
    for (const Round::Asked& each : round.asked) {
        if (!each.answer)
            continue;
        const std::string known = each.answer->services.empty() ? "" : "; it knows " + each.answer->services;
        return Error(Errc::invalid_argument,
                     "The sentinel " + each.where.display() + " knows no master of the name "
                         + shown(m_endpoint.service) + known + ". Write the right name into the address.",
                     name);
    }
    Errc code = Errc::connection_failed;
    for (const Round::Asked& each : round.asked) {
        if (each.error && !each.error->transient() && each.error->errc() != Errc::closed)
            code = each.error->errc();
    }
    const std::string advice =
        code == Errc::authentication ? ". Sentinel has a user and password of its own: check those." : "";
    return Error(code, "No sentinel told where the master is: " + reasons_of(round.asked) + advice, name);
}

void Sentinels::learn(const Round& round)
{
    std::vector<Address> heard;
    for (const Round::Asked& each : round.asked) {
        if (!each.answer)
            continue;
        // Who was asked because another one had told of it stays known, though it does not tell of itself.
        std::vector<Address> told = each.answer->sentinels;
        told.push_back(each.where);
        for (const Address& sentinel : told) {
            const bool is_new = std::find(m_given.begin(), m_given.end(), sentinel) == m_given.end()
                             && std::find(heard.begin(), heard.end(), sentinel) == heard.end();
            if (is_new && m_given.size() + heard.size() < most_sentinels)
                heard.push_back(sentinel);
        }
    }
    if (!heard.empty())
        m_learned = std::move(heard);
    follow();
}

void Sentinels::follow()
{
    if (m_is_closed)
        return;
    std::vector<Address> all = m_given;
    all.insert(all.end(), m_learned.begin(), m_learned.end());
    std::erase_if(m_listening, [&](const auto& entry) {
        if (std::find(all.begin(), all.end(), entry.first) != all.end())
            return false;
        entry.second->is_over = true;
        entry.second->pause.cancel();
        entry.second->pubsub->close();
        return true;
    });
    const auto listening = [](std::shared_ptr<Sentinels> self,
                              std::shared_ptr<Listening> where) -> asio::awaitable<void> {
        co_await self->listen(std::move(where));
    };
    for (const Address& sentinel : all) {
        if (m_listening.contains(sentinel))
            continue;
        ConnectionOptions options = m_options;
        options.endpoint.host = sentinel.host;
        options.endpoint.port = sentinel.port;
        const auto where = std::make_shared<Listening>(m_executor);
        where->pubsub = std::make_shared<PubSub>(m_executor, std::move(options));
        m_listening.emplace(sentinel, where);
        asio::co_spawn(m_executor, listening(shared_from_this(), where), asio::detached);
    }
}

asio::awaitable<void> Sentinels::listen(std::shared_ptr<Listening> where)
{
    const auto on_news = [weak = weak_from_this()](const Message& message) {
        if (const auto self = weak.lock())
            self->on_message(message);
    };
    while (!where->is_over) {
        milliseconds pause = between_attempts;
        try {
            // The connection itself tries again and again; once subscribed, that lasts over reconnects.
            where->subscription =
                co_await where->pubsub->subscribe(switch_channel, on_news, Clock::now() + std::chrono::hours(1));
            co_return;
        } catch (const Error& error) {
            pause = error.transient() ? between_attempts : between_refusals;
        }
        if (where->is_over)
            co_return;
        where->pause.expires_after(pause);
        boost::system::error_code ignored;
        co_await where->pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
}

void Sentinels::on_message(const Message& message)
{
    if (!message.missed) {
        const std::optional<Address> master = new_master(message.payload, m_endpoint.service);
        if (!master || !is_allowed(m_endpoint, *master))
            return;
        m_announced = master;
        m_announced_at = Clock::now();
        m_search.reset(); // who asks from now on wants to know what is true from now on
        m_found_at = {};
    }
    hint();
}

/// At once, but not as often as somebody may like to shout.
void Sentinels::hint()
{
    if (m_is_closed || std::exchange(m_hints, true))
        return;
    m_hint_timer.expires_at(std::max(Clock::now(), m_hinted_at + between_hints));
    m_hint_timer.async_wait([weak = weak_from_this()](boost::system::error_code error) {
        const auto self = weak.lock();
        if (error || !self)
            return;
        self->m_hints = false;
        self->m_hinted_at = Clock::now();
        if (self->m_listener)
            self->m_listener();
    });
}

std::size_t Sentinels::listening_to() const
{
    return static_cast<std::size_t>(std::count_if(m_listening.begin(), m_listening.end(), [](const auto& entry) {
        return entry.second->pubsub->is_confirmed(switch_channel);
    }));
}

void Sentinels::close()
{
    if (std::exchange(m_is_closed, true))
        return;
    m_listener = nullptr;
    m_hint_timer.cancel();
    for (const auto& [address, where] : m_listening) {
        where->is_over = true;
        where->pause.cancel();
        where->pubsub->close();
    }
    for (const auto& weak : m_rounds) {
        if (const auto round = weak.lock())
            round->stop();
    }
}

} // namespace lockscope::redis
