// SPDX-License-Identifier: Apache-2.0
#include "admin/policy.hpp"

#include <QTest>

using namespace lockscope;

namespace {

AdminRequest good_request()
{
    AdminRequest request;
    request.lock = "orders:\n42";
    request.expected = {{"owner", 1}};
    request.reason = "stuck";
    request.typed_name = "orders:\\x0a42";
    return request;
}

HoldRequest good_wish()
{
    HoldRequest request;
    request.lock = "orders:\n42";
    request.reason = "maintenance";
    request.typed_name = "orders:\\x0a42";
    return request;
}

constexpr AdminPolicy permissive{.read_only = false, .production = false, .reason_required = false};
constexpr AdminPolicy strict{.read_only = false, .production = true, .reason_required = true};

} // namespace

class PolicyTest : public QObject
{
    Q_OBJECT

private slots:
    void everySessionStartsReadOnly()
    {
        QVERIFY(admin::refusal(AdminPolicy(), good_request()).has_value());
        QVERIFY(admin::refusal(AdminPolicy(), good_wish()).has_value());
    }

    void allowsWhatIsComplete()
    {
        QVERIFY(!admin::refusal(strict, good_request()));
        QVERIFY(!admin::refusal(strict, good_wish()));
    }

    void asksForAReason_data()
    {
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("none") << QByteArray();
        QTest::newRow("blank") << QByteArray(" \t\n ");
    }
    void asksForAReason()
    {
        QFETCH(QByteArray, reason);
        auto request = good_request();
        request.reason = reason.toStdString();
        QVERIFY(admin::refusal(strict, request).has_value());
        auto wish = good_wish();
        wish.reason = request.reason;
        QVERIFY(admin::refusal(strict, wish).has_value());
        QVERIFY(!admin::refusal(permissive, request));
    }

    void productionWantsTheNameTyped()
    {
        auto request = good_request();
        request.typed_name = "orders:42";
        QVERIFY(admin::refusal(strict, request).has_value());
        QVERIFY(!admin::refusal(permissive, request));
        auto wish = good_wish();
        wish.typed_name.clear();
        QVERIFY(admin::refusal(strict, wish).has_value());
        QVERIFY(!admin::refusal(permissive, wish));
    }

    void whatCannotBeComparedIsRefused_data()
    {
        QTest::addColumn<LockType>("type");
        QTest::addColumn<std::size_t>("holders");
        QTest::addColumn<bool>("is_refused");
        QTest::newRow("one holder") << LockType::reentrant << std::size_t(1) << false;
        QTest::newRow("more holders than were read") << LockType::read_write << std::size_t(2000) << true;
        QTest::newRow("a group in one hash") << LockType::multi << std::size_t(1) << true;
    }
    void whatCannotBeComparedIsRefused()
    {
        QFETCH(LockType, type);
        QFETCH(std::size_t, holders);
        QFETCH(bool, is_refused);
        LockState state;
        state.name = "orders";
        state.type = type;
        state.holders.resize(1);
        state.holders_total = holders;
        QCOMPARE(admin::refusal(permissive, admin_request(state)).has_value(), is_refused);
    }

    void wakingAsksForAsMuchButMayBeOfAFreeLock()
    {
        WakeRequest wake;
        wake.lock = "orders:\n42";
        wake.reason = "stuck";
        QVERIFY(admin::refusal(AdminPolicy(), wake).has_value());
        QVERIFY(!admin::refusal(permissive, wake));
        QVERIFY(admin::refusal(strict, wake).has_value());
        wake.typed_name = "orders:\\x0a42";
        QVERIFY(!admin::refusal(strict, wake));
    }

    void undoingWantsNoNameTypedAgain()
    {
        UndoTicket ticket;
        ticket.lock = "orders:42";
        ticket.reason = "stuck";
        QVERIFY(admin::refusal(AdminPolicy(), ticket).has_value());
        QVERIFY(!admin::refusal(strict, ticket));
    }

    void nothingIsExpectedOfAFreeLock()
    {
        auto request = good_request();
        request.expected.clear();
        QVERIFY(admin::refusal(permissive, request).has_value());
    }
};

QTEST_GUILESS_MAIN(PolicyTest)
#include "policy_test.moc"
