// SPDX-License-Identifier: Apache-2.0
#include "lockscope/multi_lock.hpp"

#include "locks/group.hpp"
#include "locks/lock_error.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <tuple>

namespace lockscope {
namespace locks {

namespace {

namespace asio = boost::asio;

/// How long to wait for one member while others are held already. Random, so that two who hold what the other wants do
/// not give up together for ever.
constexpr milliseconds shortest_hold{300};
constexpr milliseconds longest_hold{900};
constexpr milliseconds longest_round_pause{20}; ///< Between two rounds.

class Multi final : public Group
{
public:
    Multi(std::vector<Lock> members, std::size_t count) : Group(in_order(std::move(members)), count) {}

private:
    using Members = std::vector<std::size_t>;

    /// The same for everybody: by server, then by name.
    static std::vector<Lock> in_order(std::vector<Lock> members)
    {
        const auto place = [](const Lock& lock) {
            return std::tuple(lock.core()->endpoint.display(), lock.name(), lock.protocol().access());
        };
        std::sort(members.begin(), members.end(),
                  [&](const Lock& left, const Lock& right) { return place(left) < place(right); });
        return members;
    }

    asio::awaitable<std::optional<Taken>> take(std::int64_t thread, Terms terms, Clock::time_point give_up) override
    {
        Members all(members().size());
        std::iota(all.begin(), all.end(), std::size_t(0));
        Clock::time_point patience_ends = Clock::time_point::max();
        std::size_t lead = 0; // the one to wait for with empty hands
        int late = 0;
        while (true) {
            Members taken;
            Clock::time_point asked = Clock::now(); // whoever answered last, or does not
            std::optional<Error> failure;
            std::size_t busy = 0;
            try {
                busy = co_await take_round(lead, thread, terms, give_up, taken, asked);
            } catch (const Error& error) {
                failure = error;
            }
            const bool has_all = !failure && taken.size() == all.size();
            bool is_whole = false;
            if (has_all) {
                asked = Clock::now();
                is_whole = co_await renew_leases(thread, terms, failure);
            }
            if (is_whole)
                co_return Taken{std::move(all), Clock::time_point::max()};
            if (has_all) // but the first have ended before the last could be had
                ++late;
            std::reverse(taken.begin(), taken.end());
            co_await leave(std::move(taken), thread, 0);
            co_await leave_if_cancelled();
            // A server that is gone for a while is waited for, as by a single lock; the wait for one member was just
            // shorter than that. However long members were busy before: that was no outage.
            patience_ends =
                failure ? std::min(patience_ends, asked + home().options.outage_patience) : Clock::time_point::max();
            if (failure && (!may_pass(*failure) || Clock::now() >= std::min(give_up, patience_ends)))
                throw *failure;
            if (Clock::now() >= give_up)
                co_return std::nullopt;
            if (late == most_late_answers && terms.lease)
                throw Error(Errc::lost, "The multi lock of " + std::to_string(members().size()) + " locks from "
                                            + escape(members().front().name()) + " " + too_late(*terms.lease));
            lead = has_all || failure ? 0 : busy;
            co_await pause(random(milliseconds(0), longest_round_pause));
            co_await leave_if_cancelled(); // no signal comes twice
        }
    }

    /// First the lead, for as long as there is time; then the others in order. Waiting is safe only for those behind
    /// all that are held, so one before the lead is just tried. @returns the member that was busy, if any was.
    /// @param asked since when the last of them has been asked
    asio::awaitable<std::size_t> take_round(std::size_t lead, std::int64_t thread, Terms terms,
                                            Clock::time_point give_up, Members& taken, Clock::time_point& asked)
    {
        Members order{lead};
        for (std::size_t member = 0; member < members().size(); ++member) {
            if (member != lead)
                order.push_back(member);
        }
        for (const std::size_t member : order) {
            Terms now = terms;
            const auto left = std::chrono::ceil<milliseconds>(give_up - Clock::now());
            if (terms.wait) // a try is a try, however little time is left for it
                now.wait = std::max(left, milliseconds::zero());
            if (member < lead)
                now.wait = milliseconds::zero();
            else if (member != lead)
                now.wait = std::clamp(left, milliseconds::zero(), patience_for(terms));
            Lock lock = members()[member];
            asked = Clock::now();
            const bool is_taken = co_await lock.async_acquire(owner(member, thread), now);
            if (!is_taken)
                co_return member;
            taken.push_back(member);
        }
        co_return members().size();
    }

    milliseconds patience_for(const Terms& terms)
    {
        const milliseconds patience = random(shortest_hold, longest_hold);
        return terms.lease ? std::min(patience, *terms.lease / 2) : patience;
    }

    /// Taking them took time: each gets its whole lease again, if it is still ours. @returns false if one is not, or
    /// could not be renewed: then @p failure says why.
    asio::awaitable<bool> renew_leases(std::int64_t thread, Terms terms, std::optional<Error>& failure)
    {
        if (!terms.lease)
            co_return true;
        std::vector<asio::awaitable<bool>> works;
        for (std::size_t member = 0; member < members().size(); ++member) {
            Lock lock = members()[member];
            works.push_back(lock.async_extend(owner(member, thread), *terms.lease));
        }
        const std::vector<Outcome<bool>> outcomes = co_await gather(std::move(works));
        for (const Outcome<bool>& outcome : outcomes) {
            if (!failure)
                failure = outcome.failure();
        }
        co_return std::all_of(outcomes.begin(), outcomes.end(),
                              [](const Outcome<bool>& outcome) { return outcome.value.value_or(false); });
    }

    milliseconds random(milliseconds from, milliseconds to)
    {
        return milliseconds(std::uniform_int_distribution<std::int64_t>(from.count(), to.count())(m_random));
    }

    std::minstd_rand m_random{std::random_device{}()}; ///< For the I/O thread of the first member only.
};

} // namespace

std::shared_ptr<Group> make_multi(std::vector<Lock> members)
{
    if (members.empty())
        throw Error(Errc::invalid_argument, "A multi lock needs at least one member.");
    const std::size_t count = members.size();
    return std::make_shared<Multi>(std::move(members), count);
}

} // namespace locks

MultiLock::MultiLock(std::vector<Lock> members) : GroupLock(locks::make_multi(std::move(members))) {}

} // namespace lockscope
