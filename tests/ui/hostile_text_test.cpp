// SPDX-License-Identifier: GPL-3.0-or-later
// A server whose every name is an attack, shown in every part of the window: what it sends stands there as it is, and
// nothing else happens.
#include "clients/clients_panel.hpp"
#include "panels/bottom_panels.hpp"
#include "panels/detail_panel.hpp"
#include "shown_texts.hpp"
#include "window_stage.hpp"

#include "support/subscriber.hpp"

#include <QAction>
#include <QFile>
#include <QSignalSpy>
#include <QTabWidget>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 60'000;
using namespace std::string_literals;

/// Each begins with the mark, see shown_texts.hpp.
std::vector<std::string> attacks()
{
    return {
        "EVIL<img src=x>:a"s,
        "EVIL<b>bold</b><table width=99999999>:b"s,
        "EVIL<a href='file:///etc/passwd'>link</a>"s,
        "EVIL\x1b]0;title\x07\x1b[31mred\x1b[0m"s,
        "EVIL\0nul\nnew\rline\ttab"s,
        "EVIL\xff\xfe\xc3\x28\xed\xa0\x80"s,
        "EVIL\xe2\x80\xae"s + "gpj.exe\xe2\x81\xa6\xe2\x80\x8b\xef\xbb\xbf",
        "EVIL&Quit&&more [*] %1 %2 %n %L1"s,
        "EVIL=cmd|' /C calc'!A0\r\n*1\r\n$8\r\nFLUSHALL\r\n"s,
        "EVIL<b>"s + std::string(4096, 'x') + "&y",
        "EVIL{a}b{c}\xc2\x85\xe2\x80\xa8\xe2\x80\xa9"s,
        "EVIL<br>"s + "a\xcc\x80\xcc\x81\xcc\x82\xcc\x83",
    };
}

SessionOptions soonStuck()
{
    SessionOptions options;
    options.monitor.thresholds.stuck_after = std::chrono::milliseconds(300);
    return options;
}

std::string inMinutes(int minutes)
{
    const auto then = std::chrono::system_clock::now() + std::chrono::minutes(minutes);
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(then.time_since_epoch()).count());
}

} // namespace

class HostileTextTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init();
    void cleanup();
    void everyPartShowsItLiterally_data() { languages(); }
    void everyPartShowsItLiterally();
    void dialogsShowItLiterally_data() { languages(); }
    void dialogsShowItLiterally();
    void whatIsKeptOfActionsIsShownLiterally();
    void addressIsShownLiterally();
    void theWalkFindsFaults();

private:
    static void languages()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN");
    }
    void attack();
    void openEverything();
    void select(const std::string& lock);

    std::unique_ptr<WindowStage> m_stage;
    std::vector<std::unique_ptr<Subscriber>> m_waiters;
    std::vector<std::unique_ptr<RedisClient>> m_named;
};

void HostileTextTest::init()
{
    m_stage = std::make_unique<WindowStage>(WindowStage::Start::disconnected, soonStuck());
    attack();
}

void HostileTextTest::cleanup()
{
    m_stage.reset();
    m_waiters.clear();
    m_named.clear();
}

