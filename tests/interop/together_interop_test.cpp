// SPDX-License-Identifier: Apache-2.0
// What takes real time or a process of its own, for all types of locks at once.
#include "interop/interop_stage.hpp"
#include "interop/lock_kinds.hpp"
#include "interop/our_waiter.hpp"
#include "interop/red_stage.hpp"
#include "lockscope/multi_lock.hpp"

#include <QTest>

#include <list>

using namespace lockscope;
using namespace lockscope::test;

class TogetherInteropTest : public QObject
{
    Q_OBJECT

    InteropStage& m_stage;
    RedStage m_red;
    RedisClient& redis() { return m_stage.server.home_of({}); }

    static std::vector<LockKind> kinds_of(const std::string& version)
    {
        std::vector<LockKind> kinds = all_kinds();
        std::erase_if(kinds, [&](const LockKind& kind) { return !InteropStage::is_at_least(version, kind.since); });
        return kinds;
    }
    static void add_versions()
    {
        QTest::addColumn<QString>("version");
        for (const std::string& version : InteropStage::versions())
            QTest::newRow(version.c_str()) << QString::fromStdString(version);
    }

    /// A lock of each kind that Java holds and ours waits for.
    struct JavasAndRival
    {
        JavasAndRival(std::string java_kind, JavaLock java_lock, Lock ours)
            : kind(std::move(java_kind))
            , theirs(std::move(java_lock))
            , rival(std::move(ours))
        {}
        std::string kind;
        JavaLock theirs;
        OurWaiter rival;
    };
    std::list<JavasAndRival> hold_all_in(JavaPeer& java, const std::string& version, Client& client)
    {
        std::list<JavasAndRival> held;
        for (const LockKind& kind : kinds_of(version)) {
            const std::string name = m_stage.new_name();
            const JavaLock theirs(m_stage.new_owner(java, short_watchdog), kind.held.java, name);
            theirs.lock();
            held.emplace_back(kind.held.java, theirs, kind.rival.ours(client, name));
        }
        return held;
    }

    [[nodiscard]] static bool is_in_time(Clock::time_point start, Clock::time_point at)
    {
        return at > start && at < start + short_watchdog + prompt;
    }

public:
    explicit TogetherInteropTest(InteropStage& stage) : m_stage(stage), m_red(stage) {}

private slots:
    void init() { m_stage.server.empty(); }
    void cleanup()
    {
        QVERIFY2(until([&] { return m_stage.leftovers("").empty(); }), m_stage.leftovers("").c_str());
    }

    void watchdogsOfBothKeepTheirLocks()
    {
        std::vector<std::string> names;
        const auto next_name = [&] { return names.emplace_back(m_stage.new_name()); };
        Client client(m_stage.server.endpoint(), quick_options());
        std::vector<Lock> ours;
        for (const LockKind& kind : all_kinds()) {
            ours.push_back(kind.held.ours(client, next_name()));
            ours.back().lock();
        }
        const RedStage::Clients clients = m_red.new_clients(quick_options());
        std::vector<std::string> red_names{m_stage.new_name()};
        std::vector<GroupLock> our_groups{
            MultiLock({client.reentrant_lock(next_name()), client.reentrant_lock(next_name())}),
            RedStage::ours(clients, red_names.back())};
        for (GroupLock& group : our_groups)
            group.lock();
        std::vector<JavaLock> theirs;
        for (const std::string& version : InteropStage::versions()) {
            for (const LockKind& kind : kinds_of(version))
                theirs.emplace_back(m_stage.new_owner(version, short_watchdog), kind.held.java, next_name());
            const std::vector<std::string> members{next_name(), next_name()};
            theirs.emplace_back(m_stage.new_owner(version, short_watchdog), java_object("multi", members));
            theirs.push_back(
                m_red.theirs(m_stage.java(version), short_watchdog, red_names.emplace_back(m_stage.new_name())));
        }
        for (const JavaLock& lock : theirs)
            lock.lock();
        std::string lost;
        const auto is_one_lost = [&] {
            const auto gone =
                std::find_if(names.begin(), names.end(), [&](auto& name) { return !redis().exists(name); });
            const auto red_gone =
                std::find_if(red_names.begin(), red_names.end(), [&](auto& name) { return m_red.holders(name) < 2; });
            lost = gone != names.end() ? *gone : red_gone != red_names.end() ? "RedLock " + *red_gone : "";
            return !lost.empty();
        };
        QVERIFY2(!until(is_one_lost, 2 * short_watchdog), lost.c_str());
        for (Lock& lock : ours)
            QCOMPARE(lock.release(), 0);
        for (GroupLock& group : our_groups)
            QCOMPARE(group.release(), 0);
        for (const JavaLock& lock : theirs)
            lock.unlock();
    }

    void whatADeadJavaHeldIsOursWhenTheLeaseEnds_data() { add_versions(); }
    void whatADeadJavaHeldIsOursWhenTheLeaseEnds()
    {
        QFETCH(QString, version);
        const auto java = m_stage.another_java(version.toStdString());
        Client client(m_stage.server.endpoint());
        auto held = hold_all_in(*java, version.toStdString(), client);
        for (JavasAndRival& each : held)
            QVERIFY2(!each.rival.has_entered(), each.kind.c_str());
        const auto start = Clock::now();
        java->kill();
        for (JavasAndRival& each : held)
            QVERIFY2(is_in_time(start, each.rival.entered_at()), each.kind.c_str());
        for (JavasAndRival& each : held)
            QCOMPARE(each.rival.release(), 0);
    }

