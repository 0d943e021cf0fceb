// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_states.hpp"
#include "models/csv.hpp"
#include "models/events_export.hpp"
#include "models/lock_copy.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

class CsvExportTest : public QObject
{
    Q_OBJECT

private slots:
    void aFieldIsQuotedWhereItMustBe_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("field");
        QTest::newRow("plain") << "orders:42"
                               << "orders:42";
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("comma") << "a,b"
                               << "\"a,b\"";
        QTest::newRow("semicolon") << "a;b"
                                   << "\"a;b\"";
        QTest::newRow("quote") << "say \"hi\""
                               << "\"say \"\"hi\"\"\"";
        QTest::newRow("newline") << "a\nb"
                                 << "\"a\nb\"";
        QTest::newRow("space around") << " a"
                                      << "\" a\"";
        QTest::newRow("formula") << "=cmd|' /C calc'!A0"
                                 << "'=cmd|' /C calc'!A0";
        QTest::newRow("formula with comma") << "=SUM(1,2)"
                                            << "\"'=SUM(1,2)\"";
        QTest::newRow("plus") << "+1"
                              << "'+1";
        QTest::newRow("minus") << "-A1"
                               << "'-A1";
        QTest::newRow("minus alone") << "-"
                                     << "'-";
        QTest::newRow("negative number") << "-1"
                                         << "-1";
        QTest::newRow("sum of numbers") << "-1+1"
                                        << "'-1+1";
        QTest::newRow("two signs") << "--1"
                                   << "'--1";
        QTest::newRow("lines") << "-1\n=1"
                               << "\"'-1\n=1\"";
        QTest::newRow("digits of others") << "-\u0661"
                                          << "'-\u0661";
        QTest::newRow("at") << "@SUM(A1)"
                            << "'@SUM(A1)";
        QTest::newRow("tab") << "\t=1"
                             << "\"'\t=1\"";
        QTest::newRow("carriage return") << "\r=1"
                                         << "\"'\r=1\"";
        QTest::newRow("NUL") << QString(QChar(u'\0')) + "=1" << QLatin1Char('\'') + QString(QChar(u'\0')) + "=1";
        QTest::newRow("sign inside") << "a=b"
                                     << "a=b";
    }
    void aFieldIsQuotedWhereItMustBe()
    {
        QFETCH(QString, value);
        QFETCH(QString, field);
        QCOMPARE(csvField(value), field);
    }

    void aRecordEndsWithCrLf()
    {
        QCOMPARE(csvRecord({QStringLiteral("a"), QStringLiteral("b,c")}), QStringLiteral("a,\"b,c\"\r\n"));
    }

    void eventsBecomeRecords()
    {
        LockEvent event = lockEvent(LockEvent::Kind::expired, "=1+1", kAlice + ":57");
        event.held_for = milliseconds{30'000};
        event.held_for_exact = false;
        const QList<QByteArray> lines = eventsToCsv({{event, nullptr}}).whole().split('\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines.at(0), QByteArray("time,event,lock,holder,count,held_for_ms,held_for_exact,alert\r"));
        QCOMPARE(lines.at(1), QByteArray("2027-01-15T08:00:00.123Z,expired,'=1+1," + QByteArray::fromStdString(kAlice)
                                         + ":57,1,30000,false,\r"));
    }

    void alertsHaveWordsOfTheirOwn()
    {
        Alert alert;
        alert.kind = AlertRule::Kind::many_waiters;
        alert.lock = "orders:1";
        alert.since = SystemTime(std::chrono::seconds(1'800'000'000));
        EventsModel model;
        model.appendAlerts({alert});
        alert.state = Alert::State::cleared;
        alert.cleared_at = alert.since + std::chrono::seconds(5);
        model.appendAlerts({alert});
        const std::vector<EventRow> rows{model.eventAt(0), model.eventAt(1)};
        const QList<QByteArray> lines = eventsToCsv(rows).whole().split('\n');
        const QByteArray kind(to_string(alert.kind).data());
        QCOMPARE(lines.at(1), "2027-01-15T08:00:00.000Z,alert-raised,orders:1,,,,," + kind + '\r');
        QCOMPARE(lines.at(2), "2027-01-15T08:00:05.000Z,alert-cleared,orders:1,,,,," + kind + '\r');
        const QJsonObject object = QJsonDocument::fromJson(eventsToJson(rows).whole()).array().at(0).toObject();
        QCOMPARE(object[QStringLiteral("event")].toString(), QStringLiteral("alert-raised"));
        QCOMPARE(object[QStringLiteral("alert")].toString().toLatin1(), kind);
        QVERIFY(!object.contains(QStringLiteral("count")));
    }

    void locksSayWhatIsWrongWithThem()
    {
        LockState state = heldLock("orders:42", holder(kAlice, 57));
        state.anomalies = {Anomaly::never_expires, Anomaly::dead_head};
        state.renewed_at = state.observed_at;
        const std::vector<LockStatePtr> locks{shared(state), shared(heldLock("b", holder(kAlice, 57)))};
        const FilterMoment moment{Thresholds{}, state.observed_at + std::chrono::seconds(9),
                                  std::chrono::system_clock::now()};
        const QList<QByteArray> lines = copyText(locks, CopyFormat::csv, moment, {}).whole().split('\n');
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines.at(0),
                 QByteArray("name,state,type,type_certain,mode,holders,count,ttl_ms,waiters,waiters_exact,"
                            "dead_waiters,held_for_ms,held_for_exact,renewed_ms_ago,fencing_token,anomalies\r"));
        QStringList anomalies;
        for (const Anomaly anomaly : state.anomalies) {
            anomalies << QString::fromLatin1(to_string(anomaly).data());
        }
        const QByteArray end = ",9000,," + anomalies.join(QLatin1Char(' ')).toLatin1() + '\r';
        QVERIFY2(lines.at(1).endsWith(end), lines.at(1).constData());
        QVERIFY2(lines.at(2).endsWith(",,,\r"), lines.at(2).constData());
    }

    void controlCharactersNeverReachTheFile()
    {
        const QByteArray csv =
            eventsToCsv({{lockEvent(LockEvent::Kind::acquired, std::string("a\nb\x1b[2J\0c\xff", 10)), nullptr}})
                .whole();
        QCOMPARE(csv.count('\n'), 2);
        QVERIFY(!csv.contains('\x1b') && !csv.contains('\0') && !csv.contains('\xff'));
    }

    void jsonLosesNoByte()
    {
        std::vector<EventRow> events;
        for (const std::string& name : {std::string("plain"), std::string("\xff\xfe"), std::string("nul\0in", 6),
                                        std::string("\xef\xbb\xbf"
                                                    "bom"),
                                        std::string("\xe4\xb8\xad\xe6\x96\x87"), std::string("\xed\xa0\x80"),
                                        std::string("\"quote\\"), std::string("\xc0\xaf")}) {
            events.push_back({lockEvent(LockEvent::Kind::acquired, name), nullptr});
        }
        for (int i = 0; i < 2000; ++i) {
            std::string name;
            for (int length = QRandomGenerator::global()->bounded(1, 12); length > 0; --length) {
                name += static_cast<char>(QRandomGenerator::global()->bounded(256));
            }
            events.push_back({lockEvent(LockEvent::Kind::released, name, name), nullptr});
        }
        QJsonParseError error;
        const QJsonArray array = QJsonDocument::fromJson(eventsToJson(events).whole(), &error).array();
        QCOMPARE(error.error, QJsonParseError::NoError);
        QCOMPARE(array.size(), static_cast<qsizetype>(events.size()));
        for (qsizetype i = 0; i < array.size(); ++i) {
            const QJsonObject object = array.at(i).toObject();
            const auto bytes = [&](const QString& member) {
                const QJsonValue encoded = object.value(member + QLatin1String("_base64"));
                return (encoded.isString() ? QByteArray::fromBase64(encoded.toString().toLatin1())
                                           : object.value(member).toString().toUtf8())
                    .toStdString();
            };
            QCOMPARE(bytes(QStringLiteral("lock")), events[static_cast<std::size_t>(i)].lock);
            QCOMPARE(bytes(QStringLiteral("holder")), events[static_cast<std::size_t>(i)].owner);
        }
    }
};

QTEST_MAIN(CsvExportTest)
#include "csv_export_test.moc"
