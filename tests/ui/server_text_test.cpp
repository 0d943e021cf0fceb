// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/server_text.hpp"
#include "text/words.hpp"

#include "lock_examples.hpp"

#include <QLabel>
#include <QTest>
#include <QTextDocument>

using namespace lockscope;
using namespace lockscope::ui;

class ServerTextTest : public QObject
{
    Q_OBJECT

private slots:
    void hostileNamesBecomeOneHarmlessLine_data();
    void hostileNamesBecomeOneHarmlessLine();
    void namesThatDifferNeverLookAlike();
    void whatIsCopiedIsTheNameItself_data();
    void whatIsCopiedIsTheNameItself();
    void longNamesLoseTheirMiddle();
    void hugeNamesCostLittle();
    void surrogatePairsAreNotSplit();
    void toolTipsShowMarkupLiterally();
    void toolTipsCanBeReadBack();
    void toolTipsOfLongNamesAreBrokenIntoLines();
    void toolTipsBreakBetweenWords();
    void menusShowAmpersands();
    void labelsArePlain();
    void ownersAreShort();
    void durationsReadAsPeopleSayThem_data();
    void durationsReadAsPeopleSayThem();
};

void ServerTextTest::hostileNamesBecomeOneHarmlessLine_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("plain") << QByteArray("orders:42") << QStringLiteral("orders:42");
    QTest::newRow("chinese") << QByteArray("订单:42") << QStringLiteral("订单:42");
    QTest::newRow("nul") << QByteArray("a\0b", 3) << QStringLiteral("a\\x00b");
    QTest::newRow("newline") << QByteArray("a\nb") << QStringLiteral("a\\x0ab");
    QTest::newRow("escape sequence") << QByteArray("\x1b]52;c;x\a") << QStringLiteral("\\x1b]52;c;x\\x07");
    QTest::newRow("not UTF-8") << QByteArray("a\xff") << QStringLiteral("a\\xff");
    QTest::newRow("right-to-left override") << QByteArray("a\xe2\x80\xae") << QStringLiteral("a\\xe2\\x80\\xae");
    QTest::newRow("zero width") << QByteArray("a\xe2\x80\x8b") << QStringLiteral("a\\xe2\\x80\\x8b");
    QTest::newRow("backslash") << QByteArray("a\\x00") << QStringLiteral("a\\x5cx00");
    QTest::newRow("spaces inside") << QByteArray("a b") << QStringLiteral("a b");
    QTest::newRow("spaces at the ends") << QByteArray("  a b ") << QStringLiteral("\\x20\\x20a b\\x20");
    QTest::newRow("nothing but spaces") << QByteArray("   ") << QStringLiteral("\\x20\\x20\\x20");
    QTest::newRow("nothing") << QByteArray() << QString();
    QTest::newRow("markup stays, for plain sinks") << QByteArray("<b>x</b>") << QStringLiteral("<b>x</b>");
}

void ServerTextTest::hostileNamesBecomeOneHarmlessLine()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    QCOMPARE(displayText(bytes.toStdString()), text);
}

void ServerTextTest::namesThatDifferNeverLookAlike()
{
    QVERIFY(displayText(std::string("a\0", 2)) != displayText("a\\x00"));
    QVERIFY(displayText("a\xff") != displayText("a\xfe"));
}

void ServerTextTest::whatIsCopiedIsTheNameItself_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("plain") << QByteArray("orders:42") << QStringLiteral("orders:42");
    QTest::newRow("chinese") << QByteArray("订单:42") << QStringLiteral("订单:42");
    QTest::newRow("backslash") << QByteArray("a\\x00") << QStringLiteral("a\\x00");
    QTest::newRow("newline") << QByteArray("a\nb") << QStringLiteral("a\nb");
    QTest::newRow("nul") << QByteArray("a\0b", 3) << QStringLiteral("a\\x00b");
    QTest::newRow("not UTF-8") << QByteArray("a\xff") << QStringLiteral("a\\xff");
}

void ServerTextTest::whatIsCopiedIsTheNameItself()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    QCOMPARE(pastableText(bytes.toStdString()), text);
}

void ServerTextTest::longNamesLoseTheirMiddle()
{
    const std::string name = std::string(100, 'a') + std::string(100, 'z');
    const QString text = shortText(name, 21);
    QCOMPARE(text, QStringLiteral("aaaaaaaaaa…zzzzzzzzzz"));
    QCOMPARE(shortText("short", 21), QStringLiteral("short"));
}

