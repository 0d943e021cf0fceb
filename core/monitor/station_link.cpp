// SPDX-License-Identifier: Apache-2.0
#include "monitor/station.hpp"

#include "lockscope/error.hpp"

#include <algorithm>

namespace lockscope::monitor {
namespace {

constexpr milliseconds look_after{100};
constexpr milliseconds between_refused_pings{500};
constexpr milliseconds between_served_keys{1000};
/// Of a server that is asked something all the time; one that is silent for longer may be out of our sight alone.
constexpr milliseconds longest_silence{2000};

/// That nobody serves one slot is said in other words, and concerns no other.
bool says_cluster_is_down(const redis::Reply& reply) noexcept
{
    return reply.is_error() && reply.text.starts_with(cluster_is_down);
}

Error cluster_refuses(const std::string& node)
{
    return {Errc::master_down,
            "The cluster refuses commands (CLUSTERDOWN): nobody serves a part of it, or this master has lost sight of "
            "most others. It goes on by itself when they are back.",
            node};
}

} // namespace

boost::asio::awaitable<void> Station::link_loop()
{
    while (!m_is_stopping) {
        try {
            if (m_needs_sync || !m_is_live || m_is_doubted) {
                const bool is_serving = co_await serves();
                if (is_serving && (m_needs_sync || !m_is_live))
                    co_await synchronise();
            }
            if (is_working() && m_host.is_cluster() && Steady::now() >= m_served_at + between_served_keys)
                co_await look_whether_keys_are_served();
            const bool is_at_work = !m_host.is_paused();
            if (is_at_work && m_wanted == News::Wanted::tracking && Steady::now() >= m_broadcast_again) {
                m_wanted = News::Wanted::broadcast;
                m_broadcast_again = SteadyTime::max();
                co_await switch_news(); // A gap, so that another round looks for what was not announced.
            }
            if (is_working())
                co_await look_at_hidden_queue();
            if (is_working() && Steady::now() >= next_look_at_rights())
                co_await look_at_rights();
        } catch (const Error& error) {
            trouble(error);
        }
        co_await m_link_alarm.rest(look_after);
    }
    // Here, because subscriptions must end on this thread, and only this loop makes them.
    m_news.disable();
}

/// Waits until there is a connection, and ends at once when the client is closed. A server that is still loading, a
/// replica without its master, or a master of a cluster that is down, takes connections and refuses everything: it is
/// as good as away.
boost::asio::awaitable<bool> Station::serves()
{
    std::vector<redis::Command> questions{redis::Command{"PING"}};
    if (m_host.is_cluster())
        questions.push_back(question_for_a_key());
    const auto asked_at = Steady::now();
    const auto replies =
        co_await m_connection.pipeline(std::move(questions), asked_at + m_connection.options().command_timeout);
    m_is_doubted = false;
    const auto& pong = replies.front();
    // Not MISCONF, with which a server that cannot save refuses PING and what writes, and nothing else.
    const bool refuses_all =
        pong.is_error()
        && (pong.text.starts_with("LOADING") || pong.text.starts_with("BUSY") || pong.text.starts_with("MASTERDOWN"));
    if (refuses_all) {
        cannot_serve(redis::to_error(pong, m_connection.node(), "PING"), last_heard());
    } else if (says_cluster_is_down(replies.back())) {
        cannot_serve(cluster_refuses(m_connection.node()), moment_at(m_served_at));
    } else {
        note_answer_for_a_key(replies.back(), asked_at);
        co_return true;
    }
    co_await m_link_alarm.rest(between_refused_pings);
    co_return false;
}

/// In a cluster that is down, whatever concerns no key is answered. A key that the user may not read says nothing.
redis::Command Station::question_for_a_key() const
{
    return redis::Command{"PTTL", m_read_last.empty() ? probe_key : std::string_view(m_read_last)};
}

/// A cluster that goes down tells nobody, and no key is read as long as none changes.
boost::asio::awaitable<void> Station::look_whether_keys_are_served()
{
    const auto turn = co_await m_turns.together();
    const auto asked_at = Steady::now();
    std::vector<redis::Command> ask{question_for_a_key()};
    const auto replies = co_await m_connection.pipeline(std::move(ask));
    note_answer_for_a_key(replies.front(), asked_at);
}

void Station::note_answer_for_a_key(const redis::Reply& reply, SteadyTime asked_at)
{
    if (says_cluster_is_down(reply)) {
        m_is_doubted = true;
        m_link_alarm.ring();
    } else {
        m_served_at = std::max(m_served_at, asked_at);
    }
}

void Station::cannot_serve(const Error& why, const Moment& last_served)
{
    if (std::exchange(m_is_live, false)) {
        ++m_link_news; // What is being read may be answered in part.
        missed_news();
    }
    m_needs_sync = true;
    m_status.link = MonitorStatus::Link::lost;
    m_status.link_error = why.message();
    m_status.link_code = why.errc();
    m_status.next_attempt = Steady::now() + between_refused_pings;
    m_status.source = NewsSource::none;
    if (!m_away_since)
        m_away_since = last_served;
    m_host.status_changed();
}

void Station::on_link(const redis::Connection::Event& event)
{
    ++m_link_news;
    if (event.kind == redis::Connection::Event::Kind::lost) {
        const auto now = Steady::now();
        if (std::exchange(m_is_live, false) && now - m_connection.heard_at() < longest_silence)
            m_cut_at = now;
        m_needs_sync = true;
        m_lost_by = event.code;
        m_status.link = MonitorStatus::Link::lost;
        m_status.link_error = event.error;
        m_status.link_code = event.code;
        m_status.next_attempt = event.next_attempt;
        m_status.source = NewsSource::none;
        if (!m_away_since)
            m_away_since = last_heard();
        m_host.status_changed();
    } else {
        m_status.link = MonitorStatus::Link::connecting;
        m_status.next_attempt.reset();
        m_link_alarm.ring();
    }
}

/// By both clocks; what never was: now.
Moment Station::moment_at(SteadyTime at)
{
    const Moment now{std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
    if (at == SteadyTime{})
        return now;
    return {at, now.wall - std::chrono::duration_cast<SystemTime::duration>(now.now - at)};
}

/// Noticed later, for it may have fallen silent without a word. One that was never heard: now.
Moment Station::last_heard() const
{
    return moment_at(m_connection.heard_at());
}

boost::asio::awaitable<void> Station::synchronise()
{
    m_needs_sync = false; // Whatever happens from here on asks for another round.
    m_status.encryption = m_connection.encryption();
    if (!m_is_live)
        co_await look_at_rights();
    co_await m_news.listen_for_unlocks();
    co_await switch_news();
    m_has_one_table = false; // As far as is known of who answers now.
    m_facts = {};
    m_databases_at = {};
    if (m_status.permissions.allows(Feature::server_facts))
        co_await ask_server();
    else
        forget_server(); // What another one said of itself before says nothing of this one.
    const bool was_live = m_is_live;
    const bool reconnected = !m_is_live && m_was_live;
    m_is_live = m_connection.is_open();
    if (!m_is_live) {
        m_needs_sync = true;
        co_return;
    }
    if (!was_live)
        recognise();
    m_was_live = true;
    const bool was_deaf = m_live_since == never;
    const bool is_deaf = was_deaf && m_needs_sync; // Perhaps lost once more meanwhile: that is for the next time.
    if (!is_deaf)
        m_live_since = Steady::now();
    m_away_since.reset();
    m_status.link = MonitorStatus::Link::live;
    m_status.link_error.clear();
    m_status.link_code = Errc::ok;
    m_status.next_attempt.reset();
    m_host.status_changed();
    if (reconnected || (was_live && was_deaf && !is_deaf)) {
        LockEvent event;
        event.kind = LockEvent::Kind::resynchronised;
        event.at = std::chrono::system_clock::now();
        m_host.add_event(std::move(event));
    }
    if (std::exchange(m_has_new_pattern, false) || reconnected)
        m_restart_scan = true;
    catch_up();
    wake();
    m_host.status_changed();
}

/// Nobody tells that they were taken away, either. Where all are there, nothing of a look is in the server's ACL log;
/// but without ACL DRYRUN it tries a script, which waits while writes are paused.
SteadyTime Station::next_look_at_rights() const
{
    constexpr int most_doublings = 3;
    constexpr int sooner = 10;
    const milliseconds pause = m_host.options().pauses.rights;
    if (m_rights_changed)
        return m_rights_at + pause / sooner;
    const bool may_get_more = m_is_refused || !m_status.permissions.missing().empty();
    if (may_get_more)
        return m_rights_at + pause * (1 << std::min(m_vain_looks, most_doublings));
    return may_ask_beforehand() ? m_rights_at + 2 * pause : never;
}

bool Station::may_ask_beforehand() const
{
    return is_granted(m_status.permissions, "ACL DRYRUN");
}

/// The reader does not ask for what was refused often.
boost::asio::awaitable<void> Station::look_at_hidden_queue()
{
    const auto now = Steady::now();
    if (m_hidden_queue_of.empty() || m_rights_changed || now < m_hidden_queue_at + m_host.options().pauses.refused)
        co_return;
    m_hidden_queue_at = now;
    const bool is_hidden = co_await is_queue_hidden(m_connection, m_hidden_queue_of);
    if (!is_hidden)
        note_changed_rights();
}

boost::asio::awaitable<void> Station::look_at_rights()
{
    m_rights_at = Steady::now();
    m_rights_changed = false;
    auto report = co_await probe(*m_node, m_host.messages(), m_host.options().scripts);
    if (!m_hidden_queue_of.empty()) {
        m_hidden_queue_at = m_rights_at;
        const bool is_hidden = co_await probe_queue(m_connection, m_hidden_queue_of, report);
        if (!is_hidden)
            m_hidden_queue_of.clear();
    }
    auto abilities = abilities_of(report);
    abilities.shards = m_host.has_sharded_messages() && is_granted(report, "PUBSUB SHARDNUMSUB");
    const auto missing = report.missing().size();
    if (!m_is_live || missing > 0 || report != m_status.permissions)
        m_reader.set_abilities(abilities); // Which forgets how far away the server is.
    const auto missing_before = m_status.permissions.missing().size();
    if (!m_is_live)
        m_missing_rights = missing;
    m_is_refused = missing > m_missing_rights; // What was taken away may come back.
    if (missing != missing_before)
        catch_up(); // Some locks can be seen as they are now, or cannot be seen any more.
    if (missing < missing_before)
        m_needs_sync = m_needs_sync || m_is_live; // Perhaps by better news.
    m_vain_looks = m_is_live && report == m_status.permissions ? m_vain_looks + 1 : 0;
    m_status.permissions = std::move(report);
    m_host.status_changed();
}

/// Is it the same server as before the connection was lost?
void Station::recognise()
{
    ServerIdentity now;
    now.run_id = m_facts.run_id;
    now.address = address();
    const auto before = std::exchange(m_identity, std::move(now));
    m_arrival = look_at_arrival(m_identity.address == before.address);
    m_cut_at.reset();
    if (m_was_live && !m_identity.is_same_as(before))
        m_host.server_changed(*this, before);
}

Arrival Station::look_at_arrival(bool is_restart) const
{
    // Some seconds after the switch: three sentinels write no more than 250 bytes a second.
    constexpr double greetings = 1024;
    const bool has_sentinels = m_connection.options().endpoint.deployment == Deployment::sentinel;
    return arrival_of(m_facts, {is_restart, has_sentinels ? greetings : 0, m_facts_at, m_cut_at});
}

std::string Station::address() const
{
    const auto& endpoint = m_connection.options().endpoint;
    return endpoint.unix_path.empty() ? m_connection.where().display() : endpoint.display();
}

boost::asio::awaitable<void> Station::switch_news()
{
    auto pattern = m_host.options().pattern;
    missed_news(); // They begin somewhere on the way,
    m_status.source = co_await m_news.enable(m_wanted, std::move(pattern));
    missed_news(); // and no scan that began before they did counts.
    m_host.status_changed();
    // What was read under another regime is not announced under this one.
    catch_up();
}

void Station::catch_up()
{
    m_polled_at = Steady::now();
    m_queue.confirm_all(ours());
    m_reading_alarm.ring();
}

} // namespace lockscope::monitor
