// SPDX-License-Identifier: Apache-2.0
// What lockctl says of an encrypted server.
#include "support/tls_server.hpp"

#include "lockctl_fixture.hpp"

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class LockctlTlsTest : public QObject
{
    Q_OBJECT

    Certificates m_ca;

    struct Said
    {
        int code = -1;
        QByteArray output, errors;
    };
    static Said run(const Endpoint& endpoint, const QStringList& words)
    {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LOCKSCOPE_REDIS", QString::fromStdString(endpoint.uri_without_password()));
        process.setProcessEnvironment(environment);
        process.start(LOCKCTL, words);
        process.waitForFinished(tests::patience_ms);
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

private slots:
    void aGoodServerIsNothingToTalkAbout()
    {
        TlsServer server(m_ca);
        const Said said = run(server.endpoint(), {"list", "--json"});
        QCOMPARE(said.errors, QByteArray());
        QCOMPARE(said.code, 0);
        QCOMPARE(said.output, QByteArray("[]\n"));
    }

    void withoutVerificationItWarnsLoudly()
    {
        CertificateWish wish;
        wish.signer = CertificateWish::Signer::itself;
        TlsServer server(m_ca, wish);
        Endpoint endpoint = server.endpoint();
        endpoint.tls.verify = false;
        const Said said = run(endpoint, {"list", "--json"});
        QCOMPARE(said.code, 0);
        QCOMPARE(said.output, QByteArray("[]\n"));
        QVERIFY2(said.errors.contains("WARNING: the server is NOT VERIFIED"), said.errors);
        QCOMPARE(said.errors.count('\n'), 1);
    }

    void aCertificateThatEndsSoonIsMentioned()
    {
        CertificateWish wish;
        wish.until = 12 * 24h + 1h;
        TlsServer server(m_ca, wish);
        const Said said = run(server.endpoint(), {"list"});
        QCOMPARE(said.code, 0);
        QVERIFY2(said.errors.contains("The server's certificate (CN=redis) ends in 12 days, on 20"), said.errors);
        QCOMPARE(said.errors.count('\n'), 1);
    }

    void refusalsAreOneSentence()
    {
        CertificateWish wish;
        wish.until = -60s;
        TlsServer server(m_ca, wish);
        const Said said = run(server.endpoint(), {"list"});
        QCOMPARE(said.code, 3);
        QVERIFY2(said.errors.contains("expired on 20"), said.errors);
        QCOMPARE(said.errors.count('\n'), 1);
    }
};

QTEST_GUILESS_MAIN(LockctlTlsTest)
#include "lockctl_tls_test.moc"
