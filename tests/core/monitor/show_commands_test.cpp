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
        QCOMPARE(show_commands(lock_called("orders:42")),
                 (std::vector<std::string>{"redis-cli HGETALL orders:42", "redis-cli PTTL orders:42"}));
    }

    void aFairLockShowsItsQueueToo()
    {
        LockState fair = lock_called("a b");
        fair.type = LockType::fair;
        const auto commands = show_commands(fair);
        QCOMPARE(commands.size(), std::size_t{4});
        QCOMPARE(commands[2], std::string("redis-cli LRANGE 'redisson_lock_queue:{a b}' 0 -1"));
        QCOMPARE(commands[3], std::string("redis-cli ZRANGE 'redisson_lock_timeout:{a b}' 0 -1 WITHSCORES"));
    }

    void aFencedLockShowsItsToken()
    {
        LockState fenced = lock_called("x");
        fenced.type = LockType::fenced;
        fenced.fencing_token = 7;
        QCOMPARE(show_commands(fenced).back(), std::string("redis-cli GET 'redisson_lock_token:{x}'"));
    }

    void aSemaphoreIsANumber()
    {
        LockState semaphore = lock_called("s");
        semaphore.type = LockType::semaphore;
        QCOMPARE(show_commands(semaphore).front(), std::string("redis-cli GET s"));
    }

    void namesCannotLeaveTheirWord()
    {
        const auto commands = show_commands(lock_called("$(id)`id`;\n'\x1b\xff"));
        QCOMPARE(commands.front(), std::string("redis-cli HGETALL $'$(id)`id`;\\x0a\\'\\x1b\\xff'"));
    }
};

QTEST_APPLESS_MAIN(ShowCommandsTest)
#include "show_commands_test.moc"
