// SPDX-License-Identifier: Apache-2.0
// What a Redisson's YAML says becomes an endpoint; what cannot be honoured is said.
#include "lockscope/error.hpp"
#include "redisson_files.hpp"
#include "support/printing.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using Kind = RedissonRemark::Kind;

class RedissonYamlTest : public QObject
{
    Q_OBJECT

private slots:
    void singleServerIsTaken();
    void tuningIsNamedOnceAndNotTaken();
    void jsonIsYaml();
    void addresses_data();
    void addresses();
    void credentialsOfAnAddressComeFirst();
    void masterAndReplicasAreCandidates();
    void sentinelsAreTaken();
    void clustersAreTaken();
    void replicatedServersAreTaken();
    void otherDeploymentsAreSaid_data();
    void otherDeploymentsAreSaid();
    void credentialsAtTheTopAreUnderstood();
    void encryptedAddressesSwitchItOn_data();
    void encryptedAddressesSwitchItOn();
    void verificationIsOffOnlyIfTheFileSaysSo_data();
    void verificationIsOffOnlyIfTheFileSaysSo();
    void storesOfJavaAreSaid();
    void promisesOfLocksAreTaken();
    void whatChangesAddressesIsSaid();
    void classesOfTheApplicationAreSaid();
    void unknownSettingsAreSaid();
    void everyRemarkHasASentence();
};

void RedissonYamlTest::singleServerIsTaken()
{
    const RedissonConfig config = read_redisson_yaml(kSingle);
    QVERIFY(config.endpoint.has_value());
    QCOMPARE(config.endpoint->host, std::string("cache.example"));
    QCOMPARE(config.endpoint->port, std::uint16_t(6380));
    QCOMPARE(config.endpoint->user, std::string("orders"));
    QCOMPARE(config.endpoint->password, std::string("pa:ss/w@rd"));
    QCOMPARE(config.endpoint->database, 3);
    QCOMPARE(config.client_name, std::string("orders-service"));
}

void RedissonYamlTest::tuningIsNamedOnceAndNotTaken()
{
    const RedissonConfig config = read_redisson_yaml(kSingle);
    QCOMPARE(config.remarks.size(), std::size_t(1));
    QCOMPARE(config.remarks.front().kind, Kind::only_tuning);
    const auto& names = config.remarks.front().settings;
    QVERIFY(std::find(names.begin(), names.end(), "singleServerConfig.retryAttempts") != names.end());
    QVERIFY(std::find(names.begin(), names.end(), "codec") != names.end());
}

void RedissonYamlTest::jsonIsYaml()
{
    const auto config =
        read_redisson_yaml(R"({"singleServerConfig":{"address":"redis://10.0.0.7:6379","password":null}})");
    QCOMPARE(config.endpoint->host, std::string("10.0.0.7"));
    QVERIFY(config.endpoint->password.empty());
}

void RedissonYamlTest::addresses_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("uri");
    QTest::newRow("plain") << "redis://h:1"
                           << "redis://h:1";
    QTest::newRow("valkey") << "valkey://h:7000"
                            << "redis://h:7000";
    QTest::newRow("IPv6") << "redis://[::1]:6379"
                          << "redis://[::1]:6379";
    QTest::newRow("socket") << "redis+uds:///run/redis.sock"
                            << "unix:///run/redis.sock";
    QTest::newRow("credentials inside") << "redis://bob:pw@h:1"
                                        << "redis://bob@h:1";
    QTest::newRow("a password alone") << "redis://s3cret@h:1"
                                      << "redis://h:1";
    QTest::newRow("what follows the port") << "redis://h:1/3"
                                           << "redis://h:1";
    QTest::newRow("without scheme") << "h:6390"
                                    << "redis://h:6390";
}

void RedissonYamlTest::addresses()
{
    QFETCH(QString, address);
    QFETCH(QString, uri);
    const auto config = read_redisson_yaml("singleServerConfig:\n  address: '" + address.toStdString() + "'\n");
    QCOMPARE(QString::fromStdString(config.endpoint->uri_without_password()), uri);
}

