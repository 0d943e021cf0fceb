// SPDX-License-Identifier: GPL-3.0-or-later
#include "contention/contention_export.hpp"
#include "contention_stage.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QApplication>
#include <QDate>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QLocale>
#include <QSignalSpy>
#include <QXmlStreamReader>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

namespace {

using Format = ContentionExport::Format;
using View = ContentionCharts::View;

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// How many elements of these names an XML file has; −1 if it is none.
int elementsIn(const QByteArray& xml, const QStringList& names)
{
    QXmlStreamReader reader(xml);
    int found = 0;
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && names.contains(reader.name().toString())) {
            ++found;
        }
    }
    return reader.hasError() ? -1 : found;
}

} // namespace

class ContentionExportTest : public QObject, protected ContentionStage
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init() { raise(); }
    void cleanup() { strike(); }

    void filesAreValid_data()
    {
        QTest::addColumn<Format>("format");
        QTest::newRow("PNG") << Format::png;
        QTest::newRow("SVG") << Format::svg;
        QTest::newRow("values as CSV") << Format::seriesCsv;
        QTest::newRow("times as CSV") << Format::timesCsv;
        QTest::newRow("locks as CSV") << Format::rankingCsv;
        QTest::newRow("JSON") << Format::json;
    }
    void filesAreValid()
    {
        QFETCH(Format, format);
        LockEvent released = lockEvent(LockEvent::Kind::released, kHostile);
        released.held_for = milliseconds{1234};
        feed({contended(kHostile, 5)}, {released});
        feedUntil([this] { return timeChart(0)->pieceCount() > 0; });
        const QString path =
            m_folder.filePath(QStringLiteral("export.") + QString::fromLatin1(QTest::currentDataTag()));
        m_panel->setServer(QStringLiteral("cache.example:6380"));
        auto* exporter = m_panel->findChild<ContentionExport*>();
        QSignalSpy finished(exporter, &ContentionExport::finished);
        exporter->save(path, format);
        QCOMPARE(finished.size(), 1);
        QVERIFY(charts().line().startsWith(QStringLiteral("Exported to")));
        const QByteArray content = contentOf(path);
        switch (format) {
        case Format::png: {
            const QImage image = QImage::fromData(content, "PNG");
            QVERIFY(image.width() > charts().width() * 2);
            QVERIFY(image.height() > charts().height() * 2 + charts().fontMetrics().height() * 2 * 2);
            break;
        }
        case Format::svg:
            QVERIFY(elementsIn(content, {QStringLiteral("path"), QStringLiteral("polyline")}) > 0);
            QVERIFY(elementsIn(content, {QStringLiteral("text")}) > 5);
            m_panel->setView(View::locks);
            feedUntil([this] { return charts().table().table().model()->rowCount() == 1; });
            exporter->save(path, format);
            QVERIFY(elementsIn(contentOf(path), {QStringLiteral("text")}) > 5);
            QVERIFY(contentOf(path).contains("=&lt;b&gt;&amp;"));
            break;
        case Format::seriesCsv: {
            const QList<QByteArray> rows = content.split('\n');
            QVERIFY(rows.first().startsWith("time,step_ms,waiting,"));
            QCOMPARE(rows.size(), 300 + 2); // five minutes of seconds, the head, and the end of the last line
            QVERIFY(rows[1].endsWith(",,,,,,,,,\r"));
            break;
        }
        case Format::timesCsv: {
            const QList<QByteArray> rows = content.split('\n');
            QCOMPARE(rows.size(), 3);
            QVERIFY(rows[1].startsWith("hold,"));
            break;
        }
        case Format::rankingCsv: {
            const QList<QByteArray> rows = content.split('\n');
            QCOMPARE(rows.size(), 3);
            QVERIFY2(rows[1].startsWith("'=<b>&\\x0a\\xff,"), rows[1].constData());
            break;
        }
        case Format::json: {
            const QJsonObject object = QJsonDocument::fromJson(content).object();
            QCOMPARE(object.value(QStringLiteral("series")).toArray().size(), 300);
            QCOMPARE(object.value(QStringLiteral("server")).toString(), QStringLiteral("cache.example:6380"));
            QCOMPARE(object.value(QStringLiteral("scope")).toString(), QStringLiteral("server"));
            QCOMPARE(object.value(QStringLiteral("range_ms")).toInt(), 300'000);
            QCOMPARE(object.value(QStringLiteral("until")), object.value(QStringLiteral("time")));
            const QJsonObject lock = object.value(QStringLiteral("most_contended")).toArray().at(0).toObject();
            QCOMPARE(QByteArray::fromBase64(lock.value(QStringLiteral("lock_base64")).toString().toLatin1()),
                     QByteArray::fromStdString(kHostile));
            QCOMPARE(object.value(QStringLiteral("hold_times")).toObject().value(QStringLiteral("count")).toInt(), 1);
            break;
        }
        }
    }

    void dataIsOfWhatIsRanked()
    {
        m_panel->setRankingBy(RankingBy::prefix);
        feed({contended("orders:1", 5), contended("orders:2", 1), contended("=x:1", 1)});
        feedUntil([this] { return timeChart(0)->pieceCount() > 0; });
        auto* exporter = m_panel->findChild<ContentionExport*>();
        QCOMPARE(exporter->actions().at(static_cast<int>(Format::rankingCsv))->text(),
                 QStringLiteral("Most contended pre&fixes as CSV…"));
        const QString path = m_folder.filePath(QStringLiteral("ranking"));
        exporter->save(path, Format::rankingCsv);
        const QList<QByteArray> rows = contentOf(path).split('\n');
        QCOMPARE(rows.size(), 4);
        QVERIFY2(rows[1].startsWith("orders:,"), rows[1].constData());
        QVERIFY2(rows[1].endsWith(",6,exact,6,at_least,0,2,exact\r"), rows[1].constData());
        QVERIFY2(rows[2].startsWith("'=x:,"), rows[2].constData());
        exporter->save(path, Format::json);
        const QJsonObject object = QJsonDocument::fromJson(contentOf(path)).object();
        QCOMPARE(object.value(QStringLiteral("ranked_by")).toString(), QStringLiteral("prefix"));
        const QJsonObject prefix = object.value(QStringLiteral("most_contended")).toArray().at(0).toObject();
        QCOMPARE(prefix.value(QStringLiteral("prefix")).toString(), QStringLiteral("orders:"));
        QCOMPARE(prefix.value(QStringLiteral("locks")).toInt(), 2);
        QCOMPARE(prefix.value(QStringLiteral("most_waiting_bound")).toString(), QStringLiteral("at_least"));
    }

    void numbersAreExact()
    {
        ContentionSample sample;
        sample.waiting = 1'234'567.25;
        sample.held = 123'456'789;
        sample.contended = 0.1;
        sample.acquired = 0.000'277'5;
        ContentionSeries series;
        series.step = milliseconds{1000};
        series.points.push_back({SystemTime(std::chrono::seconds(1'800'000'000)), sample});
        QCOMPARE(seriesToCsv(series).split('\n').at(1),
                 QByteArray("2027-01-15T08:00:00.000Z,1000,1234567.25,0,123456789,0.1,0.0002775,0,0,0,0\r"));

        ContentionReport report;
        report.holds.bars.push_back({1'234'567.8, 2'345'678.5, 3});
        QCOMPARE(timesToCsv(report).split('\n').at(1), QByteArray("hold,1234567.8,2345678.5,3,exact\r"));

        ContendedLock lock;
        lock.name = "orders:42";
        lock.waiting_seconds = 12'345'678.5;
        lock.median_hold = 1'000'000.5;
        QCOMPARE(contendedToCsv({lock}).split('\n').at(1), QByteArray("orders:42,12345678.5,0,0,0,1000000.5,exact\r"));
    }

    void isOfferedBeforeThePanelWasSeen()
    {
        m_panel->hide();
        const QList<QAction*> actions = m_panel->actions();
        QVERIFY(!actions.isEmpty());
        QVERIFY(!actions.first()->isEnabled()); // there is nothing yet
        feed({contended("orders:42", 5)});
        QVERIFY(actions.first()->isEnabled());
    }

    void picturesOfAHiddenPanelAreOfNow()
    {
        m_panel->setView(View::locks);
        m_panel->setScope(ContentionPanel::Scope::selected);
        m_panel->setSelectedLocks({"orders:42"});
        feed({contended("orders:42", 5)});
        feedUntil([this] { return charts().table().table().model()->rowCount() == 1; });
        m_panel->hide();
        feed({contended("bills:7", 3)});
        m_panel->setSelectedLocks({"bills:7"});
        const QString path = m_folder.filePath(QStringLiteral("hidden.svg"));
        m_panel->findChild<ContentionExport*>()->save(path, Format::svg);
        QVERIFY(contentOf(path).contains("bills:7"));
        QVERIFY(!contentOf(path).contains("orders:42"));
    }

    void picturesSayWhatTheyShow()
    {
        feed({contended("orders:42", 5)});
        feedUntil([this] { return timeChart(0)->pieceCount() > 0; });
        m_panel->setServer(QStringLiteral("cache.example:6380"));
        auto* exporter = m_panel->findChild<ContentionExport*>();
        const QString path = m_folder.filePath(QStringLiteral("said.svg"));
        exporter->save(path, Format::svg);
        const QStringList said{QStringLiteral("Clients waiting"), QStringLiteral("cache.example:6380"),
                               QStringLiteral("Whole server"), QStringLiteral("Last 5 minutes"),
                               QLocale().toString(QDate::currentDate(), QStringLiteral("MMM yyyy"))};
        for (const QString& words : said) {
            QVERIFY2(contentOf(path).contains(words.toUtf8()), qPrintable(words));
        }

        // The window still says what became of it; a picture of the same moment does not.
        QVERIFY(charts().line().startsWith(QStringLiteral("Exported to")));
        m_panel->setSelectedLocks({"orders:42"});
        m_panel->setScope(ContentionPanel::Scope::selected);
        exporter->save(path, Format::svg);
        QVERIFY(!contentOf(path).contains("Exported to"));
        QVERIFY(contentOf(path).contains("Selected: orders:42"));
        exporter->save(path, Format::json);
        const QJsonObject object = QJsonDocument::fromJson(contentOf(path)).object();
        QCOMPARE(object.value(QStringLiteral("scope")).toString(), QStringLiteral("selected"));
    }

    void exportAsksForAFileAndSaysWhatBecameOfIt()
    {
        feed({contended("orders:42", 5)});
        m_panel->actions().at(static_cast<int>(Format::json))->trigger();
        QTRY_VERIFY(m_panel->findChild<QFileDialog*>() != nullptr);
        auto* dialog = m_panel->findChild<QFileDialog*>();
        const QString path = m_folder.filePath(QStringLiteral("asked.json"));
        dialog->findChild<QLineEdit*>()->setText(path);
        QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY(QFile::exists(path));
        QVERIFY(charts().line().contains(QStringLiteral("asked.json")));
        m_panel->findChild<ContentionExport*>()->save(QStringLiteral("/nowhere/at/all.json"), Format::json);
        QVERIFY(charts().line().startsWith(QStringLiteral("Not exported: ")));
    }
};

QTEST_MAIN(ContentionExportTest)
#include "contention_export_test.moc"
