// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody zooms, now or before the last start, is larger everywhere.
#include "comfort/command_palette.hpp"
#include "dialogs/about_dialog.hpp"
#include "language.hpp"
#include "main_window.hpp"
#include "session/session.hpp"
#include "settings.hpp"
#include "theme/theme.hpp"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

bool hasText(const QWidget& widget)
{
    return qobject_cast<const QLabel*>(&widget) || qobject_cast<const QAbstractButton*>(&widget)
        || qobject_cast<const QAbstractItemView*>(&widget) || qobject_cast<const QLineEdit*>(&widget)
        || qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QTabBar*>(&widget)
        || qobject_cast<const QMenuBar*>(&widget);
}

} // namespace

class ZoomTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void cleanup()
    {
        m_window.reset();
        m_session.reset();
        m_settings->setZoomPercent(100);
        open(ThemeChoice::light); // and so is the next test's
        m_window.reset();
        m_session.reset();
        m_settings.reset();
    }

    void everythingIsAsLargeAsBefore_data()
    {
        QTest::addColumn<int>("percent");
        QTest::addColumn<ThemeChoice>("theme");
        for (const int percent : {80, 130, 200, 320}) {
            QTest::addRow("%d %%, light", percent) << percent << ThemeChoice::light;
            QTest::addRow("%d %%, high contrast", percent) << percent << ThemeChoice::highContrast;
        }
    }
    void everythingIsAsLargeAsBefore()
    {
        QFETCH(int, percent);
        QFETCH(ThemeChoice, theme);
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_settings->setZoomPercent(percent);
        open(theme);
        QCOMPARE(qRound(QApplication::font().pointSizeF() * 100 / m_usual), percent);
        QVERIFY2(isOfOneSize(), qPrintable(m_faults));
    }

    void everythingGrowsAtOnce()
    {
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
        open(ThemeChoice::light);
        for (int percent = 110; percent <= 150; percent += 10) {
            trigger(QKeySequence(Qt::CTRL | Qt::Key_Plus));
            QCOMPARE(m_settings->zoomPercent(), percent);
            QVERIFY(action(QKeySequence(Qt::CTRL | Qt::Key_0))->text().contains(QString::number(percent)));
            QVERIFY2(isOfOneSize(), qPrintable(m_faults));
        }
        trigger(QKeySequence(Qt::CTRL | Qt::Key_0));
        QCOMPARE(m_settings->zoomPercent(), 100);
        QVERIFY(!action(QKeySequence(Qt::CTRL | Qt::Key_0))->text().contains(QLatin1Char('%')));
        QVERIFY2(isOfOneSize(), qPrintable(m_faults));
    }

    void itGrowsAlsoWhileADialogIsOpen()
    {
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
        open(ThemeChoice::light);
        auto* dialog = new AboutDialog(m_window.get());
        dialog->open();
        QTRY_COMPARE(QApplication::activeWindow(), dialog);
        QTest::keyClick(dialog, Qt::Key_Plus, Qt::ControlModifier);
        QCOMPARE(m_settings->zoomPercent(), 110);
        QTest::keyClick(dialog, Qt::Key_Minus, Qt::ControlModifier);
        QCOMPARE(m_settings->zoomPercent(), 100);
    }

    void itGrowsAlsoWhileThePaletteIsOpen()
    {
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
        open(ThemeChoice::light);
        auto* palette = m_window->findChild<CommandPalette*>();
        palette->open();
        const int before = palette->height();
        auto* field = palette->findChild<QLineEdit*>();
        for (int times = 0; times < 3; ++times) {
            QTest::keyClick(field, Qt::Key_Plus, Qt::ControlModifier);
        }
        QCOMPARE(m_settings->zoomPercent(), 130);
        QVERIFY(palette->height() > before);
        QTest::keyClick(field, Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(m_settings->zoomPercent(), 100);
        QVERIFY(palette->isVisible());
    }

private:
    void open(ThemeChoice theme)
    {
        m_settings->setTheme(theme);
        m_settings->setTour(Settings::Tour::seen);
        SessionOptions options;
        options.auditFile = m_folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
        m_session = std::make_unique<Session>(options);
        m_window = std::make_unique<MainWindow>(*m_session, *m_settings, m_language);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QCoreApplication::processEvents();
    }
    [[nodiscard]] QAction* action(const QKeySequence& keys) const
    {
        const QList<QAction*> all = m_window->findChildren<QAction*>();
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&keys](const QAction* each) { return each->shortcuts().contains(keys); });
        if (found == all.end()) {
            qFatal("no action has these keys");
        }
        return *found;
    }
    void trigger(const QKeySequence& keys)
    {
        action(keys)->trigger();
        QCoreApplication::processEvents();
    }
    /// Headings are larger; nothing is smaller, and nothing more than half as large again.
    bool isOfOneSize()
    {
        const double wanted = QApplication::font().pointSizeF();
        m_faults.clear();
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            const double size = widget->font().pointSizeF();
            if (hasText(*widget) && (size < wanted * 0.95 || size > wanted * 2)) {
                m_faults += QStringLiteral("%1 in %2 has %3 pt\n")
                                .arg(QString::fromLatin1(widget->metaObject()->className()),
                                     QString::fromLatin1(widget->parentWidget()->metaObject()->className()))
                                .arg(size);
            }
        }
        return m_faults.isEmpty();
    }

    QTemporaryDir m_folder;
    const double m_usual = QApplication::font().pointSizeF();
    Language m_language;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
    QString m_faults;
};

QTEST_MAIN(ZoomTest)
#include "zoom_test.moc"
