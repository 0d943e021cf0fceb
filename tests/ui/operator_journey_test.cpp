// SPDX-License-Identifier: GPL-3.0-or-later
// An operator's day without a mouse: every key goes where a person's key would go.
#include "comfort/command_palette.hpp"
#include "comfort/shortcut_sheet.hpp"
#include "dialogs/acquire_dialog.hpp"
#include "dialogs/admin_mode_dialog.hpp"
#include "dialogs/force_release_dialog.hpp"
#include "panels/bottom_panels.hpp"
#include "panels/filter_field.hpp"
#include "panels/table_placeholder.hpp"
#include "said_parts.hpp"
#include "window_stage.hpp"

#include "support/subscriber.hpp"

#include <QCheckBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 30'000;
constexpr auto kLease = 600'000;
const std::string kStuck = "orders:42";
const std::string kOther = "bills:1";
const std::string kChannel = "redisson_lock__channel:{" + kStuck + "}";

SessionOptions soonStuck()
{
    SessionOptions options;
    options.monitor.thresholds.stuck_after = std::chrono::milliseconds(300);
    return options;
}

bool isIn(const QWidget* focus, const QWidget& panel)
{
    return focus != nullptr && (focus == &panel || panel.isAncestorOf(focus));
}

bool hasControl(const QWidget& panel)
{
    const QList<QWidget*> parts = panel.findChildren<QWidget*>();
    return std::any_of(parts.begin(), parts.end(), [](const QWidget* part) {
        return part->isVisible() && part->isEnabled() && (part->focusPolicy() & Qt::TabFocus) != 0;
    });
}

} // namespace

class OperatorJourneyTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init();
    void cleanup() { m_stage.reset(); }
    void freesAStuckLockAndTakesItBack();
    void anEmptyServerLeadsToALock();
    void everyPanelOpensByItsNumber();
    void helpOpensAndCloses();
    void paletteRunsWhatIsTyped();

private:
    void connectByAddress(int locks = 2);
    void findTheStuckLock();
    void unlockActions();
    void confirmUnlocking();
    void forceRelease();

    std::unique_ptr<WindowStage> m_stage;
};

void OperatorJourneyTest::init()
{
    m_stage = std::make_unique<WindowStage>(WindowStage::Start::disconnected, soonStuck());
    m_stage->window.useLanguage(QStringLiteral("en"));
    m_stage->hold(kStuck, alice, 2, kLease);
    m_stage->hold(kOther, bob, 1, kLease);
    QVERIFY(m_stage->backInWindow());
}