void ServerTextTest::hugeNamesCostLittle()
{
    std::string name(64 * 1024 * 1024, 'x');
    name.front() = 'a';
    name.back() = 'z';
    const QString text = shortText(name, 200);
    QCOMPARE(text.size(), 200);
    QVERIFY(text.startsWith(QLatin1Char('a')));
    QVERIFY(text.endsWith(QLatin1Char('z')));
    QVERIFY(toolTipText(std::string_view(name)).size() < 4000);
}

void ServerTextTest::surrogatePairsAreNotSplit()
{
    const QString locks = QString::fromUcs4(U"🔒🔒🔒🔒🔒🔒🔒🔒🔒🔒");
    for (int most = 3; most < locks.size(); ++most) {
        const QString text = shortened(locks, most);
        QVERIFY2(text.isValidUtf16(), qPrintable(text));
        QVERIFY(text.size() <= most);
    }
}

void ServerTextTest::toolTipsShowMarkupLiterally()
{
    const std::string name = "<img src='file:///etc/passwd'><a href=x>&amp;";
    QTextDocument shown;
    shown.setHtml(toolTipText(std::string_view(name)));
    QCOMPARE(shown.toPlainText(), QString::fromStdString(name));
}

void ServerTextTest::toolTipsCanBeReadBack()
{
    for (const char* text : {"<b>bold</b> & \"quoted\"", "one line\nand another", "&amp;"}) {
        QCOMPARE(plainToolTip(toolTipText(QString::fromLatin1(text))), QString::fromLatin1(text));
        QCOMPARE(plainToolTip(QString::fromLatin1(text)), QString::fromLatin1(text)); // one that was never made so
    }
}

void ServerTextTest::toolTipsOfLongNamesAreBrokenIntoLines()
{
    QTextDocument shown;
    shown.setHtml(toolTipText(std::string_view(std::string(450, 'n'))));
    const QStringList lines = shown.toPlainText().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 5);
    QCOMPARE(lines.join(QString()), QString(450, QLatin1Char('n')));
}

void ServerTextTest::toolTipsBreakBetweenWords()
{
    const QString text = QString(90, QLatin1Char('n')) + QStringLiteral(", 12 waiting, 3 dead in queues of the last ")
                       + QString(90, QLatin1Char('n'));
    const QStringList lines = plainToolTip(toolTipText(text)).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines.at(0).endsWith(QStringLiteral(", 12 ")), qPrintable(lines.at(0)));
    QCOMPARE(lines.join(QString()), text);
}

void ServerTextTest::menusShowAmpersands()
{
    QCOMPARE(menuText("a&b"), QStringLiteral("a&&b"));
}

void ServerTextTest::labelsArePlain()
{
    const std::unique_ptr<QLabel> label(plainLabel(QStringLiteral("<b>x</b>")));
    QCOMPARE(label->textFormat(), Qt::PlainText);
    QCOMPARE(label->text(), QStringLiteral("<b>x</b>"));
}

void ServerTextTest::ownersAreShort()
{
    LockState state = test::heldExample("a");
    const QString first = holderText(state.holders.front());
    QCOMPARE(shortClient(test::alice), QStringLiteral("9f45…e1"));
    QCOMPARE(first, QStringLiteral("9f45…e1:57"));
    QCOMPARE(withOtherHolders(first, state), first);
    QCOMPARE(ownerText(test::alice + ":57"), QStringLiteral("9f45…e1:57"));
    state.holders_total = 3;
    QCOMPARE(withOtherHolders(first, state), QStringLiteral("9f45…e1:57 +2"));
    QCOMPARE(ownerText("nobody\n"), QStringLiteral("nobody\\x0a"));
}

void ServerTextTest::durationsReadAsPeopleSayThem_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << qint64{0} << QStringLiteral("0.0 s");
    QTest::newRow("over") << qint64{-5} << QStringLiteral("0.0 s");
    QTest::newRow("short") << qint64{4200} << QStringLiteral("4.2 s");
    QTest::newRow("seconds") << qint64{21'900} << QStringLiteral("21 s");
    QTest::newRow("minutes") << qint64{64'000} << QStringLiteral("1 m 04 s");
    QTest::newRow("hours") << qint64{(3 * 60 + 12) * 60'000} << QStringLiteral("3 h 12 m");
    QTest::newRow("days") << qint64{(2 * 24 + 5) * 3'600'000} << QStringLiteral("2 d 05 h");
}

void ServerTextTest::durationsReadAsPeopleSayThem()
{
    QFETCH(qint64, ms);
    QFETCH(QString, text);
    QCOMPARE(durationText(milliseconds(ms)), text);
}

QTEST_MAIN(ServerTextTest)
#include "server_text_test.moc"
