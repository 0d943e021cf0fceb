// SPDX-License-Identifier: Apache-2.0
// The same encryption for sentinels, and for every server that they name.
#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox_sentinel.hpp"
#include "support/certificates.hpp"
#include "support/errors.hpp"
#include "support/failover.hpp"
#include "support/printing.hpp"

#include <QTest>

#include <optional>

using namespace lockscope;
using namespace lockscope::test;

class SentinelTlsTest : public QObject
{
    Q_OBJECT

    Certificates m_ca;
    std::optional<SandboxSentinel> m_servers;

    static int ping(const Endpoint& endpoint)
    {
        Client client(endpoint);
        client.ping();
        return 0;
    }

private slots:
    void initTestCase()
    {
        const Certificates::Files files = m_ca.make({});
        SandboxSentinelOptions options;
        SandboxTls& tls = options.tls.emplace();
        tls.certificate_file = files.certificate;
        tls.key_file = files.key;
        tls.ca_file = m_ca.ca_file();
        tls.client.ca_file = m_ca.ca_file();
        m_servers.emplace(options);
    }
    void cleanupTestCase() { m_servers.reset(); }

    void aFailoverIsFollowed()
    {
        QVERIFY(m_servers->endpoint().tls.enabled);
        Client client(m_servers->endpoint());
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        lose_master(*m_servers);
        lock.unlock();
        lock.lock();
        lock.unlock();
    }

    void whoeverIsNotTrustedIsNotAsked()
    {
        const Certificates another;
        Endpoint endpoint = m_servers->endpoint();
        endpoint.tls.ca_file = another.ca_file();
        QCOMPARE(thrown([&] { return ping(endpoint); }), Errc::tls);
    }

    void sentinelsAreNotAskedInTheClear()
    {
        Endpoint endpoint = m_servers->endpoint();
        endpoint.tls = {};
        QVERIFY(thrown([&] { return ping(endpoint); }) != Errc::ok);
    }
};

QTEST_GUILESS_MAIN(SentinelTlsTest)
#include "sentinel_tls_test.moc"