    void aPausedJavaLosesItsLocksAndLearnsIt_data() { add_versions(); }
    void aPausedJavaLosesItsLocksAndLearnsIt()
    {
        QFETCH(QString, version);
        const auto java = m_stage.another_java(version.toStdString());
        Client client(m_stage.server.endpoint());
        auto held = hold_all_in(*java, version.toStdString(), client);
        const auto start = Clock::now();
        java->pause();
        for (JavasAndRival& each : held)
            QVERIFY2(is_in_time(start, each.rival.entered_at()), each.kind.c_str());
        java->resume();
        for (JavasAndRival& each : held)
            QVERIFY2(!each.theirs.unlock_if_held(), each.kind.c_str());
        for (JavasAndRival& each : held)
            QCOMPARE(each.rival.release(), 0);
    }

    void whatADeadClientOfOursHeldIsJavasWhenTheLeaseEnds_data() { add_versions(); }
    void whatADeadClientOfOursHeldIsJavasWhenTheLeaseEnds()
    {
        QFETCH(QString, version);
        struct Rival
        {
            std::string kind;
            JavaLock lock;
            JavaCommand enters;
        };
        std::vector<LockKind> kinds = kinds_of(version.toStdString());
        std::erase_if(kinds, [&](const LockKind& kind) {
            return !InteropStage::is_at_least(version.toStdString(), kind.sees_expiry_since);
        });
        std::vector<std::string> names;
        std::vector<std::string> objects;
        for (const LockKind& kind : kinds)
            objects.push_back(java_object(kind.held.java, names.emplace_back(m_stage.new_name())));
        OurProcess mortal({m_stage.server.endpoint()}, objects);
        QVERIFY(mortal.holds_all());
        std::vector<Rival> rivals;
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            const JavaLock rival(m_stage.new_owner(version.toStdString()), kinds[i].rival.java, names[i]);
            rivals.push_back({kinds[i].held.java, rival, rival.start_lock()});
        }
        for (const Rival& rival : rivals)
            QVERIFY2(!rival.enters.is_done(), rival.kind.c_str());
        const auto start = Clock::now();
        mortal.kill();
        for (const Rival& rival : rivals)
            QVERIFY2(is_in_time(start, rival.enters.answer().expect_success().at), rival.kind.c_str());
        for (const Rival& rival : rivals)
            rival.lock.unlock();
    }

    void neverTwoAreInside_data()
    {
        QTest::addColumn<int>("index");
        const auto kinds = all_kinds();
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            if (kinds[i].held.java == kinds[i].rival.java) // readers may well be several
                QTest::newRow(kinds[i].held.java.c_str()) << static_cast<int>(i);
        }
    }
    /// All versions and we, two threads of each, count up one number that only the lock protects. The leases are not
    /// long, because a Java thread that is just about to sleep misses the message of a writer (1) and sleeps for one.
    void neverTwoAreInside()
    {
        QFETCH(int, index);
        constexpr int rounds = 12;
        constexpr milliseconds watchdog{4000};
        constexpr milliseconds turns_of_all{80'000}; // several of them may sleep for a lease, one after the other
        const LockKind kind = all_kinds().at(static_cast<std::size_t>(index));
        const std::string name = m_stage.new_name(), counter = "counter";
        redis().expect({"SET", counter, "0"});
        int expected = 0;

        std::vector<JavaCommand> theirs;
        for (const std::string& version : InteropStage::versions()) {
            if (!InteropStage::is_at_least(version, kind.since))
                continue;
            for (int i = 0; i < 2; ++i, expected += rounds)
                theirs.push_back(JavaLock(m_stage.new_owner(version, watchdog), kind.held.java, name)
                                     .start_counting(counter, rounds));
        }
        ClientOptions options;
        options.watchdog_lease = watchdog;
        Client client(m_stage.server.endpoint(), options);
        const auto count_up = [&] {
            RedisClient mine(m_stage.server.endpoint());
            Lock lock = kind.held.ours(client, name);
            for (int i = 0; i < rounds; ++i) {
                if (!lock.try_lock_for(turns_of_all))
                    throw std::runtime_error("waited in vain");
                mine.expect({"SET", counter, std::to_string(std::stoi(mine.text({"GET", counter})) + 1)});
                lock.release();
            }
        };
        auto first = in_thread(count_up), second = in_thread(count_up);
        expected += 2 * rounds;
        first.get();
        second.get();
        for (const JavaCommand& command : theirs)
            command.answer(turns_of_all).expect_success();
        QCOMPARE(redis().text({"GET", counter}), std::to_string(expected));
        redis().expect({"DEL", counter});
    }
};

int main(int argc, char** argv)
{
    return run_interop<TogetherInteropTest>(argc, argv);
}
#include "together_interop_test.moc"
