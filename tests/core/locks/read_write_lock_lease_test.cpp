// SPDX-License-Identifier: Apache-2.0
// How long readers and writers stay: every reader has deadlines of its own, and nobody shortens another's stay.
#include "read_write_fixture.hpp"
#include "support/timing.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

namespace {

ClientOptions short_watchdog()
{
    ClientOptions options;
    options.watchdog_lease = brief_lease;
    return options;
}

} // namespace

class ReadWriteLockLeaseTest : public QObject
{
    Q_OBJECT

    std::optional<ReadWriteFixture> m;
    std::int64_t pttl(const std::string& key) { return m->redis().pttl(key); }
    std::string deadline(std::int64_t thread, int entry) { return m->deadline(m->owner(thread).field(), entry); }
    bool read(std::int64_t thread, std::optional<milliseconds> lease)
    {
        return m->await(m->read().async_try_lock(m->owner(thread), lease));
    }
    int leave(std::int64_t thread) { return m->await(m->read().async_unlock(m->owner(thread))); }
    bool stay(const std::vector<std::string>& keys) { return are_renewed(m->redis(), keys); }

private slots:
    void initTestCase() { m.emplace(); }
    void cleanupTestCase() { m.reset(); }
    void init() { m->fresh(); }
    void cleanup() { m->close(); }

    // Leases of readers.

    void readersHaveDeadlinesOfTheirOwn()
    {
        QVERIFY(read(1, 5s));
        QVERIFY(read(2, 60s));
        QVERIFY(read(3, {}));
        QVERIFY(is_fresh(pttl(deadline(1, 1)), 5s));
        QVERIFY(is_fresh(pttl(deadline(2, 1)), 60s));
        QVERIFY(is_fresh(pttl(deadline(3, 1)), 30s));
        QVERIFY(is_fresh(pttl("a"), 60s));
    }

    void theLockLivesAsLongAsThoseWhoStay()
    {
        QVERIFY(read(1, 60s));
        QVERIFY(read(2, 5s));
        QCOMPARE(leave(1), 0);
        QVERIFY(is_fresh(pttl("a"), 5s));
        QVERIFY(read(3, 20s));
        QVERIFY(is_fresh(pttl("a"), 20s));
        QCOMPARE(leave(3), 0);
        QVERIFY(is_fresh(pttl("a"), 5s));
        QCOMPARE(leave(2), 0);
        QCOMPARE(m->redis().keys(), std::vector<std::string>());
    }

    void aReadLeaseEndsByItself()
    {
        m->read().lock(200ms);
        QVERIFY(until([&] { return !m->read().is_held(); }, soon));
        QCOMPARE(thrown([&] { return m->read().release(); }), Errc::lost);
        QVERIFY(until([&] { return m->redis().keys().empty(); }, soon));
    }

    void aReadLeaseEndsByItselfOnceARenewedEntryHasLeft()
    {
        m->fresh(short_watchdog());
        QVERIFY(read(1, 2s));
        QVERIFY(read(1, {}));
        QVERIFY(stay({"a", deadline(1, 1), deadline(1, 2)}));
        QCOMPARE(leave(1), 1);
        QVERIFY(runs_out(m->redis(), "a"));
        QVERIFY(!m->read().is_held(m->owner(1)));
    }

    /// The deadline of the entry that leaves goes with it: what is left of it passes on, and does not begin anew.
    void aLongReadLeaseIsNeitherShortenedNorBegunAnew()
    {
        QVERIFY(read(1, 5s));
        QVERIFY(read(1, 60s));
        QVERIFY(until([&] { return pttl(deadline(1, 2)) <= 59900; }));
        QCOMPARE(leave(1), 1);
        QVERIFY(is_fresh(pttl(deadline(1, 1)), 60s));
        QVERIFY(pttl(deadline(1, 1)) <= 59950);
        QVERIFY(pttl("a") <= 59950);
        QVERIFY(!m->redis().exists(deadline(1, 2)));
        QCOMPARE(leave(1), 0);
    }

    void aReaderWhoWasLateEntersAnew()
    {
        QVERIFY(read(1, 60s));                          // keeps the lock alive
        QVERIFY(until([&] { return read(2, 100ms); })); // an answer that takes longer is no entry
        QVERIFY(until([&] { return !m->read().is_held(m->owner(2)); }));
        QVERIFY(read(2, 10s));
        QCOMPARE(m->read().hold_count(m->owner(2)), 1);
        QCOMPARE(m->hash()[m->owner(2).field()], std::string("1"));
        QVERIFY(is_fresh(pttl(deadline(2, 1)), 10s));
        QCOMPARE(leave(2), 0);
    }

