// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/intrusive/list.hpp>

#include <exception>
#include <mutex>

namespace lockscope::detail {

/// Who waits outside for an answer of a client's I/O thread. When that has ended, what it has left behind is answered
/// with an error, so that nobody waits for ever. Any thread.
class Unanswered
{
public:
    class Call : public boost::intrusive::list_base_hook<>
    {
    public:
        Call() = default;
        virtual ~Call() = default;
        Call(const Call&) = delete;
        Call& operator=(const Call&) = delete;
        /// Nobody else will answer. Called once at most, while it is known here; must not come back to it.
        virtual void give_up(const std::exception_ptr& error) = 0;
    };

    void add(Call& call)
    {
        const std::scoped_lock guard(m_mutex);
        m_calls.push_back(call);
    }
    /// To be called by whoever has added it, before the call ends.
    void remove(Call& call)
    {
        const std::scoped_lock guard(m_mutex);
        if (call.is_linked())
            m_calls.erase(m_calls.iterator_to(call));
    }
    void give_up(const std::exception_ptr& error)
    {
        const std::scoped_lock guard(m_mutex);
        while (!m_calls.empty()) {
            Call& call = m_calls.front();
            m_calls.pop_front();
            call.give_up(error);
        }
    }

private:
    std::mutex m_mutex;
    boost::intrusive::list<Call, boost::intrusive::constant_time_size<false>> m_calls;
};

} // namespace lockscope::detail
