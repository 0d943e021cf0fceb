// SPDX-License-Identifier: Apache-2.0
#include "locks/operator_news.hpp"

#include "locks/key_names.hpp"

#include <QTest>

using namespace lockscope::locks;
using What = OperatorAct::What;

class OperatorNewsTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsToldIsHeard_data()
    {
        QTest::addColumn<OperatorAct>("act");
        QTest::newRow("nobody") << OperatorAct{What::extended, "bob@host", 0, "orders"};
        QTest::newRow("holders") << OperatorAct{What::forced, "bob@host", 15, "orders", {"a:1", "b:2"}};
        QTest::newRow("waiters") << OperatorAct{What::queue, "bob@host", 0, "orders", {}, {"a:1", "b:2"}};
        QTest::newRow("one of several") << OperatorAct{What::expelled, "bob@host", 0, "orders", {"a:1"}};
        QTest::newRow("both") << OperatorAct{What::forced, "bob@host", 0, "orders", {"a:1"}, {"b:2"}};
        QTest::newRow("bytes") << OperatorAct{What::restored, "\xff,", 0, std::string("\0\n3:a,", 6), {"", ","}, {":"}};
        QTest::newRow("no name") << OperatorAct{What::shortened, "", 0, ""};
    }
    void whatIsToldIsHeard()
    {
        QFETCH(OperatorAct, act);
        QVERIFY(parse_operator_act(to_message(act)) == act);
    }

    /// As tell.lua does.
    void thoseAppendedAreRemoved()
    {
        const auto act = parse_operator_act(to_message({What::forced, "bob", 0, "a", {"x"}}) + "1:y,2:zz,");
        QVERIFY(act);
        QVERIFY(act->holders == std::vector<std::string>{"x"});
        QVERIFY(act->removed == (std::vector<std::string>{"y", "zz"}));
    }

    void whatAnybodyPublishesIsNoNews_data()
    {
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("of an unlock") << QByteArray("0");
        QTest::newRow("too few") << QByteArray("1:0,3:bob,6:forced,1:a,");
        QTest::newRow("cut") << QByteArray("1:0,3:bob,6:forced,1:a,1:0");
        QTest::newRow("without an end") << QByteArray("1:0,3:bob,6:forced,1:a,1:0;");
        QTest::newRow("longer than it is") << QByteArray("1:0,3:bob,6:forced,9:a,1:0,");
        QTest::newRow("without end") << QByteArray("1:0,3:bob,6:forced,18446744073709551615:a,1:0,");
        QTest::newRow("no length") << QByteArray("1:0,3:bob,6:forced,:a,1:0,");
        QTest::newRow("a negative length") << QByteArray("1:0,3:bob,6:forced,-1:a,1:0,");
        QTest::newRow("another word") << QByteArray("1:0,3:bob,6:danced,1:a,1:0,");
        QTest::newRow("no database") << QByteArray("1:x,3:bob,6:forced,1:a,1:0,");
        QTest::newRow("more holders than there are") << QByteArray("1:0,3:bob,6:forced,1:a,1:1,");
        QTest::newRow("numbers only") << QByteArray(100'000, '9');
    }
    void whatAnybodyPublishesIsNoNews()
    {
        QFETCH(QByteArray, message);
        QVERIFY(!parse_operator_act(message.toStdString()));
    }

    void itsChannelIsNoLocks()
    {
        QVERIFY(operator_channel.starts_with(unlock_channel_prefix));
        QVERIFY(names_of_channel(operator_channel).empty());
    }
};

QTEST_GUILESS_MAIN(OperatorNewsTest)
#include "operator_news_test.moc"
