// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/server_list.hpp"
#include "connections/server_list_model.hpp"
#include "language.hpp"
#include "panels/connect_page.hpp"
#include "said_parts.hpp"
#include "settings.hpp"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

QLineEdit* field(const ConnectPage& page, QLineEdit::EchoMode mode)
{
    return page.findChild<QLineEdit*>(mode == QLineEdit::Password ? QStringLiteral("password")
                                                                  : QStringLiteral("address"));
}

QListView* listOf(const ConnectPage& page)
{
    return page.servers().findChild<QListView*>();
}

void clickRow(const ConnectPage& page, int row)
{
    QListView* list = listOf(page);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(list->model()->index(row, 0)).center());
}

ConnectionProfile profileAt(const QString& name, const char* uri)
{
    ConnectionProfile profile = ConnectionProfile::make();
    profile.name = name;
    profile.endpoint = Endpoint::parse(uri);
    return profile;
}

/// The page is offered it, and gets it if it wants it. @return whether it did
bool dropOn(ConnectPage& page, const QMimeData& data)
{
    QDragEnterEvent enter(page.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&page, &enter);
    if (!enter.isAccepted()) {
        return false;
    }
    QDropEvent drop(page.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&page, &drop);
    return true;
}

} // namespace

class ConnectPageTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void uriIsParsed();
    void badUriIsExplainedInPlace();
    void aFailureStandsWithItsServer();
    void passwordIsHandedOnAndForgotten();
    void userOfTheAddressGetsTheTypedPassword();
    void whatIsTypedInTheListIsAnAddress();
    void noOtherServerGetsTheTypedPassword();
    void everyDeploymentCanBeEntered_data();
    void everyDeploymentCanBeEntered();
    void otherSecretsHaveFieldsWhereTheyAreOfUse();
    void recentServersAreOneKey();
    void profilesAreListedBeforeRecentServers();
    void theNextOfItsKindIsSelectedWhereOneGoes();
    void theKeysStayWithTheButtonThatDeletes();
    void buttonsShowNoLettersOfMenus_data();
    void buttonsShowNoLettersOfMenus();
    void manyServersCanBeSearched();
    void whatIsWrongTakesNoRoomFromTheList_data();
    void whatIsWrongTakesNoRoomFromTheList();
    void namesAreNeverRichText();
    void deletionCanBeTakenBack();
    void addressCanBeDropped();
    void filesCanBeDropped_data();
    void filesCanBeDropped();
    void sandboxIsOneClick();
    void connectingCanBeCancelled();
    void recentServersAreKeptWithoutPasswords();
};

void ConnectPageTest::uriIsParsed()
{
    ConnectPage page;
    page.show();
    const QSignalSpy requests(&page, &ConnectPage::connectRequested);
    QTest::keyClicks(field(page, QLineEdit::Normal), QStringLiteral("redis://alice:secret@cache.example:6380/2"));
    QTest::keyClick(field(page, QLineEdit::Normal), Qt::Key_Return);
    QCOMPARE(requests.size(), 1);
    const auto endpoint = requests.first().first().value<Endpoint>();
    QCOMPARE(endpoint.host, std::string("cache.example"));
    QCOMPARE(endpoint.user, std::string("alice"));
    QCOMPARE(endpoint.database, 2);
}

void ConnectPageTest::badUriIsExplainedInPlace()
{
    ConnectPage page;
    page.show();
    const QSignalSpy requests(&page, &ConnectPage::connectRequested);
    QPushButton* connectButton = buttonWith<QPushButton>(page, QStringLiteral("Connect"));
    QTest::mouseClick(connectButton, Qt::LeftButton);
    QVERIFY(shows(page, QStringLiteral("Enter the address")));
    QTest::keyClicks(field(page, QLineEdit::Normal), QStringLiteral("redis://host:notaport"));
    QVERIFY(!shows(page, QStringLiteral("Enter the address")));
    QTest::mouseClick(connectButton, Qt::LeftButton);
    QVERIFY(shows(page, QStringLiteral("port")));
    QCOMPARE(requests.size(), 0);

    page.showReady([] { return QStringLiteral("No route to host."); });
    QVERIFY(shows(page, QStringLiteral("No route to host.")));
}

