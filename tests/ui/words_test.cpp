// SPDX-License-Identifier: GPL-3.0-or-later
// How sentences stand behind each other in both languages.
#include "text/words.hpp"

#include <QTest>

using namespace lockscope::ui;

class WordsTest : public QObject
{
    Q_OBJECT

private slots:
    void sentencesStandInARow_data()
    {
        QTest::addColumn<QStringList>("sentences");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << QStringList() << "";
        QTest::newRow("one") << QStringList{"It is free."} << "It is free.";
        QTest::newRow("English") << QStringList{"It is free.", "Nobody waits."} << "It is free. Nobody waits.";
        QTest::newRow("Chinese") << QStringList{"锁空闲。", "没有等待者。"} << "锁空闲。没有等待者。";
        QTest::newRow("Chinese after English") << QStringList{"ERR no.", "已断开。"} << "ERR no. 已断开。";
        QTest::newRow("empty ones") << QStringList{"", "It is free.", "", "锁空闲。", ""} << "It is free. 锁空闲。";
    }
    void sentencesStandInARow()
    {
        QFETCH(QStringList, sentences);
        QFETCH(QString, text);
        QCOMPARE(inARow(sentences), text);
    }
};

QTEST_MAIN(WordsTest)
#include "words_test.moc"
