// SPDX-License-Identifier: Apache-2.0
#include "acting.hpp"
#include "commands.hpp"
#include "lockscope/admin.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/show_commands.hpp"
#include "output.hpp"

#include <algorithm>
#include <charconv>

namespace lockctl {

using namespace lockscope;

namespace {

using Outcome = AdminResult::Outcome;

/// "OWNER=COUNT"; the owner as lockctl prints it. The last '=' divides.
std::pair<std::string, std::int64_t> parse_holder(const std::string& text)
{
    const auto divider = text.rfind('=');
    std::int64_t count = 0;
    bool is_good = divider != std::string::npos && divider > 0;
    if (is_good) {
        const char* end = text.data() + text.size();
        const auto parsed = std::from_chars(text.data() + divider + 1, end, count);
        is_good = parsed.ec == std::errc() && parsed.ptr == end && count > 0;
    }
    if (!is_good)
        throw Error(Errc::invalid_argument,
                    "--expect wants OWNER=COUNT, with a count of at least 1, not \"" + escape(text) + "\".");
    return {unescape(text.substr(0, divider)), count};
}

/// What the operator wants, compared with what is there.
class Forcing
{
public:
    Forcing(const ForceOptions& options, Format format, Client& client)
        : m_options(options)
        , m_format(format)
        , m_client(client)
    {
        m_request.lock = options.name;
        m_request.reason = options.reason;
        for (const auto& text : options.expected) {
            if (!m_request.expected.insert(parse_holder(text)).second)
                throw Error(Errc::invalid_argument,
                            "--expect names one owner twice, with \"" + escape(text) + "\"; give each owner once.");
        }
    }

    int run()
    {
        look();
        if (m_state)
            require_comparable(*m_state);
        if (!m_state || (!m_state->is_held() && m_request.expected.empty()))
            return tell({Outcome::changed, false, "Nobody holds \"" + escape(m_options.name) + "\".", m_state, {}});
        if (m_request.expected.empty()) {
            m_request.expected = expectation_of(*m_state);
            // Not the lease's end: a watchdog moves it, and whoever is renewed all the time could never be released.
            m_request.mark.token = mark_of(*m_state).token;
        }
        if (!m_options.is_confirmed) {
            if (!is_as_expected(*m_state))
                return tell({Outcome::changed,
                             false,
                             "\"" + escape(m_options.name) + "\" is not held as expected; nothing would be done.",
                             m_state,
                             {}});
            if (ends_sooner(*m_state))
                return tell(sooner(*m_state));
            complain(plan() + " Nothing was done; repeat it with " + confirmation());
            return exit_usage;
        }
        const auto end = [this] {
            Admin admin = operator_on(m_client);
            return m_options.ttl ? admin.force_expire(m_request, *m_options.ttl) : admin.force_release(m_request);
        };
        return carry_out(end, m_format);
    }

private:
    /// Reads the lock, and a second time if it is to be released and some waiters may be dead.
    void look()
    {
        const bool wants_ghosts = m_options.is_confirmed && !m_options.ttl;
        m_state = wants_ghosts ? look_for_ghosts(m_client, m_options.name) : read_lock(m_client, m_options.name);
        if (!wants_ghosts || !m_state)
            return;
        for (const auto& waiter : m_state->waiters) {
            if (is_dead(waiter))
                m_request.ghosts.push_back(waiter.owner);
        }
    }

    /// @throws Error invalid_argument for what the script would never find as it was seen
    void require_comparable(const LockState& state) const
    {
        const std::string name = '"' + escape(m_options.name) + '"';
        if (is_counter(state.type))
            throw Error(Errc::invalid_argument,
                        name + " is a " + std::string(to_string(state.type)) + ": only locks can be released or expired"
                            + (state.type == LockType::semaphore ? "; release-one gives back a permit." : "."));
        if (state.type == LockType::multi)
            throw Error(Errc::invalid_argument,
                        name
                            + " is a group of locks in one hash (RFasterMultiLock); who holds which of them is "
                              "not compared, so it cannot be released or expired from here.");
        if (m_request.expected.empty() && is_cut(state))
            throw Error(Errc::invalid_argument,
                        name + " has " + std::to_string(state.holders_total) + " holders, of which only "
                            + std::to_string(state.holders.size())
                            + " are read: what is not seen as a whole is not ended. Give all of them with --expect.");
    }

    static bool is_cut(const LockState& state) { return state.holders_total > state.holders.size(); }

    /// As far as it was read; the script looks at all.
    bool is_as_expected(const LockState& state) const
    {
        const Expectation seen = expectation_of(state);
        return m_request.expected.size() == state.holders_total
            && std::includes(m_request.expected.begin(), m_request.expected.end(), seen.begin(), seen.end());
    }

    bool ends_sooner(const LockState& state) const
    {
        return m_options.ttl && state.ttl.count() >= 0 && state.ttl <= *m_options.ttl;
    }

    /// As the script would say it.
    AdminResult sooner(const LockState& state) const
    {
        AdminResult result;
        result.outcome = Outcome::changed;
        result.message = '"' + escape(m_options.name) + "\" ends sooner already, in "
                       + std::to_string(state.ttl.count()) + " ms; expiring never lengthens. Nothing was done.";
        result.state = state;
        result.lease_before = state.ttl;
        return result;
    }

    std::string plan() const
    {
        std::string text = m_options.ttl ? "In " + std::to_string(m_options.ttl->count()) + " ms this would end \""
                                         : "This would release \"";
        text += escape(m_options.name) + "\", held by ";
        for (const auto& [owner, count] : m_request.expected)
            text += escape(owner) + '=' + std::to_string(count) + ' ';
        text.back() = '.';
        return m_options.ttl ? text + " A living watchdog may renew it before that." : text;
    }

    /// What to add, for a shell: with it only what was shown is ended, whoever has the lock by then.
    std::string confirmation() const
    {
        constexpr std::size_t most_holders = 5; // More are no sentence, and long before their end no command line.
        if (m_request.expected.size() > most_holders)
            return "--yes.";
        std::string text;
        for (const auto& [owner, count] : m_request.expected)
            text += "--expect " + shell_quote(escape(owner) + '=' + std::to_string(count)) + ' ';
        return text + "--yes"; // No full stop: it would be pasted, too.
    }

    int tell(const AdminResult& result) const { return lockctl::tell(result, m_format); }

    const ForceOptions& m_options;
    Format m_format;
    Client& m_client;
    AdminRequest m_request;
    std::optional<LockState> m_state;
};

} // namespace

int run(const ForceOptions& options, Format format, Client& client)
{
    return Forcing(options, format, client).run();
}

} // namespace lockctl
