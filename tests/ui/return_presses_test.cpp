// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/return_presses.hpp"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace lockscope::ui;

namespace {

struct Window : QWidget
{
    QPushButton* push = new QPushButton(this);
    QToolButton* tool = new QToolButton(this);
    QLineEdit* field = new QLineEdit(this);

    Window()
    {
        new ReturnPresses(*this);
        auto* layout = new QVBoxLayout(this);
        layout->addWidget(push);
        layout->addWidget(tool);
        layout->addWidget(field);
        show();
    }
};

} // namespace

class ReturnPressesTest : public QObject
{
    Q_OBJECT

private slots:
    void returnAndEnterPressIt()
    {
        Window window;
        for (QAbstractButton* button :
             {static_cast<QAbstractButton*>(window.push), static_cast<QAbstractButton*>(window.tool)}) {
            const QSignalSpy clicks(button, &QAbstractButton::clicked);
            QTest::keyClick(button, Qt::Key_Return);
            QTest::keyClick(button, Qt::Key_Enter, Qt::KeypadModifier);
            QCOMPARE(clicks.count(), 2);
            QTest::keyClick(button, Qt::Key_Return, Qt::ControlModifier);
            QCOMPARE(clicks.count(), 2);
        }
    }

    void oneThatIsHeldPressesNothing()
    {
        Window window;
        const QSignalSpy clicks(window.push, &QAbstractButton::clicked);
        QKeyEvent held(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier, QStringLiteral("\r"), true);
        QCoreApplication::sendEvent(window.push, &held);
        QCOMPARE(clicks.count(), 0);
    }

    /// The address of a server: Return connects, and the focus goes to the button that gives up.
    void whatAFieldPassesOnPressesNothing()
    {
        Window window;
        const QSignalSpy clicks(window.push, &QAbstractButton::clicked);
        connect(window.field, &QLineEdit::returnPressed, window.push, [&window] { window.push->setFocus(); });
        window.field->setFocus();
        QTest::keyClick(window.field, Qt::Key_Return);
        QCOMPARE(clicks.count(), 0);
    }

    void otherWindowsAreLeftAlone()
    {
        const Window window;
        QPushButton other;
        other.show();
        const QSignalSpy clicks(&other, &QAbstractButton::clicked);
        QTest::keyClick(&other, Qt::Key_Return);
        QCOMPARE(clicks.count(), 0);
    }
};

QTEST_MAIN(ReturnPressesTest)
#include "return_presses_test.moc"
