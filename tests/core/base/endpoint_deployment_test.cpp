// SPDX-License-Identifier: Apache-2.0
// The addresses of deployments of several servers, of encrypted ones, and their options.
#include "lockscope/endpoint.hpp"

#include "lockscope/error.hpp"
#include "support/printing.hpp"

#include <QTest>

#include <algorithm>

using namespace lockscope;

namespace {

/// The sentence of the refusal; empty if it was accepted.
std::string refusal(const std::string& uri)
{
    try {
        static_cast<void>(Endpoint::parse(uri));
    } catch (const Error& error) {
        return error.errc() == Errc::invalid_argument ? error.message() : "another kind of error";
    }
    return {};
}

std::string hosts(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += (i == 0 ? "h" : ",h") + std::to_string(i);
    return text;
}

Endpoint without_secrets(Endpoint endpoint)
{
    endpoint.password.clear();
    endpoint.sentinel_password.clear();
    endpoint.tls.key_passphrase.clear();
    return endpoint;
}

} // namespace

class EndpointDeploymentTest : public QObject
{
    Q_OBJECT

private slots:
    void readsSentinels()
    {
        const auto e = Endpoint::parse("redis+sentinel://alice:secret@s1,s2:27000,[::1]:27001/my%2Fmaster/3"
                                       "?sentinel-user=watch&sentinel-password=a%26b%40c&allow=10.0.0.0/8,*.example");
        QVERIFY(e.deployment == Deployment::sentinel);
        QVERIFY((e.addresses() == std::vector<Address>{{"s1", 26379}, {"s2", 27000}, {"::1", 27001}}));
        QCOMPARE(e.service, std::string("my/master"));
        QCOMPARE(e.database, 3);
        QCOMPARE(e.user, std::string("alice"));
        QCOMPARE(e.password, std::string("secret"));
        QCOMPARE(e.sentinel_user, std::string("watch"));
        QCOMPARE(e.sentinel_password, std::string("a&b@c"));
        QVERIFY((e.allowed_hosts == std::vector<std::string>{"10.0.0.0/8", "*.example"}));
        QVERIFY(!e.tls.enabled);
    }

    void readsClusters()
    {
        const auto e = Endpoint::parse("redis+cluster://:pw@n1:7000,n2");
        QVERIFY(e.deployment == Deployment::cluster);
        QVERIFY((e.addresses() == std::vector<Address>{{"n1", 7000}, {"n2", 6379}}));
        QCOMPARE(e.password, std::string("pw"));
        for (const char* same : {"redis+cluster://:pw@n1:7000,n2/", "redis+cluster://:pw@n1:7000,n2/0",
                                 "Redis+Cluster://:pw@n1:7000,n2", "redis+cluster://:pw@n1:7000,n2:6379,n1:7000"})
            QVERIFY2(Endpoint::parse(same) == e, same);
    }

    void readsReplicated()
    {
        const auto e = Endpoint::parse("redis+replicated://a,b:7000/4");
        QVERIFY(e.deployment == Deployment::replicated);
        QVERIFY((e.addresses() == std::vector<Address>{{"a", 6379}, {"b", 7000}}));
        QCOMPARE(e.database, 4);
    }

    void readsEncryptedOnes_data()
    {
        QTest::addColumn<QString>("scheme");
        QTest::addColumn<int>("deployment");
        QTest::addColumn<QString>("path");
        QTest::newRow("rediss") << "rediss" << static_cast<int>(Deployment::single) << "/2";
        QTest::newRow("sentinel") << "rediss+sentinel" << static_cast<int>(Deployment::sentinel) << "/m/2";
        QTest::newRow("cluster") << "rediss+cluster" << static_cast<int>(Deployment::cluster) << "";
        QTest::newRow("replicated") << "rediss+replicated" << static_cast<int>(Deployment::replicated) << "/2";
    }
    void readsEncryptedOnes()
    {
        QFETCH(QString, scheme);
        QFETCH(QString, path);
        const std::string start = (scheme + "://h" + path).toStdString();
        const auto plain = Endpoint::parse(start);
        QTEST(static_cast<int>(plain.deployment), "deployment");
        QVERIFY(plain.tls.enabled);
        QVERIFY(plain.tls.verify);
        const auto full = Endpoint::parse(start
                                          + "?ca=/etc/ssl/my%20ca.pem&ca-dir=/etc/ssl/certs&cert=/c%23.pem&key=k.pem"
                                            "&server-name=redis.example&verify=no");
        QCOMPARE(full.tls.ca_file, std::string("/etc/ssl/my ca.pem"));
        QCOMPARE(full.tls.ca_directory, std::string("/etc/ssl/certs"));
        QCOMPARE(full.tls.certificate_file, std::string("/c#.pem"));
        QCOMPARE(full.tls.key_file, std::string("k.pem"));
        QCOMPARE(full.tls.server_name, std::string("redis.example"));
        QVERIFY(!full.tls.verify);
    }

