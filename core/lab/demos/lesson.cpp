// SPDX-License-Identifier: Apache-2.0
#include "lab/demos/lesson.hpp"

#include "lockscope/escape.hpp"

#include <cstdio>

namespace lockscope::lab {

using redis::Command;
using redis::Reply;

std::string Lesson::lock_on(const Sandbox& server, const std::string& lock) const
{
    if (server.process().state() == ServerProcess::State::ended)
        return "dead";
    const std::vector<Reply> replies = server.process().ask({Command{"HGETALL", lock}, Command{"PTTL", lock}});
    const Reply& fields = replies.at(0);
    if (fields.elements.size() < 2)
        return "free";
    const std::string& owner = fields.elements[0].text;
    const auto name = m_names.find(owner.substr(0, owner.find(':')));
    const std::string holder = name == m_names.end() ? escape(owner) : name->second;
    return "held by " + holder + ", " + seconds(std::chrono::milliseconds(replies.at(1).integer)) + " left";
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
    options.connect_timeout = std::chrono::milliseconds(500);
    options.command_timeout = std::chrono::milliseconds(1500);
    return options;
}

} // namespace lockscope::lab
