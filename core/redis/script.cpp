// SPDX-License-Identifier: Apache-2.0
#include "redis/script.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <stdexcept>
#include <type_traits>

namespace lockscope::redis {

namespace {

std::array<char, 40> sha1_hex(std::string_view text)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    if (EVP_Digest(text.data(), text.size(), digest.data(), &length, EVP_sha1(), nullptr) != 1)
        throw std::runtime_error("SHA-1 is not available in this OpenSSL; Redis names scripts by it");
    static constexpr char digits[] = "0123456789abcdef";
    std::array<char, 40> hex{};
    for (std::size_t i = 0; i < hex.size(); ++i)
        hex[i] = digits[i % 2 == 0 ? digest[i / 2] >> 4 : digest[i / 2] & 15];
    return hex;
}

/// Of a command; what a server names is not believed to be short.
constexpr std::size_t longest_name = 40;

/// The decimal number at the beginning of @p text; 0 if there is none.
std::size_t leading_number(std::string_view text)
{
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// The line of this number, the first is 1; empty if there is none.
std::string_view line_of(std::string_view text, std::size_t number)
{
    for (; number > 1; --number) {
        const std::size_t end = text.find('\n');
        text = end == text.npos ? std::string_view() : text.substr(end + 1);
    }
    return text.substr(0, text.find('\n'));
}

/// The command of a call, as an ACL names it: `'HGET', …` or `ARGV[1], …`.
std::string right_for(std::string_view call, const std::vector<std::string>& args)
{
    constexpr std::string_view argument = "ARGV[";
    std::string name;
    if (call.starts_with(argument)) {
        const std::size_t index = leading_number(call.substr(argument.size()));
        if (index > 0 && index <= args.size())
            name = args[index - 1];
    } else if (call.starts_with('\'')) {
        call.remove_prefix(1);
        name = call.substr(0, call.find('\''));
    }
    for (char& c : name)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name.empty() ? name : '+' + name;
}

} // namespace

static_assert(std::is_trivially_destructible_v<Script>);

Script::Script(std::string_view text) : m_text(text), m_sha(sha1_hex(text)) {}

Command Script::evalsha(const std::vector<std::string>& keys, const std::vector<std::string>& args) const
{
    return call("EVALSHA", {m_sha.data(), m_sha.size()}, keys, args);
}

Command Script::eval(const std::vector<std::string>& keys, const std::vector<std::string>& args) const
{
    return call("EVAL", m_text, keys, args);
}

std::string Script::missing_right(std::string_view refusal, const std::vector<std::string>& args) const
{
    // Since Redis 7.2, and in Valkey, the command is named.
    constexpr std::string_view naming = "no permissions to run the '";
    const std::size_t name = refusal.find(naming);
    if (refusal.starts_with("ERR ACL failure in script") && name != refusal.npos) {
        const std::string_view rest = refusal.substr(name + naming.size());
        return '+' + std::string(rest.substr(0, std::min(rest.find('\''), longest_name)));
    }
    constexpr std::string_view sign = "can't run this command";
    constexpr std::string_view place = "@user_script:";
    if (refusal.find(sign) == refusal.npos)
        return {};
    std::string all;
    const auto collect = [&](std::string_view part, std::string_view opening) {
        for (std::size_t found = part.find(opening); found != part.npos; found = part.find(opening, found + 1)) {
            const std::string right = right_for(part.substr(found + opening.size()), args);
            if (!right.empty() && all.find(right) == all.npos)
                all += (all.empty() ? "" : " or ") + right;
        }
    };
    const std::size_t at = refusal.rfind(place);
    if (at == refusal.npos) { // the script has caught it, cleared away, and returned it as its own answer
        collect(m_text, "refusal = redis.pcall(");
        return all;
    }
    const std::string_view line = line_of(m_text, leading_number(refusal.substr(at + place.size())));
    collect(line, "redis.call(");
    collect(line, "redis.pcall(");
    return all;
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