/// As Redisson reads them.
void RedissonYamlTest::credentialsOfAnAddressComeFirst()
{
    const auto alone = read_redisson_yaml("singleServerConfig:\n  address: 'redis://s3cret@h:1'\n  username: app\n");
    QCOMPARE(alone.endpoint->password, std::string("s3cret"));
    QCOMPARE(alone.endpoint->user, std::string("app"));
    const auto both = read_redisson_yaml("singleServerConfig:\n  address: 'redis://bob:right@h:1'\n"
                                         "  username: app\n  password: other\n");
    QCOMPARE(both.endpoint->user, std::string("bob"));
    QCOMPARE(both.endpoint->password, std::string("right"));
    const auto none = read_redisson_yaml("username: top\npassword: secret\n"
                                         "singleServerConfig:\n  address: redis://h:1\n  username: null\n"
                                         "  password: null\n");
    QCOMPARE(none.endpoint->user, std::string("top"));
    QCOMPARE(none.endpoint->password, std::string("secret"));
}

void RedissonYamlTest::masterAndReplicasAreCandidates()
{
    const auto config = read_redisson_yaml("masterSlaveServersConfig:\n"
                                           "  masterAddress: redis://m:6379\n"
                                           "  slaveAddresses: [redis://s1:6379, 'redis://s2:7000']\n"
                                           "  database: 2\n  password: p\n");
    QCOMPARE(config.endpoint->uri_without_password(), std::string("redis+replicated://m:6379,s1:6379,s2:7000/2"));
    QCOMPARE(config.endpoint->password, std::string("p"));
    QVERIFY(config.remarks.empty());
    const auto alone = read_redisson_yaml("masterSlaveServersConfig:\n  masterAddress: redis://m:6379\n");
    QCOMPARE(alone.endpoint->uri_without_password(), std::string("redis://m:6379"));
}

void RedissonYamlTest::sentinelsAreTaken()
{
    const auto config = read_redisson_yaml("sentinelServersConfig:\n"
                                           "  sentinelAddresses:\n"
                                           "  - redis://s1:26379\n"
                                           "  - redis://s2\n"
                                           "  - 'redis://[::1]:26380'\n"
                                           "  - redis://s1:26379\n"
                                           "  masterName: my master\n"
                                           "  sentinelUsername: watch\n"
                                           "  sentinelPassword: geheim1\n"
                                           "  username: app\n"
                                           "  password: geheim2\n"
                                           "  database: 4\n"
                                           "  scanInterval: 1000\n"
                                           "  checkSentinelsList: false\n");
    QCOMPARE(config.endpoint->uri_without_password(),
             std::string("redis+sentinel://app@s1:26379,s2:26379,[::1]:26380/my%20master/4?sentinel-user=watch"));
    QCOMPARE(config.endpoint->sentinel_password, std::string("geheim1"));
    QCOMPARE(config.endpoint->password, std::string("geheim2"));
    QCOMPARE(config.remarks.size(), std::size_t(1));
    const auto inside = read_redisson_yaml("sentinelServersConfig:\n"
                                           "  sentinelAddresses: ['redis://u:p@a:1', 'redis://u:p@b:2/']\n"
                                           "  masterName: m\n");
    QCOMPARE(inside.endpoint->sentinel_user, std::string("u"));
    QCOMPARE(inside.endpoint->sentinel_password, std::string("p"));
    QVERIFY(inside.endpoint->user.empty() && inside.endpoint->password.empty());
}

void RedissonYamlTest::clustersAreTaken()
{
    const std::string start = "clusterServersConfig:\n  nodeAddresses: [redis://a:7000, redis://b:7001]\n";
    const auto config = read_redisson_yaml(start + "  username: u\n  password: p\n  database: 0\n");
    QCOMPARE(config.endpoint->uri_without_password(), std::string("redis+cluster://u@a:7000,b:7001"));
    QVERIFY(config.sharded_messages == ShardedMessages::automatic);
    QVERIFY(read_redisson_yaml(start + "  shardedSubscriptionMode: ON\n").sharded_messages == ShardedMessages::on);
    QVERIFY(read_redisson_yaml(start + "  shardedSubscriptionMode: \"OFF\"\n").sharded_messages
            == ShardedMessages::off);
    QVERIFY(read_redisson_yaml(start + "  shardedSubscriptionMode: AUTO\n").sharded_messages
            == ShardedMessages::automatic);
}

void RedissonYamlTest::replicatedServersAreTaken()
{
    const auto config = read_redisson_yaml("replicatedServersConfig:\n  nodeAddresses: [redis://a:1]\n  database: 1\n"
                                           "  monitorIPChanges: false\n");
    QCOMPARE(config.endpoint->uri_without_password(), std::string("redis+replicated://a:1/1"));
}

void RedissonYamlTest::otherDeploymentsAreSaid_data()
{
    QTest::addColumn<QString>("deployment");
    QTest::addRow("proxy") << "proxyServersConfig";
    QTest::addRow("several clusters") << "multiClusterServersConfig";
    QTest::addRow("several sentinels") << "multiSentinelServersConfig";
}

