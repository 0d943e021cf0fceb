// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"
#include "json_output.hpp"
#include "lockscope/admin.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/monitor.hpp"
#include "output.hpp"
#include "table_output.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <thread>

#include <unistd.h>

namespace lockctl {

using namespace lockscope;

namespace {

using Outcome = AdminResult::Outcome;

/// A waiter between queueing and subscribing looks dead for a moment; whoever is silent for so long is.
constexpr std::chrono::seconds ghost_silence{2};

/// "OWNER=COUNT"; the owner as lockctl prints it. The last '=' divides.
std::pair<std::string, std::int64_t> parse_holder(const std::string& text)
{
    const auto divider = text.rfind('=');
    std::int64_t count = 0;
    bool is_good = divider != std::string::npos && divider > 0;
    if (is_good) {
        const char* end = text.data() + text.size();
        const auto parsed = std::from_chars(text.data() + divider + 1, end, count);
        is_good = parsed.ec == std::errc() && parsed.ptr == end;
    }
    if (!is_good)
        throw Error(Errc::invalid_argument, "--expect wants OWNER=COUNT, not \"" + escape(text) + "\".");
    return {unescape(text.substr(0, divider)), count};
}

std::vector<std::string> silent_waiters(const std::optional<LockState>& state)
{
    std::vector<std::string> owners;
    if (state) {
        for (const auto& waiter : state->waiters) {
            if (waiter.subscribed == false)
                owners.push_back(waiter.owner);
        }
    }
    return owners;
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
        for (const auto& text : options.expected)
            m_request.expected.insert(parse_holder(text));
    }

    int run()
    {
        look();
        if (!m_state || (!m_state->is_held() && m_request.expected.empty()))
            return tell({Outcome::changed, false, "Nobody holds \"" + escape(m_options.name) + "\".", m_state});
        if (m_request.expected.empty())
            m_request.expected = expectation_of(*m_state);
        if (!m_options.is_confirmed) {
            complain(plan() + " Nothing was done; repeat it with --yes.");
            return exit_usage;
        }
        Admin admin(m_client, std::make_shared<AuditLog>(AuditLog::default_path()),
                    {.read_only = false, .production = false, .reason_required = true});
        return tell(m_options.ttl ? admin.force_expire(m_request, *m_options.ttl) : admin.force_release(m_request));
    }

private:
    /// Reads the lock, and a second time if some waiters may be dead.
    void look()
    {
        m_state = read_lock(m_client, m_options.name);
        const auto before = silent_waiters(m_state);
        if (before.empty() || !m_options.is_confirmed || m_options.ttl)
            return;
        std::this_thread::sleep_for(ghost_silence);
        m_state = read_lock(m_client, m_options.name);
        for (const auto& owner : silent_waiters(m_state)) {
            if (std::find(before.begin(), before.end(), owner) != before.end())
                m_request.ghosts.push_back(owner);
        }
    }

    std::string plan() const
    {
        std::string text = m_options.ttl ? "In " + std::to_string(m_options.ttl->count()) + " ms this would end \""
                                         : "This would release \"";
        text += escape(m_options.name) + "\", held by ";
        for (const auto& [owner, count] : m_request.expected)
            text += escape(owner) + '=' + std::to_string(count) + ' ';
        text.back() = '.';
        return text;
    }

    int tell(const AdminResult& result) const
    {
        if (m_format == Format::json)
            print(to_line(to_json(result)));
        else if (result.outcome == Outcome::done)
            print(result.message);
        else if (result.outcome == Outcome::changed && result.state)
            print(to_details(*result.state));
        if (result.outcome != Outcome::done)
            complain(result.message);
        switch (result.outcome) {
        case Outcome::done: return exit_done;
        case Outcome::changed: return exit_not_so;
        default: return exit_server;
        }
    }

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
