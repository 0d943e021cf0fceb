// SPDX-License-Identifier: Apache-2.0
#include "lock_data.hpp"

#include "client/client_core.hpp"
#include "lockscope/error.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/sandbox.hpp"
#include "lockscope/show_commands.hpp"
#include "monitor/classify.hpp"
#include "monitor/reader.hpp"
#include "support/documented_acl.hpp"
#include "support/subscriber.hpp"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace lockscope;
using namespace lockscope::test;

namespace {

boost::asio::awaitable<monitor::Reading> read_with(std::shared_ptr<lockscope::detail::ClientCore> core,
                                                   monitor::ReadRequest request, monitor::Abilities abilities)
{
    const auto masters = co_await core->servers().find_masters();
    monitor::Reader reader(masters.front()->monitor());
    reader.set_abilities(abilities);
    std::vector<monitor::ReadRequest> requests(1, request);
    auto readings = co_await reader.read(std::move(requests));
    co_return std::move(readings.front());
}

/// Notes how many locks each message reads that goes over it.
class CountingLink final : public redis::Link
{
public:
    explicit CountingLink(redis::Link& link) : m_link(link) {}

    using Link::pipeline;
    boost::asio::awaitable<std::vector<redis::Reply>> pipeline(std::vector<redis::Command> commands,
                                                               Clock::time_point deadline) override
    {
        const auto locks = std::count_if(commands.begin(), commands.end(), [](const redis::Command& command) {
            return command.words().front() == "MULTI";
        });
        if (locks > 0)
            locks_a_message.push_back(locks);
        auto replies = co_await m_link.pipeline(std::move(commands), deadline);
        co_return replies;
    }
    void send(const redis::Command& command) override { m_link.send(command); }
    boost::asio::awaitable<void> open() override { return m_link.open(); }
    [[nodiscard]] bool is_open() const noexcept override { return m_link.is_open(); }
    [[nodiscard]] bool is_lost(std::string_view key) const noexcept override { return m_link.is_lost(key); }
    [[nodiscard]] const redis::ConnectionOptions& options() const noexcept override { return m_link.options(); }
    [[nodiscard]] const std::string& node() const noexcept override { return m_link.node(); }

    std::vector<std::ptrdiff_t> locks_a_message;

private:
    redis::Link& m_link;
};

/// How many locks each message reads.
boost::asio::awaitable<std::vector<std::ptrdiff_t>> messages_for(std::shared_ptr<lockscope::detail::ClientCore> core,
                                                                 std::vector<std::string> names)
{
    const auto masters = co_await core->servers().find_masters();
    CountingLink link(masters.front()->monitor());
    monitor::Reader reader(link);
    std::vector<monitor::ReadRequest> requests;
    for (std::string& name : names) {
        requests.emplace_back();
        requests.back().name = std::move(name);
        requests.back().known = monitor::ReadRequest::Known::hash;
    }
    const auto readings = co_await reader.read(std::move(requests));
    for (const auto& reading : readings) {
        if (reading.verdict != monitor::Reading::Verdict::lock)
            throw std::runtime_error("no lock: " + reading.name);
    }
    co_return link.locks_a_message;
}

} // namespace

class ReaderTest : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        Sandbox sandbox;
        Client client{sandbox.endpoint()};
        LockData data{sandbox.endpoint()};

        LockState read(const std::string& name)
        {
            auto state = read_lock(client, name);
            if (!state)
                throw std::runtime_error("no lock: " + name);
            return *state;
        }
    };
    std::unique_ptr<Fixture> m;

