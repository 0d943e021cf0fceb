// SPDX-License-Identifier: Apache-2.0
// Many readers or one writer: who enters, who waits, who is woken, and what is refused.
#include "read_write_fixture.hpp"
#include "support/losses.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace lockscope;
using namespace lockscope::test;

namespace {

/// Threads that read and stay until they are told to leave.
class Readers
{
public:
    ~Readers() { static_cast<void>(leave()); }
    void enter(ReadWriteLock lock)
    {
        m_threads.push_back(in_thread([this, lock]() mutable {
            const std::shared_lock guard(lock);
            ++m_inside;
            static_cast<void>(until([&] { return m_leave.load(); }));
        }));
    }
    [[nodiscard]] int inside() const { return m_inside; }
    [[nodiscard]] bool leave()
    {
        m_leave = true;
        return std::all_of(m_threads.begin(), m_threads.end(), [](auto& thread) { return is_ready(thread, patience); });
    }

private:
    std::atomic<int> m_inside = 0;
    std::atomic<bool> m_leave = false;
    std::vector<std::future<void>> m_threads;
};

void sides()
{
    QTest::addColumn<bool>("reads");
    QTest::newRow("read side") << true;
    QTest::newRow("write side") << false;
}

} // namespace

class ReadWriteLockTest : public QObject
{
    Q_OBJECT

    std::optional<ReadWriteFixture> m;
    Lock side(const ReadWriteLock& lock)
    {
        QFETCH(bool, reads);
        return reads ? static_cast<Lock>(lock.read()) : static_cast<Lock>(lock.write());
    }

private slots:
    void initTestCase() { m.emplace(); }
    void cleanupTestCase() { m.reset(); }
    void init() { m->fresh(); }
    void cleanup() { m->close(); }

    // Who may be in.

    void manyReadAtOnce()
    {
        Readers readers;
        for (int i = 0; i < 5; ++i) {
            readers.enter(m->lock());
            readers.enter(m->others_lock());
        }
        QVERIFY(until([&] { return readers.inside() == 10; }));
        QCOMPARE(m->hash().size(), std::size_t(11));
        QVERIFY(!m->write().try_lock());
        QVERIFY(readers.leave());
        QCOMPARE(m->redis().keys(), std::vector<std::string>());
    }

    void oneWritesAlone()
    {
        m->write().lock();
        QVERIFY(!m->others_lock().try_lock());
        QVERIFY(!m->others_lock().try_lock_shared());
        QVERIFY(!in_thread([&] { return m->lock().try_lock(); }).get());
        QVERIFY(!in_thread([&] { return m->lock().try_lock_shared(); }).get());
        QCOMPARE(m->write().release(), 0);
        QVERIFY(m->others_lock().try_lock());
    }

    void bothSidesCountTheirEntries()
    {
        m->write().lock();
        m->write().lock();
        m->read().lock();
        m->read().lock();
        m->read().lock();
        QCOMPARE(m->write().hold_count(), 2);
        QCOMPARE(m->read().hold_count(), 3);
        QCOMPARE(m->hash(), (Fields{{"mode", "write"}, {m->field() + ":write", "2"}, {m->field(), "3"}}));
        QCOMPARE(m->write().release(), 1);
        QCOMPARE(m->read().release(), 2);
        QCOMPARE(m->read().release(), 1);
        QCOMPARE(m->read().release(), 0);
        QVERIFY(!m->read().is_held());
        QVERIFY(m->write().is_held());
        QCOMPARE(m->write().release(), 0);
        QCOMPARE(m->redis().keys(), std::vector<std::string>());
    }

    void worksWithTheGuardsOfTheStandard()
    {
        ReadWriteLock a = m->lock();
        {
            const std::shared_lock first(a);
            const std::shared_lock second(a, 1s);
            const std::shared_lock third(a, std::try_to_lock);
            const std::shared_lock fourth(a, Clock::now() + 1s);
            QVERIFY(first.owns_lock() && second.owns_lock() && third.owns_lock() && fourth.owns_lock());
            QCOMPARE(a.read().hold_count(), 4);
        }
        {
            const std::unique_lock first(a);
            const std::unique_lock second(a, 1s);
            const std::unique_lock third(a, std::try_to_lock);
            const std::unique_lock fourth(a, Clock::now() + 1s);
            const std::scoped_lock fifth(a);
            QVERIFY(first.owns_lock() && second.owns_lock() && third.owns_lock() && fourth.owns_lock());
            QCOMPARE(a.write().hold_count(), 5);
            QVERIFY(!m->others_lock().try_lock_shared_until(Clock::now() + 10ms));
        }
        QCOMPARE(m->redis().keys(), std::vector<std::string>());
    }

