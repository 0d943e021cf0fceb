// SPDX-License-Identifier: GPL-3.0-or-later
// A dialog or a window that is open speaks the new language as if it had been opened in it.
#include "comfort/command_palette.hpp"
#include "every_dialog.hpp"
#include "panels/connect_page.hpp"
#include "panels/filter_field.hpp"
#include "panels/workspace.hpp"
#include "shown_texts.hpp"
#include "window_stage.hpp"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTest>
#include <QXmlStreamReader>

#include <malloc.h>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

const QString kEnglish = QStringLiteral("en");
const QString kChinese = QStringLiteral("zh_CN");

/// Durations go on while one looks.
QStringList withoutNumbers(QStringList texts)
{
    static const QRegularExpression numbers(QStringLiteral("[0-9][0-9.,: ]*(ms|s|m|h|毫秒|秒|分钟|分|小时|时)?"));
    texts.replaceInStrings(numbers, QStringLiteral("#"));
    texts.removeAll(QString());
    texts.sort();
    return texts;
}

/// Texts of the program and what they are in Chinese.
QHash<QString, QString> catalogue()
{
    QHash<QString, QString> entries;
    QFile file(QStringLiteral(LOCKSCOPE_TRANSLATIONS "/lockscope_zh_CN.ts"));
    if (!file.open(QIODevice::ReadOnly)) {
        return entries;
    }
    QXmlStreamReader xml(&file);
    QString source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        if (xml.name() == QLatin1String("source")) {
            source = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            entries.insert(source, xml.readElementText(QXmlStreamReader::IncludeChildElements));
        }
    }
    return entries;
}

} // namespace

class LiveLanguageTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        initResources();
        preferChineseFonts();
    }
    void init() { m_language.use(kEnglish); }

    void openDialogSpeaksTheNewLanguage_data()
    {
        QTest::addColumn<int>("place");
        const std::vector<DialogMaker> makers = everyDialog();
        for (std::size_t i = 0; i < makers.size(); ++i) {
            QTest::newRow(makers[i].name) << static_cast<int>(i);
        }
    }

    void openDialogSpeaksTheNewLanguage()
    {
        QFETCH(int, place);
        const DialogMaker maker = everyDialog()[static_cast<std::size_t>(place)];
        DialogStage stage;
        std::unique_ptr<QDialog> open(maker.make(stage));
        open->setAttribute(Qt::WA_DeleteOnClose, false);
        open->show();
        const QStringList english = withoutNumbers(textsOf(*open));
        m_language.use(kChinese);
        QCoreApplication::processEvents();
        std::unique_ptr<QDialog> fresh(maker.make(stage));
        fresh->setAttribute(Qt::WA_DeleteOnClose, false);
        fresh->show();
        QCOMPARE(withoutNumbers(textsOf(*open)), withoutNumbers(textsOf(*fresh)));
        m_language.use(kEnglish);
        QCoreApplication::processEvents();
        QCOMPARE(withoutNumbers(textsOf(*open)), english);
    }

    /// Who knows the terms of the field knows them in English.
    void actionsAreFoundByTheirEnglishWords()
    {
        WindowStage stage(WindowStage::Start::disconnected);
        stage.window.useLanguage(kChinese);
        QCoreApplication::processEvents();
        stage.trigger(Qt::CTRL | Qt::Key_K);
        auto* palette = stage.window.findChild<CommandPalette*>();
        QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("force-release"));
        const QAbstractItemModel& found = *palette->findChild<QListView*>()->model();
        QVERIFY(found.rowCount() > 0);
        QCOMPARE(found.index(0, 0).data().toString(),
                 catalogue()[QStringLiteral("&Force-release…")].remove(QStringLiteral("(&F)")));
    }

    void messageInADialogSpeaksTheNewLanguage()
    {
        DialogStage stage;
        ForceReleaseDialog dialog(stage.session, stage.lock);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        emit stage.session.adminModeChanged(Session::AdminMode::readOnly);
        QVERIFY(textsOf(dialog).contains(QStringLiteral("The session is read-only again. Nothing was done.")));
        QVERIFY(textsOf(dialog).contains(QStringLiteral("Close")));
        m_language.use(kChinese);
        QCoreApplication::processEvents();
        QVERIFY(!textsOf(dialog).contains(QStringLiteral("The session is read-only again. Nothing was done.")));
        QVERIFY(textsOf(dialog).contains(QStringLiteral("关闭")));
    }

    /// All panels, menus and pages of the window.
    void windowKeepsNothingOfTheOldLanguage()
    {
        const QHash<QString, QString> words = catalogue();
        QVERIFY(words.size() > 1000);
        WindowStage stage;
        stage.hold("orders:42", alice);
        QTRY_VERIFY(stage.model().rowOf("orders:42") >= 0);
        stage.window.selectLock("orders:42");
        stage.trigger(Qt::Key_F1);
        QTRY_VERIFY(WindowStage::dialog() != nullptr); // the sheet of shortcuts
        stage.window.useLanguage(kChinese);
        QTest::qWait(100);
        QStringList old;
        for (const QString& text : textsOf(stage.window)) {
            const auto found = words.constFind(text);
            if (found != words.constEnd() && !found->isEmpty() && *found != text && !words.values().contains(text)) {
                old << text;
            }
        }
        old.removeDuplicates();
        QCOMPARE(old.join(QLatin1Char('\n')), QString());
    }

    /// Qt goes on through a list that is not there any more when the menu bar, told of a new title, finds that it has
    /// no room for a menu: letters of another language may be higher. What was freed is spoiled here, so that it shows.
    void theMenuBarOfAFurtherWindowSpeaksTheNewLanguage()
    {
        mallopt(M_PERTURB, 0x5a);
        const auto noMore = qScopeGuard([] { mallopt(M_PERTURB, 0); });
        const WindowStage first(WindowStage::Start::disconnected);
        QCoreApplication::processEvents();
        WindowStage stage(WindowStage::Start::disconnected);
        QMenuBar& bar = *stage.window.menuBar();
        const auto says = [&bar](const QStringList& titles) {
            QStringList said;
            for (const QAction* menu : bar.actions()) {
                said << menu->text().section(QLatin1Char('('), 0, 0).remove(QLatin1Char('&'));
            }
            return said == titles;
        };
        QTRY_VERIFY(bar.isVisible() && bar.width() > 500);
        for (int i = 0; i < 3; ++i) {
            stage.window.useLanguage(kChinese);
            QCoreApplication::processEvents();
            QVERIFY(says({QStringLiteral("服务器"), QStringLiteral("锁"), QStringLiteral("视图"),
                          QStringLiteral("面板"), QStringLiteral("帮助")}));
            stage.window.useLanguage(kEnglish);
            QCoreApplication::processEvents();
            QVERIFY(says({QStringLiteral("Server"), QStringLiteral("Lock"), QStringLiteral("View"),
                          QStringLiteral("Panels"), QStringLiteral("Help")}));
        }
    }

    void sentencesAboutWhatWentWrongSpeakTheNewLanguage()
    {
        OwnWindow stage;
        QFile profiles(stage.settings.profilesFile());
        QVERIFY(profiles.open(QIODevice::WriteOnly));
        profiles.write(R"({"profiles":[{"id":"x"}]})");
        profiles.close();
        Session session;
        MainWindow window(session, stage.settings, m_language);
        window.show();
        const auto said = [&window] { return textsOf(*window.findChild<ConnectPage*>()).join(QLatin1Char('\n')); };
        QVERIFY2(said().contains(QStringLiteral("1 profile in")), qPrintable(said()));
        window.findChild<ConnectPage*>()->connectTo(QStringLiteral("redis://127.0.0.1:1"));
        QTRY_VERIFY(session.connectFailure());
        QTRY_COMPARE(session.state(), Session::State::disconnected);
        const QString english = session.connectFailure()();
        QVERIFY2(said().contains(english), qPrintable(said()));
        window.useLanguage(kChinese);
        QVERIFY(session.connectFailure()() != english);
        QTRY_VERIFY2(said().contains(session.connectFailure()()), qPrintable(said()));
        QVERIFY2(!said().contains(QStringLiteral("profile in")), qPrintable(said()));
        window.useLanguage(kEnglish);
        QTRY_VERIFY2(said().contains(QStringLiteral("1 profile in")), qPrintable(said()));
    }

    /// Menus and sentences call a key the same.
    void keysHaveNames()
    {
        const QKeySequence keys(Qt::ALT | Qt::Key_Down);
        QCOMPARE(keys.toString(QKeySequence::NativeText), QStringLiteral("Alt+Down"));
        m_language.use(kChinese);
        QCOMPARE(keys.toString(QKeySequence::NativeText), QStringLiteral("Alt+↓"));
        const FilterField field;
        const auto actions = field.actions();
        QVERIFY(std::any_of(actions.begin(), actions.end(), [&keys](const QAction* action) {
            return action->toolTip().contains(keys.toString(QKeySequence::NativeText));
        }));
    }

    void anErrorInTheFilterSpeaksTheNewLanguage()
    {
        WindowStage stage;
        QTRY_VERIFY(stage.connected());
        stage.window.setFilterText(QStringLiteral("ttl<"));
        const auto labels = [&stage] {
            QStringList texts;
            for (const QLabel* each :
                 stage.window.findChild<Workspace*>()->findChildren<QLabel*>(Qt::FindDirectChildrenOnly)) {
                if (each->isVisible()) {
                    texts << each->text();
                }
            }
            return texts;
        };
        const QStringList english = labels();
        QCOMPARE(english.size(), 1);
        stage.window.useLanguage(kChinese);
        QTRY_VERIFY2(labels() != english, qPrintable(labels().join(QLatin1Char(10))));
        QCOMPARE(labels().size(), 1);
        stage.window.useLanguage(kEnglish);
        QTRY_COMPARE(labels(), english);
    }

private:
    Language m_language;
};

QTEST_MAIN(LiveLanguageTest)
#include "live_language_test.moc"
