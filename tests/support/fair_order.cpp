// SPDX-License-Identifier: Apache-2.0
#include "support/fair_order.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <deque>

namespace lockscope::test {

namespace {

using Type = QueueEvent::Type;

std::string listed(const std::vector<QueueEvent>& events, std::size_t culprit)
{
    constexpr std::size_t most = 15;
    constexpr std::array names{"enters the queue", "is granted the lock", "leaves the queue"};
    std::string text;
    for (std::size_t i = culprit < most ? 0 : culprit - most; i <= culprit; ++i)
        text += (i == culprit ? "  > " : "    ") + events[i].owner + ' '
              + names.at(static_cast<std::size_t>(events[i].type)) + '\n';
    return text;
}

/// Follows the commands on the keys of one lock.
class QueueReader
{
public:
    explicit QueueReader(const std::string& lock) : m_lock(lock), m_queue("redisson_lock_queue:{" + lock + "}") {}

    void read(const std::vector<std::string>& words)
    {
        if (words.size() < 2)
            return;
        std::string command = words[0];
        std::transform(command.begin(), command.end(), command.begin(),
                       [](unsigned char c) { return std::tolower(c); });
        if (words[1] == m_queue)
            read_queue(command, words);
        else if (words[1] == m_lock)
            read_lock(command, words);
    }
    std::vector<QueueEvent> events()
    {
        settle();
        return std::move(m_events);
    }

private:
    void read_queue(const std::string& command, const std::vector<std::string>& words)
    {
        if (command == "rpush" && words.size() == 3) {
            settle();
            m_waiting.push_back(words[2]);
            m_events.push_back({Type::entered, words[2]});
        } else if (command == "lpop") {
            settle();
            if (!m_waiting.empty()) {
                m_popped = m_waiting.front();
                m_waiting.pop_front();
            }
        } else if (command == "lrem" && words.size() == 4) {
            settle();
            if (std::erase(m_waiting, words[3]) > 0)
                m_events.push_back({Type::left, words[3]});
        } else if (command == "del") {
            settle();
            for (const std::string& each : m_waiting)
                m_events.push_back({Type::left, each});
            m_waiting.clear();
        }
    }
    void read_lock(const std::string& command, const std::vector<std::string>& words)
    {
        if (command == "del") {
            settle();
            m_holder.clear();
        } else if ((command == "hset" || command == "hincrby") && words.size() == 4) {
            const std::string& owner = words[2];
            if (owner == m_holder && m_popped != owner)
                return;
            if (m_popped == owner)
                m_popped.clear();
            settle();
            std::erase(m_waiting, owner);
            m_holder = owner;
            m_events.push_back({Type::granted, owner});
        }
    }
    /// Whoever was taken from the queue and not granted the lock has left.
    void settle()
    {
        if (!m_popped.empty())
            m_events.push_back({Type::left, m_popped});
        m_popped.clear();
    }

    std::string m_lock;
    std::string m_queue;
    std::deque<std::string> m_waiting;
    std::string m_popped;
    std::string m_holder;
    std::vector<QueueEvent> m_events;
};

int hex_digit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0 ? c - '0'
                                                            : std::tolower(static_cast<unsigned char>(c)) - 'a' + 10;
}

} // namespace

Verdict check_fair_order(const std::vector<QueueEvent>& events)
{
    std::deque<std::string> waiting;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const std::string& owner = events[i].owner;
        const bool waits = std::find(waiting.begin(), waiting.end(), owner) != waiting.end();
        if (events[i].type == Type::granted && !waiting.empty() && waiting.front() != owner)
            return {Verdict::Answer::violated,
                    owner + " was granted the lock although " + waiting.front()
                        + (waits ? " had entered the queue before it:\n" : " waited, and it had not queued:\n")
                        + listed(events, i)};
        if (events[i].type != Type::entered)
            std::erase(waiting, owner);
        else if (!waits)
            waiting.push_back(owner);
    }
    return {};
}

std::vector<QueueEvent> queue_events(const std::vector<std::string>& monitor_lines, const std::string& lock)
{
    QueueReader reader(lock);
    for (const std::string& line : monitor_lines)
        reader.read(words_of_monitor_line(line));
    return reader.events();
}

std::vector<std::string> words_of_monitor_line(std::string_view line)
{
    std::vector<std::string> words;
    bool inside = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (!inside) {
            if (c == '"') {
                words.emplace_back();
                inside = true;
            }
        } else if (c == '"') {
            inside = false;
        } else if (c != '\\' || i + 1 >= line.size()) {
            words.back() += c;
        } else if (const char escaped = line[++i]; escaped == 'x' && i + 2 < line.size()) {
            words.back() += static_cast<char>(hex_digit(line[i + 1]) * 16 + hex_digit(line[i + 2]));
            i += 2;
        } else {
            constexpr std::string_view letters = "nrtab";
            constexpr std::string_view meant = "\n\r\t\a\b";
            const auto place = letters.find(escaped);
            words.back() += place == std::string_view::npos ? escaped : meant[place];
        }
    }
    return words;
}

} // namespace lockscope::test
