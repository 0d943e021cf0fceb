// SPDX-License-Identifier: Apache-2.0
// Processes that hold stand still for so long that a renewal is overdue, but not for a whole lease. They hold on, and
// renew as soon as they run again. Each process is lockctl.
#include "crowd.hpp"
#include "lockctl_process.hpp"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;

namespace {

/// Renewed every third of it.
constexpr milliseconds lease = 2 * brief_lease;

/// One process, and the servers at which it holds.
struct PausedHolder
{
    PausedHolder(const std::string& kind, const QStringList& servers, const std::vector<Endpoint>& where)
        : name(kind)
        , process(servers, kind, {})
    {
        for (const Endpoint& endpoint : where)
            looks.emplace_back(endpoint);
    }
    /// Of its lease, at most of the servers: a RedLock may have left out one that was slow to answer.
    [[nodiscard]] milliseconds left()
    {
        std::vector<std::int64_t> all;
        for (RedisClient& look : looks)
            all.push_back(look.pttl("lock"));
        std::sort(all.begin(), all.end());
        return milliseconds(all.at((all.size() - 1) / 2));
    }

    std::string name;
    LockctlProcess process;
    std::list<RedisClient> looks;
    bool stands_still = false;
};

} // namespace

class PausedHoldersTest : public QObject
{
    Q_OBJECT

    static constexpr int red_lock_servers = 3;

    std::list<Server> m_servers;
    QTemporaryDir m_folder;
    std::list<PausedHolder> m_holders;

    /// What `--redis` takes where the watchdog has a lease of its own: a Redisson configuration.
    [[nodiscard]] QString configuration(const Endpoint& endpoint) const
    {
        const QString path = m_folder.filePath(QString("%1-%2.yaml").arg(endpoint.port).arg(endpoint.database));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) {
            file.write(QString("singleServerConfig:\n"
                               "  address: \"redis://127.0.0.1:%1\"\n"
                               "  database: %2\n"
                               "lockWatchdogTimeout: %3\n")
                           .arg(endpoint.port)
                           .arg(endpoint.database)
                           .arg(lease.count())
                           .toUtf8());
        }
        return path;
    }
    void begin(const std::string& kind, const std::vector<Endpoint>& where)
    {
        QStringList servers;
        for (const Endpoint& endpoint : where)
            servers << configuration(endpoint);
        m_holders.emplace_back(kind, servers, where);
    }

private slots:
    void initTestCase()
    {
        for (int i = 0; i < red_lock_servers; ++i)
            m_servers.emplace_back(SandboxOptions{.tcp = true, .arguments = {}});
    }
    void cleanupTestCase()
    {
        m_holders.clear();
        m_servers.clear();
    }

    /// All types at the same time, each in a database of its own, because each takes as long as a part of the lease.
    void whoStandsStillForAPartOfItsLeaseIsRenewedAfterwards()
    {
        int database = 0;
        for (const LockKind& kind : lock_sides()) {
            Endpoint endpoint = m_servers.front().endpoint();
            endpoint.database = ++database;
            begin(kind.name, {endpoint});
        }
        std::vector<Endpoint> all;
        for (const Server& server : m_servers)
            all.push_back(server.endpoint());
        begin("red", all);
        for (PausedHolder& each : m_holders)
            QVERIFY2(each.process.says("acquired"), each.name.c_str());

        for (PausedHolder& each : m_holders) {
            each.stands_still = true;
            each.process.signal(SIGSTOP);
        }
        QVERIFY(until([&] {
            for (PausedHolder& each : m_holders) {
                if (each.stands_still && each.left() < lease / 2) {
                    each.stands_still = false;
                    each.process.signal(SIGCONT);
                }
            }
            return std::none_of(m_holders.begin(), m_holders.end(),
                                [](const PausedHolder& each) { return each.stands_still; });
        }));
        for (PausedHolder& each : m_holders)
            QVERIFY2(until([&] { return each.left() > lease / 2; }), each.name.c_str());

        for (PausedHolder& each : m_holders) {
            each.process.signal(SIGTERM);
            QVERIFY2(each.process.says("released"), each.name.c_str());
            QVERIFY(each.process.is_gone());
            for (RedisClient& look : each.looks)
                QVERIFY2(is_tidy(look), each.name.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(PausedHoldersTest)
#include "paused_holders_test.moc"
