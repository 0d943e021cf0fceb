// SPDX-License-Identifier: Apache-2.0
#include "support/seed.hpp"
#include "trace_lines.hpp"

#include <QTest>

#include <random>

using namespace lockscope;
using namespace lockscope::monitor;
using namespace lockscope::test;

class TraceLineTest : public QObject
{
    Q_OBJECT

private slots:
    void aLineIsReadInFull()
    {
        const auto read = parse_trace_line("1700000000.123456 [3 10.0.0.7:4711] \"SET\" \"a\\\"b\\\\c\" "
                                           "\"\\x00\\xff\\n\\r\\t\\a\\b\" \"\"");
        QVERIFY(read.has_value());
        QCOMPARE(read->at, SystemTime(std::chrono::microseconds(1'700'000'000'123'456)));
        QCOMPARE(read->database, 3);
        QCOMPARE(read->client, std::string("10.0.0.7:4711"));
        QCOMPARE(read->origin, TraceLine::Origin::client);
        const std::vector<std::string> words{"SET", "a\"b\\c", std::string("\0\xff\n\r\t\a\b", 7), ""};
        QCOMPARE(read->words, words);
    }

    void originsAreToldApart_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("client");
        QTest::newRow("script") << "lua"
                                << "";
        QTest::newRow("IPv6") << "[::1]:6379"
                              << "[::1]:6379";
        QTest::newRow("unix") << "unix:/run/redis/a b.sock"
                              << "unix:/run/redis/a b.sock";
    }
    void originsAreToldApart()
    {
        QFETCH(QString, from);
        QFETCH(QString, client);
        const auto read = parse_trace_line("1.5 [0 " + from.toStdString() + "] \"PING\"");
        QVERIFY(read.has_value());
        QCOMPARE(QString::fromStdString(read->client), client);
        QCOMPARE(read->origin == TraceLine::Origin::script, client.isEmpty());
        QCOMPARE(read->at, SystemTime(std::chrono::milliseconds(1500)));
    }

    void whatIsNoLineIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"",
                                 "OK",
                                 "PONG",
                                 "1700000000",
                                 "1700000000.",
                                 "1700000000.1",
                                 "1700000000.1 [0 a] ",
                                 "1.1 [0 a] x",
                                 "1.1 [0 a] \"",
                                 "1.1 [0 a] \"x",
                                 "1.1 [0 a] \"x\" ",
                                 "1.1 [0 a] \"x\"y",
                                 "1.1 [0 a] \"\\",
                                 "1.1 [0 a] \"\\x\"",
                                 "1.1 [0 a] \"\\xg0\"",
                                 "1.1 [0 a] \"\\q\"",
                                 "1.1 [x a] \"y\"",
                                 "1.1 [99999999999 a] \"y\"",
                                 "9999999999999999999.1 [0 a] \"y\"",
                                 "-1.1 [0 a] \"y\"",
                                 "1.1 [0 a \"y\"",
                                 "1.1 [0a] \"y\""})
            QTest::newRow(text) << QByteArray(text);
    }
    void whatIsNoLineIsRefused()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!parse_trace_line(text.toStdString()).has_value());
    }

    void thousandsOfWordsAreBounded()
    {
        const auto read = parse_trace_line(line(std::vector<std::string>(5000, "x")));
        QVERIFY(read.has_value());
        QCOMPARE(read->words.size(), std::size_t{1024});
        QCOMPARE(read->words_left_out, std::size_t{5000 - 1024});
    }

    void randomBytesDoNoHarm()
    {
        const auto seed = test::seed_of_this_run();
        std::mt19937_64 random(seed);
        const std::string alphabet = "\"\\x0123456789. []lua:nrtab\n\xff{}";
        TraceFolder folder(everything());
        for (int i = 0; i < 40'000; ++i) {
            std::string text = i % 2 == 0 ? std::string(from_client) : i % 3 == 0 ? std::string(from_script) : "";
            const std::size_t length = random() % 80;
            for (std::size_t at = 0; at < length; ++at)
                text += i % 5 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
            folder.add(text, SteadyTime{});
        }
        QCOMPARE(folder.lines(), std::uint64_t{40'000});
        QVERIFY(folder.malformed() > 0);
    }

    void cutAndBentLinesDoNoHarm()
    {
        const auto seed = test::seed_of_this_run();
        std::mt19937_64 random(seed);
        const std::string good =
            line({"EVALSHA", "abc", "2", "orders", "redisson_lock__channel:{orders}", "30000", trace_owner, "0"});
        TraceFolder folder(TraceOptions{});
        for (std::size_t cut = 0; cut < good.size(); ++cut)
            folder.add(std::string_view(good).substr(0, cut), SteadyTime{});
        // Only what was cut behind a word is a line.
        QVERIFY(folder.lines() - folder.malformed() < 8);
        for (int i = 0; i < 20'000; ++i) {
            std::string bent = good;
            bent[random() % bent.size()] = static_cast<char>(random());
            folder.add(bent, SteadyTime{});
        }
        folder.close();
        QVERIFY(!folder.take_commands().empty());
    }
};

QTEST_APPLESS_MAIN(TraceLineTest)
#include "trace_line_test.moc"