void ConnectPageTest::aFailureStandsWithItsServer()
{
    ConnectPage page;
    page.servers().setProfiles({profileAt(QStringLiteral("tlsx"), "rediss://a")});
    page.show();
    const Text refused = [] { return QStringLiteral("The certificate is not trusted."); };
    field(page, QLineEdit::Normal)->setText(QStringLiteral("redis://other"));
    page.showConnecting(QStringLiteral("tlsx"));
    page.showReady(refused, ConnectPage::Missing::trust);
    QVERIFY(shows(page.servers(), QStringLiteral("tlsx: The certificate is not trusted. “Edit…” has fields")));
    QVERIFY(!shows(page, QStringLiteral("?ca=")));

    page.offerToMend(QStringLiteral("rediss://b"), [&page] { page.showConnecting(QStringLiteral("rediss://b")); });
    page.showReady(refused, ConnectPage::Missing::trust);
    QVERIFY(!shows(page.servers(), QStringLiteral("not trusted")));
    QVERIFY(shows(page, QStringLiteral("The certificate is not trusted. In the address, a CA file is written ?ca=")));

    page.showConnecting(QStringLiteral("tlsx"));
    page.showReady();
    QVERIFY(!shows(page, QStringLiteral("not trusted")));
}

void ConnectPageTest::passwordIsHandedOnAndForgotten()
{
    ConnectPage page;
    page.show();
    const QSignalSpy requests(&page, &ConnectPage::connectRequested);
    field(page, QLineEdit::Normal)->setText(QStringLiteral("redis://bob:inline@host"));
    QTest::keyClicks(field(page, QLineEdit::Password), QStringLiteral("typed"));
    QTest::mouseClick(buttonWith<QPushButton>(page, QStringLiteral("Connect")), Qt::LeftButton);
    QCOMPARE(requests.first().first().value<Endpoint>().password, std::string("typed"));
    QCOMPARE(field(page, QLineEdit::Password)->text(), QString());
    QVERIFY(!field(page, QLineEdit::Normal)->text().contains(QStringLiteral("inline")));
}

/// A list that searched by its letters would lead to another server than the one that is typed.
void ConnectPageTest::whatIsTypedInTheListIsAnAddress()
{
    ConnectPage page;
    page.setRecent({QStringLiteral("redis://old:6379/0")});
    page.show();
    QSignalSpy requested(&page, &ConnectPage::connectRequested);
    listOf(page)->setFocus();
    QTest::keyClick(listOf(page), Qt::Key_R);
    QLineEdit* address = field(page, QLineEdit::Normal);
    QTest::keyClicks(address, QStringLiteral("edis://new:6379"));
    QCOMPARE(address->text(), QStringLiteral("redis://new:6379"));
    QTest::keyClick(address, Qt::Key_Return);
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested.front().front().value<Endpoint>().host, std::string("new"));
}

void ConnectPageTest::userOfTheAddressGetsTheTypedPassword()
{
    ConnectPage page;
    page.show();
    const QSignalSpy requests(&page, &ConnectPage::connectRequested);
    field(page, QLineEdit::Normal)->setText(QStringLiteral("redis://bob@host"));
    QTest::keyClicks(field(page, QLineEdit::Password), QStringLiteral("p@ss:w/d"));
    QTest::mouseClick(buttonWith<QPushButton>(page, QStringLiteral("Connect")), Qt::LeftButton);
    QCOMPARE(requests.size(), 1);
    QCOMPARE(requests.first().first().value<Endpoint>().user, std::string("bob"));
    QCOMPARE(requests.first().first().value<Endpoint>().password, std::string("p@ss:w/d"));
    QCOMPARE(field(page, QLineEdit::Normal)->text(), QStringLiteral("redis://bob@host:6379"));
}

void ConnectPageTest::noOtherServerGetsTheTypedPassword()
{
    ConnectPage page;
    page.show();
    const QSignalSpy requests(&page, &ConnectPage::connectRequested);
    field(page, QLineEdit::Normal)->setText(QStringLiteral("redis://one:6379/0"));
    QTest::keyClicks(field(page, QLineEdit::Password), QStringLiteral("typed"));
    page.connectTo(QStringLiteral("redis://other:6379/0"));
    QCOMPARE(requests.last().first().value<Endpoint>().password, std::string());
    QCOMPARE(field(page, QLineEdit::Password)->text(), QString());

    field(page, QLineEdit::Normal)->setText(QStringLiteral(" redis://one:6379/0"));
    QTest::keyClicks(field(page, QLineEdit::Password), QStringLiteral("typed"));
    page.connectTo(QStringLiteral("redis://one:6379/0"));
    QCOMPARE(requests.last().first().value<Endpoint>().password, std::string("typed"));
}

