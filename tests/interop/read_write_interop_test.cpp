// SPDX-License-Identifier: Apache-2.0
#include "interop/lock_interop.hpp"

#include <QTest>

#include <algorithm>
#include <list>

using namespace lockscope;
using namespace lockscope::test;

/// Held by a reader, a writer waits.
class ReadInteropTest : public LockInterop
{
    Q_OBJECT

    Lock reader() { return client().read_write_lock(name()).read(); }
    Lock writer() { return client().read_write_lock(name()).write(); }
    JavaLock java_reader() { return java(read_side()); }
    JavaLock java_writer() { return java(write_side()); }

public:
    explicit ReadInteropTest(InteropStage& stage) : LockInterop(stage, read_kind()) {}

private slots:
    void readersOfBothLanguagesReadTogether()
    {
        Lock ours = reader();
        ours.lock(30s);
        const JavaLock theirs = java_reader();
        QVERIFY(theirs.try_lock_for(1s));
        QCOMPARE(redis().hash(name()),
                 (Fields{{"mode", "read"}, {client().this_thread().field(), "1"}, {theirs.owner().field(), "1"}}));
        QVERIFY(!java_writer().try_lock());
        QVERIFY(!in_thread([&] { return writer().try_lock(); }).get());
        QCOMPARE(ours.release(), 0);
        QVERIFY(reader().try_lock()); // beside a Java that was first
        theirs.unlock();
        QCOMPARE(ours.release(), 0);
    }

    void aJavaWriterWaitsForReadersOfBoth()
    {
        Lock ours = reader();
        ours.lock(30s);
        const JavaLock theirs = java_reader();
        theirs.lock(30s);
        const JavaLock writing = java_writer();
        const JavaCommand enters = writing.start_lock();
        QVERIFY(is_waiting(write_side(), writing));
        QCOMPARE(ours.release(), 0);
        QVERIFY(!enters.is_done(50ms));
        const auto start = Clock::now();
        theirs.unlock();
        QVERIFY(is_prompt(start, enters));
        writing.unlock();
    }

    void aWriterOfOursWaitsForReadersOfBoth()
    {
        Lock ours = reader();
        ours.lock(30s);
        const JavaLock theirs = java_reader();
        theirs.lock(30s);
        OurWaiter writing(writer());
        QVERIFY(is_waiting(write_side(), writing));
        theirs.unlock();
        QVERIFY(!writing.enters(50ms));
        const auto start = Clock::now();
        QCOMPARE(ours.release(), 0);
        QVERIFY(is_prompt(start, writing));
        QCOMPARE(writing.release(), 0);
    }

    /// Redisson's own downgrade tells nobody (they wait for the lease); ours does.
    void ourDowngradeLetsJavaRead()
    {
        Lock writing = writer();
        writing.lock(30s);
        reader().lock(30s);
        const JavaLock theirs = java_reader();
        const JavaCommand enters = theirs.start_lock();
        QVERIFY(is_waiting(read_side(), theirs));
        const auto start = Clock::now();
        QCOMPARE(writing.release(), 0);
        QVERIFY(is_prompt(start, enters));
        QCOMPARE(redis().hash(name()).at("mode"), std::string("read"));
        theirs.unlock();
        QCOMPARE(reader().release(), 0);
    }

    void aReaderThatDowngradedInJavaReadsBesideUs()
    {
        const JavaOwner owner = stage().new_owner(version());
        const JavaLock writing(owner, "write", name());
        const JavaLock reading(owner, "read", name());
        writing.lock(30s);
        reading.lock(30s);
        QVERIFY(!reader().try_lock());
        writing.unlock();
        QVERIFY(reader().try_lock());
        reading.unlock();
        QVERIFY(!java_writer().try_lock());
        QCOMPARE(reader().release(), 0);
    }
};

/// Held by a writer.
class WriteInteropTest : public LockInterop
{
    Q_OBJECT

    struct JavaReader
    {
        JavaLock lock;
        JavaCommand enters;
    };
    std::vector<JavaReader> start_java_readers(int count)
    {
        std::vector<JavaReader> readers;
        for (int i = 0; i < count; ++i) {
            const JavaLock lock = java(read_side());
            readers.push_back({lock, lock.start_lock()});
        }
        return readers;
    }
    /// All threads of a process share one subscription, so that does not tell.
    static bool are_asleep(const std::vector<JavaReader>& readers)
    {
        return until([&] {
            return std::all_of(readers.begin(), readers.end(),
                               [](const JavaReader& reader) { return reader.lock.owner().is_asleep(); });
        });
    }

public:
    explicit WriteInteropTest(InteropStage& stage) : LockInterop(stage, write_kind()) {}

private slots:
    /// One message must do for all: 1 wakes all who wait in a process, 0 only one.
    void ourWriterWakesAllReaders()
    {
        Lock writing = client().read_write_lock(name()).write();
        writing.lock(30s);
        const auto readers = start_java_readers(4);
        Client other(stage().server.endpoint());
        std::list<OurWaiter> ours;
        for (int i = 0; i < 4; ++i)
            ours.emplace_back(other.read_write_lock(name()).read());
        QVERIFY(stage().is_awaited("redisson_rwlock:{" + name() + "}", 2));
        QVERIFY(are_asleep(readers));

        const auto start = Clock::now();
        QCOMPARE(writing.release(), 0);
        for (const JavaReader& reader : readers)
            QVERIFY(is_prompt(start, reader.enters));
        for (OurWaiter& reader : ours)
            QVERIFY(is_prompt(start, reader));
        QCOMPARE(redis().hash(name()).size(), std::size_t(9));
        for (const JavaReader& reader : readers)
            reader.lock.unlock();
        for (OurWaiter& reader : ours)
            QCOMPARE(reader.release(), 0);
    }

    void aJavaWriterWakesAllReaders()
    {
        const JavaLock writing = java(write_side());
        writing.lock(30s);
        const auto readers = start_java_readers(4);
        std::list<OurWaiter> ours;
        for (int i = 0; i < 4; ++i)
            ours.emplace_back(client().read_write_lock(name()).read());
        QVERIFY(stage().is_awaited("redisson_rwlock:{" + name() + "}", 2));
        QVERIFY(are_asleep(readers));

        const auto start = Clock::now();
        writing.unlock();
        for (const JavaReader& reader : readers)
            QVERIFY(is_prompt(start, reader.enters));
        for (OurWaiter& reader : ours)
            QVERIFY(is_prompt(start, reader));
        for (const JavaReader& reader : readers)
            reader.lock.unlock();
        for (OurWaiter& reader : ours)
            QCOMPARE(reader.release(), 0);
    }
};

int main(int argc, char** argv)
{
    return run_interop<ReadInteropTest, WriteInteropTest>(argc, argv);
}
#include "read_write_interop_test.moc"
