// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/wait_graph_legend.hpp"
#include "clients_stage.hpp"
#include "lock_ring.hpp"
#include "panels/flow_bar.hpp"
#include "panels/flow_layout.hpp"
#include "theme/theme.hpp"

#include "support/redis_client.hpp"

#include "lockscope/client.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/read_write_lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/trace.hpp"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QScrollBar>
#include <QSignalSpy>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using namespace std::chrono_literals;

namespace {

/// Locks that have nothing to do with each other.
std::vector<LockStatePtr> loneLocks(int count)
{
    std::vector<LockStatePtr> locks;
    for (int i = 0; i < count; ++i) {
        const std::string number = std::to_string(10 + i);
        LockState lock = heldLock("lock " + number, holder("00000000-0000-4000-8000-0000000000" + number, 1));
        lock.waiting_clients = 3;
        locks.push_back(shared(lock));
    }
    return locks;
}

bool scrolls(const QScrollBar& bar)
{
    return bar.maximum() > bar.minimum();
}

} // namespace

class WaitGraphPageTest : public QObject, private ClientsStage
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void aRealDeadlockIsCertainUntilItEnds();
    void aRingOfThreeTypesIsPossibleOnceATraceHasSeenIt();
    void theGraphIsWalkedByKeyboard();
    void theNodeIsSaidAsItIsNow();
    void aSentenceLeadsToItsLocks();
    void theSelectedLockStaysMarkedBesideItsSentence();
    void theGraphIsDrawnAroundTheSelection();
    void theGraphIsLaidOutForTheRoomThatItHas();
    void theGraphIsLaidOutAnewForAnotherRoom();
    void itsWordsAreNoSmallerThanTheWindows();
    void allOfItIsInSightIfSomebodyAsksForThat();
    void inLittleRoomTheLegendTakesNothingFromTheButtons();
};

