// SPDX-License-Identifier: Apache-2.0
#include "lockscope/show_commands.hpp"

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
        QCOMPARE(show_commands(lock_called("orders:42"), {}),
                 (std::vector<std::string>{"redis-cli HGETALL orders:42", "redis-cli PTTL orders:42"}));
    }

    /// Who pastes them is to find what the window shows, not what another database or master has.
    void theyAskWhereTheLockIs_data()
    {
        QTest::addColumn<Deployment>("deployment");
        QTest::addColumn<int>("database");
        QTest::addColumn<QByteArray>("start");
        QTest::newRow("another database") << Deployment::single << 3 << QByteArray("redis-cli -n 3 ");
        QTest::newRow("cluster") << Deployment::cluster << 0 << QByteArray("redis-cli -c ");
        QTest::newRow("a database of a cluster") << Deployment::cluster << 2 << QByteArray("redis-cli -c -n 2 ");
        QTest::newRow("sentinel") << Deployment::sentinel << 0 << QByteArray("redis-cli ");
        QTest::newRow("replicated") << Deployment::replicated << 1 << QByteArray("redis-cli -n 1 ");
    }
    void theyAskWhereTheLockIs()
    {
        QFETCH(Deployment, deployment);
        QFETCH(int, database);
        QFETCH(QByteArray, start);
        LockState lock = lock_called("orders:42");
        lock.type = LockType::fair;
        lock.fencing_token = 7;
        const auto plain = show_commands(lock, {});
        const auto placed = show_commands(lock, {deployment, database});
        QCOMPARE(plain.size(), std::size_t{5});
        QCOMPARE(placed.size(), plain.size());
        for (std::size_t i = 0; i < plain.size(); ++i)
            QCOMPARE(placed[i], start.toStdString() + plain[i].substr(std::string("redis-cli ").size()));
    }

    void aFairLockShowsItsQueueToo()
    {
        LockState fair = lock_called("a b");
        fair.type = LockType::fair;
        const auto commands = show_commands(fair, {});
        QCOMPARE(commands.size(), std::size_t{4});
        QCOMPARE(commands[2], std::string("redis-cli LRANGE 'redisson_lock_queue:{a b}' 0 -1"));
        QCOMPARE(commands[3], std::string("redis-cli ZRANGE 'redisson_lock_timeout:{a b}' 0 -1 WITHSCORES"));
    }

    void aFencedLockShowsItsToken()
    {
        LockState fenced = lock_called("x");
        fenced.type = LockType::fenced;
        fenced.fencing_token = 7;
        QCOMPARE(show_commands(fenced, {}).back(), std::string("redis-cli GET 'redisson_lock_token:{x}'"));
    }

    void aSemaphoreIsANumber()
    {
        LockState semaphore = lock_called("s");
        semaphore.type = LockType::semaphore;
        QCOMPARE(show_commands(semaphore, {}).front(), std::string("redis-cli GET s"));
    }

    void namesCannotLeaveTheirWord()
    {
        const auto commands = show_commands(lock_called("$(id)`id`;\n'\x1b\xff"), {});
        QCOMPARE(commands.front(), std::string("redis-cli HGETALL $'$(id)`id`;\\x0a\\'\\x1b\\xff'"));
    }
};

QTEST_APPLESS_MAIN(ShowCommandsTest)
#include "show_commands_test.moc"
