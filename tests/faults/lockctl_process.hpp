// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "support/fencing.hpp"
#include "support/redis_client.hpp"

#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

/// `lockctl hold lock` of this type, in a process of its own, which can be paused and killed.
class LockctlProcess
{
    static constexpr int patience_ms = 20000;

public:
    LockctlProcess(const Endpoint& endpoint, const std::string& kind, const QStringList& options,
                   const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
        : LockctlProcess(std::vector<Endpoint>{endpoint}, kind, options, environment)
    {}
    /// Of a RedLock over all of these.
    LockctlProcess(const std::vector<Endpoint>& endpoints, const std::string& kind, const QStringList& options,
                   const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
        : LockctlProcess(uris_of(endpoints), kind, options, environment)
    {}
    /// @param servers as `--redis` takes them; more than one for a RedLock
    LockctlProcess(const QStringList& servers, const std::string& kind, const QStringList& options,
                   const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
    {
        m_process.setProcessEnvironment(environment);
        QStringList arguments;
        for (const QString& server : servers)
            arguments << "--redis" << server;
        arguments << "--json"
                  << "hold"
                  << "lock";
        if (kind == "multi")
            arguments << "lock2"
                      << "lock3";
        arguments << "--type" << QString::fromStdString(kind == "read-write" ? "write" : kind) << options;
        m_process.start(LOCKCTL, arguments);
    }
    ~LockctlProcess()
    {
        m_process.kill();
        m_process.waitForFinished(patience_ms);
    }
    /// Waits for such an event.
    bool says(const QByteArray& event)
    {
        const QByteArray sign = "\"event\":\"" + event + "\"";
        while (!m_output.contains(sign)) {
            if (!m_process.waitForReadyRead(patience_ms)) {
                qWarning("lockctl said %s%s", m_output.constData(), m_process.readAllStandardError().constData());
                return false;
            }
            m_output += m_process.readAllStandardOutput();
        }
        return true;
    }
    /// Of what it has acquired, if that is a fenced lock.
    [[nodiscard]] FencingToken token() const
    {
        const QByteArray name = "\"token\":";
        const auto at = m_output.indexOf(name);
        if (at < 0)
            return std::nullopt;
        return std::strtoll(m_output.constData() + at + name.size(), nullptr, 10);
    }
    void signal(int number) { ::kill(static_cast<pid_t>(m_process.processId()), number); }
    /// Waits for its end.
    bool is_gone(int limit_ms = patience_ms) { return m_process.waitForFinished(limit_ms); }

private:
    static QStringList uris_of(const std::vector<Endpoint>& endpoints)
    {
        QStringList uris;
        for (const Endpoint& endpoint : endpoints)
            uris << QString::fromStdString(endpoint.uri_without_password());
        return uris;
    }

    QProcess m_process;
    QByteArray m_output;
};

/// Has one of them asked this server for a lock? A program that starts greets the server first.
[[nodiscard]] inline bool lockctl_asks(RedisClient& redis)
{
    const auto clients = redis.clients();
    return std::any_of(clients.begin(), clients.end(), [](auto client) {
        const std::string& last = client["cmd"];
        return client["name"].starts_with("lockctl@") && (last == "eval" || last == "evalsha");
    });
}

} // namespace lockscope::test
