// SPDX-License-Identifier: GPL-3.0-or-later
#include "bad_day.hpp"

#include "locks/key_names.hpp"
#include "support/until.hpp"

#include <array>
#include <chrono>
#include <stdexcept>

namespace lockscope::random {
namespace {

using namespace std::string_literals;

constexpr int kLocks = 60;
constexpr int kOwners = 6;
constexpr int kManyLocks = 3000;
constexpr int kManyFields = 200'000;

std::string inMilliseconds(int ahead)
{
    const auto then = std::chrono::system_clock::now() + std::chrono::milliseconds(ahead);
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(then.time_since_epoch()).count());
}

/// A user who was forbidden everything may not even allow himself: another one of the server does.
void allowAll(test::RedisClient& redis)
{
    redis.command({"AUTH", "keeper", "any"});
    redis.expect({"ACL", "SETUSER", "default", "+@all"});
}

} // namespace

BadDay::BadDay(test::DeploymentKind kind, std::uint64_t seed) : m_kind(kind), m_servers(test::start(kind)), m_dice(seed)
{
    goOn();
}

BadDay::~BadDay()
{
    calm();
}

void BadDay::calm()
{
    {
        const std::scoped_lock guard(m_mutex);
        m_isToStop = true;
    }
    m_told.notify_all();
    if (m_thread.joinable())
        m_thread.join();
    m_traffic.reset();
}

void BadDay::goOn()
{
    m_traffic = std::make_unique<DemoTraffic>(endpoint());
    m_isToStop = false;
    m_thread = std::thread([this] { live(); });
}

const std::vector<BadDay::Trouble>& BadDay::all() const
{
    static const std::vector<Trouble> everywhere{
        {"stopped", &BadDay::stop},
        {"killed", &BadDay::die},
        {"clients dropped", &BadDay::dropClients},
        {"forbidden", &BadDay::forbid},
        {"flooded", &BadDay::flood},
        {"emptied", &BadDay::empty},
        {"scripts forgotten", &BadDay::forgetScripts},
        {"out of memory", &BadDay::runOutOfMemory},
        {"huge key", &BadDay::growHuge},
    };
    static const std::vector<Trouble> ofOne = [] {
        std::vector<Trouble> troubles = everywhere;
        troubles.push_back({"made a replica", &BadDay::becomeReplica});
        return troubles;
    }();
    static const std::vector<Trouble> ofSeveral = [] {
        std::vector<Trouble> troubles = everywhere;
        troubles.push_back({"handed over", &BadDay::handOver});
        return troubles;
    }();
    return hasFailover() ? ofSeveral : ofOne;
}

void BadDay::live()
{
    while (pause(m_dice.below(30))) {
        try {
            if (m_dice.below(100) == 0) {
                const Trouble& trouble =
                    all().at(static_cast<std::size_t>(m_dice.below(static_cast<int>(all().size()))));
                ++m_troubles[trouble.name];
                (this->*trouble.befall)();
            } else {
                changeLock();
            }
        } catch (const std::exception&) {
            m_clients.clear(); // connections were lost, as those of others, or nobody is the master just now
        }
    }
    recover();
}

bool BadDay::pause(int milliseconds)
{
    std::unique_lock guard(m_mutex);
    return !m_told.wait_for(guard, std::chrono::milliseconds(milliseconds), [this] { return m_isToStop; });
}

void BadDay::command(const std::string& lock, const std::vector<std::string>& words)
{
    const Sandbox& server = m_servers->master_of(lock);
    const auto found = m_clients.try_emplace(&server, test::inside_of(server)).first;
    found->second.command(words);
}

void BadDay::recover()
{
    m_clients.clear();
    static_cast<void>(test::until(
        [this] {
            try {
                mend();
                return true;
            } catch (const std::exception&) {
                return false;
            }
        },
        std::chrono::seconds(60)));
}