void ConnectPageTest::everyDeploymentCanBeEntered_data()
{
    QTest::addColumn<QString>("uri");
    for (const char* uri : {"rediss://h:1?ca=/ca.pem", "redis+sentinel://a:1,b:2/m/3", "redis+cluster://a:1,b:2",
                            "rediss+cluster://a:1?verify=no", "redis+replicated://a:1,b:2/1", "redis+unix:///run/r"}) {
        QTest::newRow(uri) << QString::fromLatin1(uri);
    }
}

void ConnectPageTest::everyDeploymentCanBeEntered()
{
    QFETCH(QString, uri);
    ConnectPage page;
    page.show();
    const QSignalSpy requests(&page, &ConnectPage::connectRequested);
    QTest::keyClicks(field(page, QLineEdit::Normal), uri);
    QTest::keyClick(field(page, QLineEdit::Normal), Qt::Key_Return);
    QCOMPARE(requests.size(), 1);
    QVERIFY(requests.first().first().value<Endpoint>() == Endpoint::parse(uri.toStdString()));
    QMimeData data;
    data.setText(uri);
    QVERIFY(dropOn(page, data));
}

void ConnectPageTest::otherSecretsHaveFieldsWhereTheyAreOfUse()
{
    ConnectPage page;
    page.show();
    const QSignalSpy requests(&page, &ConnectPage::connectRequested);
    auto* sentinelPassword = page.findChild<QLineEdit*>(QStringLiteral("sentinelPassword"));
    auto* passphrase = page.findChild<QLineEdit*>(QStringLiteral("passphrase"));
    QVERIFY(!sentinelPassword->isVisible() && !passphrase->isVisible());
    QMimeData data;
    data.setText(QStringLiteral("rediss+sentinel://:p@a:1/m?cert=/c.pem&sentinel-password=geheim"));
    QVERIFY(dropOn(page, data));
    QVERIFY(sentinelPassword->isVisible() && passphrase->isVisible());
    QCOMPARE(sentinelPassword->text(), QStringLiteral("geheim"));
    QVERIFY(!field(page, QLineEdit::Normal)->text().contains(QStringLiteral("geheim")));
    QTest::keyClicks(passphrase, QStringLiteral("key"));
    QTest::keyClick(passphrase, Qt::Key_Return);
    QCOMPARE(requests.size(), 1);
    const auto endpoint = requests.first().first().value<Endpoint>();
    QCOMPARE(endpoint.password, std::string("p"));
    QCOMPARE(endpoint.sentinel_password, std::string("geheim"));
    QCOMPARE(endpoint.tls.key_passphrase, std::string("key"));
    QVERIFY(sentinelPassword->text().isEmpty() && passphrase->text().isEmpty());
    field(page, QLineEdit::Normal)->setText(QStringLiteral("redis://h"));
    QVERIFY(!sentinelPassword->isVisible() && !passphrase->isVisible());
}

void ConnectPageTest::recentServersAreOneKey()
{
    ConnectPage page;
    page.setRecent({QStringLiteral("unix:///run/a%26b.sock")});
    page.show();
    const QSignalSpy requests(&page, &ConnectPage::connectRequested);
    const QSignalSpy forgotten(&page, &ConnectPage::forgetRequested);
    QVERIFY(QTest::qWaitForWindowActive(&page)); // or shortcuts do nothing
    page.showReady();
    QTest::keyClick(listOf(page), Qt::Key_Return);
    QCOMPARE(requests.size(), 1);
    QCOMPARE(requests.first().first().value<Endpoint>().unix_path, std::string("/run/a&b.sock"));
    QTest::mouseClick(buttonWith<QToolButton>(page, QStringLiteral("Forget")), Qt::LeftButton);
    QCOMPARE(forgotten.size(), 1);
    QCOMPARE(forgotten.first().first().toString(), QStringLiteral("unix:///run/a%26b.sock"));
    QTest::keyClick(listOf(page), Qt::Key_Delete);
    QCOMPARE(forgotten.size(), 2);
}

