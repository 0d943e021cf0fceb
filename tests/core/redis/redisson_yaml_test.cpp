// SPDX-License-Identifier: Apache-2.0
#include "lockscope/error.hpp"
#include "lockscope/redisson_yaml.hpp"

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
    void masterOfReplicasIsTaken();
    void severalServersAreSaid_data();
    void severalServersAreSaid();
    void credentialsAtTheTopAreUnderstood();
    void encryptionIsNotDroppedSilently();
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

void RedissonYamlTest::masterOfReplicasIsTaken()
{
    const auto config = read_redisson_yaml("masterSlaveServersConfig:\n"
                                           "  masterAddress: redis://m:6379\n"
                                           "  slaveAddresses: [redis://s1:6379, redis://s2:6379]\n");
    QCOMPARE(config.endpoint->host, std::string("m"));
    QVERIFY(remark(config, Kind::master_only) != nullptr);
}

void RedissonYamlTest::severalServersAreSaid_data()
{
    QTest::addColumn<QString>("deployment");
    QTest::addRow("sentinel") << "sentinelServersConfig";
    QTest::addRow("cluster") << "clusterServersConfig";
    QTest::addRow("replicated") << "replicatedServersConfig";
}

void RedissonYamlTest::severalServersAreSaid()
{
    QFETCH(QString, deployment);
    const auto config = read_redisson_yaml(deployment.toStdString() + ":\n  nodeAddresses: [redis://a:1]\n");
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

void RedissonYamlTest::encryptionIsNotDroppedSilently()
{
    const auto config = read_redisson_yaml("singleServerConfig:\n  address: rediss://h:6380\n  password: x\n");
    QVERIFY(!config.endpoint.has_value());
    QVERIFY(remark(config, Kind::encrypted) != nullptr);
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
         {Kind::other_deployment, Kind::master_only, Kind::encrypted, Kind::default_taken, Kind::placeholder_left,
          Kind::credentials_by_code, Kind::names_by_code, Kind::only_tuning, Kind::unknown}) {
        const std::string sentence = to_sentence({kind, {"first", "second"}});
        QVERIFY(sentence.ends_with('.'));
        QVERIFY(sentence.find("first, second") != std::string::npos);
    }
}

QTEST_GUILESS_MAIN(RedissonYamlTest)
#include "redisson_yaml_test.moc"