void OperatorJourneyTest::connectByAddress(int locks)
{
    auto* address = m_stage->window.findChild<QLineEdit*>(QStringLiteral("address"));
    QVERIFY(m_stage->tabTo(address));
    m_stage->type(QString::fromStdString(m_stage->sandbox.endpoint().uri_without_password()));
    m_stage->press(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->connected(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(m_stage->model().rowCount(), locks, kPatience);
    QTRY_COMPARE(QApplication::focusWidget(), &m_stage->table());
}

void OperatorJourneyTest::findTheStuckLock()
{
    m_stage->press(Qt::Key_F, Qt::ControlModifier);
    auto* filter = m_stage->window.findChild<FilterField*>();
    QTRY_COMPARE(QApplication::focusWidget(), filter);
    m_stage->type(QStringLiteral("state:stuck name:orders*"));
    m_stage->press(Qt::Key_Return);
    QCOMPARE(filter->text(), QStringLiteral("state:stuck name:orders*"));
    QTRY_COMPARE_WITH_TIMEOUT(m_stage->model().rowCount(), 1, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->model().rowOf(kStuck) == 0, kPatience);
    QVERIFY(m_stage->tabTo(&m_stage->table()));
    QCOMPARE(m_stage->table().selectedLocks().size(), std::size_t{1});
    QTRY_VERIFY(m_stage->selected(kStuck));
}

void OperatorJourneyTest::unlockActions()
{
    m_stage->press(Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
    confirmUnlocking();
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(m_stage->backInWindow());
}

void OperatorJourneyTest::confirmUnlocking()
{
    const QPointer<AdminModeDialog> dialog = m_stage->window.findChild<AdminModeDialog*>();
    QVERIFY(dialog);
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QVERIFY(dialog->findChild<QCheckBox*>()->isChecked()); // nobody has said that the server is not a production one
    QVERIFY(m_stage->tabTo(buttonWith(*dialog, QStringLiteral("Unlock"))));
    m_stage->press(Qt::Key_Space);
    QTRY_VERIFY(!dialog);
    QCOMPARE(m_stage->session.adminMode(), Session::AdminMode::admin);
}

void OperatorJourneyTest::forceRelease()
{
    QTRY_COMPARE(QApplication::focusWidget(), &m_stage->table());
    QVERIFY(m_stage->selected(kStuck));
    m_stage->press(Qt::Key_Delete, Qt::ControlModifier);
    const QPointer<ForceReleaseDialog> dialog = m_stage->window.findChild<ForceReleaseDialog*>();
    QVERIFY2(dialog, qPrintable(m_stage->tipOf(QKeySequence(Qt::CTRL | Qt::Key_Delete))));
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QVERIFY(m_stage->tabTo(fieldWith(*dialog, QStringLiteral("For the audit log"))));
    m_stage->type(QStringLiteral("its holder died"));
    QVERIFY(m_stage->tabTo(fieldWith(*dialog, QStringLiteral("Type the name of the lock"))));
    m_stage->type(QString::fromStdString(kStuck));
    QVERIFY(m_stage->tabTo(buttonWith(*dialog, QStringLiteral("Force-release"))));
    m_stage->press(Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*dialog, QStringLiteral("Close")) != nullptr, kPatience);
    m_stage->press(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog, kPatience);
    QVERIFY(m_stage->backInWindow());
}

void OperatorJourneyTest::freesAStuckLockAndTakesItBack()
{
    Subscriber waiter(m_stage->sandbox.endpoint(), {kChannel});
    connectByAddress();
    QVERIFY(!QTest::currentTestFailed());
    findTheStuckLock();
    QVERIFY(!QTest::currentTestFailed());
    unlockActions();
    QVERIFY(!QTest::currentTestFailed());
    forceRelease();
    QVERIFY(!QTest::currentTestFailed());

    QVERIFY(!m_stage->redis.exists(kStuck));
    QVERIFY(waiter.wait_for(kChannel, "0"));
    QTRY_COMPARE_WITH_TIMEOUT(m_stage->model().rowCount(), 0, kPatience); // no longer stuck
    m_stage->press(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->model().rowOf(kOther) >= 0, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->cell(kStuck, LockColumn::holder).isEmpty(), kPatience);

    m_stage->press(Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->redis.exists(kStuck), kPatience);
    QCOMPARE(m_stage->redis.hash(kStuck), (std::map<std::string, std::string>{{alice + ":57", "2"}}));
    const std::int64_t left = m_stage->redis.pttl(kStuck);
    QVERIFY2(left > 0 && left <= kLease, qPrintable(QString::number(left)));
    QTRY_COMPARE_WITH_TIMEOUT(m_stage->cell(kStuck, LockColumn::holder), QStringLiteral("9f45…e1:57"), kPatience);
}

void OperatorJourneyTest::anEmptyServerLeadsToALock()
{
    m_stage->redis.expect({"FLUSHALL"});
    connectByAddress(0);
    QVERIFY(!QTest::currentTestFailed());
    const auto* offers = m_stage->window.findChild<TablePlaceholder*>();
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*offers, QStringLiteral("Acquire a lock…")) != nullptr, kPatience);
    QTRY_VERIFY(buttonWith(*offers, QStringLiteral("Acquire a lock…"))->isVisible());
    QVERIFY(m_stage->tabTo(buttonWith(*offers, QStringLiteral("Start a sandbox"))));
    QVERIFY(m_stage->tabTo(buttonWith(*offers, QStringLiteral("Acquire a lock…"))));
    m_stage->press(Qt::Key_Space);
    confirmUnlocking(); // the session was read-only
    QVERIFY(!QTest::currentTestFailed());
    const QPointer<AcquireDialog> dialog = m_stage->window.findChild<AcquireDialog*>();
    QVERIFY(dialog);
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    m_stage->type(QString::fromStdString(kStuck));
    QVERIFY(m_stage->tabTo(fieldWith(*dialog, QStringLiteral("For the audit log"))));
    m_stage->type(QStringLiteral("the first one"));
    QVERIFY(m_stage->tabTo(fieldWith(*dialog, QStringLiteral("Type the name of the lock"))));
    m_stage->type(QString::fromStdString(kStuck));
    QVERIFY(m_stage->tabTo(buttonWith(*dialog, QStringLiteral("Acquire"))));
    m_stage->press(Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->redis.exists(kStuck), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->model().rowOf(kStuck) == 0, kPatience);
    QTRY_VERIFY(!offers->isVisible());
}

