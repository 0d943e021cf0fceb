// SPDX-License-Identifier: Apache-2.0
// Whom an encrypted connection refuses, and what it says then. The password must not have left before.
#include "support/byte_proxy.hpp"
#include "support/lock_suite.hpp"
#include "support/tls_peer.hpp"
#include "support/tls_server.hpp"
#include "tls_line.hpp"

#include <QTest>

#include <fstream>

using namespace lockscope;
using namespace lockscope::test;

namespace {

constexpr auto password = "hunter2-correct-horse";

using Clients = TlsServer::Clients;
/// What is changed on an endpoint that would work.
using Change = std::function<void(Endpoint&)>;

CertificateWish named(std::vector<std::string> hosts, std::vector<std::string> addresses = {})
{
    CertificateWish wish;
    wish.hosts = std::move(hosts);
    wish.addresses = std::move(addresses);
    return wish;
}

} // namespace
Q_DECLARE_METATYPE(CertificateWish)
Q_DECLARE_METATYPE(Change)

class TlsRefusalTest : public QObject
{
    Q_OBJECT

    Certificates m_ca{"Our CA"};
    Certificates m_other{"Their CA"};

    /// Says what @p endpoint is refused with, and has it said once more to a caller who waits.
    static std::pair<Errc, std::string> refusal_of(const Endpoint& endpoint)
    {
        TlsLine line(endpoint);
        return line.refusal();
    }
    static bool says(const std::string& sentence, const QString& words)
    {
        const auto text = QString::fromStdString(sentence);
        for (const QString& part : words.split('|')) {
            if (!text.contains(part))
                return false;
        }
        return text.indexOf('\n') < 0;
    }

private slots:
    void servers_data()
    {
        QTest::addColumn<CertificateWish>("wish");
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, CertificateWish wish, Change change, const char* words) {
            QTest::newRow(name) << std::move(wish) << std::move(change) << QString(words);
        };
        const Change nothing = [](Endpoint&) {};
        const Change by_name = [](Endpoint& endpoint) { endpoint.host = "localhost"; };
        CertificateWish wish;
        wish.until = -60s;
        row("expired", wish, nothing, "expired on 20|renewed");
        wish = {};
        wish.from = 1h;
        row("not yet valid", wish, nothing, "not valid before 20|clocks");
        wish = {};
        wish.signer = CertificateWish::Signer::itself;
        row("self-signed", wish, nothing, "signed by itself (CN=redis)|CA file");
        wish = {};
        wish.use = CertificateWish::Use::client;
        row("made for clients", wish, nothing, "not made for servers");
        row(
            "unknown CA", {}, [this](Endpoint& endpoint) { endpoint.tls.ca_file = m_other.ca_file(); },
            "CA that is not trusted here (CN=Our CA)|CA file");
        row(
            "unknown CA, directory", {},
            [this](Endpoint& endpoint) {
                endpoint.tls.ca_file.clear();
                endpoint.tls.ca_directory = m_other.ca_directory();
            },
            "CA that is not trusted here (CN=Our CA)");
        row(
            "CA that the system does not know", {}, [](Endpoint& endpoint) { endpoint.tls.ca_file.clear(); },
            "CA that is not trusted here (CN=Our CA)");
        row("other host", named({"cache.example", "*.cache.example"}), by_name,
            "not for localhost but for cache.example, *.cache.example");
        row("other address", named({}, {"10.0.0.1", "::1"}), nothing, "not for 127.0.0.1 but for 10.0.0.1, ::1");
        row("address by name", named({}, {"127.0.0.1"}), by_name, "not for localhost but for 127.0.0.1");
        row("name by address", named({"localhost"}), nothing, "not for 127.0.0.1 but for localhost");
        row("address written as a name", named({"127.0.0.1"}), nothing, "not for 127.0.0.1");
        wish = named({});
        wish.name = "localhost";
        row("name in the subject only", wish, by_name, "no host at all");
        row(
            "wildcard of a top level", named({"*.example"}),
            [](Endpoint& endpoint) { endpoint.tls.server_name = "a.b.example"; },
            "not for a.b.example but for *.example");
        row("hostile names", named({"evil\x1b[31m.example"}), by_name, "evil\\x1b[31m.example");
        row(
            "other server name", {}, [](Endpoint& endpoint) { endpoint.tls.server_name = "cache.example"; },
            "not for cache.example but for localhost, 127.0.0.1");
        row(
            "server name that means any host of a domain", named({"cache.example"}),
            [](Endpoint& endpoint) { endpoint.tls.server_name = ".example"; }, ".example\" is no host name");
        row(
            "server name that means nothing", {}, [](Endpoint& endpoint) { endpoint.tls.server_name = "."; },
            "no host name");
        row(
            "server name with a zero", {},
            [](Endpoint& endpoint) { endpoint.tls.server_name = std::string("localhost\0.example", 18); },
            "is no host name");
    }
    void servers()
    {
        QFETCH(CertificateWish, wish);
        QFETCH(Change, change);
        QFETCH(QString, words);
        TlsServer server(m_ca, wish);
        Endpoint endpoint = server.endpoint();
        endpoint.password = password;
        change(endpoint);
        const auto [code, sentence] = refusal_of(endpoint);
        QCOMPARE(code, Errc::tls);
        QVERIFY2(says(sentence, words), sentence.c_str());
        QVERIFY(sentence.find(password) == std::string::npos);
    }

    // Whatever is wrong with the server, what a client says to it once it is encrypted is nothing.
    void thePasswordStaysHere_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<CertificateWish>("wish");
        for (const int version : {2, 3}) {
            const auto row = [version](const char* name, CertificateWish wish) {
                QTest::addRow("%s, TLS 1.%d", name, version) << version << std::move(wish);
            };
            CertificateWish wish;
            wish.signer = CertificateWish::Signer::itself;
            row("self-signed", wish);
            wish = {};
            wish.until = -60s;
            row("expired", wish);
            row("other host", named({"cache.example"}));
        }
    }
    void thePasswordStaysHere()
    {
        QFETCH(int, version);
        QFETCH(CertificateWish, wish);
        const Server redis;
        const TlsPeer peer(redis.endpoint(), m_ca.make(wish),
                           version == 2 ? TlsPeer::Version::tls_1_2 : TlsPeer::Version::tls_1_3);
        Endpoint endpoint = peer.endpoint();
        endpoint.password = password;
        endpoint.tls.ca_file = m_ca.ca_file();
        TlsLine line(endpoint);
        for (int tries = 1; tries <= 3; ++tries) { // it goes on trying, and goes on saying nothing
            QCOMPARE(line.refusal().first, Errc::tls);
            QVERIFY(until([&] { return peer.refused() >= tries; }));
        }
        QCOMPARE(peer.received(), std::string());
    }

    void thePasswordIsNotSentInTheClear()
    {
        const Server plain(SandboxOptions{.tcp = true, .arguments = {}});
        const ByteProxy proxy(plain.endpoint(), 4096);
        Endpoint endpoint = proxy.endpoint();
        endpoint.password = password;
        endpoint.tls.enabled = true;
        TlsLine line(endpoint, 3s, 1s); // such a server says nothing to a handshake
        std::pair<Errc, std::string> said;
        QVERIFY(until([&] { return (said = line.refusal()).first == Errc::tls; }));
        const std::string& sentence = said.second;
        QVERIFY2(says(sentence, "does not speak TLS|redis://"), sentence.c_str());
        QVERIFY(!proxy.sent().empty());
        QVERIFY(proxy.sent().find(password) == std::string::npos);
    }

    void aTlsServerBehindAPlainAddress()
    {
        TlsServer server(m_ca);
        Endpoint endpoint = server.endpoint();
        endpoint.tls = {};
        const auto [code, sentence] = refusal_of(endpoint);
        QVERIFY(code == Errc::tls || code == Errc::connection_failed);
        QVERIFY2(says(sentence, "speaks TLS|rediss://"), sentence.c_str());
    }

    void oldVersions()
    {
        TlsServer server(m_ca, {}, Clients::show_none, {"--tls-protocols", "TLSv1.1"});
        const auto [code, sentence] = refusal_of(server.endpoint());
        QCOMPARE(code, Errc::tls);
        QVERIFY2(says(sentence, "before 1.2|TLS 1.2"), sentence.c_str());
    }

    void ourCertificate_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("words");
        const auto show = [](Certificates& ca, CertificateWish wish) {
            wish.use = CertificateWish::Use::client;
            wish.name = "service";
            return [files = ca.make(wish)](Endpoint& endpoint) {
                endpoint.tls.certificate_file = files.certificate;
                endpoint.tls.key_file = files.key;
            };
        };
        CertificateWish expired;
        expired.until = -60s;
        for (const char* version : {"TLSv1.2", "TLSv1.3"}) {
            const QString name(version);
            QTest::addRow("none, %s", version) << name << Change([](Endpoint&) {}) << "certificate of ours";
            QTest::addRow("of another CA, %s", version) << name << Change(show(m_other, {})) << "our certificate";
            QTest::addRow("expired, %s", version) << name << Change(show(m_ca, expired)) << "our certificate|expired";
        }
    }
    void ourCertificate()
    {
        QFETCH(QString, version);
        QFETCH(Change, change);
        QFETCH(QString, words);
        TlsServer server(m_ca, {}, Clients::must_show_one, {"--tls-protocols", version.toStdString()});
        Endpoint endpoint = server.endpoint();
        change(endpoint);
        const auto [code, sentence] = refusal_of(endpoint);
        QCOMPARE(code, Errc::tls);
        QVERIFY2(says(sentence, words), sentence.c_str());
    }

    void files_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("words");
        CertificateWish wish;
        wish.use = CertificateWish::Use::client;
        const auto mine = m_ca.make(wish);
        const auto others = m_ca.make(wish);
        wish.passphrase = "open sesame";
        const auto locked = m_ca.make(wish);
        const std::string missing = (m_ca.folder() / "missing.pem").string();
        const std::string garbage = (m_ca.folder() / "garbage.pem").string();
        std::ofstream(garbage) << "no PEM at all\n";
        const auto row = [](const char* name, Change change, const QString& words) {
            QTest::newRow(name) << std::move(change) << words;
        };
        const auto pair = [](const std::string& certificate, const std::string& key, const char* passphrase = "") {
            return [=](Endpoint& endpoint) {
                endpoint.tls.certificate_file = certificate;
                endpoint.tls.key_file = key;
                endpoint.tls.key_passphrase = passphrase;
            };
        };
        row(
            "no CA file", [=](Endpoint& endpoint) { endpoint.tls.ca_file = missing; },
            "CA file|missing.pem|No such file");
        row(
            "CA file without certificates", [=](Endpoint& endpoint) { endpoint.tls.ca_file = garbage; },
            "CA file|garbage.pem|holds no certificate");
        row(
            "CA file is a key", [=](Endpoint& endpoint) { endpoint.tls.ca_file = mine.key; }, "holds no certificate");
        row(
            "no CA directory", [=](Endpoint& endpoint) { endpoint.tls.ca_directory = missing; },
            "CA directory|missing.pem|No such file");
        row(
            "CA directory is a file", [=](Endpoint& endpoint) { endpoint.tls.ca_directory = garbage; },
            "CA directory|no directory");
        row("no certificate", pair(missing, mine.key), "certificate|missing.pem|No such file");
        row("no PEM", pair(garbage, mine.key), "certificate|garbage.pem|PEM");
        row("no key", pair(mine.certificate, missing), "key|missing.pem|No such file");
        row("no key in the file", pair(mine.certificate, mine.certificate), "key|PEM");
        row("key of another certificate", pair(mine.certificate, others.key), "does not belong to the certificate");
        row("no passphrase", pair(locked.certificate, locked.key), "is encrypted|give its passphrase");
        row("wrong passphrase", pair(locked.certificate, locked.key, "open barley"), "passphrase of the key|is wrong");
        row("key without certificate", pair("", mine.key), "without a certificate");
    }
    void files()
    {
        QFETCH(Change, change);
        QFETCH(QString, words);
        TlsServer server(m_ca);
        Endpoint endpoint = server.endpoint();
        change(endpoint);
        const auto [code, sentence] = refusal_of(endpoint);
        QCOMPARE(code, Errc::tls);
        QVERIFY2(says(sentence, words), sentence.c_str());
        QVERIFY2(sentence.find("open ") == std::string::npos, sentence.c_str());
    }

    // Waiting does not make a certificate better, so callers learn it at once; but renewing it does.
    void callersLearnItAtOnceAndTheConnectionGoesOnTrying()
    {
        CertificateWish wish;
        wish.until = -60s;
        TlsServer server(m_ca, wish);
        TlsLine line(server.endpoint());
        QCOMPARE(thrown([&] { return line.call({"PING"}); }), Errc::tls);
        m_ca.renew(server.files(), {});
        server.redis().expect(
            {"CONFIG", "SET", "tls-cert-file", server.files().certificate, "tls-key-file", server.files().key});
        QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }));
    }
};

QTEST_GUILESS_MAIN(TlsRefusalTest)
#include "tls_refusal_test.moc"
