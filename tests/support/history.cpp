// SPDX-License-Identifier: Apache-2.0
#include "support/history.hpp"

#include <array>
#include <cstdio>
#include <iomanip>
#include <istream>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace lockscope::test {

namespace {

constexpr std::array kind_names{"acquire", "acquire_shared", "release", "release_shared", "force_release"};
constexpr std::array outcome_names{"ok", "failed", "gave_up", "lost", "unknown"};

template <typename Enum, std::size_t size>
const char* name_of(Enum value, const std::array<const char*, size>& names)
{
    return names.at(static_cast<std::size_t>(value));
}

template <typename Enum, std::size_t size>
Enum value_of(const std::string& name, const std::array<const char*, size>& names)
{
    for (std::size_t i = 0; i < size; ++i) {
        if (name == names[i])
            return static_cast<Enum>(i);
    }
    throw std::runtime_error("history: no such word: " + name);
}

std::string in_milliseconds(Instant time, Instant start)
{
    if (time == never)
        return "open";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f", static_cast<double>(time - start) / 1e6);
    return text.data();
}

constexpr std::int64_t no_number = INT64_MIN;

} // namespace

std::string describe(const Operation& operation, Instant start)
{
    std::ostringstream text;
    const Instant end = operation.outcome == Outcome::unknown ? never : operation.returned;
    text << std::setw(11) << in_milliseconds(operation.invoked, start) << " .. " << std::setw(11)
         << in_milliseconds(end, start) << " ms  " << operation.owner << "  " << name_of(operation.kind, kind_names)
         << " -> " << name_of(operation.outcome, outcome_names);
    if (operation.count)
        text << ", count " << *operation.count;
    if (operation.token)
        text << ", token " << *operation.token;
    if (operation.valid_until != never)
        text << ", valid until " << in_milliseconds(operation.valid_until, start);
    if (operation.lost_at != never)
        text << ", told lost at " << in_milliseconds(operation.lost_at, start);
    return text.str();
}

History::Id History::begin(std::string lock, std::string owner, Kind kind)
{
    Operation operation{.lock = std::move(lock), .owner = std::move(owner), .kind = kind};
    const std::scoped_lock guard(m_mutex);
    operation.invoked = instant_now();
    m_operations.push_back(std::move(operation));
    return m_operations.size() - 1;
}

void History::end(Id operation, Outcome outcome, Details details)
{
    const Instant now = instant_now();
    const std::scoped_lock guard(m_mutex);
    Operation& ended = m_operations.at(operation);
    ended.returned = now;
    ended.outcome = outcome;
    ended.count = details.count;
    ended.valid_until = details.valid_until;
    ended.token = details.token;
}

void History::lost(Id acquisition)
{
    const Instant now = instant_now();
    const std::scoped_lock guard(m_mutex);
    m_operations.at(acquisition).lost_at = now;
}

void History::add(Operation operation)
{
    const std::scoped_lock guard(m_mutex);
    m_operations.push_back(std::move(operation));
}

std::vector<Operation> History::operations() const
{
    const std::scoped_lock guard(m_mutex);
    return {m_operations.begin(), m_operations.end()};
}

void History::write(std::ostream& out) const
{
    for (const Operation& each : operations()) {
        out << std::quoted(each.lock) << ' ' << std::quoted(each.owner) << ' ' << name_of(each.kind, kind_names) << ' '
            << each.invoked << ' ' << each.returned << ' ' << name_of(each.outcome, outcome_names) << ' '
            << each.count.value_or(-1) << ' ' << each.valid_until << ' ' << each.lost_at << ' '
            << each.token.value_or(no_number) << '\n';
    }
}

void History::read(std::istream& in)
{
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        Operation each;
        std::string kind;
        std::string outcome;
        int count = -1;
        std::int64_t token = no_number;
        words >> std::quoted(each.lock) >> std::quoted(each.owner) >> kind >> each.invoked >> each.returned >> outcome
            >> count >> each.valid_until >> each.lost_at >> token;
        if (!words)
            throw std::runtime_error("history: not a line of one: " + line);
        each.kind = value_of<Kind>(kind, kind_names);
        each.outcome = value_of<Outcome>(outcome, outcome_names);
        if (count >= 0)
            each.count = count;
        if (token != no_number)
            each.token = token;
        add(std::move(each));
    }
}

} // namespace lockscope::test
