// SPDX-License-Identifier: Apache-2.0
#include "redis/script.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace lockscope::redis {

namespace {

std::string sha1_hex(std::string_view text)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    if (EVP_Digest(text.data(), text.size(), digest.data(), &length, EVP_sha1(), nullptr) != 1)
        throw std::runtime_error("SHA-1 is not available in this OpenSSL; Redis names scripts by it");
    static constexpr char digits[] = "0123456789abcdef";
    std::string hex;
    for (unsigned i = 0; i < length; ++i)
        hex += {digits[digest[i] >> 4], digits[digest[i] & 15]};
    return hex;
}

} // namespace

Script::Script(std::string_view text) : m_text(text), m_sha(sha1_hex(text)) {}

Command Script::evalsha(const std::vector<std::string>& keys, const std::vector<std::string>& args) const
{
    return call("EVALSHA", m_sha, keys, args);
}

Command Script::eval(const std::vector<std::string>& keys, const std::vector<std::string>& args) const
{
    return call("EVAL", m_text, keys, args);
}

Command Script::call(std::string_view verb, std::string_view body, const std::vector<std::string>& keys,
                     const std::vector<std::string>& args)
{
    std::vector<std::string> words;
    words.reserve(3 + keys.size() + args.size());
    words.emplace_back(verb);
    words.emplace_back(body);
    words.push_back(std::to_string(keys.size()));
    words.insert(words.end(), keys.begin(), keys.end());
    words.insert(words.end(), args.begin(), args.end());
    return Command(std::move(words));
}

} // namespace lockscope::redis
