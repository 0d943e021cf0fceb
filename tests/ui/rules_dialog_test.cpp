// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts_stage.hpp"

#include "alerts/reactions_form.hpp"
#include "alerts/rule_editor.hpp"
#include "alerts/rules_dialog.hpp"
#include "panels/marked_line.hpp"
#include "said_parts.hpp"
#include "support/redis_client.hpp"
#include "theme/theme.hpp"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QTextBoundaryFinder>
#include <QUrl>

#include <algorithm>
#include <set>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using test::buttonWith;
using namespace std::chrono_literals;

class RulesDialogTest : public QObject, private AlertsStage
{
    Q_OBJECT

    /// So that it can be counted as long as a test lasts.
    static AlertReactions lastingCommand()
    {
        AlertReactions reactions;
        reactions.command = AlertReactions::Command::on;
        reactions.program = QStringLiteral("sleep");
        reactions.arguments = {QStringLiteral("600")};
        return reactions;
    }

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init() { open(); }
    void cleanup() { close(); }

    void rulesAreKeptForEachServer()
    {
        Sandbox first;
        Sandbox second;
        m_session->connectTo(first.endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        AlertRules rules = m_panel->watch().rules();
        rules.rules.resize(1);
        rules.rules[0].duration = milliseconds{1234};
        m_panel->watch().setRules(rules);
        m_session->connectTo(second.endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        QCOMPARE(m_panel->watch().rules(), AlertRules::defaults());
        m_panel.reset();
        m_desk = makeDesk();
        m_panel = makePanel();
        m_session->connectTo(first.endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        QCOMPARE(m_panel->watch().rules(), rules);
    }

    /// Those of its address at first; from then on its own, wherever its server moves to.
    void rulesBelongToTheProfile()
    {
        const Sandbox first;
        const Sandbox second;
        m_session->connectTo(first.endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        AlertRules ofTheAddress = m_panel->watch().rules();
        ofTheAddress.rules.resize(2);
        m_panel->watch().setRules(ofTheAddress);

        m_panel->watch().setProfile(QStringLiteral("one"));
        QCOMPARE(m_panel->watch().rules(), ofTheAddress);
        AlertRules ofTheProfile = ofTheAddress;
        ofTheProfile.rules.resize(1);
        m_panel->watch().setRules(ofTheProfile);
        m_panel->watch().setProfile(QStringLiteral("two"));
        QCOMPARE(m_panel->watch().rules(), ofTheAddress);
        m_panel->watch().setProfile({});
        QCOMPARE(m_panel->watch().rules(), ofTheAddress);

        m_panel.reset();
        m_desk = makeDesk();
        m_panel = makePanel();
        m_panel->watch().setProfile(QStringLiteral("one"));
        m_session->connectTo(second.endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        QCOMPARE(m_panel->watch().rules(), ofTheProfile);
    }

    void damagedRulesAreSaid()
    {
        const Sandbox server;
        const QString key = QString::fromLatin1(
            QUrl::toPercentEncoding(QString::fromStdString(server.endpoint().uri_without_password())));
        QSettings settings(m_folder->filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        settings.setValue(QStringLiteral("alerts/rules/") + key, QByteArray("{broken"));
        settings.sync();
        m_session->connectTo(server.endpoint());
        QTRY_COMPARE(m_session->state(), Session::State::connected);
        QCOMPARE(m_panel->watch().rules(), AlertRules::defaults());
        QVERIFY(m_panel->findChild<MarkedLine*>()->isVisibleTo(m_panel.get()));
    }

    void aDamagedFileIsSaid_data()
    {
        QTest::addColumn<QByteArray>("part");
        QTest::addColumn<QByteArray>("instead");
        QTest::addColumn<bool>("isDamaged");
        QTest::newRow("as it was written") << QByteArray() << QByteArray() << false;
        QTest::newRow("with a remark") << QByteArray("[alerts]") << QByteArray("; it's \"mine\n[alerts]") << false;
        QTest::newRow("a quote that does not end") << QByteArray("=true") << QByteArray("=\"true") << true;
        QTest::newRow("one that does not begin") << QByteArray("program=\"") << QByteArray("program=") << true;
        QTest::newRow("a line that says nothing") << QByteArray("[alerts]") << QByteArray("[alerts]\noh") << true;
        QTest::newRow("rules that are a list") << QByteArray("@ByteArray") << QByteArray("a\", \"b") << true;
    }
    /// What cannot be read is missing without a word, otherwise.
    void aDamagedFileIsSaid()
    {
        QFETCH(const QByteArray, part);
        QFETCH(const QByteArray, instead);
        QFETCH(const bool, isDamaged);
        const Sandbox server;
        const QString key = QStringLiteral("alerts/rules/")
                          + QString::fromLatin1(QUrl::toPercentEncoding(
                              QString::fromStdString(server.endpoint().uri_without_password())));
        const QString written = m_folder->filePath(QStringLiteral("written.ini"));
        AlertRules fewer = AlertRules::defaults();
        fewer.rules.resize(1);
        AlertReactions reactions;
        reactions.command = AlertReactions::Command::on;
        reactions.program = QStringLiteral("/bin/a = \"b\"; \\");
        {
            AlertBook book(written);
            book.changeRules(key, AlertRules::defaults(), fewer);
            book.changeReactions({}, reactions);
        }
        QFile file(written);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray text = file.readAll();
        QVERIFY(part.isEmpty() || text.contains(part));
        text.replace(part, part.isEmpty() ? part : instead);
        m_panel.reset();
        QFile kept(m_folder->filePath(QStringLiteral("kept.ini")));
        QVERIFY(kept.open(QIODevice::WriteOnly));
        kept.write(text);
        kept.close();
        m_desk = std::make_unique<AlertDesk>(kept.fileName());
        m_panel = makePanel();
        connectTo(server);
        QVERIFY(!QTest::currentTestFailed());
        QCOMPARE(m_panel->findChild<MarkedLine*>()->isVisibleTo(m_panel.get()), isDamaged);
        if (!isDamaged) {
            QCOMPARE(m_panel->watch().rules(), fewer);
            QCOMPARE(m_desk->book.reactions(), reactions);
        }
    }

    void theDialogEditsTheRules()
    {
        const Sandbox server;
        connectTo(server);
        QVERIFY(!QTest::currentTestFailed());
        const QPointer<RulesDialog> dialog = openRules();
        QVERIFY(dialog);
        auto* list = dialog->findChild<QListWidget*>();
        QCOMPARE(list->count(), 9);
        QVERIFY(list->item(0)->text().contains(QLatin1String("5 min")));
        auto* name = editorField<QLineEdit>(*dialog);
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("orders:*"));
        QVERIFY(list->item(0)->text().contains(QLatin1String("orders:*")));
        QPushButton* save = buttonWith(*dialog, QStringLiteral("Save"));
        QVERIFY(save->isEnabled());
        name->clear();
        QVERIFY(!save->isEnabled()); // an empty pattern matches nothing
        QTest::keyClicks(name, QStringLiteral("x"));
        list->setCurrentRow(3);
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Remove")), Qt::LeftButton);
        QCOMPARE(list->count(), 8);
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Add")), Qt::LeftButton);
        QCOMPARE(list->count(), 9);
        QCOMPARE(list->currentRow(), 8);
        list->item(1)->setCheckState(Qt::Unchecked);
        QTest::mouseClick(save, Qt::LeftButton);
        QTRY_VERIFY(dialog.isNull());
        const AlertRules& rules = m_panel->watch().rules();
        QCOMPARE(rules.rules.size(), std::size_t{9});
        QCOMPARE(rules.rules[0].name_glob, std::string("x"));
        QVERIFY(!rules.rules[1].enabled);
        QVERIFY(rules.rules[8].id != rules.rules[0].id);
    }

    /// Who has muted that one has not muted this one.
    void aNewRuleIsNotTakenForOneThatWasRemoved()
    {
        const Sandbox server;
        connectTo(server);
        QVERIFY(!QTest::currentTestFailed());
        std::set<std::string> ids;
        for (int i = 0; i < 3; ++i) {
            const QPointer<RulesDialog> dialog = openRules();
            QVERIFY(dialog);
            if (i > 0) {
                auto* list = dialog->findChild<QListWidget*>();
                list->setCurrentRow(list->count() - 1);
                QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Remove")), Qt::LeftButton);
            }
            QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Add")), Qt::LeftButton);
            QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Save")), Qt::LeftButton);
            QTRY_VERIFY(dialog.isNull());
            ids.insert(m_panel->watch().rules().rules.back().id);
        }
        QCOMPARE(ids.size(), std::size_t{3});
    }

    void aCancelledDialogChangesNothing()
    {
        const Sandbox server;
        connectTo(server);
        QVERIFY(!QTest::currentTestFailed());
        const QPointer<RulesDialog> dialog = openRules();
        QVERIFY(dialog);
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Remove")), Qt::LeftButton);
        QTest::keyClick(dialog, Qt::Key_Escape);
        auto* question = dialog->findChild<QMessageBox*>();
        QVERIFY(question != nullptr);
        QTest::mouseClick(buttonWith(*question, QStringLiteral("Discard")), Qt::LeftButton);
        QTRY_VERIFY(dialog.isNull());
        QCOMPARE(m_panel->watch().rules(), AlertRules::defaults());
    }

    void withoutAServerOnlyWhatIsCommonToAllIsEdited()
    {
        const QPointer<RulesDialog> dialog = openRules();
        QVERIFY(dialog);
        QVERIFY(!dialog->findChild<QListWidget*>()->isVisible());
        QVERIFY(!dialog->findChild<RuleEditor*>()->isVisible());
        const QList<QLabel*> labels = dialog->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QLatin1String("connect to one"));
        }));
        auto* form = dialog->findChild<ReactionsForm*>();
        turnOnCommand(*form);
        form->findChild<QLineEdit*>()->setText(QStringLiteral("/bin/true"));
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Save")), Qt::LeftButton);
        QTRY_VERIFY(dialog.isNull());
        QSettings settings(m_folder->filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        QCOMPARE(AlertReactions::load(settings).program, QStringLiteral("/bin/true"));
        QCOMPARE(m_panel->watch().rules(), AlertRules::defaults());
    }

    /// Whoever is about to press Save finds it where it was.
    void nothingMovesWhenTheCommandIsTurnedOn()
    {
        const Sandbox server;
        connectTo(server);
        QVERIFY(!QTest::currentTestFailed());
        const QPointer<RulesDialog> dialog = openRules();
        QVERIFY(dialog);
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        const QPushButton* save = buttonWith(*dialog, QStringLiteral("Save"));
        QCoreApplication::processEvents(); // words that wrap know how high they are
        const QSize size = dialog->size();
        const QPoint place = save->mapTo(dialog, QPoint());
        const auto* form = dialog->findChild<ReactionsForm*>();
        turnOnCommand(*form);
        QTRY_VERIFY(!save->isEnabled()); // what is missing is said
        QCoreApplication::processEvents();
        QCOMPARE(dialog->size(), size);
        QCOMPARE(save->mapTo(dialog, QPoint()), place);
        form->findChild<QLineEdit*>()->setText(QStringLiteral("/no/such/program"));
        QCoreApplication::processEvents();
        QCOMPARE(dialog->size(), size);
        QCOMPARE(save->mapTo(dialog, QPoint()), place);
    }

    void rulesOfAServerThatIsLeftAreNotEdited()
    {
        const Sandbox server;
        connectTo(server);
        QVERIFY(!QTest::currentTestFailed());
        const QPointer<RulesDialog> dialog = openRules();
        QVERIFY(dialog);
        QVERIFY(dialog->findChild<QListWidget*>()->isVisible());
        m_session->close();
        QTRY_VERIFY(dialog.isNull());
    }

    void aPatternKeepsItsBackslashes()
    {
        AlertRule rule;
        rule.id = "one";
        rule.name_glob = "a\\[b\xff";
        RuleEditor editor;
        editor.setRule(rule);
        editor.findChild<QDoubleSpinBox*>()->setValue(7);
        QCOMPARE(editor.rule().name_glob, std::string("a\\[b\xff"));
        auto* name = editor.findChild<QLineEdit*>();
        name->setText(name->text() + QLatin1Char('*'));
        QCOMPARE(editor.rule().name_glob, std::string("a\\[b\xff*"));
        name->setText(QStringLiteral("a\\[b")); // as people type it
        QCOMPARE(editor.rule().name_glob, std::string("a\\[b"));
    }

    void theCommandIsOffUntilSomebodyTurnsItOn()
    {
        ReactionsForm form(AlertReactions{}, ReactionsForm::Tray::absent);
        QCOMPARE(form.reactions().command, AlertReactions::Command::off);
        const auto* program = form.findChild<QLineEdit*>();
        QVERIFY(!program->isEnabled());
        const QList<QLabel*> labels = form.findChildren<QLabel*>();
        const auto says = [&labels](const QString& part) {
            return std::any_of(labels.begin(), labels.end(),
                               [&part](const QLabel* label) { return label->text().contains(part); });
        };
        QVERIFY(says(QStringLiteral("with your rights")));
        QVERIFY(says(QStringLiteral("no tray")));
        turnOnCommand(form);
        QVERIFY(program->isEnabled());
        QVERIFY(!form.isComplete());
    }

    /// "…_SERVER": what is left out and what is not belong together.
    void namesOfVariablesAreNotBroken()
    {
        const ReactionsForm form(AlertReactions{}, ReactionsForm::Tray::absent);
        const QList<QLabel*> labels = form.findChildren<QLabel*>();
        const auto found = std::find_if(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(QStringLiteral("_SERVER"));
        });
        QVERIFY(found != labels.end());
        const QString words = (*found)->text();
        QTextBoundaryFinder breaks(QTextBoundaryFinder::Line, words);
        int names = 0;
        for (qsizetype at = words.indexOf(QLatin1Char('_')); at >= 0; at = words.indexOf(QLatin1Char('_'), at + 1)) {
            for (const qsizetype before : {at - 1, at}) {
                breaks.setPosition(before);
                QVERIFY2(!breaks.isAtBoundary(), qPrintable(words.mid(before, 20)));
            }
            ++names;
        }
        QVERIFY(names > 8);
    }

    /// It is taken all the same: it may come later.
    void aProgramThatIsNotThereIsSaid()
    {
        AlertReactions reactions;
        reactions.command = AlertReactions::Command::on;
        reactions.program = QStringLiteral("sleep");
        ReactionsForm form(reactions, ReactionsForm::Tray::absent);
        auto* program = form.findChild<QLineEdit*>();
        const auto isSaid = [&form] {
            const QList<QLabel*> labels = form.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&form](const QLabel* label) {
                return label->isVisibleTo(&form) && label->text().contains(QStringLiteral("no such program"));
            });
        };
        QVERIFY(!isSaid());
        for (const char* wrong : {"/no/such/program", "sleep 5", "/etc/passwd", "/"}) {
            program->setText(QLatin1String(wrong));
            QVERIFY2(isSaid() && form.isComplete(), wrong);
        }
        program->setText(QStringLiteral(" /bin/sh "));
        QVERIFY(!isSaid());
        QCOMPARE(form.reactions().program, QStringLiteral("/bin/sh"));
    }

    /// What two windows of a server see is told by one of them.
    void anAlertRunsTheCommandOnce()
    {
        AlertCommand::Limits limits;
        limits.pause = 0ms; // it is no limit that keeps it from running twice
        AlertDesk desk(m_folder->filePath(QStringLiteral("two.ini")), limits);
        desk.book.changeReactions({}, lastingCommand());
        Session otherSession;
        AlertsPanel one(*m_session, desk);
        AlertsPanel other(otherSession, desk);
        QSignalSpy raised(&one.watch(), &AlertWatch::raised);
        QSignalSpy raisedThere(&other.watch(), &AlertWatch::raised);

        const Sandbox server;
        test::RedisClient redis(server.endpoint());
        m_session->connectTo(server.endpoint());
        otherSession.connectTo(server.endpoint());
        redis.expect({"HSET", "stuck", kAlice + ":57", "1"});
        QTRY_VERIFY_WITH_TIMEOUT(raised.size() == 1 && raisedThere.size() == 1, kPatience);
        QCOMPARE(desk.command.findChildren<QProcess*>().size(), 1);
        redis.expect({"HSET", "stuck, too", kAlice + ":57", "1"});
        QTRY_VERIFY_WITH_TIMEOUT(raised.size() == 2 && raisedThere.size() == 2, kPatience);
        QCOMPARE(desk.command.findChildren<QProcess*>().size(), 2);
    }

    void whatIsStillHeldAfterAStartRunsTheCommandOnce()
    {
        const QString file = m_folder->filePath(QStringLiteral("again.ini"));
        AlertBook(file).changeReactions({}, lastingCommand());
        const Sandbox server;
        test::RedisClient redis(server.endpoint());
        const std::vector<std::pair<std::string, qsizetype>> starts{{kAlice, 1}, {kAlice, 0}, {kBob, 1}};
        for (const auto& [holder, runs] : starts) {
            redis.expect({"DEL", "stuck\xff"});
            redis.expect({"HSET", "stuck\xff", holder + ":57", "1"});
            AlertDesk desk(file);
            Session session;
            AlertsPanel panel(session, desk);
            const QSignalSpy raised(&panel.watch(), &AlertWatch::raised);
            session.connectTo(server.endpoint());
            QTRY_COMPARE_WITH_TIMEOUT(raised.size(), 1, kPatience);
            const QList<QProcess*> running = desk.command.findChildren<QProcess*>();
            QCOMPARE(running.size(), runs);
            for (const QProcess* each : running) {
                QTRY_COMPARE_WITH_TIMEOUT(each->state(), QProcess::Running, kPatience);
            }
        }
    }

    void aDeadHeadThatIsStillThereAfterAStartRunsTheCommandOnce()
    {
        const QString file = m_folder->filePath(QStringLiteral("head.ini"));
        AlertBook(file).changeReactions({}, lastingCommand());
        const Sandbox server;
        test::RedisClient redis(server.endpoint());
        redis.expect({"HSET", "fair", kAlice + ":57", "1"});
        redis.expect({"PEXPIRE", "fair", "200000"});
        redis.expect({"RPUSH", "redisson_lock_queue:{fair}", kBob + ":1"});
        redis.expect({"ZADD", "redisson_lock_timeout:{fair}", "1", kBob + ":1"});
        for (const qsizetype runs : {1, 0, 0}) {
            AlertDesk desk(file);
            Session session;
            AlertsPanel panel(session, desk);
            const QSignalSpy raised(&panel.watch(), &AlertWatch::raised);
            session.connectTo(server.endpoint());
            QTRY_COMPARE_WITH_TIMEOUT(raised.size(), 1, kPatience);
            const QList<QProcess*> running = desk.command.findChildren<QProcess*>();
            QCOMPARE(running.size(), runs);
            for (const QProcess* each : running) {
                QTRY_COMPARE_WITH_TIMEOUT(each->state(), QProcess::Running, kPatience);
            }
        }
    }

    void whatAnotherProgramWroteIsKept()
    {
        const QString key = QStringLiteral("alerts/rules/any");
        const AlertRules before = AlertRules::defaults();
        AlertRules ours = before;
        ours.rules[0].enabled = false;
        AlertRules theirs = before;
        theirs.rules[1].count = 77;
        theirs.rules.push_back(theirs.rules[1]);
        theirs.rules.back().id = "theirs";
        AlertReactions quiet;
        quiet.tray = AlertReactions::Tray::off;

        const QString file = m_folder->filePath(QStringLiteral("shared.ini"));
        AlertBook book(file);
        book.changeRules(key, before, before);
        {
            // Another program has a picture of the file of its own, as another file has.
            const QString elsewhere = m_folder->filePath(QStringLiteral("elsewhere.ini"));
            AlertBook other(elsewhere);
            other.changeRules(key, before, theirs);
            other.changeReactions({}, quiet);
            QVERIFY(QFile::remove(file));
            QVERIFY(QFile::copy(elsewhere, file));
        }
        book.changeRules(key, before, ours);
        AlertReactions command;
        command.program = QStringLiteral("/bin/true");
        book.changeReactions({}, command);

        AlertRules both = theirs;
        both.rules[0].enabled = false;
        QCOMPARE(alert_rules_from_json(book.rules(key).toStdString()), both);
        QCOMPARE(book.reactions().program, QStringLiteral("/bin/true"));
        QCOMPARE(book.reactions().tray, AlertReactions::Tray::off);
    }

private:
    QPointer<RulesDialog> openRules()
    {
        m_panel->openRules();
        return m_panel->findChild<RulesDialog*>();
    }
    static void turnOnCommand(const ReactionsForm& form)
    {
        for (QCheckBox* box : form.findChildren<QCheckBox*>()) {
            if (box->text().contains(QLatin1String("command"))) {
                box->setChecked(true);
            }
        }
    }
    template <class Field>
    static Field* editorField(const QWidget& dialog)
    {
        for (Field* field : dialog.findChildren<Field*>()) {
            if (qobject_cast<QFormLayout*>(field->parentWidget()->layout())
                && !qobject_cast<QGroupBox*>(field->parentWidget())) {
                return field;
            }
        }
        return nullptr;
    }
};

QTEST_MAIN(RulesDialogTest)
#include "rules_dialog_test.moc"
