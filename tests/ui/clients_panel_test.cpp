// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/clients_export.hpp"
#include "clients_stage.hpp"
#include "panels/export_button.hpp"
#include "theme/theme.hpp"

#include "support/redis_client.hpp"

#include "lockscope/client.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/reentrant_lock.hpp"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>

#include <ctime>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

namespace {

std::string uuidOf(int number)
{
    return QStringLiteral("%1-1111-4222-8333-444444444444").arg(number, 8, 16, QLatin1Char('0')).toStdString();
}

} // namespace

class ClientsPanelTest : public QObject, private ClientsStage
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void nothingYetIsExplained();
    void showsWhoHoldsAndWaitsAndWhoTheyAre();
    void whoComesLaterIsNamedThoughNobodyLooks();
    void modelsAreSound();
    void whatChangesTogetherIsToldTogether();
    void sortingNeedsNoMouse();
    void theClientThatIsShownStaysInSight();
    void theSearchFindsWhatIsShown();
    void aClientIsFollowedByKeyboard();
    void aNameOfOnesOwnIsKept();
    void newsDoNotDisturbWhoIsTyping();
    void whatWasTypedForAClientThatGoesIsKept();
    void exportsAllThatIsKnown();
    void hostileNamesStayPlainText();
    void missingPermissionIsSaid();
    void whatIsPausedIsSaidToBeOfThePast();
    void aDisconnectClearsIt();
    void followsLanguageFontAndTheme();
    void manyClientsAreNoBurden();
};

void ClientsPanelTest::nothingYetIsExplained()
{
    QVERIFY(page().clients().note().contains(QStringLiteral("No client holds a lock")));
    QVERIFY(page().stakes().note().isEmpty()); // there is none to select
    for (const QAction* action : m_panel->actions()) {
        QVERIFY(!action->text().isEmpty());
    }
    // The menu offers what the bar above the graph does, while the graph is shown.
    const QList<QAction*> drawing = graph().actions();
    for (QAction* action : drawing) {
        QVERIFY(m_panel->actions().contains(action));
        QVERIFY(!action->isEnabled());
    }
    m_panel->showPage(ClientsPanel::Page::graph);
    for (const QAction* action : drawing) {
        QVERIFY(action->isEnabled());
    }
    QVERIFY(sentences().isEmpty());
    QVERIFY(graph().view().picture().nodes.empty());
    QVERIFY(!graph().view().isVisible()); // A sentence stands in its place.
}

