// SPDX-License-Identifier: Apache-2.0
// Bytes of a server that may be slow, broken or hostile.
#include "redis/reply_reader.hpp"

#include "support/errors.hpp"
#include "support/printing.hpp"

#include <QTest>

#include <random>

using namespace lockscope;
using namespace lockscope::redis;

namespace {

/// A reply as one readable line.
std::string shown(const Reply& reply)
{
    switch (reply.kind) {
    case Reply::Kind::nil: return "nil";
    case Reply::Kind::integer: return std::to_string(reply.integer);
    case Reply::Kind::string: return '"' + escape(reply.text) + '"';
    case Reply::Kind::status: return '+' + escape(reply.text);
    case Reply::Kind::error: return '-' + escape(reply.text);
    case Reply::Kind::array: break;
    }
    std::string all;
    for (const Reply& element : reply.elements)
        all += (all.empty() ? "" : " ") + shown(element);
    return '[' + all + ']';
}

/// All replies in @p bytes, fed in pieces of @p piece bytes.
std::string read(std::string_view bytes, std::size_t piece, ReplyLimits limits = {})
{
    ReplyReader reader(limits);
    std::string all;
    while (!bytes.empty()) {
        reader.feed(bytes.substr(0, piece));
        bytes.remove_prefix(std::min(piece, bytes.size()));
        while (const auto reply = reader.next())
            all += (all.empty() ? "" : " | ") + shown(*reply);
    }
    return all;
}

constexpr ReplyLimits small{.bytes = 100'000, .elements = 100, .line = 1000};

} // namespace

class ReplyReaderTest : public QObject
{
    Q_OBJECT

private slots:
    void reads_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("replies");
        const auto row = [](const char* title, const QByteArray& bytes, const QByteArray& replies) {
            QTest::newRow(title) << bytes << replies;
        };
        row("status", "+OK\r\n", "+OK");
        row("empty status", "+\r\n", "+");
        row("error", "-ERR no such thing\r\n", "-ERR no such thing");
        row("integer", ":42\r\n", "42");
        row("smallest integer", ":-9223372036854775808\r\n", "-9223372036854775808");
        row("string", "$5\r\nhello\r\n", "\"hello\"");
        row("empty string", "$0\r\n\r\n", "\"\"");
        row("string with a line break", "$4\r\n\r\n\r\n\r\n", "\"\\x0d\\x0a\\x0d\\x0a\"");
        row("string with NUL", QByteArray("$3\r\na\0b\r\n", 9), "\"a\\x00b\"");
        row("nil string", "$-1\r\n", "nil");
        row("nil array", "*-1\r\n", "nil");
        row("empty array", "*0\r\n", "[]");
        row("array", "*4\r\n:1\r\n$1\r\na\r\n+b\r\n$-1\r\n", "[1 \"a\" +b nil]");
        row("nested", "*2\r\n*1\r\n*0\r\n*2\r\n:1\r\n-E\r\n", "[[[]] [1 -E]]");
        row("several", "+OK\r\n:1\r\n*1\r\n$1\r\nx\r\n$-1\r\n+OK\r\n", "+OK | 1 | [\"x\"] | nil | +OK");
    }
    void reads()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, replies);
        // Whole, and torn at every byte.
        for (std::size_t piece = 1; piece <= static_cast<std::size_t>(bytes.size()); ++piece)
            QCOMPARE(read(bytes.toStdString(), piece), replies.toStdString());
        for (qsizetype length = 0; length < bytes.size(); ++length) {
            ReplyReader reader;
            reader.feed(std::string_view(bytes.data(), static_cast<std::size_t>(length)));
            while (reader.next()) {}
            reader.feed(std::string_view(bytes.data() + length, static_cast<std::size_t>(bytes.size() - length)));
            QVERIFY(reader.next());
        }
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        for (const char* bytes : {"HTTP/1.1 400 Bad Request\r\n",
                                  "*-2\r\n",
                                  "$-5\r\n",
                                  "*4294967296\r\n",
                                  "*9223372036854775807\r\n",
                                  "*99999999999999999999\r\n",
                                  "$99999999999999999999\r\n",
                                  ":99999999999999999999\r\n",
                                  ":\r\n",
                                  ":1x\r\n",
                                  "$x\r\n",
                                  "*x\r\n",
                                  "%1\r\n+a\r\n+b\r\n",
                                  ">2\r\n+a\r\n+b\r\n",
                                  "~1\r\n:1\r\n",
                                  ",1\r\n",
                                  "#t\r\n",
                                  "_\r\n",
                                  "(1\r\n",
                                  "=5\r\ntxt:a\r\n",
                                  "*1\r\n,1\r\n",
                                  "*1\r\n_\r\n",
                                  "\r\n",
                                  "*101\r\n",
                                  "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n"})
            QTest::newRow(bytes) << QByteArray(bytes);
        QTest::newRow("nested without an end") << QByteArray("*1\r\n").repeated(1'000'000);
        QTest::newRow("two arrays beyond the limit")
            << "*2\r\n*60\r\n" + QByteArray(":1\r\n").repeated(60) + "*60\r\n" + QByteArray(":1\r\n").repeated(60);
        QTest::newRow("a line without an end") << "+" + QByteArray(5000, 'x');
        QTest::newRow("a length without an end") << "$" + QByteArray(5000, '1');
        QTest::newRow("more bytes than accepted") << "$200000\r\n" + QByteArray(150'000, 'x');
        QTest::newRow("more bytes than accepted, in pieces")
            << "*90\r\n" + ("$2000\r\n" + QByteArray(2000, 'x') + "\r\n").repeated(80);
        QTest::newRow("largest string") << "$9223372036854775807\r\n" + QByteArray(150'000, 'x');
    }
    void refuses()
    {
        QFETCH(QByteArray, bytes);
        for (const std::size_t piece : {std::size_t(1), std::size_t(7), static_cast<std::size_t>(bytes.size())}) {
            const std::string text = bytes.toStdString();
            QCOMPARE(test::thrown([&] { return read(text, piece, small); }), Errc::protocol);
        }
    }

    void theLimitsAreOfOneReply()
    {
        std::string bytes;
        for (int i = 0; i < 50; ++i)
            bytes += "*60\r\n" + QByteArray("$100\r\n" + QByteArray(100, 'x') + "\r\n").repeated(60).toStdString();
        QVERIFY(bytes.size() > 2 * small.bytes);
        QCOMPARE(test::thrown([&] { return read(bytes, 1000, small); }), Errc::ok);
        QCOMPARE(test::thrown([&] { return read(bytes, bytes.size(), small); }), Errc::ok);
    }

    void garbageInMessagesIsEscaped()
    {
        try {
            read("\x1b[31m<b>\r\n", 100);
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY(std::string(error.what()).find('\x1b') == std::string::npos);
        }
    }

    /// Mutations of good replies, from a fixed seed: any outcome but a crash, a leak, or a reply beyond the limits.
    void mutationsAreSurvived()
    {
        const std::string good =
            "*5\r\n:1\r\n$5\r\nhello\r\n*2\r\n+OK\r\n$-1\r\n-ERR x\r\n*0\r\n$3\r\nabc\r\n:12345\r\n+PONG\r\n";
        static constexpr char alphabet[] = "+-:$*0123456789\r\n\0\xff x";
        std::mt19937 random(20261121);
        for (int round = 0; round < 30'000; ++round) {
            std::string bytes = good;
            for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
                const std::size_t at = random() % bytes.size();
                switch (random() % 3) {
                case 0: bytes[at] = alphabet[random() % (sizeof alphabet - 1)]; break;
                case 1: bytes.erase(at, 1 + random() % 3); break;
                default: bytes.insert(at, 1, alphabet[random() % (sizeof alphabet - 1)]);
                }
            }
            const Errc error = test::thrown([&] { return read(bytes, 1 + random() % 20, small); });
            QVERIFY2(error == Errc::ok || error == Errc::protocol, escape(bytes).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(ReplyReaderTest)
#include "reply_reader_test.moc"
