// SPDX-License-Identifier: Apache-2.0
#include "lockscope/error.hpp"
#include "lockscope/redisson_yaml.hpp"
#include "support/printing.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace lockscope;
using Kind = RedissonRemark::Kind;

namespace {

// moc does not understand raw strings of several lines.
constexpr auto kSingle = "# what an application in a cluster of containers typically has\n"
                         "singleServerConfig:\n"
                         "  idleConnectionTimeout: 10000\n"
                         "  connectTimeout: 10000\n"
                         "  timeout: 3000\n"
                         "  retryAttempts: 3\n"
                         "  password: \"pa:ss/w@rd\"\n"
                         "  username: orders\n"
                         "  subscriptionsPerConnection: 5\n"
                         "  clientName: orders-service\n"
                         "  address: \"redis://cache.example:6380\"\n"
                         "  connectionPoolSize: 64\n"
                         "  database: 3\n"
                         "threads: 16\n"
                         "nettyThreads: 32\n"
                         "codec: !<org.redisson.codec.Kryo5Codec> {}\n"
                         "transportMode: \"NIO\"\n"
                         "lockWatchdogTimeout: 30000\n";

const RedissonRemark* remark(const RedissonConfig& config, Kind kind)
{
    const auto found = std::find_if(config.remarks.begin(), config.remarks.end(),
                                    [kind](const RedissonRemark& each) { return each.kind == kind; });
    return found == config.remarks.end() ? nullptr : &*found;
}

/// The sentence of the refusal; empty if it was accepted.
std::string refusal(const std::string& text)
{
    try {
        static_cast<void>(read_redisson_yaml(text));
    } catch (const Error& error) {
        return error.errc() == Errc::invalid_argument ? error.message() : "another kind of error";
    }
    return {};
}

std::string repeated(const std::string& part, int times)
{
    std::string text;
    for (int i = 0; i < times; ++i)
        text += part;
    return text;
}

std::string different_nodes(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += (i == 0 ? "redis://h" : ", redis://h") + std::to_string(i) + ":1";
    return text;
}

} // namespace

