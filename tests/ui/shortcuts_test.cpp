// SPDX-License-Identifier: GPL-3.0-or-later
// What the menus promise to the keyboard, in every language and after each switch of it.
#include "comfort/action_list.hpp"
#include "panels/bottom_panels.hpp"
#include "window_stage.hpp"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QMultiMap>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 30'000;

/// The letter that chooses the action while its menu is open; none if there is none.
QChar mnemonicOf(const QString& text)
{
    const QKeySequence sequence = QKeySequence::mnemonic(text);
    return sequence.isEmpty() ? QChar() : QChar(sequence[0].key());
}

/// "C: Copy, Everything": the letters that choose more than one action of a menu.
void collectClashes(const QList<QAction*>& actions, const QString& menu, QStringList& clashes)
{
    QMultiMap<QChar, QString> byLetter;
    for (const QAction* action : actions) {
        const QChar letter = mnemonicOf(action->text());
        if (action->isVisible() && !action->isSeparator() && !letter.isNull()) {
            byLetter.insert(letter, action->text());
        }
        if (action->menu() != nullptr) {
            collectClashes(action->menu()->actions(), menu + QLatin1Char('/') + action->text(), clashes);
        }
    }
    for (const QChar letter : byLetter.uniqueKeys()) {
        if (byLetter.count(letter) > 1) {
            clashes << QStringLiteral("%1 %2: %3")
                           .arg(menu, QString(letter), byLetter.values(letter).join(QLatin1String(" + ")));
        }
    }
}

QStringList menuTexts(const QMainWindow& window)
{
    QStringList texts;
    for (const ActionEntry& entry : collectActions(*window.menuBar())) {
        texts << entry.menu + QLatin1Char('/') + entry.action->text();
    }
    return texts;
}

bool answersWindowWide(const QAction& action)
{
    const bool wide =
        action.shortcutContext() == Qt::WindowShortcut || action.shortcutContext() == Qt::ApplicationShortcut;
    return wide && action.isEnabled() && action.isVisible() && !action.associatedObjects().isEmpty();
}

/// "Ctrl+X: Copy, Cut": keys that more than one action answers, so that none does.
QStringList sharedShortcuts(const QMainWindow& window)
{
    QMultiMap<QString, QString> byKeys;
    for (const QAction* action : window.findChildren<QAction*>()) {
        if (answersWindowWide(*action)) {
            for (const QKeySequence& keys : action->shortcuts()) {
                byKeys.insert(keys.toString(), action->text());
            }
        }
    }
    QStringList shared;
    for (const QString& keys : byKeys.uniqueKeys()) {
        if (byKeys.count(keys) > 1) {
            shared << keys + QLatin1String(": ") + byKeys.values(keys).join(QLatin1String(" + "));
        }
    }
    return shared;
}

/// Every action does something now: a lock is selected, actions are unlocked, rows are grouped.
void enableAll(WindowStage& stage)
{
    stage.hold("orders:1", alice);
    QTRY_VERIFY_WITH_TIMEOUT(stage.model().find("orders:1") != nullptr, kPatience);
    stage.window.selectLock("orders:1");
    QTRY_VERIFY_WITH_TIMEOUT(stage.selected("orders:1"), kPatience);
    stage.session.setServerKind(Session::ServerKind::ordinary);
    stage.session.setAdminMode(Session::AdminMode::admin);
    stage.trigger(QKeySequence(Qt::CTRL | Qt::Key_G));
}

} // namespace

class ShortcutsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void everyActionHasAText_data() { languages(); }
    void everyActionHasAText();
    void everyActionOnALockHasALetter_data() { languages(); }
    void everyActionOnALockHasALetter();
    void lettersAreUniqueInTheirMenu_data() { languages(); }
    void lettersAreUniqueInTheirMenu();
    void noShortcutIsShared_data() { languages(); }
    void noShortcutIsShared();
    void switchingBackLeavesNothingBehind();
    void everyMenuOpensByItsLetter_data() { languages(); }
    void everyMenuOpensByItsLetter();

