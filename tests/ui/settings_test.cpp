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

    void whatOneHasChangedIsNotLostToOneThatWasOnlyOpen()
    {
        WindowParts parts = m_one->windowParts();
        const WindowParts untouched = m_other->windowParts();
        QVERIFY(m_one->columns().isEmpty() && m_other->columns().isEmpty());
        parts.grouped = true;
        parts.filter = QStringLiteral("orders:*");
        m_one->setWindowParts(parts);
        m_one->setColumns("wide");
        m_one.reset();
        WindowParts other = untouched;
        other.panel = 3; // This was done in the other one.
        m_other->setWindowParts(other);
        m_other->setColumns({});
        m_other.reset();
        const auto later = open();
        QVERIFY(later->windowParts().grouped);
        QCOMPARE(later->windowParts().filter, QStringLiteral("orders:*"));
        QCOMPARE(later->windowParts().panel, 3);
        QCOMPARE(later->columns(), QByteArray("wide"));
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
