// SPDX-License-Identifier: Apache-2.0
#include "lockscope/striped_lock.hpp"

#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <random>

namespace lockscope {

namespace {

std::size_t anywhere(std::size_t count)
{
    thread_local std::minstd_rand random(std::random_device{}());
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

} // namespace

StripedLock::StripedLock(Client& client, const std::string& name, int stripes)
{
    if (name.empty())
        throw Error(Errc::invalid_argument, "A lock needs a name.");
    if (stripes < 1 || stripes > 1024)
        throw Error(Errc::invalid_argument, "A striped lock has between 1 and 1,024 stripes.");
    m_stripes.reserve(static_cast<std::size_t>(stripes));
    for (int i = 0; i < stripes; ++i)
        m_stripes.push_back(client.reentrant_lock(name + ":" + std::to_string(i)));
}

StripedLock::Stripe::~Stripe()
{
    if (m_stripe < 0)
        return;
    try {
        m_lock.unlock();
    } catch (const Error&) {
        // Released by hand already, or destroyed by another thread than the one that took it: it ends with its lease.
    }
}

StripedLock::Stripe StripedLock::take_one()
{
    std::optional<Stripe> stripe = try_take_one(milliseconds::max());
    if (!stripe)
        throw Error(Errc::would_deadlock, "All " + std::to_string(size()) + " stripes from "
                                              + escape(m_stripes.front().name())
                                              + " on are held by the thread that asks for one more: it would wait for "
                                                "itself. Release one first.");
    return *std::move(stripe);
}

std::optional<StripedLock::Stripe> StripedLock::try_take_one(milliseconds wait)
{
    const std::size_t first = anywhere(m_stripes.size());
    std::optional<std::size_t> others; // the first that somebody else holds
    for (std::size_t i = 0; i < m_stripes.size(); ++i) {
        const std::size_t index = (first + i) % m_stripes.size();
        ReentrantLock lock = m_stripes[index];
        // One that this thread holds already is not free: entering it again would not be another one.
        if (lock.is_held())
            continue;
        if (lock.try_lock())
            return std::optional<Stripe>(std::in_place, lock, static_cast<int>(index));
        others = others.value_or(index);
    }
    if (!others)
        return std::nullopt;
    ReentrantLock lock = m_stripes[*others];
    Terms terms;
    if (wait != milliseconds::max())
        terms.wait = wait;
    if (!lock.acquire(terms))
        return std::nullopt;
    return std::optional<Stripe>(std::in_place, lock, static_cast<int>(*others));
}

MultiLock StripedLock::all() const
{
    return MultiLock({m_stripes.begin(), m_stripes.end()});
}

} // namespace lockscope
