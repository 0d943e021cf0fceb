// SPDX-License-Identifier: Apache-2.0
#include "redis/allowed_hosts.hpp"

#include <QTest>

using namespace lockscope;
using redis::announced_address;
using redis::is_allowed;

/// Where a Sentinel or a cluster may send us.
class AllowedHostsTest : public QObject
{
    Q_OBJECT

private slots:
    void emptyListAllowsEverything()
    {
        QVERIFY(is_allowed(Endpoint{}, {"anywhere.example", 1}));
        QVERIFY(!is_allowed(Endpoint{}, {"", 6379}));
    }

    void rule_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("host");
        QTest::addColumn<bool>("allowed");

        QTest::newRow("name") << "cache.example"
                              << "cache.example" << true;
        QTest::newRow("case does not matter") << "Cache.Example"
                                              << "cACHE.eXAMPLE" << true;
        QTest::newRow("final dot does not matter") << "cache.example"
                                                   << "cache.example." << true;
        QTest::newRow("final dot of the rule") << "cache.example."
                                               << "cache.example" << true;
        QTest::newRow("another name") << "cache.example"
                                      << "cache.example.org" << false;
        QTest::newRow("name within a name") << "cache.example"
                                            << "my.cache.example" << false;
        QTest::newRow("suffix") << "*.example"
                                << "cache.example" << true;
        QTest::newRow("suffix over several labels") << "*.example"
                                                    << "a.b.example" << true;
        QTest::newRow("suffix, case") << "*.EXAMPLE"
                                      << "a.example." << true;
        QTest::newRow("suffix is not the domain itself") << "*.example"
                                                         << "example" << false;
        QTest::newRow("suffix wants whole labels") << "*.example"
                                                   << "badexample" << false;
        QTest::newRow("suffix of nothing") << "*."
                                           << "a.b" << false;
        QTest::newRow("suffix does not match addresses") << "*.1"
                                                         << "10.0.0.1" << false;
        QTest::newRow("star alone is no rule") << "*"
                                               << "cache.example" << false;
        QTest::newRow("empty rule") << ""
                                    << "cache.example" << false;
        QTest::newRow("empty rule, address") << ""
                                             << "10.0.0.1" << false;

        QTest::newRow("address") << "10.0.0.1"
                                 << "10.0.0.1" << true;
        QTest::newRow("another address") << "10.0.0.1"
                                         << "10.0.0.10" << false;
        QTest::newRow("IPv6, two ways to write it") << "fd00:0::1"
                                                    << "fd00::1" << true;
        QTest::newRow("IPv6 in brackets") << "[fd00::1]"
                                          << "fd00::1" << true;
        QTest::newRow("IPv4 written as IPv6") << "10.0.0.1"
                                              << "::ffff:10.0.0.1" << true;
        QTest::newRow("rule written as IPv6") << "::ffff:10.0.0.1"
                                              << "10.0.0.1" << true;
        QTest::newRow("a name is not resolved") << "127.0.0.1"
                                                << "localhost" << false;
        QTest::newRow("an address is not resolved") << "localhost"
                                                    << "127.0.0.1" << false;
        QTest::newRow("short forms of an address are names") << "127.0.0.0/8"
                                                             << "127.1" << false;
        QTest::newRow("numbers are names") << "0.0.0.0/0"
                                           << "2130706433" << false;

