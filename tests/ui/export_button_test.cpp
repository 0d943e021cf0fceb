// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown becomes a file: the menu, the dialog, and what is said when it cannot be written.
#include "panels/export_button.hpp"

#include "little_room.hpp"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <memory>

using namespace lockscope::ui;

class ExportButtonTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<QWidget> m_window;
    ExportButton* m_button = nullptr;

    static RecordText contentOf(ExportFormat format)
    {
        RecordText text;
        text.head = format == ExportFormat::csv ? "a,b\r\n" : format == ExportFormat::json ? "[]" : "plain";
        return text;
    }
    static QByteArray read(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("not there");
    }

private slots:
    void init()
    {
        m_window = std::make_unique<QWidget>();
        m_button =
            new ExportButton(QStringLiteral("locks"), {ExportFormat::csv, ExportFormat::json, ExportFormat::text},
                             &contentOf, m_window.get());
        m_button->setTexts(QStringLiteral("Export locks"),
                           {QStringLiteral("as CSV"), QStringLiteral("as JSON"), QStringLiteral("as text")});
        m_button->setServer(QStringLiteral("prod-cache"));
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void theFormatThatWasChosenIsSaved_data()
    {
        QTest::addColumn<int>("place");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("CSV") << 0 << "as CSV"
                             << "locks.csv" << QByteArray("a,b\r\n");
        QTest::newRow("JSON") << 1 << "as JSON"
                              << "locks.json" << QByteArray("[]");
        QTest::newRow("text") << 2 << "as text"
                              << "locks.txt" << QByteArray("plain");
    }
    void theFormatThatWasChosenIsSaved()
    {
        QFETCH(int, place);
        QFETCH(QString, text);
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QSignalSpy saved(m_button, &ExportButton::saved);
        QAction* action = m_button->formatActions().at(place);
        QCOMPARE(action->text(), text);
        action->trigger();
        auto* dialog = m_window->findChild<QFileDialog*>();
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->windowTitle(), QStringLiteral("Export locks"));
        const QString proposed = QFileInfo(dialog->selectedFiles().value(0)).fileName();
        QVERIFY2(proposed.startsWith(QLatin1String("locks-prod-cache-20")), qPrintable(proposed));
        QCOMPARE(QFileInfo(proposed).suffix(), QFileInfo(name).suffix());
        const QString path = m_folder.filePath(name);
        emit dialog->fileSelected(path);
        dialog->reject();
        QCOMPARE(saved.count(), 1);
        QCOMPARE(read(path), content);
    }

    void whatCannotBeWrittenIsSaid()
    {
        QSignalSpy saved(m_button, &ExportButton::saved);
        QSignalSpy failed(m_button, &ExportButton::failed);
        m_button->save(m_folder.filePath(QStringLiteral("missing/locks.csv")), ExportFormat::csv);
        QCOMPARE(saved.count(), 0);
        QCOMPARE(failed.count(), 1);
        QVERIFY(failed.front().front().toString().startsWith(QLatin1String("Not exported: ")));
    }

    void whatFindsNoRoomIsSaidWithTheReasonAndTheOldFileStays()
    {
        const QString path = m_folder.filePath(QStringLiteral("room.csv"));
        m_button->save(path, ExportFormat::csv);
        QSignalSpy saved(m_button, &ExportButton::saved);
        QSignalSpy failed(m_button, &ExportButton::failed);
        {
            const lockscope::test::LittleRoom room(2);
            m_button->save(path, ExportFormat::text);
        }
        QCOMPARE(saved.count(), 0);
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed.front().front().toString(), QStringLiteral("Not exported: ") + qt_error_string(EFBIG));
        QCOMPARE(read(path), QByteArray("a,b\r\n"));
    }

    void withNothingToSaveNoActionIsOffered()
    {
        m_button->setAvailable(false);
        QVERIFY(!m_button->isEnabled());
        for (const QAction* action : m_button->formatActions()) {
            QVERIFY(!action->isEnabled());
        }
        m_button->setAvailable(true);
        QVERIFY(m_button->isEnabled());
        QVERIFY(m_button->formatActions().front()->isEnabled());
    }
};

QTEST_MAIN(ExportButtonTest)
#include "export_button_test.moc"
