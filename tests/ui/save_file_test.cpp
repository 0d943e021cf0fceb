// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/save_file.hpp"
#include "little_room.hpp"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

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

    void aSmallFileThatHasNoRoomIsReportedAndTheOldOneStays()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("profiles.json"));
        QCOMPARE(saveFile(path, "first"), QString());
        const QString error = [&] {
            const lockscope::test::LittleRoom room(20);
            return saveFile(path, QByteArray(100, 'x'));
        }();
        QVERIFY(!error.isEmpty());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("first"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1); // nothing else is left behind
    }
};

QTEST_MAIN(SaveFileTest)
#include "save_file_test.moc"
