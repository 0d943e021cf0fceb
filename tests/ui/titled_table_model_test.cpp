// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/titled_table_model.hpp"

#include "models/first_order.hpp"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace lockscope::ui;

namespace {

/// Two rows: a name and a number.
class Prices : public TitledTableModel
{
public:
    Prices() : TitledTableModel(2) {}
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : 2; }

private:
    [[nodiscard]] QString title(int column) const override
    {
        return column == 0 ? QStringLiteral("Name") : QStringLiteral("Price");
    }
    [[nodiscard]] QString titleToolTip(int column) const override
    {
        return column == 1 ? QStringLiteral("In cents") : QString();
    }
    [[nodiscard]] bool isNumber(int column) const override { return column == 1; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override
    {
        return role == Qt::DisplayRole ? QVariant(QStringLiteral("%1:%2").arg(row).arg(column)) : QVariant();
    }
};

Qt::Alignment alignment(const QVariant& value)
{
    return Qt::Alignment(value.toInt());
}

} // namespace

class TitledTableModelTest : public QObject
{
    Q_OBJECT

private slots:
    void numbersAndTheirTitlesEndAtTheRight()
    {
        const Prices prices;
        for (int column = 0; column < 2; ++column) {
            const Qt::Alignment wanted = (column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
            QCOMPARE(alignment(prices.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole)), wanted);
            QCOMPARE(alignment(prices.index(1, column).data(Qt::TextAlignmentRole)), wanted);
        }
    }

    void numbersAreSortedFromTheLargest()
    {
        const Prices prices;
        QCOMPARE(firstOrder(prices, 0), Qt::AscendingOrder);
        QCOMPARE(firstOrder(prices, 1), Qt::DescendingOrder);
    }

    void titlesStandAboveTheColumnsThatExist()
    {
        const Prices prices;
        QCOMPARE(prices.headerData(1, Qt::Horizontal).toString(), QStringLiteral("Price"));
        QCOMPARE(prices.headerData(1, Qt::Horizontal, Qt::ToolTipRole).toString(), QStringLiteral("In cents"));
        QVERIFY(!prices.headerData(0, Qt::Horizontal, Qt::ToolTipRole).isValid());
        QVERIFY(!prices.headerData(0, Qt::Vertical).isValid());
        QVERIFY(!prices.headerData(2, Qt::Horizontal).isValid());
        QVERIFY(!prices.headerData(-1, Qt::Horizontal).isValid());
    }

    void cellsAreAskedForOnlyWhereThereAreSome()
    {
        Prices prices;
        const QAbstractItemModelTester tester(&prices, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(prices.index(1, 0).data().toString(), QStringLiteral("1:0"));
        QCOMPARE(prices.columnCount(prices.index(0, 0)), 0);
    }

    /// A table without a current row is asked for it by Ctrl+C: that is no mistake to be reported on the terminal.
    void noCellIsNoMistake()
    {
        const Prices prices;
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".")));
        QVERIFY(!prices.data({}).isValid());
    }

    void anotherLanguageChangesTitlesAndCells()
    {
        Prices prices;
        QSignalSpy titles(&prices, &QAbstractItemModel::headerDataChanged);
        QSignalSpy cells(&prices, &QAbstractItemModel::dataChanged);
        prices.retranslate();
        QCOMPARE(titles.count(), 1);
        QCOMPARE(cells.count(), 1);
        QCOMPARE(cells.first().at(1).toModelIndex(), prices.index(1, 1));
    }
};

QTEST_MAIN(TitledTableModelTest)
#include "titled_table_model_test.moc"
