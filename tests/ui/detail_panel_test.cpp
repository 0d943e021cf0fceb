// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/heartbeat_strip.hpp"
#include "charts/ttl_chart.hpp"
#include "delegates/cell_delegate.hpp"
#include "lock_states.hpp"
#include "panels/detail_panel.hpp"
#include "panels/elided_label.hpp"
#include "panels/events_panel.hpp"
#include "panels/keys_panel.hpp"
#include "panels/marked_line.hpp"
#include "panels/queue_panel.hpp"
#include "panels/roomy_area.hpp"
#include "panels/table_page.hpp"
#include "session/session.hpp"
#include "text/character_width.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <memory>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

namespace {

/// Every text that a label shows to somebody who looks.
QStringList visibleTexts(const QWidget& widget)
{
    QStringList texts;
    for (const auto* label : widget.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&widget) && !label->text().isEmpty()) {
            texts << label->text();
        }
    }
    return texts;
}

bool shows(const QWidget& widget, const QString& text)
{
    return visibleTexts(widget).join(QLatin1Char('\n')).contains(text);
}

MonitorBatch batchOf(LockChange::Kind kind, const LockState& state, std::vector<LockEvent> events = {})
{
    MonitorBatch batch;
    batch.changes.push_back({kind, shared(state)});
    batch.events = std::move(events);
    return batch;
}

} // namespace

class DetailPanelTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }

    void init()
    {
        m_session = std::make_unique<Session>();
        m_panel = std::make_unique<DetailPanel>(m_session.get());
        m_panel->resize(420, 640);
        m_panel->show();
    }

    void cleanup()
    {
        m_panel.reset();
        m_session.reset();
    }

    void nothingSelectedIsSaid()
    {
        QVERIFY(shows(*m_panel, QStringLiteral("Select a lock")));
        m_panel->setLock(shared(fairLock("orders:42")));
        QVERIFY(!shows(*m_panel, QStringLiteral("Select a lock")));
        m_panel->clear();
        QVERIFY(shows(*m_panel, QStringLiteral("Select a lock")));
        QVERIFY(m_panel->lock() == nullptr);
    }

    void aFairLockShowsHoldersAndQueue()
    {
        m_panel->setLock(shared(fairLock("orders:42")));
        QCOMPARE(m_panel->findChild<ElidedLabel*>()->text(), QStringLiteral("orders:42"));
        QVERIFY(shows(*m_panel, QStringLiteral("fair")));
        QVERIFY(shows(*m_panel, QStringLiteral("2 waiter(s), and 1 dead in the queue")));
        QVERIFY(shows(*m_panel, QStringLiteral("renewed")));
        const auto* tabs = m_panel->findChild<QTabWidget*>();
        QCOMPARE(tabs->tabText(0), QStringLiteral("Holders 1"));
        QCOMPARE(tabs->tabText(1), QStringLiteral("Queue 3"));
    }

    /// How many are dead among those that were not read, nobody knows.
    void theDeadAreCountedInAWholeQueueOnly()
    {
        LockState lock = fairLock("orders:42");
        lock.waiters_total = 5000;
        m_panel->setLock(shared(lock));
        QVERIFY(shows(*m_panel, QStringLiteral("4,999 waiter(s); of the first 3 in the queue, dead: 1")));
    }

    void onlyThePageThatIsShownNeedsRoom()
    {
        m_panel->setLock(shared(fairLock("orders:42")));
        auto* tabs = m_panel->findChild<QTabWidget*>();
        const auto* area = m_panel->findChild<RoomyArea*>();
        tabs->setCurrentIndex(0);
        QCoreApplication::processEvents(); // lines that wrap know how high they are
        m_panel->resize(420, area->widget()->minimumSizeHint().height() - m_panel->fontMetrics().height());
        QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
        tabs->setCurrentIndex(1);
        QTRY_COMPARE(area->verticalScrollBar()->maximum(), 0);
    }

    /// Though the whole is scrolled, and the table would have it in its own sight.
    void theRowThatTheKeysGoToIsSeen()
    {
        m_panel->setLock(shared(fairLock("orders:42")));
        m_panel->findChild<QTabWidget*>()->setCurrentIndex(1);
        m_panel->resize(420, m_panel->fontMetrics().height() * 12);
        const auto* area = m_panel->findChild<RoomyArea*>();
        QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
        QTableView& table = m_panel->findChild<QueuePanel*>()->page().table();
        m_panel->activateWindow();
        table.setFocus();
        QTRY_VERIFY(table.hasFocus());
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            QTest::keyClick(&table, Qt::Key_Down);
            const auto isSeen = [&] {
                const QRect at = table.visualRect(table.currentIndex().siblingAtColumn(0));
                const QRect place(table.viewport()->mapTo(area->viewport(), at.topLeft()), at.size());
                return area->viewport()->rect().contains(place);
            };
            QTRY_VERIFY(isSeen());
        }
    }

    void whoWritesAndReadsIsOneHolder()
    {
        LockState state = heldLock("stock", holder(kAlice, 1));
        state.type = LockType::read_write;
        state.mode = LockMode::write;
        state.holders.front().owner += ":write";
        state.holders.push_back(holder(kAlice, 1));
        state.holders_total = 2;
        m_panel->setLock(shared(state));
        QCOMPARE(m_panel->findChild<QTabWidget*>()->tabText(0), QStringLiteral("Holders 1"));
        QCOMPARE(holders().model()->rowCount(), 2); // each with its own entries and end
    }

    void aFewHoldersAreAllInSight()
    {
        LockState state = heldLock("stock", holder(kAlice, 1));
        state.type = LockType::read_write;
        state.mode = LockMode::read;
        m_panel->resize(420, 480); // no more than there has to be
        m_panel->setLock(shared(state));
        QTableView& table = holders();
        const auto seesRow = [&](int row) {
            return table.rowViewportPosition(row) + table.rowHeight(row) <= table.viewport()->height();
        };
        QTRY_VERIFY(seesRow(0));
        const int before = table.height();
        for (int thread = 2; thread <= 4; ++thread) {
            state.holders.push_back(holder(kBob, thread));
        }
        state.holders_total = state.holders.size();
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(batchOf(LockChange::Kind::changed, state)));
        QCOMPARE(table.model()->rowCount(), 4);
        QTRY_VERIFY(seesRow(3));
        const int wanted = table.height();
        state.holders.resize(1); // nothing jumps because readers come and go
        state.holders_total = 1;
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(batchOf(LockChange::Kind::changed, state)));
        QCOMPARE(table.model()->rowCount(), 1);
        QTest::qWait(0);
        QCOMPARE(table.height(), wanted);
        QVERIFY(wanted > before);
    }

    void theHolderAndItsLeaseAreSeenInLittleRoom()
    {
        m_panel->resize(characterWidth(m_panel->fontMetrics()) * 44, 640);
        m_panel->setLock(shared(heldLock("stock", holder(kAlice, 1))));
        const QTableView& table = holders();
        const auto isSeen = [&table] {
            return table.columnViewportPosition(HoldersModel::Deadline) + table.columnWidth(HoldersModel::Deadline)
                <= table.viewport()->width();
        };
        QTRY_VERIFY(isSeen());
        QTRY_COMPARE(table.horizontalScrollBar()->maximum(), 0);
        const QString id = table.model()->index(0, HoldersModel::Owner).data().toString();
        QVERIFY(table.columnWidth(HoldersModel::Owner)
                > QFontMetrics(monospaceLike(table.font())).horizontalAdvance(id) + table.fontMetrics().height());
    }

    /// The rest can be scrolled to.
    void theHolderIsSeenHoweverLittleRoomThereIs()
    {
        LockState state = heldLock("stock", holder(kAlice, 1));
        state.type = LockType::read_write;
        state.mode = LockMode::write;
        m_panel->setClientNamer([](const std::string&) { return QStringLiteral("billing-2, 10.0.0.7"); });
        m_panel->setLock(shared(state));
        const QTableView& table = holders();
        QTRY_VERIFY(!table.isColumnHidden(HoldersModel::Client));
        m_panel->resize(characterWidth(m_panel->fontMetrics()) * 32, 640);
        QTRY_VERIFY(table.horizontalScrollBar()->maximum() > 0);
        const QString id = table.model()->index(0, HoldersModel::Owner).data().toString();
        QVERIFY(table.columnWidth(HoldersModel::Owner)
                > QFontMetrics(monospaceLike(table.font())).horizontalAdvance(id) + table.fontMetrics().height());
    }

    /// However narrow its parent would like it to be: what is off to the side is out of reach, or nobody knows of it.
    void whoHoldsItIsSeenInLittleRoom()
    {
        const QFont usual = QApplication::font();
        const auto restore = qScopeGuard([&] { QApplication::setFont(usual); });
        QFont large = usual;
        large.setPointSizeF(usual.pointSizeF() * 2);
        cleanup();
        QApplication::setFont(large);
        init();
        QWidget window;
        window.resize(1360, 860);
        m_panel->setParent(&window);
        window.show();
        m_panel->show();
        const auto leave = qScopeGuard([&] { m_panel->setParent(nullptr); });
        m_panel->setClientNamer([](const std::string&) { return QStringLiteral("billing-2, 10.0.0.7"); });
        m_panel->setLock(shared(heldLock("stock", holder(kAlice, 1))));
        QTRY_VERIFY(!holders().isColumnHidden(HoldersModel::Client));
        m_panel->resize(m_panel->minimumWidth(), 860);
        QTRY_VERIFY(holders().viewport()->width() <= m_panel->minimumWidth());
        QTRY_COMPARE(holders().horizontalScrollBar()->maximum(), 0);
        const QModelIndex owner = holders().model()->index(0, HoldersModel::Owner);
        QVERIFY(owner.data(Qt::ToolTipRole).toString().contains(QStringLiteral("billing-2")));
    }

    void anUncertainTypeIsSaidToBeSo()
    {
        LockState state = heldLock("a", holder(kAlice, 1));
        state.type_certain = false;
        m_panel->setLock(shared(state));
        QVERIFY(shows(*m_panel, QStringLiteral("fair, fenced or spin")));
    }

    void anomaliesAreSentences()
    {
        LockState state = heldLock("a", holder(kAlice, 1), milliseconds{-1});
        state.anomalies = {Anomaly::never_expires, Anomaly::torn};
        m_panel->setLock(shared(state));
        QVERIFY(shows(*m_panel, QStringLiteral("if its holder dies, nothing frees it")));
        QVERIFY(shows(*m_panel, QStringLiteral("MULTI")));
        QVERIFY(shows(*m_panel, QStringLiteral("never expires")));
        state.anomalies.clear();
        state.observed_at += milliseconds{1};
        m_panel->setLock(shared(state));
        QVERIFY(!shows(*m_panel, QStringLiteral("MULTI")));
    }

    /// "Stuck" alone would leave one guessing.
    void whyItIsStuckIsSaid()
    {
        LockState lock = heldLock("orders:42", holder(kAlice, 57));
        lock.held_since = std::chrono::system_clock::now() - std::chrono::minutes(3);
        m_panel->setLock(shared(lock));
        QVERIFY(shows(*m_panel, QStringLiteral("Held for longer than 1 min,")));
        lock.held_since = std::chrono::system_clock::now();
        m_panel->setLock(shared(lock));
        QVERIFY(!shows(*m_panel, QStringLiteral("Held for longer than")));
    }

    void whatIsFreeAndNotTakenIsSaidToBeSo()
    {
        LockState lock = fairLock("orders:42");
        lock.holders.clear();
        lock.holders_total = 0;
        lock.waiters.pop_back(); // the dead one
        lock.waiters_total = 2;
        lock.anomalies = {Anomaly::free_but_queued};
        lock.untaken_since = lock.observed_at - std::chrono::seconds(1); // it is being handed over
        m_panel->setLock(shared(lock));
        QVERIFY(shows(*m_panel, QStringLiteral("Nobody holds the lock, although")));
        lock.untaken_since = lock.observed_at - std::chrono::minutes(3);
        m_panel->setLock(shared(lock));
        QVERIFY(shows(*m_panel, QStringLiteral("Free for at least 3 m 0")));
        QVERIFY(shows(*m_panel, QStringLiteral("yet 2 waiter(s) do not take it.")));
        QVERIFY(!shows(*m_panel, QStringLiteral("Nobody holds the lock, although")));
    }

    void whoWasNotToldThatALockIsFreeIsSaidToWait()
    {
        LockState lock = fairLock("orders:42");
        lock.type = LockType::reentrant;
        lock.holders.clear();
        lock.holders_total = 0;
        lock.waiters.clear();
        lock.waiters_total = 0;
        lock.anomalies = {};
        lock.waiting_clients = 2;
        lock.untaken_since = lock.observed_at - std::chrono::minutes(3);
        m_panel->setLock(shared(lock));
        QVERIFY(shows(*m_panel, QStringLiteral("yet 2 client(s) wait for it: perhaps nobody has told them.")));
        lock.untold_seen = true;
        m_panel->setLock(shared(lock));
        QVERIFY(shows(*m_panel, QStringLiteral("Free for at least 3 m 0")));
        QVERIFY(shows(*m_panel, QStringLiteral("but nobody has told the 2 client(s) that wait for it.")));
        QVERIFY(shows(*m_panel, QStringLiteral("2 client process(es)")));
        QVERIFY(!shows(*m_panel, QStringLiteral("by itself")));
        lock.lease = std::chrono::minutes(61) + std::chrono::seconds(30);
        m_panel->setLock(shared(lock));
        QVERIFY(shows(*m_panel, QStringLiteral("wait for it. Whoever waits looks again by itself in 58 m")));
        lock.untaken_since = {};
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(batchOf(LockChange::Kind::removed, lock)));
        QVERIFY(m_panel->isGone());
        QVERIFY(!shows(*m_panel, QStringLiteral("2 client process(es)"))); // nobody follows that any more
    }

    /// As in its row. It was seen to be released, and is still there.
    void whatIsReleasedAndNotTakenHasTheConditionOfItsRow_data()
    {
        QTest::addColumn<bool>("isHeadDead");
        QTest::addColumn<QString>("condition");
        QTest::addColumn<QString>("why");
        QTest::newRow("the next one does not take it")
            << false << QStringLiteral("contended") << QStringLiteral("do not take it");
        QTest::newRow("the next one is dead") << true << QStringLiteral("stuck") << QStringLiteral("is dead");
    }

    void whatIsReleasedAndNotTakenHasTheConditionOfItsRow()
    {
        QFETCH(bool, isHeadDead);
        QFETCH(QString, condition);
        QFETCH(QString, why);
        const auto tell = [this](LockChange::Kind kind, const LockState& state) {
            emit m_session->batchArrived(std::make_shared<const MonitorBatch>(batchOf(kind, state)));
        };
        LockState lock = fairLock("orders:42");
        m_panel->setLock(shared(lock));
        lock.holders.clear();
        lock.holders_total = 0;
        lock.ttl = milliseconds(-2);
        lock.anomalies = {Anomaly::free_but_queued};
        lock.untaken_since = lock.observed_at += milliseconds(1);
        tell(LockChange::Kind::changed, lock);
        QVERIFY(m_panel->isGone());
        QVERIFY(visibleTexts(*m_panel).contains(QStringLiteral("free"))); // it is being handed over
        QVERIFY(!shows(*m_panel, QStringLiteral("Nobody holds the lock, although")));
        lock.observed_at += std::chrono::seconds(5);
        if (isHeadDead) {
            lock.waiters.front().stale = true;
            lock.waiters.front().subscribed = false;
            lock.anomalies = {Anomaly::dead_head};
        }
        tell(LockChange::Kind::changed, lock);
        QVERIFY(visibleTexts(*m_panel).contains(condition));
        QTRY_VERIFY(shows(*m_panel, why)); // a new line is shown by the event loop
        QVERIFY(shows(*m_panel, QStringLiteral("Released")));
        tell(LockChange::Kind::removed, lock);
        QVERIFY(visibleTexts(*m_panel).contains(QStringLiteral("free")));
        QVERIFY(!shows(*m_panel, why));
    }

    void whatOthersSayOfALockStandsAtItsName()
    {
        QList<LockRemark> remarks{{Severity::warning, QStringLiteral("Many wait.")},
                                  {Severity::critical, QStringLiteral("Deadlock.")}};
        m_panel->setRemarks(
            [&](const LockState& lock) { return lock.name == "orders:42" ? remarks : QList<LockRemark>(); });
        LockState lock = heldLock("orders:42", holder(kAlice, 57));
        lock.held_since = std::chrono::system_clock::now() - std::chrono::minutes(3);
        m_panel->setLock(shared(lock));
        QVERIFY(shows(*m_panel, QStringLiteral("Deadlock.")) && shows(*m_panel, QStringLiteral("Many wait.")));
        QVERIFY(!shows(*m_panel, QStringLiteral("Held for longer than"))); // reason enough
        QList<int> heights;
        for (const char* sentence : {"Deadlock.", "Many wait."}) {
            for (const MarkedLine* line : m_panel->findChildren<MarkedLine*>()) {
                if (line->text() == QLatin1String(sentence)) {
                    heights << line->mapTo(m_panel.get(), QPoint()).y();
                }
            }
        }
        QVERIFY(heights.size() == 2 && heights[0] < heights[1]); // the worst first
        remarks.removeLast();
        m_panel->setLock(shared(lock));
        QVERIFY(!shows(*m_panel, QStringLiteral("Deadlock.")) && shows(*m_panel, QStringLiteral("Many wait.")));
        m_panel->setLock(shared(heldLock("stock:7", holder(kAlice, 57))));
        QVERIFY(!shows(*m_panel, QStringLiteral("Many wait.")));
    }

    /// As of a group whose header is selected.
    void oneOfSeveralIsSaidToBeSo()
    {
        m_panel->setLock(shared(heldLock("orders:42", holder(kAlice, 57))));
        m_panel->setSelected(20);
        QVERIFY(shows(*m_panel, QStringLiteral("20 lock(s) are selected. Only one is shown here.")));
        m_panel->setSelected(1);
        QVERIFY(!shows(*m_panel, QStringLiteral("are selected")));
    }

    /// It is read a little after it was taken.
    void aLeaseIsAsLongAsItWasGiven()
    {
        LockState lock = heldLock("orders:42", holder(kAlice, 57));
        lock.ttl = lock.lease = std::chrono::milliseconds(29'998);
        m_panel->setLock(shared(lock));
        QVERIFY(shows(*m_panel, QStringLiteral("of 30 s")));
    }

    void aLockThatExpiredIsNotCalledReleased()
    {
        const LockState state = heldLock("a", holder(kAlice, 1));
        m_panel->setLock(shared(state));
        LockEvent expired = lockEvent(LockEvent::Kind::expired, "a");
        expired.at = std::chrono::system_clock::now();
        emit m_session->batchArrived(
            std::make_shared<const MonitorBatch>(batchOf(LockChange::Kind::removed, state, {expired})));
        QVERIFY(m_panel->isGone());
        QVERIFY(shows(*m_panel, QStringLiteral("lease ran out")));
        QVERIFY(!shows(*m_panel, QStringLiteral("Released")));

        m_panel->setLock(shared(state)); // The table sends the last picture once more.
        QVERIFY(m_panel->isGone());

        LockState again = heldLock("a", holder(kBob, 2));
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(batchOf(LockChange::Kind::added, again)));
        QVERIFY(!m_panel->isGone());
        QVERIFY(!shows(*m_panel, QStringLiteral("lease ran out")));
    }

    void aQueueThatWentIsNotCalledReleased()
    {
        LockState state = fairLock("a");
        state.holders.clear();
        state.holders_total = 0;
        state.ttl = milliseconds(-2);
        m_panel->setLock(shared(state));
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(batchOf(LockChange::Kind::removed, state)));
        QVERIFY(m_panel->isGone());
        QVERIFY(!shows(*m_panel, QStringLiteral("Released")));
        QVERIFY(shows(*m_panel, QStringLiteral("nobody held it")));
    }

    /// It may be taken all the same.
    void aSemaphoreThatNobodyWaitsForIsNotCalledFree()
    {
        LockState state = freeLock("semaphore");
        state.type = LockType::semaphore;
        state.permits = 0;
        state.waiting_clients = 1;
        m_panel->setLock(shared(state));
        QVERIFY(visibleTexts(*m_panel).contains(QStringLiteral("contended")));
        const auto pages = m_panel->findChildren<TablePage*>();
        QVERIFY(std::any_of(pages.begin(), pages.end(), [](const TablePage* page) {
            return page->note()
                == QStringLiteral("All of its permits are taken. Who has its permits Redis does not tell.");
        }));
        state.waiting_clients = 0;
        state.observed_at += milliseconds{1};
        m_panel->setLock(shared(state));
        QVERIFY(visibleTexts(*m_panel).contains(QStringLiteral("held")));
        QVERIFY(!shows(*m_panel, QStringLiteral("somebody waits")));
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(batchOf(LockChange::Kind::removed, state)));
        QVERIFY(m_panel->isGone());
        QVERIFY(visibleTexts(*m_panel).contains(QStringLiteral("unknown")));
        QVERIFY(shows(*m_panel, QStringLiteral("Nobody waits for it any more.")));
        QVERIFY(!shows(*m_panel, QStringLiteral("nobody held it")));
    }

    void newsOfOtherLocksChangeNothing()
    {
        const LockState state = heldLock("a", holder(kAlice, 1));
        m_panel->setLock(shared(state));
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(batchOf(
            LockChange::Kind::removed, heldLock("b", holder(kBob, 1)), {lockEvent(LockEvent::Kind::forced, "b")})));
        QVERIFY(!m_panel->isGone());
        QCOMPARE(m_panel->lock()->name, std::string("a"));
    }

    void aRenewalShowsInTheChart()
    {
        LockState state = heldLock("a", holder(kAlice, 1), milliseconds{20'000});
        m_panel->setLock(shared(state));
        state.observed_at += milliseconds{500};
        state.ttl = milliseconds{30'000};
        m_panel->setLock(shared(state));
        const auto* chart = m_panel->findChild<TtlChart*>();
        QCOMPARE(chart->series().segments().size(), std::size_t{2});
        m_panel->setLock(shared(heldLock("other", holder(kAlice, 1))));
        QCOMPARE(chart->series().segments().size(), std::size_t{1});
    }

    void renewalsBeforeItWasSelectedAreCounted()
    {
        LockState state = heldLock("a", holder(kAlice, 1), milliseconds{30'000});
        state.renewed_at = state.observed_at;
        m_panel->setLock(shared(state));
        const auto* strip = m_panel->findChild<HeartbeatStrip*>();
        const auto sentence = [&] { return strip->sentence(state.observed_at); };
        QVERIFY2(sentence().startsWith(QStringLiteral("Renewed at least once.")), qPrintable(sentence()));
        HoldRecord record;
        record.owner = kAlice + ":1";
        record.from = *state.held_since;
        record.renewals = 360;
        emit m_session->historyArrived("a", {{record}, {}});
        QVERIFY2(sentence().startsWith(QStringLiteral("Renewed 360 time(s).")), qPrintable(sentence()));
        emit m_session->historyArrived("b", {});
        QVERIFY2(sentence().startsWith(QStringLiteral("Renewed 360 time(s).")), qPrintable(sentence()));
        m_panel->setLock(shared(fairLock("other")));
        QVERIFY2(sentence().startsWith(QStringLiteral("Renewed at least once.")), qPrintable(sentence()));
    }

    void tenThousandWaitersAreSaidToBeTruncated()
    {
        LockState state = fairLock("a");
        state.waiters.clear();
        for (int i = 0; i < 1000; ++i) {
            state.waiters.push_back(waiter(kBob, i, state.server_time + i));
        }
        state.waiters_total = 10'000;
        m_panel->setLock(shared(state));
        m_panel->findChild<QTabWidget*>()->setCurrentIndex(1);
        QVERIFY(shows(*m_panel, QStringLiteral("The first 1,000 of 10,000 waiters.")));
    }

    void hostileNamesStayPlainText()
    {
        const std::string name = "<img src='file:///etc/passwd'>\xe2\x80\xae" + std::string(4096, 'x');
        LockState state = heldLock(name, holder("<b>not-a-uuid</b>", 1));
        m_panel->setLock(shared(state));
        for (const auto* label : m_panel->findChildren<QLabel*>()) {
            QCOMPARE(label->textFormat(), Qt::PlainText);
        }
        QVERIFY(m_panel->findChild<ElidedLabel*>()->text().startsWith(
            QLatin1String("<img src='file:///etc/passwd'>\\xe2")));
        QVERIFY(m_panel->minimumSizeHint().width() < 800);
    }

    void theNameCanBeCopied()
    {
        m_panel->setLock(shared(heldLock("orders:42", holder(kAlice, 1))));
        QTest::mouseClick(m_panel->findChild<LockHeader*>()->findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("orders:42"));
        m_panel->setLock(shared(heldLock("a\xff", holder(kAlice, 1))));
        QTest::mouseClick(m_panel->findChild<LockHeader*>()->findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("a\\xff"));
    }

    void whatIsOutOfReachStandsStill()
    {
        LockState state = heldLock("a", holder(kAlice, 1), std::chrono::hours(1), std::chrono::hours(1));
        state.observed_at -= std::chrono::minutes(10);
        *state.held_since = std::chrono::system_clock::now() - std::chrono::minutes(11);
        m_panel->setLock(shared(state));
        QVERIFY(shows(*m_panel, QStringLiteral("11 m")));
        const QAbstractItemModel* model = holders().model();
        QVERIFY(!model->index(0, 0).data(kPastRole).isValid());
        const QColor grey = Theme::of(m_panel->palette()).mutedText;
        const auto* condition = m_panel->findChild<MarkedLine*>()->findChild<QLabel*>();
        QVERIFY(condition->palette().color(QPalette::WindowText) != grey);

        state.out_of_reach_since = state.observed_at + std::chrono::minutes(2) + milliseconds(500);
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(batchOf(LockChange::Kind::changed, state)));
        QVERIFY(shows(*m_panel, QStringLiteral("Its master is out of reach")));
        QVERIFY(shows(*m_panel, QStringLiteral("3 m 00 s")));
        QVERIFY(!shows(*m_panel, QStringLiteral("11 m")));
        QVERIFY(model->index(0, 0).data(kPastRole).value<Moment>().now == state.out_of_reach_since);
        QCOMPARE(condition->palette().color(QPalette::WindowText), grey);

        m_panel->setLock(shared(heldLock("b", holder(kBob, 1)))); // the time goes on for the others
        QVERIFY(!shows(*m_panel, QStringLiteral("Its master is out of reach")));
        QVERIFY(!model->index(0, 0).data(kPastRole).isValid());
        QVERIFY(condition->palette().color(QPalette::WindowText) != grey);
    }

    void whatCanBeDoneWithKeysNeedsSome()
    {
        const QList<QAction*> actions = m_panel->keyActions();
        QCOMPARE(actions.size(), 3);
        QAction* copyCommand = actions.at(1);
        QAction* read = actions.at(2);
        QVERIFY(!copyCommand->isEnabled() && !read->isEnabled());
        m_panel->setLock(shared(heldLock("a", holder(kAlice, 1))));
        QVERIFY(read->isEnabled() && !copyCommand->isEnabled());
        QCOMPARE(m_panel->tab(), 0);
        const QSignalSpy wanted(m_panel.get(), &DetailPanel::panelRequested);
        read->trigger();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(m_panel->tab(), 3);
        RawKey key;
        key.key = "a";
        key.type = "hash";
        key.command = "redis-cli HGETALL a";
        emit m_session->rawKeysArrived("a", {key}, {});
        QVERIFY(copyCommand->isEnabled());
        copyCommand->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("redis-cli HGETALL a"));
        m_panel->clear();
        QVERIFY(!copyCommand->isEnabled() && !read->isEnabled());
    }

    void keysComeWithTheirCommand()
    {
        m_panel->setLock(shared(heldLock("a", holder(kAlice, 1))));
        m_panel->findChild<QTabWidget*>()->setCurrentIndex(3);
        RawKey key;
        key.key = "a";
        key.type = "hash";
        key.command = "redis-cli HGETALL a";
        key.entries = {{kAlice + ":1", "1"}};
        emit m_session->rawKeysArrived("other", {key}, {});
        auto* keys = m_panel->findChild<KeysPanel*>();
        QCOMPARE(keys->findChild<QTreeView*>()->model()->rowCount(), 0);
        emit m_session->rawKeysArrived("a", {key}, {});
        QCOMPARE(keys->findChild<QTreeView*>()->model()->rowCount(), 1);
        QCOMPARE(keys->findChild<QLineEdit*>()->text(), QStringLiteral("redis-cli HGETALL a"));
        emit m_session->rawKeysArrived("a", {}, QStringLiteral("NOPERM <b>this user</b> may not"));
        QVERIFY(shows(*keys, QStringLiteral("NOPERM <b>this user</b> may not")));
    }

    void keysReadAgainAreLookedAtWhereOneWas()
    {
        m_panel->setLock(shared(heldLock("a", holder(kAlice, 1))));
        m_panel->findChild<QTabWidget*>()->setCurrentIndex(3);
        const auto keyOf = [](const std::string& name, std::vector<std::pair<std::string, std::string>> entries) {
            RawKey key;
            key.key = name;
            key.type = "hash";
            key.entries = std::move(entries);
            return key;
        };
        const RawKey hash = keyOf("a", {{kAlice + ":1", "1"}, {kBob + ":3", "1"}});
        const RawKey queue = keyOf("redisson_lock_queue:{a}", {{"", kBob + ":3"}, {"", kCarol + ":1"}});
        emit m_session->rawKeysArrived("a", {hash, queue}, {});
        auto* tree = m_panel->findChild<KeysPanel*>()->findChild<QTreeView*>();
        const QAbstractItemModel& model = *tree->model();
        const QModelIndex second = model.index(1, 0);
        tree->setCurrentIndex(model.index(1, 0, second));
        const QString shown = tree->currentIndex().siblingAtColumn(1).data().toString();
        tree->collapse(model.index(0, 0));
        tree->setColumnWidth(0, 123);

        RawKey shorter = queue;
        shorter.entries.erase(shorter.entries.begin());
        emit m_session->rawKeysArrived("a", {keyOf("0", {{"x", "1"}}), hash, shorter}, {});
        QCOMPARE(tree->currentIndex().siblingAtColumn(1).data().toString(), shown); // another row, the same entry
        QCOMPARE(tree->currentIndex().parent().row(), 2);
        QVERIFY(!tree->isExpanded(model.index(1, 0)));
        QVERIFY(tree->isExpanded(model.index(2, 0)));
        QCOMPARE(tree->columnWidth(0), 123);
        emit m_session->rawKeysArrived("a", {hash}, {}); // its key is gone
        QCOMPARE(tree->currentIndex(), model.index(0, 0));
        QVERIFY(!tree->isExpanded(model.index(0, 0)));
    }

    void everyControlHasANameForThoseWhoHearIt()
    {
        m_panel->setLock(shared(fairLock("a")));
        for (const auto* button : m_panel->findChildren<QToolButton*>()) {
            if (!button->objectName().startsWith(QLatin1String("qt_"))
                && button->objectName() != QLatin1String("ScrollLeftButton")
                && button->objectName() != QLatin1String("ScrollRightButton")) {
                QVERIFY2(!button->accessibleName().isEmpty() || !button->text().isEmpty(),
                         qPrintable(button->objectName()));
            }
        }
        for (const auto* view : m_panel->findChildren<QAbstractItemView*>()) {
            if (!qobject_cast<const QHeaderView*>(view)) {
                QVERIFY(!view->accessibleName().isEmpty());
            }
        }
    }

    void eventsFollowUntilSomebodyScrollsBack()
    {
        EventsPanel events(m_session.get());
        events.resize(800, 200);
        events.show();
        std::vector<LockEvent> many(200, lockEvent(LockEvent::Kind::acquired, "a"));
        events.append(many);
        auto* bar = events.findChild<QTableView*>()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        events.append(many);
        QTRY_COMPARE(bar->value(), bar->maximum());
        QVERIFY(events.isFollowing());
        bar->setValue(bar->maximum() / 2);
        QVERIFY(!events.isFollowing());
        const int place = bar->value();
        events.append(many);
        QCoreApplication::processEvents();
        QCOMPARE(bar->value(), place);
        QVERIFY(!events.isFollowing());
    }

    void eventsOfOneLockOnly()
    {
        EventsPanel events(m_session.get());
        events.append({lockEvent(LockEvent::Kind::acquired, "a"), lockEvent(LockEvent::Kind::acquired, "b")});
        events.setSelectedLock("b");
        QCOMPARE(events.shownEvents().size(), std::size_t{2});
        for (auto* button : events.findChildren<QToolButton*>()) {
            if (button->isCheckable()) {
                button->setChecked(true);
            }
        }
        QCOMPARE(events.shownEvents().size(), std::size_t{1});
        QCOMPARE(events.shownEvents().front().lock, std::string("b"));
        events.setSelectedLock("a");
        QCOMPARE(events.shownEvents().front().lock, std::string("a"));
    }

    void copiedRowsAreNoFormulas()
    {
        EventsPanel events(m_session.get());
        events.append({lockEvent(LockEvent::Kind::acquired, "=cmd|' /C calc'!A0")});
        auto* page = events.findChild<TablePage*>();
        page->table().selectAll();
        page->copySelection();
        QVERIFY(QApplication::clipboard()->text().contains(QLatin1String("\t'=cmd")));
    }

private:
    QTableView& holders()
    {
        for (auto* table : m_panel->findChildren<QTableView*>()) {
            if (table->accessibleName() == QStringLiteral("Holders of the lock")) {
                return *table;
            }
        }
        qFatal("no table of holders");
    }

    std::unique_ptr<Session> m_session;
    std::unique_ptr<DetailPanel> m_panel;
};

QTEST_MAIN(DetailPanelTest)
#include "detail_panel_test.moc"