/// A held lock, a fair one with queue, a read-write one, a broken one and a waiter for each name, and clients who call
/// themselves something.
void HostileTextTest::attack()
{
    RedisClient& redis = m_stage->redis;
    for (const std::string& name : attacks()) {
        m_stage->hold(name, alice, 1, 600'000);
        const std::string fair = name + ":fair";
        m_stage->hold(fair, bob, 1, 600'000);
        for (const std::string& owner : {alice + ":1", name, name + ":2"}) {
            redis.expect({"RPUSH", "redisson_lock_queue:{" + fair + "}", owner});
            redis.expect({"ZADD", "redisson_lock_timeout:{" + fair + "}", inMinutes(4), owner});
        }
        const std::string shared = name + ":shared";
        redis.expect({"HSET", shared, "mode", "read", alice + ":3", "1", bob + ":4", "1"});
        redis.expect({"HSET", name + ":foreign", alice + ":5", "1", name, name});
        redis.expect({"SET", name + ":text", name});
        m_waiters.push_back(std::make_unique<Subscriber>(
            m_stage->sandbox.endpoint(), std::vector<std::string>{"redisson_lock__channel:{" + name + "}",
                                                                  "redisson_lock__channel:{" + name + ":foreign}",
                                                                  "redisson_lock__channel:{" + name + ":text}"}));
    }
    // The last two are known to be those who hold and wait.
    for (const std::string& name : {"EVIL<img/src=x>"s, "EVIL<b>&x[*]%1%n</b>"s, "EVIL=cmd|'/C'!A0"s,
                                    "EVIL<img/src=x>@" + alice, "EVIL<i>&x%1%2</i>@" + bob}) {
        m_named.push_back(std::make_unique<RedisClient>(m_stage->sandbox.endpoint()));
        m_named.back()->expect({"CLIENT", "SETNAME", name});
    }
}

void HostileTextTest::select(const std::string& lock)
{
    m_stage->window.selectLock(lock);
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->selected(lock), kPatience);
    auto* detail = m_stage->window.findChild<DetailPanel*>();
    QTRY_VERIFY_WITH_TIMEOUT(detail->lock() && detail->lock()->name == lock, kPatience);
}

/// Every page of every tab once, so that whatever fills itself when it is seen is filled.
void HostileTextTest::openEverything()
{
    for (QTabWidget* tabs : m_stage->window.findChildren<QTabWidget*>()) {
        for (int index = 0; index < tabs->count(); ++index) {
            tabs->setCurrentIndex(index);
            QCoreApplication::processEvents();
        }
    }
    for (QAction* action : m_stage->window.findChild<ClientsPanel*>()->actions()) {
        if (action->isCheckable() && action->isEnabled()) {
            action->trigger(); // table and graph
        }
    }
}

void HostileTextTest::everyPartShowsItLiterally()
{
    QFETCH(const QString, language);
    m_stage->session.connectTo(m_stage->sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->connected(), kPatience);
    const auto lockCount = static_cast<int>(attacks().size()) * 3;
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->model().rowCount() >= lockCount, kPatience);
    for (const std::string& name : attacks()) {
        select(name + ":fair");
        QVERIFY(!QTest::currentTestFailed());
        QCOMPARE(faultsOfTexts(*m_stage->window.findChild<DetailPanel*>()), QStringList());
        m_stage->hold(name + ":shared", bob); // events
    }
    openEverything();
    QCOMPARE(faultsOfTexts(m_stage->window), QStringList());
    auto* bottom = m_stage->window.findChild<BottomPanels*>();
    for (int index = 0; index < 5; ++index) { // those that show what the server holds, whoever works here
        bottom->setCurrentIndex(index);
        QTRY_VERIFY2_WITH_TIMEOUT(showsMark(*bottom->widget(index)), qPrintable(bottom->tabText(index)), kPatience);
    }
    m_stage->window.useLanguage(language);
    m_stage->trigger(QKeySequence(Qt::CTRL | Qt::Key_G));
    openEverything();
    QCOMPARE(faultsOfTexts(m_stage->window), QStringList());
}

void HostileTextTest::dialogsShowItLiterally()
{
    QFETCH(const QString, language);
    m_stage->session.connectTo(m_stage->sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->connected(), kPatience);
    m_stage->window.useLanguage(language);
    m_stage->session.setServerKind(Session::ServerKind::production);
    m_stage->session.setAdminMode(Session::AdminMode::admin);
    for (const std::string& name : attacks()) {
        QTRY_VERIFY_WITH_TIMEOUT(m_stage->model().find(name + ":fair") != nullptr, kPatience);
        select(name + ":fair");
        QVERIFY(!QTest::currentTestFailed());
        const auto holder = [&] { return m_stage->cell(name + ":fair", LockColumn::holder); };
        QTRY_VERIFY_WITH_TIMEOUT(holder().contains(QStringLiteral("EVIL<i>&x%1%2</i>")), kPatience);
        QList<QAction*> actions = m_stage->window.findChild<DetailPanel*>()->queueActions();
        for (QAction* action : m_stage->window.findChildren<QAction*>()) {
            const bool acts = action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_Delete)
                           || action->shortcut() == QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Delete)
                           || action->shortcut() == QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)
                           || action->shortcut() == QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Q)
                           || action->shortcut() == QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W)
                           || action->shortcut() == QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A);
            if (acts) {
                actions << action;
            }
        }
        int opened = 0;
        for (QAction* action : actions) {
            action->trigger(); // does nothing while it is not enabled
            if (QDialog* dialog = WindowStage::dialog()) {
                ++opened;
                QVERIFY2(showsMark(*dialog), qPrintable(dialog->windowTitle()));
                QVERIFY2(textsOf(*dialog).join(QLatin1Char('\n')).contains(QStringLiteral("EVIL<i>&")),
                         qPrintable(dialog->windowTitle()));
                QCOMPARE(faultsOfTexts(*dialog), QStringList());
                dialog->reject();
                QTRY_VERIFY(WindowStage::dialog() == nullptr);
            }
        }
        QVERIFY2(opened >= 4, qPrintable(QString::number(opened)));
    }
}

