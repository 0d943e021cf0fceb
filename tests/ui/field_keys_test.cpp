// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/field_keys.hpp"

#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace lockscope::ui;

class FieldKeysTest : public QObject
{
    Q_OBJECT

private slots:
    void ctrlDelDeletesAWordAndReleasesNothing()
    {
        QWidget window;
        new FieldKeys(window);
        auto* field = new QLineEdit(QStringLiteral("two words"), &window);
        auto* button = new QPushButton(&window);
        auto* layout = new QVBoxLayout(&window);
        layout->addWidget(field);
        layout->addWidget(button);
        QAction release;
        release.setShortcut(Qt::CTRL | Qt::Key_Delete);
        window.addAction(&release);
        const QSignalSpy released(&release, &QAction::triggered);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));

        field->setFocus();
        field->setCursorPosition(0);
        QTest::keyClick(field, Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(field->text(), QStringLiteral("words"));
        QCOMPARE(released.count(), 0);

        button->setFocus();
        QTest::keyClick(button, Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(released.count(), 1);
    }
};

QTEST_MAIN(FieldKeysTest)
#include "field_keys_test.moc"
