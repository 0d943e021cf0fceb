// SPDX-License-Identifier: Apache-2.0
// Walks through the keyspace of a real server: in one piece or in parts, each key that stays is seen.
#include "monitor/finder.hpp"

#include "lockscope/error.hpp"
#include "lockscope/sandbox.hpp"
#include "monitor/server_facts.hpp"
#include "support/fake_server.hpp"
#include "support/io_thread.hpp"
#include "support/redis_client.hpp"

#include <QTest>

#include <list>
#include <optional>
#include <set>
#include <string>

using namespace lockscope;
using namespace lockscope::monitor;
using namespace lockscope::test;

namespace {

const std::string add_locks = "for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do "
                              "redis.call('HSET', 'lock:' .. i, '0a0a0a0a-1111-4222-8333-444444444444:1', 1) end";
const std::string delete_others =
    "for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do redis.call('DEL', 'other:' .. i) end";
const std::string add_others =
    "for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do redis.call('SET', 'other:' .. i, 1) end";

/// A connection with its thread, ended in the right order.
class Line
{
public:
    explicit Line(const Endpoint& endpoint)
    {
        redis::ConnectionOptions options;
        options.endpoint = endpoint;
        options.client_name = "tested";
        connection.emplace(io.executor(), options);
    }
    ~Line()
    {
        io.call([this] { connection->close(); });
        io.join();
        connection.reset();
    }
    std::optional<redis::Connection> connection;
    IoThread io;
};

} // namespace

class FinderTest : public QObject
{
    Q_OBJECT

    Sandbox m_sandbox;
    RedisClient m_redis{m_sandbox.endpoint()};

    void run(const std::string& script, int from, int to)
    {
        m_redis.expect({"EVAL", script, "0", std::to_string(from), std::to_string(to)});
    }
    static void parts_and_sizes()
    {
        QTest::addColumn<unsigned>("parts");
        QTest::addColumn<int>("locks");
        for (const unsigned parts : {1U, 2U, 4U, 16U}) {
            for (const int locks : {0, 1, 2, 3, 7, 100, 5000})
                QTest::addRow("%u walks, %d locks", parts, locks) << parts << locks;
        }
    }

private slots:
    void init() { m_redis.expect({"FLUSHALL"}); }

    void togetherThePartsAreTheWhole_data() { parts_and_sizes(); }
    void togetherThePartsAreTheWhole()
    {
        QFETCH(unsigned, parts);
        QFETCH(int, locks);
        run(add_locks, 1, locks);
        Line line(m_sandbox.endpoint());
        std::set<std::string> found;
        std::size_t looked_at = 0;
        for (unsigned part = 0; part < parts; ++part) {
            Scan scan(*line.connection, "*", Scan::Scope::locks, {part, parts});
            while (!scan.finished()) {
                const auto step = line.io.await(scan.next());
                found.insert(step.hashes.begin(), step.hashes.end());
                looked_at += step.hashes.size();
                const double fraction = scan.fraction(static_cast<std::uint64_t>(locks));
                QVERIFY(fraction >= 0 && fraction <= 1);
            }
        }
        QCOMPARE(found.size(), static_cast<std::size_t>(locks));
        // The last step of a part goes on beyond its end; nothing else is looked at twice.
        constexpr std::size_t most_of_a_step = 160;
        QVERIFY(looked_at <= found.size() + (parts - 1) * most_of_a_step);
    }