    void verificationIsOffOnlyWhereThatIsWritten()
    {
        QVERIFY(Endpoint::parse("rediss://h").tls.verify);
        QVERIFY(Endpoint::parse("rediss://h?verify=yes").tls.verify);
        QVERIFY(!Endpoint::parse("rediss://h?verify=no").tls.verify);
        for (const char* odd : {"rediss://h?verify=", "rediss://h?verify", "rediss://h?verify=0",
                                "rediss://h?verify=No", "rediss://h?verify=none", "rediss://h?verify=no&verify=yes"})
            QVERIFY2(!refusal(odd).empty(), odd);
    }

    void refusesWithASentenceThatHelps_data()
    {
        QTest::addColumn<QString>("uri");
        QTest::addColumn<QString>("word");
        const auto row = [](const char* uri, const char* word) { QTest::newRow(uri) << QString(uri) << QString(word); };
        row("redis+cluster://h/1", "database 0");
        row("redis+cluster://h/x", "database");
        row("redis+sentinel://h", "redis+sentinel://host:26379/mymaster");
        row("redis+sentinel://h/", "redis+sentinel://host:26379/mymaster");
        row("redis+sentinel://h//1", "redis+sentinel://host:26379/mymaster");
        row("redis+sentinel://h/m/x", "database");
        row("redis+sentinel://h/m/1/2", "database");
        row("redis+sentinel://h/a%00b", "control");
        row("redis+sentinel://h/a%0Ab", "control");
        row("redis+sentinel://h/a\nb", "control");
        row("redis+sentinel:///run/sentinel.sock/m", "host");
        row("redis+sentinel+unix:///run/sentinel.sock", "host:port");
        row("rediss+unix:///run/r.sock", "never encrypted");
        row("redis:/127.0.0.1:7811", "two slashes");
        row("unix:/run/r.sock", "two slashes");
        row("redis+cluster://", "host is missing");
        row("redis+cluster://a,,b", "host is missing");
        row("redis+cluster://a,", "host is missing");
        row("redis+cluster://:7000", "host is missing");
        row("redis+cluster://a:1:2", "brackets");
        row("redis://a,b", "redis+cluster://");
        row("redis://h?ca=/x", "rediss://");
        row("redis+cluster://h?verify=no", "rediss://");
        row("redis+sentinel://h/m?cert=/x", "rediss://");
        row("rediss://h?ca=", "needs a value");
        row("rediss://h?ca", "needs a value");
        row("rediss://h?key=/k", "cert");
        row("rediss://h?ca=/a&ca=/b", "twice");
        row("rediss://h?ca=/a%0Ab", "control");
        row("rediss://h?ca=/a%zz", "%25");
        row("rediss://h?server-name=a%20b", "host name");
        row("rediss://h?cipher=x", "cipher");
        row("rediss://h?key-passphrase=hunter2", "does not belong");
        row("redis://h?password=hunter2", "does not belong");
        row("redis://h?allow=x", "redis+sentinel://");
        row("redis://h?db=2", "slash");
        row("redis+cluster://h?sentinel-user=x", "redis+sentinel://");
        row("unix:///r.sock?allow=x", "unix socket");
        row("unix:///r.sock?verify=no", "unix socket");
        row("redis+cluster://h?allow=a,,b", "allow");
        row("redis+cluster://h?allow=*", "allow");
        row("redis+cluster://h?allow=a*b", "allow");
        row("redis+cluster://h?allow=10.0.0.0/33", "allow");
        row("redis+cluster://h?allow=example/8", "allow");
        row("redis+cluster://h?allow=a%20b", "allow");
        row("rediss://u:p@h?ca=/home/me@work/ca.pem", "%40");
        row("redis+sentinel://h/m?sentinel-password=hunter2@x", "%40");
        row("sentinel://h", "redis+sentinel://");
        row("redis+red://h", "redis+cluster://");
    }
    void refusesWithASentenceThatHelps()
    {
        QFETCH(QString, uri);
        QFETCH(QString, word);
        const std::string sentence = refusal(uri.toStdString());
        QVERIFY2(sentence.find(word.toStdString()) != std::string::npos, sentence.c_str());
        QVERIFY2(sentence.ends_with('.') && sentence.find('\n') == std::string::npos, sentence.c_str());
        QVERIFY2(sentence.find("hunter2") == std::string::npos, sentence.c_str());
    }

