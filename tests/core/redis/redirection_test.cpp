// SPDX-License-Identifier: Apache-2.0
// What a node says about being the wrong one, and by which key a command finds the right one.
#include "redis/redirection.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::redis;
using Kind = Redirection::Kind;

Q_DECLARE_METATYPE(lockscope::redis::Redirection::Kind)
Q_DECLARE_METATYPE(std::vector<std::string>)

class RedirectionTest : public QObject
{
    Q_OBJECT

    static Reply error(const QByteArray& text)
    {
        Reply reply;
        reply.kind = Reply::Kind::error;
        reply.text = text.toStdString();
        return reply;
    }

private slots:
    void isRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<unsigned>("slot");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("moved") << QByteArray("MOVED 3999 127.0.0.1:6381") << Kind::moved << 3999u
                               << QByteArray("127.0.0.1:6381");
        QTest::newRow("ask") << QByteArray("ASK 0 node-7.example:6381") << Kind::ask << 0u
                             << QByteArray("node-7.example:6381");
        QTest::newRow("IPv6") << QByteArray("MOVED 16383 2001:db8::1:6381") << Kind::moved << 16383u
                              << QByteArray("[2001:db8::1]:6381");
        QTest::newRow("the host that was asked")
            << QByteArray("MOVED 1 :6381") << Kind::moved << 1u << QByteArray("here:6381");
        QTest::newRow("inside of a script")
            << QByteArray("MOVED 1 a:1 script: 0011, on @user_script:3.") << Kind::moved << 1u << QByteArray("a:1");
        QTest::newRow("between two nodes") << QByteArray("TRYAGAIN Multiple keys request during rehashing of slot")
                                           << Kind::try_again << 0u << QByteArray();
        QTest::newRow("down") << QByteArray("CLUSTERDOWN Hash slot not served") << Kind::try_again << 0u
                              << QByteArray();
    }
    void isRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, to);
        const auto redirection = redirection_of(error(text), {"here", 1});
        QVERIFY(redirection.has_value());
        QTEST(redirection->kind, "kind");
        QTEST(redirection->slot, "slot");
        if (!to.isEmpty())
            QCOMPARE(redirection->to.display(), to.toStdString());
    }

    void isNoRedirection_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("another error") << QByteArray("WRONGTYPE Operation against a key");
        QTest::newRow("a longer word") << QByteArray("MOVEDX 1 a:1");
        QTest::newRow("nothing behind") << QByteArray("MOVED");
        QTest::newRow("no address") << QByteArray("MOVED 1");
        QTest::newRow("no port") << QByteArray("MOVED 1 host");
        QTest::newRow("slot too large") << QByteArray("MOVED 16384 a:1");
        QTest::newRow("negative slot") << QByteArray("MOVED -1 a:1");
        QTest::newRow("port too large") << QByteArray("ASK 1 a:65536");
        QTest::newRow("control byte") << QByteArray("MOVED 1 a\x1b[31m:1");
        QTest::newRow("endless host") << "MOVED 1 " + QByteArray(256, 'h') + ":1";
    }
    void isNoRedirection()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!redirection_of(error(text), {"here", 1}));
        Reply status = error("MOVED 1 a:1");
        status.kind = Reply::Kind::string;
        QVERIFY(!redirection_of(status, {"here", 1}));
    }

    void findsTheKey_data()
    {
        QTest::addColumn<std::vector<std::string>>("words");
        QTest::addColumn<QByteArray>("key");
        const auto row = [](const char* name, std::vector<std::string> words, const char* key) {
            QTest::newRow(name) << std::move(words) << QByteArray(key);
        };
        row("of a plain command", {"HGET", "lock", "field"}, "lock");
        row("of a script", {"EVALSHA", "abc", "2", "lock", "queue", "arg"}, "lock");
        row("of a script by its text", {"EVAL", "return 1", "1", "lock"}, "lock");
        row("a script without keys", {"EVAL", "return 1", "0", "arg"}, "");
        row("a channel", {"PUBLISH", "channel", "0"}, "channel");
        row("subscribers of a channel", {"PUBSUB", "NUMSUB", "channel"}, "channel");
        row("memory", {"MEMORY", "USAGE", "lock"}, "lock");
        row("none: PING", {"PING"}, "");
        row("none: INFO", {"INFO", "server"}, "");
        row("none: MULTI", {"MULTI"}, "");
    }
    void findsTheKey()
    {
        QFETCH(std::vector<std::string>, words);
        QFETCH(QByteArray, key);
        const Command command(words);
        const auto found = key_of(command);
        QCOMPARE(found.has_value(), !key.isEmpty());
        if (found)
            QCOMPARE(std::string(*found), key.toStdString());
    }
};

QTEST_APPLESS_MAIN(RedirectionTest)
#include "redirection_test.moc"
