// SPDX-License-Identifier: GPL-3.0-or-later
// How sentences stand behind each other in both languages.
#include "text/words.hpp"

#include <QCoreApplication>
#include <QHash>
#include <QTest>
#include <QTranslator>

using namespace lockscope::ui;

namespace {

/// Has a word of its own for each outcome.
class Outcomes : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override
    {
        static const QHash<QByteArray, QString> words{{"done", QStringLiteral("fertig")},
                                                      {"refused: %1", QStringLiteral("abgelehnt: %1")},
                                                      {"failed: %1", QStringLiteral("gescheitert: %1")},
                                                      {"unknown: %1", QStringLiteral("ungewiss: %1")}};
        return words.value(source);
    }
};

} // namespace

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

    void outcomesOfTheAuditLogAreTranslated_data()
    {
        QTest::addColumn<QByteArray>("outcome");
        QTest::addColumn<QString>("text");
        QTest::newRow("done") << QByteArray("done") << "fertig";
        QTest::newRow("refused") << QByteArray("refused: no reason") << "abgelehnt: no reason";
        QTest::newRow("failed") << QByteArray("failed: no answer") << "gescheitert: no answer";
        QTest::newRow("unknown") << QByteArray("unknown: cut off") << "ungewiss: cut off";
        QTest::newRow("of another version") << QByteArray("postponed") << "postponed";
    }
    void outcomesOfTheAuditLogAreTranslated()
    {
        QFETCH(QByteArray, outcome);
        QFETCH(QString, text);
        Outcomes translator;
        QCoreApplication::installTranslator(&translator);
        QCOMPARE(auditOutcomeText(outcome.toStdString()), text);
    }
};

QTEST_MAIN(WordsTest)
#include "words_test.moc"
