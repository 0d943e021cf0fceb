// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/permission_matrix.hpp"
#include "dialogs/permissions_dialog.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>
#include <memory>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

PermissionReport report()
{
    PermissionReport all;
    all.all.push_back({Feature::find, "SCAN", "+scan"});
    all.all.push_back({Feature::shard_messages, "PUBSUB SHARDNUMSUB", "+pubsub|shardnumsub", false});
    all.all.push_back({Feature::shard_messages, "SSUBSCRIBE", "+ssubscribe", false});
    all.all.push_back({Feature::client_names, "CLIENT LIST", "+client|list", false});
    all.all.push_back({Feature::undo, "DUMP", "+dump", true, false});
    return all;
}

} // namespace

class PermissionMatrixTest : public QObject
{
    Q_OBJECT

private slots:
    void everyMissingRightSaysWhatItCosts();
    void aTraceIsToldOfAndNotAskedFor();
    void keysThatMayNotBeReadAreARowOfTheirOwn();
    void aTypeThatCannotBeAcquiredIsARowOfItsOwn();
    void watchingAndActingHaveALineEach();
    void whatOnlyActingWouldTellIsNamed();
    void theListOfTheMissingDoesSoToo();
    void mastersThatCouldNotBeAskedAreSaid();
};

void PermissionMatrixTest::everyMissingRightSaysWhatItCosts()
{
    PermissionMatrix matrix;
    matrix.setReport(report(), "viewer");
    const auto& list = *matrix.findChild<QTreeWidget*>();
    QCOMPARE(list.topLevelItemCount(), 4);
    QCOMPARE(list.topLevelItem(0)->childCount(), 0);
    const QTreeWidgetItem* shards = list.topLevelItem(1);
    QCOMPARE(shards->text(0), QStringLiteral("messages within a shard"));
    QCOMPARE(shards->text(1), QStringLiteral("Forbidden"));
    QCOMPARE(shards->text(2), QStringLiteral("+pubsub|shardnumsub +ssubscribe"));
    QVERIFY(shards->isExpanded());
    QCOMPARE(shards->childCount(), 2);
    QCOMPARE(shards->child(1)->text(2),
             QStringLiteral("+ssubscribe: Waiting for a lock is refused; trying once works."));
    QCOMPARE(list.topLevelItem(2)->child(0)->text(2),
             QStringLiteral("+client|list: Clients are known by their UUID only, without name and address."));
    QCOMPARE(list.topLevelItem(3)->text(1), QStringLiteral("Not tried"));
    QCOMPARE(list.topLevelItem(3)->childCount(), 0);
    QCOMPARE(matrix.findChild<QLineEdit*>()->text(),
             QStringLiteral("ACL SETUSER viewer +pubsub|shardnumsub +ssubscribe +client|list"));
}

void PermissionMatrixTest::aTraceIsToldOfAndNotAskedFor()
{
    PermissionReport all;
    all.all.push_back({Feature::find, "SCAN", "+scan"});
    all.all.push_back({Feature::trace, "MONITOR", "+monitor", false});
    PermissionMatrix matrix;
    matrix.setReport(all, "viewer");
    const auto& list = *matrix.findChild<QTreeWidget*>();
    QCOMPARE(list.topLevelItem(1)->text(0), QStringLiteral("tracing commands"));
    QCOMPARE(list.topLevelItem(1)->text(1), QStringLiteral("Forbidden"));
    QVERIFY(!list.isColumnHidden(2));
    QCOMPARE(list.topLevelItem(1)->child(0)->text(2),
             QStringLiteral("+monitor: Nothing can be traced; all else works without it."));
    QVERIFY(matrix.aclLine().isEmpty());
}

void PermissionMatrixTest::keysThatMayNotBeReadAreARowOfTheirOwn()
{
    PermissionReport all;
    all.all.push_back({Feature::read, "HSCAN", "+hscan"});
    all.all.push_back({Feature::keys, "%R~*", "%R~*", false});
    PermissionMatrix matrix;
    matrix.setReport(all, "viewer");
    const auto& list = *matrix.findChild<QTreeWidget*>();
    QCOMPARE(list.topLevelItem(0)->text(1), QStringLiteral("Works"));
    QCOMPARE(list.topLevelItem(1)->text(0), QStringLiteral("locks of every name"));
    QCOMPARE(list.topLevelItem(1)->text(1), QStringLiteral("Forbidden"));
    QCOMPARE(list.topLevelItem(1)->child(0)->text(2),
             QStringLiteral("%R~*: Locks whose names the user's key patterns leave out are not seen."));
    QCOMPARE(matrix.aclLine(), QStringLiteral("ACL SETUSER viewer %R~*"));
}

