// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever goes to a lock that is not in the table is told why, and how to get there.
#include "panels/missing_lock_bar.hpp"

#include "lock_examples.hpp"
#include "own_window.hpp"

#include <QLabel>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

/// A window that knows two locks, as it would after its first search; no server.
struct Stage : OwnWindow
{
    MissingLockBar& bar = *window.findChild<MissingLockBar*>();

    Stage()
    {
        model().apply({added(heldExample("bills:1")), added(heldExample("orders:1"))});
        MonitorStatus status;
        status.link = MonitorStatus::Link::live;
        status.scan_rounds = 1;
        emit session.statusChanged(status);
    }

    [[nodiscard]] bool says(const QString& sentence) const
    {
        const QList<QLabel*> labels = bar.findChildren<QLabel*>();
        return !bar.isHidden() && std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->text() == sentence;
        });
    }
    /// Null if it is not offered.
    [[nodiscard]] QToolButton* button(const QString& name) const
    {
        for (QToolButton* each : bar.findChildren<QToolButton*>()) {
            if (!each->isHidden() && (each->text() == name || each->accessibleName() == name)) {
                return each;
            }
        }
        return nullptr;
    }
    [[nodiscard]] std::string selected()
    {
        const LockStatePtr lock = table().selectedLock();
        return lock ? lock->name : std::string();
    }
};

const QString kHidden = QStringLiteral("orders:1 is hidden by the filter.");

} // namespace

class MissingLockBarTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }

    void aLockInTheTableNeedsNoWord()
    {
        Stage stage;
        stage.window.selectLock("orders:1");
        QCOMPARE(stage.selected(), std::string("orders:1"));
        QVERIFY(stage.bar.isHidden());
    }

    void theFilterThatHidesALockCanBeCleared()
    {
        Stage stage;
        stage.window.setFilterText(QStringLiteral("bills"));
        stage.window.selectLock("orders:1");
        QVERIFY(stage.says(kHidden));
        QToolButton* show = stage.button(QStringLiteral("Show it"));
        QVERIFY(show);
        QVERIFY(show->focusPolicy() == Qt::StrongFocus);
        show->click();
        QCOMPARE(stage.selected(), std::string("orders:1"));
        QCOMPARE(stage.model().rowCount(), 2);
        QVERIFY(stage.bar.isHidden());
    }

    void itGoesWhenTheFilterIsAnother()
    {
        Stage stage;
        stage.window.setFilterText(QStringLiteral("bills"));
        stage.window.selectLock("orders:1");
        QVERIFY(stage.says(kHidden));
        stage.window.setFilterText(QString());
        QVERIFY(stage.bar.isHidden());
        QVERIFY(stage.selected() != "orders:1"); // nobody asks for it any more
    }

    void itGoesWhenAnotherLockIsAskedFor()
    {
        Stage stage;
        stage.window.setFilterText(QStringLiteral("bills"));
        stage.window.selectLock("orders:1");
        QVERIFY(stage.says(kHidden));
        stage.window.selectLock("bills:1");
        QVERIFY(stage.bar.isHidden());
    }

    void itGoesWhenItsLockIsSelected()
    {
        Stage stage;
        stage.window.setFilterText(QStringLiteral("bills"));
        stage.window.selectLock("orders:1");
        QVERIFY(stage.says(kHidden));
        stage.model().setFilter({});
        stage.table().setCurrentIndex(stage.model().index(stage.model().rowOf("bills:1"), 0));
        QVERIFY(!stage.bar.isHidden());
        stage.table().setCurrentIndex(stage.model().index(stage.model().rowOf("orders:1"), 0));
        QVERIFY(stage.bar.isHidden());
    }

    void aLockThatComesLaterIsGoneTo_data()
    {
        QTest::addColumn<bool>("isElsewhere");
        QTest::newRow("by whom waits for it") << false;
        QTest::newRow("but not by whom has gone elsewhere") << true;
    }
    void aLockThatComesLaterIsGoneTo()
    {
        QFETCH(const bool, isElsewhere);
        Stage stage;
        stage.window.selectLock("orders:2");
        QVERIFY(!stage.bar.isHidden());
        if (isElsewhere) {
            stage.table().setCurrentIndex(stage.model().index(stage.model().rowOf("orders:1"), 0));
        }
        stage.model().apply({added(heldExample("orders:2"))});
        QVERIFY(stage.bar.isHidden());
        QCOMPARE(stage.selected(), std::string(isElsewhere ? "orders:1" : "orders:2"));
    }

    void itCanBeDismissed()
    {
        Stage stage;
        stage.window.selectLock("orders:2");
        QToolButton* dismiss = stage.button(QStringLiteral("Dismiss"));
        QVERIFY(dismiss);
        dismiss->click();
        QVERIFY(stage.bar.isHidden());
    }

    void aLockThatIsGoneCannotBeShown()
    {
        Stage stage;
        stage.window.selectLock("orders:2");
        QVERIFY(stage.says(QStringLiteral("orders:2 is not there now.")));
        QVERIFY(!stage.button(QStringLiteral("Show it")));
    }

    void aLockThatMayStillBeFoundIsWaitedFor()
    {
        Stage stage;
        emit stage.session.statusChanged(MonitorStatus());
        stage.window.selectLock("orders:2");
        QVERIFY(stage.bar.isHidden());
        stage.model().apply({added(heldExample("orders:2"))});
        QCOMPARE(stage.selected(), std::string("orders:2"));
    }
};

QTEST_MAIN(MissingLockBarTest)
#include "missing_lock_bar_test.moc"
