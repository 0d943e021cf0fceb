// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/save_file.hpp"
#include "little_room.hpp"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>

#include <sys/stat.h>

using namespace lockscope::ui;

class SaveFileTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsTypedWithoutASuffixGetsTheProposedOne_data()
    {
        QTest::addColumn<QString>("suffix");
        for (const char* suffix : {"csv", "json", "pdf", "png", "svg", "txt"}) {
            QTest::newRow(suffix) << QString::fromLatin1(suffix);
        }
    }
    void whatIsTypedWithoutASuffixGetsTheProposedOne()
    {
        QFETCH(QString, suffix);
        const QTemporaryDir folder;
        QWidget parent;
        const QPointer<QFileDialog> dialog =
            askWhereToSave(&parent, QStringLiteral("Save"), folder.filePath(QStringLiteral("locks.") + suffix));
        QVERIFY(dialog->isVisible());
        QCOMPARE(dialog->nameFilters().size(), 1);
        QVERIFY(dialog->nameFilters().first().endsWith(QStringLiteral("(*.%1)").arg(suffix)));
        QSignalSpy chosen(dialog, &QFileDialog::fileSelected);
        auto* field = dialog->findChild<QLineEdit*>();
        QCOMPARE(field->text(), QStringLiteral("locks.") + suffix);
        field->setText(folder.filePath(QStringLiteral("others")));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first().first().toString(), folder.filePath(QStringLiteral("others.") + suffix));
        QTRY_VERIFY(dialog.isNull());
    }

    void whoCancelsChoosesNothing()
    {
        QWidget parent;
        const QPointer<QFileDialog> dialog =
            askWhereToSave(&parent, QStringLiteral("Save"), QStringLiteral("locks.csv"));
        QSignalSpy chosen(dialog, &QFileDialog::fileSelected);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(dialog.isNull());
        QCOMPARE(chosen.count(), 0);
    }

    void aNameSaysOfWhichServerAndWhen_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("server");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* about, const char* file, const QString& server, const QString& name) {
            QTest::newRow(about) << file << server << name;
        };
        row("a profile", "events.csv", QStringLiteral("prod cache (EU)"),
            QStringLiteral("events-prod-cache-EU-20261129-0307.csv"));
        row("an address", "a.b.json", QStringLiteral("redis://[::1]:6379/0"),
            QStringLiteral("a.b-redis-1-6379-0-20261129-0307.json"));
        row("Chinese", "events.csv", QStringLiteral("生产缓存"), QStringLiteral("events-生产缓存-20261129-0307.csv"));
        row("a way out of the folder", "events.csv", QStringLiteral("../../etc/passwd"),
            QStringLiteral("events-..-..-etc-passwd-20261129-0307.csv"));
        row("nobody", "events.csv", QString(), QStringLiteral("events-20261129-0307.csv"));
        row("nothing that a file may be called", "events.csv", QStringLiteral("/ \\\n\u202e"),
            QStringLiteral("events-20261129-0307.csv"));
        row("a long one", "events.csv", QString(500, QLatin1Char('x')),
            QStringLiteral("events-%1-20261129-0307.csv").arg(QString(60, QLatin1Char('x'))));
    }
    void aNameSaysOfWhichServerAndWhen()
    {
        QFETCH(QString, file);
        QFETCH(QString, server);
        QFETCH(QString, name);
        QCOMPARE(nameWithSource(file, server, QDateTime({2026, 11, 29}, {3, 7})), name);
    }

    /// It may say who did what, and why.
    void aNewFileIsItsOwnersAloneAndAnOldOneKeepsItsMode()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("audit.csv"));
        const auto mode = [&path] {
            struct stat found
            {};
            return ::stat(QFile::encodeName(path).constData(), &found) == 0 ? found.st_mode & 0777U : 0U;
        };
        QCOMPARE(saveFile(path, "first"), QString());
        QCOMPARE(mode(), 0600U);
        QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0640), 0);
        QCOMPARE(saveFile(path, "second"), QString());
        QCOMPARE(mode(), 0640U);
    }

    void aFileThatCannotBeWrittenIsReportedAndTheOldOneStays()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("events.csv"));
        QCOMPARE(saveFile(path, "first"), QString());
        QVERIFY(!saveFile(folder.filePath(QStringLiteral("missing/events.csv")), "x").isEmpty());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("first"));
    }

    void aFileThatHasNoRoomIsReportedAndTheOldOneStays_data()
    {
        QTest::addColumn<int>("size");
        QTest::newRow("small") << 100;
        QTest::newRow("too large for a buffer") << 100'000;
    }
    void aFileThatHasNoRoomIsReportedAndTheOldOneStays()
    {
        QFETCH(int, size);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("profiles.json"));
        QCOMPARE(saveFile(path, "first"), QString());
        const QString error = [&] {
            const lockscope::test::LittleRoom room(20);
            return saveFile(path, QByteArray(size, 'x'));
        }();
        QCOMPARE(error, qt_error_string(EFBIG));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("first"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1); // nothing else is left behind
    }

    void whatIsNoFileIsNotReplaced_data()
    {
        QTest::addColumn<bool>("isLinked");
        QTest::newRow("by itself") << false;
        QTest::newRow("by a link") << true;
    }
    void whatIsNoFileIsNotReplaced()
    {
        QFETCH(bool, isLinked);
        const QTemporaryDir folder;
        const QString pipe = folder.filePath(QStringLiteral("pipe"));
        QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        const QString link = folder.filePath(QStringLiteral("events.csv"));
        QVERIFY(QFile::link(pipe, link));
        QCOMPARE(saveFile(isLinked ? link : pipe, "x"),
                 QStringLiteral("This is not a regular file; it is not replaced"));
        QVERIFY(QFileInfo::exists(pipe) && !QFileInfo(pipe).isFile());
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot).size(), 2);
    }

    void aFileIsReplacedThroughItsLink()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("events.csv"));
        const QString link = folder.filePath(QStringLiteral("link.csv"));
        QCOMPARE(saveFile(path, "first"), QString());
        QVERIFY(QFile::link(path, link));
        QCOMPARE(saveFile(link, "second"), QString());
        QVERIFY(QFileInfo(link).isSymLink());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("second"));
    }
};

QTEST_MAIN(SaveFileTest)
#include "save_file_test.moc"
