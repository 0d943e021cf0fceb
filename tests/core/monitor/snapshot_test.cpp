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

/// Nothing but lease and fields: two answers.
Snapshot::Result parse(Reply left, Reply scan)
{
    Abilities abilities;
    abilities.transactions = abilities.time = abilities.subscribers = abilities.length = false;
    abilities.queue = abilities.deadlines = abilities.token = abilities.namesake = false;
    const Snapshot snapshot("lock", {}, abilities, {});
    const std::vector<Reply> replies{std::move(left), std::move(scan)};
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
};

QTEST_GUILESS_MAIN(SnapshotTest)
#include "snapshot_test.moc"
