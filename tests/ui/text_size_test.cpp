// SPDX-License-Identifier: GPL-3.0-or-later
// Text of 125 %, 200 % and 320 %: nothing is cut off, nothing lies over something else; what has no room scrolls.
#include "clients/clients_model.hpp"
#include "clients/stakes_model.hpp"
#include "clipped_parts.hpp"
#include "contention/contention_model.hpp"
#include "every_dialog.hpp"
#include "findings/findings_model.hpp"
#include "findings/findings_panel.hpp"
#include "models/events_model.hpp"
#include "models/holders_model.hpp"
#include "models/own_holds_model.hpp"
#include "models/readers_model.hpp"
#include "models/waiters_model.hpp"
#include "panels/bottom_panels.hpp"
#include "panels/detail_panel.hpp"
#include "panels/reconnect_bar.hpp"
#include "panels/roomy_area.hpp"
#include "panels/table_placeholder.hpp"
#include "panels/tool_bar.hpp"
#include "text/words.hpp"
#include "trace/trace_model.hpp"
#include "trace/trace_panel.hpp"
#include "window_stage.hpp"

#include <QAbstractProxyModel>
#include <QComboBox>
#include <QHeaderView>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QStyleOption>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

constexpr QSize kWindow{1280, 800};
using namespace std::chrono_literals;

void setZoom(int percent)
{
    static const QFont usual = QApplication::font();
    QFont font = usual;
    font.setPointSizeF(usual.pointSizeF() * percent / 100);
    QApplication::setFont(font);
    QCoreApplication::processEvents();
}

/// How many columns of it are painted over in the middle of @p room, without the edges of that.
int arrowWidth(QWidget& box, const QRect& room)
{
    constexpr int edge = 2;
    const QImage picture = box.grab().toImage();
    const int row = room.center().y();
    int painted = 0;
    for (int x = room.left() + edge; x <= room.right() - edge; ++x) {
        int darkest = 255;
        for (int y = row - room.height() / 4; y <= row + room.height() / 4; ++y) {
            darkest = std::min(darkest, qGray(picture.pixel(x, y)));
        }
        painted += darkest < 160 ? 1 : 0;
    }
    return painted;
}

void addSizes(std::initializer_list<int> percents = {100, 125, 200, 320})
{
    QTest::addColumn<int>("percent");
    QTest::addColumn<QString>("language");
    for (const int percent : percents) {
        for (const char* language : {"en", "zh_CN"}) {
            QTest::addRow("%d %% %s", percent, language) << percent << QString::fromLatin1(language);
        }
    }
}

/// @returns null if it does not come
std::unique_ptr<QDialog> shown(const DialogMaker& maker, DialogStage& stage)
{
    std::unique_ptr<QDialog> dialog(maker.make(stage));
    dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    dialog->show();
    const bool hasCome = QTest::qWaitForWindowExposed(dialog.get());
    QCoreApplication::processEvents();
    return hasCome ? std::move(dialog) : nullptr;
}

/// As a person does, with Ctrl and plus.
void zoom(WindowStage& stage, int percent)
{
    stage.settings.setZoomPercent(percent - 10);
    stage.trigger(Qt::CTRL | Qt::Key_Plus);
    QCOMPARE(stage.settings.zoomPercent(), percent);
    QCoreApplication::processEvents();
}

void open(WindowStage& stage, const QString& language, int percent, QSize size = kWindow)
{
    stage.window.useLanguage(language);
    zoom(stage, percent);
    stage.window.resize(size);
}

/// In the table, and in the detail.
void showLockWithQueue(WindowStage& stage)
{
    stage.hold("orders:42", alice);
    stage.redis.expect({"RPUSH", "redisson_lock_queue:{orders:42}", bob + ":3"});
    QTRY_VERIFY(stage.model().rowOf("orders:42") >= 0);
    stage.window.selectLock("orders:42");
    QTRY_VERIFY(stage.window.findChild<DetailPanel*>()->lock() != nullptr);
}

/// For the log. A text that has just come from the server has its place only when the layout had its turn; so it is
/// looked at again until nothing is cut off.
QByteArray faultsOf(const QWidget& root, const QString& where)
{
    return (where + QStringLiteral(": ") + clippedParts(root).join(QLatin1Char('\n'))).toLocal8Bit();
}

