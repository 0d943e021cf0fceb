// SPDX-License-Identifier: GPL-3.0-or-later
// Two windows of one program on one server: what is said of alerts in one of them holds in the other.
#include "alerts/alerts_panel.hpp"
#include "alerts/reactions_form.hpp"
#include "alerts/rules_dialog.hpp"
#include "clients/clients_page.hpp"
#include "language.hpp"
#include "lock_examples.hpp"
#include "main_window.hpp"
#include "panels/bottom_panels.hpp"
#include "panels/filter_field.hpp"
#include "said_parts.hpp"
#include "session/session.hpp"
#include "settings.hpp"

#include "support/redis_client.hpp"

#include "lockscope/sandbox.hpp"

#include <QAbstractItemModel>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using test::buttonWith;

namespace {

constexpr int kPatience = 30'000;

SessionOptions optionsIn(const QTemporaryDir& folder)
{
    SessionOptions options;
    options.auditFile = folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
    return options;
}

struct View
{
    Session session;
    MainWindow window;

    View(const QTemporaryDir& folder, Settings& settings, Language& language)
        : session(optionsIn(folder))
        , window(session, settings, language)
    {
        window.show();
    }
    AlertsPanel& alerts() { return *window.findChild<AlertsPanel*>(); }
    const AlertRule& rule(std::size_t number) { return alerts().watch().rules().rules.at(number); }
    RulesDialog* openRules()
    {
        alerts().openRules();
        return window.findChild<RulesDialog*>();
    }
    bool isConnected() const { return session.state() == Session::State::connected; }
};

struct Stage
{
    Sandbox sandbox;
    test::RedisClient redis{sandbox.endpoint()};
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    Language language;
    View first{folder, settings, language};
    View second{folder, settings, language};

    Stage()
    {
        first.session.connectTo(sandbox.endpoint());
        second.session.connectTo(sandbox.endpoint());
    }
    bool areConnected() const { return first.isConnected() && second.isConnected(); }
};

/// Unticks it, as with the keyboard.
void turnOff(const RulesDialog& dialog, int rule)
{
    auto* list = dialog.findChild<QListWidget*>();
    QTest::keyClick(list, Qt::Key_Home);
    for (int row = 0; row < rule; ++row) {
        QTest::keyClick(list, Qt::Key_Down);
    }
    QTest::keyClick(list, Qt::Key_Space);
}

void save(const RulesDialog& dialog)
{
    QTest::mouseClick(buttonWith(dialog, QStringLiteral("Save")), Qt::LeftButton);
}

QCheckBox* boxWith(const RulesDialog& dialog, const QString& part)
{
    for (QCheckBox* box : dialog.findChild<ReactionsForm*>()->findChildren<QCheckBox*>()) {
        if (box->text().contains(part)) {
            return box;
        }
    }
    qFatal("there is no box \"%s\"", qPrintable(part));
}

} // namespace

class TwoWindowsTest : public QObject
{
    Q_OBJECT

private slots:
    void anEditOfTheRulesHoldsInBoth();
    void editsAtTheSameTimeBothSurvive();
    void rulesAddedAtTheSameTimeBothSurvive();
    void reactionsOfOneHoldInTheOther();
    void aNameThatOneGivesAClientIsKnownToTheOther();
    void aFilterThatOneSavesIsOfferedByTheOther();
    void theLayoutOfOneIsNotLostToTheOther();
    void filtersOfBothAreOfferedAtTheNextStart();
};

void TwoWindowsTest::aNameThatOneGivesAClientIsKnownToTheOther()
{
    Stage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.areConnected(), kPatience);
    const QString uuid = QString::fromStdString(test::alice);
    stage.redis.expect({"HSET", "orders:42", test::alice + ":57", "1"});
    stage.redis.expect({"PEXPIRE", "orders:42", "600000"});
    const auto names = [](View& view) {
        QStringList all;
        const QAbstractItemModel& model = view.window.findChild<ClientsPage*>()->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 0; column < model.columnCount(); ++column) {
                all << model.index(row, column).data().toString();
            }
        }
        return all.join(QLatin1Char('|'));
    };
    QTRY_VERIFY_WITH_TIMEOUT(names(stage.second).contains(uuid.left(4)), kPatience);
    stage.settings.setClientLabel(uuid, QStringLiteral("till 7"));
    QVERIFY2(names(stage.second).contains(QStringLiteral("till 7")), qPrintable(names(stage.second)));
}

void TwoWindowsTest::aFilterThatOneSavesIsOfferedByTheOther()
{
    Stage stage;
    const auto offers = [](View& view) {
        for (const QAction* action : view.window.findChildren<QAction*>()) {
            if (action->text() == QLatin1String("mine")) {
                return true;
            }
        }
        return false;
    };
    QVERIFY(!offers(stage.second));
    stage.settings.setSavedFilters({{QStringLiteral("mine"), QStringLiteral("state:stuck")}});
    QTRY_VERIFY(offers(stage.second));
    stage.settings.setSavedFilters({});
    QTRY_VERIFY(!offers(stage.second));
}