void RedissonYamlTest::otherDeploymentsAreSaid()
{
    QFETCH(QString, deployment);
    const auto config = read_redisson_yaml(deployment.toStdString() + ":\n  addresses: [redis://a:1]\n");
    QVERIFY(!config.endpoint.has_value());
    QVERIFY(remark(config, Kind::other_deployment) != nullptr);
    QCOMPARE(remark(config, Kind::other_deployment)->settings.front(), deployment.toStdString());
}

void RedissonYamlTest::credentialsAtTheTopAreUnderstood()
{
    const auto config = read_redisson_yaml("username: top\npassword: secret\n"
                                           "singleServerConfig:\n  address: redis://h:1\n");
    QCOMPARE(config.endpoint->user, std::string("top"));
    QCOMPARE(config.endpoint->password, std::string("secret"));
    const auto inner = read_redisson_yaml("singleServerConfig:\n  address: redis://h:1\n  username: inner\n"
                                          "username: top\n");
    QCOMPARE(inner.endpoint->user, std::string("inner"));
}

void RedissonYamlTest::encryptedAddressesSwitchItOn_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("uri");
    QTest::newRow("single") << "singleServerConfig:\n  address: rediss://h:6380\n"
                            << "rediss://h:6380";
    QTest::newRow("valkey") << "singleServerConfig:\n  address: valkeys://h:6380\n"
                            << "rediss://h:6380";
    QTest::newRow("sentinel") << "sentinelServersConfig:\n  sentinelAddresses: [rediss://a, rediss://b:1]\n"
                                 "  masterName: m\n"
                              << "rediss+sentinel://a:26379,b:1/m";
    QTest::newRow("cluster") << "clusterServersConfig:\n  nodeAddresses: [rediss://a:1, valkeys://b:1]\n"
                             << "rediss+cluster://a:1,b:1";
}

void RedissonYamlTest::encryptedAddressesSwitchItOn()
{
    QFETCH(QString, text);
    const auto config = read_redisson_yaml(text.toStdString());
    QTEST(QString::fromStdString(config.endpoint->uri_without_password()), "uri");
    QVERIFY(config.endpoint->tls.verify);
    QVERIFY(config.remarks.empty());
}

void RedissonYamlTest::verificationIsOffOnlyIfTheFileSaysSo_data()
{
    QTest::addColumn<QString>("setting");
    QTest::addColumn<bool>("verified");
    QTest::addColumn<int>("said"); // a kind of remark, or -1
    const auto row = [](const char* setting, bool verified, int said) {
        QTest::newRow(setting) << QString(setting) << verified << said;
    };
    row("sslVerificationMode: NONE", false, static_cast<int>(Kind::verification_off));
    row("sslVerificationMode: CA_ONLY", true, static_cast<int>(Kind::host_check_kept));
    row("sslEnableEndpointIdentification: false", true, static_cast<int>(Kind::host_check_kept));
    row("sslVerificationMode: STRICT", true, -1);
    row("sslVerificationMode: null", true, -1);
    row("sslVerificationMode: ${MODE}", true, static_cast<int>(Kind::placeholder_left));
    row("sslEnableEndpointIdentification: true", true, -1);
}

void RedissonYamlTest::verificationIsOffOnlyIfTheFileSaysSo()
{
    QFETCH(QString, setting);
    QFETCH(bool, verified);
    QFETCH(int, said);
    const std::string server = "singleServerConfig:\n  address: rediss://h:1\n";
    const std::string line = setting.toStdString() + '\n';
    for (const std::string& text : {server + "  " + line, line + server, server + line}) {
        const auto config = read_redisson_yaml(text);
        QCOMPARE(config.endpoint->tls.verify, verified);
        QCOMPARE(config.remarks.size(), std::size_t(said < 0 ? 0 : 1));
        if (said >= 0)
            QVERIFY(remark(config, static_cast<Kind>(said)) != nullptr);
    }
    // Nothing is verified without encryption, so there is nothing to say; nor where the deployment has the last word.
    if (said != static_cast<int>(Kind::placeholder_left)) {
        QVERIFY(read_redisson_yaml("singleServerConfig:\n  address: redis://h:1\n  " + line).remarks.empty());
        if (setting.contains("Mode"))
            QVERIFY(read_redisson_yaml(line + server + "  sslVerificationMode: STRICT\n").endpoint->tls.verify);
    }
}

