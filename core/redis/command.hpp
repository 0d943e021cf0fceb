// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockscope::redis {

/// So often it is asked whether what waits for a connection is still wanted.
inline constexpr std::chrono::milliseconds between_questions{250};

/// One command with its arguments, as bytes. Always sent length-prefixed, so no argument can become a command.
class Command
{
public:
    Command(std::initializer_list<std::string_view> words) : m_words(words.begin(), words.end()) {}
    explicit Command(std::vector<std::string> words) : m_words(std::move(words)) {}

    Command& arg(std::string_view word) &
    {
        m_words.emplace_back(word);
        return *this;
    }
    Command& arg(std::int64_t number) & { return arg(std::to_string(number)); }
    Command&& arg(std::string_view word) && { return std::move(arg(word)); }
    Command&& arg(std::int64_t number) && { return std::move(arg(number)); }

    /// In a cluster, while the slot of its keys is on its way from one node to another.
    enum class WhileMoving {
        follows,         ///< Goes where its keys have gone, and waits if they are not all in one place.
        is_told,         ///< Goes where its keys have gone; if they are not all in one place, that is the answer.
        is_done_at_home, ///< By the owner of the slot, or not at all: any other place is the answer.
    };
    Command& while_moving(WhileMoving what) &
    {
        m_while_moving = what;
        return *this;
    }
    Command&& while_moving(WhileMoving what) && { return std::move(while_moving(what)); }
    [[nodiscard]] WhileMoving while_moving() const noexcept { return m_while_moving; }

    /// Before it is sent again, because it was not executed where it went first, and every now and then while there is
    /// no connection to send it over, it is asked whether it is still wanted. Errc::cancelled if not.
    Command& only_while(std::function<bool()> wanted) &
    {
        m_wanted = std::move(wanted);
        return *this;
    }
    Command&& only_while(std::function<bool()> wanted) &&
    {
        m_wanted = std::move(wanted);
        return std::move(*this);
    }
    [[nodiscard]] const std::function<bool()>& wanted() const noexcept { return m_wanted; }
    [[nodiscard]] bool is_wanted() const { return !m_wanted || m_wanted(); }

    /// The same in other words.
    [[nodiscard]] Command with(std::vector<std::string> words) const
    {
        Command other(std::move(words));
        other.m_while_moving = m_while_moving;
        other.m_wanted = m_wanted;
        return other;
    }

    [[nodiscard]] const std::vector<std::string>& words() const noexcept { return m_words; }
    /// First word, and the second one for container commands: "CLIENT TRACKING". For messages.
    [[nodiscard]] std::string title() const;
    /// Appends the command's bytes on the wire.
    void append_to(std::string& buffer) const;

private:
    std::vector<std::string> m_words;
    WhileMoving m_while_moving = WhileMoving::follows;
    std::function<bool()> m_wanted;
};

} // namespace lockscope::redis
