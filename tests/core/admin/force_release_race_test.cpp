// SPDX-License-Identifier: Apache-2.0
// Ten thousand force-releases race ten thousand re-acquisitions by the same owner, as often entered: to the comparison
// of holders every hold looks like every other. What is proved is that none is released that was not the one looked at.
#include "admin_fixture.hpp"

#include <QTest>

#include <hiredis/hiredis.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <thread>

using namespace lockscope;
using namespace lockscope::tests;
using Outcome = AdminResult::Outcome;

namespace {

constexpr int locks_count = 50;
constexpr int rounds = 200; ///< Of each side, for each lock.
constexpr int at_once = 5;  ///< Re-acquisitions in one go.
constexpr int lease = 600'000;

/// The owner lets go, if it still has the lock, and takes it again, in one step: the hold between two looks that nobody
/// could see. The number of the hold is the fencing token; where the end of the lease is to tell holds apart, each
/// lasts 10 ms longer than the one before, as if it had been taken so much later. Returns {number, 1 if the last one
/// was gone}.
constexpr const char* retake = R"lua(
local was_gone = redis.call('DEL', KEYS[1]) == 0
local number = redis.call('INCR', KEYS[2])
redis.call('HSET', KEYS[1], ARGV[1], '1')
redis.call('PEXPIRE', KEYS[1], ARGV[2] + 10 * number)
return {number, was_gone and 1 or 0}
)lua";

/// What is there now, with the number of the hold, in one step. The clock does not stand still in a script, and a busy
/// machine may interrupt the server between any two commands: what counts is a lease that was read within 1 ms.
constexpr const char* look = R"lua(
local function now()
    local time = redis.call('TIME')
    return time[1] * 1000 + math.floor(time[2] / 1000)
end
local before, left, after
repeat
    before = now()
    left = redis.call('PTTL', KEYS[1])
    after = now()
until after - before <= 1
return {redis.call('HLEN', KEYS[1]), redis.call('GET', KEYS[2]) or '0', left, string.format('%.0f', after)}
)lua";

using Numbers = std::set<std::int64_t>;

} // namespace

class ForceReleaseRaceTest : public QObject
{
    Q_OBJECT

    static std::string name(int lock) { return "race:" + std::to_string(lock); }
    static std::vector<std::string> keys_of(int lock) { return {name(lock), locks::token_key(name(lock))}; }
    /// Takes a few of the locks anew, pipelined, and notes which holds were gone before.
    static void retake_some(redisContext* redis, int first, std::map<int, Numbers>& taken)
    {
        for (int lock = first; lock < first + at_once; ++lock) {
            const auto keys = keys_of(lock);
            redisAppendCommand(redis, "EVAL %s 2 %b %b %s %d", retake, keys[0].data(), keys[0].size(), keys[1].data(),
                               keys[1].size(), alice.c_str(), lease);
        }
        for (int lock = first; lock < first + at_once; ++lock) {
            void* raw = nullptr;
            if (redisGetReply(redis, &raw) != REDIS_OK)
                qFatal("the server is gone");
            const test::Value reply = test::detail::convert(raw);
            freeReplyObject(raw);
            const auto number = reply.elements.at(0).integer;
            if (reply.elements.at(1).integer == 1 && number > 1)
                taken[lock].insert(number - 1);
        }
    }
    /// Nothing but the locks is to be slow: the log of a test need not survive a power cut.
    static std::filesystem::path log_folder(const QTemporaryDir& folder)
    {
        return std::filesystem::path(folder.path().toStdString()) / "audit.jsonl";
    }

private slots:
    void noHoldIsReleasedThatWasNotSeen_data()
    {
        QTest::addColumn<bool>("by_token");
        QTest::addColumn<bool>("is_old");
        QTest::newRow("told apart by fencing tokens") << true << false;
        QTest::newRow("told apart by the ends of leases") << false << false;
        QTest::newRow("told apart by the ends of leases, read a round ago") << false << true;
    }
    void noHoldIsReleasedThatWasNotSeen();
};

