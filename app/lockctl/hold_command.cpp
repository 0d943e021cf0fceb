// SPDX-License-Identifier: Apache-2.0
#include "child_process.hpp"
#include "commands.hpp"
#include "ending_signals.hpp"
#include "json_output.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/holdable.hpp"
#include "output.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <functional>
#include <optional>
#include <stop_token>

#include <fcntl.h>
#include <unistd.h>

namespace lockctl {

using namespace lockscope;

namespace {

namespace asio = boost::asio;

constexpr std::chrono::seconds grace{5}; ///< From SIGTERM to SIGKILL for a command that must end.

std::shared_ptr<Holdable> holdable_of(const HoldOptions& options, const std::vector<Client*>& clients)
{
    std::vector<std::string> names{options.name};
    names.insert(names.end(), options.more_names.begin(), options.more_names.end());
    return make_holdable(hold_kind(options.type).value_or(HoldKind::reentrant), names, clients);
}

/// Of a terminal, wherever our input comes from.
bool is_in_foreground()
{
    const int terminal = ::open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0)
        return false;
    const bool is_ours = ::tcgetpgrp(terminal) == ::getpgrp();
    ::close(terminal);
    return is_ours;
}

/// One lock from acquiring it to giving it back, on the main thread.
class Holding
{
public:
    Holding(const HoldOptions& options, Format format, const std::vector<Client*>& clients)
        : m_options(options)
        , m_format(format)
        , m_clients(clients)
        , m_lock(holdable_of(options, clients))
    {
        std::signal(SIGPIPE, SIG_IGN); // The lock must be given back also when nobody reads our output any more.
        add_ending_signals(m_signals);
    }

    int run()
    {
        on_lost([loop = m_loop, this](const LossNotice& notice) {
            asio::post(*loop, [this, notice] {
                // A RedLock loses members on its way, too; what was lost by then is seen once it is acquired.
                if (!m_is_acquiring && m_lock->is_lost_by(notice))
                    on_loss(notice.reason);
            });
        });
        int exit_code = exit_server;
        std::exception_ptr failure;
        asio::co_spawn(*m_loop, work(), [&](const std::exception_ptr& error, int code) {
            failure = error;
            exit_code = code;
            m_loop->stop();
        });
        wait_for_signal();
        wait_for_child();
        m_loop->run();
        // Keeps the loop until the client's thread has ended: that may still be on its way out of a completion.
        on_lost([loop = m_loop](const LossNotice&) {});
        if (failure)
            std::rethrow_exception(failure);
        return exit_code;
    }

private:
    void on_lost(const std::function<void(const LossNotice&)>& callback)
    {
        for (Client* client : m_clients)
            client->on_lost(callback);
    }

    asio::awaitable<int> work()
    {
        auto acquiring =
            asio::co_spawn(*m_loop, acquire(), asio::bind_cancellation_slot(m_cancel.slot(), asio::use_awaitable));
        bool is_acquired = false;
        std::exception_ptr failure;
        try {
            is_acquired = co_await std::move(acquiring);
        } catch (...) {
            failure = std::current_exception();
        }
        m_is_acquiring = false;
        // A signal that came together with the grant found nothing left to cancel, and no command to pass it on to.
        is_acquired = is_acquired && !m_is_asked_to_end;
        if (!is_acquired) {
            if (m_lock->count() > 0)
                co_await give_back();
            if (failure)
                std::rethrow_exception(failure);
            complain("\"" + escape(m_options.name) + "\" "
                     + (m_options.more_names.empty() ? "was" : "and the others were") + " not acquired.");
            co_return exit_not_so;
        }
        m_since = std::chrono::steady_clock::now();
        if (m_lock->count() < m_options.times)
            m_loss = untold_loss();
        if (m_options.lease && m_options.type == "red")
            wait_for_validity();
        Json details;
        details["count"] = m_lock->count();
        if (const auto token = m_lock->token())
            details["token"] = *token;
        tell("acquired", "count " + std::to_string(m_lock->count()), details);
        if (!m_options.command.empty() && !m_loss)
            m_child.emplace(m_options.command,
                            is_in_foreground() ? ChildProcess::Group::ours : ChildProcess::Group::own);
        if (m_options.duration)
            wait_for_end();

        while (!m_loss && !is_over())
            co_await something();
        if (!m_loss)
            co_await release();
        if (m_loss) {
            tell_loss();
            if (m_child) {
                terminate_child();
                while (!m_child->exit_code())
                    co_await something();
            }
            co_await give_back();
            co_return exit_lost;
        }
        co_return m_child ? m_child->exit_code().value_or(exit_done) : exit_if_printed(!m_is_cut, exit_done);
    }

