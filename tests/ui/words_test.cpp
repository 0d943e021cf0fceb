// SPDX-License-Identifier: GPL-3.0-or-later
// How sentences stand behind each other in both languages, and what numbers and times become.
#include "language.hpp"
#include "text/machine_text.hpp"
#include "text/shown_text.hpp"
#include "text/words.hpp"

#include <QLabel>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTest>

#include <cstdint>
#include <limits>
#include <optional>

using namespace lockscope;
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
        QTest::newRow("of the system") << QStringList{"Failed: Broken pipe", "Nobody waits."}
                                       << "Failed: Broken pipe. Nobody waits.";
        QTest::newRow("empty ones") << QStringList{"", "It is free.", "", "锁空闲。", ""} << "It is free. 锁空闲。";
    }
    void sentencesStandInARow()
    {
        QFETCH(QStringList, sentences);
        QFETCH(QString, text);
        QCOMPARE(inARow(sentences), text);
    }

    void listsAreDividedAsTheLanguageDividesThem()
    {
        const QStringList parts{"3", "1"};
        QCOMPARE(listText(parts), QStringLiteral("3, 1"));
        QCOMPARE(namesText(parts), QStringLiteral("3, 1"));
        Language language;
        language.use(QStringLiteral("zh_CN"));
        QCOMPARE(listText(parts), QStringLiteral("3，1"));
        QCOMPARE(namesText(parts), QStringLiteral("3、1"));
    }

    void numbersForPluralsStayWhatTheyCanBe()
    {
        constexpr int most = std::numeric_limits<int>::max();
        QCOMPARE(pluralCount(3), 3);
        QCOMPARE(pluralCount(std::size_t{7}), 7);
        QCOMPARE(pluralCount(std::int64_t{-1}), 0);
        QCOMPARE(pluralCount(std::int64_t{most} + 1), most);
        QCOMPARE(pluralCount(std::numeric_limits<std::uint64_t>::max()), most);
    }

    void whatSomebodyHasSetIsRound_data()
    {
        QTest::addColumn<qlonglong>("ms");
        QTest::addColumn<QString>("text");
        QTest::newRow("seconds") << 5'000LL << "5 s";
        QTest::newRow("minutes") << 15 * 60'000LL << "15 min";
        QTest::newRow("minutes and seconds") << 90'000LL << "1 m 30 s";
        QTest::newRow("hours") << 3'600'000LL << "1 h";
        QTest::newRow("hours and minutes") << 5'400'000LL << "90 min";
        QTest::newRow("days") << 30 * 86'400'000LL << "30 d";
        QTest::newRow("less than a second") << 100LL << "0.1 s";
        QTest::newRow("nothing") << 0LL << "0.0 s";
    }
    void whatSomebodyHasSetIsRound()
    {
        QFETCH(qlonglong, ms);
        QFETCH(QString, text);
        QCOMPARE(limitText(std::chrono::milliseconds(ms)), text);
    }

    void programsReadTimesInOneForm()
    {
        const SystemTime at(std::chrono::microseconds(1'800'000'000'123'456));
        QCOMPARE(isoTime(at), QStringLiteral("2027-01-15T08:00:00.123Z"));
        QCOMPARE(isoTimeMicros(at), QStringLiteral("2027-01-15T08:00:00.123456Z"));
        QCOMPARE(isoTime(std::optional<SystemTime>(at)), isoTime(at));
        QCOMPARE(isoTime(std::optional<SystemTime>()), QString());
    }

    /// The system's language is read once, when a program starts.
    void datesAreWrittenAsInTheRegion()
    {
        const QString british = QStringLiteral("en_GB.UTF-8");
        if (qEnvironmentVariable("LC_ALL") != british) {
            QProcess itself;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("LC_ALL"), british);
            itself.setProcessEnvironment(environment);
            itself.setProcessChannelMode(QProcess::MergedChannels);
            itself.start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(QTest::currentTestFunction())});
            QVERIFY(itself.waitForFinished());
            QVERIFY2(itself.exitCode() == 0, itself.readAll().constData());
            return;
        }
        const SystemTime at(std::chrono::seconds(1'800'000'000)); // the fifteenth of January
        Language language;
        language.use(QStringLiteral("en"));
        QVERIFY2(timeOfDayText(at).startsWith(QStringLiteral("15/01/")), qPrintable(timeOfDayText(at)));
        language.use(QStringLiteral("zh_CN"));
        QVERIFY2(timeOfDayText(at).startsWith(QStringLiteral("2027")), qPrintable(timeOfDayText(at)));
    }

    void labelWithNothingToSayTakesNoRoom()
    {
        QLabel label;
        showText(label, QStringLiteral("It is free."));
        QVERIFY(!label.isHidden());
        showText(label, {});
        QVERIFY(label.isHidden());
        showText(label, QStringLiteral("It is free."));
        QVERIFY(!label.isHidden());
    }
};

QTEST_MAIN(WordsTest)
#include "words_test.moc"
