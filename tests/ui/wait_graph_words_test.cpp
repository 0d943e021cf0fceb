// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/wait_graph_words.hpp"
#include "lock_states.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

class WaitGraphWordsTest : public QObject
{
    Q_OBJECT

private slots:
    void aLockSaysWhoWaits_data();
    void aLockSaysWhoWaits();
};

void WaitGraphWordsTest::aLockSaysWhoWaits_data()
{
    QTest::addColumn<LockState>("lock");
    QTest::addColumn<QString>("expected");
    LockState heard = heldLock("orders:1", holder(kAlice, 57, 1));
    heard.waiting_clients = 3;
    LockState unheard = heard;
    unheard.waiting_clients.reset();
    QTest::newRow("one that many listen for") << heard << QStringLiteral("3 waiting");
    QTest::newRow("one of which nobody may ask") << unheard << QStringLiteral("waiters unknown");
    QTest::newRow("a queue, without its dead") << fairLock("orders:1") << QStringLiteral("2 waiting");
}

void WaitGraphWordsTest::aLockSaysWhoWaits()
{
    QFETCH(const LockState, lock);
    QFETCH(const QString, expected);
    WaitPicture picture;
    picture.nodes.emplace_back();
    picture.nodes.back().name = lock.name;
    picture.nodes.back().lock = shared(lock);
    const WaitNodeText text = waitNodeText(picture, 0, [](const std::string&) { return QString(); });
    QVERIFY2(text.detail.contains(expected), qPrintable(text.detail));
    QVERIFY2(text.spoken.contains(expected), qPrintable(text.spoken));
}

QTEST_MAIN(WaitGraphWordsTest)
#include "wait_graph_words_test.moc"
