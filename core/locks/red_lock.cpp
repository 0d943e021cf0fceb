// SPDX-License-Identifier: Apache-2.0
#include "lockscope/red_lock.hpp"

#include "locks/group.hpp"
#include "locks/lock_error.hpp"
#include "locks/steps.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>

namespace lockscope {
namespace locks {

namespace {

namespace asio = boost::asio;

/// How long one server may take to answer: short against the lease, so that one that is gone costs little of it.
constexpr milliseconds shortest_answer{20};
constexpr milliseconds longest_answer{500};
/// What a single try, which has no time of its own, gives them: enough for a network, and for a busy machine.
constexpr milliseconds answer_to_one_try{100};
/// Between two rounds; those who met will not meet again.
constexpr milliseconds shortest_rest{10};
constexpr milliseconds longest_rest{120};

asio::awaitable<bool> acquire_member(const Lock& lock, AcquireRequest request)
{
    return lock.core()->on_io(acquire_or_let_go(*lock.core(), std::move(request)));
}

class Red final : public Group
{
public:
    Red(std::vector<Lock> members, std::size_t majority) : Group(std::move(members), majority) {}

private:
    asio::awaitable<std::optional<Taken>> take(std::int64_t thread, Terms terms, Clock::time_point give_up) override
    {
        const milliseconds lease = terms.lease.value_or(shortest_watchdog_lease());
        const milliseconds drift = lease / 100 + milliseconds(2);
        Clock::time_point patience_ends = Clock::time_point::max();
        int late = 0;
        while (true) {
            const Clock::time_point start = Clock::now();
            const auto left = std::chrono::ceil<milliseconds>(give_up - start);
            const milliseconds longest = std::clamp(lease / 20, shortest_answer, longest_answer);
            const milliseconds answer = left > milliseconds::zero() ? std::clamp(left, shortest_answer, longest)
                                                                    : std::min(longest, answer_to_one_try);
            Taken taken;
            std::size_t granted_late = 0;
            const std::optional<Error> failure = co_await ask_all(thread, terms, answer, taken, granted_late);
            const Clock::time_point valid_until = start + lease - drift;
            const bool is_enough = taken.members.size() >= needed() && Clock::now() < valid_until;
            if (is_enough) {
                if (terms.lease) {
                    taken.valid_until = valid_until;
                    taken.validity = lease - drift;
                }
                co_return taken;
            }
            // Had, but what the answers took, and what clocks may differ by, left nothing of the lease.
            if (taken.members.size() + granted_late >= needed())
                ++late;
            co_await leave(std::move(taken.members), thread, 0);
            co_await leave_if_cancelled();
            // A majority that is gone for a while is waited for, as one server is by a single lock.
            const Clock::time_point now = Clock::now();
            patience_ends =
                failure ? std::min(patience_ends, start + home().options.outage_patience) : Clock::time_point::max();
            if (failure && (!may_pass(*failure) || now >= patience_ends))
                throw *failure;
            const auto rest =
                std::uniform_int_distribution<std::int64_t>(shortest_rest.count(), longest_rest.count())(m_random);
            if (now + milliseconds(rest) >= give_up) {
                if (failure)
                    throw *failure;
                co_return std::nullopt;
            }
            if (late == most_late_answers)
                throw Error(Errc::lost, "The RedLock of " + std::to_string(members().size()) + " locks from "
                                            + escape(members().front().name()) + " " + too_late(lease));
            co_await pause(milliseconds(rest));
            co_await leave_if_cancelled();
        }
    }

    /// All servers at the same time. @returns why, if so many failed that no majority was possible; that it will not
    /// be possible, if so many refused.
    /// @param granted_late how many granted it when its lease had ended already
    asio::awaitable<std::optional<Error>> ask_all(std::int64_t thread, Terms terms, milliseconds answer, Taken& taken,
                                                  std::size_t& granted_late)
    {
        // One that hangs must not use the lease up for all of them.
        const milliseconds part = terms.lease.value_or(shortest_watchdog_lease()) / 4;
        const milliseconds longest_grace = std::clamp(part, shortest_answer, milliseconds(1000));
        std::vector<asio::awaitable<bool>> works;
        for (std::size_t member = 0; member < members().size(); ++member) {
            const Lock& lock = members()[member];
            const HoldId id{lock.name(), owner(member, thread), lock.protocol().access()};
            AcquireRequest request{&lock.protocol(), id, terms.lease, Clock::now() + answer};
            request.answer_grace = longest_grace;
            request.tells_of_late_grants = true;
            works.push_back(acquire_member(lock, std::move(request)));
        }
        // Those that still owe an answer when a majority has given theirs get no more than that.
        const Enough enough{needed(), answer};
        const std::vector<Outcome<bool>> outcomes = co_await gather(std::move(works), std::optional(enough));
        std::vector<Error> passing;
        std::vector<Error> refusals;
        for (std::size_t member = 0; member < outcomes.size(); ++member) {
            if (outcomes[member].value.value_or(false))
                taken.members.push_back(member);
            const std::optional<Error> error = outcomes[member].failure();
            if (error && error->errc() == Errc::lost)
                ++granted_late;
            else if (error)
                (may_pass(*error) ? passing : refusals).push_back(*error);
        }
        const std::size_t most_failures = members().size() - needed();
        if (refusals.size() > most_failures)
            co_return refusals.back();
        if (passing.size() + refusals.size() > most_failures)
            co_return passing.back();
        co_return std::nullopt;
    }

    [[nodiscard]] milliseconds shortest_watchdog_lease() const
    {
        milliseconds shortest = milliseconds::max();
        for (const Lock& lock : members())
            shortest = std::min(shortest, lock.core()->options.watchdog_lease);
        return shortest;
    }

    std::minstd_rand m_random{std::random_device{}()}; ///< For the I/O thread of the first member only.
};

} // namespace

std::shared_ptr<Group> make_red(std::vector<Lock> members)
{
    if (members.size() < 3)
        throw Error(Errc::invalid_argument,
                    "A RedLock needs members on at least three servers: of fewer, none may fail.");
    const std::size_t majority = members.size() / 2 + 1;
    return std::make_shared<Red>(std::move(members), majority);
}

} // namespace locks

RedLock::RedLock(std::vector<Lock> members) : GroupLock(locks::make_red(std::move(members))) {}

} // namespace lockscope
