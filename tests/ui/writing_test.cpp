// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of many rows: what they say, and that the window goes on while they are written.
#include "dialogs/copy_rows.hpp"
#include "dialogs/progress_dialog.hpp"
#include "dialogs/writing.hpp"
#include "models/record_text.hpp"
#include "panels/export_button.hpp"
#include "panels/table_page.hpp"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QProgressBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace lockscope::ui;

namespace {

constexpr std::size_t kMany = 12'000;
constexpr std::size_t kSlowFrom = 6000;

/// Of many rows, of which the last take a millisecond each as long as nobody hurries.
RecordText slowText(const std::shared_ptr<bool>& hurry)
{
    RecordText text;
    text.head = "head\n";
    text.records = kMany;
    text.record = [hurry](std::size_t at) {
        QElapsedTimer time;
        time.start();
        while (at >= kSlowFrom && !*hurry && time.elapsed() < 1) {}
        return QByteArray::number(static_cast<qulonglong>(at)) + '\n';
    };
    text.tail = "tail\n";
    return text;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("not there");
}

} // namespace

class WritingTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<QWidget> m_window;
    ExportButton* m_button = nullptr;
    std::shared_ptr<bool> m_hurry;

    QString path() const { return m_folder.filePath(QStringLiteral("locks.csv")); }
    void exportOver(const QByteArray& old)
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(old);
        file.close();
        m_button->save(path(), ExportFormat::csv);
    }
    ProgressDialog* dialog() const { return m_window->findChild<ProgressDialog*>(); }
    bool isDialogShown() const { return dialog() && dialog()->isVisible(); }