    void nestedReadsKeepTheLongestLease_data()
    {
        QTest::addColumn<int>("outer");
        QTest::addColumn<int>("inner");
        QTest::newRow("short, then long") << 10000 << 60000;
        QTest::newRow("long, then short") << 60000 << 10000;
    }
    void nestedReadsKeepTheLongestLease()
    {
        QFETCH(int, outer);
        QFETCH(int, inner);
        QVERIFY(read(1, milliseconds(outer)));
        QVERIFY(read(1, milliseconds(inner)));
        QVERIFY(is_fresh(pttl(deadline(1, 1)), milliseconds(outer)));
        QVERIFY(is_fresh(pttl(deadline(1, 2)), milliseconds(inner)));
        QVERIFY(is_fresh(pttl("a"), 60s));
        QCOMPARE(leave(1), 1);
        QVERIFY(is_fresh(pttl(deadline(1, 1)), 60s));
        QVERIFY(!m->redis().exists(deadline(1, 2)));
        QVERIFY(is_fresh(pttl("a"), 60s));
        QCOMPARE(leave(1), 0);
        QCOMPARE(m->redis().keys(), std::vector<std::string>());
    }

    void manyEntriesLeaveNothing()
    {
        constexpr int entries = 150;
        for (int i = 0; i < entries; ++i)
            QVERIFY(read(1, 60s));
        QVERIFY(!m->others_lock().try_lock());
        QCOMPARE(m->redis().keys().size(), std::size_t(entries + 1));
        for (int left = entries - 1; left >= 0; --left)
            QCOMPARE(leave(1), left);
        QCOMPARE(m->redis().keys(), std::vector<std::string>());
    }

    // Leases of writers.

    void aReadReleaseNeverShortensAWriteLease()
    {
        m->write().lock(60s);
        m->read().lock(10s);
        m->read().lock(10s);
        QVERIFY(is_fresh(pttl("a"), 60s));
        QCOMPARE(m->read().release(), 1);
        QVERIFY(is_fresh(pttl("a"), 60s));
        QCOMPARE(m->read().release(), 0);
        QVERIFY(is_fresh(pttl("a"), 60s));
    }

    void enteringAgainAddsNothingUp()
    {
        for (int i = 0; i < 10; ++i)
            m->write().lock(10s);
        QVERIFY(is_fresh(pttl("a"), 10s));
        m->write().lock(1s);
        QVERIFY(is_fresh(pttl("a"), 10s)); // nor does it shorten
        m->write().lock(20s);
        QVERIFY(is_fresh(pttl("a"), 20s));
        for (int left = 11; left >= 0; --left) {
            QVERIFY(pttl("a") <= 20000 && pttl("a") > 15000);
            QCOMPARE(m->write().release(), left);
        }
        m->write().lock();
        QVERIFY(is_fresh(pttl("a"), 30s));
    }

    void afterADowngradeTheReadersLeaseCounts()
    {
        m->write().lock(60s);
        m->read().lock(10s);
        QCOMPARE(m->write().release(), 0);
        QVERIFY(is_fresh(pttl("a"), 10s));
    }

    void aWriteLeaseThatEndsLetsWaitersIn()
    {
        m->write().lock(300ms);
        auto reader = in_thread([&] { return m->others_lock().try_lock_shared_for(10s); });
        const auto start = Clock::now();
        QVERIFY(reader.get());
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
        QCOMPARE(thrown([&] { return m->write().release(); }), Errc::lost);
        QVERIFY(m->redis().exists("a")); // the reader is not thrown out by that
    }

    void aLeaseCanBeExtended()
    {
        m->write().lock(10s);
        QVERIFY(m->write().extend(50s));
        QVERIFY(is_fresh(pttl("a"), 50s));
        m->write().unlock();
        QVERIFY(!m->write().extend(50s));
        m->read().lock(10s);
        m->read().lock(10s);
        QVERIFY(m->read().extend(40s));
        QVERIFY(is_fresh(pttl(m->deadline(m->field(), 1)), 40s));
        QVERIFY(is_fresh(pttl(m->deadline(m->field(), 2)), 40s));
        QVERIFY(is_fresh(pttl("a"), 40s));
    }

    // Dead readers.

