// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/release_one_dialog.hpp"
#include "lock_states.hpp"
#include "panels/detail_panel.hpp"
#include "panels/read_write_panel.hpp"
#include "panels/release_one_bar.hpp"
#include "panels/table_page.hpp"
#include "pausing.hpp"
#include "said_parts.hpp"
#include "session/session.hpp"
#include "theme/theme.hpp"

#include "support/redis_client.hpp"

#include "lockscope/monitor.hpp"
#include "lockscope/sandbox.hpp"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using test::allSaid;
using test::buttonWith;
using test::reasonField;
using test::RedisClient;
using test::says;

namespace {

const std::string kBobReads = kBob + ":3";
const std::string kCarolReads = kCarol + ":12";
constexpr const char* kNoEnd = "922337203685477";

std::string deadlineKey(const std::string& reader)
{
    return "{rw}:" + reader + ":rwlock_timeout:1";
}

ClientRecords recordsOf(std::size_t connections, bool isGone)
{
    return [=](const std::string& uuid) {
        ClientRecord record;
        record.uuid = uuid;
        record.connections = connections;
        if (isGone) {
            record.disconnected_since = std::chrono::system_clock::now();
        }
        return std::optional(record);
    };
}

void giveReason(const QWidget& dialog)
{
    QTest::keyClicks(reasonField(dialog), QStringLiteral("its client died"));
}

} // namespace

class ReleaseOneDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void theActionNeedsAdminModeAndOneReader();
    void whatHasNoSingleHoldsHasNoButton_data();
    void whatHasNoSingleHoldsHasNoButton();
    void aReaderIsReleasedByMouse();
    void aPermitIsGivenBackByKeyboard();
    void whoseClientIsGoneNeedsNoTick();
    void whoseClientMayLiveNeedsATick_data();
    void whoseClientMayLiveNeedsATick();
    void whoComesBackIsLeftAlone();
    void theDialogSaysWhatIsSoNow();
    void aReaderThatIsAnotherNowIsLeftAlone_data();
    void aReaderThatIsAnotherNowIsLeftAlone();
    void aLeaseThatWasRenewedUnseenIsAskedForAgain();
    void whoIsReleasedWasForcedAndNobodyElse();
    void hostileOwnersStayPlainText();

private:
    void read(const std::string& reader, int seconds)
    {
        m_redis->expect({"HSET", "rw", "mode", "read", reader, "1"});
        m_redis->expect({"SET", deadlineKey(reader), "1", "EX", std::to_string(seconds)});
        m_redis->expect({"EXPIRE", "rw", "600"});
    }
    LockStatePtr look(const std::string& name) { return shared(read_lock(*m_client, name).value()); }
    void tell(const LockState& state)
    {
        MonitorBatch batch;
        batch.changes.push_back({LockChange::Kind::changed, shared(state)});
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(std::move(batch)));
    }
    /// Opened; deletes itself.
    QPointer<ReleaseOneDialog> about(const LockStatePtr& lock, const std::string& owner, ClientRecords records = {})
    {
        QPointer<ReleaseOneDialog> dialog = new ReleaseOneDialog(*m_session, lock, owner, std::move(records));
        dialog->open();
        return dialog;
    }
    static void choose(const TablePage& page, const std::string& owner, int role)
    {
        QTableView& table = page.table();
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            if (table.model()->index(row, 0).data(role).toByteArray().toStdString() == owner) {
                table.selectRow(row);
            }
        }
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<RedisClient> m_redis;
    std::unique_ptr<Client> m_client;
    std::unique_ptr<Session> m_session;
};

void ReleaseOneDialogTest::initTestCase()
{
    applyTheme(*qApp, ThemeChoice::light);
}

void ReleaseOneDialogTest::init()
{
    m_sandbox = std::make_unique<Sandbox>();
    m_redis = std::make_unique<RedisClient>(m_sandbox->endpoint());
    m_client = std::make_unique<Client>(m_sandbox->endpoint());
    SessionOptions options;
    options.auditFile = m_folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
    m_session = std::make_unique<Session>(options);
    m_session->connectTo(m_sandbox->endpoint());
    QTRY_COMPARE(m_session->state(), Session::State::connected);
}

void ReleaseOneDialogTest::cleanup()
{
    m_session.reset();
    m_client.reset();
    m_redis.reset();
    m_sandbox.reset();
}

