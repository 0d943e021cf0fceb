// SPDX-License-Identifier: GPL-3.0-or-later
// Who unlocks actions hears before what this user may not do, or what nobody knows of that.
#include "dialogs/admin_mode_dialog.hpp"
#include "said_parts.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr std::chrono::minutes kLimit{7};

Permission right(Feature feature, bool granted, bool known)
{
    Permission permission;
    permission.feature = feature;
    permission.granted = granted;
    permission.known = known;
    return permission;
}

} // namespace

class AdminModeDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void theLimitInForceIsSaid()
    {
        AdminModeDialog dialog(QStringLiteral("prod"), Session::ServerKind::ordinary, kLimit);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        QVERIFY(shows(dialog, QStringLiteral("after 7 min without an action")));
    }

    void rightsAreSpokenOf_data()
    {
        QTest::addColumn<Permission>("permission");
        QTest::addColumn<QString>("said"); // null: nothing
        const QString missing = QStringLiteral("This user lacks rights");
        const QString unknown = QStringLiteral("is not known: the server tells only");
        QTest::newRow("all is well") << right(Feature::admin, true, true) << QString();
        QTest::newRow("missing") << right(Feature::admin, false, true) << missing;
        QTest::newRow("of a type") << right(Feature::acquire_fair, false, true) << missing;
        QTest::newRow("not known") << right(Feature::admin, true, false) << unknown;
        QTest::newRow("of something else") << right(Feature::client_names, false, true) << QString();
    }
    void rightsAreSpokenOf()
    {
        QFETCH(const Permission, permission);
        QFETCH(const QString, said);
        AdminModeDialog dialog(QStringLiteral("prod"), Session::ServerKind::ordinary, kLimit);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        PermissionReport report;
        report.all = {permission};
        dialog.setRights(report);
        dialog.show();
        QCOMPARE(shows(dialog, said.isNull() ? QStringLiteral("rights") : said), !said.isNull());
    }
};

QTEST_MAIN(AdminModeDialogTest)
#include "admin_mode_dialog_test.moc"
