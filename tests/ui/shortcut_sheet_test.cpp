// SPDX-License-Identifier: GPL-3.0-or-later
#include "comfort/shortcut_sheet.hpp"
#include "little_room.hpp"
#include "marked_language.hpp"

#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

using namespace lockscope::ui;

namespace {

struct Stage
{
    QMainWindow window;
    QMenu* server = window.menuBar()->addMenu(QStringLiteral("&Server"));
    QAction* pause = server->addAction(QStringLiteral("&Pause"));
    QAction* other = new QAction(QStringLiteral("Do it"), &window);
    ShortcutSheet* sheet;

    Stage()
    {
        pause->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_P));
        QMenu* theme = server->addMenu(QStringLiteral("&Theme"));
        theme->addAction(QStringLiteral("&Dark"));
        server->addAction(QStringLiteral("Q && A"))->setShortcuts({QKeySequence(Qt::Key_F7), QKeySequence(Qt::Key_F8)});
        sheet = new ShortcutSheet(*window.menuBar(), {other}, &window);
        window.show();
        sheet->openAction()->trigger();
    }
    QTreeWidget& tree() { return *sheet->findChild<QTreeWidget*>(); }
    QString keysOf(const QString& text)
    {
        for (QTreeWidgetItem* item : tree().findItems(text, Qt::MatchExactly | Qt::MatchRecursive)) {
            return item->text(1);
        }
        return QStringLiteral("missing");
    }
    QStringList visible()
    {
        QStringList lines;
        for (int group = 0; group < tree().topLevelItemCount(); ++group) {
            for (int line = 0; line < tree().topLevelItem(group)->childCount(); ++line) {
                if (!tree().topLevelItem(group)->isHidden() && !tree().topLevelItem(group)->child(line)->isHidden()) {
                    lines << tree().topLevelItem(group)->child(line)->text(0);
                }
            }
        }
        return lines;
    }
};

} // namespace

class ShortcutSheetTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { Q_INIT_RESOURCE(lockscope); }

    void showsEveryActionWithItsKeys()
    {
        Stage stage;
        QVERIFY(stage.sheet->isVisible());
        QCOMPARE(stage.keysOf(QStringLiteral("Pause")), QStringLiteral("Ctrl+P"));
        QCOMPARE(stage.keysOf(QStringLiteral("Q & A")), QStringLiteral("F7, F8"));
        QCOMPARE(stage.keysOf(QStringLiteral("Dark")), QString());
        QCOMPARE(stage.keysOf(QStringLiteral("Do it")), QString());
        QVERIFY(!stage.tree().findItems(QStringLiteral("Server › Theme"), Qt::MatchExactly).isEmpty());
    }

    void showsTheKeysOfWhatHasSomeOfItsOwn()
    {
        Stage stage;
        const auto shows = [&stage](const QString& group, const QString& text, const QString& keys) {
            for (const QTreeWidgetItem* head : stage.tree().findItems(group, Qt::MatchExactly)) {
                for (int line = 0; line < head->childCount(); ++line) {
                    if (head->child(line)->text(0) == text && head->child(line)->text(1) == keys) {
                        return true;
                    }
                }
            }
            return false;
        };
        const QString timeline = QStringLiteral("In the timeline");
        QVERIFY(shows(timeline, QStringLiteral("Zoom in"), QStringLiteral("+")));
        QVERIFY(shows(timeline, QStringLiteral("Zoom out"), QStringLiteral("-")));
        QVERIFY(shows(timeline, QStringLiteral("Move to earlier or later"), QStringLiteral("Left, Right")));
        QVERIFY(shows(QStringLiteral("In the charts of contention"), QStringLiteral("Read the last value"),
                      QStringLiteral("End")));
        const QString graph = QStringLiteral("In the wait-for graph");
        QVERIFY(shows(graph, QStringLiteral("Go to the node after or before"), QStringLiteral("Tab, Shift+Tab")));
        QVERIFY(shows(graph, QStringLiteral("Fit into the window"), QStringLiteral("0")));
        QVERIFY(shows(QStringLiteral("In the filter"), QStringLiteral("Saved filters"), QStringLiteral("Alt+Down")));
        const QString servers = QStringLiteral("In the list of servers");
        QVERIFY(shows(servers, QStringLiteral("Edit the profile"), QStringLiteral("F2")));
        QVERIFY(shows(servers, QStringLiteral("Duplicate the profile"), QStringLiteral("Ctrl+D")));
        QVERIFY(shows(servers, QStringLiteral("Delete the profile"), QStringLiteral("Del")));
    }

    void isNeverStale()
    {
        Stage stage;
        stage.sheet->close();
        stage.pause->setShortcut(QKeySequence(Qt::Key_F6));
        stage.server->addAction(QStringLiteral("Later"))->setShortcut(QKeySequence(Qt::Key_F5));
        stage.sheet->openAction()->trigger();
        QCOMPARE(stage.keysOf(QStringLiteral("Pause")), QStringLiteral("F6"));
        QCOMPARE(stage.keysOf(QStringLiteral("Later")), QStringLiteral("F5"));
    }

    void canBeSearched()
    {
        Stage stage;
        auto& search = *stage.sheet->findChild<QLineEdit*>();
        QTest::keyClicks(&search, QStringLiteral("ctrl+p"));
        QCOMPARE(stage.visible(), QStringList{"Pause"});
        search.clear();
        QTest::keyClicks(&search, QStringLiteral("dark"));
        QCOMPARE(stage.visible(), QStringList{"Dark"});
        search.clear();
        QVERIFY(stage.visible().size() > 6);
    }

    void canBeCopiedAndPrinted()
    {
        Stage stage;
        for (QPushButton* button : stage.sheet->findChildren<QPushButton*>()) {
            if (button->text().contains(QStringLiteral("opy as text"))) {
                QTest::mouseClick(button, Qt::LeftButton);
            }
        }
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY2(text.startsWith(QStringLiteral("Server\n  Pause ")), qPrintable(text));
        QCOMPARE(text, stage.sheet->asText());

        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("keys.pdf"));
        QCOMPARE(stage.sheet->savePdf(path), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.read(5) == QByteArray("%PDF-"));
        QVERIFY(!stage.sheet->savePdf(folder.filePath(QStringLiteral("no/such/folder.pdf"))).isEmpty());
    }

    void whatWasDoneIsSaidInTheLanguageOfTheMoment()
    {
        Stage stage;
        for (QPushButton* button : stage.sheet->findChildren<QPushButton*>()) {
            if (button->text().contains(QStringLiteral("opy as text"))) {
                button->click();
            }
        }
        const QList<QLabel*> labels = stage.sheet->findChildren<QLabel*>();
        const auto said = std::find_if(labels.begin(), labels.end(),
                                       [](const QLabel* label) { return label->text() == QLatin1String("Copied."); });
        QVERIFY(said != labels.end());
        MarkedLanguage language;
        QCoreApplication::installTranslator(&language);
        QEvent change(QEvent::LanguageChange);
        QCoreApplication::sendEvent(stage.sheet, &change);
        QCOMPARE((*said)->text(), QStringLiteral("文Copied."));
        QCoreApplication::removeTranslator(&language);
    }

    void whatHasNoRoomIsNotSaved()
    {
        const Stage stage;
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("keys.pdf"));
        const QString error = [&] {
            const lockscope::test::LittleRoom room(1000);
            return stage.sheet->savePdf(path);
        }();
        QVERIFY(!error.isEmpty());
        QVERIFY(!QFile::exists(path));
    }

    void escCloses()
    {
        Stage stage;
        QTest::keyClick(stage.sheet, Qt::Key_Escape);
        QVERIFY(!stage.sheet->isVisible());
    }
};

QTEST_MAIN(ShortcutSheetTest)
#include "shortcut_sheet_test.moc"
