// SPDX-License-Identifier: GPL-3.0-or-later
// What an alert does beside being listed: it runs a command, and it is told by a message.
#include "alert_states.hpp"
#include "alerts/alert_command.hpp"
#include "alerts/alert_notifier.hpp"
#include "alerts/alert_runs.hpp"

#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using namespace std::chrono_literals;

namespace {

constexpr int kPatience = 15'000;

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A command that ends in time only if it is ended.
AlertReactions tenMinutes()
{
    AlertReactions reactions;
    reactions.command = AlertReactions::Command::on;
    reactions.program = QStringLiteral("sleep");
    reactions.arguments = {QStringLiteral("600")};
    return reactions;
}

} // namespace

class AlertReactionsTest : public QObject
{
    Q_OBJECT

private slots:
    void theCommandGetsFactsAndNoShell()
    {
        const QString out = m_folder.filePath(QStringLiteral("out"));
        AlertReactions reactions;
        reactions.command = AlertReactions::Command::on;
        reactions.program = QStringLiteral("/bin/sh");
        // The file's name comes as an argument, the fact as a variable: nothing of the server is ever code.
        reactions.arguments = {
            QStringLiteral("-c"),
            QStringLiteral("printf '%s|%s|%s|%s' \"$LOCKSCOPE_ALERT_LOCK\" \"$LOCKSCOPE_ALERT_KIND\" "
                           "\"$LOCKSCOPE_ALERT_AMOUNT_MS\" \"$LOCKSCOPE_ALERT_AMOUNT_EXACT\" "
                           "> \"$0.part\" && mv \"$0.part\" \"$0\""),
            out};
        AlertCommand command;
        QSignalSpy failed(&command, &AlertCommand::failed);
        command.run(reactions, alertOn("$(touch /tmp/pwned); `id`\n\xff"), QStringLiteral("server"));
        QTRY_VERIFY_WITH_TIMEOUT(!contentOf(out).isEmpty(), kPatience);
        QCOMPARE(contentOf(out), QByteArray("$(touch /tmp/pwned); `id`\\x0a\\xff|held-longer|64000|true"));
        QCOMPARE(failed.size(), 0);
        reactions.command = AlertReactions::Command::off;
        QFile::remove(out);
        AlertCommand other;
        other.run(reactions, alertOn("a"), {});
        QVERIFY(other.findChildren<QObject*>().isEmpty());
    }

