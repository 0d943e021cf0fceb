// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/table_columns.hpp"

#include "panels/table_page.hpp"
#include "text/character_width.hpp"

#include <QAction>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QTimer>

#include <cmath>

using namespace lockscope::ui;

namespace {

constexpr int kColumns = 4;
const QString kUndo = QStringLiteral("Undo the change of columns or sorting");

/// A panel's table with four columns, of which the last one takes what is left.
struct Stage
{
    QStandardItemModel model{2, kColumns};
    TablePage page;
    QTableView& table = page.table();
    QHeaderView& header = *table.horizontalHeader();

    Stage()
    {
        model.setHorizontalHeaderLabels(
            {QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("C"), QStringLiteral("D")});
        page.setModel(&model);
        page.setColumnWidths({10, 12, 14, 0});
        page.resize(900, 300);
        page.show();
        table.setCurrentIndex(model.index(0, 1));
    }

    QAction* action(const QString& text) const
    {
        for (QAction* action : page.findChildren<QAction*>()) {
            if (action->text().remove(QLatin1Char('&')) == text) {
                return action;
            }
        }
        qFatal("there is no action \"%s\"", qPrintable(text));
    }
    /// What was changed until now is a step to undo.
    bool isAtRest() const { return !page.columns().findChild<QTimer*>()->isActive(); }
    void trigger(const QString& text) const { action(text)->trigger(); }
};

} // namespace

class TableColumnsTest : public QObject
{
    Q_OBJECT

private slots:
    void whatWasChangedIsKept();
    void whatWasNotChangedFollowsTheProgram();
    void widthsFollowTheSizeOfTheText();
    void knownWordsHaveTheirRoomAndNoMore();
    void whatTakesTheRestStaysReadable();
    void othersGiveWayToTheRest();
    void roomIsShared();
    void roomIsNoChoice();
    void theOrderOfTheRowsIsKeptWhereThereIsOne();
    void anotherStateIsLeftAside_data();
    void anotherStateIsLeftAside();
    void columnsAreShapedWithoutAMouse();
    void changesAreUndoneOneAfterTheOther();
    void anOnlyRowIsSelectedByKey();
    void sortingIsUndone();
    void aDragIsOneStep();
    void whatIsRestoredIsNoChange();
    void onlyWhatDoesSomethingIsOffered_data();
    void onlyWhatDoesSomethingIsOffered();
};

void TableColumnsTest::whatWasChangedIsKept()
{
    Stage stage;
    stage.header.resizeSection(1, 177);
    stage.header.moveSection(2, 0);
    const QByteArray state = stage.page.columns().save();

    Stage next;
    QVERIFY(next.page.columns().restore(state));
    QCOMPARE(next.header.visualIndex(2), 0);
    QCOMPARE(next.header.sectionSize(1), 177);
    QCOMPARE(next.header.sectionSize(0), stage.header.sectionSize(0));
    QCOMPARE(next.page.columns().save(), state);
    next.page.setColumnWidths({10, 12, 14, 0}); // as a panel does when the font changes
    QCOMPARE(next.header.sectionSize(1), 177);
}

void TableColumnsTest::whatWasNotChangedFollowsTheProgram()
{
    Stage stage;
    stage.header.resizeSection(1, 177);
    Stage next;
    next.page.setColumnWidths({20, 12, 14, 0});
    const int wide = next.header.sectionSize(0);
    QVERIFY(wide > stage.header.sectionSize(0));
    QVERIFY(next.page.columns().restore(stage.page.columns().save()));
    QCOMPARE(next.header.sectionSize(0), wide);
}

void TableColumnsTest::widthsFollowTheSizeOfTheText()
{
    Stage stage;
    stage.header.resizeSection(1, 177);
    const int first = stage.header.sectionSize(0);
    QFont font = stage.page.font();
    font.setPointSizeF(font.pointSizeF() * 2);
    stage.page.setFont(font);
    QTRY_VERIFY(stage.header.sectionSize(1) > 177 * 3 / 2);
    QVERIFY(stage.header.sectionSize(0) > first * 3 / 2);
}

