// SPDX-License-Identifier: Apache-2.0
#include "lab/demos/lesson.hpp"

#include "lab/wait_for.hpp"
#include "lockscope/error.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox_sentinel.hpp"

namespace lockscope::lab {
namespace {

using namespace std::chrono_literals;
using redis::Command;
using Clock = std::chrono::steady_clock;

constexpr const char* older_lock = "orders:41";
constexpr std::chrono::milliseconds bobs_patience{10000};

SandboxSentinelOptions stage(const DemonstrationOptions& options)
{
    SandboxSentinelOptions stage;
    // What a server has written, it still has after it died: what is missing later never arrived.
    stage.arguments = {"--appendonly", "yes", "--appendfsync", "always"};
    stage.executable = options.executable;
    return stage;
}

/// A replica that has just been filled writes its file anew, and appends to it only then.
void wait_until_on_disk(const Sandbox& server)
{
    wait_for("replica did not write its file", [&] {
        const std::string info = server.process().ask(Command{"INFO", "persistence"}).text;
        return info.find("aof_rewrite_in_progress:0") != std::string::npos
            && info.find("aof_rewrite_scheduled:0") != std::string::npos
            && info.find("aof_last_write_status:ok") != std::string::npos;
    });
}

class FailoverLesson
{
public:
    FailoverLesson(Lesson& lesson, const DemonstrationOptions& options, Waiting waiting)
        : m_lesson(lesson)
        , m_waiting(waiting)
        , m_servers(stage(options))
        , m_master(m_servers.server(0))
        , m_replica(m_servers.server(1))
        , m_alice(m_master.endpoint(), client_options("Alice"))
        , m_bob(m_servers.endpoint(), client_options("Bob"))
    {
        lesson.introduce(m_alice, "Alice");
        lesson.introduce(m_bob, "Bob");
    }

    bool play()
    {
        set_the_scene();
        const bool has_alice = let_alice_acquire();
        let_the_master_die();
        const bool has_bob = let_bob_acquire();
        return conclude(has_alice, has_bob);
    }

private:
    [[nodiscard]] ClientOptions client_options(const std::string& name) const
    {
        ClientOptions options = lesson_client(name);
        options.wait_for_replica = m_waiting == Waiting::for_replica;
        return options;
    }

    void set_the_scene()
    {
        m_lesson.step("A master at " + place_of(m_master) + ", its replica at " + place_of(m_replica)
                      + ", and three sentinels watch both. Both write to disk at once whatever they get.");
        wait_until_on_disk(m_replica);
        if (!m_alice.reentrant_lock(older_lock).try_lock_for(0ms, lesson_lease))
            throw Error(Errc::server, "The sandbox' new server has locks already.");
        m_servers.wait_until_synchronised();
        m_lesson.step("Alice acquires \"" + std::string(older_lock)
                      + "\". Master: " + m_lesson.lock_on(m_master, older_lock)
                      + ". Replica: " + m_lesson.lock_on(m_replica, older_lock) + ".");
        m_replica.pause_server();
        m_lesson.step("The replica hangs (SIGSTOP). What the master sends it from now on stays on the way.");
    }

    /// @returns whether she believes to hold it.
    bool let_alice_acquire()
    {
        ReentrantLock lock = m_alice.reentrant_lock(lesson_lock);
        const std::string acquires = "Alice acquires \"" + std::string(lesson_lock) + "\" for " + seconds(lesson_lease)
                                   + (m_waiting == Waiting::for_replica ? " and waits for a replica's word" : "");
        try {
            const bool is_acquired = lock.try_lock_for(0ms, lesson_lease);
            m_end_of_alice = Clock::now() + lesson_lease;
            m_lesson.step(acquires + (is_acquired ? ": granted" : ": refused")
                          + ". Master: " + m_lesson.lock_on(m_master) + ".");
            return is_acquired;
        } catch (const Error& error) {
            if (error.errc() != Errc::not_replicated)
                throw;
            m_lesson.step(acquires + ": it fails. " + error.message());
            m_lesson.step("So she does not begin her work. Master: " + m_lesson.lock_on(m_master) + ".");
            return false;
        }
    }

    void let_the_master_die()
    {
        const Address old = m_servers.master_address();
        m_master.kill_server();
        const Clock::time_point death = Clock::now();
        m_lesson.step("The master dies (SIGKILL).");
        m_replica.restart();
        m_lesson.step("The replica is started again. It has all that ever reached it: \"" + std::string(older_lock)
                      + "\" is " + m_lesson.lock_on(m_replica, older_lock) + ", \"" + lesson_lock + "\" is "
                      + m_lesson.lock_on(m_replica) + ".");
        const Address now = m_servers.wait_for_failover(old);
        m_lesson.step("The sentinels make the replica the master: " + now.display() + ", "
                      + seconds(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - death))
                      + " after the old one died.");
    }

    bool let_bob_acquire()
    {
        const bool is_acquired = m_bob.reentrant_lock(lesson_lock).try_lock_for(bobs_patience, lesson_lease);
        m_lesson.step("Bob, whom the sentinels send to the new master, acquires \"" + std::string(lesson_lock)
                      + (is_acquired ? "\": granted" : "\": refused") + ". New master: " + m_lesson.lock_on(m_replica)
                      + ".");
        return is_acquired && m_lesson.is_held_on(m_replica, m_bob);
    }

    bool conclude(bool has_alice, bool has_bob)
    {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(m_end_of_alice - Clock::now());
        const bool holds_still = has_alice && m_alice.reentrant_lock(lesson_lock).is_held() && left > 0ms;
        if (holds_still && has_bob)
            m_lesson.step("Alice was granted the same lock, gave nothing back, and " + seconds(left)
                          + " of her lease are left: there are two holders at once.");
        else if (has_bob)
            m_lesson.step("Alice knows that she does not have it: Bob is the only holder.");
        else
            m_lesson.step("Bob does not have it.");
        return has_bob && holds_still == (m_waiting == Waiting::off);
    }

    Lesson& m_lesson;
    Waiting m_waiting;
    SandboxSentinel m_servers;
    Sandbox& m_master;  ///< As it was in the beginning.
    Sandbox& m_replica; ///< Becomes the master.
    Client m_alice;     ///< Knows the old master only: whatever ends that one cuts her off.
    Client m_bob;       ///< Follows the sentinels.
    Clock::time_point m_end_of_alice{};
};

} // namespace

bool play_failover(Lesson& lesson, const DemonstrationOptions& options, Waiting waiting)
{
    return FailoverLesson(lesson, options, waiting).play();
}

} // namespace lockscope::lab
