// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/clients_model.hpp"
#include "dialogs/hold_facts.hpp"
#include "lock_states.hpp"
#include "models/lock_cells.hpp"
#include "models/named_owner.hpp"

#include "lockscope/client_connections.hpp"
#include "lockscope/client_directory.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

class NamedOwnerTest : public QObject
{
    Q_OBJECT

private slots:
    void theNameStandsBehindTheShortId_data();
    void theNameStandsBehindTheShortId();
    void whoWritesAndReadsIsOneHolder();
    void whatAConnectionCallsItselfIsHarmless();
};

void NamedOwnerTest::theNameStandsBehindTheShortId_data()
{
    QTest::addColumn<QString>("owner");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    const QString alice = QString::fromStdString(kAlice) + QStringLiteral(":57");
    const QString known = QStringLiteral("billing-2");
    QTest::newRow("a thread") << alice << known << QStringLiteral("9f45…e1:57 (billing-2)");
    QTest::newRow("a writer") << alice + QStringLiteral(":write") << known << QStringLiteral("9f45…e1:57 (billing-2)");
    QTest::newRow("without a name") << alice << QString() << QStringLiteral("9f45…e1:57");
    QTest::newRow("of no client") << QStringLiteral("permit-1") << known << QStringLiteral("permit-1");
    QTest::newRow("a name for arg()") << alice << QStringLiteral("%2 %1 %n") << QStringLiteral("9f45…e1:57 (%2 %1 %n)");
    QTest::newRow("tags") << alice << QStringLiteral("<b>&x</b>") << QStringLiteral("9f45…e1:57 (<b>&x</b>)");
    QTest::newRow("a long one") << alice << QString(200, QLatin1Char('n'))
                                << QStringLiteral("9f45…e1:57 (nnnnnnnnnnnn…nnnnnnnnnnn)");
}

void NamedOwnerTest::theNameStandsBehindTheShortId()
{
    QFETCH(const QString, owner);
    QFETCH(const QString, name);
    QFETCH(const QString, expected);
    const ClientNamer namer = [&name](const std::string&) { return name; };
    Holder first;
    first.owner = owner.toStdString();
    QCOMPARE(namedOwner(first.owner, namer), expected);
    QCOMPARE(namedHolder(first, namer), expected);
    LockState lock = heldLock("a", first);
    QCOMPARE(namedHolders(lock, namer), expected);
    lock.holders_total = 3;
    QCOMPARE(namedHolders(lock, namer), expected + QStringLiteral(" +2"));
    QCOMPARE(lockText(lock, LockColumn::holder, {}, namer), namedHolders(lock, namer)); // the table says the same
    QVERIFY(!namedOwner(first.owner, {}).contains(QLatin1Char('(')));
    QCOMPARE(namedHolders(freeLock("a"), namer), QString());
}

/// Whoever has the write lock may take the read lock, too, and has two fields then.
void NamedOwnerTest::whoWritesAndReadsIsOneHolder()
{
    LockState lock = heldLock("a", holder(kAlice, 57, 2));
    lock.type = LockType::read_write;
    lock.mode = LockMode::write;
    lock.held_since.reset();
    lock.holders.front().owner += ":write";
    lock.holders.push_back(holder(kAlice, 57));
    lock.holders_total = 2;
    QVERIFY(writes_and_reads(lock));
    QCOMPARE(holding_threads(lock), std::size_t(1));
    QCOMPARE(lockText(lock, LockColumn::holder, {}, {}), QStringLiteral("9f45…e1:57"));
    QCOMPARE(facts::heldBy(lock, std::chrono::system_clock::now(), {}),
             QStringLiteral("held by 9f45…e1:57 (writes and reads, entered 3 times)"));
    lock.holders.back() = holder(kAlice, 58); // another thread: two types under one name
    QVERIFY(!writes_and_reads(lock));
    QCOMPARE(lockText(lock, LockColumn::holder, {}, {}), QStringLiteral("9f45…e1:57 +1"));
}

/// From CLIENT LIST to what a dialog says.
void NamedOwnerTest::whatAConnectionCallsItselfIsHarmless()
{
    ClientDirectory directory;
    const SystemTime now = std::chrono::system_clock::now();
    directory.apply({LockChange::Kind::added, shared(heldLock("x", holder(kAlice, 57)))}, now);
    ClientConnection connection;
    connection.id = 1;
    connection.address = "10.0.0.7:4001";
    connection.name = "<b>\xe2\x80\xae%1@" + kAlice;
    ConnectionList list;
    list.outcome = ConnectionList::Outcome::known;
    list.connections = {connection};
    directory.take(list, now);
    ClientsModel model;
    model.apply(directory, directory.take_changes());
    const ClientNamer namer = [&model](const std::string& uuid) { return model.nameOrAddressOf(uuid); };
    QCOMPARE(namedOwner(kAlice + ":57", namer), QStringLiteral("9f45…e1:57 (<b>\\xe2\\x80\\xae%1)"));
    QCOMPARE(namedClient(kAlice, namer), QStringLiteral("9f45…e1 (<b>\\xe2\\x80\\xae%1)"));
    QCOMPARE(namedClient(kBob, namer), QStringLiteral("c0de…bb"));
}

QTEST_MAIN(NamedOwnerTest)
#include "named_owner_test.moc"
