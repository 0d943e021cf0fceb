// SPDX-License-Identifier: Apache-2.0
// What lockctl check says of a server, and what it counts as a complaint.
#include "lockscope/sandbox_cluster.hpp"
#include "lockscope/sandbox_replication.hpp"
#include "support/documented_acl.hpp"
#include "support/tls_server.hpp"

#include "lockctl_fixture.hpp"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::tests;
using namespace std::chrono_literals;

namespace {

Finished check(const Endpoint& endpoint, const QStringList& words = {})
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LOCKSCOPE_REDIS", QString::fromStdString(endpoint.uri_without_password()));
    environment.insert("LOCKSCOPE_PASSWORD", QString::fromStdString(endpoint.password));
    process.setProcessEnvironment(environment);
    process.start(LOCKCTL, QStringList{"check"} + words);
    if (!process.waitForFinished(patience_ms))
        process.kill();
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QStringList texts(const QJsonValue& array)
{
    QStringList all;
    for (const auto& each : array.toArray())
        all << each.toString();
    return all;
}

/// The states of all rights for a feature.
QStringList states(const QJsonObject& report, const QString& feature)
{
    QStringList all;
    for (const auto& each : report["permissions"].toArray()) {
        if (each.toObject()["feature"] == feature)
            all << each.toObject()["state"].toString();
    }
    return all;
}

/// Nothing is lost whatever happens to the process or the machine.
void make_safe(const Endpoint& endpoint)
{
    RedisClient redis(endpoint);
    redis.expect({"CONFIG", "SET", "appendonly", "yes"});
    redis.expect({"CONFIG", "SET", "appendfsync", "always"});
}

} // namespace

class LockctlCheckTest : public QObject
{
    Q_OBJECT

private slots:
    void aSafeServerIsWell()
    {
        Sandbox server;
        make_safe(server.endpoint());
        const auto said = check(server.endpoint());
        QVERIFY2(said.code == 0, said.output + said.errors);
        QVERIFY(said.errors.isEmpty());
        for (const char* words : {"deployment    single, 1 master\n", "encryption    none\n",
                                  "finding locks: granted\n", "result        well\n"})
            QVERIFY2(said.output.contains(words), said.output);
        QVERIFY2(said.output.contains("server        Redis ") || said.output.contains("server        Valkey "),
                 said.output);
        QVERIFY(!said.output.contains("\nrisk"));
    }

