// SPDX-License-Identifier: Apache-2.0
// The permit-expirable semaphore when several permits are taken and given back at once.
#include "permit_stage.hpp"

#include <set>

using namespace lockscope;
using namespace lockscope::test;

class PermitSemaphoreSeveralTest : public QObject, private PermitStage
{
    Q_OBJECT

private slots:
    void initTestCase() { open(); }
    void cleanupTestCase() { close(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void severalAreTakenAtOnceOrNone()
    {
        semaphore().try_set_permits(5);
        QVERIFY(semaphore().release(semaphore().acquire())); // the server knows the scripts
        const auto scripts = redis().scripts();
        const auto ids = semaphore().try_acquire_several(4, 60s);
        QCOMPARE(redis().scripts() - scripts, 1);
        QVERIFY(ids.has_value());
        QCOMPARE(std::set<std::string>(ids->begin(), ids->end()).size(), std::size_t(4));
        QCOMPARE(value(), std::string("1"));
        QCOMPARE(entries(), 4);
        const std::string score = redis().text({"ZSCORE", deadlines, raw(ids->front())});
        for (const std::string& id : *ids)
            QCOMPARE(redis().text({"ZSCORE", deadlines, raw(id)}), score);

        QVERIFY(!semaphore().try_acquire_several(2));
        QCOMPARE(value(), std::string("1"));
        QCOMPARE(entries(), 4);
        QVERIFY(semaphore().release(ids->front())); // each is a permit of its own
        QVERIFY(semaphore().update_lease(ids->back(), {}));
        QVERIFY(semaphore().try_acquire_several(2));
        QCOMPARE(semaphore().permits(), 5);
    }

    void asManyAsOneCallMayTake()
    {
        semaphore().try_set_permits(1000);
        const std::vector<std::string> ids = semaphore().acquire_several(1000);
        QCOMPARE(value(), std::string("0"));
        QCOMPARE(semaphore().release_several(ids), 1000);
        QCOMPARE(value(), std::string("1000"));
        QCOMPARE(entries(), 0);
    }

    void noneAreHadWithoutAsking()
    {
        const auto scripts = redis().scripts();
        QVERIFY(semaphore().acquire_several(0).empty());
        QCOMPARE(semaphore().release_several({}), 0);
        QCOMPARE(redis().scripts(), scripts);
    }

    void severalGoBackWithOneMessage()
    {
        semaphore().try_set_permits(3);
        std::vector<std::string> ids = semaphore().acquire_several(3);
        Subscriber java(m_server->direct(), {channel});
        ids.push_back(ids.front()); // twice the same is once
        QCOMPARE(semaphore().release_several(ids), 3);
        QCOMPARE(value(), std::string("3"));
        QCOMPARE(semaphore().release_several(ids), 0);
        QVERIFY(java.take_all(redis()) == Messages({{channel, "3"}}));
    }

    void whatExpiredIsToldAndTheOthersGoBack()
    {
        semaphore().try_set_permits(4);
        std::vector<std::string> ids = semaphore().acquire_several(2, 60s);
        ids.push_back(semaphore().acquire(100ms));
        ids.push_back(unknown_id);
        QVERIFY(until([&] { return !semaphore().remaining_lease(ids[2]); }));
        QCOMPARE(semaphore().release_several(ids), 2);
        QCOMPARE(value(), std::string("4"));
        QCOMPARE(entries(), 0);
    }

    void whoWaitsForManyIsServedBeforeWhoCameLater()
    {
        semaphore().try_set_permits(3);
        std::vector<std::string> taken = semaphore().acquire_several(3);
        auto many = in_thread([&] { return semaphore().acquire_several(3, Terms{patience, 60s, {}}); });
        QVERIFY(has_waiters());
        auto one = in_thread([&] { return semaphore().try_acquire_for(patience); });
        QCOMPARE(semaphore().release_several({taken[0], taken[1]}), 2);
        QVERIFY(!is_ready(many, 100ms));
        QVERIFY(!is_ready(one));
        QVERIFY(semaphore().release(taken[2]));
        QVERIFY(is_ready(many, patience));
        QVERIFY(!is_ready(one));
        QCOMPARE(semaphore().release_several(many.get().value()), 3);
        QVERIFY(one.get().has_value());
    }

    /// No wake-up is lost between those who want few and those who want many.
    void neverMoreInsideThanPermitsHoweverManyEachTakes()
    {
        constexpr int permits = 6;
        semaphore().try_set_permits(permits);
        Inside inside;
        QVERIFY(take_turns(m_server->endpoint(), 24, [&](Client& client, Work& work, int thread, int round) {
            PermitSemaphore mine = client.permit_semaphore("a");
            const int count = 1 + (thread + round) % 4;
            const std::vector<std::string> ids = mine.acquire_several(count, 60s);
            inside.enter(count);
            work.do_some();
            inside.leave(count);
            mine.release_several(ids);
        }));
        QVERIFY2(inside.most() <= permits, std::to_string(inside.most()).c_str());
        QCOMPARE(value(), std::to_string(permits));
        QCOMPARE(entries(), 0);
    }
};

QTEST_GUILESS_MAIN(PermitSemaphoreSeveralTest)
#include "permit_semaphore_several_test.moc"
