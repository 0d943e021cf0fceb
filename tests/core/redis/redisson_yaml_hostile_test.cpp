// SPDX-License-Identifier: Apache-2.0
// Files that were not made for us, or were made against us.
#include "lockscope/error.hpp"
#include "redisson_files.hpp"
#include "support/printing.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace lockscope;
using namespace lockscope::test;
using Kind = RedissonRemark::Kind;

namespace {

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

class RedissonYamlHostileTest : public QObject
{
    Q_OBJECT

private slots:
    void placeholdersNeverReadTheEnvironment();
    void hostileFilesAreRefusedInOneSentence_data();
    void hostileFilesAreRefusedInOneSentence();
    void refusalsShowNoValues();
    void aliasesThatMultiplyCostNothing();
    void filesAreReadWithinTheLimit();
};

void RedissonYamlHostileTest::placeholdersNeverReadTheEnvironment()
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

void RedissonYamlHostileTest::hostileFilesAreRefusedInOneSentence_data()
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

void RedissonYamlHostileTest::hostileFilesAreRefusedInOneSentence()
{
    QFETCH(QByteArray, text);
    const std::string sentence = refusal(text.toStdString());
    QVERIFY(!sentence.empty());
    QVERIFY2(sentence.ends_with('.') && sentence.size() < 200, sentence.c_str());
    QVERIFY(sentence.find('\n') == std::string::npos);
}

void RedissonYamlHostileTest::refusalsShowNoValues()
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

void RedissonYamlHostileTest::aliasesThatMultiplyCostNothing()
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

void RedissonYamlHostileTest::filesAreReadWithinTheLimit()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("redisson.yaml")).toStdString();
    QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(read_redisson_yaml_file(path)));
    QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(read_redisson_yaml_file(folder.path().toStdString())));
    std::ofstream(path) << kSingle;
    QCOMPARE(read_redisson_yaml_file(path).endpoint->port, std::uint16_t(6380));
    QVERIFY_THROWS_EXCEPTION(Error, static_cast<void>(read_redisson_yaml_file("/dev/zero")));
}

QTEST_GUILESS_MAIN(RedissonYamlHostileTest)
#include "redisson_yaml_hostile_test.moc"
