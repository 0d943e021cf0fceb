// SPDX-License-Identifier: Apache-2.0
#include "lab/demos/lesson.hpp"

#include "lockscope/escape.hpp"

#include <cstdio>

namespace lockscope::lab {

using redis::Command;
using redis::Reply;

std::string Lesson::state_on(const Sandbox& server, const std::string& lock) const
{
    if (server.process().state() == ServerProcess::State::ended)
        return "dead";
    const Reply owners = server.process().ask(Command{"HKEYS", lock});
    if (owners.elements.empty())
        return "free";
    const std::string& owner = owners.elements[0].text;
    const auto name = m_names.find(owner.substr(0, owner.find(':')));
    return "held by " + (name == m_names.end() ? escape(owner) : name->second);
}

std::string Lesson::lock_on(const Sandbox& server, const std::string& lock) const
{
    std::string state = state_on(server, lock);
    if (!state.starts_with("held"))
        return state;
    const Reply left = server.process().ask(Command{"PTTL", lock});
    return state + ", " + seconds(std::chrono::milliseconds(left.integer)) + " left";
}

bool Lesson::is_held_on(const Sandbox& server, const Client& by, const std::string& lock) const
{
    if (server.process().state() == ServerProcess::State::ended)
        return false;
    const Reply fields = server.process().ask(Command{"HKEYS", lock});
    return fields.elements.size() == 1 && fields.elements[0].text.starts_with(by.id() + ":");
}

std::string place_of(const Sandbox& server)
{
    return server.endpoint().addresses().front().display();
}

std::string seconds(std::chrono::milliseconds duration)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(duration.count()) / 1000);
    return text;
}

ClientOptions lesson_client(const std::string& name)
{
    ClientOptions options;
    options.name = name;
    options.connect_timeout = std::chrono::milliseconds(1000);
    options.command_timeout = std::chrono::milliseconds(3000);
    return options;
}

} // namespace lockscope::lab