void TableColumnsTest::knownWordsHaveTheirRoomAndNoMore()
{
    Stage stage;
    QStringList words{QStringLiteral("held"), QStringLiteral("acknowledged")};
    stage.page.setColumnWidths({0, 12, 14, 0});
    stage.page.fitToWords(0, TablePage::Mark::none, [&words] { return words; });
    const QFontMetrics metrics = stage.table.fontMetrics();
    const auto fits = [&](int width) {
        const int widest = metrics.horizontalAdvance(words.last());
        return width > widest && width < widest + 4 * characterWidth(metrics);
    };
    QVERIFY(fits(stage.header.sectionSize(0)));
    words << QStringLiteral("as it is said in another language");
    QEvent change(QEvent::LanguageChange);
    QCoreApplication::sendEvent(&stage.page, &change);
    QVERIFY(fits(stage.header.sectionSize(0)));

    stage.header.resizeSection(0, 177); // somebody wants it so
    QTRY_VERIFY(stage.isAtRest());
    QCoreApplication::sendEvent(&stage.page, &change);
    QCOMPARE(stage.header.sectionSize(0), 177);
    stage.trigger(kUndo);
    QVERIFY(fits(stage.header.sectionSize(0)));
}

/// The last column takes what is left, and one without anything in it takes nothing: nobody has chosen that.
void TableColumnsTest::whatTakesTheRestStaysReadable()
{
    Stage stage;
    constexpr int kRest = 1;
    stage.page.setColumnWidths({10, 0, 14, 12});
    stage.page.giveRest(kRest, 20);
    const int character = characterWidth(stage.table.fontMetrics());
    const auto isFilled = [&] { return stage.header.length() == stage.table.viewport()->width(); };
    QTRY_VERIFY(isFilled());
    QVERIFY(stage.header.sectionSize(kRest) > 20 * character);
    stage.page.resize(40 * character, 300);
    QTRY_COMPARE(stage.header.sectionSize(kRest), 20 * character);
    QVERIFY(stage.table.horizontalScrollBar()->maximum() > 0);
    stage.page.resize(900, 300);
    QTRY_VERIFY(isFilled());
    QCOMPARE(stage.table.horizontalScrollBar()->maximum(), 0);

    stage.page.resize(40 * character, 300);
    QTRY_COMPARE(stage.header.sectionSize(kRest), 20 * character);
    stage.header.resizeSection(kRest, 30 * character); // somebody wants it so
    stage.page.resize(41 * character, 300);
    QTRY_COMPARE(stage.header.sectionSize(kRest), 30 * character);
}

void TableColumnsTest::othersGiveWayToTheRest()
{
    Stage stage;
    constexpr int kRest = 3;
    const int character = characterWidth(stage.table.fontMetrics());
    stage.page.setColumnWidths({10, 12, 14, 0});
    stage.page.giveRest(kRest, 20);
    stage.page.letYield({{2, 6}});
    const int frame = stage.page.width() - stage.table.viewport()->width();
    stage.page.resize(50 * character + frame, 300);
    QTRY_COMPARE(stage.header.sectionSize(2), 8 * character);
    QCOMPARE(stage.header.sectionSize(kRest), 20 * character);
    QTRY_COMPARE(stage.table.horizontalScrollBar()->maximum(), 0);
    stage.page.resize(80 * character + frame, 300);
    QTRY_COMPARE(stage.header.sectionSize(2), 14 * character);
}

/// The columns that can do with less give way one after the other, before the table scrolls sideways.
void TableColumnsTest::roomIsShared()
{
    Stage stage;
    const QByteArray before = stage.page.columns().save();
    const int character = characterWidth(stage.table.fontMetrics());
    stage.page.setColumnWidths({10, 12, 14, 12});
    stage.page.letYield({{1, 8}, {0, 6}});
    const int frame = stage.page.width() - stage.table.viewport()->width();
    const auto giveRoom = [&](int characters) { stage.page.resize(characters * character + frame, 300); };
    const auto are = [&](int first, int second) {
        return stage.header.sectionSize(0) == first * character && stage.header.sectionSize(1) == second * character
            && stage.header.sectionSize(2) == 14 * character;
    };
    QTRY_VERIFY(are(10, 12));
    giveRoom(46);
    QTRY_VERIFY(are(10, 10));
    QTRY_COMPARE(stage.table.horizontalScrollBar()->maximum(), 0);
    giveRoom(41);
    QTRY_VERIFY(are(7, 8));
    QTRY_COMPARE(stage.table.horizontalScrollBar()->maximum(), 0);
    giveRoom(35);
    QTRY_VERIFY(are(6, 8));
    QTRY_VERIFY(stage.table.horizontalScrollBar()->maximum() > 0);
    stage.page.hideIfEmpty(3);
    QTRY_VERIFY(stage.header.sectionSize(0) == 10 * character && stage.header.sectionSize(1) == 11 * character);
    QCOMPARE(stage.page.columns().save(), before); // nobody has chosen these widths

    stage.header.resizeSection(1, 13 * character); // as somebody has this one
    giveRoom(30);
    QTRY_COMPARE(stage.header.sectionSize(0), 6 * character);
    QCOMPARE(stage.header.sectionSize(1), 13 * character);
}

