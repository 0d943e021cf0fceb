// SPDX-License-Identifier: Apache-2.0
// Which master serves which slot, as CLUSTER SLOTS tells it; and what is not believed of it.
#include "redis/slot_map.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::redis;

namespace {

Reply integer(std::int64_t value)
{
    Reply reply;
    reply.kind = Reply::Kind::integer;
    reply.integer = value;
    return reply;
}

Reply text(const std::string& value)
{
    Reply reply;
    reply.kind = Reply::Kind::string;
    reply.text = value;
    return reply;
}

Reply list(std::vector<Reply> elements)
{
    Reply reply;
    reply.kind = Reply::Kind::array;
    reply.elements = std::move(elements);
    return reply;
}

Reply node(const std::string& host, std::int64_t port)
{
    return list({text(host), integer(port), text("0123456789abcdef")});
}

Reply range(std::int64_t first, std::int64_t last, std::vector<Reply> nodes)
{
    std::vector<Reply> elements{integer(first), integer(last)};
    elements.insert(elements.end(), nodes.begin(), nodes.end());
    return list(std::move(elements));
}

const Address asked{"asked.example", 7000};

} // namespace

Q_DECLARE_METATYPE(lockscope::redis::Reply)

class SlotMapTest : public QObject
{
    Q_OBJECT

private slots:
    void tellsTheMasterOfEachSlot()
    {
        const SlotMap map = SlotMap::parse(list({range(0, 99, {node("a", 1), node("r", 9)}),
                                                 range(100, 100, {node("b", 2)}), range(200, 16383, {node("a", 1)})}),
                                           asked);
        QCOMPARE(*map.master_of(0), (Address{"a", 1}));
        QCOMPARE(*map.master_of(99), (Address{"a", 1}));
        QCOMPARE(*map.master_of(100), (Address{"b", 2}));
        QVERIFY(map.master_of(101) == nullptr);
        QVERIFY(map.master_of(199) == nullptr);
        QCOMPARE(*map.master_of(16383), (Address{"a", 1}));
        QVERIFY(map.master_of(16384) == nullptr);
        QCOMPARE(map.masters(), (std::vector<Address>{{"a", 1}, {"b", 2}}));
        QCOMPARE(map.replicas(), (std::vector<Address>{{"r", 9}}));
    }

    void aNodeThatDoesNotKnowItsOwnHostIsTheOneAsked()
    {
        const SlotMap map = SlotMap::parse(list({range(0, 5, {list({Reply{}, integer(7001), text("id")})})}), asked);
        QCOMPARE(*map.master_of(3), (Address{"asked.example", 7001}));
    }

    /// A cluster of one node, which never met another.
    void aNodeWithoutHostAtThePortThatWasAskedIsTheOneAsked()
    {
        const SlotMap map = SlotMap::parse(list({range(0, 16383, {node("", 7000)})}), asked);
        QCOMPARE(*map.master_of(3), asked);
    }

    void aMasterWithoutAddressServesNothing()
    {
        const SlotMap map =
            SlotMap::parse(list({range(0, 5, {node("", 7001)}), range(6, 7, {node("?", 7001)})}), asked);
        QVERIFY(map.is_empty());
    }

    void followsARedirectionAheadOfTheNextMap()
    {
        SlotMap map = SlotMap::parse(list({range(0, 9, {node("a", 1)}), range(10, 19, {node("b", 2)})}), asked);
        map.move(3, {"b", 2});
        QCOMPARE(*map.master_of(3), (Address{"b", 2}));
        QCOMPARE(*map.master_of(4), (Address{"a", 1}));
        map.move(4, {"stranger", 1});
        QCOMPARE(*map.master_of(4), (Address{"a", 1}));
    }

    void refusesNonsense_data()
    {
        QTest::addColumn<Reply>("reply");
        std::vector<Reply> many(16385, range(0, 0, {node("a", 1)}));
        QTest::newRow("no list") << text("hello");
        QTest::newRow("more ranges than slots") << list(std::move(many));
        QTest::newRow("no master") << list({list({integer(0), integer(1)})});
        QTest::newRow("backwards") << list({range(5, 4, {node("a", 1)})});
        QTest::newRow("negative") << list({range(-1, 4, {node("a", 1)})});
        QTest::newRow("beyond the last slot") << list({range(0, 16384, {node("a", 1)})});
        QTest::newRow("no port") << list({range(0, 1, {list({text("a")})})});
        QTest::newRow("port 0") << list({range(0, 1, {node("a", 0)})});
        QTest::newRow("port too large") << list({range(0, 1, {node("a", 65536)})});
        QTest::newRow("control byte in the host") << list({range(0, 1, {node("a\nb", 1)})});
        QTest::newRow("endless host") << list({range(0, 1, {node(std::string(256, 'a'), 1)})});
        std::vector<Reply> crowd;
        for (int i = 0; i <= 1000; ++i)
            crowd.push_back(range(i, i, {node("h" + std::to_string(i), 1)}));
        QTest::newRow("a thousand and one masters") << list(std::move(crowd));
    }
    void refusesNonsense()
    {
        QFETCH(Reply, reply);
        QVERIFY_EXCEPTION_THROWN((void)SlotMap::parse(reply, asked), Error);
    }
};

QTEST_APPLESS_MAIN(SlotMapTest)
#include "slot_map_test.moc"
