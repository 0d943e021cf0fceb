// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/table_page.hpp"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace lockscope::ui;

namespace {

struct Window : QWidget
{
    QStandardItemModel model{5, 2};
    QLineEdit* before = new QLineEdit(this);
    TablePage* page = new TablePage(this);
    QLineEdit* next = new QLineEdit(this);

    Window()
    {
        auto* layout = new QVBoxLayout(this);
        layout->addWidget(before);
        layout->addWidget(page);
        layout->addWidget(next);
        page->setModel(&model);
        show();
        page->table().setFocus();
    }
};

} // namespace

class TablePageTest : public QObject
{
    Q_OBJECT

private slots:
    /// Not to the next in the order, where a key that was meant for a row may do anything.
    void theKeysOfATableThatBecomesEmptyGoWhereTheyAreSent()
    {
        Window window;
        window.page->leaveKeysTo(*window.before);
        QCOMPARE(window.focusWidget(), static_cast<QWidget*>(&window.page->table()));
        window.model.removeRows(0, 5);
        QCOMPARE(window.focusWidget(), static_cast<QWidget*>(window.before));
    }

    void whoHasTheKeysElsewhereKeepsThem()
    {
        Window window;
        window.page->leaveKeysTo(*window.before);
        window.next->setFocus();
        window.model.removeRows(0, 5);
        QCOMPARE(window.focusWidget(), static_cast<QWidget*>(window.next));
    }

    void theKeysOfAButtonThatIsDoneGoToTheTable_data()
    {
        QTest::addColumn<bool>("isEmpty");
        QTest::newRow("with rows") << false;
        QTest::newRow("empty") << true;
    }
    void theKeysOfAButtonThatIsDoneGoToTheTable()
    {
        QFETCH(bool, isEmpty);
        Window window;
        window.page->leaveKeysTo(*window.before);
        QAction release;
        QToolButton button(window.page);
        button.setDefaultAction(&release);
        button.setFocusPolicy(Qt::StrongFocus);
        button.show();
        window.page->takeKeysFrom(button);
        button.setFocus();
        if (isEmpty) {
            window.model.removeRows(0, 5);
        }
        QCOMPARE(window.focusWidget(), static_cast<QWidget*>(&button));
        release.setText(QStringLiteral("Release")); // can still be pressed
        QCOMPARE(window.focusWidget(), static_cast<QWidget*>(&button));
        release.setEnabled(false);
        const QWidget* place = isEmpty ? static_cast<QWidget*>(window.before) : &window.page->table();
        QCOMPARE(window.focusWidget(), place);
        window.next->setFocus();
        release.setEnabled(true);
        release.setEnabled(false);
        QCOMPARE(window.focusWidget(), static_cast<QWidget*>(window.next));
    }

    void whoSortsSeesTheFirstRows()
    {
        Window window;
        QTableView& table = window.page->table();
        window.page->keepCurrentInSight();
        window.page->offerSorting();
        window.model.insertRows(0, 200);
        QTRY_VERIFY(table.verticalScrollBar()->maximum() > 0); // they are laid out
        table.setCurrentIndex(window.model.index(150, 0));
        QTRY_VERIFY(table.verticalScrollBar()->value() > 0);
        table.sortByColumn(1, Qt::DescendingOrder);
        QTRY_COMPARE(table.verticalScrollBar()->value(), 0);
        QVERIFY(table.currentIndex().isValid());
    }

    void homeAndEndAreRows()
    {
        Window window;
        QTableView& table = window.page->table();
        table.setCurrentIndex(window.model.index(2, 1));
        QTest::keyClick(&table, Qt::Key_End);
        QCOMPARE(table.currentIndex(), window.model.index(4, 1));
        QTest::keyClick(&table, Qt::Key_Home);
        QCOMPARE(table.currentIndex(), window.model.index(0, 1));
    }

    /// What is beside the table may need far more room than there is.
    void whyThereIsNothingIsSeenWithoutScrolling()
    {
        QStandardItemModel model(0, 2);
        auto* page = new TablePage;
        page->setModel(&model);
        page->setNote(QStringLiteral("Nobody holds anything."));
        page->setMinimumHeight(600);
        QScrollArea area;
        area.setWidgetResizable(true);
        area.setWidget(page);
        area.resize(400, 150);
        area.show();
        const QLabel* note = nullptr;
        for (const QLabel* label : page->findChildren<QLabel*>()) {
            note = label->text() == page->note() ? label : note;
        }
        QVERIFY(note);
        QTRY_VERIFY(note->alignment().testFlag(Qt::AlignTop));
        area.resize(400, 700);
        QTRY_VERIFY(note->alignment().testFlag(Qt::AlignVCenter));
        area.resize(400, 150);
        QTRY_VERIFY(note->alignment().testFlag(Qt::AlignTop));
    }
};

QTEST_MAIN(TablePageTest)
#include "table_page_test.moc"