void ClientsPanelTest::showsWhoHoldsAndWaitsAndWhoTheyAre()
{
    const Sandbox sandbox;
    ClientOptions options;
    options.name = "pay-1";
    Client pay(sandbox.endpoint(), options);
    FairLock lock = pay.fair_lock("orders:42");
    lock.lock();
    connectTo(sandbox);
    QTRY_COMPARE_WITH_TIMEOUT(rows(), 1, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(cell(0, ClientsModel::Name), QStringLiteral("pay-1"), kPatience);
    QCOMPARE(cell(0, ClientsModel::Kind), QStringLiteral("Lockscope"));
    QCOMPARE(cell(0, ClientsModel::Holds), QStringLiteral("1"));
    QVERIFY(cell(0, ClientsModel::Address).contains(QStringLiteral("redis")));
    QTRY_VERIFY_WITH_TIMEOUT(cell(0, ClientsModel::LastSign).endsWith(QStringLiteral("ago")), kPatience);
    clients().selectRow(0);
    QCOMPARE(stakes().model()->rowCount(), 1);
    QCOMPARE(stakes().model()->index(0, StakesModel::Lock).data().toString(), QStringLiteral("orders:42"));
    lock.unlock();
    QTRY_COMPARE_WITH_TIMEOUT(stakes().model()->rowCount(), 0, kPatience);
    QCOMPARE(cell(0, ClientsModel::Holds), QStringLiteral("0"));
}

void ClientsPanelTest::whoComesLaterIsNamedThoughNobodyLooks()
{
    const Sandbox sandbox;
    connectTo(sandbox);
    m_panel->hide();
    ClientOptions options;
    options.name = "pay-2";
    Client pay(sandbox.endpoint(), options);
    FairLock lock = pay.fair_lock("orders:42");
    lock.lock();
    QTRY_COMPARE_WITH_TIMEOUT(page().nameOf(pay.id()), QStringLiteral("pay-2"), kPatience);
    lock.unlock();
}

void ClientsPanelTest::modelsAreSound()
{
    const QAbstractItemModelTester clientsTester(clients().model());
    const QAbstractItemModelTester stakesTester(stakes().model());
    tell({shared(fairLock("f")), shared(heldLock("h", holder(kBob, 5)))});
    QTRY_COMPARE(rows(), 3);
    QVERIFY(page().select(kAlice));
    QCOMPARE(stakes().model()->rowCount(), 2); // It holds f, and left an entry in its queue.
    tell(deadlock());
    QTRY_COMPARE(stakes().model()->rowCount(), 4);
    clients().sortByColumn(ClientsModel::Client, Qt::AscendingOrder);
    QCOMPARE(cell(0, ClientsModel::Client), QStringLiteral("5ca1…66"));
    QCOMPARE(page().selected(), kAlice); // The selection is a client, not a row.
    tell(deadlock(), LockChange::Kind::removed);
    QTRY_COMPARE(stakes().model()->rowCount(), 2);
    QCOMPARE(rows(), 3); // Who has nothing any more stays to be seen.
}

void ClientsPanelTest::whatChangesTogetherIsToldTogether()
{
    tell(deadlock());
    QTRY_COMPARE(rows(), 2);
    QSignalSpy told(&page().model(), &QAbstractItemModel::dataChanged);
    tell({shared(heldLock("a", holder(kAlice, 1))), shared(heldLock("b", holder(kBob, 2)))});
    QTRY_COMPARE(cell(0, ClientsModel::Holds), QStringLiteral("2"));
    QCOMPARE(cell(1, ClientsModel::Holds), QStringLiteral("2"));
    QCOMPARE(told.size(), 1);
}

void ClientsPanelTest::sortingNeedsNoMouse()
{
    tell({shared(fairLock("f"))});
    QTRY_COMPARE(rows(), 3);
    const QList<QAction*> offered = clients().actions();
    const auto sort = std::find_if(offered.begin(), offered.end(), [](const QAction* action) {
        return action->text() == QStringLiteral("Sort by this column");
    });
    QVERIFY(sort != offered.end());
    clients().setCurrentIndex(clients().model()->index(0, ClientsModel::Client));
    (*sort)->trigger();
    QCOMPARE(clients().horizontalHeader()->sortIndicatorSection(), static_cast<int>(ClientsModel::Client));
    const QString first = cell(0, ClientsModel::Client);
    clients().setCurrentIndex(clients().model()->index(0, ClientsModel::Client));
    (*sort)->trigger(); // the other way round
    QCOMPARE(cell(2, ClientsModel::Client), first);
}

/// Though it is sorted to another place, and the panel becomes lower.
void ClientsPanelTest::theClientThatIsShownStaysInSight()
{
    constexpr int kMany = 40;
    std::vector<LockStatePtr> locks;
    for (int i = 0; i < kMany; ++i) {
        locks.push_back(shared(heldLock("lock:" + std::to_string(i), holder(uuidOf(i), 1))));
    }
    tell(locks);
    QTRY_COMPARE(rows(), kMany);
    const std::string first = clients().model()->index(0, 0).data(ClientsModel::ClientRole).toByteArray().toStdString();
    m_panel->showClient(first);
    const auto isSeen = [this] {
        return clients().viewport()->rect().contains(clients().visualRect(clients().currentIndex()));
    };
    QVERIFY(isSeen());

    LockState queue = heldLock("queue", holder(first, 2));
    queue.type = LockType::fair;
    for (int i = 0; i < kMany; ++i) {
        if (uuidOf(i) != first) {
            queue.waiters.push_back(waiter(uuidOf(i), 1, queue.server_time + 1000));
        }
    }
    queue.waiters_total = queue.waiters.size();
    tell({shared(queue)}); // who waits comes first
    QTRY_COMPARE(clients().currentIndex().row(), kMany - 1);
    QTRY_VERIFY(isSeen());

    m_panel->resize(1300, 240);
    QCoreApplication::processEvents();
    QTRY_VERIFY(isSeen());
}

void ClientsPanelTest::theSearchFindsWhatIsShown()
{
    tell({shared(fairLock("f"))});
    QTRY_COMPARE(rows(), 3);
    auto* search = m_panel->findChild<QLineEdit*>();
    QTest::keyClicks(search, QStringLiteral("c0de"));
    QCOMPARE(rows(), 1);
    QCOMPARE(cell(0, ClientsModel::Client), QStringLiteral("c0de…bb"));
    QTest::keyClicks(search, QStringLiteral("nobody"));
    QCOMPARE(rows(), 0);
    QVERIFY(page().clients().note().contains(QStringLiteral("No client fits")));
    m_panel->showClient(kCarol); // The search would hide it.
    QCOMPARE(rows(), 3);
    QCOMPARE(page().selected(), kCarol);
}

void ClientsPanelTest::aClientIsFollowedByKeyboard()
{
    QSignalSpy followed(m_panel.get(), &ClientsPanel::followRequested);
    QSignalSpy activated(m_panel.get(), &ClientsPanel::lockActivated);
    tell({shared(fairLock("f"))});
    QTRY_COMPARE(rows(), 3);
    QAction* follow = m_panel->actions().at(2);
    QVERIFY(!follow->isEnabled());
    m_panel->showClient(kAlice);
    QVERIFY(follow->isEnabled());
    QTest::keyClick(&clients(), Qt::Key_Return);
    QCOMPARE(followed.size(), 1);
    QCOMPARE(followed.front().front().toString(), QStringLiteral("client:") + QString::fromStdString(kAlice));
    stakes().setFocus();
    stakes().selectRow(0);
    QTest::keyClick(&stakes(), Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated.front().front().value<std::string>(), std::string("f"));
}

void ClientsPanelTest::aNameOfOnesOwnIsKept()
{
    tell({shared(fairLock("f"))});
    QTRY_COMPARE(rows(), 3);
    m_panel->showClient(kBob);
    QTest::keyClick(&clients(), Qt::Key_F2);
    auto* editor = clients().viewport()->findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    QTest::keyClicks(editor, QStringLiteral(" billing <b> "));
    QTest::keyClick(editor, Qt::Key_Return);
    const QString name = QStringLiteral("billing <b>");
    QTRY_COMPARE(page().nameOf(kBob), name);
    QCOMPARE(m_settings->clientLabels().value(QString::fromStdString(kBob)), name);
    ClientsPanel another(*m_session, nullptr);
    another.useSettings(*m_settings);
    tell({shared(heldLock("h", holder(kBob, 5)))});
    QTRY_COMPARE(another.clientsPage().nameOf(kBob), name);
    m_settings->setClientLabel(QString::fromStdString(kBob), {});
    QVERIFY(m_settings->clientLabels().isEmpty());
}

void ClientsPanelTest::newsDoNotDisturbWhoIsTyping()
{
    tell({shared(heldLock("h", holder(kBob, 5)))});
    QTRY_COMPARE(rows(), 1);
    m_panel->showClient(kBob);
    QTest::keyClick(&clients(), Qt::Key_F2);
    auto* editor = clients().viewport()->findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    QTest::keyClicks(editor, QStringLiteral("bil"));
    tell({shared(heldLock("i", holder(kBob, 5)))});
    QTRY_COMPARE(cell(0, ClientsModel::Holds), QStringLiteral("2"));
    QCOMPARE(editor->text(), QStringLiteral("bil"));
    QTest::keyClick(editor, Qt::Key_Escape);
    QVERIFY(page().nameOf(kBob).isEmpty());
}

/// A connection that is given up takes the table away; not what somebody was typing there.
void ClientsPanelTest::whatWasTypedForAClientThatGoesIsKept()
{
    const Sandbox sandbox;
    Client client(sandbox.endpoint());
    FairLock lock = client.fair_lock("x");
    lock.lock();
    const auto type = [&](const QString& name, Qt::Key end) {
        connectTo(sandbox);
        QTRY_COMPARE_WITH_TIMEOUT(rows(), 1, kPatience);
        m_panel->showClient(clients().model()->index(0, 0).data(ClientsModel::ClientRole).toByteArray().toStdString());
        QTest::keyClick(&clients(), Qt::Key_F2);
        auto* editor = clients().viewport()->findChild<QLineEdit*>();
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor, name);
        if (end != Qt::Key_unknown) {
            QTest::keyClick(editor, end);
        }
        m_session->close();
        QTRY_COMPARE_WITH_TIMEOUT(rows(), 0, kPatience);
    };
    QTest::failOnWarning(QRegularExpression(QStringLiteral("editor")));
    type(QStringLiteral("billing"), Qt::Key_unknown);
    QTRY_COMPARE(m_settings->clientLabels().values(), QStringList{QStringLiteral("billing")});
    type(QStringLiteral("something else"), Qt::Key_Escape);
    QCoreApplication::processEvents();
    QCOMPARE(m_settings->clientLabels().values(), QStringList{QStringLiteral("billing")});
    connectTo(sandbox);
    QTRY_COMPARE_WITH_TIMEOUT(cell(0, ClientsModel::Name), QStringLiteral("billing"), kPatience);
    lock.unlock();
}