    void isBounded()
    {
        QCOMPARE(Endpoint::parse("redis+cluster://" + hosts(64)).addresses().size(), std::size_t(64));
        QVERIFY(refusal("redis+cluster://" + hosts(65)).find("64") != std::string::npos);
        QVERIFY(refusal("redis+cluster://" + std::string(60'000, ',')).find("64") != std::string::npos);
        QVERIFY(refusal("redis+cluster://" + std::string(300, 'h')).size() < 200);
        QVERIFY(refusal("redis+cluster://h?allow=" + hosts(257)).find("256") != std::string::npos);
        QVERIFY(refusal("redis+sentinel://h/" + std::string(300, 'm')).find("255") != std::string::npos);
        QVERIFY(refusal("redis+cluster://" + std::string(1 << 20, 'h')).find("64 KB") != std::string::npos);
        QVERIFY(refusal("rediss://h?" + std::string(50'000, 'x')).size() < 300);
    }

    void shows_data()
    {
        QTest::addColumn<QString>("uri");
        QTest::addColumn<QString>("display");
        QTest::newRow("sentinel") << "redis+sentinel://u:p@a,[::1]:1/m/2"
                                  << "m@a:26379,[::1]:1/2";
        QTest::newRow("cluster") << "rediss+cluster://u:p@a,b:1"
                                 << "cluster a:6379,b:1";
        QTest::newRow("replicated") << "redis+replicated://a,b/1"
                                    << "replicated a:6379,b:6379/1";
        QTest::newRow("escaped") << "redis+sentinel://a/m%F0%9F"
                                 << "m\\xf0\\x9f@a:26379/0";
    }
    void shows()
    {
        QFETCH(QString, uri);
        QTEST(QString::fromStdString(Endpoint::parse(uri.toStdString()).display()), "display");
    }

    /// What a profile stores must be the same server again, but for its secrets.
    void everythingButSecretsSurvivesTheUri_data()
    {
        QTest::addColumn<int>("deployment");
        QTest::addColumn<bool>("encrypted");
        QTest::newRow("single") << static_cast<int>(Deployment::single) << false;
        QTest::newRow("single, encrypted") << static_cast<int>(Deployment::single) << true;
        QTest::newRow("sentinel") << static_cast<int>(Deployment::sentinel) << false;
        QTest::newRow("sentinel, encrypted") << static_cast<int>(Deployment::sentinel) << true;
        QTest::newRow("cluster") << static_cast<int>(Deployment::cluster) << false;
        QTest::newRow("cluster, encrypted") << static_cast<int>(Deployment::cluster) << true;
        QTest::newRow("replicated") << static_cast<int>(Deployment::replicated) << false;
        QTest::newRow("replicated, encrypted") << static_cast<int>(Deployment::replicated) << true;
    }
    void everythingButSecretsSurvivesTheUri()
    {
        QFETCH(int, deployment);
        QFETCH(bool, encrypted);
        // Everything that has a meaning in an address stands in some name.
        const std::vector<std::string> names{
            "",   "plain", "with space", "a:b@c/d?e#f&g=h,i;j%k+l", "%41", "\xC3\xBC\xF0\x9F\x94\x92", "\xFF\xFE",
            "..", "?ca=x", "a&verify=no"};
        const std::vector<std::vector<Address>> lists{
            {{"h", 1}}, {{"::1", 65535}}, {{"fe80::1%eth0", 6379}}, {{"a", 26379}, {"b.example", 6379}, {"::1", 7}}};
        int checked = 0;
        for (const std::string& name : names) {
            for (const auto& list : lists) {
                Endpoint e;
                e.deployment = static_cast<Deployment>(deployment);
                e.host = list.front().host;
                e.port = list.front().port;
                if (e.deployment != Deployment::single)
                    e.more.assign(list.begin() + 1, list.end());
                e.user = name;
                e.password = "hunter2" + name;
                e.database = e.deployment == Deployment::cluster ? 0 : checked % 3;
                if (e.deployment == Deployment::sentinel) {
                    e.service = name.empty() ? "m" : name;
                    e.sentinel_user = name;
                    e.sentinel_password = "hunter2" + name;
                }
                if (e.deployment != Deployment::single && checked % 2 == 0)
                    e.allowed_hosts = {"*.example.org", "10.0.0.0/8", "fd00::/8", "::1", "h"};
                if (encrypted) {
                    e.tls = {.enabled = true,
                             .verify = checked % 2 == 0,
                             .ca_file = name,
                             .ca_directory = name,
                             .certificate_file = "c" + name,
                             .key_file = name,
                             .key_passphrase = "hunter2",
                             .server_name = checked % 3 == 0 ? "redis.example" : ""};
                }
                const std::string uri = e.uri_without_password();
                QVERIFY2(uri.find("hunter2") == std::string::npos, uri.c_str());
                QVERIFY(std::all_of(uri.begin(), uri.end(), [](char c) { return c > ' ' && c < '\x7F'; }));
                const Endpoint again = Endpoint::parse(uri);
                QVERIFY2(again == without_secrets(e), uri.c_str());
                QCOMPARE(again.uri_without_password(), uri);
                QCOMPARE(again.display(), e.display());
                QVERIFY(e.display().find("hunter2") == std::string::npos);
                ++checked;
            }
        }
        QCOMPARE(checked, 40);
    }

    void unixSocketsSurviveTheUri()
    {
        for (const char* path : {"/r.sock", "/a b", "/a?b", "/a@b:c", "/%41", "/a\x1b", "/\xff"}) {
            Endpoint e;
            e.unix_path = path;
            e.user = "u@/";
            e.password = "hunter2";
            e.database = 7;
            QVERIFY2(Endpoint::parse(e.uri_without_password()) == without_secrets(e), path);
        }
    }
};

QTEST_GUILESS_MAIN(EndpointDeploymentTest)
#include "endpoint_deployment_test.moc"