void ReleaseOneDialogTest::theActionNeedsAdminModeAndOneReader()
{
    ReadWritePanel panel(m_session.get());
    panel.resize(420, 400);
    panel.show();
    QAction& action = *panel.releaseOne().action();
    panel.setLock(shared(readLock("rw")));
    choose(panel.page(), kBobReads, ReadersModel::OwnerBytesRole);
    QVERIFY(panel.releaseOne().isVisible());
    QVERIFY(!action.isEnabled());
    QVERIFY(action.toolTip().contains(QLatin1String("read-only")));
    m_session->setAdminMode(Session::AdminMode::admin);
    QVERIFY(action.isEnabled());
    QVERIFY(panel.page().table().actions().contains(&action)); // in its context menu
    panel.page().table().selectAll();
    QVERIFY(!action.isEnabled());
    QVERIFY(action.toolTip().contains(QLatin1String("Select one reader")));
    panel.setLock(nullptr);
    QVERIFY(!panel.releaseOne().isVisible() && !action.isEnabled());
}

void ReleaseOneDialogTest::whatHasNoSingleHoldsHasNoButton_data()
{
    QTest::addColumn<LockStatePtr>("lock");
    LockState written = heldLock("rw", holder(kBob, 3));
    written.type = LockType::read_write;
    written.mode = LockMode::write;
    written.holders.front().owner += ":write";
    QTest::newRow("reentrant") << shared(heldLock("a", holder(kBob, 3)));
    QTest::newRow("fair") << shared(fairLock("f"));
    QTest::newRow("held for writing") << shared(written);
    QTest::newRow("free") << shared(freeLock("a"));
}

void ReleaseOneDialogTest::whatHasNoSingleHoldsHasNoButton()
{
    QFETCH(LockStatePtr, lock);
    m_session->setAdminMode(Session::AdminMode::admin);
    DetailPanel panel(m_session.get());
    panel.show();
    panel.setLock(lock);
    for (const ReleaseOneBar* bar : panel.findChildren<ReleaseOneBar*>()) {
        QVERIFY(!bar->isVisible() && !bar->action()->isEnabled());
    }
}

void ReleaseOneDialogTest::aReaderIsReleasedByMouse()
{
    read(kBobReads, 300);
    read(kCarolReads, 500);
    m_redis->expect({"PERSIST", deadlineKey(kCarolReads)});
    m_redis->expect({"PERSIST", "rw"});
    m_session->setAdminMode(Session::AdminMode::admin);
    ReadWritePanel panel(m_session.get());
    panel.resize(420, 400);
    panel.show();
    panel.setLock(look("rw"));
    choose(panel.page(), kCarolReads, ReadersModel::OwnerBytesRole);
    QTest::mouseClick(panel.releaseOne().findChild<QToolButton*>(), Qt::LeftButton);
    const QPointer<ReleaseOneDialog> dialog = panel.findChild<ReleaseOneDialog*>();
    QVERIFY(dialog);
    QVERIFY2(says(*dialog, QStringLiteral("Removes 5ca1…66:12 from the readers of rw. Its lease never ends.")),
             allSaid(*dialog));
    QVERIFY2(says(*dialog, QStringLiteral("1 other(s) go on reading: c0de…bb:3.")), allSaid(*dialog));
    QVERIFY(says(*dialog, QStringLiteral("It cannot be taken back.")));
    QVERIFY(buttonWith(*dialog, QStringLiteral("Cancel"))->isDefault());
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Release"));
    giveReason(*dialog);
    QVERIFY(!button->isEnabled()); // it is not known to be dead
    dialog->findChild<QCheckBox*>()->setChecked(true);
    QVERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY2(says(*dialog, QStringLiteral("Done: 5ca1…66:12 no longer has it. Then it was held by c0de…bb:3.")),
                 allSaid(*dialog));
    QVERIFY(!button->isEnabled());
    QCOMPARE(m_redis->hash("rw"), (std::map<std::string, std::string>{{"mode", "read"}, {kBobReads, "1"}}));
    QVERIFY(m_redis->pttl("rw") > 0); // as long as the other has it
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Close")), Qt::LeftButton);
    QTRY_VERIFY(dialog.isNull());
}

