// SPDX-License-Identifier: GPL-3.0-or-later
// What of a changed profile a connection that stands cannot take over.
#include "connections/waiting_parts.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;

using Part = WaitingPart;

class WaitingPartsTest : public QObject
{
    Q_OBJECT

private slots:
    void partsOfAnAddress_data();
    void partsOfAnAddress();
    void whatCountsAtOnceDoesNotWait();
    void ownLocksWait();
};

void WaitingPartsTest::partsOfAnAddress_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QList<WaitingPart>>("waiting");
    const auto row = [](const char* name, const char* before, const char* after, const QList<WaitingPart>& waiting) {
        QTest::newRow(name) << QString::fromLatin1(before) << QString::fromLatin1(after) << waiting;
    };
    row("the same", "redis://h:1", "redis://h:1", {});
    row("the same in other words", "redis://h:6379/0", "h", {});
    row("another host", "redis://h:1", "redis://i:1", {Part::address});
    row("another port", "redis://h:1", "redis://h:2", {Part::address});
    row("a socket", "redis://h:1", "unix:///run/a.sock", {Part::address});
    row("one more Sentinel", "redis+sentinel://a:1/m", "redis+sentinel://a:1,b:1/m", {Part::address});
    row("another master", "redis+sentinel://a:1/m", "redis+sentinel://a:1/n", {Part::address});
    row("where it may lead us", "redis+cluster://a:1", "redis+cluster://a:1?allow=*.x", {Part::address});
    row("another user", "redis://bob@h:1", "redis://amy@h:1", {Part::user});
    row("a user of the Sentinels", "redis+sentinel://a:1/m", "redis+sentinel://a:1/m?sentinel-user=w", {Part::user});
    row("another database", "redis://h:1/1", "redis://h:1/2", {Part::database});
    row("encrypted", "redis://h:1", "rediss://h:1", {Part::encryption});
    row("not verified", "rediss://h:1", "rediss://h:1?verify=no", {Part::encryption});
    row("several", "redis://h:1/1", "rediss://bob@i:1/2",
        {Part::address, Part::user, Part::database, Part::encryption});
}

void WaitingPartsTest::partsOfAnAddress()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QList<WaitingPart>, waiting);
    ConnectionProfile connected;
    connected.endpoint = Endpoint::parse(before.toStdString());
    ConnectionProfile saved = connected;
    saved.endpoint = Endpoint::parse(after.toStdString());
    QCOMPARE(waitingParts(connected, saved), waiting);
}

void WaitingPartsTest::whatCountsAtOnceDoesNotWait()
{
    const ConnectionProfile connected;
    ConnectionProfile saved = connected;
    saved.name = QStringLiteral("prod");
    saved.color = ProfileColor::pink;
    saved.kind = Session::ServerKind::production;
    saved.pattern = QStringLiteral("shop:*");
    saved.cpuBudget = 0.5;
    saved.stuckAfter = std::chrono::seconds(7);
    saved.expiringFraction = 0.5;
    QVERIFY(waitingParts(connected, saved).isEmpty());
}

void WaitingPartsTest::ownLocksWait()
{
    const ConnectionProfile connected;
    ConnectionProfile saved = connected;
    saved.locks.waitForReplica = true;
    QCOMPARE(waitingParts(connected, saved), QList<WaitingPart>{Part::ownLocks});
    for (const WaitingPart part :
         {Part::address, Part::user, Part::database, Part::encryption, Part::password, Part::ownLocks}) {
        QVERIFY(!partName(part).isEmpty());
    }
}

QTEST_MAIN(WaitingPartsTest)
#include "waiting_parts_test.moc"