    // Waiting.

    void aWriterWaitsForTheLastReader()
    {
        Readers first;
        Readers last;
        first.enter(m->lock());
        last.enter(m->others_lock());
        QVERIFY(until([&] { return first.inside() + last.inside() == 2; }));
        auto writer = in_thread([&] {
            WriteLock a = m->write();
            return a.try_lock_for(20s) ? a.release() : -1;
        });
        QVERIFY(m->waits());
        QVERIFY(first.leave());
        QVERIFY(!is_ready(writer, 50ms));
        const auto start = Clock::now();
        QVERIFY(last.leave());
        QCOMPARE(writer.get(), 0);
        QVERIFY2(since(start) < soon, "woken by the message, not by the lease");
    }

    void readersWaitForTheWriterAndAllEnterAfterIt()
    {
        m->write().lock();
        Readers readers;
        for (int i = 0; i < 8; ++i) {
            readers.enter(m->lock());
            readers.enter(m->others_lock());
        }
        QVERIFY(m->waits(2));
        QCOMPARE(readers.inside(), 0);
        const auto start = Clock::now();
        m->write().unlock();
        QVERIFY(until([&] { return readers.inside() == 16; })); // at once: none leaves before the others are in
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
        QVERIFY(readers.leave());
        QCOMPARE(m->redis().keys(), std::vector<std::string>());
    }

    void writersWaitForEachOther()
    {
        m->write().lock();
        auto second = in_thread([&] {
            WriteLock a = m->write();
            a.lock();
            return a.release();
        });
        auto third = in_thread([&] {
            WriteLock a = m->others_lock().write();
            a.lock();
            return a.release();
        });
        QVERIFY(m->waits(2));
        QVERIFY(!is_ready(second) && !is_ready(third));
        const auto start = Clock::now();
        m->write().unlock();
        QCOMPARE(second.get(), 0);
        QCOMPARE(third.get(), 0);
        QVERIFY(since(start) < soon);
    }

    void aWaitEndsInTime_data()
    {
        QTest::addColumn<bool>("reads");
        QTest::addColumn<int>("wait");
        for (const bool reads : {true, false}) {
            for (const int wait : {0, 50, 300})
                QTest::addRow("%s, %d ms", reads ? "reader" : "writer", wait) << reads << wait;
        }
    }
    void aWaitEndsInTime()
    {
        QFETCH(bool, reads);
        QFETCH(int, wait);
        if (reads)
            m->java_writes(60s);
        else
            m->java_reads(java_owner, 60s);
        m->client->ping();
        const Fields before = m->hash();
        bool acquired = false;
        const auto took = shortest(milliseconds(wait + 150), [&] {
            const auto start = Clock::now();
            // On a busy machine an answer may come too late to be told.
            const Errc error =
                thrown([&] { return acquired = acquired || side(m->lock()).try_lock_for(milliseconds(wait)); });
            return error == Errc::ok ? since(start) : milliseconds(1h);
        });
        QVERIFY(!acquired);
        QVERIFY2(took >= milliseconds(wait) && took < milliseconds(wait + 150), std::to_string(took.count()).c_str());
        QVERIFY(m->waits(0));
        QCOMPARE(m->hash(), before);
    }

    void aCancelledWaiterLeavesNothing_data() { sides(); }
    void aCancelledWaiterLeavesNothing()
    {
        m->java_writes(60s);
        const Fields before = m->hash();
        std::stop_source stop;
        auto waiter = in_thread([&] {
            return thrown([&] { return side(m->lock()).acquire({{}, {}, stop.get_token()}); });
        });
        QVERIFY(m->waits());
        stop.request_stop();
        QCOMPARE(waiter.get(), Errc::cancelled);
        QVERIFY(m->waits(0));
        QCOMPARE(m->hash(), before);
        QCOMPARE(m->redis().keys(), std::vector<std::string>{"a"});
    }

    // One owner on both sides.