void ReleaseOneDialogTest::aPermitIsGivenBackByKeyboard()
{
    m_redis->expect({"SET", "s", "0"});
    m_redis->expect({"ZADD", "{s}:timeout", kNoEnd, std::string(16, '\x11')});
    m_redis->expect({"ZADD", "{s}:timeout", kNoEnd, std::string(16, '\x22')});
    m_session->setAdminMode(Session::AdminMode::admin);
    DetailPanel panel(m_session.get());
    panel.resize(500, 700);
    panel.show();
    QVERIFY(QTest::qWaitForWindowActive(&panel));
    panel.setLock(look("s"));
    auto* bar = panel.findChild<QWidget*>(QStringLiteral("holders"))->findChild<ReleaseOneBar*>();
    QVERIFY(bar && bar->isVisible());
    auto* table = bar->parentWidget()->findChild<QTableView*>();
    table->setFocus();
    table->selectRow(0);
    auto* open = bar->findChild<QToolButton*>();
    QCOMPARE(open->text(), QStringLiteral("Give this permit back…"));
    open->setFocus();
    QTest::keyClick(open, Qt::Key_Space);
    const QPointer<ReleaseOneDialog> dialog = panel.findChild<ReleaseOneDialog*>();
    QVERIFY(dialog);
    QVERIFY2(says(*dialog, QStringLiteral("Its lease never ends.")), allSaid(*dialog));
    QVERIFY2(says(*dialog, QStringLiteral("1 other permit(s) stay taken.")), allSaid(*dialog));
    giveReason(*dialog);
    auto* box = dialog->findChild<QCheckBox*>();
    QVERIFY(says(*dialog, QStringLiteral("Tick the box")));
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Space);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Give back"));
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QTRY_VERIFY2(says(*dialog, QStringLiteral("Right after that 1 permit(s) were taken.")), allSaid(*dialog));
    QCOMPARE(m_redis->text({"GET", "s"}), std::string("1"));
    QVERIFY(m_redis->list({"ZRANGE", "{s}:timeout", "0", "-1"}) == std::vector{std::string(16, '\x22')});
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(dialog.isNull());
}

void ReleaseOneDialogTest::whoseClientIsGoneNeedsNoTick()
{
    m_session->setAdminMode(Session::AdminMode::admin);
    const auto dialog = about(shared(readLock("rw")), kBobReads, recordsOf(0, true));
    QVERIFY(!dialog->findChild<QCheckBox*>());
    QVERIFY2(says(*dialog, QStringLiteral("It is probably dead.")), allSaid(*dialog));
    giveReason(*dialog);
    QVERIFY(buttonWith(*dialog, QStringLiteral("Release"))->isEnabled());
    delete dialog;
}

void ReleaseOneDialogTest::whoseClientMayLiveNeedsATick_data()
{
    QTest::addColumn<int>("connections");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("box");
    QTest::newRow("connected") << 2 << "Its client is connected: it is not told"
                               << "its client is connected";
    QTest::newRow("not known") << 0 << "Whether its client lives is not known"
                               << "its client may be alive";
}

void ReleaseOneDialogTest::whoseClientMayLiveNeedsATick()
{
    QFETCH(int, connections);
    QFETCH(QString, text);
    QFETCH(QString, box);
    m_session->setAdminMode(Session::AdminMode::admin);
    const auto records = recordsOf(static_cast<std::size_t>(connections), false);
    const auto dialog = about(shared(readLock("rw")), kBobReads, records);
    QVERIFY2(says(*dialog, text), allSaid(*dialog));
    QVERIFY(dialog->findChild<QCheckBox*>()->text().contains(box));
    giveReason(*dialog);
    const QPushButton* button = buttonWith(*dialog, QStringLiteral("Release"));
    QVERIFY(!button->isEnabled());
    dialog->findChild<QCheckBox*>()->setChecked(true);
    QVERIFY(button->isEnabled());
    delete dialog;
}

void ReleaseOneDialogTest::whoComesBackIsLeftAlone()
{
    m_session->setAdminMode(Session::AdminMode::admin);
    const auto isBack = std::make_shared<bool>(false);
    const auto dialog = about(shared(readLock("rw")), kBobReads, [isBack](const std::string& uuid) {
        return *isBack ? recordsOf(1, false)(uuid) : recordsOf(0, true)(uuid);
    });
    giveReason(*dialog);
    const QPushButton* button = buttonWith(*dialog, QStringLiteral("Release"));
    QVERIFY(button->isEnabled());
    *isBack = true;
    tell(readLock("rw"));
    QVERIFY(!button->isEnabled());
    QVERIFY2(says(*dialog, QStringLiteral("Nothing was done. Its client is connected.")), allSaid(*dialog));
    delete dialog;
}

void ReleaseOneDialogTest::theDialogSaysWhatIsSoNow()
{
    m_session->setAdminMode(Session::AdminMode::admin);
    LockState state = readLock("rw");
    const auto dialog = about(shared(state), kCarolReads);
    QVERIFY2(says(*dialog, QStringLiteral("Removes 5ca1…66:12 (entered 3 times) from the readers of rw.")),
             allSaid(*dialog));
    QVERIFY(says(*dialog, QStringLiteral("1 other(s) go on reading")));
    std::erase_if(state.holders, [](const Holder& each) { return each.owner == kBobReads; });
    state.holders_total = 1;
    state.holders.front().ttl = milliseconds{0};
    tell(state);
    QVERIFY2(says(*dialog, QStringLiteral("It is the last reader: the lock ends")), allSaid(*dialog));
    QVERIFY(says(*dialog, QStringLiteral("It is past its own deadline: dead, paused, or still at work after the end")));
    delete dialog;
}