void ConnectPageTest::profilesAreListedBeforeRecentServers()
{
    ConnectPage page;
    const QAbstractItemModelTester tester(page.servers().findChild<ServerListModel*>(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    ServerList& servers = page.servers();
    QVERIFY(servers.isEmpty());
    const ConnectionProfile first = profileAt(QStringLiteral("prod"), "redis://prod:6379");
    const ConnectionProfile second = profileAt(QStringLiteral("test"), "redis://test:6379");
    servers.setProfiles({first, second});
    page.setRecent({QStringLiteral("redis://other:6379"), QStringLiteral("redis://prod:6379")});
    page.resize(1000, 700);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QCOMPARE(listOf(page)->model()->rowCount(), 3); // prod is there once
    const QSignalSpy activated(&servers, &ServerList::profileActivated);
    const QSignalSpy edited(&servers, &ServerList::editRequested);
    const QSignalSpy doubled(&servers, &ServerList::duplicateRequested);
    const QSignalSpy deleted(&servers, &ServerList::deleteRequested);
    clickRow(page, 1);
    QTest::keyClick(listOf(page), Qt::Key_F2);
    QTest::keyClick(listOf(page), Qt::Key_D, Qt::ControlModifier);
    QTest::keyClick(listOf(page), Qt::Key_Delete);
    QTest::mouseClick(buttonWith<QToolButton>(page, QStringLiteral("Connect")), Qt::LeftButton);
    for (const QSignalSpy* spy : {&activated, &edited, &doubled, &deleted}) {
        QCOMPARE(spy->size(), 1);
        QVERIFY(spy->first().first().value<ConnectionProfile>() == second);
    }
    clickRow(page, 2);
    QVERIFY(buttonWith<QToolButton>(page, QStringLiteral("Save as a profile…")) != nullptr);
    QVERIFY(!buttonWith<QToolButton>(page, QStringLiteral("Duplicate"))->isEnabled());
}

/// Who forgets a few servers in a row must not delete a profile with the same key.
void ConnectPageTest::theNextOfItsKindIsSelectedWhereOneGoes()
{
    ConnectPage page;
    ServerList& servers = page.servers();
    const ConnectionProfile prod = profileAt(QStringLiteral("prod"), "redis://prod:6379");
    ConnectionProfile test = profileAt(QStringLiteral("test"), "redis://test:6379");
    servers.setProfiles({prod, test});
    QStringList recent{QStringLiteral("redis://r1:6379"), QStringLiteral("redis://r2:6379")};
    page.setRecent(recent);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    connect(&page, &ConnectPage::forgetRequested, &page, [&](const QString& uri) {
        recent.removeAll(uri);
        page.setRecent(recent);
    });
    const QSignalSpy deleted(&servers, &ServerList::deleteRequested);
    clickRow(page, 2);
    test.name = QStringLiteral("staging"); // by another window
    servers.setProfiles({prod, test});
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(listOf(page), Qt::Key_Delete);
    }
    QCOMPARE(recent, QStringList());
    QCOMPARE(deleted.size(), 0);
    clickRow(page, 1);
    servers.setProfiles({prod});
    QTest::keyClick(listOf(page), Qt::Key_Delete);
    QCOMPARE(deleted.size(), 1);
    QVERIFY(deleted.first().first().value<ConnectionProfile>() == prod);
}

void ConnectPageTest::theKeysStayWithTheButtonThatDeletes()
{
    ConnectPage page;
    QStringList recent{QStringLiteral("redis://r1:6379"), QStringLiteral("redis://r2:6379")};
    page.servers().setProfiles({profileAt(QStringLiteral("prod"), "redis://prod:6379")});
    page.setRecent(recent);
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    connect(&page, &ConnectPage::forgetRequested, &page, [&](const QString& uri) {
        recent.removeAll(uri);
        page.setRecent(recent);
    });
    clickRow(page, 1);
    auto* button = buttonWith<QToolButton>(page, QStringLiteral("Forget"));
    button->setFocus();
    button->click();
    QCOMPARE(recent.size(), 1);
    QCOMPARE(page.focusWidget(), button);
    button->click();
    QCOMPARE(recent.size(), 0);
    QCOMPARE(page.focusWidget(), listOf(page));
    QVERIFY(!listOf(page)->currentIndex().isValid()); // what is left is of another kind
}

void ConnectPageTest::whatIsWrongTakesNoRoomFromTheList_data()
{
    QTest::addColumn<int>("servers");
    for (const int servers : {1, 3, 20}) {
        QTest::addRow("%d", servers) << servers;
    }
}

void ConnectPageTest::whatIsWrongTakesNoRoomFromTheList()
{
    QFETCH(int, servers);
    ConnectPage page;
    QList<ConnectionProfile> profiles;
    for (int i = 0; i < servers; ++i) {
        profiles << profileAt(QString::number(i), "redis://prod:6379");
    }
    page.servers().setProfiles(profiles);
    page.servers().setProblem([] { return QStringLiteral("The file was damaged. ").repeated(12); });
    page.resize(700, 700);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    const auto* buttons = buttonWith<QToolButton>(page, QStringLiteral("Edit…"))->parentWidget();
    const auto gap = [&] { return buttons->y() - listOf(page)->geometry().bottom() - 1; };
    QTRY_COMPARE(gap(), page.servers().layout()->spacing());
    page.resize(1100, 700);
    QTRY_COMPARE(gap(), page.servers().layout()->spacing());
}

void ConnectPageTest::buttonsShowNoLettersOfMenus_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << QStringLiteral("en");
    QTest::newRow("Chinese") << QStringLiteral("zh_CN"); // which puts the letter in brackets behind the word
}

