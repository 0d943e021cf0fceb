// SPDX-License-Identifier: GPL-3.0-or-later
#include "comfort/command_palette.hpp"

#include "comfort/fuzzy_match.hpp"
#include "models/lock_table_model.hpp"

#include "lock_examples.hpp"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLineEdit>
#include <QListView>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTest>

#include <string>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

struct Stage
{
    QMainWindow window;
    LockTableModel model;
    QAction* quit;
    QAction* pause;
    QAction* release;
    QAction* dark;
    CommandPalette* palette;

    Stage()
    {
        QMenu* server = window.menuBar()->addMenu(QStringLiteral("&Server"));
        pause = server->addAction(QStringLiteral("&Pause"));
        server->addSeparator();
        quit = server->addAction(QStringLiteral("退出(&Q)"));
        quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
        QMenu* lock = window.menuBar()->addMenu(QStringLiteral("&Lock"));
        release = lock->addAction(QStringLiteral("&Force-release…"));
        release->setEnabled(false);
        release->setToolTip(QStringLiteral("Unlock actions first"));
        QMenu* theme = window.menuBar()->addMenu(QStringLiteral("&View"))->addMenu(QStringLiteral("&Theme"));
        dark = theme->addAction(QStringLiteral("&Dark"));
        palette = new CommandPalette(*window.menuBar(), {}, model, &window);
        model.apply({added(heldExample("orders:42")), added(heldExample("invoice")), added(heldExample("x\n<b>"))});
        window.resize(800, 600);
        window.show();
    }
    QLineEdit& field() { return *palette->findChild<QLineEdit*>(); }
    QListView& view() { return *palette->findChild<QListView*>(); }
    QStringList lines()
    {
        QStringList lines;
        for (int row = 0; row < view().model()->rowCount(); ++row) {
            lines << view().model()->index(row, 0).data().toString();
        }
        return lines;
    }
    void search(const QString& text)
    {
        palette->open();
        QTest::keyClicks(&field(), text);
    }
};

} // namespace

class CommandPaletteTest : public QObject
{
    Q_OBJECT

private slots:
    void noRowIsCutInHalf_data()
    {
        QTest::addColumn<int>("height");
        QTest::newRow("much room") << 900;
        QTest::newRow("little room") << 233;
    }
    void noRowIsCutInHalf()
    {
        QFETCH(int, height);
        Stage stage;
        for (int i = 0; i < 30; ++i) {
            stage.window.menuBar()->addAction(QStringLiteral("Action %1").arg(i));
        }
        stage.window.resize(800, height);
        stage.palette->open();
        const int row = stage.view().sizeHintForRow(0);
        QVERIFY(stage.view().viewport()->height() >= 3 * row);
        QCOMPARE(stage.view().viewport()->height() % row, 0);
    }