void ReleaseOneDialogTest::aReaderThatIsAnotherNowIsLeftAlone_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("text");
    QTest::newRow("gone") << "gone"
                          << "The reader no longer has it.";
    QTest::newRow("entered once more") << "count"
                                       << "The reader has entered it 4 times instead of 3.";
    QTest::newRow("held for writing") << "write"
                                      << "It is no longer held for reading.";
}

void ReleaseOneDialogTest::aReaderThatIsAnotherNowIsLeftAlone()
{
    QFETCH(QString, change);
    QFETCH(QString, text);
    m_session->setAdminMode(Session::AdminMode::admin);
    LockState state = readLock("rw");
    const auto dialog = about(shared(state), kCarolReads, recordsOf(0, true));
    giveReason(*dialog);
    if (change == QLatin1String("gone")) {
        state.holders.pop_back();
        state.holders_total = 1;
    } else if (change == QLatin1String("count")) {
        state.holders.back().count = 4;
    } else {
        state.mode = LockMode::write;
    }
    tell(state);
    QVERIFY(!buttonWith(*dialog, QStringLiteral("Release"))->isEnabled());
    QVERIFY2(says(*dialog, QStringLiteral("Nothing was done. ") + text), allSaid(*dialog));
    delete dialog;
}

void ReleaseOneDialogTest::aLeaseThatWasRenewedUnseenIsAskedForAgain()
{
    read(kBobReads, 300);
    read(kCarolReads, 300);
    m_session->setAdminMode(Session::AdminMode::admin);
    pauseForSure(*m_session);
    const auto dialog = about(look("rw"), kBobReads, recordsOf(0, true));
    giveReason(*dialog);
    read(kBobReads, 400);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Release"));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY2(says(*dialog, QStringLiteral("Confirm again")), allSaid(*dialog));
    QCOMPARE(m_redis->integer({"HLEN", "rw"}), std::int64_t(3));
    QTRY_VERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY2(says(*dialog, QStringLiteral("Done: c0de…bb:3 no longer has it.")), allSaid(*dialog));
    QCOMPARE(m_redis->integer({"HLEN", "rw"}), std::int64_t(2));
    delete dialog;
}

void ReleaseOneDialogTest::whoIsReleasedWasForcedAndNobodyElse()
{
    std::size_t known = 0;
    std::vector<std::pair<LockEvent::Kind, std::string>> endings;
    QObject listener;
    connect(m_session.get(), &Session::batchArrived, &listener, [&](const std::shared_ptr<const MonitorBatch>& batch) {
        for (const LockChange& change : batch->changes) {
            known = change.state->name == "rw" ? change.state->holders.size() : known;
        }
        for (const LockEvent& event : batch->events) {
            if (is_ending(event.kind)) {
                endings.emplace_back(event.kind, event.owner);
            }
        }
    });
    read(kBobReads, 300);
    read(kCarolReads, 300);
    m_session->setAdminMode(Session::AdminMode::admin);
    QTRY_COMPARE(known, std::size_t(2));
    const LockStatePtr lock = look("rw");
    ReleaseOneRequest request = release_one_request(*lock, lock->holders.front());
    request.reason = "it died";
    m_session->releaseOne(request);
    QTRY_VERIFY(!endings.empty());
    QVERIFY(endings
            == (std::vector<std::pair<LockEvent::Kind, std::string>>{
                {LockEvent::Kind::forced, lock->holders.front().owner}}));
    QTRY_COMPARE(known, std::size_t(1));
}

void ReleaseOneDialogTest::hostileOwnersStayPlainText()
{
    const std::string owner = "<img>\n\xe2\x80\xae%1";
    LockState state = readLock("<b>rw</b>");
    state.holders.front().owner = owner;
    const ReleaseOneDialog dialog(*m_session, shared(state), owner, {});
    QVERIFY2(says(dialog, QStringLiteral("<img>\\x0a\\xe2\\x80\\xae%1")), allSaid(dialog));
    for (const QLabel* label : dialog.findChildren<QLabel*>()) {
        QVERIFY(label->textFormat() == Qt::PlainText || !label->text().contains(QLatin1Char('<')));
    }
}

QTEST_MAIN(ReleaseOneDialogTest)
#include "release_one_dialog_test.moc"
