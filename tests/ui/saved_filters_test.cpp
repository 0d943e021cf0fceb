// SPDX-License-Identifier: GPL-3.0-or-later
// Filters with a name: saved, chosen and removed, by the menu, by the field and by the keyboard.
#include "alerts/alert_desk.hpp"
#include "comfort/saved_filters.hpp"
#include "dialogs/filter_name_dialog.hpp"
#include "panels/filter_field.hpp"
#include "said_parts.hpp"
#include "window_stage.hpp"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QSignalSpy>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

const QString kStuck = QStringLiteral("state:stuck waiters>2");

QStringList textsOf(const QMenu& menu)
{
    QStringList texts;
    for (const QAction* action : menu.actions()) {
        if (!action->isSeparator()) {
            texts << action->text();
        }
    }
    return texts;
}

QAction* actionOf(const QMenu& menu, const QString& text)
{
    for (QAction* action : menu.actions()) {
        if (action->text() == text) {
            return action;
        }
    }
    return nullptr;
}

} // namespace

class SavedFiltersTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }

    void init()
    {
        m_stage = std::make_unique<WindowStage>(WindowStage::Start::connected);
        QTRY_VERIFY(m_stage->connected());
        m_stage->window.activateWindow();
        m_field = m_stage->window.findChild<FilterField*>();
        m_saved = m_stage->window.findChild<SavedFilters*>();
    }

    void cleanup() { m_stage.reset(); }

    void aLongNameMakesNoMenuAsWideAsItself()
    {
        m_stage->settings.setSavedFilters({{QString(5000, QLatin1Char('x')), kStuck}});
        QTRY_VERIFY(m_saved->menu()->actions().first()->text().startsWith(QLatin1String("xxx")));
        QVERIFY(m_saved->menu()->actions().first()->text().size() <= 60);
    }

    /// Ctrl+S, a name, Return; Alt+Down in the field, Down, Return.
    void byTheKeyboardAlone()
    {
        m_field->setFocus();
        m_stage->type(kStuck);
        m_stage->trigger(Qt::CTRL | Qt::Key_S);
        QTRY_VERIFY(WindowStage::dialog() != nullptr);
        m_stage->type(QStringLiteral("Stuck & waited for"));
        m_stage->press(Qt::Key_Return);
        QTRY_VERIFY(WindowStage::dialog() == nullptr);
        QCOMPARE(m_stage->settings.savedFilters(),
                 QList<NamedFilter>({{QStringLiteral("Stuck & waited for"), kStuck}}));

        QVERIFY(m_stage->backInWindow());
        m_field->clear();
        m_field->setFocus();
        m_stage->press(Qt::Key_Down, Qt::AltModifier);
        QTRY_VERIFY(m_saved->menu()->isVisible());
        QTest::keyClick(m_saved->menu(), Qt::Key_Down);
        QTest::keyClick(m_saved->menu(), Qt::Key_Return);
        QTRY_COMPARE(m_field->text(), kStuck);
    }

    void aNameThatIsTakenIsReplacedAndSaidSo()
    {
        m_stage->settings.setSavedFilters({{QStringLiteral("mine"), QStringLiteral("type:fair")}});
        m_field->useFilter(kStuck);
        m_stage->trigger(Qt::CTRL | Qt::Key_S);
        QTRY_VERIFY(WindowStage::dialog() != nullptr);
        auto* name = WindowStage::dialog()->findChild<QLineEdit*>();
        name->setText(QStringLiteral("  mine "));
        bool isSaid = false;
        for (const QLabel* label : WindowStage::dialog()->findChildren<QLabel*>()) {
            isSaid = isSaid || label->text().contains(QStringLiteral("replaced"));
        }
        QVERIFY(isSaid);
        WindowStage::dialog()->accept();
        QCOMPARE(m_stage->settings.savedFilters(), QList<NamedFilter>({{QStringLiteral("mine"), kStuck}}));
    }

    void whereThereIsNoRoomNoNewNameIsSaved()
    {
        QList<NamedFilter> full;
        for (qsizetype i = 0; i < Settings::mostSavedFilters; ++i) {
            full.append({QStringLiteral("filter %1").arg(i), QStringLiteral("type:fair")});
        }
        m_stage->settings.setSavedFilters(full);
        m_field->useFilter(kStuck);
        m_stage->trigger(Qt::CTRL | Qt::Key_S);
        QTRY_VERIFY(WindowStage::dialog() != nullptr);
        const QPointer<QDialog> dialog = WindowStage::dialog();
        m_stage->type(QStringLiteral("one more"));
        QVERIFY(!buttonWith(*dialog, QStringLiteral("Save"))->isEnabled());
        QVERIFY(says(*dialog, QStringLiteral("There is no room for more than 50")));
        m_stage->press(Qt::Key_Return);
        QVERIFY(dialog);
        QCOMPARE(m_stage->settings.savedFilters(), full);
        dialog->findChild<QLineEdit*>()->setText(QStringLiteral("filter 7")); // replaces that one
        QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Save")), Qt::LeftButton);
        full[7].filter = kStuck;
        QCOMPARE(m_stage->settings.savedFilters(), full);
    }

    /// Another window may take the last place while the name is typed.
    void theLastPlaceIsGivenOnce()
    {
        QList<NamedFilter> almost;
        for (qsizetype i = 1; i < Settings::mostSavedFilters; ++i) {
            almost.append({QStringLiteral("filter %1").arg(i), QStringLiteral("type:fair")});
        }
        m_stage->settings.setSavedFilters(almost);
        m_field->useFilter(kStuck);
        m_stage->trigger(Qt::CTRL | Qt::Key_S);
        QTRY_VERIFY(WindowStage::dialog() != nullptr);
        m_stage->type(QStringLiteral("mine"));
        almost.append({QStringLiteral("theirs"), QStringLiteral("type:fair")});
        m_stage->settings.setSavedFilters(almost);
        m_stage->press(Qt::Key_Return);
        QTRY_VERIFY(WindowStage::dialog() != nullptr);
        m_stage->type(QStringLiteral("mine"));
        QTRY_VERIFY(says(*WindowStage::dialog(), QStringLiteral("There is no room for more than 50")));
        QCOMPARE(m_stage->settings.savedFilters(), almost);
    }

    void removedByTheMenu()
    {
        m_stage->settings.setSavedFilters(
            {{QStringLiteral("one"), QStringLiteral("type:fair")}, {QStringLiteral("R&D"), kStuck}});
        emit m_saved->menu()->aboutToShow(); // as another window would have saved them
        QCOMPARE(textsOf(*m_saved->menu()).mid(0, 2), QStringList({QStringLiteral("one"), QStringLiteral("R&&D")}));
        QMenu* removal = nullptr;
        for (const QAction* action : m_saved->menu()->actions()) {
            removal = action->menu() != nullptr ? action->menu() : removal;
        }
        QVERIFY(removal != nullptr);
        actionOf(*removal, QStringLiteral("one"))->trigger();
        QCOMPARE(m_stage->settings.savedFilters(), QList<NamedFilter>({{QStringLiteral("R&D"), kStuck}}));
        QTRY_VERIFY(!textsOf(*m_saved->menu()).contains(QStringLiteral("one")));
    }

    void whatIsWrongOrEmptyIsNotSaved()
    {
        m_field->clear();
        QVERIFY(!actionWithShortcut()->isEnabled());
        m_field->setText(QStringLiteral("waiters>"));
        QVERIFY(!actionWithShortcut()->isEnabled());
        m_field->setText(kStuck);
        QVERIFY(actionWithShortcut()->isEnabled());
    }

    void theyAreKeptBetweenStarts()
    {
        const QString file = m_stage->folder.filePath(QStringLiteral("again.ini"));
        QList<NamedFilter> many;
        for (int i = 0; i < 60; ++i) {
            many.append({QStringLiteral("filter %1").arg(i), kStuck});
        }
        Settings(file).setSavedFilters(many);
        QCOMPARE(Settings(file).savedFilters(), many.mid(0, 50));
    }

    /// Once, whatever else cannot be written, and in one window.
    void whatCannotBeKeptIsSaid()
    {
        QFile file(m_stage->folder.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly)); // where a folder would have to be
        Settings settings(file.fileName() + QStringLiteral("/settings.ini"));
        Session session(OwnWindow::options(m_stage->folder));
        Session another(OwnWindow::options(m_stage->folder));
        MainWindow window(session, settings, m_stage->language);
        const MainWindow other(another, settings, m_stage->language);
        window.show();
        const QSignalSpy told(&settings.news(), &SettingsNews::notSaved);
        const QList<NamedFilter> filters{{QStringLiteral("mine"), kStuck}};
        settings.setSavedFilters(filters);
        settings.setClientLabel(QStringLiteral("9f45"), QStringLiteral("till 7"));
        QCOMPARE(settings.savedFilters(), filters); // until the program ends
        QCOMPARE(told.size(), 1);
        const auto boxes = [] {
            QList<QMessageBox*> shown;
            for (QWidget* each : QApplication::topLevelWidgets()) {
                if (auto* box = qobject_cast<QMessageBox*>(each); box != nullptr && box->isVisible()) {
                    shown.append(box);
                }
            }
            return shown;
        };
        QTRY_VERIFY(!boxes().isEmpty());
        QCoreApplication::processEvents();
        QCOMPARE(boxes().size(), 1);
        QVERIFY(boxes().first()->text().contains(QStringLiteral("could not be saved to ")));
        QVERIFY(boxes().first()->text().contains(QDir::toNativeSeparators(file.fileName())));
        boxes().first()->close();

        AlertReactions quiet;
        quiet.tray = AlertReactions::Tray::off;
        settings.alertDesk().book.changeReactions({}, quiet);
        QCOMPARE(told.size(), 2); // which are in a file of their own
        QCOMPARE(settings.alertDesk().book.reactions(), quiet);
        QTRY_COMPARE(boxes().size(), 1);
        QVERIFY(boxes().first()->text().contains(QStringLiteral("alerts.ini")));
        boxes().first()->close();
    }

    void whatCanBeKeptIsNotSpokenOf()
    {
        const QSignalSpy told(&m_stage->settings.news(), &SettingsNews::notSaved);
        m_stage->settings.setSavedFilters({{QStringLiteral("mine"), kStuck}});
        m_stage->settings.alertDesk().book.changeReactions({}, {});
        QCOMPARE(told.size(), 0);
        QCOMPARE(Settings(m_stage->folder.filePath(QStringLiteral("settings.ini"))).savedFilters().size(), 1);
    }

private:
    QAction* actionWithShortcut() { return actionOf(*m_saved->menu(), QStringLiteral("&Save the filter…")); }

    std::unique_ptr<WindowStage> m_stage;
    FilterField* m_field = nullptr;
    SavedFilters* m_saved = nullptr;
};

QTEST_MAIN(SavedFiltersTest)
#include "saved_filters_test.moc"