    void aWriterGoesOnReading()
    {
        m->write().lock();
        m->read().lock();
        QCOMPARE(m->write().release(), 0);
        QCOMPARE(m->mode(), std::string("read"));
        QVERIFY(m->read().is_held());
        QVERIFY(!m->write().is_held());
        QVERIFY(m->others_lock().try_lock_shared());
        QVERIFY(!m->others_lock().try_lock());
        m->others_lock().unlock_shared();
        QCOMPARE(m->read().release(), 0);
        QCOMPARE(m->redis().keys(), std::vector<std::string>());
    }

    void aWriterMayStopReadingFirst()
    {
        m->write().lock();
        m->read().lock();
        QCOMPARE(m->read().release(), 0);
        QCOMPARE(m->hash(), (Fields{{"mode", "write"}, {m->field() + ":write", "1"}}));
        QVERIFY(!m->others_lock().try_lock_shared());
        QCOMPARE(m->write().release(), 0);
        QCOMPARE(m->redis().keys(), std::vector<std::string>());
    }

    void aWriterReadsAlthoughOthersOfItsProcessWaitToRead()
    {
        m->write().lock();
        Readers readers;
        readers.enter(m->lock());
        QVERIFY(m->waits());
        const auto start = Clock::now();
        QVERIFY(m->read().try_lock_for(10s)); // behind those who wait for us it would wait for itself
        QVERIFY(since(start) < soon);
        QCOMPARE(readers.inside(), 0);
        m->write().unlock();
        QVERIFY(until([&] { return readers.inside() == 1; }));
        m->read().unlock();
    }

    void aReaderCannotBecomeAWriter()
    {
        m->read().lock();
        const auto throws = [&](auto call) {
            const auto start = Clock::now();
            const Errc error = thrown([&] {
                call();
                return 0;
            });
            return since(start) < soon ? error : Errc::timeout;
        };
        QCOMPARE(throws([&] { m->write().lock(); }), Errc::would_deadlock);
        QCOMPARE(throws([&] { static_cast<void>(m->write().try_lock_for(10s)); }), Errc::would_deadlock);
        QCOMPARE(throws([&] { static_cast<void>(m->write().try_lock_for(10s, 5s)); }), Errc::would_deadlock);
        QVERIFY(!m->write().try_lock());
        QVERIFY(!m->write().is_held());
        QCOMPARE(m->read().hold_count(), 1);
        QCOMPARE(m->hash(), (Fields{{"mode", "read"}, {m->field(), "1"}}));
        m->read().unlock();
        QVERIFY(m->write().try_lock());
    }

    void aWriterWhoReadsMayEnterAgain()
    {
        m->write().lock();
        m->read().lock();
        m->write().lock();
        QVERIFY(m->write().try_lock());
        QCOMPARE(m->write().hold_count(), 3);
    }

    // Releasing what is not held.

    void onlyAHolderReleases_data()
    {
        QTest::addColumn<bool>("reads");
        QTest::addColumn<QString>("holder");
        for (const bool reads : {true, false}) {
            for (const char* holder : {"nobody", "another reader", "another writer", "the other side"})
                QTest::addRow("%s side, held by %s", reads ? "read" : "write", holder) << reads << QString(holder);
        }
    }
    void onlyAHolderReleases()
    {
        QFETCH(bool, reads);
        QFETCH(QString, holder);
        if (holder == "another reader")
            m->others_lock().lock_shared();
        else if (holder == "another writer")
            m->others_lock().lock();
        else if (holder == "the other side" && reads)
            m->write().lock();
        else if (holder == "the other side")
            m->read().lock();
        const Fields before = m->hash();
        QCOMPARE(thrown([&] { return side(m->lock()).release(); }), Errc::not_held);
        QCOMPARE(in_thread([&] { return thrown([&] { return side(m->lock()).release(); }); }).get(), Errc::not_held);
        QCOMPARE(m->hash(), before);
    }

    // Asking and forcing, by mode.