void ClientsPanelTest::exportsAllThatIsKnown()
{
    tell({shared(fairLock("f"))});
    QTRY_COMPARE(rows(), 3);
    m_panel->showClient(kAlice);
    const QString csvFile = m_folder.filePath(QStringLiteral("clients.csv"));
    m_panel->findChild<ExportButton*>()->save(csvFile, ExportFormat::csv);
    QFile csv(csvFile);
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = csv.readAll().split('\n');
    QVERIFY(lines.front().startsWith("uuid,label,name,address,connections,kind,holds,waits,left_over,"));
    QCOMPARE(lines.size(), 5); // A header, three clients, nothing after the last line.
    const QString jsonFile = m_folder.filePath(QStringLiteral("clients.json"));
    m_panel->findChild<ExportButton*>()->save(jsonFile, ExportFormat::json);
    QFile json(jsonFile);
    QVERIFY(json.open(QIODevice::ReadOnly));
    const QJsonArray array = QJsonDocument::fromJson(json.readAll()).array();
    QCOMPARE(array.size(), 3);
    QVERIFY(!array.first().toObject().contains(QStringLiteral("address"))); // What is not known is not there.
    m_panel->actions().at(5)->trigger();
    QCOMPARE(QApplication::clipboard()->text(), QString::fromStdString(kAlice));
}