    void matching_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<int>>("characters");
        QTest::newRow("nothing") << ""
                                 << "Pause" << QList<int>{};
        QTest::newRow("beginning") << "pa"
                                   << "Pause" << QList<int>{0, 1};
        QTest::newRow("beginnings of words") << "fr"
                                             << "Force-release" << QList<int>{0, 6};
        QTest::newRow("run rather than scattered") << "lea"
                                                   << "Force-release" << QList<int>{8, 9, 10};
        QTest::newRow("with spaces") << "zoom in"
                                     << "Zoom in" << QList<int>{0, 1, 2, 3, 5, 6};
        QTest::newRow("Chinese") << "出"
                                 << "退出" << QList<int>{1};
    }

    void matching()
    {
        QFETCH(QString, query);
        QFETCH(QString, text);
        QFETCH(QList<int>, characters);
        const auto match = fuzzyMatch(query, text);
        QVERIFY(match.has_value());
        QCOMPARE(match->characters, characters);
    }

    void notMatching()
    {
        QVERIFY(!fuzzyMatch(QStringLiteral("pz"), QStringLiteral("Pause")));
        QVERIFY(!fuzzyMatch(QStringLiteral("pausee"), QStringLiteral("Pause")));
        QVERIFY(!fuzzyMatch(QString(5000, QLatin1Char('a')), QString(10000, QLatin1Char('a'))));
    }

    void showsEveryActionOfTheMenus()
    {
        Stage stage;
        stage.palette->open();
        const QAbstractItemModelTester tester(stage.view().model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(stage.lines(), QStringList({"Pause", "退出", "Dark", "Force-release…"}));
    }

    void enterRunsWhatIsChosen()
    {
        Stage stage;
        const QSignalSpy paused(stage.pause, &QAction::triggered);
        const QSignalSpy darkened(stage.dark, &QAction::triggered);
        stage.search(QStringLiteral("dk"));
        QCOMPARE(stage.lines().first(), QStringLiteral("Dark"));
        QTest::keyClick(&stage.field(), Qt::Key_Return);
        QTRY_COMPARE(darkened.size(), 1);
        QVERIFY(!stage.palette->isVisible());
        QCOMPARE(paused.size(), 0);
    }

    void arrowsMoveAndEscCloses()
    {
        Stage stage;
        const QSignalSpy quits(stage.quit, &QAction::triggered);
        stage.palette->open();
        QTest::keyClick(&stage.field(), Qt::Key_Down);
        QCOMPARE(stage.view().currentIndex().data().toString(), stage.lines().at(1));
        QTest::keyClick(&stage.field(), Qt::Key_Up);
        QTest::keyClick(&stage.field(), Qt::Key_Up); // round
        QCOMPARE(stage.view().currentIndex().row(), stage.lines().size() - 1);
        QTest::keyClick(&stage.field(), Qt::Key_Escape);
        QVERIFY(!stage.palette->isVisible());
        QCOMPARE(quits.size(), 0);
    }

    void whatWasUsedLastComesFirst()
    {
        Stage stage;
        const QSignalSpy recents(stage.palette, &CommandPalette::recentChanged);
        stage.search(QStringLiteral("dark"));
        QTest::keyClick(&stage.field(), Qt::Key_Return);
        QCOMPARE(recents.size(), 1);
        stage.palette->open();
        QCOMPARE(stage.lines().first(), QStringLiteral("Dark"));
        QCOMPARE(stage.palette->recent(), QStringList{"Dark"});
    }

    void aMenuAndAnActionAreFoundTogether()
    {
        Stage stage;
        stage.search(QStringLiteral("theme dark"));
        QCOMPARE(stage.lines().first(), QStringLiteral("Dark"));
    }

    void aMenuFindsItsActionsBehindThoseThatAreCalledLikeThat()
    {
        Stage stage;
        stage.search(QStringLiteral("them"));
        QCOMPARE(stage.lines(), QStringList{QStringLiteral("Dark")});
        stage.window.menuBar()->addAction(QStringLiteral("Lock all"));
        stage.search(QStringLiteral("lock"));
        QCOMPARE(stage.lines(), QStringList({"Lock all", "Force-release…"}));
        const QModelIndex last = stage.view().model()->index(1, 0);
        QVERIFY(last.data(CommandList::MatchedRole).value<QList<int>>().isEmpty());
    }

    void otherWordsForATextFindIt()
    {
        Stage stage;
        stage.palette->setOtherWords([](const QString& text) {
            return text == QStringLiteral("退出(&Q)") ? QStringList{QStringLiteral("Leave"), QStringLiteral("&Quit")}
                                                      : QStringList();
        });
        stage.search(QStringLiteral("qui"));
        QCOMPARE(stage.lines(), QStringList{QStringLiteral("退出")});
        const QModelIndex first = stage.view().model()->index(0, 0);
        QVERIFY(first.data(CommandList::MatchedRole).value<QList<int>>().isEmpty()); // they are letters of another text
    }

    void whatIsDisabledSaysWhy()
    {
        Stage stage;
        const QSignalSpy released(stage.release, &QAction::triggered);
        stage.search(QStringLiteral("force"));
        const QModelIndex line = stage.view().model()->index(0, 0);
        QCOMPARE(line.data(CommandList::NoteRole).toString(), QStringLiteral("Unlock actions first"));
        QVERIFY(line.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("Unlock actions first")));
        QTest::keyClick(&stage.field(), Qt::Key_Return);
        QVERIFY(stage.palette->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(released.size(), 0);
    }

    void locksAreFoundByName()
    {
        Stage stage;
        std::string chosen;
        connect(stage.palette, &CommandPalette::lockChosen, this, [&](const std::string& name) { chosen = name; });
        stage.search(QStringLiteral("ers:4"));
        QCOMPARE(stage.lines(), QStringList{"Go to orders:42"});
        QTest::keyClick(&stage.field(), Qt::Key_Return);
        QCOMPARE(chosen, std::string("orders:42"));
        stage.search(QStringLiteral("\\x0a<b"));
        QCOMPARE(stage.lines(), QStringList{"Go to x\\x0a<b>"});
        QTest::keyClick(&stage.field(), Qt::Key_Return);
        QCOMPARE(chosen, std::string("x\n<b>"));
    }

    void partsOfANameAreEnough_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("found");
        QTest::newRow("with a space between") << "ord 42" << true;
        QTest::newRow("with a colon") << "or:42" << true;
        QTest::newRow("of either case") << "ORD  4" << true;
        QTest::newRow("the other way round") << "42 ord" << false;
        QTest::newRow("nothing but colons") << "::" << false;
    }
    void partsOfANameAreEnough()
    {
        QFETCH(const QString, typed);
        QFETCH(const bool, found);
        Stage stage;
        stage.search(typed);
        QCOMPARE(stage.lines().contains(QStringLiteral("Go to orders:42")), found);
    }

    /// As many as are ever kept: “no lock is called that” must be true.
    void everyLockIsLookedAt()
    {
        Stage stage;
        std::vector<LockChange> many;
        for (int i = 0; i < 200'000; ++i) {
            many.push_back(added(heldExample("stock:" + std::to_string(i))));
        }
        stage.model.apply(many);
        stage.model.apply({added(heldExample("the-last-one"))});
        stage.search(QStringLiteral("last-o"));
        QCOMPARE(stage.lines(), QStringList{"Go to the-last-one"});
    }

    void nothingFoundIsSaid()
    {
        Stage stage;
        stage.search(QStringLiteral("zzzz"));
        QCOMPARE(stage.lines(), QStringList{});
        QVERIFY(!stage.view().isVisible());
    }

    void anActionThatGoesWhileThePaletteIsOpenDoesNoHarm()
    {
        Stage stage;
        stage.search(QStringLiteral("pause"));
        delete stage.pause;
        QTest::keyClick(&stage.field(), Qt::Key_Return);
        QVERIFY(!stage.field().text().isEmpty());
    }
};

QTEST_MAIN(CommandPaletteTest)
#include "command_palette_test.moc"
