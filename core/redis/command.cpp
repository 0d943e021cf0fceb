// SPDX-License-Identifier: Apache-2.0
#include "redis/command.hpp"

#include "lockscope/escape.hpp"

#include <hiredis/hiredis.h>

#include <array>
#include <new>

namespace lockscope::redis {

std::string Command::title() const
{
    static constexpr std::array containers{"CLIENT", "CONFIG", "PUBSUB", "ACL", "SCRIPT", "MEMORY", "CLUSTER"};
    std::string text = m_words.empty() ? std::string() : m_words.front();
    for (const char* container : containers) {
        if (text == container && m_words.size() > 1)
            text += ' ' + m_words[1];
    }
    return escape(text);
}

void Command::append_to(std::string& buffer) const
{
    std::vector<const char*> pointers;
    std::vector<std::size_t> lengths;
    pointers.reserve(m_words.size());
    lengths.reserve(m_words.size());
    for (const std::string& word : m_words) {
        pointers.push_back(word.data());
        lengths.push_back(word.size());
    }
    char* bytes = nullptr;
    const long long length =
        redisFormatCommandArgv(&bytes, static_cast<int>(m_words.size()), pointers.data(), lengths.data());
    if (length < 0)
        throw std::bad_alloc();
    buffer.append(bytes, static_cast<std::size_t>(length));
    redisFreeCommand(bytes);
}

} // namespace lockscope::redis