void TableColumnsTest::roomIsNoChoice()
{
    Stage stage;
    const QByteArray before = stage.page.columns().save();
    stage.page.resize(1200, 300);
    stage.page.hideIfEmpty(2);
    QVERIFY(stage.header.isSectionHidden(2));
    stage.model.setItem(0, 2, new QStandardItem(QStringLiteral("something")));
    stage.page.hideIfEmpty(2);
    QVERIFY(!stage.header.isSectionHidden(2));
    stage.page.hideIfEmpty(3); // then the one before takes what is left
    stage.page.resize(700, 300);
    QCoreApplication::processEvents();
    QCOMPARE(stage.page.columns().save(), before);
}

void TableColumnsTest::theOrderOfTheRowsIsKeptWhereThereIsOne()
{
    Stage stage;
    Stage plain;
    const QSignalSpy none(&plain.page.columns(), &TableColumns::sortingRestored);
    QVERIFY(plain.page.columns().restore(stage.page.columns().save()));
    QCOMPARE(none.size(), 0);

    stage.page.offerSorting();
    stage.table.sortByColumn(2, Qt::DescendingOrder);
    Stage next;
    next.page.offerSorting();
    next.table.sortByColumn(0, Qt::AscendingOrder);
    QVERIFY(next.page.columns().restore(stage.page.columns().save()));
    QCOMPARE(next.header.sortIndicatorSection(), 2);
    QCOMPARE(next.header.sortIndicatorOrder(), Qt::DescendingOrder);
}

void TableColumnsTest::anotherStateIsLeftAside_data()
{
    QTest::addColumn<QByteArray>("state");
    Stage stage;
    const QByteArray good = stage.page.columns().save();
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("of Qt") << stage.header.saveState();
    QTest::newRow("cut off") << good.left(good.size() / 2);
    QStandardItemModel more(1, kColumns + 1);
    stage.page.setModel(&more);
    QTest::newRow("of another table") << stage.page.columns().save();
    stage.page.setModel(&stage.model);
}

void TableColumnsTest::anotherStateIsLeftAside()
{
    QFETCH(const QByteArray, state);
    Stage stage;
    stage.header.resizeSection(1, 177);
    const QByteArray before = stage.page.columns().save();
    QVERIFY(!stage.page.columns().restore(state));
    QCOMPARE(stage.page.columns().save(), before);
}

void TableColumnsTest::columnsAreShapedWithoutAMouse()
{
    Stage stage;
    const int width = stage.header.sectionSize(1);
    stage.trigger(QStringLiteral("Make “B” wider"));
    QVERIFY(stage.header.sectionSize(1) > width);
    stage.trigger(QStringLiteral("Make “B” narrower"));
    QCOMPARE(stage.header.sectionSize(1), width);
    for (int i = 0; i < 50; ++i) {
        stage.trigger(QStringLiteral("Make “B” narrower"));
    }
    QVERIFY(stage.header.sectionSize(1) > 10); // not lost
    stage.trigger(QStringLiteral("Move “B” to the right"));
    QCOMPARE(stage.header.visualIndex(1), 2);
    for (int i = 0; i < 5; ++i) {
        stage.trigger(QStringLiteral("Move “B” to the left"));
    }
    QCOMPARE(stage.header.visualIndex(1), 0);
}

/// The keys come to it without selecting it, and there is no other row to go to and come back from.
void TableColumnsTest::anOnlyRowIsSelectedByKey()
{
    QStandardItemModel model(1, kColumns);
    TablePage page;
    page.setModel(&model);
    page.show();
    page.table().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&page.table(), Qt::Key_Down);
    QVERIFY(page.table().selectionModel()->isRowSelected(0, {}));
}