void ForceReleaseRaceTest::noHoldIsReleasedThatWasNotSeen()
{
    QFETCH(bool, by_token);
    QFETCH(bool, is_old);
    Sandbox sandbox;
    Client client(sandbox.endpoint());
    const QTemporaryDir folder(std::filesystem::exists("/dev/shm") ? QStringLiteral("/dev/shm/lockscope-race")
                                                                   : QStringLiteral("lockscope-race"));
    Admin admin(client, std::make_shared<AuditLog>(log_folder(folder)),
                {.read_only = false, .production = false, .reason_required = true});
    // The owner of all the locks: which of its holds did somebody take away?
    std::map<int, Numbers> taken;
    std::atomic<int> begun = 0; // Rounds of the operator.
    std::thread owner([&] {
        const std::unique_ptr<redisContext, void (*)(redisContext*)> redis(test::detail::connect(sandbox.endpoint()),
                                                                           &redisFree);
        for (int round = 0; round <= rounds; ++round) {
            // Neither side is to be through before the other.
            for (int now = begun; now < round; now = begun)
                begun.wait(now);
            for (int first = 0; first < locks_count; first += at_once)
                retake_some(redis.get(), first, taken);
        }
    });

    // The operator: looks, and releases what it has seen. All of its scripts for the fifty locks are under way at once.
    std::map<int, Numbers> released;
    std::map<Outcome, int> outcomes;
    int renewed = 0;
    std::string trouble; // What kept the latest action from being one or the other.
    std::mutex mutex;
    std::condition_variable answered;
    RedisClient eyes(sandbox.endpoint());
    const auto look_at = [&](int lock) {
        const auto keys = keys_of(lock);
        const test::Value seen = eyes.expect({"EVAL", look, "2", keys[0], keys[1]});
        const auto number = std::stoll(seen.elements.at(1).text);
        AdminRequest request = AdminFixture::request(name(lock), {{alice, 1}});
        if (by_token)
            request.mark.token = number;
        else
            request.mark.lease_end = std::stoll(seen.elements.at(3).text) + seen.elements.at(2).integer;
        return std::pair(std::move(request), static_cast<std::int64_t>(number));
    };
    bool is_twice = false;
    std::vector<std::pair<AdminRequest, std::int64_t>> earlier; // As if the window were paused.
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::pair<AdminRequest, std::int64_t>> looked;
        for (int lock = 0; lock < locks_count; ++lock)
            looked.push_back(look_at(lock));
        begun = round + 1; // Now the owner goes, too.
        begun.notify_one();
        if (is_old)
            std::swap(looked, earlier);
        if (looked.empty())
            continue;
        int under_way = locks_count;
        for (int lock = 0; lock < locks_count; ++lock) {
            auto& [request, seen] = looked[static_cast<std::size_t>(lock)];
            const std::int64_t number = seen;
            admin.force_release(std::move(request), [&, lock, number](const AdminResult& result) {
                const std::scoped_lock guard(mutex);
                ++outcomes[result.outcome];
                renewed += result.renewed ? 1 : 0;
                if (result.outcome == Outcome::refused || result.outcome == Outcome::failed)
                    trouble = result.message;
                if (result.outcome == Outcome::done && !released[lock].insert(number).second)
                    is_twice = true;
                if (--under_way == 0)
                    answered.notify_one();
            });
        }
        std::unique_lock guard(mutex);
        answered.wait(guard, [&] { return under_way == 0; });
    }
    owner.join();
    QVERIFY(!is_twice);

    // The last hold of each lock: nobody came after it to notice.
    RedisClient redis(sandbox.endpoint());
    for (int lock = 0; lock < locks_count; ++lock) {
        if (!redis.exists(name(lock)))
            taken[lock].insert(std::stoll(redis.text({"GET", locks::token_key(name(lock))})));
    }
    int count = 0;
    for (int lock = 0; lock < locks_count; ++lock) {
        QVERIFY2(taken[lock] == released[lock], name(lock).c_str());
        count += static_cast<int>(released[lock].size());
    }
    QCOMPARE(outcomes[Outcome::done], count);
    const std::string others = "refused: " + std::to_string(outcomes[Outcome::refused])
                             + ", failed: " + std::to_string(outcomes[Outcome::failed]) + ", the last: " + trouble;
    QVERIFY2(outcomes[Outcome::done] + outcomes[Outcome::changed] == locks_count * (is_old ? rounds - 1 : rounds),
             others.c_str());
    QVERIFY(renewed > 0); // It was a race: holds that looked the same were left alone.
    // The owner may always have been the quicker one. Now that it rests, what was seen is what is there.
    for (int lock = 0; lock < locks_count; ++lock) {
        if (redis.exists(name(lock)))
            QCOMPARE(admin.force_release(look_at(lock).first).outcome, Outcome::done);
    }
    qInfo("%d released, %d left alone as taken anew, %d found free", count, renewed,
          outcomes[Outcome::changed] - renewed);
}

QTEST_GUILESS_MAIN(ForceReleaseRaceTest)
#include "force_release_race_test.moc"