        QTest::newRow("range") << "10.0.0.0/8"
                               << "10.200.3.4" << true;
        QTest::newRow("outside of the range") << "10.0.0.0/8"
                                              << "11.0.0.1" << false;
        QTest::newRow("range within a byte") << "10.0.0.128/25"
                                             << "10.0.0.129" << true;
        QTest::newRow("just below it") << "10.0.0.128/25"
                                       << "10.0.0.127" << false;
        QTest::newRow("range with host bits") << "10.0.0.77/24"
                                              << "10.0.0.1" << true;
        QTest::newRow("range of one") << "10.0.0.1/32"
                                      << "10.0.0.1" << true;
        QTest::newRow("all of IPv4") << "0.0.0.0/0"
                                     << "8.8.8.8" << true;
        QTest::newRow("but not IPv6") << "0.0.0.0/0"
                                      << "fd00::1" << false;
        QTest::newRow("range of IPv6") << "fd00::/8"
                                       << "fdff::1" << true;
        QTest::newRow("outside of it") << "fd00::/8"
                                       << "fe80::1" << false;
        QTest::newRow("range too long") << "10.0.0.0/33"
                                        << "10.0.0.0" << false;
        QTest::newRow("range negative") << "10.0.0.0/-1"
                                        << "10.0.0.0" << false;
        QTest::newRow("range without a number") << "10.0.0.0/"
                                                << "10.0.0.0" << false;
        QTest::newRow("range of a name") << "example/8"
                                         << "10.0.0.0" << false;
        QTest::newRow("range and a name") << "10.0.0.0/8"
                                          << "cache.example" << false;
    }

    void rule()
    {
        QFETCH(QString, rule);
        QFETCH(QString, host);
        Endpoint endpoint;
        endpoint.deployment = Deployment::sentinel;
        endpoint.allowed_hosts = {rule.toStdString()};
        QTEST(is_allowed(endpoint, {host.toStdString(), 6379}), "allowed");
    }

    void oneOfSeveralRulesIsEnough()
    {
        Endpoint endpoint;
        endpoint.allowed_hosts = {"a.example", "10.0.0.0/8", "*.b.example"};
        QVERIFY(is_allowed(endpoint, {"10.1.1.1", 1}));
        QVERIFY(is_allowed(endpoint, {"x.b.example", 1}));
        QVERIFY(!is_allowed(endpoint, {"b.example", 1}));
    }

    void membersThatTheUserNamedNeedNoRule()
    {
        Endpoint endpoint;
        endpoint.host = "seed.example";
        endpoint.port = 7000;
        endpoint.more = {{"other.example", 7001}};
        endpoint.allowed_hosts = {"10.0.0.0/8"};
        endpoint.deployment = Deployment::cluster;
        QVERIFY(is_allowed(endpoint, {"seed.example", 7000}));
        QVERIFY(is_allowed(endpoint, {"other.example", 7001}));
        QVERIFY(!is_allowed(endpoint, {"other.example", 7002}));
        // What the user named are the sentinels here, not a server that gets our password.
        endpoint.deployment = Deployment::sentinel;
        QVERIFY(!is_allowed(endpoint, {"seed.example", 7000}));
    }

    void announced_data()
    {
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<qint64>("port");
        QTest::addColumn<QString>("address");

        QTest::newRow("name") << QByteArray("cache-1.example_x") << qint64(6379) << "cache-1.example_x:6379";
        QTest::newRow("IPv4") << QByteArray("10.0.0.1") << qint64(1) << "10.0.0.1:1";
        QTest::newRow("IPv6") << QByteArray("fd00::1") << qint64(65535) << "[fd00::1]:65535";
        QTest::newRow("IPv6 in brackets") << QByteArray("[fd00::1]") << qint64(6379) << "[fd00::1]:6379";
        QTest::newRow("empty") << QByteArray() << qint64(6379) << "";
        QTest::newRow("port zero") << QByteArray("a") << qint64(0) << "";
        QTest::newRow("port too large") << QByteArray("a") << qint64(65536) << "";
        QTest::newRow("negative port") << QByteArray("a") << qint64(-1) << "";
        QTest::newRow("space") << QByteArray("a b") << qint64(6379) << "";
        QTest::newRow("line break") << QByteArray("a\r\nAUTH") << qint64(6379) << "";
        QTest::newRow("zero byte") << QByteArray("a\0b", 3) << qint64(6379) << "";
        QTest::newRow("not ASCII") << QByteArray("caf\xc3\xa9") << qint64(6379) << "";
        QTest::newRow("user before it") << QByteArray("me@host") << qint64(6379) << "";
        QTest::newRow("zone") << QByteArray("fe80::1%eth0") << qint64(6379) << "";
        QTest::newRow("empty brackets") << QByteArray("[]") << qint64(6379) << "";
        QTest::newRow("longest name") << QByteArray(253, 'a') << qint64(1) << QString(253, 'a') + ":1";
        QTest::newRow("too long") << QByteArray(254, 'a') << qint64(1) << "";
    }

    void announced()
    {
        QFETCH(QByteArray, host);
        QFETCH(qint64, port);
        const auto address = announced_address({host.data(), static_cast<std::size_t>(host.size())}, port);
        QTEST(address ? QString::fromStdString(address->display()) : QString(), "address");
    }
};

QTEST_APPLESS_MAIN(AllowedHostsTest)
#include "allowed_hosts_test.moc"
