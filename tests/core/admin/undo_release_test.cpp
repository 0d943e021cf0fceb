// SPDX-License-Identifier: Apache-2.0
#include "admin_fixture.hpp"

#include "lockscope/reentrant_lock.hpp"
#include "support/losses.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::tests;
using namespace std::chrono_literals;
using Outcome = AdminResult::Outcome;

class UndoReleaseTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<AdminFixture> m;

    AdminResult release(const std::string& lock, Expectation expected)
    {
        auto request = AdminFixture::request(lock, std::move(expected));
        request.undo = AdminRequest::Undo::keep;
        return m->admin.force_release(request);
    }

    /// Epoch ms.
    std::int64_t lease_end(const std::string& lock)
    {
        return std::stoll(m->redis.text({"EVAL",
                                         "local t = redis.call('TIME') return string.format('%.0f', t[1] * 1000 + "
                                         "math.floor(t[2] / 1000) + redis.call('PTTL', KEYS[1]))",
                                         "1", lock}));
    }

private slots:
    void init() { m = std::make_unique<AdminFixture>(); }
    void cleanup() { m.reset(); }

    void theLockIsAsItWas_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("owner");
        QTest::newRow("reentrant") << QByteArray("a") << QByteArray::fromStdString(alice);
        QTest::newRow("hostile") << QByteArray("a\0{\xff\r\n", 6) << QByteArray("not a known form \xfe\r\n");
    }
    void theLockIsAsItWas()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, owner);
        const std::string lock = name.toStdString();
        m->hold(lock, owner.toStdString(), 3, 60'000);
        const auto fields = m->redis.hash(lock);
        const auto end = lease_end(lock);
        const auto released = release(lock, {{owner.toStdString(), 3}});
        QCOMPARE(released.outcome, Outcome::done);
        QVERIFY(released.undo.has_value());
        QVERIFY(released.no_undo.empty());
        QCOMPARE(m->exists(lock), 0);
        const auto left = released.undo->until - std::chrono::steady_clock::now();
        QVERIFY(left > 0s && left <= 60s); // Not longer than the lease would have run.
        QVERIFY(released.undo->lease_ends == released.undo->until);

        const auto undone = m->admin.undo_force_release(*released.undo);
        QCOMPARE(undone.outcome, Outcome::done);
        QVERIFY(m->redis.hash(lock) == fields);
        const auto restored = lease_end(lock);
        QVERIFY2(std::abs(restored - end) <= 4, std::to_string(restored - end).c_str());
        const auto entry = m->audit->read().back();
        QCOMPARE(entry.action, std::string("undo"));
        QCOMPARE(entry.outcome, std::string("done"));
        QCOMPARE(entry.reason, std::string("test"));
    }

    void readersComeBackWithTheirDeadlines()
    {
        m->read_hold("rw", alice, 2, 60'000);
        m->read_hold("rw", bob, 1, 60'000);
        m->redis.expect({"PEXPIRE", locks::reader_timeout_key("rw", alice, 1), "50"});
        m->redis.expect({"PERSIST", locks::reader_timeout_key("rw", alice, 2)});
        const auto released = release("rw", {{alice, 2}, {bob, 1}});
        QVERIFY(released.undo.has_value());
        QCOMPARE(m->redis.integer({"DBSIZE"}), 0);
        const auto then = m->server_now();
        QTRY_VERIFY(m->server_now() > then + 60);
        QCOMPARE(m->admin.undo_force_release(*released.undo).outcome, Outcome::done);
        QVERIFY(m->redis.hash("rw")
                == (std::map<std::string, std::string>{{"mode", "read"}, {alice, "2"}, {bob, "1"}}));
        QCOMPARE(m->exists(locks::reader_timeout_key("rw", alice, 1)), 0); // Over by now.
        QCOMPARE(m->redis.pttl(locks::reader_timeout_key("rw", alice, 2)), -1);
        QVERIFY(m->redis.pttl(locks::reader_timeout_key("rw", bob, 1)) > 30'000);
    }

    /// The watchdog of one sets the end of all of them, and does so no more once it has found the lock gone.
    void theLockStaysForTheReaderWhoseDeadlineIsLast_data()
    {
        QTest::addColumn<int>("deadline"); // bob's own; -1: never
        QTest::addColumn<int>("end");      // the lock's own
        QTest::addColumn<int>("restored");
        QTest::newRow("a reader's") << 571'000 << 6'000 << 571'000;
        QTest::newRow("a reader's that is never") << -1 << 6'000 << -1;
        QTest::newRow("the lock's") << 6'000 << 60'000 << 60'000;
        QTest::newRow("the lock's that is never") << 6'000 << -1 << -1;
    }
    void theLockStaysForTheReaderWhoseDeadlineIsLast()
    {
        QFETCH(int, deadline);
        QFETCH(int, end);
        QFETCH(int, restored);
        const auto set_end = [&](const std::string& key, int left) {
            m->redis.expect(left < 0 ? std::vector<std::string>{"PERSIST", key}
                                     : std::vector<std::string>{"PEXPIRE", key, std::to_string(left)});
        };
        m->read_hold("rw", alice, 1, 5'000);
        m->read_hold("rw", bob, 1, 5'000);
        set_end(locks::reader_timeout_key("rw", bob, 1), deadline);
        set_end("rw", end);
        const auto released = release("rw", {{alice, 1}, {bob, 1}});
        QVERIFY(released.undo.has_value());
        const auto left = released.undo->until - std::chrono::steady_clock::now();
        const std::chrono::milliseconds most =
            restored < 0 ? 5min : std::min<std::chrono::milliseconds>(5min, std::chrono::milliseconds(restored));
        QVERIFY(left <= most && left > most - 5s);
        QCOMPARE(released.undo->ends_with_reader, restored != end);
        QCOMPARE(m->admin.undo_force_release(*released.undo).outcome, Outcome::done);
        const auto ttl = m->redis.pttl("rw");
        QVERIFY2(restored < 0 ? ttl == -1 : ttl <= restored && ttl > restored - 5'000, std::to_string(ttl).c_str());
    }

    void aLockThatNeverExpiresCanBeUndoneForFiveMinutes()
    {
        m->redis.expect({"HSET", "a", alice, "1"});
        const auto released = release("a", {{alice, 1}});
        QVERIFY(released.undo.has_value());
        QVERIFY(released.undo->until - std::chrono::steady_clock::now() > 4min);
        QVERIFY(!released.undo->lease_ends);
        auto late = *released.undo;
        late.until = std::chrono::steady_clock::now() - 1ms;
        QCOMPARE(m->admin.undo_force_release(late).outcome, Outcome::changed);
        QCOMPARE(m->exists("a"), 0);
        QCOMPARE(m->admin.undo_force_release(*released.undo).outcome, Outcome::done);
        QCOMPARE(m->redis.pttl("a"), -1);
    }

    void nothingIsDoneIfSomebodyTookItMeanwhile()
    {
        m->hold("a", alice);
        const auto released = release("a", {{alice, 1}});
        m->hold("a", bob);
        const auto undone = m->admin.undo_force_release(released.undo.value());
        QCOMPARE(undone.outcome, Outcome::changed);
        QVERIFY2(undone.message.find(bob + "=1 has it now") != std::string::npos, undone.message.c_str());
        QVERIFY(m->redis.hash("a") == (std::map<std::string, std::string>{{bob, "1"}}));
        QCOMPARE(m->audit->read().back().outcome, std::string("changed"));
    }

    void nothingIsDoneOnceTheLeaseWouldBeOver()
    {
        m->hold("a", alice, 1, 3000);
        const auto released = release("a", {{alice, 1}});
        auto ticket = released.undo.value();
        const auto then = m->server_now();
        QTRY_VERIFY(m->server_now() > then + 3010);
        ticket.until += 1h; // The server has the last word.
        const auto undone = m->admin.undo_force_release(ticket);
        QCOMPARE(undone.outcome, Outcome::changed);
        QVERIFY(undone.message.find("lease would be over") != std::string::npos);
        QCOMPARE(m->exists("a"), 0);
    }

    void aKeyOfAnotherTypeIsNotTouched()
    {
        m->hold("a", alice);
        const auto released = release("a", {{alice, 1}});
        m->redis.expect({"SET", "a", "precious"});
        QCOMPARE(m->admin.undo_force_release(released.undo.value()).outcome, Outcome::failed);
        QCOMPARE(m->redis.text({"GET", "a"}), std::string("precious"));
    }

    void withoutThePermissionItIsReleasedAllTheSame_data()
    {
        QTest::addColumn<QByteArray>("missing");
        QTest::newRow("dump") << QByteArray("-dump");
        QTest::newRow("restore") << QByteArray("-restore");
    }
    void withoutThePermissionItIsReleasedAllTheSame()
    {
        QFETCH(QByteArray, missing);
        m->redis.expect({"ACL", "SETUSER", "op", "on", "nopass", "~*", "allchannels", "+@all", missing.toStdString()});
        Endpoint endpoint = m->sandbox.endpoint();
        endpoint.user = "op";
        endpoint.password = "x";
        Client client(endpoint);
        Admin admin(client, m->audit, m->admin.policy());
        m->hold("a", alice);
        auto request = AdminFixture::request("a", {{alice, 1}});
        request.undo = AdminRequest::Undo::keep;
        const auto result = admin.force_release(request);
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(!result.undo);
        QVERIFY(result.no_undo.find("may not run DUMP and RESTORE") != std::string::npos);
        QCOMPARE(m->exists("a"), 0);
    }

    void whatIsTooLargeIsReleasedAllTheSame_data()
    {
        QTest::addColumn<bool>("is_lock_large");
        QTest::newRow("its name and owner") << true;
        QTest::newRow("all the deadlines of its readers") << false;
    }
    void whatIsTooLargeIsReleasedAllTheSame()
    {
        QFETCH(bool, is_lock_large);
        const std::string owner = is_lock_large ? std::string(1'200'000, 'x') : alice;
        const std::string lock = is_lock_large ? "a" : std::string(5000, 'n');
        const int count = is_lock_large ? 1 : 300;
        m->hold(lock, owner, count);
        if (!is_lock_large)
            m->redis.expect({"HSET", lock, "mode", "read"});
        const auto result = release(lock, {{owner, count}});
        QCOMPARE(result.outcome, Outcome::done);
        QVERIFY(!result.undo);
        QVERIFY(result.no_undo.find("too large") != std::string::npos);
        QCOMPARE(m->exists(lock), 0);
    }

    void whoDoesNotAskGetsNoTicket()
    {
        m->hold("a", alice);
        const auto result = m->admin.force_release(AdminFixture::request("a", {{alice, 1}}));
        QVERIFY(!result.undo);
        QVERIFY(result.no_undo.empty());
    }

    void theDeadStayRemovedFromAQueue()
    {
        m->hold("f", alice);
        m->queue("f", bob, m->server_now() - 1000);
        const auto released = release("f", {{alice, 1}});
        QVERIFY(m->queued("f").empty());
        QCOMPARE(m->admin.undo_force_release(released.undo.value()).outcome, Outcome::done);
        QVERIFY(m->queued("f").empty());
        QCOMPARE(m->exists("f"), 1);
    }

    /// What undo cannot do, so that nobody believes it could.
    void aClientOfOursThatWasToldOfTheLossDoesNotGetItBack()
    {
        Client holder(m->sandbox.endpoint());
        test::Losses losses(holder);
        auto lock = holder.reentrant_lock("a");
        lock.lock();
        const auto owner = lock.this_thread().field();
        const auto released = release("a", {{owner, 1}});
        QTRY_COMPARE(losses.count(), std::size_t{1});
        const auto undone = m->admin.undo_force_release(released.undo.value());
        QCOMPARE(undone.outcome, Outcome::done);
        QVERIFY(undone.message.find("let go all the same") != std::string::npos);
        QCOMPARE(m->exists("a"), 1);
        QVERIFY(!lock.is_held());
    }

    void thePolicyIsAsked()
    {
        m->hold("a", alice);
        const auto released = release("a", {{alice, 1}});
        m->admin.set_policy({});
        QCOMPARE(m->admin.undo_force_release(released.undo.value()).outcome, Outcome::refused);
        QCOMPARE(m->exists("a"), 0);
        // The name was typed when it was released.
        m->admin.set_policy({.read_only = false, .production = true, .reason_required = true});
        QCOMPARE(m->admin.undo_force_release(released.undo.value()).outcome, Outcome::done);
    }

    void aTicketOfNothingUndoesNothing()
    {
        UndoTicket empty;
        empty.lock = "a";
        empty.reason = "test";
        QCOMPARE(m->admin.undo_force_release(empty).outcome, Outcome::changed);
    }
};

QTEST_GUILESS_MAIN(UndoReleaseTest)
#include "undo_release_test.moc"
