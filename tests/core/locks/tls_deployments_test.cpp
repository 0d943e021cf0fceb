// SPDX-License-Identifier: Apache-2.0
// One policy for every address: also for those that a Sentinel or a cluster announces.
#include "lockscope/sandbox_cluster.hpp"
#include "lockscope/sandbox_sentinel.hpp"
#include "support/certificates.hpp"
#include "support/lock_suite.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class TlsDeploymentsTest : public QObject
{
    Q_OBJECT

    Certificates m_ca;

    /// Servers and clients show certificates to each other.
    SandboxTls tls(CertificateWish wish)
    {
        SandboxTls tls;
        wish.use = CertificateWish::Use::both; // they connect to each other
        const auto files = m_ca.make(wish);
        CertificateWish own;
        own.use = CertificateWish::Use::client;
        const auto shown = m_ca.make(own);
        tls.certificate_file = files.certificate;
        tls.key_file = files.key;
        tls.ca_file = m_ca.ca_file();
        tls.client.ca_file = m_ca.ca_file();
        tls.client.certificate_file = shown.certificate;
        tls.client.key_file = shown.key;
        return tls;
    }
    /// The same servers by a name that their certificates have.
    static Endpoint by_name(Endpoint endpoint)
    {
        endpoint.host = "localhost";
        for (Address& each : endpoint.more)
            each.host = "localhost";
        return endpoint;
    }
    static CertificateWish for_the_name_only()
    {
        CertificateWish wish;
        wish.addresses = {};
        return wish;
    }

private slots:
    void behindSentinelAlsoAfterAFailover()
    {
        SandboxSentinelOptions options;
        options.tls = tls({});
        SandboxSentinel servers(options);
        Client client(servers.endpoint());
        auto lock = client.reentrant_lock("a");
        lock.lock(10min);
        lock.release();
        const Address old = servers.master_address();
        servers.kill_master();
        servers.wait_for_failover(old);
        lock.lock(10min);
        QVERIFY(lock.is_held());
        lock.release();
    }

    void aMasterThatIsNotNamedByItsCertificateIsRefused()
    {
        SandboxSentinelOptions options;
        options.tls = tls(for_the_name_only());
        options.down_after = 10min; // nobody is to take over
        SandboxSentinel servers(options);
        Client client(by_name(servers.endpoint()));
        QCOMPARE(thrown([&] {
                     client.ping();
                     return 0;
                 }),
                 Errc::tls);
    }

    void inACluster()
    {
        SandboxClusterOptions options;
        options.tls = tls({});
        options.node_timeout = 1min;
        SandboxCluster cluster(options);
        Client client(cluster.endpoint());
        for (int node = 0; node < 3; ++node) {
            auto lock = client.reentrant_lock(cluster.key_on(node));
            lock.lock(10min);
            QVERIFY(lock.is_held());
            lock.release();
        }
    }

    void aNodeThatIsNotNamedByItsCertificateIsRefused()
    {
        SandboxClusterOptions options;
        options.tls = tls(for_the_name_only());
        options.node_timeout = 1min;
        SandboxCluster cluster(options);
        ClientOptions brief;
        brief.outage_patience = 500ms;
        Client client(by_name(cluster.endpoint()), brief);
        // A busy machine may take longer than that to find out why.
        QVERIFY(until([&] { return thrown([&] { client.reentrant_lock("a").lock(10min); }) == Errc::tls; }));
    }
};

QTEST_GUILESS_MAIN(TlsDeploymentsTest)
#include "tls_deployments_test.moc"