/// What makes it so wide.
QString widestParts(const QScrollArea& area)
{
    QStringList parts;
    for (const QWidget* each : area.widget()->findChildren<QWidget*>()) {
        if (each->isVisible() && each->minimumSizeHint().width() > area.viewport()->width() / 2) {
            parts << QStringLiteral("%1 %2")
                         .arg(QString::fromLatin1(each->metaObject()->className()))
                         .arg(std::max(each->minimumSizeHint().width(), each->minimumWidth()));
        }
    }
    return QStringLiteral("%1 of %2: ").arg(area.widget()->width()).arg(area.viewport()->width())
         + parts.join(QLatin1String("; "));
}

/// Columns with times, or times after "≥" or before "ago".
struct TimeColumns
{
    const char* model;
    QList<int> columns;
};
const TimeColumns kTimeColumns[]{
    {"LockTableModel", {static_cast<int>(LockColumn::heldFor)}},
    {"EventsModel", {EventsModel::HeldFor}},
    {"FindingsModel", {FindingsModel::Found}},
    {"ContentionModel", {ContentionModel::Waited, ContentionModel::MedianHold}},
    {"ClientsModel", {ClientsModel::LongestHold, ClientsModel::LastSign}},
    {"StakesModel", {StakesModel::Since, StakesModel::Lease}},
    {"HoldersModel", {HoldersModel::Deadline}},
    {"WaitersModel", {WaitersModel::Forecast, WaitersModel::Deadline}},
    {"ReadersModel", {ReadersModel::Left}},
    {"OwnHoldsModel", {OwnHoldsModel::Since, OwnHoldsModel::Remaining}},
    {"TraceModel", {TraceModel::After}},
};

QList<int> timeColumns(const QAbstractItemModel* model)
{
    while (const auto* proxy = qobject_cast<const QAbstractProxyModel*>(model)) {
        model = proxy->sourceModel();
    }
    for (const TimeColumns& each : kTimeColumns) {
        if (model->inherits(QByteArray("lockscope::ui::").append(each.model))) {
            return each.columns;
        }
    }
    return {};
}

/// A line for each column in sight whose title, or longest time where it shows one, has no room.
QStringList narrowColumns(const QHeaderView& header)
{
    const QStringList longest{QStringLiteral("≥ ") + durationText(59min + 59s), durationText(23h + 59min)};
    const int character = header.fontMetrics().averageCharWidth();
    const QList<int> times = timeColumns(header.model());
    QStringList narrow;
    for (int column = 0; column < header.count(); ++column) {
        QStringList texts{header.model()->headerData(column, Qt::Horizontal).toString()};
        const QString title = texts.front();
        if (times.contains(column)) {
            texts << longest;
        }
        int needed = 0;
        for (const QString& text : texts) {
            needed = std::max(needed, header.fontMetrics().horizontalAdvance(text) + character);
        }
        if (!header.isSectionHidden(column) && header.sectionSize(column) < needed) {
            narrow << QStringLiteral("%1, %2: %3 of %4 pixels")
                          .arg(QString::fromLatin1(header.model()->metaObject()->className()), title)
                          .arg(header.sectionSize(column))
                          .arg(needed);
        }
    }
    return narrow;
}

} // namespace

class TextSizeTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        initResources();
        applyTheme(*qApp, ThemeChoice::light);
    }
    void cleanup() { setZoom(100); }

    void dialogsFitTheScreenAndCutNothingOff_data() { addSizes(); }

    void dialogsFitTheScreenAndCutNothingOff()
    {
        QFETCH(int, percent);
        QFETCH(QString, language);
        Language speech; // gone with the test: no other may speak it
        speech.use(language);
        setZoom(percent);
        for (const DialogMaker& maker : everyDialog()) {
            DialogStage stage;
            const std::unique_ptr<QDialog> dialog = shown(maker, stage);
            QVERIFY(dialog);
            const QString faults = clippedParts(*dialog).join(QLatin1Char('\n'));
            QVERIFY2(faults.isEmpty(), qPrintable(QString::fromLatin1(maker.name) + QStringLiteral(": ") + faults));
            for (const QScrollArea* area : dialog->findChildren<RoomyArea*>()) {
                QVERIFY2(!area->horizontalScrollBar()->isVisible(),
                         qPrintable(QString::fromLatin1(maker.name) + QStringLiteral(": ") + widestParts(*area)));
            }
            const QSize screen = dialog->screen()->availableSize();
            QVERIFY2(dialog->width() <= screen.width() && dialog->height() <= screen.height(),
                     qPrintable(QStringLiteral("%1: %2 x %3")
                                    .arg(QString::fromLatin1(maker.name))
                                    .arg(dialog->width())
                                    .arg(dialog->height())));
        }
    }

    void dialogsCutNothingOffInAnyWidth_data() { addSizes(); }

    /// As somebody pulls at the edge.
    void dialogsCutNothingOffInAnyWidth()
    {
        QFETCH(int, percent);
        QFETCH(QString, language);
        constexpr int kStep = 13;
        Language speech;
        speech.use(language);
        setZoom(percent);
        for (const DialogMaker& maker : everyDialog()) {
            DialogStage stage;
            const std::unique_ptr<QDialog> dialog = shown(maker, stage);
            QVERIFY(dialog);
            const int least = std::max(dialog->minimumSizeHint().width(), dialog->minimumWidth());
            for (int width = dialog->screen()->availableSize().width(); width >= least; width -= kStep) {
                dialog->resize(width, dialog->height());
                QCoreApplication::processEvents();
                const QString faults = clippedParts(*dialog).join(QLatin1Char('\n'));
                QVERIFY2(
                    faults.isEmpty(),
                    qPrintable(
                        QStringLiteral("%1, %2 wide: %3").arg(QString::fromLatin1(maker.name)).arg(width).arg(faults)));
            }
        }
    }

    void windowCutsNothingOff_data()
    {
        QTest::addColumn<int>("percent");
        QTest::addColumn<QString>("language");
        QTest::newRow("125 % en") << 125 << QStringLiteral("en");
        QTest::newRow("200 % en") << 200 << QStringLiteral("en");
        QTest::newRow("320 % en") << 320 << QStringLiteral("en");
        QTest::newRow("320 % zh_CN") << 320 << QStringLiteral("zh_CN");
    }

    void windowCutsNothingOff()
    {
        QFETCH(int, percent);
        QFETCH(QString, language);
        WindowStage stage;
        open(stage, language, percent);
        auto* detail = stage.window.findChild<DetailPanel*>();
        showLockWithQueue(stage);
        QVERIFY(detail->lock() != nullptr);
        auto* tabs = detail->findChild<QTabWidget*>();
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            QCoreApplication::processEvents();
            QTRY_VERIFY2(clippedParts(*detail).isEmpty(), faultsOf(*detail, tabs->tabText(tab)).constData());
        }
        auto* bottom = stage.window.findChild<BottomPanels*>();
        for (int tab = 0; tab < bottom->count(); ++tab) {
            bottom->setCurrentIndex(tab);
            if (!bottom->currentWidget()->isVisible()) { // only the tabs have room
                bottom->openActions().at(tab)->trigger();
            }
            QCoreApplication::processEvents();
            if (auto* findings = bottom->widget(tab)->findChild<FindingsPanel*>()) {
                auto* table = findings->findChild<QTableView*>();
                QTRY_VERIFY(table->model()->rowCount() > 0);
                table->setCurrentIndex(table->model()->index(0, 0)); // with what is to be done about it
            }
            QTRY_VERIFY2(clippedParts(stage.window).isEmpty(),
                         faultsOf(stage.window, bottom->tabText(tab)).constData());
        }
        stage.window.setFilterText(QStringLiteral("type:fare")); // a sentence with all types in it
        QTRY_VERIFY2(clippedParts(stage.window).isEmpty(),
                     faultsOf(stage.window, QStringLiteral("filter")).constData());
        QCOMPARE(stage.window.size(), kWindow); // it has not grown by what it shows
    }

    void columnsHaveRoomForTitlesAndTimes_data() { addSizes({100, 125, 200}); }

    void columnsHaveRoomForTitlesAndTimes()
    {
        QFETCH(int, percent);
        QFETCH(QString, language);
        WindowStage stage;
        open(stage, language, percent, kWindow * 2);
        showLockWithQueue(stage);
        QVERIFY(stage.window.findChild<DetailPanel*>()->lock() != nullptr);
        stage.window.findChild<TracePanel*>()->trace().start({});
        for (QTabWidget* tabs : stage.window.findChildren<QTabWidget*>()) {
            for (int tab = 0; tab < tabs->count(); ++tab) {
                tabs->setCurrentIndex(tab); // what was never seen has no widths yet
                QCoreApplication::processEvents();
            }
        }
        const auto narrow = [&] {
            QStringList all;
            for (const QHeaderView* header : stage.window.findChildren<QHeaderView*>()) {
                if (header->orientation() == Qt::Horizontal && header->model() != nullptr
                    && header->window() == &stage.window) {
                    all << narrowColumns(*header);
                }
            }
            return all.join(QLatin1Char('\n'));
        };
        const bool fits = QTest::qWaitFor([&] { return narrow().isEmpty(); }); // the keys come from the server
        QVERIFY2(fits, qPrintable(narrow()));
    }

    void whetherOneMayActIsInSight_data() { addSizes({100, 125, 150, 200}); }
    /// And not in the menu of what has no room.
    void whetherOneMayActIsInSight()
    {
        QFETCH(int, percent);
        QFETCH(QString, language);
        WindowStage stage;
        open(stage, language, percent);
        QTRY_VERIFY(stage.connected());
        const auto* bar = stage.window.findChild<ToolBar*>();
        const auto* button = qobject_cast<QToolButton*>(bar->adminButton());
        QTRY_VERIFY(button->isVisible() && bar->rect().contains(button->geometry()));
        if (percent < 150) {
            stage.window.resize(820, 600); // the quick filters become a menu
            QTRY_VERIFY(bar->width() <= 820 && button->isVisible() && bar->rect().contains(button->geometry()));
        }
        stage.window.resize(kWindow * 3); // the words come back with the room
        QTRY_COMPARE(button->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
        QVERIFY(button->isVisible());
    }

    /// A scroll bar that is not needed is clutter.
    void panelsThatFitDoNotScroll_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << QStringLiteral("en");
        QTest::newRow("zh_CN") << QStringLiteral("zh_CN");
    }
    void panelsThatFitDoNotScroll()
    {
        QFETCH(QString, language);
        WindowStage stage(WindowStage::Start::connected);
        stage.window.useLanguage(language);
        stage.window.resize(kWindow);
        QTRY_VERIFY(stage.connected());
        auto& panels = *stage.window.findChild<BottomPanels*>();
        for (int i = 0; i < panels.count(); ++i) {
            panels.setCurrentIndex(i);
            const auto& area = *qobject_cast<QScrollArea*>(panels.widget(i));
            QTRY_VERIFY2(area.isVisible(), qPrintable(panels.tabText(i)));
            QTest::qWait(20);
            QVERIFY2(!area.verticalScrollBar()->isVisible() && !area.horizontalScrollBar()->isVisible(),
                     qPrintable(QStringLiteral("%1: %2 x %3 of %4 x %5")
                                    .arg(panels.tabText(i))
                                    .arg(area.widget()->width())
                                    .arg(area.widget()->height())
                                    .arg(area.viewport()->width())
                                    .arg(area.viewport()->height())));
        }
    }

    /// What is above its table breaks into rows; the table scrolls by itself, and nothing around it.
    void panelsDoNotScrollSideways_data() { addSizes({200, 320}); }
    void panelsDoNotScrollSideways()
    {
        QFETCH(int, percent);
        QFETCH(QString, language);
        WindowStage stage;
        open(stage, language, percent);
        QTRY_VERIFY(stage.connected());
        auto& panels = *stage.window.findChild<BottomPanels*>();
        for (int i = 0; i < panels.count(); ++i) {
            panels.openActions().at(i)->trigger();
            const auto& area = *qobject_cast<QScrollArea*>(panels.widget(i));
            QTRY_VERIFY2(area.isVisible(), qPrintable(panels.tabText(i)));
            QTest::qWait(20);
            QVERIFY2(!area.horizontalScrollBar()->isVisible(), qPrintable(QStringLiteral("%1: %2 of %3")
                                                                              .arg(panels.tabText(i))
                                                                              .arg(area.widget()->width())
                                                                              .arg(area.viewport()->width())));
        }
        QCOMPARE(stage.window.size(), kWindow);
    }

    void anEmptyTableCutsNothingOff_data() { addSizes(); }
    void anEmptyTableCutsNothingOff()
    {
        QFETCH(int, percent);
        QFETCH(QString, language);
        WindowStage stage;
        open(stage, language, percent);
        QTRY_VERIFY(stage.connected());
        QTRY_VERIFY(stage.window.findChild<TablePlaceholder*>()->isVisible());
        QTRY_COMPARE(clippedParts(stage.window).join(QLatin1Char('\n')), QString());
        QCOMPARE(stage.window.size(), kWindow);
    }

    void theDetailIsAsWideAsItNeeds_data() { addSizes(); }
    void theDetailIsAsWideAsItNeeds()
    {
        QFETCH(int, percent);
        QFETCH(QString, language);
        WindowStage stage;
        open(stage, language, percent);
        QTRY_VERIFY(stage.connected());
        showLockWithQueue(stage);
        const auto* area = stage.window.findChild<DetailPanel*>()->findChild<RoomyArea*>();
        QTRY_VERIFY(area->isVisible());
        QCoreApplication::processEvents();
        QVERIFY2(area->horizontalScrollBar()->maximum() == 0, qUtf8Printable(widestParts(*area)));
    }

    void arrowsOfBoxesGrowWithTheText_data() { addSizes(); }
    /// So that they can be seen, and hit.
    void arrowsOfBoxesGrowWithTheText()
    {
        QFETCH(int, percent);
        setZoom(percent);
        QSpinBox number;
        number.setRange(0, 100'000);
        QComboBox choice;
        choice.addItem(QStringLiteral("choice"));
        for (QWidget* box : std::initializer_list<QWidget*>{&number, &choice}) {
            box->show();
        }
        QStyleOptionSpinBox steps;
        steps.initFrom(&number);
        steps.buttonSymbols = number.buttonSymbols();
        steps.subControls = QStyle::SC_All;
        const auto part = [&](QStyle::SubControl which) {
            return number.style()->subControlRect(QStyle::CC_SpinBox, &steps, which, &number);
        };
        const int least = number.fontMetrics().height() / 3;
        QVERIFY(arrowWidth(number, part(QStyle::SC_SpinBoxUp)) >= least);
        QVERIFY(!part(QStyle::SC_SpinBoxEditField).intersects(part(QStyle::SC_SpinBoxUp)));
        QTest::mouseClick(&number, Qt::LeftButton, {}, part(QStyle::SC_SpinBoxUp).center());
        QCOMPARE(number.value(), 1);
        QTest::mouseClick(&number, Qt::LeftButton, {}, part(QStyle::SC_SpinBoxDown).center());
        QCOMPARE(number.value(), 0);

        QStyleOptionComboBox list;
        list.initFrom(&choice);
        list.subControls = QStyle::SC_All;
        const QRect opens =
            choice.style()->subControlRect(QStyle::CC_ComboBox, &list, QStyle::SC_ComboBoxArrow, &choice);
        QVERIFY(arrowWidth(choice, opens) >= least);
    }

    void aNoticeThatHasTooLittleRoomScrolls_data() { addSizes({100, 320}); }
    void aNoticeThatHasTooLittleRoomScrolls()
    {
        QFETCH(int, percent);
        QFETCH(QString, language);
        Language speech; // gone with the test: no other may speak it
        speech.use(language);
        setZoom(percent);
        QWidget window;
        auto* bar = new ReconnectBar(&window);
        auto* below = new QWidget(&window);
        auto* column = new QVBoxLayout(&window);
        column->addWidget(bar);
        column->addWidget(below, 1);
        window.show();
        bar->setWaiting({WaitingPart::address, WaitingPart::user, WaitingPart::database, WaitingPart::encryption,
                         WaitingPart::password, WaitingPart::ownLocks});
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto* area = bar->findChild<QScrollArea*>();
        QVERIFY(area != nullptr);
        window.resize(0, 0); // as small as it may be
        QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
        QTRY_COMPARE(clippedParts(window).join(QLatin1Char('\n')), QString());
        window.resize(window.width(), column->totalHeightForWidth(window.width()));
        QTRY_COMPARE(area->verticalScrollBar()->maximum(), 0); // no bar that is not needed
        QTRY_COMPARE(clippedParts(window).join(QLatin1Char('\n')), QString());
    }

    void connectPageCutsNothingOff_data() { addSizes(); }

    void connectPageCutsNothingOff()
    {
        QFETCH(int, percent);
        QFETCH(QString, language);
        WindowStage stage(WindowStage::Start::disconnected);
        open(stage, language, percent);
        QCoreApplication::processEvents();
        QTRY_COMPARE(clippedParts(stage.window).join(QLatin1Char('\n')), QString());
        QCOMPARE(stage.window.size(), kWindow);
    }
};

QTEST_MAIN(TextSizeTest)
#include "text_size_test.moc"
