// SPDX-License-Identifier: GPL-3.0-or-later
// What stands over an empty table says no more than is known.
#include "panels/table_placeholder.hpp"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

using Server = TablePlaceholder::Server;

/// Of a server that was looked through, and has no lock.
MonitorStatus searched(std::uint64_t keys)
{
    MonitorStatus status;
    status.link = MonitorStatus::Link::live;
    status.scan_rounds = 1;
    status.keys_total = keys;
    return status;
}

/// All that it says.
QString words(const TablePlaceholder& placeholder)
{
    QStringList texts;
    for (const QLabel* label : placeholder.findChildren<QLabel*>()) {
        texts << label->text();
    }
    return texts.join(QLatin1Char('\n'));
}

QStringList buttons(const TablePlaceholder& placeholder)
{
    QStringList texts;
    for (const QPushButton* button : placeholder.findChildren<QPushButton*>()) {
        if (button->isVisible()) {
            texts << button->text();
        }
    }
    return texts;
}

void press(const TablePlaceholder& placeholder, const QString& text)
{
    for (QPushButton* button : placeholder.findChildren<QPushButton*>()) {
        if (button->isVisible() && button->text() == text) {
            QTest::keyClick(button, Qt::Key_Space);
        }
    }
}

} // namespace

class TablePlaceholderTest : public QObject
{
    Q_OBJECT

private slots:
    void theDatabaseIsNamedWhereNothingIsThere()
    {
        TablePlaceholder placeholder;
        placeholder.setServer(Server::other, 3, "*");
        placeholder.setStatus(searched(0));
        QVERIFY2(words(placeholder).contains(QStringLiteral("Database 3 is empty. Is it the right one?")),
                 qPrintable(words(placeholder)));
        placeholder.setStatus(searched(12));
        QVERIFY2(words(placeholder).contains(QStringLiteral("of database 3.")), qPrintable(words(placeholder)));
        QVERIFY(words(placeholder).contains(QStringLiteral("12")));
        QVERIFY(!words(placeholder).contains(QStringLiteral("Only names that match")));
    }

    void aClusterHasNoDatabases()
    {
        TablePlaceholder placeholder;
        placeholder.setServer(Server::cluster, 0, "*");
        for (const std::uint64_t keys : {0U, 12U}) {
            placeholder.setStatus(searched(keys));
            QVERIFY2(words(placeholder).contains(QStringLiteral("cluster")), qPrintable(words(placeholder)));
            QVERIFY2(!words(placeholder).contains(QStringLiteral("atabase")), qPrintable(words(placeholder)));
        }
    }

    /// The database was counted when there were some.
    void whatWasFreedIsNotCounted()
    {
        TablePlaceholder placeholder;
        placeholder.setServer(Server::other, 0, "*");
        placeholder.setStatus(searched(1));
        placeholder.setCounts(1, 1);
        placeholder.setCounts(0, 0);
        QVERIFY2(words(placeholder).contains(QStringLiteral("There is none any more.")),
                 qPrintable(words(placeholder)));
        QVERIFY(!words(placeholder).contains(QStringLiteral("key")));
        placeholder.setServer(Server::other, 0, "order*"); // what it leaves out is not gone
        placeholder.setCounts(1, 1);
        placeholder.setCounts(0, 0);
        QVERIFY(!words(placeholder).contains(QStringLiteral("any more")));
        placeholder.setServer(Server::other, 1, "*");
        QVERIFY(!words(placeholder).contains(QStringLiteral("any more")));
    }

    void whatWasNotLookedAtIsSaid()
    {
        TablePlaceholder placeholder;
        placeholder.setServer(Server::other, 0, "order%1*");
        placeholder.setStatus(searched(12));
        QVERIFY2(words(placeholder).contains(QStringLiteral("Only names that match order%1* are looked at.")),
                 qPrintable(words(placeholder)));
        placeholder.setStatus(searched(0));
        QVERIFY(words(placeholder).contains(QStringLiteral("Only names that match order%1* are looked at.")));
    }

    /// They may be locks.
    void whatWasNotReadIsSaid_data()
    {
        QTest::addColumn<std::size_t MonitorStatus::*>("keys");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("not permitted") << &MonitorStatus::keys_not_permitted
                                       << QStringList{"300 key(s) may not be read by this user",
                                                      "No locks that may be read"};
        QTest::newRow("not readable") << &MonitorStatus::keys_unreadable
                                      << QStringList{"300 key(s) could not be read", "No locks that could be read"};
    }
    void whatWasNotReadIsSaid()
    {
        QFETCH(std::size_t MonitorStatus::*, keys);
        QFETCH(const QStringList, parts);
        TablePlaceholder placeholder;
        placeholder.setServer(Server::other, 0, "*");
        MonitorStatus status = searched(304);
        status.*keys = 300;
        placeholder.setStatus(status);
        for (const QString& part : parts) {
            QVERIFY2(words(placeholder).contains(part), qPrintable(words(placeholder)));
        }
    }

    void nothingIsKnownWithoutAConnection_data()
    {
        QTest::addColumn<int>("rounds");
        QTest::addColumn<int>("keys");
        QTest::newRow("never looked through") << 0 << 0;
        QTest::newRow("was empty") << 1 << 0;
        QTest::newRow("had no locks") << 1 << 12;
    }