private slots:
    void init()
    {
        m_hurry = std::make_shared<bool>(false);
        m_window = std::make_unique<QWidget>();
        m_button = new ExportButton(
            QStringLiteral("locks"), {ExportFormat::csv}, [this](ExportFormat) { return slowText(m_hurry); },
            m_window.get());
        m_button->setTexts(QStringLiteral("Export locks"), {QStringLiteral("as CSV")});
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void recordsStandBetweenHeadAndTailInTheirOrder()
    {
        RecordText text;
        text.head = "(";
        text.records = 3;
        text.record = [](std::size_t at) { return QByteArray::number(static_cast<int>(at)); };
        text.tail = ")";
        QCOMPARE(text.whole(), QByteArray("(012)"));
        text.records = 0;
        QCOMPARE(text.whole(), QByteArray("()"));
    }

    void allRecordsAreLookedAtBeforeTheFirstIsMade()
    {
        std::size_t seen = 0;
        RecordText text;
        text.records = 2;
        text.look = [&seen](std::size_t) { ++seen; };
        text.record = [&seen](std::size_t) { return QByteArray::number(static_cast<int>(seen)); };
        QCOMPARE(text.whole(), QByteArray("22"));
    }

    void jsonIsWhatQtWouldWrite_data()
    {
        QTest::addColumn<int>("rows");
        QTest::newRow("none") << 0;
        QTest::newRow("one") << 1;
        QTest::newRow("several") << 3;
    }
    void jsonIsWhatQtWouldWrite()
    {
        QFETCH(int, rows);
        const auto objectOf = [](int row) {
            return QJsonObject{{QStringLiteral("row"), row},
                               {QStringLiteral("text"), QStringLiteral("a\nb\"")},
                               {QStringLiteral("inner"), QJsonArray{1, QJsonObject{{QStringLiteral("x"), true}}}},
                               {QStringLiteral("empty"), QJsonArray{}}};
        };
        QJsonArray expected;
        std::vector<int> numbers;
        for (int row = 0; row < rows; ++row) {
            expected.append(objectOf(row));
            numbers.push_back(row);
        }
        QCOMPARE(jsonOf(numbers, objectOf).whole(), QJsonDocument(expected).toJson());
    }

    void aShortTextIsDoneAtOnce()
    {
        QGuiApplication::clipboard()->clear();
        RecordText text;
        text.head = "short";
        copyRows(std::move(text), *m_window);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("short"));
    }

    void whatTakesLongShowsHowFarItIsAndIsWholeInTheEnd()
    {
        QSignalSpy saved(m_button, &ExportButton::saved);
        exportOver("old");
        QCOMPARE(contentOf(path()), QByteArray("old")); // until the new one is whole
        QTRY_VERIFY(isDialogShown());
        QCOMPARE(dialog()->windowTitle(), QStringLiteral("Export locks"));
        QVERIFY(dialog()->findChild<QLabel*>()->text().contains(QLatin1String("locks.csv")));
        const auto* bar = dialog()->findChild<QProgressBar*>();
        QTRY_VERIFY(bar->value() >= 50); // the fast half is done
        QVERIFY(bar->value() < 100);
        QCOMPARE(saved.count(), 0);
        *m_hurry = true;
        QTRY_COMPARE(saved.count(), 1);
        QCOMPARE(saved.front().front().toInt(), static_cast<int>(kMany));
        QTRY_VERIFY(!dialog());
        QVERIFY(contentOf(path()) == slowText(m_hurry).whole());
    }

    void cancelledTheOldFileStaysAndNothingElse()
    {
        QSignalSpy saved(m_button, &ExportButton::saved);
        QSignalSpy failed(m_button, &ExportButton::failed);
        exportOver("old");
        QTRY_VERIFY(isDialogShown());
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        QTRY_VERIFY(!m_window->findChild<Writing*>());
        QCOMPARE(contentOf(path()), QByteArray("old"));
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{QStringLiteral("locks.csv")});
        QCOMPARE(saved.count() + failed.count(), 0);
    }

    void returnIsNotTakenForCancel()
    {
        QSignalSpy saved(m_button, &ExportButton::saved);
        exportOver("old");
        QTRY_VERIFY(isDialogShown());
        QTest::keyClick(dialog(), Qt::Key_Return);
        QVERIFY(isDialogShown());
        *m_hurry = true;
        QTRY_COMPARE(saved.count(), 1);
    }

    void whenItsWindowGoesTheOldFileStays()
    {
        exportOver("old");
        QTRY_VERIFY(isDialogShown());
        m_window.reset();
        QCOMPARE(contentOf(path()), QByteArray("old"));
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{QStringLiteral("locks.csv")});
    }

    void aSecondCopyTakesThePlaceOfTheFirst()
    {
        copyRows(slowText(m_hurry), *m_window);
        QTRY_VERIFY(isDialogShown());
        RecordText text;
        text.head = "second";
        copyRows(std::move(text), *m_window);
        *m_hurry = true;
        QTRY_VERIFY(!m_window->findChild<Writing*>());
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("second"));
    }

    void whatIsCopiedMeanwhileStays()
    {
        copyRows(slowText(m_hurry), *m_window);
        QTRY_VERIFY(isDialogShown());
        QGuiApplication::clipboard()->setText(QStringLiteral("later"));
        *m_hurry = true;
        QTRY_VERIFY(!m_window->findChild<Writing*>());
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("later"));
    }

    void rowsThatGoWhileTheyAreCopiedAreNotLeftOutSilently()
    {
        QStandardItemModel model(static_cast<int>(kMany), 2);
        TablePage page;
        page.setModel(&model);
        page.show();
        QGuiApplication::clipboard()->setText(QStringLiteral("before"));
        page.table().selectAll();
        for (QAction* action : page.table().actions()) {
            if (action->shortcut() == QKeySequence(QKeySequence::Copy)) {
                action->trigger();
            }
        }
        QVERIFY(page.findChild<Writing*>());
        model.removeRow(static_cast<int>(kMany) - 1);
        QTRY_VERIFY(!page.findChild<Writing*>());
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
    }

    void aSecondExportToAFileTakesThePlaceOfTheFirst()
    {
        exportOver("old");
        QTRY_VERIFY(isDialogShown());
        ExportButton other(
            QStringLiteral("locks"), {ExportFormat::csv},
            [](ExportFormat) {
                RecordText text;
                text.head = "second";
                return text;
            },
            m_window.get());
        other.save(path(), ExportFormat::csv);
        *m_hurry = true;
        QTRY_VERIFY(!m_window->findChild<Writing*>());
        QCOMPARE(contentOf(path()), QByteArray("second"));
    }

    void aFullDiskIsSaid()
    {
        if (!QFile::exists(QStringLiteral("/dev/full"))) {
            QSKIP("needs /dev/full");
        }
        auto full = std::make_unique<QFile>(QStringLiteral("/dev/full"));
        QVERIFY(full->open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        *m_hurry = true;
        auto* writing = new Writing(slowText(m_hurry), std::move(full), {}, *m_window);
        QSignalSpy finished(writing, &Writing::finished);
        QSignalSpy failed(writing, &Writing::failed);
        writing->start();
        QCOMPARE(failed.count(), 1);
        QVERIFY(!failed.front().front().toString().isEmpty());
        QCOMPARE(finished.count(), 0);
    }
};

QTEST_MAIN(WritingTest)
#include "writing_test.moc"