    void whatTheSettingsCanLoseIsAComplaint_data()
    {
        QTest::addColumn<QList<QByteArray>>("setting");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("severity");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, QList<QByteArray> setting, int code, const char* severity,
                            const char* words) {
            QTest::newRow(name) << std::move(setting) << code << QByteArray(severity) << QByteArray(words);
        };
        row("no file", {"appendonly", "no"}, 1, "warning", "every lock is free although its holder goes on");
        row("written late", {"appendfsync", "everysec"}, 0, "info", "Only appendfsync always prevents that");
        row("eviction", {"maxmemory-policy", "volatile-lru"}, 1, "critical", "Set maxmemory-policy to noeviction");
    }
    void whatTheSettingsCanLoseIsAComplaint()
    {
        QFETCH(QList<QByteArray>, setting);
        QFETCH(int, code);
        QFETCH(QByteArray, severity);
        QFETCH(QByteArray, words);
        Sandbox server;
        make_safe(server.endpoint());
        RedisClient redis(server.endpoint());
        redis.expect({"CONFIG", "SET", "maxmemory", "100mb"});
        redis.expect({"CONFIG", "SET", setting[0].toStdString(), setting[1].toStdString()});
        const auto said = check(server.endpoint(), {"--json"});
        QCOMPARE(said.code, code);
        const auto report = said.object();
        QCOMPARE(report["risks"].toArray().size(), 1);
        const auto risk = report["risks"].toArray()[0].toObject();
        QCOMPARE(risk["severity"].toString().toUtf8(), severity);
        QVERIFY(risk["sentence"].toString().contains(words));
        QCOMPARE(texts(report["complaints"]).size(), code);
        const auto text = check(server.endpoint());
        QVERIFY2(text.output.contains("risk          " + severity + "  " + setting[0]), text.output);
        QVERIFY(text.output.contains(code == 0 ? "result        well\n" : "result        1 complaint\n"));
    }

    void rightsForActingCountWhereTheyAreAskedFor()
    {
        Sandbox server;
        make_safe(server.endpoint());
        RedisClient redis(server.endpoint());
        auto rules = documented_rules("lockscope");
        rules.insert(rules.end(), {"+acl|whoami", "+acl|dryrun", "+config|get", "+role"});
        const Endpoint viewer = user_with(redis, server.endpoint(), "viewer", rules);
        auto said = check(viewer, {"--json"});
        QVERIFY2(said.code == 0, said.output + said.errors);
        QVERIFY(texts(said.object()["complaints"]).isEmpty());
        QVERIFY(states(said.object(), "admin").contains("missing"));
        QVERIFY(states(said.object(), "acquire-fair").contains("missing"));
        QVERIFY(said.object()["acl_line"].toString().contains("+evalsha"));
        QVERIFY(said.object()["acl_line"].toString().contains("+rpush"));
        QCOMPARE(said.object()["acl_line_for_watching"].toString(), QString());
        said = check(viewer); // who only watches misses nothing
        QVERIFY2(said.output.contains("acting on locks: not permitted: watching only\n"), said.output);
        QVERIFY2(!said.output.contains("+hset") && !said.output.contains("ACL SETUSER"), said.output);
        said = check(viewer, {"--acting"});
        QCOMPARE(said.code, 1);
        QVERIFY2(said.output.contains("acting on locks: missing\n"), said.output);
        QVERIFY2(said.output.contains("+evalsha  Nobody's lock can be acted on.\n"), said.output);
        QVERIFY2(said.output.contains("acquiring fair locks: missing\n"), said.output);
        QVERIFY2(said.output.contains("+rpush  Locks of this type cannot be acquired.\n"), said.output);
        QVERIFY2(said.output.contains("to act        ACL SETUSER viewer +"), said.output);

        const Endpoint less = user_with(redis, server.endpoint(), "viewer", without(rules, "+client|list"));
        said = check(less, {"--json"});
        QCOMPARE(said.code, 1);
        QCOMPARE(texts(said.object()["complaints"]),
                 QStringList{"The right +client|list is missing: Clients are known by their UUID only, without name "
                             "and address."});
    }

    void narrowKeyPatternsAreNamedAndNotComplainedOf()
    {
        Sandbox server;
        make_safe(server.endpoint());
        RedisClient redis(server.endpoint());
        auto rules = replaced(documented_rules("lockscope"), "%R~*", "%R~mine:*");
        rules.insert(rules.end(), {"+config|get", "+role"});
        const Endpoint viewer = user_with(redis, server.endpoint(), "viewer", rules);
        const auto said = check(viewer);
        QVERIFY2(said.code == 0, said.output + said.errors);
        QVERIFY2(said.output.contains("locks of every name: missing\n"), said.output);
        QVERIFY2(said.output.contains("%R~*  Locks whose names"), said.output);
    }

    void aMissingRightIsOneComplaint()
    {
        Sandbox server;
        make_safe(server.endpoint());
        RedisClient redis(server.endpoint());
        auto rules = without(documented_rules("lockscope"), "+psubscribe"); // for the channels of two kinds of locks
        rules.insert(rules.end(), {"+config|get", "+role"});
        const Endpoint viewer = user_with(redis, server.endpoint(), "viewer", rules);
        const auto complaints = texts(check(viewer, {"--json"}).object()["complaints"]);
        QVERIFY2(complaints.size() == 1 && complaints[0].contains("+psubscribe"), qPrintable(complaints.join('\n')));
        const auto said = check(viewer).output;
        QCOMPARE(said.count("+psubscribe  "), 1);
        QVERIFY2(said.contains("to watch      ACL SETUSER viewer +psubscribe +punsubscribe"), said);
    }

    void nobodyActsOnAReplica()
    {
        SandboxReplication servers;
        const Endpoint replica = servers.replica().endpoint();
        make_safe(replica);
        const QByteArray address = "127.0.0.1:" + QByteArray::number(replica.port);
        auto said = check(replica);
        QVERIFY2(said.code == 0, said.output + said.errors);
        QVERIFY2(said.output.contains("replica       " + address + "  "), said.output);
        QVERIFY2(!said.output.contains("\nmaster"), said.output);
        said = check(replica, {"--acting", "--json"});
        QCOMPARE(said.code, 1);
        const auto complaints = texts(said.object()["complaints"]);
        QVERIFY2(complaints.size() == 1 && complaints[0].startsWith(address + " is a replica: "),
                 qPrintable(complaints.join('\n')));
        QCOMPARE(check(servers.master().endpoint(), {"--acting"}).output.count("is a replica"), 0);
    }

    void whatCannotBeTriedIsNotKnown()
    {
        Sandbox server;
        RedisClient redis(server.endpoint());
        const Endpoint viewer = user_with(redis, server.endpoint(), "viewer", documented_rules("lockscope"));
        const auto report = check(viewer, {"--json"}).object();
        QVERIFY(states(report, "undo").contains("unknown"));
        QVERIFY(texts(report["settings_not_told"]).contains("appendonly")
                || texts(report["settings_not_told"]).contains("save"));
    }

    void replicasAreCounted()
    {
        SandboxReplication servers;
        servers.wait_until_synchronised();
        const auto said = check(servers.master().endpoint(), {"--json"});
        QCOMPARE(said.code, 1); // nothing waits for them
        QCOMPARE(said.object()["masters"].toArray()[0].toObject()["replicas"].toInt(), 1);
        QVERIFY2(check(servers.master().endpoint()).output.contains("  1 replica  "), said.output);
    }

    void everyMasterOfAClusterIsNamed()
    {
        SandboxClusterOptions options;
        options.node_timeout = std::chrono::minutes(1); // no node that is only slow counts as failing
        options.requires_full_coverage = false;
        SandboxCluster cluster(options);
        for (const int master : cluster.masters())
            make_safe(cluster.node(master).endpoint());
        const auto said = check(cluster.endpoint(), {"--json"});
        QVERIFY2(said.code == 0, said.output);
        QCOMPARE(said.object()["deployment"].toString(), QString("cluster"));
        QCOMPARE(said.object()["masters"].toArray().size(), 3);
        QCOMPARE(states(said.object(), "shard-messages"), (QStringList{"granted", "granted", "granted", "granted"}));
        cluster.node(1).kill_server();
        const auto less = check(cluster.endpoint());
        QVERIFY2(less.code == 1, less.output + less.errors);
        const QByteArray address = "127.0.0.1:" + QByteArray::number(cluster.node(1).endpoint().port);
        QVERIFY2(less.output.contains("master        " + address + "  "), less.output);
        QVERIFY2(less.output.contains("result        1 complaint\n"), less.output);
    }

    void encryptionIsSaid()
    {
        Certificates ca;
        CertificateWish wish;
        wish.until = 12 * 24h + 1h;
        TlsServer server(ca, wish);
        const auto said = check(server.endpoint(), {"--json"});
        QCOMPARE(said.code, 1);
        QVERIFY(said.errors.isEmpty());
        const auto encryption = said.object()["encryption"].toObject();
        QVERIFY(encryption["verified"].toBool());
        QCOMPARE(encryption["days_left"].toInt(), 12);
        QVERIFY(texts(said.object()["complaints"]).join(' ').contains("ends in 12 days"));
        Endpoint endpoint = server.endpoint();
        endpoint.tls.verify = false;
        QVERIFY(check(endpoint).output.contains("NOT VERIFIED"));
    }

    void noServerIsNoReport()
    {
        Endpoint nobody;
        {
            Sandbox server;
            nobody = server.endpoint();
        }
        const auto said = check(nobody, {"--json"});
        QCOMPARE(said.code, 3);
        QVERIFY(said.output.isEmpty());
        QCOMPARE(said.errors.count('\n'), 1);
    }
};

QTEST_GUILESS_MAIN(LockctlCheckTest)
#include "lockctl_check_test.moc"