/// Whatever befell them last may have been left off in the middle.
void BadDay::mend()
{
    if (hasFailover())
        m_servers->bring_back();
    for (const Sandbox* server : m_servers->servers()) {
        test::RedisClient redis(test::inside_of(*server));
        allowAll(redis);
        redis.expect({"CONFIG", "SET", "maxmemory", "0"});
        if (!hasFailover())
            redis.expect({"REPLICAOF", "NO", "ONE"});
    }
    m_servers->wait_until_ready();
}

std::map<std::string, BadDay::Truth> BadDay::truth()
{
    std::map<std::string, Truth> all;
    for (int i = 0; i < kLocks; ++i) {
        const std::string lock = lockNumber(i);
        test::RedisClient redis = m_servers->look(lock);
        Truth& one = all[lock];
        if (redis.type(lock) == "hash")
            one.holders = redis.hash(lock);
        one.holders.erase(std::string(locks::mode_field));
        one.queue = redis.list({"LRANGE", locks::queue_key(lock), "0", "-1"});
    }
    return all;
}

// ---- what clients do ------------------------------------------------------------------------------------------------

std::string BadDay::lockNumber(int number)
{
    static const std::array ends{
        ""s,      " <b>bold</b>"s, "\xe2\x80\xaegpj.exe"s, "\x1b[31mred"s, "\0nul\nline"s, "\xff\xfe"s, "&Quit %1 %n"s,
        "{tag}"s, ":a:b:c:d"s,     "\xe9\x94\x81"s,
    };
    return "day:" + std::to_string(number % 7) + ':' + std::to_string(number)
         + ends.at(static_cast<std::size_t>(number) % ends.size());
}

std::string BadDay::anyLock()
{
    return lockNumber(m_dice.below(kLocks));
}

std::string BadDay::anyOwner()
{
    const std::string digit = std::to_string(m_dice.below(kOwners));
    return digit + "f45aaaa-0000-4000-8000-0000000000e" + digit + ':' + std::to_string(1 + m_dice.below(3));
}

void BadDay::changeLock()
{
    constexpr std::array changes{&BadDay::hold,    &BadDay::hold,        &BadDay::queueUp,
                                 &BadDay::read,    &BadDay::holdForEver, &BadDay::release,
                                 &BadDay::release, &BadDay::release,     &BadDay::spoil};
    (this->*changes.at(static_cast<std::size_t>(m_dice.below(static_cast<int>(changes.size())))))(anyLock());
}

