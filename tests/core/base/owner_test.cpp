// SPDX-License-Identifier: Apache-2.0
#include "lockscope/owner.hpp"

#include "support/printing.hpp"

#include <QTest>

using namespace lockscope;

namespace {
const std::string uuid = "0f3c2d1e-8b7a-4c6d-9e5f-112233445566";
const std::string transaction(32, 'a');
} // namespace

class OwnerTest : public QObject
{
    Q_OBJECT

private slots:
    void reads_data()
    {
        QTest::addColumn<QString>("rest");
        QTest::addColumn<qlonglong>("thread");
        QTest::addColumn<bool>("writer");
        QTest::addColumn<bool>("in_transaction");
        const QString tx = ':' + QString::fromStdString(transaction);
        QTest::newRow("thread") << ":87" << 87LL << false << false;
        QTest::newRow("zero") << ":0" << 0LL << false << false;
        QTest::newRow("negative") << ":-5" << -5LL << false << false;
        QTest::newRow("largest") << ":9223372036854775807" << std::numeric_limits<qlonglong>::max() << false << false;
        QTest::newRow("smallest") << ":-9223372036854775808" << std::numeric_limits<qlonglong>::min() << false << false;
        QTest::newRow("writer") << ":87:write" << 87LL << true << false;
        QTest::newRow("transaction") << ":87" + tx << 87LL << false << true;
        QTest::newRow("writer in a transaction") << ":87:write" + tx << 87LL << true << true;
    }
    void reads()
    {
        QFETCH(QString, rest);
        const std::string text = uuid + rest.toStdString();
        const auto field = OwnerField::parse(text);
        QVERIFY(field);
        QCOMPARE(field->client, uuid);
        QCOMPARE(std::string(OwnerView::of(text).client), uuid);
        QTEST(static_cast<qlonglong>(field->thread), "thread");
        QTEST(field->writer, "writer");
        QTEST(!field->transaction.empty(), "in_transaction");
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("field");
        const QByteArray id = QByteArray::fromStdString(uuid);
        for (const char* field : {"", "mode", ":1", "87", "not-a-uuid:1", "0F3C2D1E-8B7A-4C6D-9E5F-112233445566:1",
                                  "0f3c2d1e_8b7a_4c6d_9e5f_112233445566:1", "0f3c2d1e-8b7a-4c6d-9e5f-11223344556g:1"})
            QTest::newRow(field) << QByteArray(field);
        for (const char* rest :
             {"", ":", "1", ":x", ": 1", ":1 ", ":+1", ":007", ":-0", ":1.0", ":0x1", ":9223372036854775808",
              ":1:", ":1:read", ":1:write:", ":1:writer", ":1:write:write", ":1\n", ":1:expire_time"})
            QTest::newRow(("uuid" + QByteArray(rest)).constData()) << id + rest;
        QTest::newRow("NUL") << id + QByteArray(":1\0", 3);
        QTest::newRow("short transaction") << id + ":1:" + QByteArray(31, 'a');
        QTest::newRow("capital transaction") << id + ":1:" + QByteArray(32, 'A');
        QTest::newRow("huge") << id + ":1" + QByteArray(1 << 20, '1');
    }
    void refuses()
    {
        QFETCH(QByteArray, field);
        QVERIFY(!OwnerField::parse(field.toStdString()));
        QVERIFY(OwnerView::of(field.toStdString()).client.empty());
    }

    void whatIsWrittenIsRead()
    {
        for (const std::int64_t thread :
             {std::int64_t(0), std::int64_t(-1), std::numeric_limits<std::int64_t>::max()}) {
            const OwnerId owner{uuid, thread};
            const auto field = OwnerField::parse(owner.field());
            QVERIFY(field);
            QVERIFY(OwnerId({field->client, field->thread}) == owner);
        }
    }
};

QTEST_GUILESS_MAIN(OwnerTest)
#include "owner_test.moc"