void TwoWindowsTest::anEditOfTheRulesHoldsInBoth()
{
    Stage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.areConnected(), kPatience);
    QVERIFY(stage.second.rule(0).enabled);
    const QPointer<RulesDialog> dialog = stage.first.openRules();
    turnOff(*dialog, 0);
    save(*dialog);
    QTRY_VERIFY(dialog.isNull());
    QVERIFY(!stage.first.rule(0).enabled);
    QVERIFY(!stage.second.rule(0).enabled);
}

void TwoWindowsTest::editsAtTheSameTimeBothSurvive()
{
    Stage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.areConnected(), kPatience);
    const QPointer<RulesDialog> one = stage.first.openRules();
    const QPointer<RulesDialog> other = stage.second.openRules();
    turnOff(*one, 0);
    turnOff(*other, 1);
    save(*one);
    save(*other);
    QTRY_VERIFY(one.isNull() && other.isNull());
    for (View* each : {&stage.first, &stage.second}) {
        QVERIFY(!each->rule(0).enabled);
        QVERIFY(!each->rule(1).enabled);
        QVERIFY(each->rule(3).enabled);
    }
    // And after the next start.
    View next(stage.folder, stage.settings, stage.language);
    next.session.connectTo(stage.sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(next.isConnected(), kPatience);
    QVERIFY(!next.rule(0).enabled);
    QVERIFY(!next.rule(1).enabled);
}

void TwoWindowsTest::rulesAddedAtTheSameTimeBothSurvive()
{
    Stage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.areConnected(), kPatience);
    const std::size_t before = stage.first.alerts().watch().rules().rules.size();
    const QPointer<RulesDialog> one = stage.first.openRules();
    const QPointer<RulesDialog> other = stage.second.openRules();
    QTest::mouseClick(buttonWith(*one, QStringLiteral("Add")), Qt::LeftButton);
    QTest::mouseClick(buttonWith(*other, QStringLiteral("Add")), Qt::LeftButton);
    turnOff(*other, static_cast<int>(before));
    save(*one);
    save(*other);
    QTRY_VERIFY(one.isNull() && other.isNull());
    for (View* each : {&stage.first, &stage.second}) {
        QCOMPARE(each->alerts().watch().rules().rules.size(), before + 2);
        QVERIFY(each->rule(before).enabled);
        QVERIFY(!each->rule(before + 1).enabled);
        QVERIFY(each->rule(before).id != each->rule(before + 1).id);
    }
}

void TwoWindowsTest::reactionsOfOneHoldInTheOther()
{
    Stage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.areConnected(), kPatience);
    const QPointer<RulesDialog> one = stage.first.openRules();
    const QPointer<RulesDialog> other = stage.second.openRules();
    boxWith(*one, QStringLiteral("command"))->click();
    QTest::keyClicks(one->findChild<ReactionsForm*>()->findChild<QLineEdit*>(), QStringLiteral("/bin/true"));
    save(*one);
    turnOff(*other, 0); // has not touched the command
    save(*other);
    QTRY_VERIFY(one.isNull() && other.isNull());
    for (View* each : {&stage.first, &stage.second}) {
        const QPointer<RulesDialog> again = each->openRules();
        QCOMPARE(again->reactions().program, QStringLiteral("/bin/true"));
        QCOMPARE(again->reactions().command, AlertReactions::Command::on);
        again->reject();
        QTRY_VERIFY(again.isNull());
    }
}

/// In which nothing was done.
void TwoWindowsTest::theLayoutOfOneIsNotLostToTheOther()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Language language;
    View one(folder, settings, language);
    View other(folder, settings, language);
    auto* panels = one.window.findChild<BottomPanels*>();
    QVERIFY(panels->currentIndex() != 2);
    panels->setCurrentIndex(2);
    one.window.close();
    other.window.close();
    QCOMPARE(settings.ofWindow().windowParts().panel, 2);
}

void TwoWindowsTest::filtersOfBothAreOfferedAtTheNextStart()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Language language;
    View one(folder, settings, language);
    View other(folder, settings, language);
    one.window.findChild<FilterField*>()->useFilter(QStringLiteral("orders:*"));
    other.window.findChild<FilterField*>()->useFilter(QStringLiteral("stock:*"));
    other.window.close();
    one.window.close();
    QCOMPARE(settings.recentFilters(), QStringList({QStringLiteral("stock:*"), QStringLiteral("orders:*")}));
}

QTEST_MAIN(TwoWindowsTest)
#include "two_windows_test.moc"