void WaitGraphPageTest::aRealDeadlockIsCertainUntilItEnds()
{
    const Sandbox sandbox;
    Client a(sandbox.endpoint());
    Client b(sandbox.endpoint());
    QSignalSpy told(m_panel.get(), &ClientsPanel::deadlocksChanged);
    m_panel->showPage(ClientsPanel::Page::graph);
    connectTo(sandbox);
    {
        LockRing ring(2);
        ring.add(a.fair_lock("orders:1"), a.fair_lock("orders:2"));
        ring.add(b.fair_lock("orders:2"), b.fair_lock("orders:1"));
        QTRY_VERIFY_WITH_TIMEOUT(!told.isEmpty() && told.back().at(0).toInt() == 1, kPatience);
        QCOMPARE(told.back().at(1).toInt(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(sentences().size(), 1, kPatience);
        const QString sentence = sentences().front();
        QVERIFY2(sentence.startsWith(QStringLiteral("Deadlock: ")), qPrintable(sentence));
        QVERIFY(sentence.contains(QStringLiteral("holds orders:1 and waits for orders:2")));
        QVERIFY(sentence.contains(QStringLiteral("holds orders:2 and waits for orders:1")));
        QCOMPARE(graph().view().picture().nodes.size(), std::size_t{4});
        QVERIFY(graph().view().picture().nodes.front().deadlock == WaitCycle::Certainty::certain);
    }
    QTRY_VERIFY_WITH_TIMEOUT(told.back().at(0).toInt() == 0 && told.back().at(1).toInt() == 0, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(sentences().isEmpty(), kPatience);
}

void WaitGraphPageTest::aRingOfThreeTypesIsPossibleOnceATraceHasSeenIt()
{
    const Sandbox sandbox;
    Client a(sandbox.endpoint());
    Client b(sandbox.endpoint());
    Client c(sandbox.endpoint());
    QSignalSpy told(m_panel.get(), &ClientsPanel::deadlocksChanged);
    m_panel->showPage(ClientsPanel::Page::graph);
    connectTo(sandbox);
    TraceOptions options;
    options.duration = 120s;
    Trace trace(sandbox.endpoint(), options, [this](TraceBatch batch) {
        QMetaObject::invokeMethod(m_panel.get(), [this, batch = std::move(batch)] { m_panel->takeTrace(batch); });
    });
    test::RedisClient redis(sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(redis.text({"CLIENT", "LIST"}).find("cmd=monitor") != std::string::npos, kPatience);
    LockRing ring(3);
    ring.add(a.fair_lock("fair"), a.reentrant_lock("plain"));
    ring.add(b.reentrant_lock("plain"), b.read_write_lock("both").write());
    ring.add(c.read_write_lock("both").read(), c.fair_lock("fair"));
    QTRY_VERIFY_WITH_TIMEOUT(!told.isEmpty() && told.back().at(1).toInt() == 1, kPatience);
    QCOMPARE(told.back().at(0).toInt(), 0);
    // Whether a waiter of the fair lock listens is known a moment after it stands in the queue.
    const auto says = [this](const QString& part) {
        return sentences().size() == 1 && sentences().front().contains(part);
    };
    QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("holds both and waits for fair")), kPatience);
    QVERIFY2(sentences().front().startsWith(QStringLiteral("Possible deadlock: ")), qPrintable(sentences().front()));
    QVERIFY(says(QStringLiteral("holds fair and may wait for plain")));
    QVERIFY(says(QStringLiteral("holds plain and may wait for both")));
    trace.stop();
}

void WaitGraphPageTest::theGraphIsWalkedByKeyboard()
{
    QSignalSpy activated(m_panel.get(), &ClientsPanel::lockActivated);
    tell(deadlock());
    m_panel->showPage(ClientsPanel::Page::graph);
    WaitGraphView& view = graph().view();
    QTRY_COMPARE(view.picture().nodes.size(), std::size_t{4});
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Home);
    QVERIFY(view.currentText().startsWith(QStringLiteral("Lock ")));
    QVERIFY(view.currentText().contains(QStringLiteral("held by")));
    QCOMPARE(view.accessibleDescription(), view.currentText());
    const QString first = view.currentText();
    QTest::keyClick(&view, Qt::Key_Tab);
    QVERIFY(view.hasFocus());
    QVERIFY(view.currentText() != first);
    QTest::keyClick(&view, Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(view.currentText(), first);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Plus);
    QVERIFY(view.transform().m11() > 1);
    QTest::keyClick(&view, Qt::Key_0);
    QVERIFY(view.transform().m11() <= 1);
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(view.currentText().isEmpty());
    QTest::keyClick(&view, Qt::Key_Tab);
    QVERIFY(!view.hasFocus());
}

void WaitGraphPageTest::theNodeIsSaidAsItIsNow()
{
    tell(deadlock());
    m_panel->showPage(ClientsPanel::Page::graph);
    WaitGraphView& view = graph().view();
    QTRY_COMPARE(view.picture().nodes.size(), std::size_t{4});
    QVERIFY(view.showLock("x"));
    const QString before = view.currentText();
    LockState taken = *deadlock().front();
    taken.holders = {holder(kCarol, 3)};
    tell({shared(taken)});
    QTRY_VERIFY(view.currentText() != before);
    QCOMPARE(view.accessibleDescription(), view.currentText());
    tell(deadlock(), LockChange::Kind::removed);
    QTRY_VERIFY(view.currentText().isEmpty());
    QVERIFY(view.accessibleDescription().startsWith(QStringLiteral("Tab and arrow keys")));
}

void WaitGraphPageTest::aSentenceLeadsToItsLocks()
{
    QSignalSpy activated(m_panel.get(), &ClientsPanel::lockActivated);
    tell(deadlock());
    m_panel->showPage(ClientsPanel::Page::graph);
    QTRY_COMPARE(sentences().size(), 1);
    graph().sentences().setFocus();
    QTest::keyClick(&graph().sentences(), Qt::Key_Down);
    QTRY_VERIFY(graph().view().currentText().startsWith(QStringLiteral("Lock ")));
    QTest::keyClick(&graph().sentences(), Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
}

void WaitGraphPageTest::theSelectedLockStaysMarkedBesideItsSentence()
{
    tell(deadlock());
    m_panel->showPage(ClientsPanel::Page::graph);
    QTRY_COMPARE(sentences().size(), 1);
    for (const char* name : {"x", "y"}) {
        m_panel->setSelectedLock(name);
        graph().sentences().setCurrentRow(-1);
        graph().sentences().setCurrentRow(0);
        QVERIFY2(graph().view().currentText().startsWith(QStringLiteral("Lock ") + QLatin1String(name)), name);
    }
}

void WaitGraphPageTest::theGraphIsDrawnAroundTheSelection()
{
    std::vector<LockStatePtr> locks = deadlock();
    locks.push_back(shared(fairLock("f")));
    tell(locks);
    m_panel->showPage(ClientsPanel::Page::graph);
    QTRY_VERIFY(graph().view().picture().nodes.size() > 6);
    m_panel->setSelectedLock("x");
    QCOMPARE(graph().view().picture().nodes.size(), std::size_t{4});
    QVERIFY(graph().note().contains(QStringLiteral("Around x")));
    QVERIFY(graph().note().contains(QStringLiteral("1 more lock")));
    QVERIFY(graph().view().currentText().startsWith(QStringLiteral("Lock x")));
    m_panel->setSelectedLock("y");
    QVERIFY(graph().view().currentText().startsWith(QStringLiteral("Lock y")));
    m_panel->setSelectedLock("unknown");
    QVERIFY(graph().view().picture().nodes.size() > 6);
    QVERIFY(graph().note().contains(QStringLiteral("Nobody waits for unknown")));
    QVERIFY(graph().view().currentText().isEmpty()); // or y would look as if it were selected
    for (QAction* action : graph().actions()) {
        if (action->isChecked()) {
            action->setChecked(false); // all of it is drawn now
        }
    }
    m_panel->setSelectedLock("x");
    QVERIFY(graph().view().picture().nodes.size() > 6);
    QVERIFY(graph().view().currentText().startsWith(QStringLiteral("Lock x")));
}

/// Not for the room of before it was shown.
void WaitGraphPageTest::theGraphIsLaidOutForTheRoomThatItHas()
{
    tell(loneLocks(6));
    m_panel->showPage(ClientsPanel::Page::graph);
    WaitGraphView& view = graph().view();
    QTRY_VERIFY(!view.picture().nodes.empty());
    const QRectF opened = view.sceneRect();
    QEvent anew(QEvent::LanguageChange);
    QCoreApplication::sendEvent(&view, &anew);
    QCOMPARE(view.sceneRect(), opened);
}

void WaitGraphPageTest::theGraphIsLaidOutAnewForAnotherRoom()
{
    m_panel->resize(2600, 420);
    tell(loneLocks(6));
    m_panel->showPage(ClientsPanel::Page::graph);
    WaitGraphView& view = graph().view();
    QTRY_VERIFY(!view.picture().nodes.empty());
    QVERIFY(view.showLock("lock 12"));
    const QString chosen = view.currentText();
    const QRectF wide = view.sceneRect();
    m_panel->resize(1000, 900);
    QTRY_VERIFY(view.sceneRect().width() < wide.width());
    QVERIFY(!scrolls(*view.horizontalScrollBar()));
    QCOMPARE(view.currentText(), chosen);
}

void WaitGraphPageTest::itsWordsAreNoSmallerThanTheWindows()
{
    tell(loneLocks(12));
    m_panel->showPage(ClientsPanel::Page::graph);
    WaitGraphView& view = graph().view();
    QTRY_VERIFY(scrolls(*view.verticalScrollBar()));
    QCOMPARE(view.transform().m11(), 1.0);
    const WaitGraphMetrics metrics(view.font());
    for (const QFont& font : {metrics.title, metrics.id, metrics.detail}) {
        QCOMPARE(font.pointSizeF(), view.font().pointSizeF());
    }
}

/// Before, it is drawn so that it can be read.
void WaitGraphPageTest::allOfItIsInSightIfSomebodyAsksForThat()
{
    m_panel->resize(700, 420);
    tell(loneLocks(12));
    m_panel->showPage(ClientsPanel::Page::graph);
    WaitGraphView& view = graph().view();
    QTRY_VERIFY(scrolls(*view.verticalScrollBar()));
    const auto seesAll = [&] { return !scrolls(*view.verticalScrollBar()) && !scrolls(*view.horizontalScrollBar()); };
    QTest::keyClick(&view, Qt::Key_0);
    QVERIFY(seesAll());
    const qreal scale = view.transform().m11();
    m_panel->resize(700, 500);
    QTRY_VERIFY(view.transform().m11() > scale);
    QVERIFY(seesAll());
}

void WaitGraphPageTest::inLittleRoomTheLegendTakesNothingFromTheButtons()
{
    tell(deadlock());
    m_panel->showPage(ClientsPanel::Page::graph);
    QTRY_COMPARE(sentences().size(), 1);
    m_panel->resize(0, 0); // as small as it may be
    const auto& legend = *graph().findChild<WaitGraphLegend*>();
    const auto& bar = *graph().findChild<FlowBar*>();
    QTRY_VERIFY(legend.height() >= legend.heightForWidth(legend.width()));
    QTRY_VERIFY(bar.height() >= bar.row().heightForWidth(bar.width()));
    QTRY_VERIFY(graph().view().height() >= graph().view().minimumSizeHint().height());
}

QTEST_MAIN(WaitGraphPageTest)
#include "wait_graph_page_test.moc"
