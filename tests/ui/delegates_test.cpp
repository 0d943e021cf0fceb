// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/countdown.hpp"
#include "delegates/countdown_delegate.hpp"
#include "delegates/holder_delegate.hpp"
#include "delegates/marks.hpp"
#include "delegates/sparkline_delegate.hpp"
#include "delegates/state_delegate.hpp"
#include "delegates/text_delegate.hpp"
#include "delegates/wrapping_delegate.hpp"
#include "lock_states.hpp"
#include "models/lock_roles.hpp"
#include "session/shown_time.hpp"
#include "theme/theme.hpp"

#include <QApplication>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QStandardItemModel>
#include <QTest>
#include <QTreeWidget>

#include <optional>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

namespace {

constexpr int kRole = Qt::UserRole + 1;

/// A cell with this value, painted; as of @p past, if it is of the past.
QImage painted(const QStyledItemDelegate& delegate, const QVariant& value, const QString& text = {},
               QStyle::State state = QStyle::State_Enabled | QStyle::State_Active, const QSize& size = {180, 24},
               const std::optional<Moment>& past = {})
{
    QStandardItemModel model(1, 1);
    const QModelIndex index = model.index(0, 0);
    model.setData(index, text, Qt::DisplayRole);
    model.setData(index, value, kRole);
    if (past) {
        model.setData(index, QVariant::fromValue(*past), kPastRole);
    }
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    QStyleOptionViewItem option;
    option.rect = image.rect();
    option.state = state;
    option.palette = QApplication::palette();
    option.font = QApplication::font();
    option.fontMetrics = QFontMetrics(option.font);
    delegate.paint(&painter, option, index);
    return image;
}

/// How many pixels of the row in the middle are of this colour.
int middlePixels(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int x = 0; x < image.width(); ++x) {
        count += image.pixel(x, image.height() / 2) == color.rgb() ? 1 : 0;
    }
    return count;
}

/// The same for the whole of it.
int pixels(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            count += image.pixel(x, y) == color.rgb() ? 1 : 0;
        }
    }
    return count;
}