void HostileTextTest::whatIsKeptOfActionsIsShownLiterally()
{
    m_stage->session.connectTo(m_stage->sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->connected(), kPatience);
    m_stage->session.setServerKind(Session::ServerKind::ordinary);
    m_stage->session.setAdminMode(Session::AdminMode::admin);
    QSignalSpy finished(&m_stage->session, &Session::actionFinished);
    int done = 0;
    for (const std::string& name : attacks()) {
        QTRY_VERIFY_WITH_TIMEOUT(m_stage->model().find(name) != nullptr, kPatience);
        AdminRequest request;
        request.lock = name;
        request.expected = expectation_of(*m_stage->model().find(name));
        request.reason = name;
        m_stage->session.forceRelease(request);
        ++done;
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), done, kPatience);
        QCOMPARE(finished.last().at(1).value<AdminResult>().outcome, AdminResult::Outcome::done);
    }
    HoldRequest hold;
    hold.lock = attacks().front() + ":ours";
    hold.reason = attacks().front();
    m_stage->session.hold(hold);
    QTRY_VERIFY_WITH_TIMEOUT(finished.size() > done, kPatience);
    auto* bottom = m_stage->window.findChild<BottomPanels*>();
    for (const int index : {5, 7}) { // held by us; the audit log
        bottom->setCurrentIndex(index);
        QTRY_VERIFY2_WITH_TIMEOUT(showsMark(*bottom->widget(index)), qPrintable(bottom->tabText(index)), kPatience);
    }
    openEverything();
    QCOMPARE(faultsOfTexts(m_stage->window), QStringList());
}

void HostileTextTest::addressIsShownLiterally()
{
    const QString path = m_stage->folder.filePath(QStringLiteral("EVIL<b>&x[*]%1.sock"));
    Endpoint endpoint = m_stage->sandbox.endpoint();
    QVERIFY(QFile::link(QString::fromStdString(endpoint.unix_path), path));
    endpoint.unix_path = path.toStdString();
    m_stage->session.connectTo(endpoint);
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->connected(), kPatience);
    // Qt shows "[*][*]" as "[*]", and one alone as the mark of something changed.
    QVERIFY2(m_stage->window.windowTitle().contains(QStringLiteral("EVIL<b>&x[*][*]%1.sock")),
             qPrintable(m_stage->window.windowTitle()));
    QCOMPARE(faultsOfTexts(m_stage->window), QStringList());
    m_stage->session.close(); // now it is in the list of servers
    QCOMPARE(faultsOfTexts(m_stage->window), QStringList());
}

/// The walk itself, so that its silence means something.
void HostileTextTest::theWalkFindsFaults()
{
    const auto faults = [](const std::function<void(QWidget&)>& spoil) {
        QWidget widget;
        spoil(widget);
        return faultsOfTexts(widget).size();
    };
    const QString tag = QStringLiteral("EVIL<b>x</b>");
    QCOMPARE(faults([](QWidget&) {}), 0);
    QVERIFY(faults([&](QWidget& widget) { widget.setToolTip(tag); }) > 0);
    QVERIFY(faults([&](QWidget& widget) { widget.setWindowTitle(QStringLiteral("EVIL\u202e")); }) > 0);
    QVERIFY(faults([&](QWidget& widget) { (new QAction(&widget))->setToolTip(tag); }) > 0);
    QVERIFY(faults([&](QWidget& widget) { new QAction(QStringLiteral("EVIL&Quit"), &widget); }) > 0);
    QVERIFY(faults([&](QWidget& widget) { widget.setAccessibleName(QStringLiteral("EVIL\n\x1b[31m")); }) > 0);
}

QTEST_MAIN(HostileTextTest)
#include "hostile_text_test.moc"
