// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of the leases of locks that this program holds itself.
#include "lock_states.hpp"
#include "models/own_holds_model.hpp"
#include "theme/theme.hpp"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using namespace std::chrono_literals;

class OwnHoldsModelTest : public QObject
{
    Q_OBJECT

    OwnHoldsModel m_model;
    QAbstractItemModelTester m_tester{&m_model};

    static OwnHold own(const std::string& lock)
    {
        OwnHold hold;
        hold.id = 1;
        hold.lock = lock;
        hold.state = OwnHold::State::held;
        hold.owner = holder(kAlice, 57).owner;
        return hold;
    }
    /// As the server has it now.
    void see(const std::string& lock, milliseconds left, milliseconds lease,
             LockChange::Kind kind = LockChange::Kind::changed)
    {
        LockState state = heldLock(lock, holder(kAlice, 57));
        state.ttl = left;
        state.lease = lease;
        state.observed_at = std::chrono::steady_clock::now();
        MonitorBatch batch;
        batch.changes.push_back({kind, shared(state)});
        m_model.see(batch);
    }
    [[nodiscard]] QString remaining() const { return m_model.index(0, OwnHoldsModel::Remaining).data().toString(); }
    [[nodiscard]] bool warns() const
    {
        return m_model.index(0, OwnHoldsModel::Remaining).data(Qt::DecorationRole).isValid();
    }

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void cleanup()
    {
        m_model.forgetLeases();
        m_model.setHolds({});
        m_model.setWatchdogLease(30s);
    }

    void aRenewalThatDoesNotComeIsSaid_data()
    {
        QTest::addColumn<int>("left");
        QTest::addColumn<int>("lease");
        QTest::addColumn<QString>("said");
        QTest::newRow("just renewed") << 30'000 << 30'000 << QStringLiteral("renewed");
        QTest::newRow("about to be") << 19'000 << 30'000 << QStringLiteral("renewed");
        QTest::newRow("too late") << 14'900 << 30'000 << QStringLiteral("not renewed: lost in 14 s");
        QTest::newRow("over") << 0 << 30'000 << QStringLiteral("not renewed: lost in 0.0 s");
        QTest::newRow("a shorter lease") << 5'900 << 10'000 << QStringLiteral("renewed");
        QTest::newRow("extended by an operator") << 200'000 << 600'000 << QStringLiteral("renewed");
        QTest::newRow("without end") << -1 << 30'000 << QStringLiteral("renewed");
    }
    void aRenewalThatDoesNotComeIsSaid()
    {
        QFETCH(int, left);
        QFETCH(int, lease);
        QFETCH(QString, said);
        m_model.setHolds({own("a")});
        QCOMPARE(remaining(), QStringLiteral("renewed")); // nobody has looked yet
        see("a", milliseconds(left), milliseconds(lease));
        QCOMPARE(remaining(), said);
        QCOMPARE(warns(), said != QStringLiteral("renewed"));
    }

    /// The server does not answer, and so nobody tells of its locks.
    void whatOurOwnRenewalsBroughtIsKnownWithoutAMonitor()
    {
        OwnHold hold = own("a");
        hold.valid_until = std::chrono::steady_clock::now() + 20s;
        m_model.setHolds({hold});
        QCOMPARE(remaining(), QStringLiteral("renewed"));
        see("a", 14'900ms, 30s); // shortened by somebody else
        QCOMPARE(remaining(), QStringLiteral("not renewed: lost in 14 s"));
        m_model.forgetLeases();
        hold.valid_until = std::chrono::steady_clock::now() + 9'900ms;
        m_model.setHolds({hold});
        QCOMPARE(remaining(), QStringLiteral("not renewed: lost in 9.9 s"));
        QVERIFY(warns());
        see("a", 12s, 30s); // as it was read before
        QVERIFY(remaining().startsWith(QStringLiteral("not renewed: lost in 9.")));
    }

    void lateIsWhatIsLateForTheLeaseOfTheProfile_data()
    {
        QTest::addColumn<int>("lease");
        QTest::addColumn<int>("left");
        QTest::addColumn<QString>("said");
        QTest::newRow("short, just renewed") << 10'000 << 9'900 << QStringLiteral("renewed");
        QTest::newRow("short, too late") << 10'000 << 4'900 << QStringLiteral("not renewed: lost in 4.");
        QTest::newRow("long, about to be renewed") << 120'000 << 79'000 << QStringLiteral("renewed");
        QTest::newRow("long, too late") << 120'000 << 50'000 << QStringLiteral("not renewed: lost in ");
    }
    void lateIsWhatIsLateForTheLeaseOfTheProfile()
    {
        QFETCH(int, lease);
        QFETCH(int, left);
        QFETCH(QString, said);
        m_model.setWatchdogLease(milliseconds(lease));
        OwnHold hold = own("a");
        hold.valid_until = std::chrono::steady_clock::now() + milliseconds(left);
        m_model.setHolds({hold}); // as our own renewals brought it
        QVERIFY2(remaining().startsWith(said), qPrintable(remaining()));
        m_model.setHolds({own("a")});
        see("a", milliseconds(left), milliseconds(lease)); // as the server has it
        QVERIFY2(remaining().startsWith(said), qPrintable(remaining()));
        QCOMPARE(warns(), said != QStringLiteral("renewed"));
    }

    void whatNobodySeesIsNotClaimed()
    {
        m_model.setHolds({own("a")});
        see("a", 5s, 30s);
        QVERIFY(warns());
        see("a", 5s, 30s, LockChange::Kind::removed); // the pattern leaves it out
        QVERIFY(!warns());
        see("a", 5s, 30s);
        m_model.forgetLeases(); // paused
        QVERIFY(!warns());
        see("b", 5s, 30s); // another lock
        QVERIFY(!warns());
    }

    void whatIsInDoubtIsSaid()
    {
        OwnHold permit = own("a");
        permit.kind = HoldKind::semaphore;
        permit.in_doubt = true;
        m_model.setHolds({permit});
        const QModelIndex state = m_model.index(0, OwnHoldsModel::State);
        QCOMPARE(state.data().toString(), QStringLiteral("not known since a failover"));
        QVERIFY(state.data(Qt::DecorationRole).isValid());
        QVERIFY(state.data(Qt::ToolTipRole).toString().contains(QStringLiteral("Only “Release” gives it back")));
    }

    void aFixedLeaseIsNotRenewed()
    {
        OwnHold hold = own("a");
        hold.ends = std::chrono::steady_clock::now() + 5s;
        m_model.setHolds({hold});
        see("a", 5s, 30s);
        QVERIFY2(!remaining().contains(QStringLiteral("renewed")), qPrintable(remaining()));
    }
};

QTEST_MAIN(OwnHoldsModelTest)
#include "own_holds_model_test.moc"
