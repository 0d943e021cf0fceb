// SPDX-License-Identifier: GPL-3.0-or-later
// What every dialog of actions has: a default that does no harm, an Escape that cancels, a place where it begins,
// letters that lead to one field each, and a name for whatever can be filled in.
#include "dialogs/dialog.hpp"
#include "every_dialog.hpp"
#include "language.hpp"
#include "theme/theme.hpp"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGroupBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMap>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

/// Those that act on something of others, or are about to.
const QSet<QString> kActing{"unlock",         "acquire",        "force-release",  "force-expire", "extend",
                            "wake-next",      "evict",          "repair",         "leave",        "release several",
                            "expire several", "extend several", "repair several", "wake several", "release one"};
/// Those that only keep or take over what is in them.
const QSet<QString> kKeeping{"import", "alert rules", "alert rules without a server"};

std::unique_ptr<QDialog> shown(const DialogMaker& maker, DialogStage& stage)
{
    std::unique_ptr<QDialog> dialog(maker.make(stage));
    dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    dialog->show();
    return dialog;
}

/// What Alt and a letter lead to; a label counts where it has a field.
QString labelOf(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        return label->buddy() != nullptr ? label->text() : QString();
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        return button->text();
    }
    const auto* group = qobject_cast<const QGroupBox*>(&widget);
    return group != nullptr ? group->title() : QString();
}

/// Can something be typed or chosen here? The inner parts of a spin box and of a combo box are the box's.
bool isInput(const QWidget& widget)
{
    const QWidget* parent = widget.parentWidget();
    const bool isPart = parent != nullptr && (parent->inherits("QAbstractSpinBox") || parent->inherits("QComboBox"));
    return !isPart && widget.isEnabled()
        && (widget.inherits("QLineEdit") || widget.inherits("QComboBox") || widget.inherits("QAbstractSpinBox")
            || widget.inherits("QPlainTextEdit") || widget.inherits("QCheckBox")
            || widget.inherits("QAbstractItemView"))
        && !widget.inherits("QHeaderView");
}

/// As somebody does with the keyboard. @return whether it can be filled in so
bool fill(QWidget& input)
{
    const auto* field = qobject_cast<QLineEdit*>(&input);
    const bool isField = field != nullptr && !field->isReadOnly();
    if (!isField && qobject_cast<QAbstractSpinBox*>(&input) == nullptr) {
        return false;
    }
    input.setFocus();
    isField ? QTest::keyClicks(&input, QStringLiteral("x")) : QTest::keyClick(&input, Qt::Key_Up);
    return true;
}

enum class Press { first, repeated };
void press(QWidget& widget, Qt::Key key, Press what)
{
    QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier, QStringLiteral("\r"), what == Press::repeated);
    QApplication::sendEvent(&widget, &event);
}

bool says(const QDialog& dialog, const QString& part)
{
    const auto labels = dialog.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->isVisibleTo(&dialog) && label->text().contains(part);
    });
}

QString nameOf(QWidget& widget)
{
    const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&widget);
    return face != nullptr ? face->text(QAccessible::Name) : QString();
}

} // namespace

class DialogMannersTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }

    void theDefaultDoesNoHarm_data() { dialogs(kActing); }
    void theDefaultDoesNoHarm()
    {
        DialogStage stage;
        const std::unique_ptr<QDialog> dialog = shown(maker(), stage);
        const auto* box = dialog->findChild<QDialogButtonBox*>();
        QVERIFY(box);
        const QPushButton* standard = nullptr;
        for (const QPushButton* each : dialog->findChildren<QPushButton*>()) {
            standard = each->isDefault() ? each : standard;
        }
        QVERIFY(standard);
        QCOMPARE(box->buttonRole(const_cast<QPushButton*>(standard)), QDialogButtonBox::RejectRole);
    }

    void tabLeadsRoundToEverything_data() { dialogs(); }
    /// Forwards and backwards, through the same stops.
    void tabLeadsRoundToEverything()
    {
        DialogStage stage;
        const std::unique_ptr<QDialog> dialog = shown(maker(), stage);
        QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
        const auto round = [&dialog](Qt::Key key) {
            QList<QWidget*> stops{QApplication::focusWidget()};
            for (int i = 0; i < 200; ++i) {
                QTest::keyClick(QApplication::focusWidget(), key);
                QWidget* next = QApplication::focusWidget();
                if (next == stops.front()) {
                    return stops;
                }
                stops << next;
            }
            return QList<QWidget*>();
        };
        const QList<QWidget*> forwards = round(Qt::Key_Tab);
        QVERIFY2(!forwards.isEmpty(), "Tab does not come back to where it began.");
        const QList<QWidget*> backwards = round(Qt::Key_Backtab);
        QCOMPARE(QSet<QWidget*>(backwards.begin(), backwards.end()), QSet<QWidget*>(forwards.begin(), forwards.end()));
        for (const QPushButton* button : dialog->findChildren<QPushButton*>()) {
            if (button->isVisible() && button->isEnabled() && button->focusPolicy() != Qt::NoFocus) {
                QVERIFY2(forwards.contains(const_cast<QPushButton*>(button)), qPrintable(button->text()));
            }
        }
    }

    void escapeCancels_data() { dialogs(kActing | kKeeping); }
    void escapeCancels()
    {
        DialogStage stage;
        const std::unique_ptr<QDialog> dialog = shown(maker(), stage);
        QTest::keyClick(dialog.get(), Qt::Key_Escape);
        QVERIFY(!dialog->isVisible());
        QCOMPARE(dialog->result(), static_cast<int>(QDialog::Rejected));
    }

    void itBeginsSomewhere_data() { dialogs(kActing | kKeeping); }
    void itBeginsSomewhere()
    {
        DialogStage stage;
        const std::unique_ptr<QDialog> dialog = shown(maker(), stage);
        const QWidget* focus = dialog->focusWidget();
        QVERIFY(focus);
        QVERIFY(focus->isEnabled() && focus->isVisibleTo(dialog.get()));
    }

    void aLetterLeadsToOnePlace_data() { dialogs(kActing | kKeeping); }
    void aLetterLeadsToOnePlace()
    {
        DialogStage stage;
        for (const char* language : {"en", "zh_CN"}) {
            Language speech; // gone with the loop: no other may speak it
            speech.use(QString::fromLatin1(language));
            const std::unique_ptr<QDialog> dialog = shown(maker(), stage);
            QMap<QString, QString> taken;
            for (const QWidget* each : dialog->findChildren<QWidget*>()) {
                const QString label = each->isVisibleTo(dialog.get()) ? labelOf(*each) : QString();
                const QString letter = QKeySequence::mnemonic(label).toString();
                if (!letter.isEmpty()) {
                    QVERIFY2(!taken.contains(letter), qPrintable(label + QStringLiteral(" and ") + taken[letter]));
                    taken.insert(letter, label);
                }
            }
        }
    }

    void whateverCanBeFilledInHasAName_data() { dialogs(kActing | kKeeping); }
    void whateverCanBeFilledInHasAName()
    {
        DialogStage stage;
        const std::unique_ptr<QDialog> dialog = shown(maker(), stage);
        for (QWidget* each : dialog->findChildren<QWidget*>()) {
            if (each->isVisibleTo(dialog.get()) && each->window() == dialog.get() && isInput(*each)) {
                QVERIFY2(!nameOf(*each).isEmpty(), each->metaObject()->className());
            }
        }
    }

    void returnThrowsNothingAwayThatWasTyped_data() { dialogs(kActing); }
    void returnThrowsNothingAwayThatWasTyped()
    {
        DialogStage stage;
        const std::unique_ptr<QDialog> dialog = shown(maker(), stage);
        for (QWidget* each : dialog->findChildren<QWidget*>()) {
            if (!each->isVisibleTo(dialog.get()) || !isInput(*each) || !fill(*each)) {
                continue;
            }
            for (int times = 0; times < 12; ++times) {
                QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
                QVERIFY(dialog->isVisible());
                QVERIFY(!dialog->findChild<QDialogButtonBox*>()->isAncestorOf(dialog->focusWidget()));
            }
        }
    }

    /// A button that cannot be pressed, and nobody says why, costs whoever is in a hurry the most.
    void whatIsStillToBeTypedIsSaid_data() { dialogs(kActing - QSet<QString>{"unlock", "leave"}); }
    void whatIsStillToBeTypedIsSaid()
    {
        DialogStage stage;
        const std::unique_ptr<QDialog> dialog = shown(maker(), stage);
        const auto buttons = dialog->findChildren<QPushButton*>();
        const auto confirm = std::find_if(buttons.begin(), buttons.end(), [&](QPushButton* each) {
            const auto role = dialog->findChild<QDialogButtonBox*>()->buttonRole(each);
            return role != QDialogButtonBox::RejectRole && role != QDialogButtonBox::InvalidRole;
        });
        QVERIFY(confirm != buttons.end());
        for (QCheckBox* each : dialog->findChildren<QCheckBox*>()) {
            QVERIFY(says(*dialog, QStringLiteral("Tick the box")));
            each->setChecked(true);
        }
        QVERIFY(!(*confirm)->isEnabled());
        QVERIFY(says(*dialog, QStringLiteral("Give a reason")));
        for (QLineEdit* each : dialog->findChildren<QLineEdit*>()) {
            if (each->placeholderText() == QStringLiteral("For the audit log")) {
                QTest::keyClicks(each, QStringLiteral("stuck since 3 o'clock"));
            }
        }
        QVERIFY(!(*confirm)->isEnabled());
        QVERIFY(!says(*dialog, QStringLiteral("Give a reason")));
        QVERIFY(says(*dialog, QStringLiteral("as it stands above: this is a production server")));
    }

    void returnLeadsOn()
    {
        DialogStage stage;
        AcquireDialog dialog(stage.session, nullptr, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        QTest::keyClicks(dialog.focusWidget(), QStringLiteral("orders:42"));
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Return);
        QVERIFY(qobject_cast<QComboBox*>(dialog.focusWidget()));
    }

    void whereThereIsNoFieldReturnCancels_data() { dialogs({"unlock", "leave"}); }
    void whereThereIsNoFieldReturnCancels()
    {
        DialogStage stage;
        const std::unique_ptr<QDialog> dialog = shown(maker(), stage);
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
        QVERIFY(!dialog->isVisible());
        QCOMPARE(dialog->result(), static_cast<int>(QDialog::Rejected));
    }

    /// Nor does it throw away what was selected for the dialog; what is missing is said more loudly.
    void inAnEmptyFieldReturnStays_data() { dialogs(kActing - QSet<QString>{"unlock", "leave"}); }
    void inAnEmptyFieldReturnStays()
    {
        DialogStage stage;
        const std::unique_ptr<QDialog> dialog = shown(maker(), stage);
        for (QCheckBox* each : dialog->findChildren<QCheckBox*>()) {
            each->setChecked(true); // or this is what is missing
        }
        QWidget* const field = dialog->focusWidget();
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(dialog->isVisible());
        QCOMPARE(dialog->focusWidget(), field);
        const auto isLoud = [&](const QString& part) {
            const auto labels = dialog->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisibleTo(dialog.get()) && label->text().contains(part) && label->font().bold();
            });
        };
        QVERIFY(isLoud(QStringLiteral("Give a reason")));
        QTest::keyClicks(field, QStringLiteral("x"));
        QVERIFY(!says(*dialog, QStringLiteral("Give a reason")));
        QVERIFY(!isLoud(QStringLiteral("production server")));
        QTest::keyClick(field, Qt::Key_Return); // to where its name is typed
        QVERIFY(dialog->focusWidget() != field);
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
        QVERIFY(dialog->isVisible());
        QVERIFY(isLoud(QStringLiteral("as it stands above: this is a production server")));
    }

    void returnPressesNoButtonButTheDefault_data() { dialogs(kActing); }
    void returnPressesNoButtonButTheDefault()
    {
        DialogStage stage;
        const std::unique_ptr<QDialog> dialog = shown(maker(), stage);
        for (QAbstractButton* each : dialog->findChild<QDialogButtonBox*>()->buttons()) {
            const QSignalSpy clicks(each, &QAbstractButton::clicked);
            each->setEnabled(true);
            each->setFocus();
            press(*each, Qt::Key_Return, Press::repeated);
            const auto* button = static_cast<QPushButton*>(each);
            if (!button->isDefault() && !button->autoDefault()) { // the latter do no harm yet
                press(*each, Qt::Key_Return, Press::first);
                press(*each, Qt::Key_Enter, Press::first);
            }
            QCOMPARE(clicks.count(), 0);
            QVERIFY(dialog->isVisible());
        }
    }

    /// Unlocking alone does nothing to a lock.
    void returnUnlocksWhereTheButtonHasTheFocus()
    {
        AdminModeDialog dialog(QStringLiteral("prod"), Session::ServerKind::production, std::chrono::minutes(15));
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        const QSignalSpy accepted(&dialog, &QDialog::accepted);
        for (QAbstractButton* each : dialog.findChild<QDialogButtonBox*>()->buttons()) {
            if (each->text() == QLatin1String("&Unlock")) {
                each->setFocus();
                press(*each, Qt::Key_Return, Press::repeated);
                QCOMPARE(accepted.count(), 0);
                press(*each, Qt::Key_Return, Press::first);
            }
        }
        QCOMPARE(accepted.count(), 1);
    }

    void aReturnThatIsHeldDoesNothing_data() { dialogs(kActing); }
    void aReturnThatIsHeldDoesNothing()
    {
        DialogStage stage;
        const std::unique_ptr<QDialog> dialog = shown(maker(), stage);
        for (QWidget* each : dialog->findChildren<QWidget*>()) {
            if (each->isVisibleTo(dialog.get()) && isInput(*each)) {
                each->setFocus();
                const QWidget* focus = dialog->focusWidget();
                press(*dialog->focusWidget(), Qt::Key_Return, Press::repeated);
                QVERIFY(dialog->isVisible());
                QCOMPARE(dialog->focusWidget(), focus);
            }
        }
    }

    /// A profile that is replaced cannot be had back: whoever only presses Return loses nothing.
    void anImportThatReplacesIsNotTheDefault()
    {
        ConnectionProfile theirs = ConnectionProfile::make();
        theirs.name = QStringLiteral("theirs");
        theirs.endpoint = Endpoint::parse("redis://cache");
        ConnectionProfile ours = theirs;
        ours.name = QStringLiteral("ours");
        const ImportPlan plan = planImport(exportProfiles({theirs}), {ours});
        QCOMPARE(plan.items.front().step, ImportPlan::Step::replace);
        ImportDialog dialog(plan);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        QTest::keyClick(&dialog, Qt::Key_Return);
        QVERIFY(!dialog.isVisible());
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Rejected));
    }

    void whatIsWrongWithTheRulesIsSaid()
    {
        AlertRules rules = AlertRules::defaults();
        rules.rules.back().name_glob.clear();
        rules.rules.back().kind = AlertRule::Kind::held_longer;
        RulesDialog dialog(rules, {}, ReactionsForm::Tray::available);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        const auto says = [&dialog](const QString& part) {
            const QList<QLabel*> labels = dialog.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisibleTo(&dialog) && label->text().contains(part);
            });
        };
        QVERIFY(says(QStringLiteral("Not to be saved as it is"))); // although another rule is selected
        dialog.findChild<QListWidget*>()->setCurrentRow(static_cast<int>(rules.rules.size()) - 1);
        QLineEdit* pattern = nullptr;
        for (QLineEdit* each : dialog.findChildren<QLineEdit*>()) {
            pattern = each->placeholderText() == QStringLiteral("all: *") ? each : pattern;
        }
        QVERIFY(pattern);
        pattern->setFocus();
        QTest::keyClicks(pattern, QStringLiteral("orders*"));
        QVERIFY(!says(QStringLiteral("Not to be saved as it is")));
        for (QCheckBox* each : dialog.findChildren<QCheckBox*>()) {
            if (each->text().contains(QStringLiteral("ommand"))) {
                QTest::keyClick(each, Qt::Key_Space);
            }
        }
        QVERIFY(says(QStringLiteral("Name the program that is to run")));
    }

    void whatScrollsIsKeptApartFromWhatStandsBelow()
    {
        struct Tall : Dialog
        {
            Tall() : Dialog(nullptr)
            {
                setAttribute(Qt::WA_DeleteOnClose, false);
                auto* content = new QWidget(this);
                content->setFixedSize(200, 400);
                contents().addWidget(content);
            }
        } dialog;
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const auto* area = dialog.findChild<QScrollArea*>();
        const auto hasLine = [&] {
            const QImage image = dialog.grab().toImage();
            return image.pixelColor(5, area->geometry().bottom() + 1) == Theme::of(dialog.palette()).border;
        };
        QVERIFY(!hasLine());
        dialog.resize(dialog.width(), dialog.height() / 2);
        QTRY_VERIFY(hasLine());
        area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
        QVERIFY(!hasLine());
    }

    /// What is said above the buttons must not push a field out of sight.
    void aDialogGrowsWithWhatItSays()
    {
        struct Saying : Dialog
        {
            QLabel* sentence = new QLabel(this);
            QLabel* note = new QLabel(this);
            Saying() : Dialog(nullptr)
            {
                setAttribute(Qt::WA_DeleteOnClose, false);
                for (QLabel* each : {sentence, note}) {
                    each->setWordWrap(true);
                    each->setMinimumWidth(200);
                    each->setText(QStringLiteral("Short"));
                }
                contents().addWidget(sentence);
                addNote(*note);
            }
        } dialog;
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const QString longer = QStringLiteral("as long as it takes to be longer than a line ").repeated(5);
        for (QLabel* each : {dialog.note, dialog.sentence}) {
            const int before = dialog.height();
            each->setText(longer);
            QTRY_VERIFY(dialog.height() > before);
            QTRY_VERIFY(each->height() >= each->heightForWidth(each->width()));
        }
        dialog.resize(dialog.width(), dialog.height() / 2); // somebody wants it so
        const int chosen = dialog.height();
        dialog.note->setText(QStringLiteral("Shorter"));
        QCoreApplication::processEvents();
        QCOMPARE(dialog.height(), chosen);
    }

    void coloursFollowTheTheme_data() { dialogs(kActing + kKeeping); }
    void coloursFollowTheTheme()
    {
        const auto colours = [](const QDialog& dialog) {
            QList<QColor> all;
            for (const QLabel* label : dialog.findChildren<QLabel*>()) {
                all << label->palette().color(QPalette::Active, QPalette::WindowText);
            }
            return all;
        };
        DialogStage stage;
        applyTheme(*qApp, ThemeChoice::light);
        const std::unique_ptr<QDialog> before = shown(maker(), stage);
        QCoreApplication::processEvents(); // or what is hidden has not been polished yet
        applyTheme(*qApp, ThemeChoice::dark);
        const std::unique_ptr<QDialog> after = shown(maker(), stage);
        QCOMPARE(colours(*before), colours(*after));
        applyTheme(*qApp, ThemeChoice::light);
    }

private:
    /// @param names none: every one
    static void dialogs(const QSet<QString>& names = {})
    {
        QTest::addColumn<int>("place");
        const std::vector<DialogMaker> makers = everyDialog();
        for (std::size_t i = 0; i < makers.size(); ++i) {
            if (names.isEmpty() || names.contains(QString::fromLatin1(makers[i].name))) {
                QTest::newRow(makers[i].name) << static_cast<int>(i);
            }
        }
    }
    static DialogMaker maker()
    {
        QFETCH(int, place);
        return everyDialog()[static_cast<std::size_t>(place)];
    }
};

QTEST_MAIN(DialogMannersTest)
#include "dialog_manners_test.moc"
