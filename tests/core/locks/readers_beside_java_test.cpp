// SPDX-License-Identifier: Apache-2.0
// The watchdog of a reader in Java gives its own lease to the whole lock, and in many versions to the deadlines of all
// its readers, ours included. A reader of ours keeps what it was granted.
#include "read_write_fixture.hpp"
#include "support/timing.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class ReadersBesideJavaTest : public QObject
{
    Q_OBJECT

    std::optional<ReadWriteFixture> m;
    std::string ours() { return m->deadline(m->owner(1).field(), 1); }
    bool read(std::optional<milliseconds> lease) { return m->await(m->read().async_try_lock(m->owner(1), lease)); }
    /// In one step, as the script of a watchdog does it: whoever looks in between sees the half of it, and would not be
    /// told of the rest.
    void cut(const std::vector<std::string>& keys, milliseconds lease)
    {
        std::vector<std::string> words{"EVAL", "for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[1]) end",
                                       std::to_string(keys.size())};
        words.insert(words.end(), keys.begin(), keys.end());
        words.push_back(std::to_string(lease.count()));
        m->redis().expect(words);
    }
    bool lasts(const std::string& key, milliseconds at_least)
    {
        return until([&] { return m->redis().pttl(key) >= at_least.count(); }, soon);
    }

private slots:
    void initTestCase() { m.emplace(); }
    void cleanupTestCase() { m.reset(); }
    void cleanup() { m->close(); }

    void aReaderKeepsItsLease_data()
    {
        QTest::addColumn<int>("lease"); // 0: renewed
        QTest::addColumn<bool>("cuts_all");
        QTest::newRow("a lease, only the lock is cut") << 600'000 << false;
        QTest::newRow("a lease, the deadlines are, too") << 600'000 << true;
        QTest::newRow("renewed, only the lock is cut") << 0 << false;
        QTest::newRow("renewed, the deadlines are, too") << 0 << true;
    }
    void aReaderKeepsItsLease()
    {
        QFETCH(int, lease);
        QFETCH(bool, cuts_all);
        m->fresh();
        const milliseconds granted = lease > 0 ? milliseconds(lease) : m->client->options().watchdog_lease;
        QVERIFY(read(lease > 0 ? std::optional(granted) : std::nullopt));
        const std::vector<std::string> cut_keys =
            cuts_all ? std::vector<std::string>{"a", ours()} : std::vector<std::string>{"a"};
        for (int renewal = 0; renewal < 2; ++renewal) {
            m->java_reads(java_owner, 1500ms);
            cut(cut_keys, 1500ms);
            QVERIFY(lasts("a", granted / 2));
            QVERIFY(lasts(ours(), granted / 2));
        }
        QVERIFY(until([&] { return !m->redis().exists(m->deadline(java_owner, 1)); })); // its lease is over
        QVERIFY(m->read().is_held(m->owner(1)));
        QCOMPARE(m->await(m->read().async_unlock(m->owner(1))), 0);
    }

    /// What nobody has to tell: without client tracking, say.
    void aReaderIsLookedAtNowAndThen()
    {
        m->fresh();
        QVERIFY(read(9s));
        m->java_reads(java_owner, 8s);
        QVERIFY(until([&] { return m->redis().pttl("a") < 8500; }));
        const auto looks = [&] { return m->redis().scripts(); };
        const std::int64_t before = looks();
        QVERIFY(until([&] { return looks() > before; }));
        QVERIFY(m->read().is_held(m->owner(1)));
    }

    /// Its field would keep Java's writers out as long as anybody reads.
    void aReaderWhoseDeadlinesAreGoneLeavesNothing()
    {
        m->fresh();
        QVERIFY(read(60s));
        m->redis().expect({"DEL", ours()});
        m->java_reads(java_owner, 60s); // makes it look
        QVERIFY(until([&] { return !m->read().is_held(m->owner(1)); }));
        QVERIFY(until([&] { return m->hash() == Fields{{"mode", "read"}, {java_owner, "1"}}; }));
    }

    /// Where nobody else reads, a lease that became shorter was meant.
    void whoReadsAloneIsFreedByForce()
    {
        m->fresh();
        QVERIFY(read(600s));
        cut({"a", ours()}, 300ms);
        QVERIFY(until([&] { return !m->read().is_held(m->owner(1)); }, soon));
        QVERIFY(until([&] { return m->redis().keys().empty(); }, soon));
    }
};

QTEST_MAIN(ReadersBesideJavaTest)
#include "readers_beside_java_test.moc"
