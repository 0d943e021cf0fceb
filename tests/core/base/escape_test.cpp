// SPDX-License-Identifier: Apache-2.0
#include "lockscope/escape.hpp"

#include "support/printing.hpp"

#include <QTest>

#include <random>

using namespace lockscope;

class EscapeTest : public QObject
{
    Q_OBJECT

private slots:
    void escapes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* title, const QByteArray& bytes, const QByteArray& text) {
            QTest::newRow(title) << bytes << text;
        };
        row("empty", "", "");
        row("plain", "orders:42 {a}", "orders:42 {a}");
        row("Chinese", "订单", "订单");
        row("emoji", "🔒", "🔒");
        row("HTML stays text", "<b>&amp;", "<b>&amp;");
        row("NUL", QByteArray("a\0b", 3), "a\\x00b");
        row("line break", "a\r\nb", "a\\x0d\\x0ab");
        row("terminal escape", "\x1b[31m", "\\x1b[31m");
        row("delete", "\x7f", "\\x7f");
        row("C1", "\xc2\x9b", "\\xc2\\x9b");
        row("backslash", "a\\x41", "a\\x5cx41");
        row("right-to-left override", "\xe2\x80\xae", "\\xe2\\x80\\xae");
        row("isolate", "\xe2\x81\xa6", "\\xe2\\x81\\xa6");
        row("zero-width space", "\xe2\x80\x8b", "\\xe2\\x80\\x8b");
        row("byte order mark", "\xef\xbb\xbf", "\\xef\\xbb\\xbf");
        row("line separator", "\xe2\x80\xa8", "\\xe2\\x80\\xa8");
        row("tag", "\xf3\xa0\x81\x81", "\\xf3\\xa0\\x81\\x81");
        row("stray continuation", "\x80", "\\x80");
        row("truncated", "\xe4\xba", "\\xe4\\xba");
        row("overlong", "\xc0\xaf", "\\xc0\\xaf");
        row("surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80");
        row("beyond Unicode", "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
        row("invalid then valid",
            "\xff"
            "a",
            "\\xffa");
    }
    void escapes()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, text);
        QCOMPARE(escape(bytes.toStdString()), text.toStdString());
        QCOMPARE(unescape(text.toStdString()), bytes.toStdString());
    }

    void whatIsNoEscapeStays_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"\\", "\\x", "\\x4", "\\xg1", "\\x4g", "\\y41", "a\\"})
            QTest::newRow(text) << QByteArray(text);
    }
    void whatIsNoEscapeStays()
    {
        QFETCH(QByteArray, text);
        QCOMPARE(unescape(text.toStdString()), text.toStdString());
    }

    void anyBytesComeBack()
    {
        std::mt19937 random(20261121);
        for (int round = 0; round < 20'000; ++round) {
            std::string bytes(random() % 24, '\0');
            for (char& c : bytes)
                c = static_cast<char>(random() % 3 == 0 ? "\\x0\xe2\x80"[random() % 5]
                                                        : static_cast<int>(random() % 256));
            const std::string text = escape(bytes);
            QVERIFY(is_utf8(text));
            QVERIFY(std::none_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }));
            QCOMPARE(unescape(text), bytes);
        }
    }
};

QTEST_GUILESS_MAIN(EscapeTest)
#include "escape_test.moc"