    bool is_over() { return m_child ? m_child->exit_code().has_value() : m_is_asked_to_end; }

    /// @returns false if it was not to be had in time, or a signal came.
    asio::awaitable<bool> acquire()
    {
        bool is_acquired = false;
        bool is_cancelled = false;
        try {
            Terms terms;
            terms.wait = m_options.wait;
            terms.lease = m_options.lease;
            is_acquired = co_await m_lock->acquire(terms);
            terms.wait = milliseconds::zero();
            for (int hold = 1; is_acquired && hold < m_options.times; ++hold)
                is_acquired = co_await m_lock->acquire(terms);
        } catch (const std::exception&) { // What was cut short says it in its own words, or in Asio's.
            is_cancelled = m_is_asked_to_end;
            if (!is_cancelled)
                throw;
        }
        if (is_cancelled)
            is_acquired = false;
        co_return is_acquired;
    }

    /// What is left of several holds, members or permits when one was lost, or was not to be had: nobody renews it any
    /// more, but it would keep others out until its lease ends. Why that is so is told by others.
    asio::awaitable<void> give_back()
    {
        for (int hold = 0; hold < m_options.times; ++hold) {
            try {
                co_await m_lock->release();
            } catch (const Error& error) {
                // One that is lost, or may have been given back, says nothing of the others. A server that is gone will
                // not answer for them either.
                if (error.errc() == Errc::not_held || (error.transient() && error.state_known()))
                    co_return;
            }
        }
    }

    /// One hold after the other. What may have been given back is not given back again, and keeps no other.
    asio::awaitable<void> release_all()
    {
        std::optional<Error> doubt;
        int left = m_options.times;
        for (int tries = m_options.times; left > 0 && tries > 0; --tries) {
            try {
                left = co_await m_lock->release();
            } catch (const Error& error) {
                if (error.state_known())
                    throw;
                doubt = error;
                left = m_lock->count();
            }
        }
        if (doubt)
            throw *doubt;
    }

    asio::awaitable<void> release()
    {
        try {
            co_await release_all();
            tell("released", "after " + std::to_string(held().count()) + " ms", held_for());
            m_loss.reset(); // What ended meanwhile ended in time.
        } catch (const Error& error) {
            if (error.errc() != Errc::lost && error.errc() != Errc::not_held)
                throw Error(error.errc(), not_given_back(error), error.node());
            if (!m_loss)
                m_loss = LossNotice::Reason::taken;
        }
    }

    /// Whoever reads it must know how long others are kept out: nobody goes on trying once this process has ended.
    std::string not_given_back(const Error& error) const
    {
        const std::string name = '"' + escape(m_options.name) + '"';
        const std::string what = error.state_known() ? name + " could not be given back: "
                                                     : "Whether " + name + " was given back is not known: ";
        const bool has_lease = m_options.type != "semaphore";
        return what + as_sentence(error.message())
             + (has_lease ? " What is left of it ends by itself when its lease ends."
                          : " A permit of a semaphore does not come back by itself: until somebody adds one, it is "
                            "missing.");
    }

    // Events; each wakes work() to look what is to be done.

    asio::awaitable<void> something()
    {
        m_wake.expires_at(asio::steady_timer::time_point::max());
        boost::system::error_code cancelled;
        co_await m_wake.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }

    /// No client tells when a RedLock is no longer valid: that is before its members end. Of other locks it tells by
    /// itself, and knows the reason.
    void wait_for_validity()
    {
        const auto on_end = [loop = m_loop, this] { asio::post(*loop, [this] { on_loss(untold_loss()); }); };
        m_loss_callback.emplace(m_lock->loss_token(), on_end);
    }

    /// Nobody said why: near the end of its lease that was it.
    LossNotice::Reason untold_loss() const
    {
        const bool is_near_its_end = m_options.lease && held() >= *m_options.lease * 9 / 10;
        return is_near_its_end ? LossNotice::Reason::expired : LossNotice::Reason::taken;
    }

