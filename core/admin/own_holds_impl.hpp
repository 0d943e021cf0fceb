// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "admin/admin_impl.hpp"
#include "lockscope/own_holds.hpp"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace lockscope {

/// Entries are made by any thread and changed on the I/O thread only, both under the mutex; they may be read from any
/// thread under it.
class OwnHolds::Impl : public std::enable_shared_from_this<OwnHolds::Impl>
{
public:
    Impl(Client& client, std::shared_ptr<Admin::Impl> admin);

    // I/O thread.
    ///@{
    static Awaitable<AdminResult> take(std::shared_ptr<Impl> self, std::uint64_t id, HoldRequest request);
    static Awaitable<AdminResult> give_back(std::shared_ptr<Impl> self, std::uint64_t id);
    void cancel(std::uint64_t id);
    void release_all();
    void note_loss(const LossNotice& notice);
    void note_failover(const std::string& address);
    ///@}

    /// Makes the entry of @p request, so that it is in the list at once. Any thread.
    void add(std::uint64_t id, const HoldRequest& request);
    [[nodiscard]] std::vector<OwnHold> list() const;
    [[nodiscard]] bool wait_until_empty(milliseconds limit);
    void on_change(std::function<void()> callback);

    [[nodiscard]] const std::shared_ptr<Admin::Impl>& admin() const noexcept { return m_admin; }
    [[nodiscard]] const OwnerId& owner() const noexcept { return m_owner; }

private:
    struct Entry
    {
        OwnHold hold;
        std::shared_ptr<Holdable> holdable;
        std::shared_ptr<boost::asio::cancellation_signal> cancelling;
        bool is_cancelled = false;
        std::uint64_t taken = 0; ///< Counted: the later, the greater.
    };

    Awaitable<AdminResult> try_to_take(std::uint64_t id, HoldRequest request);
    Awaitable<bool> wait_for(std::uint64_t id, std::shared_ptr<Holdable> holdable, Terms terms,
                             std::shared_ptr<boost::asio::cancellation_signal> cancelling);
    void keep(std::uint64_t id, const HoldRequest& request);
    void exchange_terms(std::uint64_t id);
    void remove(std::uint64_t id);
    /// Its release was refused.
    void stay(std::uint64_t id);
    /// Permits without a lease have no watchdog: now and then somebody has to look whether their semaphores still are.
    ///@{
    void look_later();
    static Awaitable<void> look_after_permits(std::shared_ptr<Impl> self);
    Awaitable<bool> is_gone(std::string semaphore);
    [[nodiscard]] std::vector<OwnHold> permits() const;
    ///@}
    /// @param address of a master
    [[nodiscard]] bool is_served_by(const std::string& address, const std::string& lock);
    void lose(std::uint64_t id);
    [[nodiscard]] bool is_cancelled(std::uint64_t id) const;
    void tell();

    Client& m_client;
    const std::shared_ptr<Admin::Impl> m_admin;
    const OwnerId m_owner;
    mutable std::mutex m_mutex;
    std::condition_variable m_left;
    std::map<std::uint64_t, Entry> m_entries;
    std::uint64_t m_taken = 0;
    std::function<void()> m_on_change;
    boost::asio::steady_timer m_next_look; ///< I/O thread, as the next.
    bool m_looks = false;
};

} // namespace lockscope
