// SPDX-License-Identifier: GPL-3.0-or-later
#include "comfort/tour.hpp"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace lockscope::ui;

namespace {

struct Stage
{
    QWidget window;
    QLineEdit* table = new QLineEdit(&window);
    QLineEdit* detail = new QLineEdit(&window);
    QPushButton* unlock = new QPushButton(&window);
    Tour* tour;

    explicit Stage(Barrier barrier = Barrier::none)
    {
        auto* layout = new QHBoxLayout(&window);
        layout->addWidget(table);
        layout->addWidget(detail);
        layout->addWidget(unlock);
        tour = new Tour({table, detail, unlock, barrier}, &window);
        window.resize(900, 600);
        window.show();
        window.activateWindow();
        table->setFocus();
    }
    QWidget& card() { return *tour->findChildren<QPushButton*>().first()->parentWidget(); }
};

} // namespace

class TourTest : public QObject
{
    Q_OBJECT

private slots:
    void goesThroughThreeSteps()
    {
        Stage stage;
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        const QSignalSpy finished(stage.tour, &Tour::finished);
        stage.tour->start();
        QVERIFY(stage.tour->isVisible());
        QCOMPARE(stage.tour->step(), 0);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(stage.tour->step(), 1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
        QCOMPARE(stage.tour->step(), 0);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(stage.tour->step(), 2);
        QCOMPARE(finished.size(), 0);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(finished.size(), 1);
        QVERIFY(!stage.tour->isVisible());
        QTRY_VERIFY(stage.table->hasFocus()); // where it was before
    }

    void canBeSkipped()
    {
        Stage stage;
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        const QSignalSpy finished(stage.tour, &Tour::finished);
        stage.tour->start();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QCOMPARE(finished.size(), 1);
        stage.tour->start(); // again, from the Help menu
        QCOMPARE(stage.tour->step(), 0);
        QTest::mouseClick(stage.tour->findChildren<QPushButton*>().first(), Qt::LeftButton);
        QCOMPARE(finished.size(), 2);
    }

    void tellsNobodyToUnlockWhatCannotBe()
    {
        for (const Barrier barrier : {Barrier::none, Barrier::startedReadOnly, Barrier::replica}) {
            Stage stage(barrier);
            stage.tour->start();
            QTest::keyClick(stage.tour, Qt::Key_Right);
            QTest::keyClick(stage.tour, Qt::Key_Right);
            QCOMPARE(stage.tour->step(), 2);
            QString said;
            for (const QLabel* label : stage.tour->findChildren<QLabel*>()) {
                said += label->text();
            }
            QCOMPARE(said.contains(QStringLiteral("unlock")), barrier == Barrier::none);
            QVERIFY(said.contains(barrierText(barrier)));
        }
    }

    void theFocusStaysOnTheCard()
    {
        Stage stage;
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        stage.tour->start();
        for (int tab = 0; tab < 5; ++tab) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QVERIFY(stage.tour->isAncestorOf(QApplication::focusWidget()));
        }
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("abc"));
        QCOMPARE(stage.table->text(), QString());
        QTest::mouseClick(stage.tour, Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(stage.tour->isVisible());
    }

    void theCardIsAlwaysInSight_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("zoom");
        QTest::newRow("large") << QSize(1400, 900) << 1.0;
        QTest::newRow("small") << QSize(480, 420) << 1.0;
        QTest::newRow("large text") << QSize(1400, 1000) << 3.2;
    }

    void theCardIsAlwaysInSight()
    {
        QFETCH(QSize, size);
        QFETCH(double, zoom);
        Stage stage;
        QFont font = stage.window.font();
        font.setPointSizeF(font.pointSizeF() * zoom);
        stage.window.setFont(font);
        stage.tour->start();
        stage.window.resize(size);
        for (int step = 0; step < 3; ++step) {
            QVERIFY(stage.tour->rect().contains(stage.card().geometry()));
            for (const QLabel* label : stage.tour->findChildren<QLabel*>()) {
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
            }
            QTest::keyClick(stage.tour, Qt::Key_Right);
        }
    }

    void whatItCoversCannotBeDone()
    {
        Stage stage;
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        QAction below;
        below.setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
        stage.window.addAction(&below);
        const QSignalSpy done(&below, &QAction::triggered);
        stage.tour->start();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(done.size(), 0);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_N, Qt::AltModifier); // Next
        QTRY_COMPARE(stage.tour->step(), 1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_S, Qt::AltModifier); // Skip
        QTRY_VERIFY(!stage.tour->isVisible());
        QTest::keyClick(&stage.window, Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(done.size(), 1);
    }

    void aPartThatIsGoneIsNotMissed()
    {
        Stage stage;
        delete stage.detail;
        stage.unlock->hide();
        stage.tour->start();
        for (int step = 0; step < 3; ++step) {
            (void)stage.tour->grab();
            QTest::keyClick(stage.tour, Qt::Key_Right);
        }
        QVERIFY(!stage.tour->isVisible());
    }
};

QTEST_MAIN(TourTest)
#include "tour_test.moc"
