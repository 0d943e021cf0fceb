// SPDX-License-Identifier: Apache-2.0
#include "admin/comparing.hpp"

#include "admin/describe.hpp"
#include "locks/key_names.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/owner.hpp"

namespace lockscope::admin {
namespace {

constexpr std::int64_t reader_keys_limit = 5000;
/// Of all of them; the lock's name, which is in each, may be of megabytes.
constexpr std::size_t reader_keys_bytes = 8 << 20;

std::string text_of(const std::optional<std::int64_t>& number)
{
    return number ? std::to_string(*number) : std::string();
}

std::string joined(std::initializer_list<std::string_view> pieces)
{
    std::string text;
    for (const std::string_view piece : pieces)
        text.append(piece);
    return text;
}

} // namespace

JoinedScript::JoinedScript(std::initializer_list<std::string_view> pieces) : m_text(joined(pieces)), m_script(*m_text)
{}

void append_expected(std::vector<std::string>& arguments, const Expectation& expected, const HoldMark& mark)
{
    arguments.push_back(std::to_string(expected.size()));
    for (const auto& [owner, count] : expected) {
        arguments.push_back(owner);
        arguments.push_back(std::to_string(count));
    }
    arguments.push_back(text_of(mark.token));
    arguments.push_back(text_of(mark.lease_end));
}

std::vector<std::string> reader_keys(const std::string& lock, const Expectation& expected)
{
    std::vector<std::string> keys;
    std::int64_t left = reader_keys_limit;
    std::size_t bytes = 0;
    for (const auto& [owner, count] : expected) {
        const auto parsed = OwnerField::parse(owner);
        if (parsed && parsed->writer)
            continue;
        for (std::int64_t hold = 1; hold <= count && left > 0; ++hold, --left) {
            auto key = locks::reader_timeout_key(lock, owner, hold);
            bytes += key.size();
            if (bytes > reader_keys_bytes)
                return keys;
            keys.push_back(std::move(key));
        }
    }
    return keys;
}

std::vector<std::string> owners_of(const Expectation& expected)
{
    std::vector<std::string> owners;
    for (const auto& [owner, count] : expected)
        owners.push_back(owner);
    return owners;
}

std::string holders_text(const std::vector<redis::Reply>& parts, std::size_t first)
{
    std::string text;
    for (std::size_t i = first, told = 0; i + 1 < parts.size(); i += 2, ++told) {
        text += text.empty() ? "" : ", ";
        if (told == most_entries)
            return text + std::to_string((parts.size() - i) / 2) + " more";
        text += escape(parts[i].text) + '=' + escape(parts[i + 1].text);
    }
    return text;
}

std::optional<AdminResult> difference(const redis::Reply& reply, const std::string& lock, const Expectation& expected,
                                      const std::string& node)
{
    const auto& parts = reply.elements;
    if (!reply.is_array() || parts.empty() || !parts.front().as_integer())
        throw_nonsense(node);
    const auto verdict = *parts.front().as_integer();
    if (verdict > 0)
        return std::nullopt;
    AdminResult result;
    result.outcome = AdminResult::Outcome::changed;
    if (verdict == 0) {
        const auto owners = parts.size() > 1 ? parts[1].as_integer() : std::nullopt;
        if (!owners)
            throw_nonsense(node);
        std::string found = holders_text(parts, 2);
        if (found.empty())
            found = *owners == 0 ? "nobody" : std::to_string(*owners) + " holders";
        result.message = in_quotes(lock) + " is no longer as it was seen: " + describe(expected) + " expected, " + found
                       + " found. Nothing was done.";
        return result;
    }
    result.renewed = true;
    result.message = in_quotes(lock) + " is still held by " + describe(expected)
                   + ", but it was renewed, or taken anew, since it was seen. Nothing was done.";
    return result;
}

void throw_nonsense(const std::string& node)
{
    throw Error(Errc::protocol, "The server's answer to a script makes no sense.", node);
}

} // namespace lockscope::admin