    void nothingIsKnownWithoutAConnection()
    {
        QFETCH(const int, rounds);
        QFETCH(const int, keys);
        TablePlaceholder placeholder;
        MonitorStatus status = searched(static_cast<std::uint64_t>(keys));
        status.scan_rounds = static_cast<std::uint64_t>(rounds);
        status.link = MonitorStatus::Link::lost;
        placeholder.setStatus(status);
        const auto title = rounds > 0 ? QStringLiteral("The connection is lost") // there was one
                                      : QStringLiteral("Nothing could be read yet");
        QCOMPARE(words(placeholder), title + QStringLiteral("\nWhat locks there are is not known."));
        status.link = MonitorStatus::Link::live;
        placeholder.setStatus(status);
        QVERIFY(!words(placeholder).contains(title));
    }

    void nothingIsKnownOfMastersThatDoNotAnswer()
    {
        TablePlaceholder placeholder;
        MonitorStatus status = searched(12);
        status.masters = 3;
        UnreachableMaster away;
        away.address = "10.0.0.7:6379";
        status.unreachable.push_back(away);
        placeholder.setStatus(status);
        QVERIFY2(words(placeholder).contains(QStringLiteral("on the masters that do not answer is not known")),
                 qPrintable(words(placeholder)));
    }

    void whereNoLockIsTwoWaysToOneAreOffered()
    {
        TablePlaceholder placeholder;
        placeholder.setServer(Server::other, 0, "*");
        placeholder.setStatus(searched(12));
        placeholder.show();
        QCOMPARE(buttons(placeholder), (QStringList{"Acquire a lock…", "Start a sandbox"}));
        const QSignalSpy acquire(&placeholder, &TablePlaceholder::acquireRequested);
        const QSignalSpy sandbox(&placeholder, &TablePlaceholder::sandboxRequested);
        press(placeholder, QStringLiteral("Acquire a lock…"));
        QCOMPARE(acquire.count(), 1);
        press(placeholder, QStringLiteral("Start a sandbox"));
        QCOMPARE(sandbox.count(), 1);
    }

    void whatCannotBeDoneIsNotOffered()
    {
        TablePlaceholder placeholder;
        placeholder.show();
        placeholder.setServer(Server::other, 0, "*");
        placeholder.setStatus(searched(0));
        placeholder.setAcquiring(TablePlaceholder::Acquiring::impossible);
        QCOMPARE(buttons(placeholder), QStringList{"Start a sandbox"});
        placeholder.setServer(Server::sandbox, 0, "*"); // there are about to be some
        QCOMPARE(buttons(placeholder), QStringList());
        placeholder.setServer(Server::other, 0, "*");
        MonitorStatus lost = searched(12);
        lost.link = MonitorStatus::Link::lost;
        placeholder.setStatus(lost);
        QCOMPARE(buttons(placeholder), QStringList());
    }

    void aFilterWithoutMatchesIsAnotherThing()
    {
        TablePlaceholder placeholder;
        placeholder.show();
        placeholder.setStatus(searched(12));
        placeholder.setCounts(0, 7);
        QVERIFY(words(placeholder).contains(QStringLiteral("Nothing matches the filter")));
        QCOMPARE(buttons(placeholder), QStringList{"Clear the filter"});
        const QSignalSpy clear(&placeholder, &TablePlaceholder::filterClearRequested);
        press(placeholder, QStringLiteral("Clear the filter"));
        QCOMPARE(clear.count(), 1);
    }

    /// Beside the detail there are some 720 pixels.
    void largeWordsTakeSeveralLines_data()
    {
        QTest::addColumn<std::size_t>("locks");
        QTest::newRow("nothing matches the filter") << std::size_t{7};
        QTest::newRow("no locks") << std::size_t{0};
    }

    void largeWordsTakeSeveralLines()
    {
        QFETCH(const std::size_t, locks);
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&] { QApplication::setFont(usual); });
        QFont large = usual;
        large.setPointSizeF(usual.pointSizeF() * 3.2);
        QApplication::setFont(large);
        TablePlaceholder placeholder;
        placeholder.setServer(Server::other, 0, "*");
        placeholder.setStatus(searched(12));
        placeholder.setCounts(0, locks);
        placeholder.setFixedSize(720, 300);
        placeholder.show();
        QVERIFY(QTest::qWaitForWindowExposed(&placeholder));
        const QScrollBar& across = *placeholder.findChild<QScrollArea*>()->horizontalScrollBar();
        QTRY_COMPARE_WITH_TIMEOUT(across.maximum(), 0, 5000);
    }

    void locksNeedNoWord()
    {
        TablePlaceholder placeholder;
        placeholder.setStatus(searched(12));
        QVERIFY(!placeholder.isHidden());
        placeholder.setCounts(1, 1);
        QVERIFY(placeholder.isHidden());
        placeholder.setCounts(0, 1);
        QVERIFY(words(placeholder).contains(QStringLiteral("Nothing matches the filter")));
    }
};

QTEST_MAIN(TablePlaceholderTest)
#include "table_placeholder_test.moc"