class RedissonYamlTest : public QObject
{
    Q_OBJECT

private slots:
    void singleServerIsTaken();
    void tuningIsNamedOnceAndNotTaken();
    void jsonIsYaml();
    void addresses_data();
    void addresses();
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
    void placeholdersNeverReadTheEnvironment();
    void hostileFilesAreRefusedInOneSentence_data();
    void hostileFilesAreRefusedInOneSentence();
    void refusalsShowNoValues();
    void aliasesThatMultiplyCostNothing();
    void filesAreReadWithinTheLimit();
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

void RedissonYamlTest::placeholdersNeverReadTheEnvironment()
{
    qputenv("LOCKSCOPE_TEST_SECRET", "leaked");
    const auto config = read_redisson_yaml("singleServerConfig:\n"
                                           "  address: 'redis://${HOST:-cache.example}:${PORT:6379}'\n"
                                           "  password: ${LOCKSCOPE_TEST_SECRET}\n"
                                           "  database: ${DB:-2}\n");
    QCOMPARE(config.endpoint->host, std::string("cache.example"));
    QCOMPARE(config.endpoint->database, 2);
    QVERIFY(config.endpoint->password.empty());
    QCOMPARE(remark(config, Kind::default_taken)->settings.size(), std::size_t(2));
    QCOMPARE(remark(config, Kind::placeholder_left)->settings.front(), std::string("singleServerConfig.password"));
}

void RedissonYamlTest::hostileFilesAreRefusedInOneSentence_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto add = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray(text.data(), static_cast<qsizetype>(text.size()));
    };
    const std::string server = "singleServerConfig:\n  address: redis://h:1\n";
    add("empty", "");
    add("only a word", "hello");
    add("a list", "- a\n- b\n");
    add("other settings", "spring:\n  redis:\n    host: h\n");
    add("no address", "singleServerConfig:\n  database: 1\n");
    add("two deployments", server + "clusterServersConfig: {}\n");
    add("no nodes", "clusterServersConfig: {}\n");
    add("empty list of nodes", "clusterServersConfig:\n  nodeAddresses: []\n");
    add("nodes are a word", "clusterServersConfig:\n  nodeAddresses: redis://a:1\n");
    add("nodes are lists", "clusterServersConfig:\n  nodeAddresses: [[redis://a:1]]\n");
    add("nodes contain themselves", "clusterServersConfig:\n  nodeAddresses: &a [*a]\n");
    add("too many nodes",
        "clusterServersConfig:\n  nodeAddresses: [" + repeated("redis://a:1, ", 100) + "redis://a:1]\n");
    add("many different nodes", "clusterServersConfig:\n  nodeAddresses: [" + different_nodes(65) + "]\n");
    add("node is a socket", "clusterServersConfig:\n  nodeAddresses: [redis+uds:///run/r.sock]\n");
    add("one node is a socket", "clusterServersConfig:\n  nodeAddresses: [redis://a, redis+uds:///run/r.sock]\n");
    add("sentinel is a socket",
        "sentinelServersConfig:\n  masterName: m\n  sentinelAddresses: [redis+uds:///run/r.sock]\n");
    add("half encrypted", "clusterServersConfig:\n  nodeAddresses: [redis://a:1, rediss://b:1]\n");
    add("two users", "clusterServersConfig:\n  nodeAddresses: ['redis://u:p@a:1', 'redis://v:p@b:1']\n");
    add("two nodes in one", "clusterServersConfig:\n  nodeAddresses: ['redis://a:1,b:1']\n");
    add("options in a node", "clusterServersConfig:\n  nodeAddresses: ['rediss://a:1?verify=no']\n");
    add("cluster with a database", "clusterServersConfig:\n  nodeAddresses: [redis://a:1]\n  database: 1\n");
    add("sharding of another kind",
        "clusterServersConfig:\n  nodeAddresses: [redis://a:1]\n  shardedSubscriptionMode: SOME\n");
    add("no sentinels", "sentinelServersConfig:\n  masterName: m\n");
    add("no master's name", "sentinelServersConfig:\n  sentinelAddresses: [redis://a:1]\n");
    add("master's name with a line break",
        "sentinelServersConfig:\n  sentinelAddresses: [redis://a:1]\n  masterName: \"a\\nb\"\n");
    add("user with a NUL", server + "  username: \"a\\0b\"\n");
    add("verification of another kind", "singleServerConfig:\n  address: rediss://h\n  sslVerificationMode: MAYBE\n");
    add("identification is a word", server + "  sslEnableEndpointIdentification: perhaps\n");
    add("check of replicas is a number", server + "checkLockSyncedSlaves: 1\n");
    add("lease below zero", server + "lockWatchdogTimeout: -1\n");
    add("lease of a word", server + "lockWatchdogTimeout: long\n");
    add("setting without a name", server + "  '': x\n");
    add("server is a word", "singleServerConfig: yes\n");
    add("address is a list", "singleServerConfig:\n  address: [redis://a:1]\n");
    add("address is a map", "singleServerConfig:\n  address: {a: b}\n");
    add("password is a map", server + "  password: {a: b}\n");
    add("database is a word", server + "  database: first\n");
    add("database below zero", server + "  database: -1\n");
    add("database beyond int", server + "  database: 99999999999999999999\n");
    add("address without a host that is one", "singleServerConfig:\n  address: 'redis://<script>:1'\n");
    add("key is a list", "? [a, b]\n: c\n" + server);
    add("tag without end", "codec: !<org.redisson\n" + server);
    add("alias of nothing", "singleServerConfig: *nobody\n");
    add("tab as indent", "singleServerConfig:\n\taddress: redis://h:1\n");
    add("too large", server + "# " + std::string(max_redisson_yaml, 'x'));
    add("too deep in lists", "a: " + std::string(30000, '['));
    add("too deep in maps", "a: " + repeated("{b: ", 10000));
    add("too deep in blocks", repeated("- ", 20000));
    add(
        "too many settings", server + [] {
            std::string text;
            for (int i = 0; i < 2000; ++i)
                text += "s" + std::to_string(i) + ": 1\n";
            return text;
        }());
    add("bytes", std::string("\x00\xff\xfe\x80\x01", 5));
    add("contains itself", "singleServerConfig: &a\n  address: *a\n");
}

void RedissonYamlTest::hostileFilesAreRefusedInOneSentence()
{
    QFETCH(QByteArray, text);
    const std::string sentence = refusal(text.toStdString());
    QVERIFY(!sentence.empty());
    QVERIFY2(sentence.ends_with('.') && sentence.size() < 200, sentence.c_str());
    QVERIFY(sentence.find('\n') == std::string::npos);
}

void RedissonYamlTest::refusalsShowNoValues()
{
    const std::string sentence =
        refusal("singleServerConfig:\n  password: geheim\n  address: 'redis://bob:geheim@h:notaport'\n");
    QVERIFY(!sentence.empty());
    QVERIFY(sentence.find("geheim") == std::string::npos);
    QVERIFY(refusal("clusterServersConfig:\n  nodeAddresses: ['redis://bob:geheim@h:1', 'redis://bob:geheim2@h:x']\n")
                .find("geheim")
            == std::string::npos);
    QVERIFY(refusal("password: geheim: geheim: [\n").find("geheim") == std::string::npos);
}

void RedissonYamlTest::aliasesThatMultiplyCostNothing()
{
    std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 40; ++i) {
        const std::string before = "*a" + std::to_string(i - 1);
        text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
        for (int j = 0; j < 8; ++j)
            text += ", " + before;
        text += "]\n";
    }
    const auto config = read_redisson_yaml(text + "singleServerConfig:\n  address: redis://h:1\n");
    QCOMPARE(config.endpoint->host, std::string("h"));
    QCOMPARE(remark(config, Kind::unknown)->settings.size(), std::size_t(40));
}

void RedissonYamlTest::filesAreReadWithinTheLimit()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("redisson.yaml")).toStdString();
    QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(read_redisson_yaml_file(path)));
    QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(read_redisson_yaml_file(folder.path().toStdString())));
    std::ofstream(path) << kSingle;
    QCOMPARE(read_redisson_yaml_file(path).endpoint->port, std::uint16_t(6380));
    QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(read_redisson_yaml_file("/dev/zero")));
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
