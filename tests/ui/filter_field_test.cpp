// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/filter_field.hpp"

#include "panels/completion_popup.hpp"
#include "panels/filter_help.hpp"

#include <QAction>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace lockscope::ui;

namespace {

struct Stage
{
    QWidget window;
    FilterField* field = new FilterField(&window);
    QLineEdit* other = new QLineEdit(&window);

    Stage()
    {
        auto* layout = new QVBoxLayout(&window);
        layout->addWidget(field);
        layout->addWidget(other);
        field->setVocabularySource([] {
            return FilterVocabulary{{QStringLiteral("9f45"), QStringLiteral("77c0")}, {QStringLiteral("orders:")}};
        });
        window.resize(700, 200);
        window.show();
        window.activateWindow();
        field->setFocus();
    }
    CompletionPopup& popup() { return *field->findChild<CompletionPopup*>(); }
    FilterHelp* help() { return field->findChild<FilterHelp*>(); }
};

} // namespace

class FilterFieldTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { Q_INIT_RESOURCE(lockscope); }

    void suggestionsTakeNoMoreRoomEachTime()
    {
        Stage stage;
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        QTest::keyClicks(stage.field, QStringLiteral("ty"));
        QVERIFY(stage.popup().isVisible());
        const int width = stage.popup().width();
        for (int i = 0; i < 20; ++i) {
            QTest::keyClick(stage.field, Qt::Key_Backspace);
            QTest::keyClicks(stage.field, QStringLiteral("y"));
        }
        QVERIFY(stage.popup().isVisible());
        QCOMPARE(stage.popup().width(), width);
    }

    void suggestionsAreTakenByKeyboard()
    {
        Stage stage;
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        QTest::keyClicks(stage.field, QStringLiteral("ty"));
        QVERIFY(stage.popup().isVisible());
        QTest::keyClick(stage.field, Qt::Key_Tab);
        QCOMPARE(stage.field->text(), QStringLiteral("type:"));
        QVERIFY(stage.popup().isVisible()); // the values
        QTest::keyClicks(stage.field, QStringLiteral("f"));
        QTest::keyClick(stage.field, Qt::Key_Down);
        QTest::keyClick(stage.field, Qt::Key_Down);
        QTest::keyClick(stage.field, Qt::Key_Return);
        QCOMPARE(stage.field->text(), QStringLiteral("type:fenced"));
        QVERIFY(!stage.popup().isVisible());
        QVERIFY(stage.field->hasFocus());
    }

    void enterWithoutAChoiceKeepsWhatWasTyped()
    {
        Stage stage;
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        QTest::keyClicks(stage.field, QStringLiteral("or"));
        QVERIFY(stage.popup().isVisible());
        QTest::keyClick(stage.field, Qt::Key_Return);
        QCOMPARE(stage.field->text(), QStringLiteral("or"));
        QVERIFY(!stage.popup().isVisible());
    }

    void suggestionsAreSentAway()
    {
        Stage stage;
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        QTest::keyClick(stage.field, Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(stage.popup().isVisible());
        QTest::keyClick(stage.field, Qt::Key_Escape);
        QVERIFY(!stage.popup().isVisible());
        QTest::keyClick(stage.field, Qt::Key_Down);
        QVERIFY(stage.popup().isVisible());
        stage.other->setFocus();
        QVERIFY(!stage.popup().isVisible());
    }

    void escapeEmptiesTheFieldOnceTheSuggestionsAreGone()
    {
        Stage stage;
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        QTest::keyClicks(stage.field, QStringLiteral("ord"));
        QVERIFY(stage.popup().isVisible());
        QTest::keyClick(stage.field, Qt::Key_Escape);
        QCOMPARE(stage.field->text(), QStringLiteral("ord"));
        QTest::keyClick(stage.field, Qt::Key_Escape);
        QCOMPARE(stage.field->text(), QString());
        QVERIFY(stage.field->hasFocus());
        QVERIFY(stage.field->backAction()->isEnabled());
        stage.field->backAction()->trigger();
        QCOMPARE(stage.field->text(), QStringLiteral("ord"));
    }

    void suggestionsAreTakenByMouse()
    {
        Stage stage;
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        QTest::keyClicks(stage.field, QStringLiteral("holder:"));
        QVERIFY(stage.popup().isVisible());
        const QRect line = stage.popup().visualItemRect(stage.popup().topLevelItem(1));
        QTest::mouseClick(stage.popup().viewport(), Qt::LeftButton, {}, line.center());
        QCOMPARE(stage.field->text(), QStringLiteral("holder:77c0"));
    }

    void theErrorIsSaidAndMarked()
    {
        Stage stage;
        QTest::keyClicks(stage.field, QStringLiteral("order type:fare"));
        QVERIFY(stage.field->error().contains(QStringLiteral("reentrant, fair")));
        const QImage wrong = stage.field->grab().toImage();
        stage.field->setText(QStringLiteral("order type:fair"));
        QCOMPARE(stage.field->error(), QString());
        QVERIFY(stage.field->grab().toImage() != wrong);
    }

    void filtersCanBeUndone()
    {
        Stage stage;
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        QVERIFY(!stage.field->backAction()->isEnabled());
        stage.field->useFilter(QStringLiteral("type:fair"));
        stage.field->useFilter(QStringLiteral("state:stuck"));
        stage.field->backAction()->trigger();
        QCOMPARE(stage.field->text(), QStringLiteral("type:fair"));
        stage.field->backAction()->trigger();
        QCOMPARE(stage.field->text(), QString());
        QVERIFY(!stage.field->backAction()->isEnabled());
        stage.field->forwardAction()->trigger();
        QCOMPARE(stage.field->text(), QStringLiteral("type:fair"));
        // Typed, and not yet at rest: it is a step all the same.
        QTest::keyClicks(stage.field, QStringLiteral(" x"));
        stage.field->backAction()->trigger();
        QCOMPARE(stage.field->text(), QStringLiteral("type:fair"));
        QCOMPARE(stage.field->recent().first(), QStringLiteral("type:fair x"));
    }

    void helpPutsAnExampleIntoTheField()
    {
        Stage stage;
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        stage.field->useFilter(QStringLiteral("mine"));
        QTest::keyClick(stage.field, Qt::Key_F1);
        QVERIFY(stage.help() && stage.help()->isVisible());
        auto* list = stage.help()->findChild<QTreeWidget*>();
        QCOMPARE(list->currentItem()->text(0), QStringLiteral("mine")); // used last
        QTest::keyClick(list, Qt::Key_Down);                            // past the title of the next section
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(stage.field->text(), QStringLiteral("order"));
        QTRY_VERIFY(!stage.help());
    }
};

QTEST_MAIN(FilterFieldTest)
#include "filter_field_test.moc"
