// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/diagnostics_dialog.hpp"
#include "session/secrets.hpp"

#include "support/redis_client.hpp"
#include "support/tls_server.hpp"

#include "lockscope/sandbox.hpp"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 60'000;
constexpr auto kSecret = "streng-geheim";

struct Stage
{
    QTemporaryDir folder;
    Session session{options(folder)};
    ErrorJournal journal{session, nullptr};

    static SessionOptions options(const QTemporaryDir& folder)
    {
        SessionOptions options;
        options.auditFile = folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
        options.monitor.pattern = "shop:*";
        return options;
    }
    [[nodiscard]] QString text() const { return diagnosticsText(diagnosticsOf(session, journal)); }
    [[nodiscard]] bool isLive() const
    {
        return session.status().link == MonitorStatus::Link::live && !session.status().server_version.empty()
            && !session.status().permissions.all.empty();
    }
};

QString shownIn(const DiagnosticsDialog& dialog)
{
    QString text;
    const auto* list = dialog.findChild<QTreeWidget*>();
    for (int i = 0; i < list->topLevelItemCount(); ++i) {
        text += list->topLevelItem(i)->text(0) + QLatin1Char('\n');
        for (int j = 0; j < list->topLevelItem(i)->childCount(); ++j) {
            const QTreeWidgetItem* fact = list->topLevelItem(i)->child(j);
            text += fact->text(0) + QStringLiteral(": ") + fact->text(1) + QLatin1Char('\n');
        }
    }
    return text;
}

} // namespace

class DiagnosticsTest : public QObject
{
    Q_OBJECT

private slots:
    void secretsAreTakenOut_data();
    void secretsAreTakenOut();
    void withoutAServerItSaysWhatThereIs();
    void serverAndLimitsAreThere();
    void permissionsThatAreMissingAreThere();
    void encryptionIsThere();
    void secretsNeverAppear();
    void usersNeverAppear();
    void namesOfLocksNeverAppear();
    void errorsAreBoundedAndCounted();
    void errorsAreSaidInTheLanguageOfTheWindow();
    void dialogFollowsTheSession();
};

void DiagnosticsTest::secretsAreTakenOut_data()
{
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QByteArray>("password");
    QTest::addColumn<QString>("expected");
    const QString unknown = QStringLiteral("unknown command `AUTH`, with args beginning with: `bob`, `%1`,");
    const QByteArray longOne(200, 'k');
    QTest::newRow("no password") << "a b" << QByteArray() << "a b";
    QTest::newRow("quoted") << unknown.arg(QStringLiteral("hunter22")) << QByteArray("hunter22")
                            << unknown.arg(QStringLiteral("•••"));
    QTest::newRow("short, quoted") << unknown.arg(QStringLiteral("a")) << QByteArray("a")
                                   << unknown.arg(QStringLiteral("•••"));
    QTest::newRow("short, part of words") << "a bad day" << QByteArray("a") << "a bad day";
    QTest::newRow("escaped by us") << unknown.arg(QStringLiteral("pass\\x00word")) << QByteArray("pass\0word", 9)
                                   << unknown.arg(QStringLiteral("•••"));
    QTest::newRow("cut off by the server")
        << unknown.arg(QString(120, QLatin1Char('k'))) << longOne << unknown.arg(QStringLiteral("•••"));
}

void DiagnosticsTest::secretsAreTakenOut()
{
    QFETCH(QString, sentence);
    QFETCH(QByteArray, password);
    QFETCH(QString, expected);
    QCOMPARE(withoutSecret(sentence, password.toStdString()), expected);
}

void DiagnosticsTest::withoutAServerItSaysWhatThereIs()
{
    const Stage stage;
    const QString text = stage.text();
    QVERIFY(text.contains(QString::fromLatin1(qVersion())));
    QVERIFY(text.contains(QStringLiteral("not connected")));
    QVERIFY(text.contains(QStringLiteral("Last errors")));
}

void DiagnosticsTest::serverAndLimitsAreThere()
{
    const Sandbox sandbox;
    Stage stage;
    stage.session.connectTo(sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(stage.isLive(), kPatience);
    const QString text = stage.text();
    QVERIFY2(text.contains(QString::fromStdString(stage.session.status().server_version)), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("master")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("after a pattern of its own")), qPrintable(text));
    QVERIFY2(!text.contains(QStringLiteral("shop")), qPrintable(text)); // it may be a lock's name
    QVERIFY2(text.contains(QStringLiteral("200,000")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("nothing is missing")), qPrintable(text));
}

void DiagnosticsTest::permissionsThatAreMissingAreThere()
{
    const Sandbox sandbox;
    RedisClient redis(sandbox.endpoint());
    redis.expect({"ACL", "SETUSER", "bob", "on", ">pw", "~*", "&*", "+@all", "-evalsha"});
    Endpoint endpoint = sandbox.endpoint();
    endpoint.user = "bob";
    endpoint.password = "pw";
    Stage stage;
    stage.session.connectTo(endpoint);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isLive(), kPatience);
    QVERIFY2(stage.text().contains(QStringLiteral("+evalsha")), qPrintable(stage.text()));
    QVERIFY2(stage.text().contains(QStringLiteral("tracing commands: ")), qPrintable(stage.text()));
    QVERIFY2(!stage.text().contains(QStringLiteral("bob")), qPrintable(stage.text()));
}

