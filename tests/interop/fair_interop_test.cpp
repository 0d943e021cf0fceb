// SPDX-License-Identifier: Apache-2.0
#include "interop/lock_interop.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class FairInteropTest : public LockInterop
{
    Q_OBJECT

    using Names = std::vector<std::string>;

    Lock ours() { return client().fair_lock(name()); }
    JavaLock theirs() { return java(kind().held); }
    Names queue() { return redis().list({"LRANGE", "redisson_lock_queue:{" + name() + "}", "0", "-1"}); }
    /// The queue alone does not do: who has not subscribed yet would find the lock free by asking again.
    bool is_queued(const std::string& owner, std::size_t place)
    {
        return until([&] { return queue().size() == place && queue().back() == owner; })
            && is_waiting(kind().held, owner);
    }

public:
    explicit FairInteropTest(InteropStage& stage) : LockInterop(stage, fair_kind()) {}

private slots:
    void waitersOfBothLanguagesEnterInTheirOrder()
    {
        Lock holder = ours();
        holder.lock(60s);
        const JavaLock first = theirs();
        const JavaCommand first_enters = first.start_lock(60s);
        QVERIFY(is_queued(first.owner().field(), 1));
        OurWaiter second(ours(), 60s);
        QVERIFY(is_queued(second.owner(), 2));
        OurWaiter third(ours(), 60s);
        QVERIFY(is_queued(third.owner(), 3));
        const JavaLock fourth = theirs();
        const JavaCommand fourth_enters = fourth.start_lock(60s);
        QVERIFY(is_queued(fourth.owner().field(), 4));
        const JavaLock fifth = theirs();
        const JavaCommand fifth_enters = fifth.start_lock(60s);
        QVERIFY(is_queued(fifth.owner().field(), 5));
        OurWaiter sixth(ours(), 60s);
        QVERIFY(is_queued(sixth.owner(), 6));
        QCOMPARE(queue(), (Names{first.owner().field(), second.owner(), third.owner(), fourth.owner().field(),
                                 fifth.owner().field(), sixth.owner()}));

        auto start = Clock::now();
        QCOMPARE(holder.release(), 0);
        QVERIFY(is_prompt(start, first_enters));
        QVERIFY(!second.has_entered());
        start = Clock::now();
        first.unlock();
        QVERIFY(is_prompt(start, second));
        QVERIFY(!third.has_entered());
        start = Clock::now();
        QCOMPARE(second.release(), 0);
        QVERIFY(is_prompt(start, third));
        QVERIFY(!fourth_enters.is_done());
        start = Clock::now();
        QCOMPARE(third.release(), 0);
        QVERIFY(is_prompt(start, fourth_enters));
        QVERIFY(!fifth_enters.is_done());
        start = Clock::now();
        fourth.unlock();
        QVERIFY(is_prompt(start, fifth_enters));
        QVERIFY(!sixth.has_entered());
        start = Clock::now();
        fifth.unlock();
        QVERIFY(is_prompt(start, sixth));
        QCOMPARE(sixth.release(), 0);
    }

    void oneOfOursThatGivesUpLetsJavaMoveUp()
    {
        Lock holder = ours();
        holder.lock(60s);
        OurThread thread;
        const std::string impatient = thread.call([&] { return ours().this_thread().field(); });
        auto gives_up = thread.start([&] { return ours().try_lock_for(3s); });
        QVERIFY(is_queued(impatient, 1));
        const JavaLock next = theirs();
        const JavaCommand enters = next.start_lock();
        QVERIFY(is_queued(next.owner().field(), 2));
        QVERIFY(!gives_up.get());
        QCOMPARE(queue(), Names{next.owner().field()});

        const auto start = Clock::now();
        QCOMPARE(holder.release(), 0);
        QVERIFY(is_prompt(start, enters));
        next.unlock();
    }

    void aJavaThatGivesUpLetsOursMoveUp()
    {
        Lock holder = ours();
        holder.lock(60s);
        const JavaLock impatient = theirs();
        const JavaCommand gives_up = impatient.start("try", {3s});
        QVERIFY(is_queued(impatient.owner().field(), 1));
        OurWaiter next(ours());
        QVERIFY(is_queued(next.owner(), 2));
        QVERIFY(!gives_up.answer().truth());
        QVERIFY(until([&] { return queue() == Names{next.owner()}; }));

        const auto start = Clock::now();
        QCOMPARE(holder.release(), 0);
        QVERIFY(is_prompt(start, next));
        QCOMPARE(next.release(), 0);
    }

    void oneOfOursThatIsCancelledLetsJavaMoveUp()
    {
        Lock holder = ours();
        holder.lock(60s);
        std::stop_source stop;
        OurThread thread;
        const std::string cancelled = thread.call([&] { return ours().this_thread().field(); });
        auto ends = thread.start([&] {
            return thrown([&] { return ours().acquire({.wait = {}, .lease = {}, .stop = stop.get_token()}); });
        });
        QVERIFY(is_queued(cancelled, 1));
        const JavaLock next = theirs();
        const JavaCommand enters = next.start_lock();
        QVERIFY(is_queued(next.owner().field(), 2));
        stop.request_stop();
        QCOMPARE(ends.get(), Errc::cancelled);
        QVERIFY(until([&] { return queue() == Names{next.owner().field()}; }));

        const auto start = Clock::now();
        QCOMPARE(holder.release(), 0);
        QVERIFY(is_prompt(start, enters));
        next.unlock();
    }

    /// Redisson's own waiters would wait for its deadline: five minutes.
    void aDeadJavaAtTheHeadDoesNotKeepOursOut()
    {
        Lock holder = ours();
        holder.lock(60s);
        const auto mortal = stage().another_java(version());
        const JavaLock dead(stage().new_owner(*mortal), "fair", name());
        const JavaCommand never_enters = dead.start_lock();
        QVERIFY(is_queued(dead.owner().field(), 1));
        OurWaiter next(ours());
        QVERIFY(is_queued(next.owner(), 2));
        mortal->kill();
        QVERIFY(stage().is_awaited(kind().held.channel(name(), dead.owner().field()), 0));

        const auto start = Clock::now();
        QCOMPARE(holder.release(), 0);
        QVERIFY(next.entered_at() - start < 2 * prompt);
        QCOMPARE(next.release(), 0);
    }

    /// Java would wait for its deadline. One of ours that waits as well finds out who is dead, and tells who is next.
    void aDeadOneOfOursAtTheHeadDoesNotKeepJavaOut()
    {
        Lock holder = ours();
        holder.lock(60s);
        OurProcess mortal({stage().server.endpoint()}, {java_object("fair", name())});
        QVERIFY(until([&] { return queue().size() == 1; }));
        const std::string dead = queue().front();
        QVERIFY(is_queued(dead, 1));
        const JavaLock next = theirs();
        const JavaCommand enters = next.start_lock();
        QVERIFY(is_queued(next.owner().field(), 2));
        OurWaiter last(ours());
        QVERIFY(is_queued(last.owner(), 3));
        mortal.kill();
        QVERIFY(stage().is_awaited(kind().held.channel(name(), dead), 0));

        const auto start = Clock::now();
        QCOMPARE(holder.release(), 0);
        QVERIFY(enters.answer().expect_success().at - start < 2 * prompt);
        QVERIFY(!last.has_entered());
        next.unlock();
        QVERIFY(last.enters());
        QCOMPARE(last.release(), 0);
    }
};

int main(int argc, char** argv)
{
    return run_interop<FairInteropTest>(argc, argv);
}
#include "fair_interop_test.moc"
