// SPDX-License-Identifier: Apache-2.0
#include "locks/key_names.hpp"

#include <QTest>

using namespace lockscope::locks;

namespace {

const std::string owner = "0a0a0a0a-1111-4222-8333-444444444444:17";

bool contains(const std::vector<NameUse>& uses, const NameUse& use)
{
    return std::find(uses.begin(), uses.end(), use) != uses.end();
}

} // namespace

class KeyNamesTest : public QObject
{
    Q_OBJECT

private slots:
    void areRedissonsForAPlainName()
    {
        QCOMPARE(unlock_channel("a"), std::string("redisson_lock__channel:{a}"));
        QCOMPARE(fair_channel("a", owner), "redisson_lock__channel:{a}:" + owner);
        QCOMPARE(rwlock_channel("a"), std::string("redisson_rwlock:{a}"));
        QCOMPARE(queue_key("a"), std::string("redisson_lock_queue:{a}"));
        QCOMPARE(timeout_key("a"), std::string("redisson_lock_timeout:{a}"));
        QCOMPARE(token_key("a"), std::string("redisson_lock_token:{a}"));
        QCOMPARE(reader_timeout_key("a", owner, 2), "{a}:" + owner + ":rwlock_timeout:2");
        QCOMPARE(latch_prefix("a"), std::string("redisson_unlock_latch:{a}:"));
        QCOMPARE(semaphore_channel("a"), std::string("redisson_sc:{a}"));
        QCOMPARE(permit_timeout_key("a"), std::string("{a}:timeout"));
        QCOMPARE(latch_channel("a"), std::string("redisson_countdownlatch__channel__{a}"));
    }

    void keepANameThatHasABrace()
    {
        QCOMPARE(unlock_channel("{t}:k"), std::string("redisson_lock__channel:{t}:k"));
        QCOMPARE(reader_timeout_key("{t}:k", owner, 1), "{t}:k:" + owner + ":rwlock_timeout:1");
        QCOMPARE(permit_timeout_key("{t}:k"), std::string("{t}:k:timeout"));
        QCOMPARE(queue_key("x{y"), std::string("redisson_lock_queue:x{y"));
        QCOMPARE(queue_key("x}y"), std::string("redisson_lock_queue:{x}y}"));
        QCOMPARE(latch_channel("{t}:k"), std::string("redisson_countdownlatch__channel__{{t}:k}"));
    }

    void areReadBack_data()
    {
        QTest::addColumn<QByteArray>("raw");
        for (const char* raw : {"a", "{a}", "{t}:k", "a:b:c", "x}y", "x{y", "", "redisson_lock_queue:{a}"})
            QTest::newRow(*raw ? raw : "empty") << QByteArray(raw);
        QTest::newRow("an owner at its end") << QByteArray::fromStdString("{t}:" + owner);
        QTest::newRow("bytes") << QByteArray("\0\xff\n{", 4);
    }
    void areReadBack()
    {
        QFETCH(QByteArray, raw);
        const auto name = raw.toStdString();
        if (name.empty()) {
            QVERIFY(untagged("{}") == std::vector<std::string>{"{}"});
            return;
        }
        QVERIFY(contains(names_of_channel(unlock_channel(name)), {name, ""}));
        QVERIFY(contains(names_of_channel(fair_channel(name, owner)), {name, owner}));
        QVERIFY(contains(names_of_channel(rwlock_channel(name)), {name, ""}));
        for (const auto& key : {queue_key(name), timeout_key(name), token_key(name)})
            QVERIFY(contains(names_of_companion(key), {name, ""}));
        QVERIFY(contains(names_of_companion(reader_timeout_key(name, owner, 3)), {name, owner}));
        QVERIFY(is_companion(queue_key(name)));
        QVERIFY(is_companion(reader_timeout_key(name, owner, 3)));
    }

    void sayWhatIsAmbiguous()
    {
        QVERIFY(untagged("{a}") == (std::vector<std::string>{"a", "{a}"}));
        QVERIFY(untagged("{a}b") == (std::vector<std::string>{"{a}b"}));
        QVERIFY(untagged("a").empty());
    }

    void areNotSeenInOtherKeys_data()
    {
        QTest::addColumn<QByteArray>("key");
        for (const char* key : {"a", "redisson_lock_queue:a", "x:rwlock_timeout:1", "{a}:b:rwlock_timeout:1",
                                "{a}:0a0a0a0a-1111-4222-8333-444444444444:17:rwlock_timeout:", "", ":", "::::"})
            QTest::newRow(*key ? key : "empty") << QByteArray(key);
    }
    void areNotSeenInOtherKeys()
    {
        QFETCH(QByteArray, key);
        QVERIFY(names_of_companion(key.toStdString()).empty());
        QVERIFY(!is_companion(key.toStdString()));
        QVERIFY(names_of_channel(key.toStdString()).empty());
    }
};

QTEST_APPLESS_MAIN(KeyNamesTest)
#include "key_names_test.moc"
