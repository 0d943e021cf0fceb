// SPDX-License-Identifier: Apache-2.0
#include "lab/demos/lesson.hpp"

#include "lockscope/error.hpp"
#include "lockscope/red_lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox_masters.hpp"

#include <list>
#include <utility>

namespace lockscope::lab {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds bobs_wait{1500};

/// Somebody with a client for each server.
class Party
{
public:
    Party(const SandboxMasters& servers, const std::string& name, Lesson& lesson)
    {
        std::vector<Lock> members;
        for (const Endpoint& endpoint : servers.endpoints()) {
            Client& client = m_clients.emplace_back(endpoint, lesson_client(name));
            lesson.introduce(client, name);
            members.push_back(client.reentrant_lock(lesson_lock));
        }
        m_lock.emplace(std::move(members));
    }

    RedLock& lock() { return *m_lock; }
    [[nodiscard]] const Client& client(int index) const { return *std::next(m_clients.begin(), index); }
    /// Servers that do not answer are no reason to throw here.
    [[nodiscard]] bool try_for(std::chrono::milliseconds wait)
    {
        try {
            return m_lock->try_lock_for(wait, lesson_lease);
        } catch (const Error& error) {
            if (!error.transient())
                throw;
            return false;
        }
    }

private:
    std::list<Client> m_clients;
    std::optional<RedLock> m_lock;
};

class RedLockLesson
{
public:
    RedLockLesson(Lesson& lesson, const DemonstrationOptions& options)
        : m_lesson(lesson)
        , m_servers({.arguments = {}, .executable = options.executable})
        , m_alice(m_servers, "Alice", lesson)
        , m_bob(m_servers, "Bob", lesson)
    {}

    bool play()
    {
        m_lesson.step("Five masters that know nothing of each other. Whoever has the lock on at least three holds it.");
        const bool has_alice = let_alice_acquire();
        tell("Alice acquires \"" + std::string(lesson_lock) + "\" for " + seconds(lesson_lease), has_alice);
        if (!has_alice)
            return false;

        for (const int index : {0, 1})
            m_servers.server(index).kill_server();
        m_lesson.step("Two of them die (SIGKILL). " + everywhere());
        const bool has_bob = bob_tries("Bob tries for ");

        for (const int index : {0, 1})
            m_servers.server(index).restart();
        m_lesson.step("The two come back, without any data. " + everywhere());
        const bool has_bob_now = bob_tries("Bob tries again, and two are no majority of five, for ");

        const bool is_alone = m_alice.lock().is_held() && holds_of(m_alice) >= 3 && !has_bob && !has_bob_now;
        m_lesson.step(is_alone ? "Alice holds it all the time: there is one holder." : "Alice is not the only holder.");
        m_alice.lock().unlock();
        const bool has_bob_at_last = m_bob.try_for(5s);
        tell("Alice gives it back, and Bob tries once more", has_bob_at_last);
        return is_alone && has_bob_at_last;
    }

private:
    /// On all five: a server that is slow to answer may be left out, and then two that die could be two of only three.
    bool let_alice_acquire()
    {
        constexpr int attempts = 20;
        for (int attempt = 0; attempt < attempts && m_alice.try_for(5s); ++attempt) {
            if (holds_of(m_alice) == m_servers.size())
                return true;
            m_alice.lock().unlock();
        }
        return false;
    }

    void tell(const std::string& what, bool is_granted)
    {
        const std::string outcome = is_granted ? "granted" : "refused";
        m_lesson.step(what + ": " + outcome + ". " + everywhere());
    }

    bool bob_tries(const std::string& what)
    {
        const bool is_granted = m_bob.try_for(bobs_wait);
        tell(what + seconds(bobs_wait), is_granted);
        return is_granted;
    }

    int holds_of(const Party& party)
    {
        int holds = 0;
        for (int i = 0; i < m_servers.size(); ++i)
            holds += m_lesson.is_held_on(m_servers.server(i), party.client(i)) ? 1 : 0;
        return holds;
    }

    /// "1, 2: dead; 3, 4, 5: held by Alice."
    std::string everywhere()
    {
        std::string text;
        std::string before;
        for (int i = 0; i < m_servers.size(); ++i) {
            const std::string state = m_lesson.state_on(m_servers.server(i));
            if (i > 0)
                text += state == before ? ", " : ": " + before + "; ";
            text += std::to_string(i + 1);
            before = state;
        }
        return text + ": " + before + ".";
    }

    Lesson& m_lesson;
    SandboxMasters m_servers;
    Party m_alice;
    Party m_bob;
};

} // namespace

bool play_red_lock(Lesson& lesson, const DemonstrationOptions& options)
{
    return RedLockLesson(lesson, options).play();
}

} // namespace lockscope::lab
