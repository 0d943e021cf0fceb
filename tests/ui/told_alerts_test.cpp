// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/told_alerts.hpp"

#include <QTest>

#include <string>
#include <vector>

using namespace lockscope;
using namespace lockscope::ui;
using namespace std::chrono_literals;

namespace {

Alert stuck()
{
    Alert alert;
    alert.rule = "never-expires";
    alert.lock = "orders:42";
    alert.severity = AlertRule::Severity::critical;
    return alert;
}

struct Window final : AlertTeller
{
    std::vector<Alert> inherited;

    void tellInstead(const std::vector<Alert>& alerts) override { inherited = alerts; }
};

/// Windows, here called by numbers, and the time.
struct Stage
{
    ToldAlerts told;
    SteadyTime now{1h};
    Window windows[3];

    bool tells(int window, const Alert& alert = stuck(), const std::string& server = "a:6379/0")
    {
        return !told.take(server, &windows[window], {alert}, now).empty();
    }
    void clears(int window, const Alert& alert = stuck()) { told.clear("a:6379/0", &windows[window], {alert}, now); }
    void leaves(int window) { told.leave(&windows[window]); }
};

} // namespace

class ToldAlertsTest : public QObject
{
    Q_OBJECT

private slots:
    void theFirstTells()
    {
        Stage stage;
        QVERIFY(stage.tells(0));
        QVERIFY(!stage.tells(1));
        stage.now += 1h;
        QVERIFY(!stage.tells(2)); // another window is opened while it lasts
    }

    void whatComesAgainIsToldAgain()
    {
        Stage stage;
        QVERIFY(stage.tells(0));
        QVERIFY(!stage.tells(1));
        stage.clears(0);
        stage.clears(1);
        QVERIFY(stage.tells(1));
        QVERIFY(!stage.tells(0));
    }

    void whoIsLateTellsNothing()
    {
        Stage stage;
        QVERIFY(stage.tells(0));
        stage.now += 2s;
        stage.clears(0);
        stage.now += 1s;
        QVERIFY(!stage.tells(1));
        stage.clears(1);
        stage.now += 1min;
        QVERIFY(stage.tells(1));
    }

    /// Lost once more, or its rule was edited: the new one is told of before the old one is over.
    void theEndOfTheLastOneIsNotThatOfThis()
    {
        Stage stage;
        Alert last = stuck();
        last.id = 1;
        Alert present = stuck();
        present.id = 2;
        QVERIFY(stage.tells(0, last));
        QVERIFY(stage.tells(0, present));
        stage.clears(0, last);
        stage.now += 1h;
        QVERIFY(!stage.tells(1));
        stage.clears(0, present);
        stage.clears(1);
        stage.now += 1h;
        QVERIFY(stage.tells(2));
    }

    /// An edit of the rule changes it while it lasts.
    void theSeverityMayChange()
    {
        Stage stage;
        Alert mild = stuck();
        mild.severity = AlertRule::Severity::info;
        QVERIFY(stage.tells(0, mild));
        QVERIFY(!stage.tells(1));
        stage.clears(0);
        stage.clears(1);
        stage.now += 1h;
        QVERIFY(stage.tells(2, mild));
        QVERIFY(!stage.tells(1));
    }

    void othersAreToldApart_data()
    {
        QTest::addColumn<QString>("server");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("lock");
        const QString server = QStringLiteral("a:6379/0");
        const QString rule = QStringLiteral("never-expires");
        const QString lock = QStringLiteral("orders:42");
        QTest::newRow("server") << QStringLiteral("b:6379/0") << rule << lock;
        QTest::newRow("rule") << server << QStringLiteral("held-longer") << lock;
        QTest::newRow("lock") << server << rule << QStringLiteral("orders:43");
    }
    void othersAreToldApart()
    {
        QFETCH(QString, server);
        QFETCH(QString, rule);
        QFETCH(QString, lock);
        Alert alert;
        alert.rule = rule.toStdString();
        alert.lock = lock.toStdString();
        Stage stage;
        QVERIFY(stage.tells(0));
        QVERIFY(stage.tells(1, alert, server.toStdString()));
    }

    void whoLeavesLeavesNothingUntold()
    {
        Stage stage;
        QVERIFY(stage.tells(0));
        stage.leaves(0);
        QVERIFY(stage.tells(1)); // nobody looked in between
        QVERIFY(!stage.tells(0));
        stage.leaves(1);
        stage.clears(0);
        QVERIFY(stage.tells(0));
    }

    void whatWasNotSaidIsSaidByAnother()
    {
        Stage stage;
        stage.told.enter("b:6379/0", &stage.windows[0]);
        stage.told.enter("a:6379/0", &stage.windows[1]);
        stage.told.enter("a:6379/0", &stage.windows[2]);
        QVERIFY(stage.tells(1));
        QVERIFY(!stage.tells(2));
        stage.told.leave(&stage.windows[1], {stuck()});
        QVERIFY(stage.windows[0].inherited.empty());
        QCOMPARE(stage.windows[2].inherited, std::vector<Alert>{stuck()});
        QVERIFY(stage.windows[1].inherited.empty());
        stage.told.leave(&stage.windows[2], {stuck()}); // nobody is left
        QVERIFY(stage.windows[1].inherited.empty());
    }
};

QTEST_APPLESS_MAIN(ToldAlertsTest)
#include "told_alerts_test.moc"
