// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/table_columns.hpp"

#include "panels/table_page.hpp"

#include <QAction>
#include <QHeaderView>
#include <QMenu>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

#include <cmath>

using namespace lockscope::ui;

namespace {

constexpr int kColumns = 4;

/// A panel's table with four columns, of which the last one takes what is left.
struct Stage
{
    QStandardItemModel model{2, kColumns};
    TablePage page;
    QTableView& table = page.table();
    QHeaderView& header = *table.horizontalHeader();

    Stage()
    {
        page.setModel(&model);
        page.setColumnWidths({10, 12, 14, 0});
        page.resize(900, 300);
        page.show();
        table.setCurrentIndex(model.index(0, 1));
    }

    void trigger(const QString& text)
    {
        for (QAction* action : page.findChildren<QAction*>()) {
            if (action->text().remove(QLatin1Char('&')) == text) {
                action->trigger();
                return;
            }
        }
        QFAIL(qPrintable(text));
    }
};

} // namespace

class TableColumnsTest : public QObject
{
    Q_OBJECT

private slots:
    void whatWasChangedIsKept();
    void whatWasNotChangedFollowsTheProgram();
    void widthsFollowTheSizeOfTheText();
    void roomIsNoChoice();
    void theOrderOfTheRowsIsKeptWhereThereIsOne();
    void anotherStateIsLeftAside_data();
    void anotherStateIsLeftAside();
    void columnsAreShapedWithoutAMouse();
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

/// The last column takes what is left, and one without anything in it takes nothing: nobody has chosen that.
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
    stage.trigger(QStringLiteral("Make wider"));
    QVERIFY(stage.header.sectionSize(1) > width);
    stage.trigger(QStringLiteral("Make narrower"));
    QCOMPARE(stage.header.sectionSize(1), width);
    for (int i = 0; i < 50; ++i) {
        stage.trigger(QStringLiteral("Make narrower"));
    }
    QVERIFY(stage.header.sectionSize(1) > 10); // not lost
    stage.trigger(QStringLiteral("Move to the right"));
    QCOMPARE(stage.header.visualIndex(1), 2);
    for (int i = 0; i < 5; ++i) {
        stage.trigger(QStringLiteral("Move to the left"));
    }
    QCOMPARE(stage.header.visualIndex(1), 0);
}

QTEST_MAIN(TableColumnsTest)
#include "table_columns_test.moc"
