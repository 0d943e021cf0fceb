// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/connect_page.hpp"
#include "settings.hpp"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

QLineEdit* field(const ConnectPage& page, QLineEdit::EchoMode mode)
{
    for (QLineEdit* each : page.findChildren<QLineEdit*>()) {
        if (each->echoMode() == mode) {
            return each;
        }
    }
    return nullptr;
}

template <typename Button>
Button* buttonWith(const ConnectPage& page, const QString& text)
{
    for (Button* each : page.findChildren<Button*>()) {
        if (each->text() == text) {
            return each;
        }
    }
    return nullptr;
}

bool says(const ConnectPage& page, const QString& part)
{
    const QList<QLabel*> labels = page.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->isVisible() && label->text().contains(part); });
}

} // namespace

class ConnectPageTest : public QObject
{
    Q_OBJECT

private slots:
    void uriIsParsed();
    void badUriIsExplainedInPlace();
    void passwordIsHandedOnAndForgotten();
    void userOfTheAddressGetsTheTypedPassword();
    void recentServersAreOneClick();
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
    QVERIFY(says(page, QStringLiteral("Enter the address")));
    QTest::keyClicks(field(page, QLineEdit::Normal), QStringLiteral("redis://host:notaport"));
    QVERIFY(!says(page, QStringLiteral("Enter the address")));
    QTest::mouseClick(connectButton, Qt::LeftButton);
    QVERIFY(says(page, QStringLiteral("port")));
    QCOMPARE(requests.size(), 0);

    page.showReady(QStringLiteral("No route to host."));
    QVERIFY(says(page, QStringLiteral("No route to host.")));
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

void ConnectPageTest::recentServersAreOneClick()
{
    ConnectPage page;
    page.setRecent({QStringLiteral("unix:///run/a&b.sock")});
    page.show();
    const QSignalSpy requests(&page, &ConnectPage::connectRequested);
    const QSignalSpy forgotten(&page, &ConnectPage::forgetRequested);
    auto* row = buttonWith<QToolButton>(page, QStringLiteral("unix:///run/a&&b.sock"));
    QVERIFY(row != nullptr);
    QTest::mouseClick(row, Qt::LeftButton);
    QCOMPARE(requests.first().first().value<Endpoint>().unix_path, std::string("/run/a&b.sock"));
    for (QToolButton* each : page.findChildren<QToolButton*>()) {
        if (each->accessibleName() == QStringLiteral("Forget this server")) {
            QTest::mouseClick(each, Qt::LeftButton);
        }
    }
    QCOMPARE(forgotten.size(), 1);
    QCOMPARE(forgotten.first().first().toString(), QStringLiteral("unix:///run/a&b.sock"));
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
    QVERIFY(says(page, QStringLiteral("cache.example:6379")));
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