    void modes_data()
    {
        QTest::addColumn<QString>("holder");
        QTest::addColumn<bool>("is_read");
        QTest::addColumn<bool>("is_written");
        QTest::newRow("free") << "nobody" << false << false;
        QTest::newRow("reader") << "reader" << true << false;
        QTest::newRow("writer") << "writer" << false << true;
        QTest::newRow("writer who reads") << "both" << true << true;
        QTest::newRow("Java reader") << "java reader" << true << false;
        QTest::newRow("Java writer") << "java writer" << false << true;
    }
    void modes()
    {
        QFETCH(QString, holder);
        QFETCH(bool, is_read);
        QFETCH(bool, is_written);
        if (holder == "writer" || holder == "both")
            m->write().lock();
        if (holder == "reader" || holder == "both")
            m->read().lock();
        if (holder == "java reader")
            m->java_reads(java_owner, 60s);
        if (holder == "java writer")
            m->java_writes(60s);
        QCOMPARE(m->others_lock().read().is_locked(), is_read);
        QCOMPARE(m->others_lock().write().is_locked(), is_written);
        QCOMPARE(m->others_lock().read().remaining_lease().has_value(), is_read || is_written);
        // Force acts on the mode that is written down.
        const bool is_read_mode = is_read && !is_written;
        QCOMPARE(m->others_lock().read().force_unlock(), is_read_mode);
        QCOMPARE(m->redis().exists("a"), is_written);
        QCOMPARE(m->others_lock().write().force_unlock(), is_written);
        QVERIFY(!m->redis().exists("a"));
    }

    void aForcedReleaseLetsWaitersIn_data() { sides(); }
    void aForcedReleaseLetsWaitersIn()
    {
        side(m->lock()).lock();
        auto waiter = in_thread([&] { return m->others_lock().try_lock_for(10s); });
        QVERIFY(m->waits());
        const auto start = Clock::now();
        QVERIFY(side(m->others_lock()).force_unlock());
        QVERIFY(waiter.get());
        QVERIFY(since(start) < soon);
        QVERIFY(until([&] { return !side(m->lock()).is_held(); }));
        QCOMPARE(thrown([&] { return side(m->lock()).release(); }), Errc::lost);
    }

    // Losses.

    void aLossIsTold_data() { sides(); }
    void aLossIsTold()
    {
        QFETCH(bool, reads);
        Losses losses(*m->client);
        side(m->lock()).lock();
        side(m->lock()).lock();
        const std::stop_token token = side(m->lock()).loss_token();
        QVERIFY(token.stop_possible());
        m->redis().command({"DEL", "a"});
        QVERIFY(until([&] { return losses.count() == 1; }, 5s));
        QVERIFY(token.stop_requested());
        QCOMPARE(losses.first().lock, std::string("a"));
        QVERIFY(losses.first().access == (reads ? Access::shared : Access::exclusive));
        QVERIFY(losses.first().owner == m->client->this_thread());
        QVERIFY(losses.first().reason == LossNotice::Reason::taken);
        QCOMPARE(thrown([&] { return side(m->lock()).release(); }), Errc::lost);
        QCOMPARE(thrown([&] { return side(m->lock()).release(); }), Errc::lost);
        QCOMPARE(thrown([&] { return side(m->lock()).release(); }), Errc::not_held);
    }

    void whatWasLostCanBeTakenAgain_data() { sides(); }
    void whatWasLostCanBeTakenAgain()
    {
        QFETCH(bool, reads);
        side(m->lock()).lock();
        m->redis().command({"DEL", "a"});
        QVERIFY(side(m->lock()).try_lock());
        QCOMPARE(side(m->lock()).hold_count(), 1);
        QCOMPARE(m->hash()[m->field() + (reads ? "" : ":write")], std::string("1"));
        QCOMPARE(side(m->lock()).release(), 0);
    }

    void onlyTheLostSideIsLost()
    {
        m->write().lock();
        m->read().lock();
        const std::stop_token reading = m->read().loss_token();
        m->redis().expect({"HDEL", "a", m->field()});
        QVERIFY(until([&] { return reading.stop_requested(); }, 5s));
        QVERIFY(m->write().is_held());
        QCOMPARE(thrown([&] { return m->read().release(); }), Errc::lost);
        QCOMPARE(m->write().release(), 0);
    }

    void readersWhoComeAndGoAreNoFloodOfLooks()
    {
        m->read().lock();
        QTest::qWait(200); // longer than most holds: now it is watched for changes by others
        const auto before = m->redis().scripts();
        ReadWriteLock busy = m->others_lock();
        constexpr int rounds = 300;
        const auto start = Clock::now();
        for (int i = 0; i < rounds; ++i) {
            busy.lock_shared();
            busy.unlock_shared();
        }
        const auto looks = m->redis().scripts() - before - 2 * rounds;
        QVERIFY2(looks <= since(start) / 20ms + 10, std::to_string(looks).c_str());
        QVERIFY(m->read().is_held());
    }
};

QTEST_GUILESS_MAIN(ReadWriteLockTest)
#include "read_write_lock_test.moc"