private slots:
    void init() { m = std::make_unique<Fixture>(); }
    void cleanup() { m.reset(); }

    void aReentrantLockHeldAndWaitedFor()
    {
        m->data.hold("a", alice, 2, 10'000);
        auto state = m->read("a");
        QCOMPARE(state.type, LockType::reentrant);
        QVERIFY(!state.type_certain);
        QCOMPARE(state.holders[0].owner, alice);
        QCOMPARE(state.holders[0].count, 2);
        QVERIFY(state.ttl > milliseconds(1'000) && state.ttl <= milliseconds(10'000));
        QVERIFY(std::abs(state.server_time - m->data.server_now()) < 5'000);
        QCOMPARE(state.waiting_clients, std::optional<std::int64_t>(0));

        Subscriber waiting(m->sandbox.endpoint(), {locks::unlock_channel("a")});
        QCOMPARE(m->read("a").waiting_clients, std::optional<std::int64_t>(1));
    }

    void aFairLockWithLiveAndSilentWaiters()
    {
        m->data.hold("a", alice);
        m->data.queue("a", bob);
        m->data.queue("a", carol, 600'000);
        Subscriber waiting(m->sandbox.endpoint(), {locks::fair_channel("a", bob)});
        const auto state = m->read("a");
        QCOMPARE(state.type, LockType::fair);
        QCOMPARE(state.waiters_total, std::size_t(2));
        QCOMPARE(state.waiters[0].owner, bob);
        QCOMPARE(state.waiters[0].subscribed, std::optional<bool>(true));
        QCOMPARE(state.waiters[1].subscribed, std::optional<bool>(false));
        QVERIFY(*state.waiters[1].deadline > *state.waiters[0].deadline);
        QVERIFY(state.anomalies.empty());
    }

    void aQueueWhoseDeadlinesAreSomethingElseHasNone_data()
    {
        QTest::addColumn<QStringList>("instead");
        const auto key = QString::fromStdString(locks::timeout_key("a"));
        QTest::newRow("nothing is there") << QStringList{"DEL", key};
        QTest::newRow("a string") << QStringList{"SET", key, "x"};
        QTest::newRow("a list") << QStringList{"RPUSH", key, "x"};
    }
    void aQueueWhoseDeadlinesAreSomethingElseHasNone()
    {
        QFETCH(QStringList, instead);
        m->data.queue("a", bob);
        m->data.redis.command({"DEL", locks::timeout_key("a")});
        std::vector<std::string> words;
        for (const auto& word : instead)
            words.push_back(word.toStdString());
        m->data.redis.expect(words);
        const auto state = m->read("a");
        QCOMPARE(state.waiters.size(), std::size_t(1));
        QVERIFY(state.deadlines_known);
        QVERIFY(state.anomalies.contains(Anomaly::queue_without_score));
        QVERIFY(head_never_goes(state));
    }

    void readersWithTheirOwnDeadlines()
    {
        m->data.read_hold("a", alice, 2, 20'000);
        m->data.read_hold("a", bob, 1, 15'000);
        m->data.redis.command({"PEXPIRE", "a", "20000"});
        Subscriber waiting(m->sandbox.endpoint(), {locks::rwlock_channel("a")});
        const auto state = m->read("a");
        QCOMPARE(state.type, LockType::read_write);
        QCOMPARE(state.mode, LockMode::read);
        QVERIFY(*state.holders[0].ttl > milliseconds(15'000));
        QVERIFY(*state.holders[1].ttl > milliseconds(0) && *state.holders[1].ttl <= milliseconds(15'000));
        QCOMPARE(state.waiting_clients, std::optional<std::int64_t>(1));

        m->data.redis.command({"DEL", locks::reader_timeout_key("a", bob, 1)});
        QVERIFY(m->read("a").anomalies.contains(Anomaly::dead_reader));
    }

    void aWriterAndAFencedLock()
    {
        m->data.write_hold("w", alice, 3);
        const auto writer = m->read("w");
        QCOMPARE(writer.mode, LockMode::write);
        QVERIFY(writer.holders[0].is_writer());
        QCOMPARE(writer.holders[0].count, 3);

        m->data.hold("f", alice);
        m->data.redis.command({"SET", locks::token_key("f"), "42"});
        const auto fenced = m->read("f");
        QCOMPARE(fenced.type, LockType::fenced);
        QCOMPARE(fenced.fencing_token, std::optional<std::int64_t>(42));
    }

    void everyLockAndNothingElseIsListed()
    {
        m->data.hold("reentrant", alice);
        m->data.read_hold("read", alice);
        m->data.write_hold("{write}", alice);
        m->data.queue("only queued", bob);
        m->data.hold("{braced}", alice);
        m->data.queue("{braced}", bob);
        m->data.hold(std::string("\0\xff\r\n<b>", 7), alice);
        m->data.redis.command({"HSET", "zero", alice, "0"}); // whatever it says: nobody else gets in
        // Nothing of this is a lock.
        m->data.redis.command({"SET", locks::token_key("only a token"), "7"});
        m->data.redis.command({"SET", "string", "1"});
        m->data.redis.command({"RPUSH", "list", alice});
        m->data.redis.command({"RPUSH", "redisson_lock_queue:no braces", alice});
        m->data.redis.command({"HSET", "user", "name", "x", "age", "1"});
        m->data.redis.command({"HSET", "extra", alice, "1", "x", "1"});
        std::vector<std::string> names;
        for (const auto& state : list_locks(m->client, "*"))
            names.push_back(state.name);
        QVERIFY(names
                == (std::vector<std::string>{std::string("\0\xff\r\n<b>", 7), "only queued", "read", "reentrant",
                                             "zero", "{braced}", "{write}"}));
        QCOMPARE(list_locks(m->client, "re*").size(), std::size_t(2));
        const auto some = list_locks(m->client, "*", 4);
        QCOMPARE(some.locks.size(), std::size_t(4));
        QVERIFY(some.not_kept >= 3);
        QCOMPARE(list_locks(m->client, "*", 7).not_kept, std::size_t(0));
        QVERIFY(!read_lock(m->client, "braced")); // its queue is that of {braced}, which is held
        QVERIFY(!read_lock(m->client, "nothing"));
        QVERIFY(!read_lock(m->client, "string"));
        QVERIFY(!read_lock(m->client, "user"));
    }

    /// A lock with a queue is met by its hash, by its queue and by the deadlines of that.
    void whatIsNotKeptIsCountedOnce()
    {
        for (const std::string name : {"a", "b", "c", "d", "e", "f"}) {
            m->data.hold(name, alice);
            m->data.queue(name, bob);
        }
        const auto listing = list_locks(m->client, "*", 2);
        QCOMPARE(listing.locks.size(), std::size_t(2));
        QCOMPARE(listing.not_kept, std::size_t(4));
    }

    void whatIsTooManyIsCountedNotRead()
    {
        std::vector<std::string> words{"HSET", "crowd", "mode", "read"};
        for (int i = 0; i < 2500; ++i) {
            words.push_back(client_a + ":" + std::to_string(i));
            words.push_back("1");
        }
        m->data.redis.command(words);
        m->data.redis.command({"PEXPIRE", "crowd", "60000"});
        const auto crowd = m->read("crowd");
        QCOMPARE(crowd.type, LockType::read_write);
        QCOMPARE(crowd.mode, LockMode::read);
        QCOMPARE(crowd.holders.size(), std::size_t(1000));
        QCOMPARE(crowd.holders_total, std::size_t(2500));
        QVERIFY(crowd.anomalies.contains(Anomaly::truncated));

        m->data.hold("queue", alice);
        std::vector<std::string> push{"RPUSH", locks::queue_key("queue")}, add{"ZADD", locks::timeout_key("queue")};
        for (int i = 0; i < 1500; ++i) {
            push.push_back(client_b + ":" + std::to_string(i));
            add.insert(add.end(), {"9000000000000", push.back()});
        }
        m->data.redis.command(push);
        m->data.redis.command(add);
        const auto queue = m->read("queue");
        QCOMPARE(queue.waiters.size(), std::size_t(1000));
        QCOMPARE(queue.waiters_total, std::size_t(1500));
        QVERIFY(queue.anomalies.contains(Anomaly::truncated));
        QVERIFY(!queue.anomalies.contains(Anomaly::queue_without_score));
    }

    void bombsAreRefusedUnread()
    {
        const std::string fat(32 << 20, 'x');
        m->data.redis.command({"HSET", "fat", alice, "1", "field", fat});
        m->data.redis.command({"SET", "string", fat});
        m->data.hold("queued", alice);
        m->data.redis.command({"RPUSH", locks::queue_key("queued"), fat});
        m->data.hold("token", alice);
        m->data.redis.command({"SET", locks::token_key("token"), fat});
        for (int part = 0; part < 20; ++part) {
            std::vector<std::string> words{"HSET", "wide"};
            for (int i = 0; i < 10'000; ++i)
                words.insert(words.end(), {client_a + ":" + std::to_string(part * 10'000 + i), "1"});
            m->data.redis.command(words);
        }
        const auto before = m->client.core()->servers().masters().front()->monitor().traffic().bytes_in;
        QCOMPARE(list_locks(m->client, "*").size(), std::size_t(2));
        QVERIFY(m->client.core()->servers().masters().front()->monitor().traffic().bytes_in - before < 1 << 20);
        QVERIFY(m->read("queued").waiters.empty());
        QVERIFY(!m->read("token").fencing_token);
    }

    void rawKeysShowEverythingThatBelongsToALock()
    {
        m->data.read_hold("a b", alice, 2);
        m->data.queue("a b", bob);
        m->data.redis.command({"SET", locks::token_key("a b"), "7"});
        const auto core = m->client.core();
        const auto keys = core->run(async_raw_keys(m->client, "a b"));
        QCOMPARE(keys.size(), std::size_t(6));
        QCOMPARE(keys[0].key, std::string("a b"));
        QCOMPARE(keys[0].type, std::string("hash"));
        QCOMPARE(keys[0].command, redis_cli(m->sandbox.endpoint()) + " HGETALL 'a b'");
        QCOMPARE(keys[0].entries.size(), std::size_t(2));
        QVERIFY(keys[0].ttl > milliseconds(1000));
        QCOMPARE(keys[5].key, locks::reader_timeout_key("a b", alice, 2));
        QVERIFY(core->run(async_raw_keys(m->client, "nothing")).empty());
    }

    /// It may be of any size, and its answer more than the connection takes.
    void rawKeysOfASizeThatNobodyMayAskForAreNotRead()
    {
        m->data.hold("a", alice);
        m->data.redis.expect({"SET", locks::token_key("a"), "7"});
        Client viewer(user_with(m->data.redis, m->sandbox.endpoint(), "viewer",
                                {"on", ">secret", "~*", "&*", "+@all", "-memory|usage"}));
        const auto keys = viewer.core()->run(async_raw_keys(viewer, "a"));
        QCOMPARE(keys.size(), std::size_t(2));
        for (const auto& key : keys) {
            QVERIFY(key.truncated && key.entries.empty());
            QVERIFY(!key.command.empty());
        }
    }

    void rawKeysSayThatSomeAreLeftOut()
    {
        m->data.redis.expect({"HSET", "a", "mode", "read", alice, "65"});
        for (const int hold : {1, 64, 65})
            m->data.redis.expect({"SET", locks::reader_timeout_key("a", alice, hold), "1"});
        const auto keys = m->client.core()->run(async_raw_keys(m->client, "a"));
        QCOMPARE(keys.size(), std::size_t(3));
        QCOMPARE(keys[0].entries.size(), std::size_t(2));
        QVERIFY(keys[0].truncated);
        QVERIFY(!keys[1].truncated);
    }

    void aKnownSemaphoreThatMayNotBeReadIsNotGone_data()
    {
        QTest::addColumn<bool>("was_there");
        QTest::newRow("known") << true;
        QTest::newRow("a number that may be one") << false;
    }
    void aKnownSemaphoreThatMayNotBeReadIsNotGone()
    {
        QFETCH(bool, was_there);
        monitor::ReadRequest request;
        request.name = "a";
        request.known = monitor::ReadRequest::Known::counter;
        request.was_there = was_there;
        monitor::Abilities abilities;
        abilities.token = false;
        const auto reading = m->client.core()->run(read_with(m->client.core(), request, abilities));
        QCOMPARE(reading.verdict, was_there ? monitor::Reading::Verdict::failed : monitor::Reading::Verdict::absent);
        QCOMPARE(reading.error.starts_with("NOPERM"), was_there);
    }

    void rawKeysAreShownInTheirDatabase()
    {
        Endpoint endpoint = m->sandbox.endpoint();
        endpoint.database = 3;
        LockData(endpoint).hold("a", alice);
        Client client(endpoint);
        const auto keys = client.core()->run(async_raw_keys(client, "a"));
        QCOMPARE(keys.size(), std::size_t(1));
        QCOMPARE(keys[0].command, redis_cli(endpoint) + " HGETALL a");
    }

    /// Whose fields name no key that goes with them.
    void rawKeysOfALockThatHasNoOthers()
    {
        m->data.write_hold("written", alice);
        m->data.redis.expect({"HSET", "group", "not an owner", "1"});
        m->data.redis.expect({"HSET", "foreign", "a", "b"});
        const auto core = m->client.core();
        for (const std::string name : {"written", "group", "foreign"}) {
            const auto keys = core->run(async_raw_keys(m->client, name));
            QCOMPARE(keys.size(), std::size_t(1));
            QCOMPARE(keys[0].key, name);
            QVERIFY(!keys[0].entries.empty());
        }
    }

    void whatHasTheNameOfTheQueueIsSaid_data()
    {
        QTest::addColumn<bool>("is_queue");
        QTest::newRow("the queue's") << true;
        QTest::newRow("that of its deadlines") << false;
    }
    void whatHasTheNameOfTheQueueIsSaid()
    {
        QFETCH(bool, is_queue);
        m->data.hold("a", alice);
        QVERIFY(!m->read("a").anomalies.contains(Anomaly::foreign_queue));
        const std::string key = is_queue ? locks::queue_key("a") : locks::timeout_key("a");
        m->data.redis.expect({"SET", key, "somebody's"});
        const auto state = m->read("a");
        QVERIFY(state.is_held());
        QVERIFY(state.anomalies.contains(Anomaly::foreign_queue));
    }

    /// The server does nothing else meanwhile. How far away it is, is known from the first answer on.
    void notAllOfThemAreReadByOneMessage()
    {
        std::vector<std::string> names;
        for (int i = 0; i < 16; ++i) {
            names.push_back("lock:" + std::to_string(i));
            m->data.redis.expect({"HSET", names.back(), alice, "1"});
        }
        const auto core = m->client.core();
        const auto messages = core->run(messages_for(core, names));
        QVERIFY(messages.size() > 1);
        QCOMPARE(messages.front(), std::ptrdiff_t{3});
        QCOMPARE(std::accumulate(messages.begin(), messages.end(), std::ptrdiff_t{0}), std::ptrdiff_t{16});
    }

    void tenThousandLocksAreListedInBatches()
    {
        for (int part = 0; part < 10; ++part) {
            std::string script = "for i = 1, 1000 do redis.call('HSET', 'lock:' .. ARGV[1] .. ':' .. i, ARGV[2], 1)"
                                 " redis.call('PEXPIRE', 'lock:' .. ARGV[1] .. ':' .. i, 60000) end";
            m->data.redis.expect({"EVAL", script, "0", std::to_string(part), alice});
        }
        std::vector<double> parts;
        const auto listing = list_locks(m->client, "lock:*", 20'000, [&parts](double part) { parts.push_back(part); });
        QCOMPARE(listing.locks.size(), std::size_t(10'000));
        QVERIFY(parts.size() > 2 && std::is_sorted(parts.begin(), parts.end()));
        QVERIFY(parts.front() >= 0 && parts.front() < 1);
        QCOMPARE(parts.back(), 1.0);
    }
};

QTEST_APPLESS_MAIN(ReaderTest)
#include "reader_test.moc"
