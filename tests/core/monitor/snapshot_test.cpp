// SPDX-License-Identifier: Apache-2.0
// What a server says of a lock, and what is concluded from an answer that is none: nothing.
#include "monitor/snapshot.hpp"

#include "lock_data.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::monitor;
using namespace lockscope::test;
using redis::Reply;

Q_DECLARE_METATYPE(Reply)
using Readers = std::vector<std::pair<std::string, std::int64_t>>;
Q_DECLARE_METATYPE(Readers)

namespace {

Reply text(std::string words)
{
    Reply reply;
    reply.kind = Reply::Kind::string;
    reply.text = std::move(words);
    return reply;
}

Reply number(std::int64_t value)
{
    Reply reply;
    reply.kind = Reply::Kind::integer;
    reply.integer = value;
    return reply;
}

Reply list(std::vector<Reply> elements)
{
    Reply reply;
    reply.kind = Reply::Kind::array;
    reply.elements = std::move(elements);
    return reply;
}

/// To HSCAN.
Reply fields(std::vector<Reply> pairs)
{
    return list({text("0"), list(std::move(pairs))});
}

/// Nothing but lease and fields: two answers, and those of the readers.
Abilities least()
{
    Abilities abilities;
    abilities.transactions = abilities.time = abilities.subscribers = abilities.length = false;
    abilities.queue = abilities.deadlines = abilities.token = abilities.namesake = false;
    return abilities;
}

Snapshot::Result parse(Reply left, Reply scan)
{
    const Snapshot snapshot("lock", {}, least(), {});
    const std::vector<Reply> replies{std::move(left), std::move(scan)};
    return snapshot.parse(replies);
}

Expected reading(Readers readers)
{
    Expected expected;
    expected.readers = std::move(readers);
    return expected;
}

/// A lock that these read, whose deadlines have so much left, one after the other.
Snapshot::Result parse(const Snapshot& snapshot, const Readers& readers, const std::vector<std::int64_t>& left)
{
    std::vector<Reply> pairs{text("mode"), text("read")};
    for (const auto& [owner, count] : readers) {
        pairs.push_back(text(owner));
        pairs.push_back(text(std::to_string(count)));
    }
    std::vector<Reply> replies{number(30'000), fields(std::move(pairs))};
    for (const auto each : left)
        replies.push_back(number(each));
    return snapshot.parse(replies);
}

} // namespace

class SnapshotTest : public QObject
{
    Q_OBJECT

private slots:
    void whatTheServerSaysIsTaken_data()
    {
        QTest::addColumn<qint64>("left");
        QTest::addColumn<bool>("is_there");
        QTest::newRow("held") << qint64(30'000) << true;
        QTest::newRow("held for ever") << qint64(-1) << true;
        QTest::newRow("gone") << qint64(-2) << false;
    }
    void whatTheServerSaysIsTaken()
    {
        QFETCH(qint64, left);
        QFETCH(bool, is_there);
        const auto result = parse(number(left), is_there ? fields({text(alice), text("1")}) : fields({}));
        QVERIFY(!result.failed);
        QCOMPARE(result.raw.ttl, left);
        QCOMPARE(result.raw.main == RawLock::Main::hash, is_there);
        QCOMPARE(result.raw.fields.size(), std::size_t(is_there ? 1 : 0));
    }

    void whatMakesNoSenseSaysNothing_data()
    {
        QTest::addColumn<Reply>("left");
        QTest::addColumn<Reply>("scan");
        const Reply good_left = number(30'000);
        const Reply good_scan = fields({text(alice), text("1")});
        QTest::newRow("a lease that is no number") << text("soon") << good_scan;
        QTest::newRow("a lease that is a list") << list({number(1)}) << good_scan;
        QTest::newRow("no lease") << Reply() << good_scan;
        QTest::newRow("a lease below -2") << number(-5) << good_scan;
        QTest::newRow("the least lease") << number(INT64_MIN) << good_scan;
        QTest::newRow("no fields") << good_left << Reply();
        QTest::newRow("a number of fields") << good_left << number(1);
        QTest::newRow("no cursor") << good_left << list({list({text(alice), text("1")})});
        QTest::newRow("a list as cursor") << good_left << list({list({}), list({text(alice), text("1")})});
        QTest::newRow("fields that are no list") << good_left << list({text("0"), text(alice)});
        QTest::newRow("a field without a count") << good_left << fields({text(alice)});
        QTest::newRow("a count that is a number of its own") << good_left << fields({text(alice), number(1)});
        QTest::newRow("nothing in place of a field") << good_left << fields({Reply(), text("1")});
    }
    void whatMakesNoSenseSaysNothing()
    {
        QFETCH(Reply, left);
        QFETCH(Reply, scan);
        const auto result = parse(left, scan);
        QVERIFY(result.failed);
        QVERIFY(result.error.find("something else") != std::string::npos);
    }

    void itIsReadAgainOnlyForDeadlinesThatWereNotAskedFor_data()
    {
        QTest::addColumn<Readers>("now");
        QTest::addColumn<bool>("more");
        QTest::newRow("the same") << Readers{{alice, 2}, {bob, 1}} << false;
        QTest::newRow("one has left") << Readers{{bob, 1}} << false;
        QTest::newRow("one has released once") << Readers{{alice, 1}, {bob, 1}} << false;
        QTest::newRow("one has entered again") << Readers{{alice, 2}, {bob, 2}} << true;
        QTest::newRow("one is new") << Readers{{alice, 2}, {bob, 1}, {carol, 1}} << true;
        QTest::newRow("one has too many to be asked for") << Readers{{alice, 2}, {bob, 65}} << false;
    }
    void itIsReadAgainOnlyForDeadlinesThatWereNotAskedFor()
    {
        QFETCH(Readers, now);
        QFETCH(bool, more);
        const Snapshot snapshot("lock", reading({{alice, 2}, {bob, 1}}), least(), {});
        const auto result = parse(snapshot, now, {5, 10, 20});
        QCOMPARE(result.more, more);
        if (more)
            QVERIFY(result.expected.readers == now);
    }

    void onlyTheDeadlinesOfItsHoldsTellOfAReader()
    {
        const Snapshot snapshot("lock", reading({{alice, 2}, {bob, 1}}), least(), {});
        auto result = parse(snapshot, {{alice, 1}, {bob, 1}}, {-2, 10, -2});
        QCOMPARE(result.raw.reader_ttls.at(alice), std::int64_t(-2)); // what is left of the other hold is nobody's
        QCOMPARE(result.raw.reader_ttls.at(bob), std::int64_t(-2));
        result = parse(snapshot, {{alice, 2}, {bob, 2}}, {5, 10, -2});
        QCOMPARE(result.raw.reader_ttls.at(alice), std::int64_t(10));
        QVERIFY(!result.raw.reader_ttls.contains(bob)); // the other hold may live
    }

    void aReaderIsAskedForAllItsDeadlinesOrForNone()
    {
        ReadLimits limits;
        limits.reader_deadlines = 3;
        const Readers readers{{alice, 2}, {bob, 2}, {carol, 65}};
        const Snapshot snapshot("lock", reading(readers), least(), limits);
        const auto result = parse(snapshot, readers, {-2, -2});
        QCOMPARE(result.raw.reader_ttls.size(), std::size_t(1));
        QVERIFY(result.raw.reader_ttls.contains(alice));
        QVERIFY(!result.more);
    }

    void longNamesAreAskedForAsFarAsTheyFit()
    {
        const std::string name(512 << 10, 'n');
        Expected expected;
        for (int i = 0; i < 1000; ++i) {
            expected.readers.emplace_back(client_a + ":" + std::to_string(i), 4);
            expected.waiters.push_back(client_b + ":" + std::to_string(i));
        }
        Abilities abilities = least();
        abilities.subscribers = true;
        const Snapshot snapshot(name, expected, abilities, {});
        QVERIFY(snapshot.commands().bytes() < std::size_t(24 << 20));
        std::vector<Reply> pairs{text("mode"), text("read")};
        for (const auto& [owner, count] : expected.readers)
            pairs.insert(pairs.end(), {text(owner), text(std::to_string(count))});
        std::vector<Reply> heard(4, number(0)); // of the channels that all share
        while (heard.size() < 2 * 17)
            heard.insert(heard.end(), {text("channel"), number(1)});
        std::vector<Reply> replies{number(30'000), fields(std::move(pairs)), list(std::move(heard))};
        while (replies.size() < snapshot.commands().size())
            replies.push_back(number(-2));
        const auto result = snapshot.parse(replies);
        QCOMPARE(result.raw.waiter_subscribers.size(), std::size_t(15));
        QCOMPARE(result.raw.reader_ttls.size(), std::size_t(3));
        QVERIFY(!result.more);
    }

    void whatIsNotThereIsPermittedAllTheSame()
    {
        Abilities abilities = least();
        abilities.queue = abilities.token = true;
        const Snapshot snapshot("lock", {}, abilities, {});
        Reply refusal = text("NOPERM this user has no permissions to access one of the keys");
        refusal.kind = Reply::Kind::error;
        const std::vector<Reply> replies{number(30'000), fields({text(alice), text("1")}), list({}), refusal};
        const auto result = snapshot.parse(replies);
        QVERIFY(result.granted.queue && !result.refused.queue);
        QVERIFY(result.refused.token && !result.granted.token);
    }
};

QTEST_GUILESS_MAIN(SnapshotTest)
#include "snapshot_test.moc"
