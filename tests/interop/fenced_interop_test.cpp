// SPDX-License-Identifier: Apache-2.0
#include "interop/lock_interop.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class FencedInteropTest : public LockInterop
{
    Q_OBJECT

public:
    explicit FencedInteropTest(InteropStage& stage) : LockInterop(stage, fenced_kind()) {}

private slots:
    void tokensGrowAcrossBothLanguages()
    {
        FencedLock ours = client().fenced_lock(name());
        const JavaLock theirs = java(kind().held);
        std::int64_t expected = 0;
        for (int round = 0; round < 3; ++round) {
            ours.lock(30s);
            QCOMPARE(ours.token(), std::optional<std::int64_t>(++expected));
            ours.lock(30s); // an entry again is an acquisition, too
            QCOMPARE(ours.token(), std::optional<std::int64_t>(++expected));
            QCOMPARE(theirs.start("token").answer().number(), expected);
            QCOMPARE(ours.release(), 1);
            QCOMPARE(ours.release(), 0);

            QCOMPARE(theirs.start("lock-token").answer().number(), ++expected);
            theirs.lock(30s);
            QCOMPARE(ours.newest_token(), ++expected);
            theirs.unlock();
            theirs.unlock();
            QCOMPARE(theirs.start("try-token", {1s, 30s}).answer().number(), ++expected);
            theirs.unlock();
        }
    }

    void whoWaitedGetsANewerToken()
    {
        FencedLock ours = client().fenced_lock(name());
        ours.lock(30s);
        const JavaLock theirs = java(kind().held);
        const JavaCommand entering = theirs.start("lock-token");
        QVERIFY(is_waiting(kind().held, theirs.owner().field())); // not asleep: this one waits for a future
        const std::int64_t before = ours.token().value();
        QCOMPARE(ours.release(), 0);
        QCOMPARE(entering.answer().number(), before + 1);

        OurWaiter next(ours);
        QVERIFY(is_waiting(kind().held, next));
        theirs.unlock();
        QVERIFY(next.enters());
        QCOMPARE(next.call([&] { return ours.token(); }), std::optional<std::int64_t>(before + 2));
        QCOMPARE(next.release(), 0);
    }
};

int main(int argc, char** argv)
{
    return run_interop<FencedInteropTest>(argc, argv);
}
#include "fenced_interop_test.moc"