void DiagnosticsTest::encryptionIsThere()
{
    Certificates ca;
    CertificateWish wish;
    wish.signer = CertificateWish::Signer::itself;
    wish.until = std::chrono::hours(24 * 5 + 1);
    const TlsServer server(ca, wish);
    Endpoint endpoint = server.endpoint();
    endpoint.tls.verify = false;
    Stage stage;
    stage.session.connectTo(endpoint);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isLive(), kPatience);
    const QString text = stage.text();
    QVERIFY2(text.contains(QStringLiteral("encrypted, NOT VERIFIED")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("ends in 5 day")), qPrintable(text));
}

void DiagnosticsTest::secretsNeverAppear()
{
    // The first server quotes the password in its error, the second refuses it, the third takes it and then goes.
    const Sandbox quoting(
        {.tcp = false, .arguments = {"--rename-command", "AUTH", "SIGNIN"}, .executable = "redis-server"});
    const Sandbox refusing({.tcp = false, .arguments = {"--requirepass", "another"}, .executable = "redis-server"});
    Sandbox taking({.tcp = false, .arguments = {"--requirepass", kSecret}, .executable = "redis-server"});
    Stage stage;
    const QSignalSpy failures(&stage.session, &Session::connectFailed);
    QStringList texts;
    for (const Sandbox* sandbox : {&quoting, &refusing}) {
        Endpoint endpoint = sandbox->endpoint();
        endpoint.password = kSecret;
        const qsizetype before = failures.size();
        stage.session.connectTo(endpoint);
        QTRY_COMPARE_WITH_TIMEOUT(failures.size(), before + 1, kPatience);
        texts.append(failures.last().first().toString());
    }
    Endpoint endpoint = taking.endpoint();
    endpoint.password = kSecret;
    stage.session.connectTo(endpoint);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isLive(), kPatience);
    texts.append(stage.text());
    taking.kill_server();
    QTRY_COMPARE_WITH_TIMEOUT(stage.session.status().link, MonitorStatus::Link::lost, kPatience);
    // That the connection was lost, and why there is no other; the latter may change.
    QTRY_VERIFY_WITH_TIMEOUT(stage.journal.entries().size() >= 3, kPatience);
    texts.append(stage.text());
    for (const QString& text : texts) {
        QVERIFY2(!text.contains(QString::fromLatin1(kSecret)), qPrintable(text));
    }
    QVERIFY2(stage.text().contains(QStringLiteral("unknown command")), qPrintable(stage.text()));
}

