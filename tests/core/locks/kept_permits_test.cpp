// SPDX-License-Identifier: Apache-2.0
// Permits that are kept: renewed as locks are, back when their process dies; and who is told when one is lost.
#include "permit_stage.hpp"

#include "support/losses.hpp"
#include "support/timing.hpp"

using namespace lockscope;
using namespace lockscope::test;
namespace asio = boost::asio;

namespace {

ClientOptions with_lease(milliseconds lease)
{
    ClientOptions options;
    options.watchdog_lease = lease;
    return options;
}

} // namespace

class KeptPermitsTest : public QObject, private PermitStage
{
    Q_OBJECT

    /// Is it renewed so often, without ever being found about to expire?
    bool is_renewed(const std::string& id, int times = 2)
    {
        std::int64_t last = deadline(id);
        int rises = 0;
        bool lives = true;
        const bool ended = until([&] {
            const std::int64_t now = deadline(id);
            lives = now - server_now() >= brief_lease.count() / 10;
            rises += now > last ? 1 : 0;
            last = now;
            return !lives || rises == times;
        });
        return ended && lives;
    }

private slots:
    void initTestCase() { open(); }
    void cleanupTestCase() { close(); }
    void init()
    {
        begin();
        m_client.emplace(m_server->endpoint(), with_lease(brief_lease));
        semaphore().try_set_permits(1);
    }
    void cleanup() { end(); }

    void isRenewedUntilItIsReleased()
    {
        const std::string id = semaphore().acquire(brief_lease);
        QVERIFY(semaphore().keep(id));
        QVERIFY(semaphore().keep(id)); // no more than once
        QVERIFY(is_renewed(id));
        const std::stop_token token = semaphore().loss_token(id);
        QVERIFY(token.stop_possible() && !token.stop_requested());
        QVERIFY(semaphore().release(id));
        QCOMPARE(value(), std::string("1"));
        QVERIFY(!semaphore().loss_token(id).stop_possible());
        QVERIFY(!semaphore().keep(id));
    }

    void aGuardKeepsOne()
    {
        {
            const Permit seat = Permit::kept(semaphore());
            QVERIFY(is_renewed(seat.id()));
            QVERIFY(seat.loss_token().stop_possible());
        }
        QCOMPARE(value(), std::string("1"));
        QCOMPARE(entries(), 0);
    }

    void aCoroutineKeepsOne()
    {
        asio::thread_pool pool(1);
        const std::string id = asio::co_spawn(pool, semaphore().async_acquire(brief_lease), asio::use_future).get();
        QVERIFY(asio::co_spawn(pool, semaphore().async_keep(id), asio::use_future).get());
        QVERIFY(is_renewed(id));
    }

    void aLongerLeaseIsNotShortened()
    {
        const std::string id = semaphore().acquire(60s);
        QVERIFY(semaphore().keep(id));
        const auto before = deadline(id);
        redis().reset_stats();
        QVERIFY(until([&] { return redis().scripts() >= 2; }));
        QCOMPARE(deadline(id), before);
    }

    void manyAreRenewedTogether()
    {
        constexpr int permits = 250;
        semaphore().set_permits(permits);
        const std::vector<std::string> ids = semaphore().acquire_several(permits, brief_lease);
        for (const std::string& id : ids)
            QVERIFY(semaphore().keep(id));
        redis().reset_stats();
        const auto start = Clock::now();
        QVERIFY(is_renewed(ids.front(), 3));
        const auto scripts = redis().scripts();
        const auto periods = since(start) / (brief_lease / 3) + 1;
        QVERIFY2(scripts <= periods * (permits / 100 + 1) + 3, std::to_string(scripts).c_str());
        for (const std::string& id : ids)
            QVERIFY(semaphore().loss_token(id).stop_possible() && deadline(id) > server_now());
        QCOMPARE(semaphore().release_several(ids), permits);
    }

    void aShorterLeaseOfWhichNothingIsHeardIsReckonedWith()
    {
        FaultProxy proxy(m_server->direct());
        ClientOptions options = impatient(300ms);
        options.outage_patience = 500ms;
        m_client.emplace(proxy.endpoint(), options);
        Losses losses(*m_client);
        QVERIFY(until([&] { return thrown([&] { m_client->ping(); }) == Errc::ok; }));
        std::string id;
        QVERIFY(until([&] { return thrown([&] { return id = semaphore().acquire(60s); }) == Errc::ok; }));
        bool is_known = false; // the script to the server
        QVERIFY(until([&] {
            return thrown([&] { return is_known = semaphore().update_lease(id, 60s); }) == Errc::ok && is_known;
        }));
        proxy.inject(Fault::swallow_and_fall_silent, FaultProxy::any_script(), 1000);
        QVERIFY(thrown([&] { return semaphore().update_lease(id, 500ms); }) != Errc::ok);
        QVERIFY(until([&] { return losses.count() == 1; }));
    }

    void renewalsGoOnWhenTheConnectionWasCut()
    {
        FaultProxy proxy(m_server->direct());
        m_client.emplace(proxy.endpoint(), with_lease(brief_lease));
        Losses losses(*m_client);
        const Permit seat = Permit::kept(semaphore());
        QVERIFY(is_renewed(seat.id(), 1));
        proxy.cut_all();
        QVERIFY(is_renewed(seat.id()));
        QCOMPARE(losses.count(), std::size_t(0));
    }

