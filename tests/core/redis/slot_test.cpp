// SPDX-License-Identifier: Apache-2.0
// Which slot of a cluster a key belongs to; the numbers are what CLUSTER KEYSLOT of Redis 7.0 answers.
#include "redis/slot.hpp"

#include "support/printing.hpp"

#include <QTest>

#include <string>

using namespace lockscope::redis;

class SlotTest : public QObject
{
    Q_OBJECT

private slots:
    void keysHaveTheSlotThatRedisGivesThem_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<unsigned>("slot");
        const auto row = [](const char* name, const QByteArray& key, unsigned slot) {
            QTest::newRow(name) << key << slot;
        };
        row("the check value of the sum", "123456789", 0x31c3);
        row("a word", "foo", 12182);
        row("another word", "bar", 5061);
        row("nothing", "", 0);
        row("bytes that are no text", QByteArray("\xff\x80"), 4727);
        row("a tag's own word", "user1000", 3443);
        row("a tag at the start", "{user1000}.following", 3443);
        row("a tag at the end", "redisson_lock__channel:{user1000}", 3443);
        row("an empty tag is none", "foo{}{bar}", 8363);
        row("a brace within the tag", "foo{{bar}}zap", 4015);
        row("a brace that is not closed", "{bar", 4015);
        row("a brace that is not opened", "}{", 12793);
        row("the first tag counts", "foo{bar}{zap}", 5061);
    }
    void keysHaveTheSlotThatRedisGivesThem()
    {
        QFETCH(QByteArray, key);
        QFETCH(unsigned, slot);
        QCOMPARE(slot_of(key.toStdString()), slot);
    }

    void everySlotIsBelowTheirNumber()
    {
        for (int i = 0; i < 100000; ++i)
            QVERIFY(slot_of(std::to_string(i)) < slot_count);
    }
};

QTEST_GUILESS_MAIN(SlotTest)
#include "slot_test.moc"