void ClientsPanelTest::hostileNamesStayPlainText()
{
    const std::string evil = "<img src=x>\n\xe2\x80\xae%1%n";
    LockState lock = *deadlock().front();
    lock.name = evil;
    LockState other = *deadlock().back();
    tell({shared(lock), shared(other)});
    ConnectionList connections;
    connections.outcome = ConnectionList::Outcome::known;
    connections.connections = {{1, "10.0.0.1:5", "=cmd|<b>\xff@" + kAlice, "redisson"}};
    emit m_session->connectionsArrived(connections);
    QTRY_VERIFY(!page().nameOf(kAlice).isEmpty());
    QCOMPARE(page().nameOf(kAlice), QStringLiteral("=cmd|<b>\\xff"));
    m_panel->showPage(ClientsPanel::Page::graph);
    QTRY_COMPARE(sentences().size(), 1);
    QVERIFY2(sentences().front().contains(QStringLiteral("<img src=x>\\x0a\\xe2\\x80\\xae%1%n")),
             qPrintable(sentences().front()));
    m_panel->setSelectedLock(evil);
    QVERIFY(graph().note().contains(QStringLiteral("\\x0a")));
    QVERIFY(clientsToCsv(page().shownClients()).whole().contains("'=cmd"));
    for (const QLabel* label : m_panel->findChildren<QLabel*>()) {
        QVERIFY(label->textFormat() == Qt::PlainText || label->text().isEmpty());
    }
}