void RedissonYamlTest::storesOfJavaAreSaid()
{
    const auto config = read_redisson_yaml("singleServerConfig:\n  address: rediss://h:1\n"
                                           "  sslTruststore: file:/etc/redis/trust.jks\n"
                                           "  sslTruststorePassword: geheim\n"
                                           "  sslKeystore: null\n"
                                           "  sslProtocols: [TLSv1.3]\n");
    QVERIFY(config.endpoint->tls.verify);
    QCOMPARE(remark(config, Kind::java_stores)->settings.size(), std::size_t(2));
    QCOMPARE(remark(config, Kind::not_honoured)->settings.front(), std::string("singleServerConfig.sslProtocols"));
    for (const auto& each : config.remarks)
        QVERIFY(to_sentence(each).find("geheim") == std::string::npos);
}

void RedissonYamlTest::promisesOfLocksAreTaken()
{
    const std::string server = "singleServerConfig:\n  address: redis://h:1\n";
    const auto usual = read_redisson_yaml(server);
    QVERIFY(usual.wait_for_replica);
    QCOMPARE(usual.replica_timeout.count(), 1000);
    QCOMPARE(usual.watchdog_lease.count(), 30'000);
    const auto other = read_redisson_yaml("checkLockSyncedSlaves: false\nslavesSyncTimeout: 250\n"
                                          "lockWatchdogTimeout: 5000\nfairLockWaitTimeout: 1000\n"
                                          + server);
    QVERIFY(!other.wait_for_replica);
    QCOMPARE(other.replica_timeout.count(), 250);
    QCOMPARE(other.watchdog_lease.count(), 5000);
    QCOMPARE(other.remarks.size(), std::size_t(1));
    QCOMPARE(remark(other, Kind::not_honoured)->settings, std::vector<std::string>{"fairLockWaitTimeout"});
    QVERIFY(read_redisson_yaml("fairLockWaitTimeout: 300000\n" + server).remarks.empty());
}

void RedissonYamlTest::whatChangesAddressesIsSaid()
{
    const std::string start = "clusterServersConfig:\n  nodeAddresses: [redis://a:1]\n";
    const auto mapped = read_redisson_yaml(start
                                           + "  natMapper: !<org.redisson.api.HostNatMapper>\n"
                                             "    hostsMap: {10.0.0.1: 192.168.0.1}\n");
    QCOMPARE(mapped.remarks.size(), std::size_t(1));
    QVERIFY(remark(mapped, Kind::addresses_by_code) != nullptr);
    QVERIFY(read_redisson_yaml(start + "  natMapper: !<org.redisson.api.DefaultNatMapper> {}\n").remarks.empty());
}

void RedissonYamlTest::classesOfTheApplicationAreSaid()
{
    const auto config = read_redisson_yaml("singleServerConfig:\n"
                                           "  address: redis://h:1\n"
                                           "  nameMapper: !<com.example.Prefix> {prefix: 'shop:'}\n"
                                           "  credentialsResolver: !<com.example.Vault> {}\n"
                                           "  commandMapper: !<org.redisson.config.DefaultCommandMapper> {}\n");
    QVERIFY(remark(config, Kind::names_by_code) != nullptr);
    QVERIFY(remark(config, Kind::credentials_by_code) != nullptr);
    const auto usual = read_redisson_yaml("singleServerConfig:\n  address: redis://h:1\n"
                                          "  nameMapper: !<org.redisson.api.DefaultNameMapper> {}\n");
    QVERIFY(remark(usual, Kind::names_by_code) == nullptr);
}

void RedissonYamlTest::unknownSettingsAreSaid()
{
    const auto config = read_redisson_yaml("singleServerConfig:\n  address: redis://h:1\n  addres: x\nfoo: {a: 1}\n");
    QVERIFY(remark(config, Kind::unknown) != nullptr);
    QCOMPARE(remark(config, Kind::unknown)->settings, (std::vector<std::string>{"foo", "singleServerConfig.addres"}));
}

void RedissonYamlTest::everyRemarkHasASentence()
{
    for (const Kind kind :
         {Kind::other_deployment, Kind::default_taken, Kind::placeholder_left, Kind::credentials_by_code,
          Kind::names_by_code, Kind::addresses_by_code, Kind::verification_off, Kind::host_check_kept,
          Kind::java_stores, Kind::not_honoured, Kind::only_tuning, Kind::unknown}) {
        const std::string sentence = to_sentence({kind, {"first", "second"}});
        QVERIFY(sentence.ends_with('.'));
        QVERIFY(sentence.find("first, second") != std::string::npos);
    }
}

QTEST_GUILESS_MAIN(RedissonYamlTest)
#include "redisson_yaml_test.moc"
