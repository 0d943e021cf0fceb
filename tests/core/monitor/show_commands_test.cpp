// SPDX-License-Identifier: Apache-2.0
#include "lockscope/show_commands.hpp"

#include "lockscope/endpoint.hpp"

#include <QTest>

using namespace lockscope;

namespace {

LockState lock_called(std::string name)
{
    LockState state;
    state.name = std::move(name);
    return state;
}

} // namespace

class ShowCommandsTest : public QObject
{
    Q_OBJECT

private slots:
    void anyLockShowsItsHashAndItsLease()
    {
        QCOMPARE(show_commands(lock_called("orders:42"), "redis-cli"),
                 (std::vector<std::string>{"redis-cli HGETALL orders:42", "redis-cli PTTL orders:42"}));
    }

    /// Who pastes them is to find what the window shows, not what another server, database or master has.
    void theyAskWhereTheLockIs_data()
    {
        QTest::addColumn<QByteArray>("uri");
        QTest::addColumn<QByteArray>("start");
        const auto row = [](const char* about, const char* uri, const char* start) {
            QTest::newRow(about) << QByteArray(uri) << QByteArray(start);
        };
        row("this computer", "redis://127.0.0.1", "redis-cli -h 127.0.0.1 -p 6379");
        row("another one", "redis://cache.example:6380", "redis-cli -h cache.example -p 6380");
        row("IPv6", "redis://[2001:db8::1]:6380", "redis-cli -h 2001:db8::1 -p 6380");
        row("socket", "unix:///run/my redis.sock?db=2", "redis-cli -s '/run/my redis.sock' -n 2");
        row("another database", "redis://cache/3", "redis-cli -h cache -p 6379 -n 3");
        row("cluster", "redis+cluster://one:7000,two:7001", "redis-cli -c -h one -p 7000");
        row("sentinel", "redis+sentinel://one,two/main/1", "redis-cli -h '<master of main>' -n 1");
        row("replicated", "redis+replicated://one,two", "redis-cli -h '<the master>'");
        row("password", "redis://:SECRET@cache", "redis-cli -h cache -p 6379 --askpass");
        row("user", "redis://alice:SECRET@cache", "redis-cli -h cache -p 6379 --user alice --askpass");
        row("only a user", "redis://a%20b@cache", "redis-cli -h cache -p 6379 --user 'a b'");
        row("encrypted", "rediss://cache", "redis-cli -h cache -p 6379 --tls");
        row("encrypted in every way", "rediss://cache?ca=/ca&ca-dir=/d&cert=/c&key=/k&server-name=n&verify=no",
            "redis-cli -h cache -p 6379 --tls --sni n --cacert /ca --cacertdir /d --cert /c --key /k --insecure");
    }
    void theyAskWhereTheLockIs()
    {
        QFETCH(QByteArray, uri);
        QFETCH(QByteArray, start);
        const std::string asks = redis_cli(Endpoint::parse(uri.toStdString()));
        QCOMPARE(asks, start.toStdString());
        LockState lock = lock_called("orders:42");
        lock.type = LockType::fair;
        lock.fencing_token = 7;
        const auto plain = show_commands(lock, "redis-cli");
        const auto placed = show_commands(lock, asks);
        QCOMPARE(plain.size(), std::size_t{5});
        QCOMPARE(placed.size(), plain.size());
        for (std::size_t i = 0; i < plain.size(); ++i)
            QCOMPARE(placed[i], asks + plain[i].substr(std::string("redis-cli").size()));
    }

    void aFairLockShowsItsQueueToo()
    {
        LockState fair = lock_called("a b");
        fair.type = LockType::fair;
        const auto commands = show_commands(fair, "redis-cli");
        QCOMPARE(commands.size(), std::size_t{4});
        QCOMPARE(commands[2], std::string("redis-cli LRANGE 'redisson_lock_queue:{a b}' 0 -1"));
        QCOMPARE(commands[3], std::string("redis-cli ZRANGE 'redisson_lock_timeout:{a b}' 0 -1 WITHSCORES"));
    }

    void aFencedLockShowsItsToken()
    {
        LockState fenced = lock_called("x");
        fenced.type = LockType::fenced;
        fenced.fencing_token = 7;
        QCOMPARE(show_commands(fenced, "redis-cli").back(), std::string("redis-cli GET 'redisson_lock_token:{x}'"));
    }

    void aSemaphoreIsANumber()
    {
        LockState semaphore = lock_called("s");
        semaphore.type = LockType::semaphore;
        QCOMPARE(show_commands(semaphore, "redis-cli").front(), std::string("redis-cli GET s"));
    }

    void namesCannotLeaveTheirWord()
    {
        const auto commands = show_commands(lock_called("$(id)`id`;\n'\x1b\xff"), "redis-cli");
        QCOMPARE(commands.front(), std::string("redis-cli HGETALL $'$(id)`id`;\\x0a\\'\\x1b\\xff'"));
    }
};

QTEST_APPLESS_MAIN(ShowCommandsTest)
#include "show_commands_test.moc"
