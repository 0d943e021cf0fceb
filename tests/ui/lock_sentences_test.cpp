// SPDX-License-Identifier: GPL-3.0-or-later

#include "panels/lock_sentences.hpp"

#include <QTest>

#include <optional>

using namespace lockscope;
using namespace lockscope::ui;

Q_DECLARE_METATYPE(LockType)

class LockSentencesTest : public QObject
{
    Q_OBJECT

private slots:
    void whoWaitsWithoutAQueueWaitsForSomething_data()
    {
        QTest::addColumn<LockType>("type");
        QTest::addColumn<int>("listeners"); // -1: not known
        QTest::addColumn<QString>("note");
        QTest::newRow("a plain lock") << LockType::reentrant << 2
                                      << "2 client process(es) listen for the release of this one; any of them may be "
                                         "next.";
        QTest::newRow("nobody") << LockType::reentrant << 0 << "No client listens for the release of this one.";
        QTest::newRow("not known") << LockType::reentrant << -1 << "Only fair locks keep a queue in Redis.";
        QTest::newRow("a latch, which nobody releases")
            << LockType::latch << 1 << "1 client process(es) wait until it is counted down.";
        QTest::newRow("a semaphore") << LockType::semaphore << 3 << "3 client process(es) wait for a permit.";
        QTest::newRow("a semaphore without waiters")
            << LockType::semaphore << 0 << "Only fair locks keep a queue in Redis.";
        QTest::newRow("a fair lock") << LockType::fair << 0 << "Nobody is in the queue.";
    }
    void whoWaitsWithoutAQueueWaitsForSomething()
    {
        QFETCH(LockType, type);
        QFETCH(int, listeners);
        QFETCH(QString, note);
        LockState state;
        state.type = type;
        if (listeners >= 0) {
            state.waiting_clients = listeners;
        }
        QVERIFY2(queueNote(state).endsWith(note), qPrintable(queueNote(state)));
    }

    /// The dead stand in the queue, and do not wait.
    void whoWaitsIsSaidWithoutTheDead()
    {
        LockState state;
        state.type = LockType::fair;
        state.waiters.resize(5);
        state.waiters_total = 5;
        QCOMPARE(waitingSentence(state), QStringLiteral("5 waiter(s)"));
        state.waiters[3].stale = true;
        state.waiters[4].stale = true;
        QCOMPARE(waitingSentence(state), QStringLiteral("3 waiter(s), and 2 dead in the queue"));
        for (Waiter& waiter : state.waiters) {
            waiter.stale = true;
        }
        QCOMPARE(waitingSentence(state), QStringLiteral("nobody, and 5 dead in the queue"));
        state.waiters_total = 9; // who was not read may live
        QVERIFY(waitingSentence(state).startsWith(QStringLiteral("nobody known; ")));
    }

    void anEndThatMayBeADeletionIsNoRelease()
    {
        using Kind = LockEvent::Kind;
        QVERIFY(endSentence(Kind::lost_in_restart, std::chrono::seconds(3))
                    .contains(QStringLiteral("a restart of the server")));
        QVERIFY(endSentence(Kind::gone, std::chrono::seconds(3)).contains(QStringLiteral("or deleted")));
        QVERIFY(!endSentence(Kind::forced, std::chrono::seconds(3)).contains(QLatin1Char('@')));
        QVERIFY(endSentence(Kind::forced, std::chrono::seconds(3), "bob@host").contains(QStringLiteral("bob@host")));
        QVERIFY(!endSentence(Kind::released, std::chrono::seconds(3)).contains(QStringLiteral("deleted")));
    }
};

QTEST_MAIN(LockSentencesTest)
#include "lock_sentences_test.moc"