void ConnectPageTest::buttonsShowNoLettersOfMenus()
{
    QFETCH(const QString, language);
    Language speech;
    speech.use(language);
    ConnectPage page;
    page.servers().setProfiles({profileAt(QStringLiteral("prod"), "redis://a")});
    int buttons = 0;
    for (const QToolButton* each : page.servers().findChildren<QToolButton*>()) {
        const QAction* action = each->defaultAction();
        buttons += action != nullptr && action->text().contains(QLatin1Char('&')) ? 1 : 0;
        QVERIFY2(!each->text().contains(QLatin1Char('&')) && !each->text().contains(QLatin1Char('(')),
                 qPrintable(each->text()));
    }
    QCOMPARE(buttons, 4);
    QCOMPARE(page.servers().findChild<QLineEdit*>()->placeholderText() == QStringLiteral("Search"),
             language == QStringLiteral("en"));
}

void ConnectPageTest::manyServersCanBeSearched()
{
    ConnectPage page;
    QList<ConnectionProfile> profiles;
    for (int i = 0; i < 12; ++i) {
        profiles.append(profileAt(QStringLiteral("server %1").arg(i), "redis://host:6379"));
    }
    profiles[7].endpoint = Endpoint::parse("redis://needle:1");
    page.resize(1000, 800);
    page.show();
    auto* search = page.findChild<QLineEdit*>(QStringLiteral("serverSearch"));
    page.servers().setProfiles(profiles.mid(0, 3));
    QVERIFY(!search->isVisible());
    page.servers().setProfiles(profiles);
    QVERIFY(search->isVisible());
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".")));
        search->setText(QString(40'000, QLatin1Char('n'))); // pasted
        QCOMPARE(listOf(page)->model()->rowCount(), 0);
        search->clear();
        QCOMPARE(listOf(page)->model()->rowCount(), 12);
    }
    QTest::keyClicks(search, QStringLiteral("NEEDLE"));
    QCOMPARE(listOf(page)->model()->rowCount(), 1);
    const QSignalSpy activated(&page.servers(), &ServerList::profileActivated);
    clickRow(page, 0);
    QTest::keyClick(listOf(page), Qt::Key_Return);
    QVERIFY(activated.first().first().value<ConnectionProfile>() == profiles[7]);
}

void ConnectPageTest::namesAreNeverRichText()
{
    ServerListModel model;
    ConnectionProfile profile = profileAt(QStringLiteral("<img src=x>\u202e evil"), "redis://h:1");
    model.setProfiles({profile});
    model.setRecent({QStringLiteral("redis://<b>:1")});
    const QString shown = model.index(0).data(Qt::DisplayRole).toString();
    QVERIFY(shown.contains(QStringLiteral("<img src=x>")));
    QVERIFY(!shown.contains(QChar(0x202e)));
    QVERIFY(model.index(0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("&lt;img")));
    QVERIFY(model.index(1).data(Qt::ToolTipRole).toString().contains(QStringLiteral("&lt;b")));
}

void ConnectPageTest::deletionCanBeTakenBack()
{
    ConnectPage page;
    page.show();
    QPushButton* undo = buttonWith<QPushButton>(page, QStringLiteral("Undo"));
    QVERIFY(!undo->isVisible());
    page.servers().offerUndo(QStringLiteral("prod"));
    QVERIFY(undo->isVisible());
    QVERIFY(shows(page, QStringLiteral("prod")));
    const QSignalSpy undone(&page.servers(), &ServerList::undoRequested);
    QTest::mouseClick(undo, Qt::LeftButton);
    QCOMPARE(undone.size(), 1);
    QVERIFY(!undo->isVisible());
}

