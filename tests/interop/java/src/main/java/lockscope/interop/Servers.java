// SPDX-License-Identifier: Apache-2.0
package lockscope.interop;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.ClusterServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SentinelServersConfig;
import org.redisson.config.SingleServerConfig;
import org.redisson.config.SubscriptionMode;

/**
 * The servers of an address, as Redisson's Config takes them:
 *
 * <pre>
 *   redis://host:port                                  one server
 *   rediss://host:port?ca=FILE                         encrypted, the server's certificate signed by this CA
 *   redis+sentinel://host:port,host:port/master        the master that sentinels name, and its replicas
 *   redis+cluster://host:port,host:port                a cluster
 * </pre>
 */
final class Servers {
    private static final Pattern ADDRESS =
            Pattern.compile("(rediss?)(?:\\+(sentinel|cluster))?://([^/?]+)(?:/([^?]*))?(?:\\?ca=([^&]+))?");
    private static final int SCAN_MILLIS = 500;
    private static final String STORE_PASSWORD = "interop";

    private final String scheme;
    private final String deployment;
    private final String[] addresses;
    private final String path;
    private final String ca;

    Servers(String address) {
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not an address: " + address);
        }
        scheme = parts.group(1);
        deployment = parts.group(2) == null ? "" : parts.group(2);
        addresses = Arrays.stream(parts.group(3).split(",")).map(each -> scheme + "://" + each).toArray(String[]::new);
        path = parts.group(4) == null ? "" : Words.decode(parts.group(4));
        ca = parts.group(5) == null ? "" : Words.decode(parts.group(5));
    }

    void configure(Config config, String clientName) {
        BaseConfig<?> base;
        switch (deployment) {
            case "sentinel":
                SentinelServersConfig sentinels = config.useSentinelServers()
                        .setMasterName(path)
                        .addSentinelAddress(addresses)
                        .setScanInterval(SCAN_MILLIS);
                base = several(sentinels);
                break;
            case "cluster":
                ClusterServersConfig nodes =
                        config.useClusterServers().addNodeAddress(addresses).setScanInterval(SCAN_MILLIS);
                base = several(nodes);
                break;
            default:
                base = one(config.useSingleServer());
        }
        base.setClientName(clientName);
        if (!ca.isEmpty()) {
            trust(base);
        }
    }

    private BaseConfig<?> one(SingleServerConfig server) {
        return server.setAddress(addresses[0])
                .setDnsMonitoringInterval(-1)
                .setConnectionMinimumIdleSize(2)
                .setConnectionPoolSize(32)
                .setSubscriptionConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionPoolSize(8);
    }

    private static BaseConfig<?> several(BaseMasterSlaveServersConfig<?> servers) {
        servers.setDnsMonitoringInterval(-1);
        servers.setReadMode(ReadMode.MASTER); // what ours has written need not have reached a replica yet
        servers.setSubscriptionMode(SubscriptionMode.MASTER);
        servers.setMasterConnectionMinimumIdleSize(2);
        servers.setMasterConnectionPoolSize(32);
        servers.setSlaveConnectionMinimumIdleSize(1);
        servers.setSlaveConnectionPoolSize(8);
        servers.setSubscriptionConnectionMinimumIdleSize(1);
        servers.setSubscriptionConnectionPoolSize(8);
        return servers;
    }

    /** All versions read a key store; only newer ones take a trust manager. */
    private void trust(BaseConfig<?> base) {
        try (InputStream pem = Files.newInputStream(Path.of(ca))) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
            File file = File.createTempFile("interop", ".p12", Path.of(ca).getParent().toFile());
            try (OutputStream out = Files.newOutputStream(file.toPath())) {
                store.store(out, STORE_PASSWORD.toCharArray());
            }
            base.setSslTruststore(file.toURI().toURL());
            base.setSslTruststorePassword(STORE_PASSWORD);
        } catch (IOException | GeneralSecurityException unusable) {
            throw new IllegalStateException("the CA " + ca + " cannot be used", unusable);
        }
    }
}
