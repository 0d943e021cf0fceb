// SPDX-License-Identifier: Apache-2.0
#include "lockscope/trace.hpp"

#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "lockscope/lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "support/redis_client.hpp"
#include "support/until.hpp"

#include <QTest>

#include <algorithm>
#include <mutex>

using namespace lockscope;
using namespace lockscope::test;
using Role = TraceCommand::Role;
using State = TraceStatus::State;
using Stopped = TraceStatus::Stopped;

namespace {

/// Keeps what a trace sends.
class TraceLog
{
public:
    Trace::Sink sink()
    {
        return [this](TraceBatch batch) {
            const std::scoped_lock guard(m_mutex);
            m_commands.insert(m_commands.end(), batch.commands.begin(), batch.commands.end());
            m_identities.insert(m_identities.end(), batch.identities.begin(), batch.identities.end());
            m_status = batch.status;
        };
    }
    [[nodiscard]] std::vector<TraceCommand> commands() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_commands;
    }
    [[nodiscard]] std::vector<IdentityHint> identities() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_identities;
    }
    [[nodiscard]] TraceStatus status() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_status;
    }
    [[nodiscard]] bool has(Role role) const
    {
        const auto all = commands();
        return std::any_of(all.begin(), all.end(), [role](const TraceCommand& each) { return each.role == role; });
    }
    [[nodiscard]] bool wait_until(State state) const
    {
        return until([&] { return status().state == state; });
    }

private:
    mutable std::mutex m_mutex;
    std::vector<TraceCommand> m_commands;
    std::vector<IdentityHint> m_identities;
    TraceStatus m_status;
};

TraceOptions a_minute()
{
    TraceOptions options;
    options.duration = std::chrono::minutes(1);
    return options;
}

} // namespace

class TraceTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        SandboxOptions options;
        options.tcp = true;
        m_sandbox = std::make_unique<Sandbox>(options);
        m_log = std::make_unique<TraceLog>();
    }
    void cleanup()
    {
        m_log.reset();
        m_sandbox.reset();
    }

    void aLockIsSeenFromAcquisitionToRelease()
    {
        Trace trace(m_sandbox->endpoint(), a_minute(), m_log->sink());
        QVERIFY(m_log->wait_until(State::running));
        Client client(m_sandbox->endpoint());
        {
            auto lock = client.reentrant_lock("orders:42");
            const std::scoped_lock guard(lock);
        }
        QVERIFY(until([&] { return m_log->has(Role::acquire) && m_log->has(Role::release); }));
        const auto commands = m_log->commands();
        // A script that the server does not know yet comes twice: by its hash, and whole.
        const auto acquired = std::find_if(commands.begin(), commands.end(),
                                           [](const TraceCommand& each) { return each.role == Role::acquire; });
        QCOMPARE(acquired->locks, std::vector<std::string>{"orders:42"});
        QCOMPARE(acquired->outcome, TraceCommand::Outcome::done);
        QVERIFY(acquired->owner.starts_with(client.id()));
        QVERIFY(acquired->lease == milliseconds(30'000));
        QVERIFY(!acquired->inner.empty());
        QVERIFY(acquired->client.starts_with("127.0.0.1:"));
        QVERIFY(until([&] { return !m_log->identities().empty(); }));
        QCOMPARE(m_log->identities().front().uuid, client.id());
        QCOMPARE(m_log->identities().front().address, acquired->client);
    }

    void itEndsByItself()
    {
        TraceOptions options;
        options.duration = milliseconds(1000);
        Trace trace(m_sandbox->endpoint(), options, m_log->sink());
        QVERIFY(m_log->wait_until(State::stopped));
        QCOMPARE(m_log->status().stopped, Stopped::time_over);
        // The server is free of it, too.
        RedisClient redis(m_sandbox->endpoint());
        QVERIFY(until([&] {
            const auto clients = redis.clients();
            return std::none_of(clients.begin(), clients.end(),
                                [](const auto& each) { return each.at("flags").find('O') != std::string::npos; });
        }));
    }

    void itEndsWhenAsked()
    {
        Trace trace(m_sandbox->endpoint(), a_minute(), m_log->sink());
        QVERIFY(m_log->wait_until(State::running));
        trace.stop();
        QVERIFY(m_log->wait_until(State::stopped));
        QCOMPARE(m_log->status().stopped, Stopped::asked);
        QVERIFY(m_log->status().left == milliseconds(0));
    }

    void itEndsAfterSoManyLines()
    {
        TraceOptions options = a_minute();
        options.max_lines = 100;
        Trace trace(m_sandbox->endpoint(), options, m_log->sink());
        QVERIFY(m_log->wait_until(State::running));
        RedisClient redis(m_sandbox->endpoint());
        for (int i = 0; i < 150; ++i)
            redis.command({"PING"});
        QVERIFY(m_log->wait_until(State::stopped));
        QCOMPARE(m_log->status().stopped, Stopped::enough);
    }

    void anOverloadIsSaidAndEndsIt()
    {
        TraceOptions options = a_minute();
        options.max_batch = 5;
        options.batch_interval = milliseconds(200);
        options.max_dropped = 50;
        Trace trace(m_sandbox->endpoint(), options, m_log->sink());
        QVERIFY(m_log->wait_until(State::running));
        RedisClient redis(m_sandbox->endpoint());
        QVERIFY(until([&] {
            redis.command({"PUBLISH", "redisson_lock__channel:{a}", "0"});
            return m_log->status().state == State::stopped;
        }));
        QCOMPARE(m_log->status().stopped, Stopped::overload);
        QVERIFY(m_log->status().dropped >= 50);
    }

    void aMissingPermissionIsOneClearSentence()
    {
        RedisClient redis(m_sandbox->endpoint());
        redis.expect({"ACL", "SETUSER", "viewer", "on", ">pw", "~*", "&*", "+@all", "-monitor"});
        Endpoint endpoint = m_sandbox->endpoint();
        endpoint.user = "viewer";
        endpoint.password = "pw";
        Trace trace(endpoint, a_minute(), m_log->sink());
        QVERIFY(m_log->wait_until(State::stopped));
        const TraceStatus status = m_log->status();
        QCOMPARE(status.stopped, Stopped::failed);
        QVERIFY(status.no_permission);
        QVERIFY2(status.error.find("ACL SETUSER viewer +monitor") != std::string::npos, status.error.c_str());
    }

    void nobodyThereIsSaid()
    {
        Endpoint endpoint = m_sandbox->endpoint();
        m_sandbox->kill_server();
        Trace trace(endpoint, a_minute(), m_log->sink());
        QVERIFY(m_log->wait_until(State::stopped));
        QCOMPARE(m_log->status().stopped, Stopped::failed);
        QVERIFY(!m_log->status().error.empty());
    }

    void itGoesOnAfterABrokenConnectionAndSaysSo()
    {
        Trace trace(m_sandbox->endpoint(), a_minute(), m_log->sink());
        QVERIFY(m_log->wait_until(State::running));
        RedisClient redis(m_sandbox->endpoint());
        QVERIFY(redis.kill_clients("lockscope-trace") > 0);
        QVERIFY(until([&] { return m_log->status().gaps == 1; }));
        QVERIFY(until([&] {
            redis.command({"PUBLISH", "redisson_lock__channel:{a}", "0"});
            return m_log->has(Role::wake);
        }));
        QCOMPARE(m_log->status().state, State::running);
    }

    void aQuietServerIsNotTakenForADeadOne()
    {
        Trace trace(m_sandbox->endpoint(), a_minute(), m_log->sink());
        QVERIFY(m_log->wait_until(State::running));
        // Our own PING after three seconds of silence is answered, and shows up as a line.
        QVERIFY(until([&] { return m_log->status().lines >= 2; }));
        QCOMPARE(m_log->status().gaps, 0U);
        QCOMPARE(m_log->status().state, State::running);
    }

    void hostileNamesComeAsTheyAre()
    {
        constexpr char bytes[] = "<b>\"a\\\n\x00\xff\xe2\x80\xae{x} [0 lua] \"DEL\"";
        const std::string name(bytes, sizeof bytes - 1);
        Trace trace(m_sandbox->endpoint(), a_minute(), m_log->sink());
        QVERIFY(m_log->wait_until(State::running));
        RedisClient redis(m_sandbox->endpoint());
        redis.expect({"EVAL",
                      "redis.call('hincrby', KEYS[1], ARGV[2], 1); return redis.call('pexpire', KEYS[1], ARGV[1])", "1",
                      name, "30000", "9f45a0aa-0b6c-4f0e-9d4c-3b1f5f0a11e1:57"});
        const std::string about = redis.text({"INFO", "server"});
        const bool escapes_nothing =
            about.find("valkey_version:8.1.0") != about.npos || about.find("valkey_version:8.1.1") != about.npos;
        if (escapes_nothing) { // so that nobody can read it, which is said
            QVERIFY(until([&] { return m_log->status().malformed > 0; }));
            return;
        }
        QVERIFY(until([&] { return m_log->has(Role::acquire); }));
        QCOMPARE(m_log->commands().front().locks, std::vector<std::string>{name});
        QCOMPARE(m_log->status().malformed, std::uint64_t{0});
    }

    void aHugeCommandDoesNoHarm()
    {
        Trace trace(m_sandbox->endpoint(), a_minute(), m_log->sink());
        QVERIFY(m_log->wait_until(State::running));
        RedisClient redis(m_sandbox->endpoint());
        redis.expect({"SET", "big", std::string(9u << 20, 'x')}); // longer than any line that is read
        QVERIFY(until([&] {
            redis.command({"PUBLISH", "redisson_lock__channel:{a}", "0"});
            return m_log->has(Role::wake) && m_log->status().state == State::running;
        }));
    }

    void itCanBeDestroyedAtAnyMoment()
    {
        for (int i = 0; i < 20; ++i) {
            Trace trace(m_sandbox->endpoint(), a_minute(), m_log->sink());
            if (i % 2 == 0)
                QVERIFY(m_log->wait_until(State::running));
        }
        m_sandbox->pause_server();
        {
            Trace trace(m_sandbox->endpoint(), a_minute(), m_log->sink());
        }
        m_sandbox->resume_server();
    }

    void foolishDurationsAreRefused()
    {
        TraceOptions options;
        for (const milliseconds duration : {milliseconds(0), milliseconds(999), longest_trace + milliseconds(1)}) {
            options.duration = duration;
            QVERIFY_EXCEPTION_THROWN(Trace(m_sandbox->endpoint(), options, m_log->sink()), Error);
        }
    }

    void theServersPaceIsAsked()
    {
        Client client(m_sandbox->endpoint());
        const auto pace = operations_per_second(client);
        QVERIFY(pace.has_value());
        QVERIFY(*pace >= 0);
        RedisClient redis(m_sandbox->endpoint());
        redis.expect({"ACL", "SETUSER", "viewer", "on", ">pw", "~*", "&*", "+@all", "-info"});
        Endpoint endpoint = m_sandbox->endpoint();
        endpoint.user = "viewer";
        endpoint.password = "pw";
        Client viewer(endpoint);
        QVERIFY(!operations_per_second(viewer).has_value());
    }

private:
    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<TraceLog> m_log;
};

QTEST_GUILESS_MAIN(TraceTest)
#include "trace_test.moc"
