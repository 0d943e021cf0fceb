// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/key_names.hpp"
#include "lockscope/audit_log.hpp"
#include "lockscope/sandbox.hpp"
#include "support/subscriber.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace lockscope::tests {

using test::RedisClient;
using test::Subscriber;

constexpr int patience_ms = 20000;
inline const std::string alice = "0a0a0a0a-1111-4222-8333-444444444444:1";
inline const std::string bob = "0b0b0b0b-1111-4222-8333-444444444444:2";

struct Finished
{
    int code = -1;
    QByteArray output;
    QByteArray errors;

    [[nodiscard]] QJsonArray array() const { return QJsonDocument::fromJson(output).array(); }
    [[nodiscard]] QJsonObject object() const { return QJsonDocument::fromJson(output).object(); }
};

/// Runs the built program as a process against a server of its own.
class LockctlFixture
{
protected:
    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<RedisClient> m_redis;
    QTemporaryDir m_state;

    QProcessEnvironment environment() const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LOCKSCOPE_REDIS", QString::fromStdString(m_sandbox->endpoint().uri_without_password()));
        environment.insert("XDG_STATE_HOME", m_state.path());
        return environment;
    }

    /// Through a shell, because QProcess would change bytes that are no text. A dot keeps the line ends that "$(…)"
    /// drops.
    void start(QProcess& process, const QList<QByteArray>& words) const
    {
        QString script = QStringLiteral("set --\n");
        for (const auto& word : words) {
            QString octal;
            for (const char c : word)
                octal += QStringLiteral("\\%1").arg(static_cast<unsigned char>(c), 3, 8, QLatin1Char('0'));
            script += QStringLiteral("w=$(printf '%1.'); set -- \"$@\" \"${w%.}\"\n").arg(octal);
        }
        script += QStringLiteral("exec \"%1\" \"$@\"\n").arg(LOCKCTL);
        process.setProcessEnvironment(environment());
        process.start("/bin/sh", {"-c", script});
        QVERIFY(process.waitForStarted(patience_ms));
    }

    Finished finish(QProcess& process) const
    {
        if (!process.waitForFinished(patience_ms))
            process.kill();
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

    /// @param output a file for standard output; none: it is in what is returned
    Finished run(const QList<QByteArray>& words, const QString& output = {}) const
    {
        QProcess process;
        if (!output.isEmpty())
            process.setStandardOutputFile(output);
        start(process, words);
        return finish(process);
    }

    static QJsonObject next_line(QProcess& process)
    {
        while (!process.canReadLine()) {
            if (!process.waitForReadyRead(patience_ms))
                return {};
        }
        return QJsonDocument::fromJson(process.readLine()).object();
    }

    /// The next event of this name, past other lines.
    static QJsonObject next_event(QProcess& process, const QString& event)
    {
        for (;;) {
            auto line = next_line(process);
            if (line.isEmpty() || line["event"] == event)
                return line;
        }
    }

    void hold_by_hand(const std::string& name, const std::string& owner, int count = 1)
    {
        m_redis->expect({"HSET", name, owner, std::to_string(count)});
        m_redis->expect({"PEXPIRE", name, "60000"});
    }
    std::string holder_of(const std::string& name)
    {
        const auto owners = m_redis->list({"HKEYS", name});
        return owners.empty() ? std::string() : owners.front();
    }

    void start_server()
    {
        m_sandbox = std::make_unique<Sandbox>();
        m_redis = std::make_unique<RedisClient>(m_sandbox->endpoint());
    }
    void stop_server()
    {
        m_redis.reset();
        m_sandbox.reset();
    }
};

} // namespace lockscope::tests