void TableColumnsTest::changesAreUndoneOneAfterTheOther()
{
    Stage stage;
    const QByteArray before = stage.page.columns().save();
    const QAction* undo = stage.action(kUndo);
    QVERIFY(!undo->isEnabled());
    stage.trigger(QStringLiteral("Make “B” wider"));
    const int wide = stage.header.sectionSize(1);
    QTRY_VERIFY(stage.isAtRest());
    stage.trigger(QStringLiteral("Move “B” to the left"));
    QCOMPARE(stage.header.visualIndex(1), 0);
    QVERIFY(undo->isEnabled());
    stage.trigger(kUndo); // also what is not at rest yet
    QCOMPARE(stage.header.visualIndex(1), 1);
    QCOMPARE(stage.header.sectionSize(1), wide);
    stage.trigger(kUndo);
    QCOMPARE(stage.page.columns().save(), before);
    QVERIFY(!undo->isEnabled());
}

void TableColumnsTest::sortingIsUndone()
{
    Stage stage;
    stage.page.offerSorting();
    stage.table.sortByColumn(0, Qt::AscendingOrder);
    stage.model.setItem(0, 1, new QStandardItem(QStringLiteral("one")));
    stage.model.setItem(1, 1, new QStandardItem(QStringLiteral("two")));
    QTRY_VERIFY(stage.isAtRest());
    const auto clickOnB = [&stage] {
        const QPoint title(stage.header.sectionViewportPosition(1) + 20, stage.header.height() / 2);
        QTest::mouseClick(stage.header.viewport(), Qt::LeftButton, {}, title);
    };
    clickOnB();
    clickOnB();
    QCOMPARE(stage.model.index(0, 1).data().toString(), QStringLiteral("two"));
    stage.trigger(kUndo);
    QCOMPARE(stage.header.sortIndicatorSection(), 0);
    QCOMPARE(stage.header.sortIndicatorOrder(), Qt::AscendingOrder);
}

void TableColumnsTest::aDragIsOneStep()
{
    Stage stage;
    const int width = stage.header.sectionSize(1);
    for (int i = 1; i <= 20; ++i) {
        stage.header.resizeSection(1, width + i);
    }
    stage.trigger(kUndo);
    QCOMPARE(stage.header.sectionSize(1), width);
    QVERIFY(!stage.action(kUndo)->isEnabled());
}

void TableColumnsTest::whatIsRestoredIsNoChange()
{
    Stage stage;
    stage.header.resizeSection(1, 177);
    stage.header.moveSection(2, 0);
    Stage next;
    next.header.resizeSection(0, 99);
    QVERIFY(next.page.columns().restore(stage.page.columns().save()));
    QVERIFY(!next.action(kUndo)->isEnabled());
    next.trigger(QStringLiteral("Make “B” wider"));
    next.trigger(kUndo);
    QCOMPARE(next.page.columns().save(), stage.page.columns().save());
}

void TableColumnsTest::onlyWhatDoesSomethingIsOffered_data()
{
    QTest::addColumn<int>("column"); // of the current cell; -1: none
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("left");
    QTest::addColumn<bool>("right");
    QTest::addColumn<bool>("wider");
    QTest::newRow("no cell") << -1 << "A" << false << false << false;
    QTest::newRow("the first") << 0 << "A" << false << true << true;
    QTest::newRow("between") << 1 << "B" << true << true << true;
    QTest::newRow("the last, which takes what is left") << 3 << "D" << true << false << false;
}

void TableColumnsTest::onlyWhatDoesSomethingIsOffered()
{
    QFETCH(const int, column);
    QFETCH(const QString, name);
    Stage stage;
    stage.table.setCurrentIndex(column < 0 ? QModelIndex() : stage.model.index(0, column));
    if (column < 0) {
        stage.model.removeRows(0, 2);
    }
    const auto isOffered = [&](const QString& text) { return stage.action(text.arg(name))->isEnabled(); };
    QTEST(isOffered(QStringLiteral("Move “%1” to the left")), "left");
    QTEST(isOffered(QStringLiteral("Move “%1” to the right")), "right");
    QTEST(isOffered(QStringLiteral("Make “%1” wider")), "wider");
    QTEST(isOffered(QStringLiteral("Make “%1” narrower")), "wider");
}

QTEST_MAIN(TableColumnsTest)
#include "table_columns_test.moc"
