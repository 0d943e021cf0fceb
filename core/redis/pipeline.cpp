// SPDX-License-Identifier: Apache-2.0
#include "redis/pipeline.hpp"

#include <algorithm>
#include <utility>

namespace lockscope::redis {

void Pipeline::add(const std::vector<Command>& commands, Clock::time_point deadline, Completion completion)
{
    Request request;
    request.expected = commands.size();
    request.deadline = deadline;
    request.title = commands.front().title();
    request.completion = std::move(completion);
    for (const Command& command : commands)
        command.append_to(request.bytes);
    request.wanted = commands.front().wanted();
    m_unsent.push_back(std::move(request));
}

std::string Pipeline::take_unsent(Clock::time_point now)
{
    std::string bytes;
    for (Request& request : m_unsent) {
        if (bytes.empty())
            bytes = std::move(request.bytes);
        else
            bytes += request.bytes;
        request.bytes = {};
        request.wanted = nullptr;
        request.sent_at = now;
        m_sent_commands += request.expected;
        m_sent.push_back(std::move(request));
    }
    m_unsent.clear();
    return bytes;
}

bool Pipeline::on_reply(Reply reply)
{
    if (m_sent.empty())
        return false;
    Request& front = m_sent.front();
    reply.sent = front.sent_at;
    front.replies.push_back(std::move(reply));
    if (front.replies.size() < front.expected)
        return true;
    Request done = std::move(front);
    m_sent.pop_front();
    finish(std::move(done), nullptr);
    return true;
}

void Pipeline::expire(Clock::time_point now, const std::string& why_not_sent)
{
    std::vector<Request> overdue, unwanted;
    for (auto request = m_unsent.begin(); request != m_unsent.end();) {
        const bool is_unwanted = request->wanted && !request->wanted();
        if (is_unwanted || request->deadline <= now) {
            (is_unwanted ? unwanted : overdue).push_back(std::move(*request));
            request = m_unsent.erase(request);
        } else {
            ++request;
        }
    }
    std::vector<std::pair<Completion, std::string>> unanswered;
    for (Request& request : m_sent) {
        if (request.completion && request.deadline <= now)
            unanswered.emplace_back(std::exchange(request.completion, nullptr), request.title);
    }
    for (Request& request : overdue) {
        const std::string sentence =
            "No connection to " + m_node + " before the time for " + request.title + " was over: " + why_not_sent;
        finish(std::move(request), std::make_exception_ptr(make_error(Errc::connection_failed, sentence)));
    }
    for (Request& request : unwanted) {
        const std::string sentence = request.title + " is no longer wanted, and was not sent to " + m_node + ".";
        finish(std::move(request), std::make_exception_ptr(make_error(Errc::cancelled, sentence)));
    }
    for (const auto& [completion, title] : unanswered) {
        const std::string sentence =
            "No reply from " + m_node + " to " + title + " in time; it may have been executed.";
        completion(std::make_exception_ptr(make_error(Errc::timeout, sentence)), {});
    }
}

bool Pipeline::may_be_unwanted() const
{
    return std::any_of(m_unsent.begin(), m_unsent.end(),
                       [](const Request& request) { return static_cast<bool>(request.wanted); });
}

std::optional<Pipeline::Clock::time_point> Pipeline::next_deadline() const
{
    std::optional<Clock::time_point> earliest;
    const auto consider = [&](const std::deque<Request>& requests) {
        for (const Request& request : requests) {
            if (request.completion && (!earliest || request.deadline < *earliest))
                earliest = request.deadline;
        }
    };
    consider(m_unsent);
    consider(m_sent);
    return earliest;
}

std::optional<Pipeline::Clock::time_point> Pipeline::oldest_sent() const
{
    if (m_sent.empty())
        return std::nullopt;
    return m_sent.front().sent_at;
}

void Pipeline::lose_sent(const std::string& why)
{
    std::deque<Request> lost = std::exchange(m_sent, {});
    for (Request& request : lost) {
        const std::string sentence =
            "The connection to " + m_node + " was lost before it answered " + request.title + ": " + why;
        finish(std::move(request), std::make_exception_ptr(make_error(Errc::connection_lost, sentence)));
    }
}

void Pipeline::fail_unsent(const Error& error)
{
    std::deque<Request> failed = std::exchange(m_unsent, {});
    for (Request& request : failed)
        finish(std::move(request), std::make_exception_ptr(error));
}

void Pipeline::finish(Request request, std::exception_ptr error)
{
    if (!request.completion)
        return;
    if (error)
        request.replies.clear();
    request.completion(std::move(error), std::move(request.replies));
}

} // namespace lockscope::redis