/// Redis names the user whom it does not permit something.
void DiagnosticsTest::usersNeverAppear()
{
    const Sandbox sandbox;
    RedisClient redis(sandbox.endpoint());
    redis.expect({"ACL", "SETUSER", "bob", "on", ">pw", "~*", "&*", "+@all", "-select"});
    Endpoint endpoint = sandbox.endpoint();
    endpoint.user = "bob";
    endpoint.password = "pw";
    endpoint.sentinel_user = "carol";
    endpoint.database = 1;
    Stage stage;
    QSignalSpy failed(&stage.session, &Session::connectFailed);
    stage.session.connectTo(endpoint);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
    QVERIFY2(stage.text().contains(QStringLiteral("'select'")), qPrintable(stage.text()));
    QVERIFY2(!stage.text().contains(QStringLiteral("bob")), qPrintable(stage.text()));
    QCOMPARE(withoutIdentity(QStringLiteral("User carol has no permission, bobby neither, nor 'bob'."), endpoint),
             QStringLiteral("User ••• has no permission, bobby neither, nor '•••'."));
    endpoint.user = std::string(100'000, 'u');
    QCOMPARE(
        withoutIdentity(QStringLiteral("User %1 has no permission.").arg(QString(100'000, QLatin1Char('u'))), endpoint),
        QStringLiteral("User ••• has no permission."));
    endpoint.user = "a.b";
    QCOMPARE(withoutIdentity(QStringLiteral("a.b, aab, a.b_c, xa.b, a.b"), endpoint),
             QStringLiteral("•••, aab, a.b_c, xa.b, •••"));
}

/// Nor does the folder of who runs the program, where the audit log is.
void DiagnosticsTest::namesOfLocksNeverAppear()
{
    const Sandbox sandbox;
    Stage stage;
    stage.session.connectTo(sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(stage.isLive(), kPatience);
    stage.session.setAdminMode(Session::AdminMode::admin);
    HoldRequest request;
    request.lock = "orders:42";
    request.kind = HoldKind::non_reentrant;
    request.reason = "maintenance";
    QSignalSpy finished(&stage.session, &Session::actionFinished);
    for (int i = 1; i <= 2; ++i) {
        stage.session.hold(request); // the second time it is held already
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), i, kPatience);
    }
    QCOMPARE(stage.journal.entries().size(), 1);
    const QString refused = stage.journal.entries().first().sentence;
    QVERIFY2(refused.startsWith(QStringLiteral("The lock ••• is held by")), qPrintable(refused));
    QVERIFY2(!stage.text().contains(QStringLiteral("orders")), qPrintable(stage.text()));

    AdminResult result;
    result.outcome = AdminResult::Outcome::failed;
    result.code = Errc::not_held;
    result.lock = "a";
    result.message = "The lock a was not held at all.";
    result.unrecorded = "The audit log /home/bob/.local/state/lockscope/audit.jsonl cannot be written: No space.";
    emit stage.session.actionFinished(99, result);
    QCOMPARE(stage.journal.entries().at(0).sentence, QStringLiteral("The audit log could not be written."));
    QCOMPARE(stage.journal.entries().at(1).sentence, QStringLiteral("The lock ••• was not held at all."));
    QVERIFY2(!stage.text().contains(QStringLiteral("bob")), qPrintable(stage.text()));

    const std::string longOne(300, 'k');
    QCOMPARE(withoutLock(QStringLiteral("The name %1 cannot be a lock's.").arg(QString(80, QLatin1Char('k'))), longOne),
             QStringLiteral("The name ••• cannot be a lock's."));
    QCOMPARE(withoutLock(QStringLiteral("\"a\\x0ab\" was given back."), "a\nb"),
             QStringLiteral("\"•••\" was given back."));
}

void DiagnosticsTest::errorsAreBoundedAndCounted()
{
    Stage stage;
    for (int i = 0; i < 100; ++i) {
        emit stage.session.connectFailed(QStringLiteral("Error number %1.").arg(i));
    }
    QCOMPARE(stage.journal.entries().size(), 50);
    QCOMPARE(stage.journal.entries().first().sentence, QStringLiteral("Error number 99."));
    emit stage.session.connectFailed(QStringLiteral("Error number 99."));
    QCOMPARE(stage.journal.entries().size(), 50);
    QCOMPARE(stage.journal.entries().first().times, 2);
    QVERIFY(stage.text().contains(QStringLiteral("Error number 99. (2 times)")));
    emit stage.session.connectFailed(QString(100'000, QLatin1Char('x')));
    QVERIFY(stage.journal.entries().first().sentence.size() <= 500);
}

void DiagnosticsTest::errorsAreSaidInTheLanguageOfTheWindow()
{
    const QLocale before;
    const auto restore = qScopeGuard([&before] { QLocale::setDefault(before); });
    QLocale::setDefault(QLocale(QStringLiteral("zh_CN")));
    Stage stage;
    AdminResult result;
    result.outcome = AdminResult::Outcome::failed;
    result.code = Errc::timeout;
    result.message = "No reply from a:1.";
    emit stage.session.actionFinished(1, result);
    const QString failed = stage.journal.entries().first().sentence;
    QVERIFY2(failed.startsWith(QStringLiteral("The server did not answer in time.")), qPrintable(failed));
    QVERIFY2(failed.endsWith(QStringLiteral(" (No reply from a:1.)")), qPrintable(failed));

    MonitorStatus status;
    status.link = MonitorStatus::Link::lost;
    status.link_code = Errc::connection_failed;
    status.link_error = "Connection refused by a:1.";
    emit stage.session.statusChanged(status);
    emit stage.session.statusChanged(status);
    QCOMPARE(stage.journal.entries().size(), 2);
    const QString lost = stage.journal.entries().first().sentence;
    QVERIFY2(lost.startsWith(QStringLiteral("The server cannot be reached.")), qPrintable(lost));
    QVERIFY2(lost.endsWith(QStringLiteral(" (Connection refused by a:1.)")), qPrintable(lost));
}

void DiagnosticsTest::dialogFollowsTheSession()
{
    const Sandbox sandbox;
    Stage stage;
    DiagnosticsDialog dialog(stage.session, stage.journal);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(shownIn(dialog).contains(QStringLiteral("not connected")));
    stage.session.connectTo(sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(shownIn(dialog).contains(QStringLiteral("nothing is missing")), kPatience);
    emit stage.session.connectFailed(QStringLiteral("<b>Something</b> went wrong."));
    QVERIFY(shownIn(dialog).contains(QStringLiteral("<b>Something</b> went wrong.")));
    QPushButton* copy = nullptr;
    for (QPushButton* each : dialog.findChildren<QPushButton*>()) {
        copy = each->text().contains(QStringLiteral("opy")) ? each : copy;
    }
    QTest::mouseClick(copy, Qt::LeftButton);
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("<b>Something</b> went wrong.")));
    stage.session.close();
    QTRY_VERIFY_WITH_TIMEOUT(shownIn(dialog).contains(QStringLiteral("not connected")), kPatience);
}

QTEST_MAIN(DiagnosticsTest)
#include "diagnostics_test.moc"
