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

constexpr std::chrono::milliseconds bobs_patience{1500};

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

int holds_of(SandboxMasters& servers, const Party& party, const Lesson& lesson)
{
    int holds = 0;
    for (int i = 0; i < servers.size(); ++i)
        holds += lesson.is_held_on(servers.server(i), party.client(i)) ? 1 : 0;
    return holds;
}

std::string everywhere(SandboxMasters& servers, const Lesson& lesson)
{
    std::string text;
    for (int i = 0; i < servers.size(); ++i)
        text += (i == 0 ? "" : "; ") + std::to_string(i + 1) + ": " + lesson.lock_on(servers.server(i));
    return text;
}

} // namespace

bool play_red_lock(Lesson& lesson, const DemonstrationOptions& options)
{
    SandboxMasters servers({.arguments = {}, .executable = options.executable});
    Party alice(servers, "Alice", lesson);
    Party bob(servers, "Bob", lesson);
    lesson.step("Five masters that know nothing of each other. Whoever has the lock on at least three holds it.");

    const bool has_alice = alice.try_for(5s);
    lesson.step("Alice acquires \"" + std::string(lesson_lock) + "\" for " + seconds(lesson_lease)
                + (has_alice ? ": granted. " : ": refused. ") + everywhere(servers, lesson) + ".");

    for (const int index : {0, 1})
        servers.server(index).kill_server();
    lesson.step("Two of them die (SIGKILL). " + everywhere(servers, lesson) + ".");
    const bool has_bob = bob.try_for(bobs_patience);
    lesson.step("Bob tries for " + seconds(bobs_patience)
                + (has_bob ? ": granted." : ": refused, nowhere is it free."));

    for (const int index : {0, 1})
        servers.server(index).restart();
    lesson.step("The two come back, without any data. " + everywhere(servers, lesson) + ".");
    const bool has_bob_again = bob.try_for(bobs_patience);
    lesson.step(
        "Bob tries again for " + seconds(bobs_patience)
        + (has_bob_again ? ": granted." : ": refused, two are not the majority of five, and he gave them back."));

    const bool still_has = alice.lock().is_held() && holds_of(servers, alice, lesson) >= 3;
    lesson.step(std::string("Alice ") + (still_has ? "holds it" : "has lost it") + ". " + everywhere(servers, lesson)
                + (has_bob || has_bob_again ? "." : ": there is one holder."));
    alice.lock().unlock();
    const bool has_bob_at_last = bob.try_for(5s);
    lesson.step(std::string("Alice gives it back, and Bob tries once more: ")
                + (has_bob_at_last ? "granted. " : "refused. ") + everywhere(servers, lesson) + ".");
    return has_alice && !has_bob && !has_bob_again && still_has && has_bob_at_last;
}

} // namespace lockscope::lab
