// SPDX-License-Identifier: Apache-2.0
#include "lockscope/endpoint.hpp"

#include "support/errors.hpp"
#include "support/printing.hpp"

#include <QTest>

using namespace lockscope;

class EndpointTest : public QObject
{
    Q_OBJECT

private slots:
    void reads_data()
    {
        QTest::addColumn<QString>("uri");
        QTest::addColumn<QString>("host");
        QTest::addColumn<int>("port");
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("password");
        QTest::addColumn<int>("database");
        const auto row = [](const char* uri, const char* host, int port, const char* user, const char* password,
                            int database) {
            QTest::newRow(uri) << QString(uri) << QString(host) << port << QString(user) << QString(password)
                               << database;
        };
        row("redis://localhost", "localhost", 6379, "", "", 0);
        row("localhost", "localhost", 6379, "", "", 0);
        row("localhost:7000", "localhost", 7000, "", "", 0);
        row("  redis://h:1/15 \n", "h", 1, "", "", 15);
        row("REDIS://h", "h", 6379, "", "", 0);
        row("redis://", "127.0.0.1", 6379, "", "", 0);
        row("redis://h/", "h", 6379, "", "", 0);
        row("redis://:secret@h", "h", 6379, "", "secret", 0);
        row("redis://alice@h", "h", 6379, "alice", "", 0); // its password comes from elsewhere, or it has none
        row("redis://alice:secret@cache.example:6380/2", "cache.example", 6380, "alice", "secret", 2);
        row("redis://alice:s%40c%3Ar%2Fe%25t@h", "h", 6379, "alice", "s@c:r/e%t", 0);
        row("redis://alice:a@b/c?d@h/3", "h", 6379, "alice", "a@b/c?d", 3);
        row("redis://a%3Ab:x@h", "h", 6379, "a:b", "x", 0);
        row("redis://[::1]:7000/1", "::1", 7000, "", "", 1);
        row("[fe80::1]", "fe80::1", 6379, "", "", 0);
    }
    void reads()
    {
        QFETCH(QString, uri);
        const Endpoint endpoint = Endpoint::parse(uri.toStdString());
        QTEST(QString::fromStdString(endpoint.host), "host");
        QTEST(static_cast<int>(endpoint.port), "port");
        QTEST(QString::fromStdString(endpoint.user), "user");
        QTEST(QString::fromStdString(endpoint.password), "password");
        QTEST(endpoint.database, "database");
        QVERIFY(endpoint.unix_path.empty());
    }

    void readsUnixSockets()
    {
        QCOMPARE(Endpoint::parse("/run/r.sock").unix_path, std::string("/run/r.sock"));
        QCOMPARE(Endpoint::parse("unix:///run/r.sock").unix_path, std::string("/run/r.sock"));
        const Endpoint full = Endpoint::parse("redis+unix://alice:x@/run/a%20b.sock?db=3");
        QCOMPARE(full.unix_path, std::string("/run/a b.sock"));
        QCOMPARE(full.user, std::string("alice"));
        QCOMPARE(full.password, std::string("x"));
        QCOMPARE(full.database, 3);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("uri");
        for (const char* uri : {"",
                                "   ",
                                "http://h",
                                "redis://h:",
                                "redis://h:0",
                                "redis://h:65536",
                                "redis://h:-1",
                                "redis://h:6379x",
                                "redis://h/x",
                                "redis://h/-1",
                                "redis://h/99999999999",
                                "redis://h?x=1",
                                "redis://::1",
                                "redis://[::1",
                                "redis://[::1]x",
                                "redis://[not:hex]",
                                "redis://[localhost]",
                                "redis://h h",
                                "redis://h#x",
                                "redis://a,b",
                                "a,b",
                                "redis://<b>h",
                                "redis://h\r\nX",
                                "redis://:a%@h",
                                "redis://:a%4@h",
                                "redis://:a%zz@h",
                                "unix://",
                                "unix://relative",
                                "unix:///x?y=1",
                                "unix:///x?db=-1",
                                "unix:///x%00y"})
            QTest::newRow(uri) << QByteArray(uri);
        QTest::newRow("NUL") << QByteArray("redis://h\0x", 11);
        QTest::newRow("long path") << "unix:///" + QByteArray(200, 'x');
        QTest::newRow("long host") << "redis://" + QByteArray(300, 'x');
    }
    void refuses()
    {
        QFETCH(QByteArray, uri);
        QCOMPARE(test::thrown([&] { return Endpoint::parse(uri.toStdString()); }), Errc::invalid_argument);
    }

    void neverShowsThePassword_data()
    {
        QTest::addColumn<QString>("uri");
        for (const char* uri :
             {"redis://alice:hunter2@h:x", "redis://alice:hunter2@h/x", "redis://alice:hunter2%@h",
              "redis://alice:hunter2@h?x", "redis://alice:hunter2@", "unix://alice:hunter2@relative",
              "foo://alice:hunter2@h", "redis://alice:hunter2@[::1", "redis://alice:hunter2", "alice:hunter2",
              "redis://alice:hunter2/x?y=z", "redis+cluster://alice:hunter2,b", "redis+cluster://alice:hunter2@b,c:x"})
            QTest::newRow(uri) << QString(uri);
    }
    void neverShowsThePassword()
    {
        QFETCH(QString, uri);
        try {
            const Endpoint endpoint = Endpoint::parse(uri.toStdString());
            QVERIFY(endpoint.display().find("hunter2") == std::string::npos);
            QVERIFY(endpoint.uri_without_password().find("hunter2") == std::string::npos);
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("hunter2") == std::string::npos, error.what());
        }
    }

    void shows_data()
    {
        QTest::addColumn<QString>("uri");
        QTest::addColumn<QString>("display");
        QTest::addColumn<QString>("again");
        QTest::newRow("encrypted") << "rediss://a:b@h:1/2?verify=yes"
                                   << "h:1/2"
                                   << "rediss://a@h:1/2";
        QTest::newRow("tcp") << "redis://a:b@h:1/2"
                             << "h:1/2"
                             << "redis://a@h:1/2";
        QTest::newRow("default") << "h"
                                 << "h:6379/0"
                                 << "redis://h:6379";
        QTest::newRow("IPv6") << "redis://[::1]"
                              << "[::1]:6379/0"
                              << "redis://[::1]:6379";
        QTest::newRow("unix") << "unix:///a%20b"
                              << "unix:/a b"
                              << "unix:///a%20b";
        QTest::newRow("unix, db") << "unix://:x@/a?db=2"
                                  << "unix:/a?db=2"
                                  << "unix:///a?db=2";
        QTest::newRow("control") << "unix:///a%1Bb"
                                 << "unix:/a\\x1bb"
                                 << "unix:///a%1Bb";
    }
    void shows()
    {
        QFETCH(QString, uri);
        const Endpoint endpoint = Endpoint::parse(uri.toStdString());
        QTEST(QString::fromStdString(endpoint.display()), "display");
        QTEST(QString::fromStdString(endpoint.uri_without_password()), "again");
        QCOMPARE(Endpoint::parse(endpoint.uri_without_password()).display(), endpoint.display());
    }
};

QTEST_GUILESS_MAIN(EndpointTest)
#include "endpoint_test.moc"