Countdown leaving(milliseconds left)
{
    return {Countdown::Kind::running, std::chrono::steady_clock::now() + left, milliseconds{30'000}};
}

} // namespace

class DelegatesTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }

    void everyConditionHasAShapeOfItsOwn()
    {
        QList<QImage> shapes;
        for (int condition = 0; condition <= static_cast<int>(LockCondition::unknown); ++condition) {
            QImage image(20, 20, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            drawConditionMark(painter, image.rect(), static_cast<LockCondition>(condition), Qt::black); // No colour.
            painter.end();
            QVERIFY2(!shapes.contains(image), qPrintable(QString::number(condition)));
            shapes << image;
        }
    }

    void everyEventHasAMarkOfItsOwn()
    {
        QList<QImage> marks;
        for (int kind = 0; kind <= static_cast<int>(LockEvent::Kind::failed_over); ++kind) {
            QImage image(20, 20, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            drawEventMark(painter, image.rect(), static_cast<LockEvent::Kind>(kind), Qt::black);
            painter.end();
            QVERIFY2(!marks.contains(image), qPrintable(QString::number(kind)));
            marks << image;
        }
    }

    void aStateIsPaintedWithItsColourAndDifferentlyWhenSelected()
    {
        const StateDelegate delegate(kRole);
        const QImage held = painted(delegate, int(LockCondition::held), QStringLiteral("held"));
        const QImage stuck = painted(delegate, int(LockCondition::stuck), QStringLiteral("stuck"));
        QVERIFY(held != stuck);
        QVERIFY(middlePixels(held, Theme::light().held) > 0);
        const QImage selected = painted(delegate, int(LockCondition::held), QStringLiteral("held"),
                                        QStyle::State_Enabled | QStyle::State_Active | QStyle::State_Selected);
        QVERIFY(middlePixels(selected, Theme::light().held) == 0);
        QVERIFY(middlePixels(selected, Theme::light().accent) > 0);
    }

    void aBlockedLockIsMarkedHoweverCalmItsStateIs()
    {
        StateDelegate delegate(kRole);
        const QImage calm = painted(delegate, int(LockCondition::free), QStringLiteral("free"));
        QCOMPARE(pixels(calm, Theme::light().danger), 0);
        delegate.setBlockedRole(kRole); // Any condition but the first is true as well.
        const QImage blocked = painted(delegate, int(LockCondition::held), QStringLiteral("held"));
        QVERIFY(pixels(blocked, Theme::light().danger) > 0);
        QVERIFY(middlePixels(blocked, Theme::light().held) > 0);
    }

    void theBarIsAsLongAsWhatIsLeft()
    {
        const CountdownDelegate delegate(kRole);
        const auto bar = [&](milliseconds left) {
            return middlePixels(painted(delegate, QVariant::fromValue(leaving(left))), Theme::light().held);
        };
        const int whole = bar(milliseconds{30'000});
        const int half = bar(milliseconds{15'000});
        QVERIFY2(whole > 40, qPrintable(QString::number(whole)));
        QVERIFY2(qAbs(half - whole / 2) <= whole / 8, qPrintable(QStringLiteral("%1 %2").arg(whole).arg(half)));
        QCOMPARE(bar(milliseconds{-5'000}), 0);
    }

    void aLeaseThatIsNearlyOverIsPaintedAsExpiring()
    {
        const CountdownDelegate delegate(kRole);
        const QImage image = painted(delegate, QVariant::fromValue(leaving(milliseconds{4'000})));
        QVERIFY(middlePixels(image, Theme::light().expiring) > 0);
        QCOMPARE(middlePixels(image, Theme::light().held), 0);
    }

    void whatIsNearlyOverIsSaidByTheServersThresholds()
    {
        CountdownDelegate delegate(kRole);
        Thresholds thresholds;
        thresholds.expiring_fraction = 0.8;
        delegate.setThresholds(thresholds);
        const QImage image = painted(delegate, QVariant::fromValue(leaving(milliseconds{15'000})));
        QVERIFY(middlePixels(image, Theme::light().expiring) > 0);
        QCOMPARE(middlePixels(image, Theme::light().held), 0);
    }

    void aLeaseWithoutEndIsAWarning()
    {
        const CountdownDelegate delegate(kRole);
        const QImage never = painted(delegate, QVariant::fromValue(Countdown{Countdown::Kind::never, {}, {}}));
        QVERIFY(pixels(never, Theme::light().stuck) > 0);
        QVERIFY(never != painted(delegate, QVariant()));
    }

    void whatIsOfThePastIsGreyAndStandsStill()
    {
        const CountdownDelegate delegate(kRole);
        const QVariant lease = QVariant::fromValue(leaving(milliseconds{20'000}));
        const auto asOf = [&](SteadyTime moment) {
            return painted(delegate, lease, {}, QStyle::State_Enabled | QStyle::State_Active, {180, 24},
                           Moment{moment, {}});
        };
        QVERIFY(middlePixels(painted(delegate, lease), Theme::light().held) > 0);
        const SteadyTime end = lease.value<Countdown>().deadline;
        const QImage past = asOf(end - std::chrono::seconds{20});
        QCOMPARE(middlePixels(past, Theme::light().held), 0);
        const int left = middlePixels(past, Theme::light().unknown);
        QVERIFY(left > 0);
        QVERIFY(middlePixels(asOf(end - std::chrono::seconds{5}), Theme::light().unknown) < left);

        const StateDelegate state(kRole);
        const QImage stuck = painted(state, int(LockCondition::stuck), QStringLiteral("stuck"),
                                     QStyle::State_Enabled | QStyle::State_Active, {180, 24}, ShownTime::present());
        QCOMPARE(middlePixels(stuck, Theme::light().stuck), 0);
        QVERIFY(middlePixels(stuck, Theme::light().unknown) > 0);
    }

    void aCountdownComesFromALockToo()
    {
        LockState state = heldLock("a", holder(kAlice, 1));
        QCOMPARE(countdownOf(QVariant::fromValue(shared(state))).deadline, state.observed_at + state.ttl);
        state.ttl = milliseconds{-1};
        QCOMPARE(countdownOf(state).kind, Countdown::Kind::never);
        QCOMPARE(countdownOf(freeLock("a")).kind, Countdown::Kind::none);
        QCOMPARE(countdownOf(QVariant()).kind, Countdown::Kind::none);
        QCOMPARE(countdownOf(QVariant::fromValue(LockStatePtr())).kind, Countdown::Kind::none);
    }

    void aHolderHasTheColourOfItsClient()
    {
        const HolderDelegate delegate(kRole);
        const QImage alice = painted(delegate, QByteArray::fromStdString(kAlice), QStringLiteral("9f45…e1:57"));
        QVERIFY(middlePixels(alice, clientColor(kAlice, Theme::light())) > 3);
        const QImage same = painted(delegate, QVariant::fromValue(shared(heldLock("a", holder(kAlice, 57)))),
                                    QStringLiteral("9f45…e1:57"));
        QCOMPARE(same, alice);
        QVERIFY(painted(delegate, QByteArray(), QStringLiteral("9f45…e1:57")) != alice);
    }

    /// Otherwise two readers would look like one.
    void howManyMoreHoldItIsNeverCut()
    {
        const HolderDelegate delegate(kRole);
        LockState state = readLock("a");
        const QString name = QStringLiteral("c0de…bb:3 (a client with a long name)");
        const QImage two = painted(delegate, QVariant::fromValue(shared(state)), name + QStringLiteral(" +1"));
        state.holders.pop_back();
        state.holders_total = 1;
        const QImage one = painted(delegate, QVariant::fromValue(shared(state)), name);
        QVERIFY(two != one);
        const QRect firstHalf(0, 0, two.width() / 2, two.height());
        QCOMPARE(two.copy(firstHalf), one.copy(firstHalf)); // the name is what is cut
    }

    void sparklinesTakeBothKindsOfNumbers()
    {
        const SparklineDelegate delegate(kRole);
        const QImage integers = painted(delegate, QVariant::fromValue(QList<int>{0, 1, 2, 8, 4}));
        QCOMPARE(painted(delegate, QVariant::fromValue(QList<float>{0, 1, 2, 8, 4})), integers);
        QVERIFY(painted(delegate, QVariant::fromValue(QList<int>{0, 0, 0, 0, 0})) != integers);
        QCOMPARE(painted(delegate, QVariant::fromValue(QList<int>{})), painted(delegate, {}));
    }

    void markupIsPaintedAsItStands()
    {
        const HolderDelegate delegate(kRole);
        QVERIFY(painted(delegate, {}, QStringLiteral("<b>x</b>")) != painted(delegate, {}, QStringLiteral("x")));
    }

    /// What is there instead is as it would be for that text.
    void aNumberIsNeverCutToASmallerOne_data()
    {
        QTest::addColumn<QString>("number");
        QTest::addColumn<QString>("painted");
        QTest::newRow("fits") << QStringLiteral("300") << QStringLiteral("300");
        QTest::newRow("far too large") << QStringLiteral("3,000,000,000") << QStringLiteral(">999");
        QTest::newRow("too large by one") << QStringLiteral("30,000") << QStringLiteral(">999");
        QTest::newRow("the least of it") << QStringLiteral("≥ 3,000") << QStringLiteral(">999");
        QTest::newRow("words") << QStringLiteral("3 minutes") << QStringLiteral("3 m…");
    }
    void aNumberIsNeverCutToASmallerOne()
    {
        QFETCH(const QString, number);
        QFETCH(const QString, painted);
        const TextDelegate delegate;
        QStandardItemModel model(1, 1);
        const auto picture = [&](const QString& text) {
            model.setData(model.index(0, 0), text);
            model.setData(model.index(0, 0), int(Qt::AlignRight | Qt::AlignVCenter), Qt::TextAlignmentRole);
            QImage image(QFontMetrics(QApplication::font()).horizontalAdvance(QStringLiteral(">999")) + 16, 24,
                         QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            QPainter painter(&image);
            QStyleOptionViewItem option;
            option.rect = image.rect();
            option.palette = QApplication::palette();
            option.font = QApplication::font();
            option.fontMetrics = QFontMetrics(option.font);
            delegate.paint(&painter, option, model.index(0, 0));
            return image;
        };
        QCOMPARE(picture(number), picture(painted));
    }

    void aSelectionTellsWhetherItsListHasTheKeys()
    {
        QWidget window;
        QTreeWidget tree(&window);
        QLineEdit field(&window);
        tree.setCurrentItem(new QTreeWidgetItem(&tree, {QStringLiteral("name")}));
        window.resize(400, 300);
        tree.resize(300, 200);
        field.move(0, 250);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const Theme& theme = Theme::of(tree.palette());
        const auto count = [&](const QColor& color) { return pixels(tree.viewport()->grab().toImage(), color); };
        tree.setFocus();
        QTRY_VERIFY(count(theme.accent) > 100);
        QCOMPARE(count(theme.quietAccent()), 0);
        field.setFocus();
        QTRY_VERIFY(count(theme.quietAccent()) > 100);
        QCOMPARE(count(theme.accent), 0);
    }

    /// Where the keys are, also before anything is selected.
    void theCurrentItemIsFramed_data()
    {
        QTest::addColumn<bool>("isOurs");
        QTest::newRow("of Qt's delegate") << false;
        QTest::newRow("of ours") << true;
    }
    void theCurrentItemIsFramed()
    {
        QFETCH(const bool, isOurs);
        QTreeWidget tree;
        if (isOurs) {
            tree.setItemDelegate(new TextDelegate(&tree));
        }
        auto* item = new QTreeWidgetItem(&tree, {QStringLiteral("name")});
        tree.resize(300, 200);
        tree.show();
        tree.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&tree));
        tree.setFocus();
        tree.setCurrentItem(item, 0, QItemSelectionModel::NoUpdate);
        QVERIFY(!item->isSelected());
        QTRY_VERIFY(pixels(tree.viewport()->grab().toImage(), Theme::light().accent) > 100);
    }

    void aRowOfATreeIsAsHighAsItsWrappedText()
    {
        QTreeWidget tree;
        new WrappingDelegate(tree);
        tree.setColumnCount(2);
        auto* row = new QTreeWidgetItem(&tree, {QStringLiteral("name"), QString()});
        tree.resize(300, 300);
        tree.setColumnWidth(0, 100);
        tree.show();
        QVERIFY(QTest::qWaitForWindowExposed(&tree));
        const int low = tree.visualItemRect(row).height();
        row->setText(
            1, QStringLiteral("some words more than fit into one line of a column that is so narrow as this one is"));
        QTRY_VERIFY(tree.visualItemRect(row).height() > low + tree.fontMetrics().lineSpacing());
        tree.resize(2000, 300);
        QTRY_COMPARE(tree.visualItemRect(row).height(), low);
        tree.setColumnWidth(0, 20);
        tree.resizeColumnToContents(0); // as wide as one line of it, not as it was
        QVERIFY(tree.columnWidth(0) >= tree.fontMetrics().horizontalAdvance(QStringLiteral("name")));
    }

    void nothingBreaksInTheSmallestCell()
    {
        const auto tiny = [](const QStyledItemDelegate& delegate, const QVariant& value) {
            for (const QSize& size : {QSize(1, 1), QSize(6, 24), QSize(300, 3)}) {
                painted(delegate, value, QStringLiteral("text"), QStyle::State_Enabled, size);
            }
        };
        tiny(StateDelegate(kRole), 1);
        tiny(StateDelegate(kRole), 4711);
        tiny(EventDelegate(kRole, kRole), 3);
        tiny(CountdownDelegate(kRole), QVariant::fromValue(leaving(milliseconds{9'000})));
        tiny(CountdownDelegate(kRole), QVariant::fromValue(Countdown{Countdown::Kind::running, {}, milliseconds{0}}));
        tiny(HolderDelegate(kRole), QByteArray("c"));
        tiny(SparklineDelegate(kRole), QVariant::fromValue(QList<int>(500, -3)));
    }
};

QTEST_MAIN(DelegatesTest)
#include "delegates_test.moc"
