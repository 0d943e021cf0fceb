// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_states.hpp"
#include "session/session.hpp"
#include "theme/theme.hpp"
#include "trace/trace_export.hpp"
#include "trace/trace_filter.hpp"
#include "trace/trace_model.hpp"
#include "trace/trace_panel.hpp"
#include "trace/trace_start.hpp"
#include "trace/trace_text.hpp"
#include "trace/trace_view.hpp"

#include "support/redis_client.hpp"

#include "lockscope/client.hpp"
#include "lockscope/lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>
#include <QTranslator>
#include <QTreeView>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

namespace {

constexpr int kPatience = 15'000;

TraceCommand command(const std::vector<std::string>& words, const std::string& lock = "orders:42")
{
    TraceCommand result;
    result.at = SystemTime(std::chrono::microseconds(1'800'000'000'123'456));
    result.client = "10.0.0.7:4711";
    result.words = words;
    result.locks = {lock};
    return result;
}

TraceCommand acquisition(const std::string& lock = "orders:42")
{
    TraceCommand script = command({"EVALSHA", "8f3a", "1", lock, "30000", kAlice + ":57"}, lock);
    script.role = TraceCommand::Role::acquire;
    script.outcome = TraceCommand::Outcome::done;
    script.owner = kAlice + ":57";
    script.lease = milliseconds{30'000};
    for (const char* verb : {"HINCRBY", "PEXPIRE"}) {
        TraceCommand inner = command({verb, lock, "1"}, lock);
        inner.client.clear();
        inner.at += std::chrono::microseconds(250);
        script.inner.push_back(inner);
    }
    return script;
}

/// Has words of its own for what is left out.
class Chinese : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override
    {
        return QByteArray(source) == "… and %Ln more" ? QStringLiteral("… 及另外 %Ln 项") : QString();
    }
};

bool says(const QWidget& widget, const QString& part)
{
    const QList<QLabel*> labels = widget.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->isVisibleTo(&widget) && label->text().contains(part);
    });
}

} // namespace

class TracePanelTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init()
    {
        SandboxOptions options;
        options.tcp = true;
        m_sandbox = std::make_unique<Sandbox>(options);
        m_session = std::make_unique<Session>();
        m_panel = std::make_unique<TracePanel>(*m_session);
        m_panel->resize(900, 360);
        m_panel->show();
    }
    void cleanup()
    {
        m_panel.reset();
        m_session.reset();
        m_sandbox.reset();
    }

    void itSaysTheCostAndWaitsForAServer()
    {
        QVERIFY(says(*m_panel, QStringLiteral("more than half of its throughput")));
        QVERIFY(!startButton()->isEnabled());
        connectIt();
        QVERIFY(startButton()->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(says(*m_panel, QStringLiteral("a second now")), kPatience);
        QVERIFY(!m_panel->trace().isRunning()); // not by itself
    }

    /// Connected, as far as one knows, and the server does not answer.
    void noneIsStartedWhileTheServerIsSilent()
    {
        connectIt();
        QTRY_VERIFY_WITH_TIMEOUT(says(*m_panel, QStringLiteral("a second now")), kPatience);
        m_sandbox->pause_server();
        QTRY_VERIFY_WITH_TIMEOUT(!startButton()->isEnabled(), kPatience);
        QVERIFY(!says(*m_panel, QStringLiteral("a second now")));
        m_sandbox->resume_server();
        QTRY_VERIFY_WITH_TIMEOUT(startButton()->isEnabled(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(says(*m_panel, QStringLiteral("a second now")), kPatience);
    }

    void closingDoesNotWaitForTheServer()
    {
        connectIt();
        QThreadPool& background = *QThreadPool::globalInstance();
        QVERIFY(background.waitForDone(kPatience)); // what the panel asked for when it was shown
        m_sandbox->pause_server();
        auto panel = std::make_unique<TracePanel>(*m_session);
        panel->show();
        panel.reset();
        QVERIFY(background.activeThreadCount() > 0); // it still asks, and nobody waits for that
        m_sandbox->resume_server();
        QVERIFY(background.waitForDone(kPatience));
    }

    void aLockIsFollowedFromAcquisitionToRelease()
    {
        connectIt();
        startIt();
        QSignalSpy identities(m_panel.get(), &TracePanel::identityLearned);
        Client client(m_sandbox->endpoint());
        {
            auto lock = client.reentrant_lock("orders:42");
            const std::scoped_lock guard(lock);
        }
        const TraceModel& model = m_panel->view().model();
        const auto has = [&model](TraceCommand::Role role) {
            for (int row = 0; row < model.rowCount(); ++row) {
                if (model.commandAt(row).role == role) {
                    return true;
                }
            }
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(has(TraceCommand::Role::acquire) && has(TraceCommand::Role::release), kPatience);
        QTRY_VERIFY(!identities.isEmpty());
        QCOMPARE(identities.first().first().value<std::string>(), client.id());
        QVERIFY(says(*m_panel, QStringLiteral("left")));
        QTest::keyClick(&m_panel->view().tree(), Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(!m_panel->trace().isRunning(), kPatience);
        QVERIFY(model.rowCount() > 0); // stays, to be read
    }

    void theKeysStayWhereTheyAreSeen()
    {
        connectIt();
        const auto action = [this](const QString& text) {
            const QList<QAction*> actions = m_panel->actions();
            return *std::find_if(actions.begin(), actions.end(),
                                 [&](const QAction* each) { return each->text() == text; });
        };
        const auto areSeen = [this] {
            const QWidget* at = m_panel->focusWidget();
            return at != nullptr && at->isVisible() && at->isEnabled() && (at->focusPolicy() & Qt::TabFocus) != 0;
        };
        action(QStringLiteral("New trace…"))->trigger();
        QVERIFY(areSeen());
        startIt();
        QVERIFY(areSeen());
        QToolButton* main = nullptr;
        for (QToolButton* each : m_panel->findChildren<QToolButton*>()) {
            main = each->defaultAction() == action(QStringLiteral("Stop the trace")) ? each : main;
        }
        QVERIFY(main);
        main->setFocus();
        main->click();
        QTRY_VERIFY_WITH_TIMEOUT(!m_panel->trace().isRunning(), kPatience);
        QCOMPARE(m_panel->focusWidget(), main); // which starts another one now
    }

    void aProductionServerIsAskedAboutOnceMore()
    {
        connectIt();
        m_session->setServerKind(Session::ServerKind::production);
        QTest::mouseClick(startButton(), Qt::LeftButton);
        QPointer<QMessageBox> box = m_panel->findChild<QMessageBox*>();
        QVERIFY(box);
        QVERIFY(!m_panel->trace().isRunning());
        QTest::keyClick(box, Qt::Key_Return); // Cancel is the default
        QTRY_VERIFY(box.isNull());
        QVERIFY(!m_panel->trace().isRunning());
        QTest::mouseClick(startButton(), Qt::LeftButton);
        box = m_panel->findChild<QMessageBox*>();
        for (QAbstractButton* button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::DestructiveRole) {
                QTest::mouseClick(button, Qt::LeftButton);
                break;
            }
        }
        QTRY_VERIFY(m_panel->trace().isRunning());
    }

    void aMissingPermissionIsSaid()
    {
        test::RedisClient redis(m_sandbox->endpoint());
        redis.expect({"ACL", "SETUSER", "viewer", "on", ">pw", "~*", "&*", "+@all", "-monitor"});
        Endpoint endpoint = m_sandbox->endpoint();
        endpoint.user = "viewer";
        endpoint.password = "pw";
        m_session->connectTo(endpoint);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, kPatience);
        startIt();
        QTRY_VERIFY_WITH_TIMEOUT(!m_panel->trace().isRunning(), kPatience);
        QVERIFY(says(*m_panel, QStringLiteral("+monitor")));
        QVERIFY(says(*m_panel, QStringLiteral("Nothing was seen of what the server executes.")));
    }

    /// It is said to be of now.
    void howMuchIsExecutedIsLookedAtAgain()
    {
        const QSignalSpy answers(&m_panel->trace(), &TraceSession::operationsArrived);
        connectIt();
        QTRY_VERIFY_WITH_TIMEOUT(answers.size() >= 2, 2 * kPatience);
    }

    /// What is asked of a server that is left meanwhile says nothing about the next one.
    void aLateAnswerIsDropped()
    {
        QSignalSpy answers(&m_panel->trace(), &TraceSession::operationsArrived);
        connectIt();
        QTRY_COMPARE_WITH_TIMEOUT(answers.size(), 1, kPatience); // the panel has asked by itself
        test::RedisClient redis(m_sandbox->endpoint());
        const auto served = [&redis](const QByteArray& fact) {
            const QByteArray info = QByteArray::fromStdString(redis.text({"INFO"}));
            return info.mid(info.indexOf(fact + ':') + fact.size() + 1).split('\r').first().toInt();
        };
        const int before = served("total_connections_received");
        m_panel->trace().requestOperations();
        m_session->close();
        QTRY_VERIFY_WITH_TIMEOUT(served("total_connections_received") > before, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(served("connected_clients"), 1, kPatience); // whoever asked has its answer
        QTest::qWait(0);
        QCOMPARE(answers.size(), 1);
    }

    void aDisconnectEndsItAndClears()
    {
        connectIt();
        startIt();
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->trace().status().state, TraceStatus::State::running, kPatience);
        m_panel->view().append({acquisition()});
        m_session->close();
        QTRY_VERIFY(!m_panel->trace().isRunning());
        QCOMPARE(m_panel->view().model().rowCount(), 0);
        QVERIFY(!startButton()->isEnabled());
    }

    void innerCommandsAreFoldedAndOpenByKeyboard()
    {
        TraceView view(new QAction(this), new QAction(this));
        view.resize(900, 300);
        view.show();
        view.append({acquisition(), acquisition("b")});
        QTreeView& tree = view.tree();
        const QModelIndex first = tree.model()->index(0, 0);
        tree.setCurrentIndex(first);
        QVERIFY(!tree.isExpanded(first));
        tree.setFocus();
        QTest::keyClick(&tree, Qt::Key_Right);
        QVERIFY(tree.isExpanded(first));
        QCOMPARE(tree.model()->rowCount(first), 2);
        QVERIFY(
            tree.model()->index(0, TraceModel::Command, first).data().toString().startsWith(QLatin1String("HINCRBY")));
        QVERIFY(tree.model()->index(0, TraceModel::After, first).data().toString().contains(QLatin1String("0.25")));
        QSignalSpy activated(&view, &TraceView::lockActivated);
        QTest::keyClick(&tree, Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated.first().first().value<std::string>(), std::string("orders:42"));
    }

    void theModelKeepsTheNewest()
    {
        TraceModel model(TraceModel::Limits{10, 1 << 20});
        QAbstractItemModelTester tester(&model);
        for (int i = 0; i < 25; ++i) {
            model.append({acquisition("lock-" + std::to_string(i))});
        }
        QCOMPARE(model.rowCount(), 10);
        QCOMPARE(model.dropped(), quint64{15});
        QCOMPARE(model.commandAt(0).locks.front(), std::string("lock-15"));
        std::vector<TraceCommand> many(100, acquisition("z"));
        model.append(many);
        QCOMPARE(model.rowCount(), 10);
        model.append({command({"PUBLISH", std::string(5 << 20, 'x')})}); // fits nowhere
        QVERIFY(model.rowCount() <= 10);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void theFilterFindsTextRoleAndLock()
    {
        TraceModel model;
        TraceFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester tester(&filter);
        TraceCommand wake = command({"PUBLISH", "redisson_lock__channel:{b}", "0"}, "b");
        wake.role = TraceCommand::Role::wake;
        model.append({acquisition(), wake});
        filter.setText(QStringLiteral("pexpire")); // inside of the script
        QCOMPARE(filter.rowCount(), 1);
        QCOMPARE(filter.rowCount(filter.index(0, 0)), 2);
        filter.setText(QStringLiteral("10.0.0.7"));
        QCOMPARE(filter.rowCount(), 2);
        filter.setText({});
        filter.setRole(TraceCommand::Role::wake);
        QCOMPARE(filter.rowCount(), 1);
        filter.setRole(std::nullopt);
        filter.setOnlyLock(QByteArray("orders:42"));
        QCOMPARE(filter.rowCount(), 1);
        model.append({acquisition()});
        QCOMPARE(filter.rowCount(), 2);
    }

    void theTimeAfterIsThatSinceTheCommandAbove()
    {
        TraceModel model;
        TraceFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester tester(&filter);
        const auto later = [](int ms, const std::string& lock) {
            TraceCommand result = command({"DEL", lock}, lock);
            result.at += std::chrono::milliseconds(ms);
            return result;
        };
        model.append({later(0, "a"), later(250, "b")});
        model.append({later(273, "a"), later(300, "b")});
        const auto after = [&filter] {
            QStringList texts;
            for (int row = 0; row < filter.rowCount(); ++row) {
                texts << filter.index(row, TraceModel::After).data().toString();
            }
            return texts.join(QLatin1Char('|'));
        };
        QCOMPARE(after(), QStringLiteral("|+250 ms|+23 ms|+27 ms"));
        filter.setOnlyLock(QByteArray("a"));
        QCOMPARE(after(), QStringLiteral("|+273 ms"));
        model.append({later(400, "b"), later(1073, "a")});
        QCOMPARE(after(), QStringLiteral("|+273 ms|+800 ms"));
    }

    void lossesAreSaid()
    {
        TraceView view(new QAction(this), new QAction(this));
        view.resize(900, 300);
        view.show();
        TraceStatus status;
        status.state = TraceStatus::State::stopped;
        status.stopped = TraceStatus::Stopped::overload;
        status.dropped = 1234;
        status.gaps = 2;
        status.malformed = 3;
        view.setStatus(status);
        QVERIFY(says(view, QStringLiteral("faster than they can be shown")));
        QVERIFY(says(view, QStringLiteral("1,234 command")));
        QVERIFY(says(view, QStringLiteral("broke 2 time")));
        QVERIFY(says(view, QStringLiteral("3 line")));
        QVERIFY(says(view, QStringLiteral("could not be read")));
    }

    void hostileBytesStayPlainText()
    {
        const std::string hostile = "<b>a\n\xff\xe2\x80\xae</b>";
        TraceModel model;
        model.append({command({"DEL", hostile, "two words"}, hostile)});
        const auto shown = [&model](int column, int role = Qt::DisplayRole) {
            return model.index(0, column).data(role).toString();
        };
        QCOMPARE(shown(TraceModel::Lock), QStringLiteral("<b>a\\x0a\\xff\\xe2\\x80\\xae</b>"));
        QCOMPARE(shown(TraceModel::Command), QStringLiteral("DEL <b>a\\x0a\\xff\\xe2\\x80\\xae</b> \"two words\""));
        QVERIFY(!shown(TraceModel::Command, Qt::ToolTipRole).contains(QLatin1String("<b>")));
    }

    void exportsCarryEverything()
    {
        TraceCommand formula = command({"PUBLISH", "=cmd|' /C calc'!A0"}, "=SUM(1)");
        const std::vector<TraceCommand> commands{acquisition(), formula};
        const QString csv = QString::fromUtf8(traceToCsv(commands).whole());
        QCOMPARE(csv.count(QLatin1String("\r\n")), 5); // heading, a script with two inner commands, one more
        QVERIFY(csv.contains(QLatin1String(",'=SUM(1)")));
        QVERIFY(csv.contains(QLatin1String("2027-01-15T08:00:00.123456Z")));
        const QJsonArray json = QJsonDocument::fromJson(traceToJson(commands).whole()).array();
        QCOMPARE(json.size(), 2);
        QCOMPARE(json[0].toObject()[QStringLiteral("inner")].toArray().size(), 2);
        QCOMPARE(json[0].toObject()[QStringLiteral("lease_ms")].toInt(), 30'000);
        const QString text = QString::fromUtf8(traceToText(commands).whole());
        QVERIFY(text.contains(QLatin1String("\n    HINCRBY orders:42 1\n")));
    }

    void exportsSayWhichMasterExecutedIt()
    {
        TraceCommand onMaster = command({"PUBLISH", "x"});
        onMaster.node = "10.0.0.1:7001";
        const QString csv = QString::fromUtf8(traceToCsv({onMaster}).whole());
        QVERIFY2(
            csv.startsWith(QLatin1String("number,script,time,database,client,node,role,outcome,locks,owner,lease_ms,"
                                         "command,words_left_out,inner_left_out\r\n")),
            qPrintable(csv));
        QVERIFY(csv.contains(QLatin1String(",10.0.0.7:4711,10.0.0.1:7001,other,")));
        const QJsonArray json = QJsonDocument::fromJson(traceToJson({onMaster, command({"DEL", "x"})}).whole()).array();
        QCOMPARE(json[0].toObject()[QStringLiteral("node")].toString(), QStringLiteral("10.0.0.1:7001"));
        QVERIFY(!json[1].toObject().contains(QStringLiteral("node")));
        const QString text = QString::fromUtf8(traceToText({onMaster}).whole());
        QVERIFY(text.contains(QLatin1String(" [0 10.0.0.7:4711 on 10.0.0.1:7001] PUBLISH x\n")));
    }

    void whatWasNotKeptIsExportedInEnglish()
    {
        TraceCommand script = acquisition();
        script.words_left_out = 3;
        script.inner_left_out = 2;
        Chinese translator;
        QCoreApplication::installTranslator(&translator);
        QVERIFY(traceCommandText(script).contains(QStringLiteral("另外")));
        const QString csv = QString::fromUtf8(traceToCsv({script}).whole());
        QVERIFY2(csv.contains(QStringLiteral(":57 … and 3 more,3,2\r\n")), qPrintable(csv));
        QVERIFY(csv.contains(QLatin1String("HINCRBY orders:42 1,0,0\r\n")));
        const QString text = QString::fromUtf8(traceToText({script}).whole());
        QVERIFY(text.contains(QStringLiteral(":57 … and 3 more\n")));
        QVERIFY(text.endsWith(QStringLiteral("\n    … and 2 more\n")));
        const QJsonObject json = QJsonDocument::fromJson(traceToJson({script}).whole()).array()[0].toObject();
        QCOMPARE(json[QStringLiteral("words")].toArray().size(), 6);
        QCOMPARE(json[QStringLiteral("words_left_out")].toInt(), 3);
    }

    void bytesAreLosslessInJson()
    {
        TraceCommand odd = command({"DEL", "a\xff", "c\\d", "\xe8\xae\xa2"}, "a\xff");
        odd.owner = "o\xfe:1";
        const QJsonObject json = QJsonDocument::fromJson(traceToJson({odd}).whole()).array()[0].toObject();
        QCOMPARE(json[QStringLiteral("words")].toArray(), QJsonArray({"DEL", "a\\xff", "c\\d", "订"}));
        const QString word = QString::fromLatin1(QByteArray("a\xff").toBase64());
        QCOMPARE(json[QStringLiteral("words_base64")].toArray(),
                 QJsonArray({QJsonValue(), word, QJsonValue(), QJsonValue()}));
        QCOMPARE(json[QStringLiteral("locks")].toArray(), QJsonArray{"a\\xff"});
        QCOMPARE(json[QStringLiteral("locks_base64")].toArray(), QJsonArray{word});
        QCOMPARE(json[QStringLiteral("owner")].toString(), QStringLiteral("o\\xfe:1"));
        QCOMPARE(json[QStringLiteral("owner_base64")].toString(),
                 QString::fromLatin1(QByteArray("o\xfe:1").toBase64()));
        const QJsonObject plain = QJsonDocument::fromJson(traceToJson({acquisition()}).whole()).array()[0].toObject();
        for (const QString& member : plain.keys()) {
            QVERIFY2(!member.endsWith(QLatin1String("_base64")), qPrintable(member));
        }
    }

    /// Elsewhere than in a cluster there is nothing to say.
    void theMasterHasAColumnInACluster()
    {
        TraceView view(new QAction(this), new QAction(this));
        view.append({acquisition()});
        QVERIFY(view.tree().isColumnHidden(TraceModel::Node));
        TraceCommand onMaster = acquisition();
        onMaster.node = "10.0.0.1:7001";
        view.append({onMaster});
        QVERIFY(!view.tree().isColumnHidden(TraceModel::Node));
        QCOMPARE(view.model().index(1, TraceModel::Node).data().toString(), QStringLiteral("10.0.0.1:7001"));
        view.findChild<QLineEdit*>()->setText(QStringLiteral(":7001"));
        QCOMPARE(view.shownCommands().size(), std::size_t{1});
        view.clear();
        QVERIFY(view.tree().isColumnHidden(TraceModel::Node));
    }

    void timesThatAreCopiedAreOurOwn()
    {
        TraceView view(new QAction(this), new QAction(this));
        TraceCommand next = command({"PUBLISH", "x"});
        next.at += std::chrono::milliseconds(30);
        view.append({command({"PUBLISH", "x"}), next});
        view.tree().selectAll();
        view.copySelection();
        QVERIFY2(QApplication::clipboard()->text().contains(QLatin1String("\t+30 ms\t")),
                 qPrintable(QApplication::clipboard()->text()));
    }

    void copiedRowsAreInTheirOrderThoughAScriptIsClosed()
    {
        TraceView view(new QAction(this), new QAction(this));
        TraceCommand script = command({"EVALSHA", "second"});
        script.inner = {command({"HSET", "third"})};
        view.append({command({"PUBLISH", "first"}), script});
        view.tree().expandAll();
        view.tree().selectAll();
        view.tree().collapseAll();
        view.copySelection();
        const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines[0].contains(QLatin1String("first")), qPrintable(lines[0]));
        QVERIFY2(lines[1].contains(QLatin1String("second")), qPrintable(lines[1]));
        QVERIFY2(lines[2].contains(QLatin1String("third")), qPrintable(lines[2]));
    }

    void copiedRowsAreNoFormulas()
    {
        TraceView view(new QAction(this), new QAction(this));
        view.append({command({"PUBLISH", "x"}, "=SUM(1)")});
        view.tree().selectAll();
        view.copySelection();
        QVERIFY(QApplication::clipboard()->text().contains(QLatin1String("\t'=SUM(1)\t")));
    }

private:
    QPushButton* startButton() const
    {
        for (QPushButton* button : m_panel->findChildren<QPushButton*>()) {
            if (QString(button->text()).remove(QLatin1Char('&')) == QLatin1String("Start the trace")) {
                return button;
            }
        }
        return nullptr;
    }
    void connectIt()
    {
        m_session->connectTo(m_sandbox->endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, kPatience);
    }
    void startIt()
    {
        QTest::mouseClick(startButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->trace().status().state != TraceStatus::State::starting
                                     || !m_panel->trace().isRunning(),
                                 kPatience);
    }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<TracePanel> m_panel;
};

QTEST_MAIN(TracePanelTest)
#include "trace_panel_test.moc"