void BadDay::hold(const std::string& lock)
{
    command(lock, {"DEL", lock});
    command(lock, {"HSET", lock, anyOwner(), std::to_string(1 + m_dice.below(3))});
    command(lock, {"PEXPIRE", lock, std::to_string(500 + m_dice.below(30'000))});
}

void BadDay::queueUp(const std::string& lock)
{
    hold(lock);
    for (int i = m_dice.below(5); i > 0; --i) {
        const std::string waiter = anyOwner();
        command(lock, {"RPUSH", locks::queue_key(lock), waiter});
        if (m_dice.below(10) != 0)
            command(lock, {"ZADD", locks::timeout_key(lock), inMilliseconds(m_dice.below(20'000) - 5000), waiter});
    }
}

void BadDay::read(const std::string& lock)
{
    command(lock, {"DEL", lock});
    command(lock, {"HSET", lock, std::string(locks::mode_field), m_dice.below(4) == 0 ? "write" : "read"});
    for (int i = 1 + m_dice.below(3); i > 0; --i) {
        const std::string owner = anyOwner();
        command(lock, {"HSET", lock, owner, "1"});
        command(lock, {"SET", locks::reader_timeout_key(lock, owner, 1), "1", "PX",
                       std::to_string(1 + m_dice.below(20'000))});
    }
    command(lock, {"PEXPIRE", lock, "20000"});
}

void BadDay::holdForEver(const std::string& lock)
{
    hold(lock);
    command(lock, {"PERSIST", lock});
}

void BadDay::release(const std::string& lock)
{
    command(lock, {"DEL", lock, locks::queue_key(lock), locks::timeout_key(lock)});
    command(lock, {"PUBLISH", locks::unlock_channel(lock), "0"});
}

/// Something else under the name of a lock, for a moment.
void BadDay::spoil(const std::string& lock)
{
    command(lock, {"SET", lock, "no lock", "PX", "300"});
}

// ---- what befalls the servers ---------------------------------------------------------------------------------------

void BadDay::stop()
{
    Sandbox& server = m_servers->master_of(anyLock());
    server.pause_server();
    pause(100 + m_dice.below(6000));
    server.resume_server();
}

void BadDay::die()
{
    const std::string lock = anyLock();
    m_clients.clear();
    if (hasFailover()) {
        m_servers->kill_master_of(lock);
        m_servers->bring_back();
        return;
    }
    Sandbox& server = m_servers->master_of(lock);
    server.kill_server();
    pause(m_dice.below(3000));
    server.restart();
}

void BadDay::handOver()
{
    m_servers->hand_over(anyLock());
    m_clients.clear();
}

void BadDay::dropClients()
{
    static const std::array kinds{"normal", "pubsub"};
    command(anyLock(), {"CLIENT", "KILL", "TYPE", kinds.at(static_cast<std::size_t>(m_dice.below(2)))});
}

/// By one who may do what everybody else may not then.
void BadDay::forbid()
{
    static const std::array rules{"-hgetall", "-@scripting", "-scan",   "-info",    "-subscribe", "-psubscribe",
                                  "-pttl",    "-lrange",     "-zrange", "-evalsha", "-client",    "-@all"};
    test::RedisClient keeper = m_servers->look(anyLock());
    keeper.command({"ACL", "SETUSER", "keeper", "on", "nopass", "~*", "&*", "+@all"});
    keeper.command({"AUTH", "keeper", "any"});
    const char* rule = rules.at(static_cast<std::size_t>(m_dice.below(static_cast<int>(rules.size()))));
    keeper.command({"ACL", "SETUSER", "default", rule});
    pause(m_dice.below(4000));
    keeper.command({"ACL", "SETUSER", "default", "+@all"});
}

void BadDay::flood()
{
    const std::string prefix = "flood:{" + std::to_string(m_dice.below(1000)) + "}:"; // of one slot
    test::RedisClient redis = m_servers->look(prefix);
    for (int i = 0; i < kManyLocks; ++i) {
        const std::string lock = prefix + std::to_string(i);
        redis.command({"HSET", lock, anyOwner(), "1"});
        redis.command({"PEXPIRE", lock, std::to_string(5000 + m_dice.below(5000))});
    }
}

void BadDay::empty()
{
    command(anyLock(), {"FLUSHALL"});
}

void BadDay::forgetScripts()
{
    command(anyLock(), {"SCRIPT", "FLUSH"});
}

void BadDay::becomeReplica()
{
    const std::string lock = anyLock();
    command(lock, {"REPLICAOF", "127.0.0.1", "1"});
    pause(m_dice.below(3000));
    command(lock, {"REPLICAOF", "NO", "ONE"});
}

void BadDay::runOutOfMemory()
{
    const std::string lock = anyLock();
    command(lock, {"CONFIG", "SET", "maxmemory", "1"});
    pause(m_dice.below(3000));
    command(lock, {"CONFIG", "SET", "maxmemory", "0"});
}

void BadDay::growHuge()
{
    const std::string lock = "huge:" + std::to_string(m_dice.below(5));
    std::vector<std::string> words{"HSET", lock};
    for (int i = 0; i < kManyFields; ++i) {
        words.push_back(anyOwner() + std::to_string(i));
        words.emplace_back("1");
    }
    command(lock, words);
    command(lock, {"PEXPIRE", lock, "10000"});
}

} // namespace lockscope::random
