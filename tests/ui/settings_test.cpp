// SPDX-License-Identifier: GPL-3.0-or-later
// What two programs keep in one file.
#include "settings.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace lockscope::ui;

class SettingsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_one, m_other;

    [[nodiscard]] std::unique_ptr<Settings> open() const
    {
        return std::make_unique<Settings>(m_folder.filePath(QStringLiteral("kept.conf")));
    }

private slots:
    void init()
    {
        m_one = open();
        m_other = open();
    }
    void cleanup()
    {
        m_one.reset();
        m_other.reset();
        QFile::remove(m_folder.filePath(QStringLiteral("kept.conf")));
    }

    void whatOneHasChangedIsNotLostToOneThatWasOnlyOpen_data()
    {
        QTest::addColumn<bool>("isOneProgram");
        QTest::newRow("two programs") << false;
        QTest::newRow("two windows of one program") << true;
    }
    void whatOneHasChangedIsNotLostToOneThatWasOnlyOpen()
    {
        QFETCH(bool, isOneProgram);
        {
            WindowSettings before = m_one->ofWindow();
            before.setGeometry("there");
            before.setSplitter(QStringLiteral("down"), "half");
        }
        m_one = open();
        m_other = open();
        WindowSettings one = m_one->ofWindow();
        WindowSettings other = (isOneProgram ? m_one : m_other)->ofWindow();
        WindowParts parts = one.windowParts();
        const WindowParts untouched = other.windowParts();
        for (WindowSettings* each : {&one, &other}) {
            QVERIFY(each->columns().isEmpty());
            QCOMPARE(each->geometry(), QByteArray("there"));
            QCOMPARE(each->splitter(QStringLiteral("down")), QByteArray("half"));
        }
        other.notePlace("beside"); // it was not put there by hand
        parts.grouped = true;
        parts.filter = QStringLiteral("orders:*");
        one.setWindowParts(parts);
        one.setColumns("wide");
        one.setGeometry("elsewhere");
        one.setSplitter(QStringLiteral("down"), "a third");
        if (!isOneProgram) {
            m_one.reset();
        }
        WindowParts changed = untouched;
        changed.panel = 3; // This was done in the other one.
        other.setWindowParts(changed);
        other.setColumns({});
        other.setGeometry("beside");
        other.setSplitter(QStringLiteral("down"), "half");
        m_one.reset();
        m_other.reset();
        const auto later = open();
        WindowSettings kept = later->ofWindow();
        QVERIFY(kept.windowParts().grouped);
        QCOMPARE(kept.windowParts().filter, QStringLiteral("orders:*"));
        QCOMPARE(kept.windowParts().panel, 3);
        QCOMPARE(kept.columns(), QByteArray("wide"));
        QCOMPARE(kept.geometry(), QByteArray("elsewhere"));
        QCOMPARE(kept.splitter(QStringLiteral("down")), QByteArray("a third"));
    }

    void whatWasUsedInEitherIsAmongTheRecent()
    {
        const QStringList before = m_other->recentFilters();
        QVERIFY(before.isEmpty());
        m_one->addRecentFilter(QStringLiteral("a"));
        m_other->addRecentFilter(QStringLiteral("b"));
        m_one->addRecentFilter(QStringLiteral("c"));
        m_other->addRecentFilter(QStringLiteral("a"));
        QCOMPARE(m_other->recentFilters(),
                 QStringList({QStringLiteral("a"), QStringLiteral("c"), QStringLiteral("b")}));
        m_one->addRecentCommand(QStringLiteral("x"));
        m_other->addRecentCommand(QStringLiteral("y"));
        QCOMPARE(m_other->recentCommands(), QStringList({QStringLiteral("y"), QStringLiteral("x")}));
    }

    void aFilterThatTheOtherHasSavedIsKept()
    {
        const auto add = [](Settings& settings, const QString& name) {
            QList<NamedFilter> filters = settings.savedFilters();
            filters.append({name, QStringLiteral("*")});
            settings.setSavedFilters(filters);
        };
        QVERIFY(m_one->savedFilters().isEmpty() && m_other->savedFilters().isEmpty());
        add(*m_one, QStringLiteral("one"));
        add(*m_other, QStringLiteral("other"));
        QCOMPARE(m_one->savedFilters().size(), 2);
        QCOMPARE(m_other->savedFilters().size(), 2);
    }

    void aClientThatTheOtherHasNamedKeepsItsName()
    {
        m_one->setClientLabel(QStringLiteral("9f45"), QStringLiteral("pay"));
        m_other->setClientLabel(QStringLiteral("c0de"), QStringLiteral("mail"));
        m_one->setClientLabel(QStringLiteral("0b0b"), QStringLiteral("shop"));
        QCOMPARE(m_one->clientLabels().size(), 3);
    }
};

QTEST_MAIN(SettingsTest)
#include "settings_test.moc"