    void aDeadReaderKeepsNobodyOutBecauseOthersLive()
    {
        m->java_reads(java_owner, 60s);
        m->java_reads(other_java_owner, 60s);
        m->redis().expect({"DEL", m->deadline(java_owner, 1)}); // let its deadline pass
        QVERIFY(!m->write().try_lock());
        QCOMPARE(m->hash(), (Fields{{"mode", "read"}, {other_java_owner, "1"}}));
        m->redis().expect({"PEXPIRE", m->deadline(other_java_owner, 1), "300"});
        m->redis().expect({"PEXPIRE", "a", "300"}); // which nobody puts off any more
        const auto start = Clock::now();
        QVERIFY(m->write().try_lock_for(10s));
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
        QCOMPARE(m->hash(), (Fields{{"mode", "write"}, {m->field() + ":write", "1"}}));
    }

    /// A Java service may go on reading without a deadline as long as it renews the lock itself.
    void whoeverSeemsDeadCostsAtMostTheLocksOwnTime()
    {
        m->java_reads(java_owner, 60s);
        m->redis().expect({"DEL", m->deadline(java_owner, 1)});
        QVERIFY(!m->write().try_lock());
        QCOMPARE(m->hash(), (Fields{{"mode", "read"}, {java_owner, "1"}}));
        QVERIFY(is_fresh(pttl("a"), 60s));
        m->redis().expect({"PEXPIRE", "a", "300"});
        const auto start = Clock::now();
        QVERIFY(m->write().try_lock_for(10s));
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
    }

    void whoeverSeemsDeadInALockWithoutEndIsDead()
    {
        m->java_reads(java_owner, 60s);
        m->redis().expect({"DEL", m->deadline(java_owner, 1)});
        m->redis().expect({"PERSIST", "a"});
        QVERIFY(m->write().try_lock());
        QCOMPARE(m->hash(), (Fields{{"mode", "write"}, {m->field() + ":write", "1"}}));
    }

    void aLockThatNobodyReadsIsFree()
    {
        m->redis().expect({"HSET", "a", "mode", "read"});
        m->redis().expect({"PEXPIRE", "a", "60000"});
        QVERIFY(m->write().try_lock());
    }

    void theLastOneWhoLivesTakesTheDeadAlong()
    {
        m->read().lock();
        m->java_reads(java_owner, 60s);
        m->redis().expect({"DEL", m->deadline(java_owner, 1)});
        m->redis().expect({"PEXPIRE", "a", "600000"});
        auto writer = in_thread([&] { return m->others_lock().try_lock_for(10s); });
        QVERIFY(m->waits());
        const auto start = Clock::now();
        QCOMPARE(m->read().release(), 0);
        QVERIFY(writer.get());
        QVERIFY(since(start) < soon);
    }

    /// Who leaves while others read tells nobody, as the wire has it: so a writer does not sleep until the longest
    /// deadline it has seen, which may be that of one who left.
    void aWriterDoesNotSleepForAReaderWhoLeft_data()
    {
        QTest::addColumn<bool>("same_process");
        QTest::newRow("in the writer's process") << true;
        QTest::newRow("in another process") << false;
    }
    void aWriterDoesNotSleepForAReaderWhoLeft()
    {
        QFETCH(bool, same_process);
        ReadWriteLock leaver = same_process ? m->others_lock() : m->lock();
        leaver.lock_shared();
        m->java_reads(java_owner, 500ms);
        auto writer = in_thread([&] { return m->others_lock().try_lock_for(12s); });
        QVERIFY(m->waits());
        const auto start = Clock::now();
        leaver.unlock_shared();
        QVERIFY(writer.get());
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
    }

    void norDoesTheNextInItsLine()
    {
        m->others_lock().lock_shared();
        m->java_reads(java_owner, 3s); // longer than the first waits
        auto first = in_thread([&] { return m->others_lock().try_lock_for(2s); });
        QVERIFY(m->waits());
        auto next = in_thread([&] { return m->others_lock().try_lock_for(12s); }); // hears what the first would hear
        QVERIFY(was_refused(first));
        const auto start = Clock::now();
        m->others_lock().unlock_shared();
        QVERIFY(next.get());
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
    }

