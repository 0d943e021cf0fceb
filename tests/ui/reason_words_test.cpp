// SPDX-License-Identifier: GPL-3.0-or-later
// What the core says of addresses and files is known, as it says it.
#include "text/reason_words.hpp"

#include "lockscope/endpoint.hpp"
#include "lockscope/error.hpp"
#include "lockscope/redisson_yaml.hpp"
#include "marked_language.hpp"

#include <QCoreApplication>
#include <QTest>

#include <functional>
#include <string>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

QString complaintOf(const std::function<void()>& attempt)
{
    try {
        attempt();
    } catch (const Error& error) {
        return QString::fromStdString(error.message());
    }
    return {};
}

} // namespace

class ReasonWordsTest : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { QCoreApplication::removeTranslator(&m_marked); }

    void addresses_data()
    {
        QTest::addColumn<QByteArray>("uri");
        const QByteArray many = QByteArray("redis+cluster://h:1") + QByteArray(",h:1").repeated(2000);
        for (const QByteArray& uri : {QByteArray(),
                                      QByteArray("redis://a\0b", 11),
                                      QByteArray("redis://") + QByteArray(70'000, 'a'),
                                      QByteArray("redis://:%zz@h"),
                                      QByteArray("redis://a%01@h"),
                                      QByteArray("redis://h/x"),
                                      QByteArray("redis://[::1"),
                                      QByteArray("redis://[h]"),
                                      QByteArray("redis://[::1]x"),
                                      QByteArray("redis://::1"),
                                      QByteArray("redis://h h"),
                                      QByteArray("redis://h:"),
                                      QByteArray("redis://h:0"),
                                      QByteArray("unixs:///a"),
                                      QByteArray("redis+sentinel+unix:///a"),
                                      QByteArray("http://h"),
                                      QByteArray("redis://h,i"),
                                      many,
                                      QByteArray("redis+cluster://h,,i"),
                                      QByteArray("redis+sentinel://h"),
                                      QByteArray("redis+sentinel://h/") + QByteArray(2000, 'm'),
                                      QByteArray("redis+cluster://h/1"),
                                      QByteArray("unix://a"),
                                      QByteArray("unix:///") + QByteArray(200, 'a'),
                                      QByteArray("rediss://h?verify=2"),
                                      QByteArray("redis+cluster://h?allow=/"),
                                      QByteArray("unix:///a?ca=b"),
                                      QByteArray("redis://h?ca=b"),
                                      QByteArray("redis://h?allow=i"),
                                      QByteArray("redis+cluster://h?sentinel-user=a"),
                                      QByteArray("redis://h?db=1"),
                                      QByteArray("redis://h?password=a"),
                                      QByteArray("rediss://h?what=a"),
                                      QByteArray("rediss://h?ca=a&ca=b"),
                                      QByteArray("rediss://h?ca="),
                                      QByteArray("rediss://h?key=a")})
            QTest::addRow("%s", uri.left(40).constData()) << uri;
    }
    void addresses()
    {
        QFETCH(QByteArray, uri);
        isKnown(complaintOf([&uri] { static_cast<void>(Endpoint::parse(uri.toStdString())); }));
    }

    void files_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"a: [", "\"", "[]", "a", "threads: 1", "singleServerConfig: 1", "singleServerConfig: {}",
              "clusterServersConfig: {}", "sentinelServersConfig: {sentinelAddresses: ['redis://h:1']}",
              "singleServerConfig: {address: 'redis://h:1'}\nclusterServersConfig: {}",
              "singleServerConfig: {address: 'http://h'}", "singleServerConfig: {address: {}}",
              "singleServerConfig: {address: 'redis://h:1', database: x}", "clusterServersConfig: {nodeAddresses: 1}",
              "clusterServersConfig: {nodeAddresses: []}",
              "clusterServersConfig: {nodeAddresses: ['redis://h:1', 'rediss://i:1']}",
              "clusterServersConfig: {nodeAddresses: ['redis://a:b@h:1', 'redis://c:d@i:1']}",
              "singleServerConfig: {address: 'rediss://h:1', sslVerificationMode: MAYBE}"})
            QTest::addRow("%s", text) << QByteArray(text);
    }
    void files()
    {
        QFETCH(QByteArray, text);
        isKnown(complaintOf([&text] { static_cast<void>(read_redisson_yaml(text.toStdString())); }));
    }

    void aFileThatIsNotThere()
    {
        isKnown(complaintOf([] { static_cast<void>(read_redisson_yaml_file("/no/such")); }));
    }

    void whatASentenceQuotesIsTranslatedToo()
    {
        QCoreApplication::installTranslator(&m_marked);
        QCOMPARE(reasonText(QStringLiteral("No connection to m@a:1: No sentinel told where the master is: a:1: No "
                                           "connection to a:1/0: Connection refused")),
                 QStringLiteral("文No connection to m@a:1: 文No sentinel told where the master is: a:1: 文No "
                                "connection to a:1/0: 文Connection refused"));
        QCOMPARE(reasonText(QStringLiteral("No connection to a:1: {1} %1")),
                 QStringLiteral("文No connection to a:1: {1} %1"));
    }

    void whatIsNotKnownIsLeftAlone()
    {
        QVERIFY(!reasonText(QString()));
        QVERIFY(!reasonText(QStringLiteral("ERR nobody knows this one")));
    }

private:
    void isKnown(const QString& english)
    {
        QVERIFY(!english.isEmpty());
        QVERIFY2(reasonText(english), qPrintable(english));
        QCOMPARE(*reasonText(english), english);
        QCoreApplication::installTranslator(&m_marked);
        QVERIFY2(reasonText(english)->startsWith(QStringLiteral("文")), qPrintable(*reasonText(english)));
    }

    MarkedLanguage m_marked;
};

QTEST_MAIN(ReasonWordsTest)
#include "reason_words_test.moc"