void ConnectPageTest::addressCanBeDropped()
{
    ConnectPage page;
    page.resize(900, 600);
    page.show();
    QMimeData data;
    data.setText(QStringLiteral("redis://bob:geheim@dropped:7000/1\n"));
    QVERIFY(dropOn(page, data));
    QCOMPARE(field(page, QLineEdit::Normal)->text(), QStringLiteral("redis://bob@dropped:7000/1"));
    QCOMPARE(field(page, QLineEdit::Password)->text(), QStringLiteral("geheim"));
    data.setText(QStringLiteral("rediss://bob:geheim@dropped:port"));
    QVERIFY(dropOn(page, data));
    QVERIFY(shows(page, QStringLiteral("port")));
    QVERIFY(!shows(page, QStringLiteral("geheim")));
    data.setText(QStringLiteral("redis://one\nredis://two"));
    QVERIFY(!dropOn(page, data));
    data.setText(QStringLiteral("some other text"));
    QVERIFY(!dropOn(page, data));
    page.showConnecting(QStringLiteral("x"));
    data.setText(QStringLiteral("redis://h"));
    QVERIFY(!dropOn(page, data));
}

void ConnectPageTest::filesCanBeDropped_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<bool>("wanted");
    QTest::newRow("YAML") << "file:///tmp/redisson.yaml" << true;
    QTest::newRow("capital letters") << "file:///tmp/REDISSON.YML" << true;
    QTest::newRow("JSON") << "file:///tmp/profiles.json" << true;
    QTest::newRow("picture") << "file:///tmp/a.png" << false;
    QTest::newRow("elsewhere") << "https://example.org/redisson.yaml" << false;
}

void ConnectPageTest::filesCanBeDropped()
{
    QFETCH(QString, url);
    QFETCH(bool, wanted);
    ConnectPage page;
    page.show();
    const QSignalSpy files(&page, &ConnectPage::fileDropped);
    QMimeData data;
    data.setUrls({QUrl(url)});
    QCOMPARE(dropOn(page, data), wanted);
    QCOMPARE(files.size(), wanted ? 1 : 0);
}

void ConnectPageTest::sandboxIsOneClick()
{
    ConnectPage page;
    page.show();
    const QSignalSpy requests(&page, &ConnectPage::sandboxRequested);
    QTest::mouseClick(buttonWith<QPushButton>(page, QStringLiteral("Start a sandbox")), Qt::LeftButton);
    QCOMPARE(requests.size(), 1);
}

void ConnectPageTest::connectingCanBeCancelled()
{
    ConnectPage page;
    page.show();
    page.showConnecting(QStringLiteral("cache.example:6379"));
    QVERIFY(shows(page, QStringLiteral("cache.example:6379")));
    QCOMPARE(page.findChild<QProgressBar*>()->accessibleName(), QStringLiteral("Connecting to cache.example:6379…"));
    QVERIFY(!field(page, QLineEdit::Normal)->isVisible());
    const QSignalSpy cancelled(&page, &ConnectPage::cancelRequested);
    QTest::mouseClick(buttonWith<QPushButton>(page, QStringLiteral("Cancel")), Qt::LeftButton);
    QCOMPARE(cancelled.size(), 1);
}

void ConnectPageTest::recentServersAreKeptWithoutPasswords()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    const Endpoint endpoint = Endpoint::parse("redis://bob:geheim@host:6379/1");
    {
        Settings settings(file);
        settings.addRecentServer(endpoint);
        settings.addRecentServer(Endpoint::parse("other"));
        settings.addRecentServer(endpoint);
        settings.setServerKind(endpoint, Session::ServerKind::production);
    }
    const Settings settings(file);
    QCOMPARE(settings.recentServers().size(), 2);
    QCOMPARE(settings.recentServers().first(), QStringLiteral("redis://bob@host:6379/1"));
    QCOMPARE(settings.serverKind(endpoint), Session::ServerKind::production);
    QCOMPARE(settings.serverKind(Endpoint::parse("third")), std::nullopt);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QVERIFY(!written.readAll().contains("geheim"));
}

QTEST_MAIN(ConnectPageTest)
#include "connect_page_test.moc"