    /// A forced release leaves the deadlines to their expiry, as in Java. Who reads again begins anew: only the
    /// deadlines of its new entries count, however long those of the old ones last.
    void whatAForcedReleaseLeftOfAReaderIsNotTrusted()
    {
        for (int i = 0; i < 3; ++i)
            QVERIFY(read(1, 60s));
        QVERIFY(m->others_lock().read().force_unlock());
        QVERIFY(until([&] { return !m->read().is_held(m->owner(1)); }));
        QVERIFY(m->redis().exists(deadline(1, 3)));

        QVERIFY(read(1, 10s));
        QCOMPARE(m->read().hold_count(m->owner(1)), 1);
        QCOMPARE(m->hash(), (Fields{{"mode", "read"}, {m->owner(1).field(), "1"}}));
        QVERIFY(is_fresh(pttl(deadline(1, 1)), 10s));
        QVERIFY(is_fresh(pttl("a"), 10s));
        QVERIFY(read(1, 20s));
        QVERIFY(is_fresh(pttl(deadline(1, 2)), 20s));
        QVERIFY(read(2, 30s));
        QCOMPARE(leave(2), 0);
        QVERIFY(is_fresh(pttl("a"), 20s));

        QCOMPARE(leave(1), 1);
        m->java_reads(java_owner, 60s);
        m->redis().expect({"DEL", deadline(1, 1)}); // let the only one pass that counts
        QVERIFY(m->redis().exists(deadline(1, 3)));
        QVERIFY(!m->others_lock().try_lock());
        QCOMPARE(m->hash(), (Fields{{"mode", "read"}, {java_owner, "1"}}));
    }

    void whatIsNoReaderIsNotTakenForADeadOne()
    {
        const Fields settings{{"mode", "read"}, {"size", "3"}, {"theme", "dark"}};
        for (const auto& [name, value] : settings)
            m->redis().expect({"HSET", "a", name, value});
        QVERIFY(!m->write().try_lock());
        QCOMPARE(m->hash(), settings);
        QCOMPARE(pttl("a"), std::int64_t(-1));
    }

    // The watchdog.

    void theWatchdogRenewsAllDeadlinesOfAReader()
    {
        m->fresh(short_watchdog());
        for (int i = 0; i < 3; ++i)
            QVERIFY(read(1, {}));
        QVERIFY(stay({"a", deadline(1, 1), deadline(1, 2), deadline(1, 3)}));
        QCOMPARE(leave(1), 2);
        QVERIFY(stay({"a", deadline(1, 1), deadline(1, 2)}));
        QCOMPARE(leave(1), 1);
        QCOMPARE(leave(1), 0);
        QCOMPARE(m->redis().keys(), std::vector<std::string>());
    }

    void theWatchdogRenewsBothSidesOfOneOwner()
    {
        m->fresh(short_watchdog());
        m->write().lock();
        m->read().lock();
        QVERIFY(stay({"a", m->deadline(m->field(), 1)}));
        QCOMPARE(m->read().release(), 0); // ends the renewal of that side only
        QVERIFY(stay({"a"}));
        QVERIFY(m->write().is_held());
        QCOMPARE(m->write().release(), 0);
    }

    void theWatchdogSparesALease()
    {
        m->fresh(short_watchdog());
        QVERIFY(read(1, {}));
        QVERIFY(read(2, 6s)); // of a shorter one, what a busy machine delays looks as if somebody had cut it
        QVERIFY(runs_out(m->redis(), deadline(2, 1)));
        QVERIFY(!m->read().is_held(m->owner(2)));
        QVERIFY(m->redis().exists(deadline(1, 1)));
    }

    void nothingIsRenewedAfterTheRelease()
    {
        m->fresh(short_watchdog());
        for (int i = 0; i < 50; ++i) {
            m->write().lock();
            m->read().lock();
            m->read().lock();
            QCOMPARE(m->write().release(), 0);
            QCOMPARE(m->read().release(), 1);
            QCOMPARE(m->read().release(), 0);
        }
        // What a late renewal would find.
        m->java_reads(m->field(), 2500ms); // a renewal would be due before
        QVERIFY(runs_out(m->redis(), m->deadline(m->field(), 1)));
        QVERIFY(until([&] { return m->redis().keys().empty(); }));
    }

    void aReadersDeadlineThatVanishedIsSetAgain()
    {
        m->fresh(short_watchdog());
        m->read().lock();
        QVERIFY(stay({m->deadline(m->field(), 1)})); // past the first look, which would find it taken away
        m->redis().expect({"DEL", m->deadline(m->field(), 1)});
        QVERIFY(until([&] { return m->redis().exists(m->deadline(m->field(), 1)); }));
        QVERIFY(m->read().is_held());
    }
};

QTEST_GUILESS_MAIN(ReadWriteLockLeaseTest)
#include "read_write_lock_lease_test.moc"
