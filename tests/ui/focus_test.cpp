// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/focus.hpp"

#include <QKeyEvent>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QVBoxLayout>

#include <memory>

using namespace lockscope::ui;

namespace {

struct Stage
{
    explicit Stage(int rows) : model(rows, 2)
    {
        auto* layout = new QVBoxLayout(&window);
        layout->addWidget(&field);
        layout->addWidget(&view);
        view.setModel(&model);
        view.setSelectionBehavior(QAbstractItemView::SelectRows);
        leadDown(field, view);
        window.show();
        window.activateWindow();
        field.setFocus();
    }
    ~Stage()
    {
        field.setParent(nullptr);
        view.setParent(nullptr);
    }
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    [[nodiscard]] QList<int> selectedRows() const
    {
        QList<int> rows;
        for (const QModelIndex& row : view.selectionModel()->selectedRows()) {
            rows << row.row();
        }
        return rows;
    }

    QWidget window;
    QStandardItemModel model;
    QLineEdit field;
    QTableView view;
};

} // namespace

class FocusTest : public QObject
{
    Q_OBJECT

private slots:
    void fromTheSearchToWhatWasFound_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::newRow("down") << Qt::Key_Down;
        QTest::newRow("return") << Qt::Key_Return;
        QTest::newRow("enter") << Qt::Key_Enter;
    }
    void fromTheSearchToWhatWasFound()
    {
        QFETCH(const Qt::Key, key);
        Stage stage(3);
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        QTest::keyClick(&stage.field, key);
        QVERIFY(stage.view.hasFocus());
        QCOMPARE(stage.selectedRows(), QList<int>{0});
    }

    void aSelectedRowStaysSelected()
    {
        Stage stage(3);
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        stage.view.selectRow(2);
        QTest::keyClick(&stage.field, Qt::Key_Down);
        QVERIFY(stage.view.hasFocus());
        QCOMPARE(stage.selectedRows(), QList<int>{2});
    }

    void whereNothingWasFoundTheKeysStay()
    {
        Stage stage(0);
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        QTest::keyClick(&stage.field, Qt::Key_Down);
        QVERIFY(stage.field.hasFocus());
        stage.model.appendRow(new QStandardItem);
        stage.view.hide();
        QTest::keyClick(&stage.field, Qt::Key_Return);
        QVERIFY(stage.field.hasFocus());
        stage.view.show();
        QTest::keyClick(&stage.field, Qt::Key_Down, Qt::ShiftModifier);
        QVERIFY(stage.field.hasFocus());
    }

    void whereKeysComeIsSelected_data()
    {
        QTest::addColumn<Qt::FocusReason>("reason");
        QTest::addColumn<QList<int>>("selected");
        QTest::newRow("by Tab") << Qt::TabFocusReason << QList<int>{0};
        QTest::newRow("by Shift+Tab") << Qt::BacktabFocusReason << QList<int>{0};
        QTest::newRow("by a key of its own") << Qt::ShortcutFocusReason << QList<int>{0};
        QTest::newRow("by a click") << Qt::MouseFocusReason << QList<int>{};
        QTest::newRow("with the window") << Qt::ActiveWindowFocusReason << QList<int>{};
    }
    void whereKeysComeIsSelected()
    {
        QFETCH(const Qt::FocusReason, reason);
        QFETCH(const QList<int>, selected);
        Stage stage(3);
        selectWhereKeysCome(stage.view);
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        stage.view.setFocus(reason);
        QVERIFY(stage.view.hasFocus());
        QCOMPARE(stage.selectedRows(), selected);
    }

    void whereKeysComeWhatIsSelectedStaysSo()
    {
        Stage stage(3);
        selectWhereKeysCome(stage.view);
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        stage.view.selectRow(2);
        stage.view.setFocus(Qt::TabFocusReason);
        QVERIFY(stage.view.hasFocus());
        QCOMPARE(stage.selectedRows(), QList<int>{2});
    }

    void theEndsOfAListAreSelected_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::addColumn<int>("row");
        QTest::newRow("home") << Qt::Key_Home << Qt::KeyboardModifiers(Qt::NoModifier) << 0;
        QTest::newRow("end") << Qt::Key_End << Qt::KeyboardModifiers(Qt::NoModifier) << 2;
        QTest::newRow("ctrl+home") << Qt::Key_Home << Qt::KeyboardModifiers(Qt::ControlModifier) << 0;
        QTest::newRow("ctrl+end") << Qt::Key_End << Qt::KeyboardModifiers(Qt::ControlModifier) << 2;
    }
    void theEndsOfAListAreSelected()
    {
        QFETCH(const Qt::Key, key);
        QFETCH(const Qt::KeyboardModifiers, modifiers);
        QFETCH(const int, row);
        Stage stage(3);
        stage.view.selectRow(1);
        QVERIFY(goToEndByKey(stage.view, QKeyEvent(QEvent::KeyPress, key, modifiers)));
        QCOMPARE(stage.selectedRows(), QList<int>{row});
        QVERIFY(!goToEndByKey(stage.view, QKeyEvent(QEvent::KeyPress, key, modifiers | Qt::ShiftModifier)));
    }
};

QTEST_MAIN(FocusTest)
#include "focus_test.moc"