void PermissionMatrixTest::aTypeThatCannotBeAcquiredIsARowOfItsOwn()
{
    PermissionReport all;
    all.all.push_back({Feature::admin, "ZADD", "+zadd", false, true, {Feature::acquire_fair}});
    all.all.push_back({Feature::acquire, "HSET", "+hset"});
    all.all.push_back({Feature::acquire_fenced, "INCR", "+incr"});
    PermissionMatrix matrix;
    matrix.setReport(all, "operator");
    const auto& list = *matrix.findChild<QTreeWidget*>();
    const auto row = [&](const QString& feature) {
        const QList<QTreeWidgetItem*> found = list.findItems(feature, Qt::MatchExactly);
        return found.isEmpty() ? QString() : found.first()->text(1);
    };
    QCOMPARE(row(QStringLiteral("acquiring locks")), QStringLiteral("Works"));
    QCOMPARE(row(QStringLiteral("acquiring fenced locks")), QStringLiteral("Works"));
    QCOMPARE(row(QStringLiteral("acquiring fair locks")), QStringLiteral("Forbidden"));
    QCOMPARE(list.findItems(QStringLiteral("acquiring fair locks"), Qt::MatchExactly).first()->child(0)->text(2),
             QStringLiteral("+zadd: Locks of this type cannot be acquired."));
    QCOMPARE(matrix.aclLine(), QStringLiteral("ACL SETUSER operator +zadd"));
    all.all[1].granted = false; // which all types take
    matrix.setReport(all, "operator");
    QCOMPARE(row(QStringLiteral("acquiring fenced locks")), QStringLiteral("Forbidden"));
}

void PermissionMatrixTest::watchingAndActingHaveALineEach()
{
    PermissionReport all;
    all.all.push_back({Feature::find, "SCAN", "+scan", false});
    all.all.push_back({Feature::keys, "%R~*", "%R~*", false});
    all.all.push_back({Feature::admin, "DEL", "+del", false});
    all.all.push_back({Feature::admin, "~*", "~*", false});
    PermissionMatrix matrix;
    const auto lines = [&] {
        QStringList shown;
        for (const QLineEdit* field : matrix.findChildren<QLineEdit*>()) {
            if (field->isVisibleTo(&matrix)) {
                shown << field->text();
            }
        }
        return shown;
    };
    matrix.setReport(all, "viewer");
    QCOMPARE(lines(), (QStringList{QStringLiteral("ACL SETUSER viewer +scan %R~*"),
                                   QStringLiteral("ACL SETUSER viewer +scan +del ~*")}));
    all.all.resize(2); // nothing beyond that is missing
    matrix.setReport(all, "viewer");
    QCOMPARE(lines(), QStringList{QStringLiteral("ACL SETUSER viewer +scan %R~*")});
    matrix.setReport({}, "viewer");
    QVERIFY(lines().isEmpty());
}

void PermissionMatrixTest::whatOnlyActingWouldTellIsNamed()
{
    PermissionReport all;
    all.all.push_back({Feature::acquire_fair, "RPUSH", "+rpush", true, false});
    const std::unique_ptr<QDialog> dialog(new PermissionsDialog(all, "viewer"));
    const QList<QLabel*> labels = dialog->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->isVisibleTo(dialog.get()) && label->text().contains(QStringLiteral("+rpush"));
    }));
}

void PermissionMatrixTest::theListOfTheMissingDoesSoToo()
{
    auto* dialog = new PermissionsDialog(report(), "viewer");
    const auto& list = *dialog->findChild<QTreeWidget*>();
    QCOMPARE(list.accessibleName(), QStringLiteral("Missing permissions"));
    QCOMPARE(list.topLevelItemCount(), 3);
    QCOMPARE(list.topLevelItem(2)->text(2), QStringLiteral("+client|list"));
    QCOMPARE(list.topLevelItem(2)->text(3),
             QStringLiteral("Clients are known by their UUID only, without name and address."));
    delete dialog;
}

void PermissionMatrixTest::mastersThatCouldNotBeAskedAreSaid()
{
    const auto sentences = [](const PermissionReport& missing) {
        const std::unique_ptr<QDialog> dialog(new PermissionsDialog(missing, "viewer"));
        QString all;
        for (const QLabel* label : dialog->findChildren<QLabel*>()) {
            all += label->isVisibleTo(dialog.get()) ? label->text() + QLatin1Char('\n') : QString();
        }
        return all;
    };
    PermissionReport partly = report();
    QVERIFY(!sentences(partly).contains(QStringLiteral("could be asked")));
    partly.troubles = {"No connection to a:7001."};
    QVERIFY(sentences(partly).contains(QStringLiteral("Not all masters could be asked")));
    QVERIFY(sentences(partly).contains(QStringLiteral("No connection to a:7001.")));
}

QTEST_MAIN(PermissionMatrixTest)
#include "permission_matrix_test.moc"