private:
    /// Each as a list of switches, the last one being what counts.
    static void languages()
    {
        QTest::addColumn<QStringList>("switches");
        QTest::newRow("English") << QStringList{QStringLiteral("en")};
        QTest::newRow("Chinese") << QStringList{QStringLiteral("en"), QStringLiteral("zh_CN")};
        QTest::newRow("Chinese and back") << QStringList{QStringLiteral("zh_CN"), QStringLiteral("en")};
    }
    static void switchTo(WindowStage& stage)
    {
        QFETCH(const QStringList, switches);
        for (const QString& code : switches) {
            stage.window.useLanguage(code);
            QCoreApplication::processEvents();
        }
    }
};

void ShortcutsTest::everyActionHasAText()
{
    WindowStage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    enableAll(stage);
    switchTo(stage);
    std::vector<QMenu*> menus;
    for (const QAction* top : stage.window.menuBar()->actions()) {
        QVERIFY(!plainActionText(top->text()).isEmpty());
        QVERIFY(top->menu() != nullptr);
        menus.push_back(top->menu());
    }
    while (!menus.empty()) {
        const QMenu* menu = menus.back();
        menus.pop_back();
        for (const QAction* action : menu->actions()) {
            if (!action->isSeparator()) {
                QVERIFY2(!plainActionText(action->text()).trimmed().isEmpty(),
                         qPrintable(QStringLiteral("in “%1”").arg(menu->title())));
            }
            if (action->menu() != nullptr) {
                menus.push_back(action->menu());
            }
        }
    }
}

void ShortcutsTest::everyActionOnALockHasALetter()
{
    WindowStage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    enableAll(stage);
    switchTo(stage);
    for (const QAction* action : stage.window.menuBar()->actions().at(1)->menu()->actions()) {
        QVERIFY2(action->isSeparator() || !mnemonicOf(action->text()).isNull(), qPrintable(action->text()));
    }
}

void ShortcutsTest::lettersAreUniqueInTheirMenu()
{
    WindowStage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    enableAll(stage);
    switchTo(stage);
    QStringList clashes;
    collectClashes(stage.window.menuBar()->actions(), {}, clashes);
    QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join(QLatin1Char('\n'))));
}

void ShortcutsTest::noShortcutIsShared()
{
    WindowStage stage(WindowStage::Start::disconnected);
    switchTo(stage);
    QCOMPARE(sharedShortcuts(stage.window), QStringList());
    stage.session.connectTo(stage.sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    QCOMPARE(sharedShortcuts(stage.window), QStringList());
    enableAll(stage);
    QCOMPARE(sharedShortcuts(stage.window), QStringList());
}

void ShortcutsTest::switchingBackLeavesNothingBehind()
{
    WindowStage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    enableAll(stage);
    stage.window.useLanguage(QStringLiteral("en"));
    const QStringList before = menuTexts(stage.window);
    stage.window.useLanguage(QStringLiteral("zh_CN"));
    QTRY_VERIFY(menuTexts(stage.window) != before);
    stage.window.useLanguage(QStringLiteral("en"));
    QTRY_COMPARE(menuTexts(stage.window), before);
}

void ShortcutsTest::everyMenuOpensByItsLetter()
{
    WindowStage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    QVERIFY(stage.backInWindow());
    enableAll(stage);
    switchTo(stage);
    auto* bottom = stage.window.findChild<BottomPanels*>();
    QStringList deaf;
    for (int panel = 0; panel < bottom->count(); ++panel) { // their buttons have letters, too
        bottom->setCurrentIndex(panel);
        for (const QAction* top : stage.window.menuBar()->actions()) {
            const QKeySequence letter = QKeySequence::mnemonic(top->text());
            QVERIFY2(!letter.isEmpty(), qPrintable(top->text()));
            stage.table().setFocus();
            stage.press(letter[0].key(), Qt::AltModifier);
            if (QApplication::activePopupWidget() != top->menu()) {
                deaf << QStringLiteral("%1 over %2").arg(top->text(), bottom->tabText(panel));
                continue;
            }
            stage.press(Qt::Key_Escape);
            QVERIFY(QApplication::activePopupWidget() == nullptr);
            stage.press(Qt::Key_Escape); // leaves the menu bar
        }
    }
    QCOMPARE(deaf, QStringList());
}

QTEST_MAIN(ShortcutsTest)
#include "shortcuts_test.moc"
