// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions_fixture.hpp"

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

class UndoBarTest : public QObject, private ActionsFixture
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void undoPutsItBack();
    void undoSaysIfSomebodyTookIt();
    void undosStack();
};

void UndoBarTest::undoPutsItBack()
{
    QVERIFY(!m_undo->isVisible());
    hold("a", kAliceHolds, 600'000);
    forceRelease("a");
    QTRY_VERIFY(m_undo->isVisible());
    QVERIFY(says(*m_undo, QStringLiteral("a was released, held by")));
    QVERIFY(says(*m_undo, QStringLiteral("does not get it back")));
    QVERIFY(undoButton()->text().contains(QStringLiteral("(4:5"))
            || undoButton()->text().contains(QStringLiteral("(5:00")));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a is back in Redis")));
    QVERIFY(m_redis->hash("a").contains(kAliceHolds));
    for (QToolButton* each : m_undo->findChildren<QToolButton*>()) {
        if (each->accessibleName() == QStringLiteral("Dismiss")) {
            QTest::mouseClick(each, Qt::LeftButton);
        }
    }
    QVERIFY(!m_undo->isVisible());
}

void UndoBarTest::undoSaysIfSomebodyTookIt()
{
    hold("a");
    forceRelease("a");
    QTRY_VERIFY(m_undo->isVisible());
    hold("a", kBobHolds);
    QTest::mouseClick(undoButton(), Qt::LeftButton);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a could not be put back: c0de…bb:3 has it now.")));
    QVERIFY(m_redis->hash("a").contains(kBobHolds));
    m_session->close();
    QVERIFY(!m_undo->isVisible());
}

void UndoBarTest::undosStack()
{
    hold("a");
    hold("b");
    forceRelease("a");
    forceRelease("b");
    QTRY_VERIFY(says(*m_undo, QStringLiteral("b was released")));
    m_undo->actions().front()->trigger();
    QTRY_VERIFY(says(*m_undo, QStringLiteral("b is back in Redis")));
    QVERIFY(m_redis->exists("b") && !m_redis->exists("a"));
    m_undo->actions().front()->trigger();
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a is back in Redis")));
    QVERIFY(m_redis->exists("a"));
}

QTEST_MAIN(UndoBarTest)
#include "undo_bar_test.moc"