    void commandsAreLimitedInRateAndTime()
    {
        AlertReactions reactions = tenMinutes();
        AlertCommand::Limits limits;
        limits.pause = 1h;
        limits.longest = 200ms;
        AlertCommand command(limits);
        QSignalSpy failed(&command, &AlertCommand::failed);
        for (int i = 0; i < 10; ++i) {
            command.run(reactions, alertOn("a"), {});
        }
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience); // one ran, and was ended
        QVERIFY(failed.first().first().toString().contains(QLatin1String("too long")));
        AlertCommand missing(limits);
        QSignalSpy notStarted(&missing, &AlertCommand::failed);
        reactions.program = QStringLiteral("/nonexistent/program");
        missing.run(reactions, alertOn("a"), {});
        QTRY_COMPARE_WITH_TIMEOUT(notStarted.size(), 1, kPatience);
    }

    void whatTakesTooLongIsAskedToEndWithAllThatItStarted_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<milliseconds>("ending");
        QTest::newRow("it ends") << "exit" << milliseconds{1h}; // then nobody waits any longer for the others
        QTest::newRow("it does not") << ":" << milliseconds{1s};
    }
    /// It may have started others, and wants to clean up.
    void whatTakesTooLongIsAskedToEndWithAllThatItStarted()
    {
        QFETCH(QString, answer);
        QFETCH(milliseconds, ending);
        const QString out = m_folder.filePath(QStringLiteral("group ") + QLatin1String(QTest::currentDataTag()));
        AlertReactions reactions;
        reactions.command = AlertReactions::Command::on;
        reactions.program = QStringLiteral("/bin/sh");
        reactions.arguments = {
            QStringLiteral("-c"),
            QStringLiteral("trap 'echo asked > \"$0.end\"; %1' TERM; (trap '' TERM; exec sleep 600) & "
                           "echo $! > \"$0.part\" && mv \"$0.part\" \"$0\"; wait; wait")
                .arg(answer),
            out};
        AlertCommand::Limits limits;
        limits.longest = 1s;
        limits.ending = ending;
        AlertCommand command(limits);
        command.run(reactions, alertOn("a"), {});
        QTRY_VERIFY_WITH_TIMEOUT(!contentOf(out).isEmpty(), kPatience);
        const QString state = QStringLiteral("/proc/%1/stat").arg(contentOf(out).trimmed().toInt());
        QVERIFY(contentOf(state).contains("(sleep) S") || contentOf(state).contains("(sh) "));
        QTRY_COMPARE_WITH_TIMEOUT(contentOf(out + QStringLiteral(".end")), QByteArray("asked\n"), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(contentOf(state).isEmpty() || contentOf(state).contains(") Z "), kPatience);
    }

    void thePauseIsThatOfOneServer()
    {
        const AlertReactions reactions = tenMinutes();
        AlertCommand::Limits limits;
        limits.pause = 1h;
        AlertCommand command(limits);
        const auto running = [&command] { return command.findChildren<QProcess*>().size(); };
        const auto runOn = [&](const QString& server) { command.run(reactions, alertOn("a"), server); };
        runOn(QStringLiteral("a:6379/0"));
        runOn(QStringLiteral("a:6379/0"));
        QCOMPARE(running(), 1);
        runOn(QStringLiteral("b:6379/0"));
        QCOMPARE(running(), 2);
        const QProcess* last = command.findChildren<QProcess*>().last();
        QCOMPARE(last->processEnvironment().value(QStringLiteral("LOCKSCOPE_ALERT_SKIPPED")), QStringLiteral("0"));
        runOn(QStringLiteral("c:6379/0"));
        runOn(QStringLiteral("d:6379/0")); // so many at once are for all together
        QCOMPARE(running(), 3);
    }

    void theWorstOfThoseThatWaitIsRunAfterThePause()
    {
        const AlertReactions reactions = tenMinutes();
        AlertCommand::Limits limits;
        limits.pause = 500ms;
        AlertCommand command(limits);
        const auto running = [&command] { return command.findChildren<QProcess*>(); };
        const auto runOn = [&](const char* lock, AlertRule::Severity severity) {
            command.run(reactions, alertOn(lock, severity), QStringLiteral("a:6379/0"));
        };
        runOn("first", AlertRule::Severity::warning);
        runOn("second", AlertRule::Severity::warning);
        runOn("worst", AlertRule::Severity::critical);
        runOn("third", AlertRule::Severity::warning);
        QCOMPARE(running().size(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(running().size(), 2, kPatience);
        const QProcessEnvironment environment = running().last()->processEnvironment();
        QCOMPARE(environment.value(QStringLiteral("LOCKSCOPE_ALERT_LOCK")), QStringLiteral("worst"));
        QCOMPARE(environment.value(QStringLiteral("LOCKSCOPE_ALERT_SKIPPED")), QStringLiteral("1")); // the third
    }

    void whatIsOverBeforeItsTurnIsNotRun()
    {
        const AlertReactions reactions = tenMinutes();
        AlertCommand::Limits limits;
        limits.pause = 500ms;
        AlertCommand command(limits);
        const QString server = QStringLiteral("a:6379/0");
        Alert over = alertOn("over", AlertRule::Severity::critical);
        over.id = 2;
        Alert stays = alertOn("stays", AlertRule::Severity::critical);
        stays.id = 3;
        command.run(reactions, alertOn("first"), server);
        command.run(reactions, over, server);
        command.run(reactions, stays, server);
        command.forget({over}, server);
        QTRY_COMPARE_WITH_TIMEOUT(command.findChildren<QProcess*>().size(), 2, kPatience);
        QCOMPARE(command.findChildren<QProcess*>().last()->processEnvironment().value(
                     QStringLiteral("LOCKSCOPE_ALERT_LOCK")),
                 QStringLiteral("stays"));
    }

    /// Each of them may be what wakes somebody up.
    void whatIsCriticalWaitsForItsTurn()
    {
        const AlertReactions reactions = tenMinutes();
        AlertCommand::Limits limits;
        limits.pause = 1s;
        limits.atOnce = 10;
        limits.mostWaiting = 5;
        AlertCommand command(limits);
        for (const char* lock : {"runs", "1", "2", "3", "4", "5", "one too many"}) {
            command.run(reactions, alertOn(lock, AlertRule::Severity::critical), QStringLiteral("a:6379/0"));
        }
        QTRY_COMPARE_WITH_TIMEOUT(command.findChildren<QProcess*>().size(), 6, kPatience);
        QStringList locks;
        QStringList skipped;
        for (const QProcess* each : command.findChildren<QProcess*>()) {
            locks << each->processEnvironment().value(QStringLiteral("LOCKSCOPE_ALERT_LOCK"));
            skipped << each->processEnvironment().value(QStringLiteral("LOCKSCOPE_ALERT_SKIPPED"));
        }
        QCOMPARE(locks, (QStringList{"runs", "1", "2", "3", "4", "5"}));
        QCOMPARE(skipped, (QStringList{"0", "1", "0", "0", "0", "0"}));
    }

    void rulesTakeTurns()
    {
        const AlertReactions reactions = tenMinutes();
        AlertCommand::Limits limits;
        limits.pause = 500ms;
        limits.atOnce = 10;
        limits.mostWaiting = 3;
        AlertCommand command(limits);
        for (const char* lock : {"runs", "1", "2", "3"}) {
            command.run(reactions, alertOn(lock, AlertRule::Severity::critical), QStringLiteral("a:6379/0"));
        }
        Alert circle = alertOn("circle", AlertRule::Severity::critical);
        circle.rule = "deadlock";
        circle.kind = AlertRule::Kind::deadlock;
        command.run(reactions, circle, QStringLiteral("a:6379/0"));
        QTRY_COMPARE_WITH_TIMEOUT(command.findChildren<QProcess*>().size(), 4, kPatience);
        QStringList locks;
        for (const QProcess* each : command.findChildren<QProcess*>()) {
            locks << each->processEnvironment().value(QStringLiteral("LOCKSCOPE_ALERT_LOCK"));
        }
        QCOMPARE(locks, (QStringList{"runs", "1", "circle", "2"}));
    }

    void theCommandGetsNoSecretOfOurs()
    {
        for (const char* secret : {"LOCKSCOPE_PASSWORD", "LOCKSCOPE_REDIS"}) {
            qputenv(secret, "hunter22");
            const QProcessEnvironment environment = AlertCommand::environment(alertOn("a"), {}, 0);
            qunsetenv(secret);
            QVERIFY(!environment.contains(QLatin1String(secret)));
        }
    }

    /// And what is another one is told apart as far as that can be.
    void forWhatTheCommandWasRunIsKnownAfterAStart()
    {
        const QString file = m_folder.filePath(QStringLiteral("runs.ini"));
        Alert alert = alertOn(std::string("orders\xff\0\n[x]", 12));
        Alert crowd = alert;
        crowd.rule = "many-waiters";
        crowd.kind = AlertRule::Kind::many_waiters;
        AlertRuns runs(file);
        runs.note("a:6379/0", alert);
        runs.note("a:6379/0", crowd);
        QVERIFY(!runs.hasRunFor("a:6379/0", alert)); // of which we saw that it began
        QVERIFY(!runs.hasRunFor("a:6379/0", crowd));

        alert.begin_unseen = true;
        AlertRuns next(file);
        QVERIFY(next.hasRunFor("a:6379/0", alert));
        QVERIFY(!next.hasRunFor("b:6379/0", alert));
        Alert ofSomebodyElse = alert;
        ofSomebodyElse.owner = kBob + ":3";
        QVERIFY(!next.hasRunFor("a:6379/0", ofSomebodyElse));
        next.forget("b:6379/0", {alert});
        QVERIFY(next.hasRunFor("a:6379/0", alert));
        next.forget("a:6379/0", {alert});
        QVERIFY(!next.hasRunFor("a:6379/0", alert));
    }

    void ofADeadHeadTooItIsKnownForWhomTheCommandWasRun()
    {
        const QString file = m_folder.filePath(QStringLiteral("heads.ini"));
        Alert alert = alertOn("orders");
        alert.rule = "stale-head";
        alert.kind = AlertRule::Kind::stale_head;
        AlertRuns(file).note("a:6379/0", alert);
        AlertRuns next(file);
        QVERIFY(!next.hasRunFor("a:6379/0", alert)); // it came while we watched
        alert.begin_unseen = true;
        QVERIFY(next.hasRunFor("a:6379/0", alert));
        Alert behind = alert;
        behind.owner = kBob + ":3";
        QVERIFY(!next.hasRunFor("a:6379/0", behind));
    }

    void whatAnotherProgramRunsMeanwhileIsKnownToo()
    {
        const QString file = m_folder.filePath(QStringLiteral("programs.ini"));
        Alert mine = alertOn("mine");
        Alert theirs = alertOn("theirs");
        mine.begin_unseen = theirs.begin_unseen = true;
        AlertRuns here(file);
        AlertRuns there(file);
        there.note("a:6379/0", theirs);
        QVERIFY(here.hasRunFor("a:6379/0", theirs));
        here.note("a:6379/0", mine);
        AlertRuns later(file);
        QVERIFY(later.hasRunFor("a:6379/0", mine) && later.hasRunFor("a:6379/0", theirs));
    }

    void messagesAreGroupedAndNeutral()
    {
        QStringList shownTexts;
        QStringList titles;
        AlertNotifier::Limits limits;
        limits.gather = 50ms;
        limits.pause = 1h;
        AlertNotifier notifier(
            [&](const QString& title, const QString& text) {
                titles << title;
                shownTexts << text;
            },
            limits);
        std::vector<Alert> many(500, alertOn("plain"));
        many.push_back(alertOn("<img src=x>&\n", AlertRule::Severity::critical));
        notifier.tell(many);
        notifier.tell(many);
        QTRY_COMPARE(shownTexts.size(), 1);
        QCOMPARE(titles.first(), QStringLiteral("‹img src=x›＆\\x0a")); // the worst one, without markup
        QVERIFY(shownTexts.first().contains(QLatin1String("more")));
        int witnessed = 0;
        AlertNotifier witness([&witnessed](const QString&, const QString&) { ++witnessed; }, limits);
        notifier.tell(many); // within the pause: waits
        witness.tell(many);
        QTRY_COMPARE(witnessed, 1);
        QCOMPARE(shownTexts.size(), 1);
        notifier.setMode(AlertNotifier::Mode::off);
        notifier.tell(many);
        QCOMPARE(shownTexts.size(), 1);
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(AlertReactionsTest)
#include "alert_reactions_test.moc"
