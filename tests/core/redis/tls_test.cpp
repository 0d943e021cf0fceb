// SPDX-License-Identifier: Apache-2.0
// Encrypted connections that work, on wires that do not.
#include "redis/certificate.hpp"
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

using Clients = TlsServer::Clients;
using Change = std::function<void(Endpoint&)>;

constexpr auto passphrase = "open sesame";

} // namespace
Q_DECLARE_METATYPE(Change)

class TlsTest : public QObject
{
    Q_OBJECT

    Certificates m_ca;

    Certificates::Files own_certificate(const std::string& secret = {})
    {
        CertificateWish wish;
        wish.use = CertificateWish::Use::client;
        wish.passphrase = secret;
        return m_ca.make(wish);
    }

private slots:
    void connects_data()
    {
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, Change change) { QTest::newRow(name) << std::move(change); };
        row("by address", [](Endpoint&) {});
        row("by name", [](Endpoint& endpoint) { endpoint.host = "localhost"; });
        row("by server name with a dot at its end",
            [](Endpoint& endpoint) { endpoint.tls.server_name = "localhost."; });
        row("by server name", [](Endpoint& endpoint) { endpoint.tls.server_name = "a.cache.example"; });
        row("by an address as server name", [](Endpoint& endpoint) { endpoint.tls.server_name = "::1"; });
        row("CA directory", [this](Endpoint& endpoint) {
            endpoint.tls.ca_file.clear();
            endpoint.tls.ca_directory = m_ca.ca_directory();
        });
        row("certificate of ours that nobody asks for", [this](Endpoint& endpoint) {
            const auto own = own_certificate();
            endpoint.tls.certificate_file = own.certificate;
            endpoint.tls.key_file = own.key;
        });
    }
    void connects()
    {
        QFETCH(Change, change);
        CertificateWish wish;
        wish.hosts = {"localhost", "*.cache.example"};
        wish.addresses = {"127.0.0.1", "::1"};
        TlsServer server(m_ca, wish);
        Endpoint endpoint = server.endpoint();
        change(endpoint);
        TlsLine line(endpoint);
        QCOMPARE(line.call({"PING"}), std::string("PONG"));
        const auto encryption = line.encryption();
        QVERIFY(encryption && encryption->verified);
        QCOMPARE(encryption->protocol, std::string("TLS 1.3"));
    }

    void showsItsCertificate_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<QString>("secret");
        for (const char* version : {"TLSv1.2", "TLSv1.3"}) {
            QTest::addRow("%s", version) << version << "";
            QTest::addRow("%s, encrypted key", version) << version << passphrase;
        }
    }
    void showsItsCertificate()
    {
        QFETCH(QString, version);
        QFETCH(QString, secret);
        TlsServer server(m_ca, {}, Clients::must_show_one, {"--tls-protocols", version.toStdString()});
        Endpoint endpoint = server.endpoint();
        const auto own = own_certificate(secret.toStdString());
        endpoint.tls.certificate_file = own.certificate;
        endpoint.tls.key_file = own.key;
        endpoint.tls.key_passphrase = secret.toStdString();
        TlsLine line(endpoint);
        QCOMPARE(line.call({"PING"}), std::string("PONG"));
        QCOMPARE(line.encryption()->protocol, version == "TLSv1.2" ? std::string("TLS 1.2") : std::string("TLS 1.3"));
    }

    void certificateAndKeyInOneFile()
    {
        TlsServer server(m_ca, {}, Clients::must_show_one);
        const auto own = own_certificate();
        const std::string both = (m_ca.folder() / "both.pem").string();
        std::ofstream(both) << std::ifstream(own.certificate).rdbuf() << std::ifstream(own.key).rdbuf();
        Endpoint endpoint = server.endpoint();
        endpoint.tls.certificate_file = both;
        TlsLine line(endpoint);
        QCOMPARE(line.call({"PING"}), std::string("PONG"));
    }

    // Whoever has no CA names the one certificate.
    void oneCertificateMayBeTrusted_data()
    {
        QTest::addColumn<bool>("alone");
        QTest::newRow("self-signed") << true;
        QTest::newRow("of a CA") << false;
    }
    void oneCertificateMayBeTrusted()
    {
        QFETCH(bool, alone);
        CertificateWish wish;
        wish.signer = alone ? CertificateWish::Signer::itself : CertificateWish::Signer::ca;
        TlsServer server(m_ca, wish);
        Endpoint endpoint = server.endpoint();
        endpoint.tls.ca_file = server.files().certificate;
        TlsLine line(endpoint);
        QCOMPARE(line.call({"PING"}), std::string("PONG"));
        QVERIFY(line.encryption()->verified);
    }

    void withoutVerificationItSaysSo()
    {
        CertificateWish wish;
        wish.signer = CertificateWish::Signer::itself;
        wish.hosts = {"other.example"};
        TlsServer server(m_ca, wish);
        Endpoint endpoint = server.endpoint();
        endpoint.tls.verify = false;
        TlsLine line(endpoint);
        QCOMPARE(line.call({"PING"}), std::string("PONG"));
        QVERIFY(!line.encryption()->verified);
        QCOMPARE(line.encryption()->subject, std::string("CN=redis"));
    }

    void itKnowsItsEncryption()
    {
        CertificateWish wish;
        wish.name = "Zürich, 1";
        wish.from = -3h;
        wish.until = 20 * 24h + 1h;
        TlsServer server(m_ca, wish, Clients::show_none);
        Endpoint endpoint = server.endpoint();
        TlsLine line(endpoint);
        QVERIFY(!line.encryption());
        line.open();
        const Encryption first = *line.encryption();
        const auto now = std::chrono::system_clock::now();
        QCOMPARE(first.subject, std::string("CN=Zürich\\, 1"));
        QCOMPARE(first.issuer, std::string("CN=Test CA"));
        QVERIFY(first.cipher.starts_with("TLS_"));
        QVERIFY(first.valid_from < now - 2h && first.valid_from > now - 4h);
        QVERIFY(first.valid_until > now + 20 * 24h && first.valid_until < now + 21 * 24h);
        QVERIFY(!first.own_valid_until);
        QCOMPARE(first.days_left(now), 20);
        QVERIFY(first.ends_soon(now));
        QVERIFY(!first.ends_soon(now - 11 * 24h));

        wish.use = CertificateWish::Use::client;
        wish.until = 5 * 24h + 1h;
        const auto own = m_ca.make(wish);
        endpoint.tls.certificate_file = own.certificate;
        endpoint.tls.key_file = own.key;
        TlsLine other(endpoint);
        other.open();
        const Encryption second = *other.encryption();
        QVERIFY(second.own_ends_first());
        QCOMPARE(second.days_left(now), 5);
    }

    void ofSeveralTheWorstIsSaid()
    {
        const auto now = std::chrono::system_clock::now();
        Encryption good;
        good.verified = true;
        good.valid_until = now + 90 * 24h;
        Encryption brief = good;
        brief.valid_until = now + 10 * 24h;
        Encryption own_is_brief = good;
        own_is_brief.own_valid_until = now + 5 * 24h;
        Encryption not_verified = good;
        not_verified.verified = false;
        std::optional<Encryption> known;
        redis::keep_worse(known, std::nullopt);
        QVERIFY(!known);
        // Each is worse than those before it, and stays when they are asked about again.
        std::vector<Encryption> seen;
        for (const Encryption& next : {good, brief, own_is_brief, not_verified}) {
            seen.push_back(next);
            for (const Encryption& each : seen)
                redis::keep_worse(known, each);
            redis::keep_worse(known, std::nullopt);
            QVERIFY(known == next);
        }
    }

    void plainConnectionsHaveNone()
    {
        const Server server;
        TlsLine line(server.endpoint());
        line.open();
        QVERIFY(!line.encryption());
    }

    void anotherAddressIsVerifiedJustSo_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<Errc>("error");
        QTest::newRow("named by the certificate") << "localhost" << Errc::ok;
        QTest::newRow("not named") << "127.0.0.1" << Errc::tls;
    }
    void anotherAddressIsVerifiedJustSo()
    {
        QFETCH(QString, host);
        QFETCH(Errc, error);
        CertificateWish wish;
        wish.addresses = {};
        TlsServer server(m_ca, wish);
        redis::ConnectionOptions options;
        options.endpoint = server.endpoint();
        options.endpoint.host = "seed.example";
        options.endpoint.port = 1;
        const Address there{host.toStdString(), server.endpoint().port};
        const auto locate = [](Address address) -> boost::asio::awaitable<Address> { co_return address; };
        options.locate = [locate, there] { return locate(there); };
        IoThread io;
        redis::Connection connection(io.executor(), options);
        QCOMPARE(thrown([&] {
                     io.await(connection.open());
                     return 0;
                 }),
                 error);
        io.call([&] { connection.close(); });
        io.join();
    }

    void aRestartedServerIsFoundAgain()
    {
        TlsServer server(m_ca);
        TlsLine line(server.endpoint());
        for (int i = 0; i < 3; ++i) {
            QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }));
            server.restart();
        }
        QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }));
    }

    void aKilledConnectionReopensItself()
    {
        TlsServer server(m_ca);
        TlsLine line(server.endpoint());
        for (int i = 0; i < 10; ++i) {
            QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }));
            QCOMPARE(server.redis().kill_clients("tested"), 1);
        }
    }

    void aRenewedCertificateIsUsedByTheNextConnection()
    {
        TlsServer server(m_ca, {}, Clients::must_show_one);
        CertificateWish expired;
        expired.use = CertificateWish::Use::client;
        expired.until = -60s;
        const auto own = m_ca.make(expired);
        Endpoint endpoint = server.endpoint();
        endpoint.tls.certificate_file = own.certificate;
        endpoint.tls.key_file = own.key;
        TlsLine line(endpoint);
        QCOMPARE(line.refusal().first, Errc::tls);
        CertificateWish good = expired;
        good.until = 24h;
        m_ca.renew(own, good);
        QVERIFY(until([&] { return line.refusal().first == Errc::ok; }));
    }

    void aStoppedServerIsNoticed()
    {
        TlsServer server(m_ca);
        TlsLine line(server.endpoint(), 200ms);
        QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }));
        server.sandbox().pause_server();
        QCOMPARE(thrown([&] { return line.call({"PING"}); }), Errc::timeout);
        server.sandbox().resume_server();
        QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }));
    }

    void aServerThatDoesNotShakeHandsCostsNoMoreThanTheTimeout()
    {
        TlsServer server(m_ca);
        server.sandbox().pause_server();
        TlsLine line(server.endpoint(), 3s, 200ms);
        const auto [code, sentence] = line.refusal();
        QCOMPARE(code, Errc::connection_failed);
        QVERIFY2(sentence.find("TLS handshake within 200 ms") != std::string::npos, sentence.c_str());
        server.sandbox().resume_server();
        QVERIFY(until([&] { return line.refusal().first == Errc::ok; }));
    }

    void largeAndManyRepliesComeWhole()
    {
        TlsServer server(m_ca);
        TlsLine line(server.endpoint());
        const std::string large(5'000'000, 'x');
        QVERIFY(line.call({"ECHO", large}) == large);
        std::vector<std::future<redis::Reply>> all;
        for (int i = 0; i < 2000; ++i)
            all.push_back(line.start({"ECHO", std::to_string(i)}));
        for (int i = 0; i < 2000; ++i)
            QCOMPARE(all[static_cast<std::size_t>(i)].get().text, std::to_string(i));
    }

    void tornRecordsAreReadWhole()
    {
        TlsServer server(m_ca);
        const ByteProxy proxy(server.endpoint(), 1);
        TlsLine line(proxy.endpoint());
        const std::string text(3000, 'x');
        QCOMPARE(line.call({"ECHO", text}), text);
    }

    void aBitThatWasChangedOnTheWayIsNoticed()
    {
        TlsServer server(m_ca);
        ByteProxy proxy(server.endpoint(), 4096);
        TlsLine line(proxy.endpoint());
        line.call({"SET", "a", "what stands there"});
        for (int i = 0; i < 5; ++i) {
            proxy.spoil_next_reply();
            QCOMPARE(thrown([&] { return line.call({"GET", "a"}); }), Errc::connection_lost);
            QVERIFY(until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok; }));
            QCOMPARE(line.call({"GET", "a"}), std::string("what stands there"));
        }
    }

    void keysMayChangeInTheMiddle()
    {
        const Server redis;
        TlsPeer peer(redis.endpoint(), m_ca.make({}), TlsPeer::Version::tls_1_3);
        Endpoint endpoint = peer.endpoint();
        endpoint.tls.ca_file = m_ca.ca_file();
        TlsLine line(endpoint);
        for (int i = 0; i < 20; ++i) {
            peer.surprise(TlsPeer::Surprise::update_keys);
            QCOMPARE(line.call({"ECHO", std::to_string(i)}), std::to_string(i));
            std::vector<std::future<redis::Reply>> all; // both directions busy
            for (int j = 0; j < 20; ++j)
                all.push_back(line.start({"ECHO", std::string(2000, 'x')}));
            peer.surprise(TlsPeer::Surprise::update_keys);
            for (auto& each : all)
                QCOMPARE(each.get().text.size(), std::size_t(2000));
        }
        QCOMPARE(peer.connections(), 1);
    }

    // It could make the server another one in the middle of the connection.
    void renegotiationIsRefused()
    {
        const Server redis;
        TlsPeer peer(redis.endpoint(), m_ca.make({}), TlsPeer::Version::tls_1_2);
        Endpoint endpoint = peer.endpoint();
        endpoint.tls.ca_file = m_ca.ca_file();
        TlsLine line(endpoint);
        line.open();
        peer.surprise(TlsPeer::Surprise::renegotiate);
        static_cast<void>(thrown([&] { return line.call({"PING"}); })); // answered before or not at all
        QVERIFY(
            until([&] { return thrown([&] { return line.call({"PING"}); }) == Errc::ok && peer.connections() > 1; }));
    }

    void closingEndsWhatIsPending()
    {
        TlsServer server(m_ca);
        std::future<redis::Reply> pending;
        {
            TlsLine line(server.endpoint());
            line.open();
            server.sandbox().pause_server();
            pending = line.start({"ECHO", std::string(5'000'000, 'x')});
            QVERIFY(!is_ready(pending, 50ms));
        }
        QVERIFY(thrown([&] { return pending.get(); }) != Errc::ok);
        server.sandbox().resume_server();
    }
};

QTEST_GUILESS_MAIN(TlsTest)
#include "tls_test.moc"