    void on_loss(LossNotice::Reason reason)
    {
        m_loss = reason;
        m_wake.cancel();
    }

    void wait_for_signal()
    {
        m_signals.async_wait([this](const boost::system::error_code& error, int number) {
            if (error)
                return;
            wait_for_signal();
            m_is_asked_to_end = true;
            if (m_is_acquiring)
                m_cancel.emit(asio::cancellation_type::terminal);
            // What a terminal sends reaches its whole foreground group, the command too.
            const bool has_it_already =
                number == SIGINT && m_child && m_child->group() == ChildProcess::Group::ours && is_in_foreground();
            if (m_child && !has_it_already)
                m_child->signal(number);
            m_wake.cancel();
        });
    }

    void wait_for_child()
    {
        m_child_signal.async_wait([this](const boost::system::error_code& error, int) {
            if (error)
                return;
            wait_for_child();
            m_wake.cancel();
        });
    }

    void wait_for_end()
    {
        m_end.expires_after(*m_options.duration);
        m_end.async_wait([this](const boost::system::error_code& error) {
            if (error)
                return;
            m_is_asked_to_end = true;
            if (m_child)
                terminate_child();
            m_wake.cancel();
        });
    }

    void terminate_child()
    {
        m_child->signal(SIGTERM);
        m_kill.expires_after(grace);
        m_kill.async_wait([this](const boost::system::error_code& error) {
            if (!error)
                m_child->signal(SIGKILL);
        });
    }

    // What is said.

    milliseconds held() const
    {
        return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - m_since);
    }

    Json held_for() const
    {
        Json details;
        details["held_ms"] = held().count();
        return details;
    }

    void tell_loss()
    {
        const bool is_expired = m_loss == LossNotice::Reason::expired;
        Json details = held_for();
        details["reason"] = is_expired ? "expired" : "taken";
        tell("lost", is_expired ? "its lease ended" : "it was deleted, or somebody else holds it", details);
    }

    void tell(const char* event, const std::string& text, const Json& details)
    {
        const std::string owner = m_lock->owner();
        if (m_format == Format::json) {
            Json object;
            object["event"] = event;
            set_bytes(object, "name", m_options.name);
            for (const std::string& name : m_options.more_names) {
                Json more;
                set_bytes(more, "name", name);
                object["more_names"].push_back(std::move(more));
            }
            object["owner"] = owner;
            object.update(details);
            print_line(to_line(object));
            return;
        }
        std::string names = escape(m_options.name);
        for (const std::string& name : m_options.more_names)
            names += ", " + escape(name);
        const std::string line = std::string(event) + "  " + names + "  " + owner + "  " + text;
        if (m_options.command.empty())
            print_line(line);
        else
            std::fprintf(stderr, "%s\n", line.c_str()); // Standard output is the command's.
    }

    /// The lock is held and given back all the same. A reader that has left knows that it has.
    void print_line(const std::string& line)
    {
        if (!print(line) && errno != EPIPE)
            m_is_cut = true;
    }

    const HoldOptions& m_options;
    Format m_format;
    std::vector<Client*> m_clients;
    std::shared_ptr<Holdable> m_lock;

    std::shared_ptr<asio::io_context> m_loop = std::make_shared<asio::io_context>(1);
    asio::signal_set m_signals{*m_loop};
    asio::signal_set m_child_signal{*m_loop, SIGCHLD};
    asio::steady_timer m_wake{*m_loop};
    asio::steady_timer m_end{*m_loop};
    asio::steady_timer m_kill{*m_loop};
    asio::cancellation_signal m_cancel;

    bool m_is_acquiring = true;
    bool m_is_asked_to_end = false;
    bool m_is_cut = false; ///< Some of our output is missing.
    std::optional<LossNotice::Reason> m_loss;
    std::optional<ChildProcess> m_child;
    std::chrono::steady_clock::time_point m_since;
    /// Last: it must be gone before what it uses.
    std::optional<std::stop_callback<std::function<void()>>> m_loss_callback;
};

} // namespace

int run(const HoldOptions& options, Format format, Client& client)
{
    return Holding(options, format, {&client}).run();
}

int run(const HoldOptions& options, Format format, std::list<Client>& clients)
{
    std::vector<Client*> servers;
    for (Client& client : clients)
        servers.push_back(&client);
    return Holding(options, format, servers).run();
}

} // namespace lockctl