    void comesBackWhenItsProcessDies()
    {
        {
            Client mortal(m_server->endpoint(), with_lease(500ms));
            static_cast<void>(Permit::kept(mortal.permit_semaphore("a")).detach());
        }
        QCOMPARE(value(), std::string("0"));
        QVERIFY(semaphore().try_acquire_for(patience));
    }

    void anotherLeaseEndsTheKeeping()
    {
        Losses losses(*m_client);
        const std::string id = semaphore().acquire(brief_lease);
        QVERIFY(semaphore().keep(id));
        QVERIFY(semaphore().update_lease(id, 2s));
        const auto end = deadline(id);
        QVERIFY(until([&] {
            const auto now = deadline(id);
            return losses.count() == 1 || (now != 0 && now != end);
        }));
        QCOMPARE(losses.count(), std::size_t(1));
        QVERIFY(losses.first().reason == LossNotice::Reason::expired);
        QCOMPARE(deadline(id), end);
    }

    void whatIsNotKnownIsNotKept()
    {
        QVERIFY(!semaphore().keep(unknown_id));
        QVERIFY(!semaphore().loss_token(unknown_id).stop_possible());
        QCOMPARE(thrown([&] { return semaphore().keep("an id"); }), Errc::invalid_argument);
        const std::string id = semaphore().acquire(); // without end: nothing to renew
        QVERIFY(!semaphore().keep(id));
        QVERIFY(!semaphore().loss_token(id).stop_possible());
        QVERIFY(!Client(m_server->endpoint()).permit_semaphore("a").keep(id));
        QVERIFY(semaphore().update_lease(id, 60s));
        QVERIFY(semaphore().keep(QByteArray::fromStdString(id).toUpper().toStdString()));
        QVERIFY(semaphore().update_lease(id, {}));
        QVERIFY(!semaphore().keep(id));
    }

    // Losses.

    void whatIsTakenAwayIsTold_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("released by somebody else") << QStringList{"DEL", "{a}:timeout"};
        QTest::newRow("deleted") << QStringList{"DEL", "a", "{a}:timeout"};
        QTest::newRow("expired by somebody else") << QStringList{"PEXPIRE", "{a}:timeout", "1"};
    }
    void whatIsTakenAwayIsTold()
    {
        QFETCH(QStringList, command);
        Losses losses(*m_client);
        const std::string id = semaphore().acquire(brief_lease);
        QVERIFY(semaphore().keep(id));
        const std::stop_token token = semaphore().loss_token(id);
        make_key(redis(), command);
        QVERIFY(until([&] { return losses.count() == 1; }));
        QVERIFY(token.stop_requested());
        QCOMPARE(losses.first().lock, std::string("a"));
        QCOMPARE(losses.first().permit, id);
        QCOMPARE(losses.first().owner.client, m_client->id());
        QVERIFY(losses.first().reason == LossNotice::Reason::taken);
        QVERIFY(!semaphore().keep(id));
        QVERIFY(!semaphore().release(id));
    }

    void whatCannotBeRenewedIsTold()
    {
        FaultProxy proxy(m_server->direct());
        m_client.emplace(proxy.endpoint(), with_lease(brief_lease));
        Losses losses(*m_client);
        const std::string id = semaphore().acquire(brief_lease);
        QVERIFY(semaphore().keep(id));
        const std::stop_token token = semaphore().loss_token(id);
        QVERIFY(is_renewed(id, 1));
        proxy.set_mode(FaultProxy::Mode::black_hole);
        QVERIFY(until([&] { return losses.count() == 1; }));
        QVERIFY(losses.first().reason == LossNotice::Reason::expired);
        QVERIFY(token.stop_requested());
        QVERIFY(until([&] { return deadline(id) < server_now(); }));
        proxy.cut_all();
        proxy.set_mode(FaultProxy::Mode::forward);
        QVERIFY(Permit::kept(semaphore()).loss_token().stop_possible()); // as if nothing had happened
    }

    void aLeaseThatIsOverIsTold()
    {
        Losses losses(*m_client);
        const std::string id = semaphore().acquire(300ms);
        QVERIFY(until([&] { return losses.count() == 1; }));
        QCOMPARE(losses.first().permit, id);
        QVERIFY(losses.first().reason == LossNotice::Reason::expired);
        QVERIFY(!semaphore().loss_token(id).stop_possible());
    }

    void whatWasReleasedIsNotTold()
    {
        Losses losses(*m_client);
        semaphore().set_permits(3);
        QVERIFY(semaphore().release(semaphore().acquire(500ms)));
        static_cast<void>(Permit(semaphore(), 500ms));
        const std::string last = semaphore().acquire(1s);
        QVERIFY(until([&] { return losses.count() > 0; }));
        QCOMPARE(losses.first().permit, last);
    }

    void aPermitEndsWithItsSemaphore()
    {
        redis().expect({"PEXPIRE", "a", "1500"});
        const std::stop_token token = semaphore().loss_token(semaphore().acquire(60s));
        QVERIFY(token.stop_possible());
        QVERIFY(until([&] { return token.stop_requested(); }));
    }

    void aClosedClientTellsNobody()
    {
        Permit seat = Permit::kept(semaphore());
        const std::stop_token token = seat.loss_token();
        m_client.reset();
        QVERIFY(!token.stop_requested());
        QVERIFY(!seat.loss_token().stop_possible());
    }
};

QTEST_GUILESS_MAIN(KeptPermitsTest)
#include "kept_permits_test.moc"