    /// Taking turns, so that each walk has the table grow and shrink under its feet.
    void whatStaysIsFoundWhileTheTableGrowsAndShrinks_data() { parts_and_sizes(); }
    void whatStaysIsFoundWhileTheTableGrowsAndShrinks()
    {
        QFETCH(unsigned, parts);
        QFETCH(int, locks);
        constexpr int most_others = 10'000;
        run(add_locks, 1, locks);
        Line line(m_sandbox.endpoint());
        std::list<Scan> walks;
        for (unsigned part = 0; part < parts; ++part)
            walks.emplace_back(*line.connection, "*", Scan::Scope::locks, ScanPart{part, parts});
        std::set<std::string> found;
        int others = 0;
        bool grows = true;
        for (bool goes_on = true; goes_on;) {
            goes_on = false;
            for (Scan& walk : walks) {
                if (walk.finished())
                    continue;
                goes_on = true;
                const auto step = line.io.await(walk.next());
                found.insert(step.hashes.begin(), step.hashes.end());
                // By a thousand at a time: rehashing goes on between any two steps.
                grows = others >= most_others ? false : others == 0 ? true : grows;
                run(grows ? add_others : delete_others, grows ? others + 1 : others - 999,
                    grows ? others + 1000 : others);
                others += grows ? 1000 : -1000;
            }
        }
        QCOMPARE(found.size(), static_cast<std::size_t>(locks));
    }

    void aServerOfItsOwnKindIsWalkedThroughInOnePiece_data()
    {
        QTest::addColumn<QByteArray>("info");
        QTest::addColumn<bool>("has_one_table");
        const auto row = [](const char* name, const char* info, bool has_one_table) {
            QTest::newRow(name) << QByteArray(info) << has_one_table;
        };
        row("Redis", "redis_version:7.0.15\r\nredis_mode:standalone\r\natomicvar_api:c11-builtin\r\n", true);
        row("Valkey", "redis_version:7.2.4\nserver_name:valkey\nredis_mode:standalone\natomicvar_api:c11-builtin\n",
            true);
        row("Valkey 8", "redis_version:7.2.4\nserver_name:valkey\nvalkey_version:8.1.1\nserver_mode:standalone\n",
            true);
        row("Valkey 8 that says as Redis does",
            "redis_version:7.2.4\nvalkey_version:8.0.1\nserver_name:valkey\nredis_mode:standalone\n", true);
        row("a node of a cluster, where cursors say the slot", "redis_mode:cluster\natomicvar_api:c11-builtin\n",
            false);
        row("a node of a cluster of Valkey 8", "server_name:valkey\nvalkey_version:8.1.1\nserver_mode:cluster\n",
            false);
        row("one that speaks its language", "redis_version:7.2.0\nredis_mode:standalone\nother_version:1.2\n", false);
        row("one that says nothing", "", false);
    }
    void aServerOfItsOwnKindIsWalkedThroughInOnePiece()
    {
        QFETCH(QByteArray, info);
        QTEST(parse_info(info.toStdString()).has_one_table, "has_one_table");
    }

    /// Or what comes after it would be taken for not there.
    void aCursorThatIsNoneEndsNoWalk_data()
    {
        QTest::addColumn<QByteArray>("cursor");
        QTest::newRow("a word") << QByteArray("$3\r\nabc\r\n");
        QTest::newRow("beyond 64 bits") << QByteArray("$21\r\n999999999999999999999\r\n");
        QTest::newRow("negative") << QByteArray("$2\r\n-1\r\n");
        QTest::newRow("empty") << QByteArray("$0\r\n\r\n");
        QTest::newRow("a list") << QByteArray("*0\r\n");
        QTest::newRow("nothing") << QByteArray("$-1\r\n");
    }
    void aCursorThatIsNoneEndsNoWalk()
    {
        QFETCH(QByteArray, cursor);
        FakeServer server([&](const FakeServer::Words& words) {
            return words.front() == "SCAN" ? "*2\r\n" + cursor.toStdString() + "*0\r\n" : std::string("+OK\r\n");
        });
        Endpoint endpoint;
        endpoint.host = server.address().host;
        endpoint.port = server.address().port;
        Line line(endpoint);
        Scan scan(*line.connection, "*", Scan::Scope::locks);
        try {
            line.io.await(scan.next());
            QFAIL("it was taken for an end");
        } catch (const Error& error) {
            QCOMPARE(error.errc(), Errc::protocol);
        }
        QVERIFY(!scan.finished());
    }

    void thisServerHasOneTable() { QVERIFY(parse_info(m_redis.text({"INFO"})).has_one_table); }
};

QTEST_GUILESS_MAIN(FinderTest)
#include "finder_test.moc"
