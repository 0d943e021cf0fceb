// SPDX-License-Identifier: Apache-2.0
#include "monitor/trace_folder.hpp"

#include "lockscope/owner.hpp"

#include <algorithm>
#include <utility>

namespace lockscope::monitor {
namespace {

using Role = TraceCommand::Role;

constexpr std::size_t most_words_read = 64;
constexpr std::size_t longest_word = 256;
constexpr std::size_t most_inner = 200;
constexpr std::size_t most_identities = 10'000;
/// Its lines come in one go; this is for the one that the network cut in two.
constexpr milliseconds script_patience{250};

/// What is shown of a line: bounded, without secrets.
TraceCommand shown(const TraceLine& line)
{
    TraceCommand command;
    command.at = line.at;
    command.database = line.database;
    command.client = line.client;
    const std::size_t count = std::min(line.words.size(), most_words_read);
    command.words_left_out = line.words_left_out + line.words.size() - count;
    command.words.assign(line.words.begin(), line.words.begin() + static_cast<std::ptrdiff_t>(count));
    hide_secrets(command.words);
    for (std::string& word : command.words) {
        if (word.size() > longest_word) {
            word.resize(longest_word);
            word.shrink_to_fit();
            command.shortened = true;
        }
    }
    return command;
}

std::size_t size_of(const TraceCommand& command)
{
    std::size_t size = sizeof(TraceCommand) + command.client.size() + command.owner.size();
    for (const std::string& word : command.words)
        size += sizeof(std::string) + word.size();
    for (const std::string& lock : command.locks)
        size += sizeof(std::string) + lock.size();
    for (const TraceCommand& inner : command.inner)
        size += size_of(inner);
    return size;
}

/// An address that stands for one client: not a socket's path, which all clients share.
bool is_telling(std::string_view address) noexcept
{
    return !address.empty() && !address.starts_with("unix:") && address.find(':') != std::string_view::npos;
}

} // namespace

TraceFolder::TraceFolder(const TraceOptions& options) : m_options(options)
{
    for (const std::string& name : options.known_locks)
        m_known.add(name);
    m_options.known_locks.clear();
}

void TraceFolder::add(std::string_view text, SteadyTime now)
{
    ++m_lines;
    auto line = parse_trace_line(text);
    if (!line) {
        ++m_malformed;
        return;
    }
    if (line->origin == TraceLine::Origin::script && m_open) {
        m_open->since = now;
        add_inner(*line);
        return;
    }
    close();
    add_command(std::move(*line), now);
}

void TraceFolder::add_inner(const TraceLine& line)
{
    TraceCommand& script = m_open->command;
    if (m_open->interest == OpenScript::Interest::none) {
        // A script of strangers is none of ours until it touches a lock.
        if (is_read(upper_case(line.words.front().substr(0, 16))) || !subject_of(line, m_known).touches) {
            ++script.inner_left_out;
            return;
        }
        m_open->interest = OpenScript::Interest::some;
    }
    if (script.inner.size() >= most_inner) {
        ++script.inner_left_out;
        return;
    }
    TraceCommand inner = shown(line);
    inner.role = role_of(upper_case(line.words.front().substr(0, 16)));
    TraceSubject subject = subject_of(line, m_known);
    inner.locks = std::move(subject.locks);
    inner.owner = std::move(subject.owner);
    if (script.locks.empty())
        script.locks = inner.locks;
    script.inner.push_back(std::move(inner));
}

void TraceFolder::add_command(TraceLine line, SteadyTime now)
{
    const std::string verb = upper_case(line.words.front().substr(0, 16));
    const bool everything = m_options.scope == TraceOptions::Scope::everything;
    TraceSubject subject = subject_of(line, m_known);
    const bool wanted = everything || subject.touches;
    if (is_script_verb(verb)) {
        OpenScript script;
        script.command = shown(line);
        script.command.locks = std::move(subject.locks);
        script.command.owner = std::move(subject.owner);
        script.interest = wanted ? OpenScript::Interest::some : OpenScript::Interest::none;
        script.since = now;
        script.line = std::move(line);
        m_open = std::move(script);
        return;
    }
    const Role role = clears_unlock_latch(line) ? Role::other : role_of(verb);
    if (!wanted || (role == Role::read && m_options.reads == TraceOptions::Reads::left_out))
        return;
    TraceCommand command = shown(line);
    command.role = role;
    command.locks = std::move(subject.locks);
    command.owner = std::move(subject.owner);
    hand_out(std::move(command));
}

void TraceFolder::settle(SteadyTime now)
{
    if (m_open && now - m_open->since >= script_patience)
        close();
}

void TraceFolder::close()
{
    if (!m_open)
        return;
    OpenScript script = std::move(*m_open);
    m_open.reset();
    if (script.interest == OpenScript::Interest::none)
        return;
    TraceCommand& command = script.command;
    if (const auto call = script_call_of(script.line)) {
        const ScriptMeaning meaning = meaning_of(*call, command.inner);
        command.role = meaning.role;
        command.outcome = meaning.outcome;
        command.lease = meaning.lease;
    }
    if (command.role == Role::read && m_options.reads == TraceOptions::Reads::left_out)
        return;
    learn(command);
    hand_out(std::move(command));
}

void TraceFolder::learn(const TraceCommand& command)
{
    const bool by_owner = command.role == Role::acquire || command.role == Role::release || command.role == Role::renew;
    if (!by_owner || command.owner.empty())
        return; // operators name owners that they are not
    for (const std::string& lock : command.locks)
        m_known.add(lock);
    const auto owner = OwnerField::parse(command.owner);
    if (!owner || !is_telling(command.client) || m_told.size() >= most_identities)
        return;
    if (m_told.insert(owner->client + ' ' + command.client).second)
        m_identities.push_back({owner->client, command.client});
}

void TraceFolder::hand_out(TraceCommand command)
{
    const std::size_t size = size_of(command);
    if (m_commands.size() >= m_options.max_batch || m_bytes + size > m_options.max_batch_bytes) {
        ++m_dropped;
        return;
    }
    m_bytes += size;
    ++m_kept;
    m_commands.push_back(std::move(command));
}

std::vector<TraceCommand> TraceFolder::take_commands()
{
    m_bytes = 0;
    return std::exchange(m_commands, {});
}

std::vector<IdentityHint> TraceFolder::take_identities()
{
    return std::exchange(m_identities, {});
}

} // namespace lockscope::monitor