void ClientsPanelTest::missingPermissionIsSaid()
{
    const Sandbox sandbox;
    test::RedisClient redis(sandbox.endpoint());
    redis.expect({"ACL", "SETUSER", "watcher", "on", ">secret", "allkeys", "allchannels", "+@all", "-client|list"});
    Client client(sandbox.endpoint());
    ReentrantLock lock = client.reentrant_lock("x");
    lock.lock();
    Endpoint endpoint = sandbox.endpoint();
    endpoint.user = "watcher";
    endpoint.password = "secret";
    m_session->connectTo(endpoint);
    QTRY_VERIFY_WITH_TIMEOUT(page().clients().note().contains(QStringLiteral("CLIENT LIST is not permitted")),
                             kPatience);
    QCOMPARE(cell(0, ClientsModel::Name), QStringLiteral("unknown"));
    lock.unlock();
}

void ClientsPanelTest::whatIsPausedIsSaidToBeOfThePast()
{
    const Sandbox sandbox;
    Client client(sandbox.endpoint());
    FairLock lock = client.fair_lock("x");
    lock.lock();
    connectTo(sandbox);
    QTRY_COMPARE_WITH_TIMEOUT(rows(), 1, kPatience);
    clients().selectRow(0);
    const QModelIndex stake = stakes().model()->index(0, StakesModel::Since);
    QVERIFY(!stake.data(kPastRole).isValid());
    const QString note = QStringLiteral("Not live: this is what was seen last.");
    m_session->pause();
    QVERIFY(page().clients().note().startsWith(note));
    QVERIFY(graph().note().startsWith(note));
    QVERIFY(stake.data(kPastRole).isValid());
    QVERIFY(clients().model()->index(0, 0).data(kPastRole).isValid());
    m_session->resume();
    QVERIFY(!page().clients().note().contains(note));
    QVERIFY(!graph().note().contains(note));
    QVERIFY(!clients().model()->index(0, 0).data(kPastRole).isValid());
    lock.unlock();
}

void ClientsPanelTest::aDisconnectClearsIt()
{
    const Sandbox sandbox;
    Client client(sandbox.endpoint());
    FairLock lock = client.fair_lock("x");
    lock.lock();
    connectTo(sandbox);
    QTRY_COMPARE_WITH_TIMEOUT(rows(), 1, kPatience);
    clients().selectRow(0);
    m_session->close();
    QTRY_COMPARE_WITH_TIMEOUT(rows(), 0, kPatience);
    QCOMPARE(stakes().model()->rowCount(), 0);
    QVERIFY(page().selected().empty());
    lock.unlock();
}

void ClientsPanelTest::followsLanguageFontAndTheme()
{
    tell(deadlock());
    m_panel->showPage(ClientsPanel::Page::graph);
    QTRY_COMPARE(graph().view().picture().nodes.size(), std::size_t{4});
    const QFont before = QApplication::font();
    QFont large = before;
    large.setPointSizeF(before.pointSizeF() * 3.2);
    m_panel->setFont(large);
    QEvent language(QEvent::LanguageChange);
    QApplication::sendEvent(m_panel.get(), &language);
    applyTheme(*qApp, ThemeChoice::dark);
    QVERIFY(!m_panel->grab().isNull());
    applyTheme(*qApp, ThemeChoice::light);
    QCOMPARE(graph().view().picture().nodes.size(), std::size_t{4});
}

void ClientsPanelTest::manyClientsAreNoBurden()
{
    std::vector<LockStatePtr> locks;
    for (int i = 0; i < 10'000; ++i) {
        LockState state = heldLock("lock:" + std::to_string(i), holder(uuidOf(i), i));
        state.type = LockType::fair;
        state.waiters = {waiter(uuidOf(i + 1), i + 1, state.server_time + 1000)};
        state.waiters_total = 1;
        locks.push_back(shared(state));
    }
    tell(locks);
    QTRY_COMPARE_WITH_TIMEOUT(rows(), 10'000, kPatience);
    const std::clock_t before = std::clock(); // Of the processor: others may be busy, too.
    constexpr int batches = 20;
    for (int i = 0; i < batches; ++i) {
        tell({locks.begin() + i * 250, locks.begin() + (i + 1) * 250});
    }
    qInfo("%.2f ms a batch of 250 changes",
          1000.0 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC / batches);
    m_panel->showPage(ClientsPanel::Page::graph);
    QVERIFY(graph().view().picture().nodes.size() <= 200);
    QTRY_VERIFY(graph().note().contains(QStringLiteral("more lock(s)")));
}

QTEST_MAIN(ClientsPanelTest)
#include "clients_panel_test.moc"