void OperatorJourneyTest::everyPanelOpensByItsNumber()
{
    connectByAddress();
    QVERIFY(!QTest::currentTestFailed());
    auto* bottom = m_stage->window.findChild<BottomPanels*>();
    QCOMPARE(bottom->count(), 8);
    m_stage->press(Qt::Key_F10);
    QTRY_VERIFY(!bottom->isVisible());
    for (int index = 0; index < bottom->count(); ++index) {
        m_stage->press(Qt::Key_1 + index, Qt::AltModifier);
        const QByteArray title = bottom->tabText(index).toUtf8();
        QTRY_VERIFY2(bottom->isVisible(), title);
        QTRY_VERIFY2(bottom->currentIndex() == index, title);
        QTRY_VERIFY2(isIn(QApplication::focusWidget(), *bottom->widget(index)), title);
        // A control, not the empty ground between them, unless there is none.
        QVERIFY2(QApplication::focusWidget() != bottom->widget(index) || !hasControl(*bottom->widget(index)), title);
    }
}

void OperatorJourneyTest::helpOpensAndCloses()
{
    connectByAddress();
    QVERIFY(!QTest::currentTestFailed());
    auto* sheet = m_stage->window.findChild<ShortcutSheet*>();
    m_stage->press(Qt::Key_F1);
    QTRY_VERIFY(sheet->isVisible());
    QVERIFY(QTest::qWaitForWindowActive(sheet));
    QTRY_VERIFY(isIn(QApplication::focusWidget(), *sheet));
    m_stage->type(QStringLiteral("undo"));
    m_stage->press(Qt::Key_Escape);
    QTRY_VERIFY(!sheet->isVisible());
    QVERIFY(m_stage->backInWindow());
    QTRY_COMPARE(QApplication::focusWidget(), &m_stage->table());
}

void OperatorJourneyTest::paletteRunsWhatIsTyped()
{
    connectByAddress();
    QVERIFY(!QTest::currentTestFailed());
    auto* palette = m_stage->window.findChild<CommandPalette*>();
    m_stage->press(Qt::Key_K, Qt::ControlModifier);
    QTRY_VERIFY(palette->isVisible());
    m_stage->type(QStringLiteral("pause"));
    m_stage->press(Qt::Key_Return);
    QTRY_VERIFY(m_stage->session.isPaused());
    QVERIFY(!palette->isVisible());
    QVERIFY(m_stage->backInWindow());

    m_stage->press(Qt::Key_2, Qt::AltModifier); // somewhere else
    QTRY_VERIFY(QApplication::focusWidget() != &m_stage->table());
    m_stage->press(Qt::Key_K, Qt::ControlModifier);
    QTRY_VERIFY(palette->isVisible());
    m_stage->type(QString::fromStdString(kOther));
    m_stage->press(Qt::Key_Return);
    QTRY_VERIFY(m_stage->selected(kOther));
    QVERIFY(m_stage->backInWindow());
    QTRY_COMPARE(QApplication::focusWidget(), &m_stage->table()); // with whose keys it can be acted on
    m_stage->press(Qt::Key_K, Qt::ControlModifier);
    QTRY_VERIFY(palette->isVisible());
    m_stage->press(Qt::Key_Escape);
    QTRY_VERIFY(!palette->isVisible());
}

QTEST_MAIN(OperatorJourneyTest)
#include "operator_journey_test.moc"
