// SPDX-License-Identifier: Apache-2.0
// What servers say of their role, and how that is read.
#include "redis/replication.hpp"

#include "support/printing.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::redis;

namespace {

Reply text(const std::string& bytes)
{
    Reply reply;
    reply.kind = Reply::Kind::string;
    reply.text = bytes;
    return reply;
}

Reply array(std::vector<Reply> elements)
{
    Reply reply;
    reply.kind = Reply::Kind::array;
    reply.elements = std::move(elements);
    return reply;
}

Reply error(const std::string& bytes)
{
    Reply reply = text(bytes);
    reply.kind = Reply::Kind::error;
    return reply;
}

} // namespace

class ReplicationTest : public QObject
{
    Q_OBJECT

private slots:
    void rolesAreRead()
    {
        const Reply replica = array({text("10.0.0.1"), text("6379"), text("0")});
        const Replication master = parse_role(array({text("master"), text("0"), array({replica, replica})}));
        QVERIFY(master.role == ServerRole::master);
        QCOMPARE(master.replicas.value_or(-1), std::int64_t(2));
        QVERIFY(parse_role(array({text("slave"), text("10.0.0.1")})).role == ServerRole::replica);
        QVERIFY(parse_role(array({text("sentinel"), array({})})).role == ServerRole::sentinel);
    }

    void nonsenseIsUnknown()
    {
        QVERIFY(parse_role(array({})).role == ServerRole::unknown);
        QVERIFY(parse_role(text("master")).role == ServerRole::unknown);
        QVERIFY(parse_role(error("NOPERM")).role == ServerRole::unknown);
        QVERIFY(parse_role(array({array({text("master")})})).role == ServerRole::unknown);
        const Replication odd = parse_role(array({text("master"), text("0"), text("many")}));
        QVERIFY(odd.role == ServerRole::master);
        QVERIFY(!odd.replicas);
    }

    void infoTellsTheSame()
    {
        const Replication master = parse_replication("# Replication\r\nrole:master\r\nconnected_slaves:3\r\n");
        QVERIFY(master.role == ServerRole::master);
        QCOMPARE(master.replicas.value_or(-1), std::int64_t(3));
        QVERIFY(parse_replication("role:slave\nconnected_slaves:3").role == ServerRole::replica);
        QVERIFY(!parse_replication("role:slave\nconnected_slaves:3").replicas);
        QVERIFY(parse_replication("xrole:master").role == ServerRole::unknown);
        QVERIFY(parse_replication("").role == ServerRole::unknown);
    }

    void refusalsToWriteAreFoundWithinATransaction()
    {
        const Reply refusal = error("READONLY You can't write against a read only replica.");
        QVERIFY(says_read_only(refusal));
        QVERIFY(says_read_only(array({text("OK"), refusal})));
        QVERIFY(!says_read_only(text("READONLY")));
        QVERIFY(!says_read_only(array({text("READONLY")})));
        QVERIFY(!says_read_only(error("NOPERM")));
    }
};

QTEST_APPLESS_MAIN(ReplicationTest)
#include "replication_test.moc"
